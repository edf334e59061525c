// The sealed room: how long moves take, and that a room with a machine and one with a person look alike to
// an observer of every frame, its size and its time.
#include "server/museum/sealed_pace.hpp"
#include "server/museum/sealed_room.hpp"

#include <nlohmann/json.hpp>
#include "tests/unit/catch.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace museum_sealed_tests {

using namespace menagerie;
using museum::SealedRoom;
using nlohmann::json;

namespace {

constexpr std::int64_t kBeatMs = 1'000;

SealedRoom::Common house_with(const wire::Limits& limits) {
  store::MachineRow row;
  row.game = "hexapawn";
  row.seat = "either";
  row.rule = "gardner-her";
  row.convention = "canonical";
  auto machine = core::Machine::make(row);
  const BoxSet& boxes = machine->boxes;
  return {std::move(machine), wire::Phrases(boxes), &limits};
}

/// Plays any move after a time of its own, and notes what it sees of the other side.
class Bot : public museum::Subscriber {
 public:
  Bot(Random& random, const std::int64_t& now_ms)
      : visitor(*this), random_(random), now_ms_(now_ms), pace_ms_(1'000 + below(6'000)) {}

  void send(const museum::Text& text) override { send(std::string_view(*text)); }
  void send(std::string_view text) override {
    sizes.push_back(static_cast<double>(text.size()));
    frame = json::parse(text);
    if (moved_ms_ && !frame["legal"].empty()) waits.push_back(static_cast<double>(now_ms_ - *moved_ms_));
    if (frame["type"] == "room" && !frame["legal"].empty())
      moves_ms = now_ms_ + pace_ms_ / 2 + below(pace_ms_) + below(pace_ms_) * below(1'000) / 1'000;
  }
  void close(unsigned, std::string_view) override {}
  bool done() const { return frame["game"] == SealedRoom::kGames && frame.contains("outcome"); }
  void move(SealedRoom& room) {
    const json legal = frame["legal"];
    const wire::SealedMove made{frame["game"], frame["ply"], legal[random_.below(legal.size())]};
    moved_ms_ = moves_ms;
    const std::int64_t at_ms = *std::exchange(moves_ms, std::nullopt);
    REQUIRE_FALSE(room.move(visitor.chair, made, at_ms));
  }

  museum::SealedVisitor visitor;
  json frame;
  std::optional<std::int64_t> moves_ms;
  std::vector<double> waits, sizes;

 private:
  std::int64_t below(std::int64_t bound) {
    return static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(bound)));
  }
  Random& random_;
  const std::int64_t& now_ms_;
  std::int64_t pace_ms_;
  std::optional<std::int64_t> moved_ms_;
};

/// What an observer makes of a room: numbers of its frames and times.
using Observation = std::array<double, 6>;

Observation observe(const Bot& bot) {
  const auto mean = [](const std::vector<double>& of) {
    return std::accumulate(of.begin(), of.end(), 0.0) / static_cast<double>(of.size());
  };
  const auto [least, most] = std::ranges::minmax(bot.waits);
  std::vector<double> squares;
  for (const double wait : bot.waits) squares.push_back(wait * wait);
  return {mean(bot.waits),
          least,
          most,
          mean(squares) - mean(bot.waits) * mean(bot.waits),
          mean(bot.sizes),
          static_cast<double>(bot.sizes.size())};
}

/// Five games, on a clock of the test's.
Observation play(SealedRoom::Common& house, Random& random, bool person) {
  std::int64_t now_ms = 0;
  Bot one(random, now_ms), two(random, now_ms);
  SealedRoom room(house, random.next(), one.visitor, person ? &two.visitor : nullptr, now_ms);
  std::vector<Bot*> bots{&one};
  if (person) bots.push_back(&two);
  while (!std::ranges::all_of(bots, [](const Bot* bot) { return bot->done(); })) {
    for (Bot* bot : bots) {
      if (bot->moves_ms && *bot->moves_ms < now_ms + kBeatMs) bot->move(room);
    }
    now_ms += kBeatMs;
    room.tick(now_ms);
    REQUIRE(now_ms < 3'600'000);
  }
  now_ms += 60 * kBeatMs;
  room.tick(now_ms);
  return observe(one);
}

