// Draws: exactly uniform, in proportion to the counts, and the same for the same seed.
#include "engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

#include <array>
#include <cmath>

namespace engine_random_tests {

using namespace menagerie;
using namespace menagerie::tests;

namespace {

constexpr int kDraws = 200'000;

/// Whether `hits` out of kDraws lies within 4 standard errors of the chance.
bool fits(int hits, double chance) {
  const double expected = kDraws * chance;
  return std::abs(hits - expected) <= 4 * std::sqrt(kDraws * chance * (1 - chance));
}

}  // namespace

TEST_CASE("the generator gives the published SplitMix64 numbers") {
  Random random(1234567);
  REQUIRE(random.next() == 6457827717110365317u);
  REQUIRE(random.next() == 3203168211198807973u);
  REQUIRE(random.next() == 9817491932198370423u);
}

TEST_CASE("below() is uniform and stays below") {
  for (const std::uint64_t bound : {1u, 2u, 3u, 7u, 9u}) {
    Random random(bound);
    std::vector<int> hits(bound, 0);
    for (int i = 0; i < kDraws; ++i) ++hits.at(random.below(bound));
    for (const int count : hits) REQUIRE(fits(count, 1.0 / static_cast<double>(bound)));
  }
}

TEST_CASE("below() rejects the short tail, so that no number is favoured") {
  // Without rejection, a bound of 3 * 2^62 would give every third number twice as often.
  constexpr std::uint64_t bound = std::uint64_t{3} << 62;
  Random random(7);
  std::array<int, 3> thirds{};
  std::array<int, 3> remainders{};
  for (int i = 0; i < kDraws; ++i) {
    const std::uint64_t number = random.below(bound);
    ++thirds.at(number >> 62);
    ++remainders.at(number % 3);
  }
  for (const int count : thirds) REQUIRE(fits(count, 1.0 / 3));
  for (const int count : remainders) REQUIRE(fits(count, 1.0 / 3));
}

TEST_CASE("a bead is drawn in proportion to its count, and never one that is gone") {
  const std::vector<std::int64_t> counts{4, 0, 1, 0, 7, 0};
  Random random(8);
  std::vector<int> hits(counts.size(), 0);
  for (int i = 0; i < kDraws; ++i) ++hits.at(draw_bead(counts, random).value());
  for (std::size_t bead = 0; bead < counts.size(); ++bead) {
    REQUIRE(fits(hits[bead], static_cast<double>(counts[bead]) / 12));
    if (counts[bead] == 0) REQUIRE(hits[bead] == 0);
  }
}

TEST_CASE("very large counts are drawn from, too") {
  const std::vector<std::int64_t> counts{std::int64_t{1} << 61, std::int64_t{1} << 61};
  Random random(9);
  int hits = 0;
  for (int i = 0; i < kDraws; ++i) hits += draw_bead(counts, random).value();
  REQUIRE(fits(hits, 0.5));
}

TEST_CASE("an empty box gives no bead") {
  Random random(10);
  REQUIRE(!draw_bead(std::vector<std::int64_t>{}, random));
  REQUIRE(!draw_bead(std::vector<std::int64_t>{0, 0, 0}, random));
}

TEST_CASE("a bead's move is a random one of its orbit") {
  const BoxSet boxes = boxes_of(noughts(), Seat::first);
  std::vector<std::int64_t> beads = start_beads(*find_rule("michie-1961"), boxes);
  const Box& first_box = boxes.boxes()[0];
  REQUIRE(first_box.beads.size() == 3);
  REQUIRE(first_box.beads[0].orbit == std::vector<std::string>{"a1", "c1", "a3", "c3"});
  beads[1] = beads[2] = 0;  // corners only
  Random random(11);
  std::vector<int> hits(9, 0);
  for (int i = 0; i < kDraws; ++i)
    ++hits.at(machine_move(*find_rule("michie-1961"), boxes, beads, 0, 0, 0, random).edge);
  for (std::size_t cell = 0; cell < 9; ++cell) {
    const bool corner = cell == 0 || cell == 2 || cell == 6 || cell == 8;
    REQUIRE(fits(hits[cell], corner ? 0.25 : 0.0));
  }
}

}  // namespace engine_random_tests