/// How often the best bound on one number, found in the first half, is right in the second.
double right_share(const std::vector<std::pair<double, bool>>& rooms) {
  const std::size_t half = rooms.size() / 2;
  std::vector<std::pair<double, bool>> known(rooms.begin(),
                                             rooms.begin() + static_cast<std::ptrdiff_t>(half));
  std::ranges::sort(known);
  std::int64_t balance = 0, most = 0;
  double bound = known.front().first;
  for (const auto& [value, machine] : known) {
    balance += machine ? 1 : -1;
    if (std::abs(balance) <= std::abs(most)) continue;
    most = balance;
    bound = value;
  }
  std::size_t right = 0;
  for (std::size_t i = half; i < rooms.size(); ++i)
    right += ((rooms[i].first <= bound) == (most > 0)) == rooms[i].second ? 1 : 0;
  return static_cast<double>(right) / static_cast<double>(rooms.size() - half);
}

}  // namespace

TEST_CASE("a move is on its way for half to two and a half times the pause, or as long as was thought") {
  Random random(1);
  std::vector<std::int64_t> pauses(10'000);
  for (std::int64_t& pause : pauses) pause = museum::least_pause_ms(random, 2);
  const auto [least, most] = std::ranges::minmax(pauses);
  CHECK(least >= 1'000);
  CHECK(most <= 5'000);
  CHECK(least < 1'200);
  CHECK(most > 4'000);
  const double mean = std::accumulate(pauses.begin(), pauses.end(), 0.0) / 10'000;
  CHECK(mean == Approx(2'500).epsilon(.02));
  CHECK(museum::least_pause_ms(random, 0) == 0);
  CHECK(museum::delivery_ms(100, 60'000, random, 2) == 60'100);
  CHECK(museum::delivery_ms(100, 0, random, 2) >= 1'100);
}

TEST_CASE("machines play in the rhythms of the last visitors, and in a made-up one before there are any") {
  Random random(1);
  museum::Rhythms rhythms;
  CHECK(rhythms.any(random, 2).size() == 20);
  rhythms.keep({});
  CHECK(rhythms.size() == 0);
  for (std::int64_t i = 1; i <= 100; ++i) rhythms.keep({i, 200'000});
  CHECK(rhythms.size() == museum::Rhythms::kKept);
  for (int i = 0; i < 100; ++i) {
    const museum::Rhythm rhythm = rhythms.any(random, 2);
    CHECK(rhythm[0] > 100 - static_cast<std::int64_t>(museum::Rhythms::kKept));
    CHECK(rhythm[1] == museum::Rhythms::kThoughtMsMax);
  }
}

TEST_CASE("who sees all frames of 2,000 rooms, their sizes and times, does not know machine from person") {
  const wire::Limits limits;
  SealedRoom::Common house = house_with(limits);
  Random random(20'261'125);
  for (int i = 0; i < 100; ++i) play(house, random, i % 2 == 0);  // some visitors' times are kept by then
  std::vector<std::pair<Observation, bool>> rooms;
  for (int i = 0; i < 2'000; ++i) {
    const bool machine = random.below(2) == 0;
    rooms.emplace_back(play(house, random, !machine), machine);
  }
  for (std::size_t number = 0; number < Observation{}.size(); ++number) {
    std::vector<std::pair<double, bool>> by_number;
    for (const auto& [seen, machine] : rooms) by_number.emplace_back(seen[number], machine);
    INFO("number " << number);
    CHECK(right_share(by_number) <= .53);
  }
}

TEST_CASE("a visitor who leaves is replaced, and neither guess nor game counts") {
  wire::Limits limits;
  limits.sealed_pause_s = 0;
  SealedRoom::Common house = house_with(limits);
  Random random(3);
  std::int64_t now_ms = 0;
  Bot one(random, now_ms), two(random, now_ms);
  SealedRoom room(house, 5, one.visitor, &two.visitor, now_ms);
  Bot& mover = one.moves_ms ? one : two;
  Bot& other = one.moves_ms ? two : one;
  room.leave(mover.visitor.chair, now_ms);  // whose turn it was
  CHECK(other.frame == json{{"type", "left"}});
  while (other.frame["type"] != "door") {
    if (other.moves_ms) other.move(room);
    now_ms += kBeatMs;
    room.tick(now_ms);
    REQUIRE(now_ms < 3'600'000);
  }
  CHECK(other.frame["who"] == "person");
  CHECK(room.guess(other.visitor.chair, {true, ""}, now_ms).has_value());
  CHECK(house.score == wire::SealedScore{});
  room.leave(other.visitor.chair, now_ms);
  CHECK(room.is_empty());
}

}  // namespace museum_sealed_tests
