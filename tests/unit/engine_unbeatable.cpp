// Whether a machine can still be beaten: held against the exact evaluation, against every line of play
// counted out by hand, and against the proofs that there are for HER and MENACE.
#include "engine/evaluate.hpp"
#include "engine/experiments.hpp"
#include "engine/unbeatable.hpp"
#include "engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

namespace menagerie::tests {
namespace {

/// Every line of play, one after the other, nothing remembered: as slow and plain as it can be.
bool beaten_by_some_line(const BoxSet& boxes, const Rule& rule, std::span<const std::int64_t> beads,
                         Player side, Node node, std::uint8_t orientation, int depth) {
  const GameGraph& graph = boxes.graph();
  if (const auto outcome = graph.outcome(node)) {
    return *outcome != Outcome::draw && (*outcome == Outcome::first_wins) != (side == Player::first);
  }
  if (depth == 0) return false;
  const std::uint32_t number = graph.to_move(node) == side ? boxes.box_at(node, orientation) : kNone;
  std::vector<std::int64_t> weights;
  if (number != kNone) {
    const Box& box = boxes.boxes()[number];
    weigh_draw(rule, boxes, beads.subspan(box.first_bead, box.beads.size()), node, orientation, {}, weights);
    if (sum(weights) == 0) return true;
  }
  for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
    if (number != kNone) {
      const std::uint32_t bead = boxes.bead_at(edge, orientation);
      if (bead == kNone || weights[bead] == 0) continue;
    }
    const Node next = graph.target(edge);
    if (beaten_by_some_line(boxes, rule, beads, side, next, boxes.next_orientation(next, orientation),
                            depth - 1))
      return true;
  }
  return false;
}

bool beaten_by_some_line(const BoxSet& boxes, const Rule& rule, std::span<const std::int64_t> beads) {
  for (const Player side : {Player::first, Player::second}) {
    const int depth = boxes.graph().game().length_max();
    if (plays(boxes.seat(), side) && beaten_by_some_line(boxes, rule, beads, side, 0, 0, depth)) return true;
  }
  return false;
}

bool beaten_by_evaluation(const BoxSet& boxes, const Rule& rule, const Solution& solution,
                          std::span<const std::int64_t> beads) {
  for (const Player side : {Player::first, Player::second}) {
    if (!plays(boxes.seat(), side)) continue;
    if (!Evaluator::compile(boxes, side, solution)->unbeatable({rule, beads})) return true;
  }
  return false;
}

/// A box keeps nearly all colours that keep the game's value, and so many in a thousand of the others.
std::vector<std::int64_t> some_beads(const BoxSet& boxes, const Solution& solution,
                                     std::uint64_t keep_of_1000, Random& random) {
  std::vector<std::int64_t> beads(boxes.bead_count(), 0);
  for (std::uint32_t number = 0; number < boxes.boxes().size(); ++number) {
    const Box& box = boxes.boxes()[number];
    for (std::size_t bead = 0; bead < box.beads.size(); ++bead) {
      const Edge edge = boxes.graph().find_edge(box.node, box.beads[bead].move);
      const bool good = solution.keeps_value(boxes.graph(), box.node, edge);
      const bool stays = good ? random.below(100) != 0 : random.below(1000) < keep_of_1000;
      beads[box.first_bead + bead] = stays ? 1 + static_cast<std::int64_t>(random.below(3)) : 0;
    }
  }
  return beads;
}

}  // namespace

TEST_CASE("a machine can be beaten where some line of play beats it, and nowhere else") {
  Random random(12);
  for (const Game* game : small_games()) {
    const GameGraph& graph = graph_of(*game);
    if (graph.repetition_forbidden() || graph.node_count() > 3000) continue;
    const Solution solution = solve(graph);
    for (const Seat seat : kSeats) {
      for (const BoxConvention convention : kConventions) {
        const auto boxes = BoxSet::make(graph, seat, convention);
        if (!boxes) continue;
        for (const std::string_view name : {"gardner-her", "tretyakov-pruned", "michie-1961"}) {
          const Rule& rule = *find_rule(name);
          LossSearch search(*boxes, rule);
          std::size_t beaten = 0, held = 0;
          for (const std::uint64_t keep : {0u, 2u, 10u, 100u}) {
            for (int i = 0; i < 6; ++i) {
              const auto beads = some_beads(*boxes, solution, keep, random);
              const bool can_lose = search.can_lose(beads);
              (can_lose ? beaten : held) += 1;
              INFO(game->name() << " " << to_text(seat) << " " << to_text(convention) << " " << name);
              CHECK(can_lose == beaten_by_evaluation(*boxes, rule, solution, beads));
              CHECK(can_lose == search.can_lose(beads));
              CHECK(can_lose == LossSearch(*boxes, rule).can_lose(beads));
            }
          }
          CHECK(beaten + held == 24);
        }
      }
    }
  }
}

TEST_CASE("in Hexapawn every line of play tells the same, in each convention") {
  Random random(4);
  const GameGraph& graph = hexapawn();
  const Solution solution = solve(graph);
  std::size_t beaten = 0, held = 0;
  for (const BoxConvention convention : kConventions) {
    const auto boxes = BoxSet::make(graph, Seat::second, convention);
    if (!boxes) continue;
    for (const std::string_view name : {"gardner-her", "tretyakov-pruned", "two-compartment"}) {
      const Rule& rule = *find_rule(name);
      LossSearch search(*boxes, rule);
      for (int i = 0; i < 60; ++i) {
        const auto beads = some_beads(*boxes, solution, i % 2 == 0 ? 0 : 50, random);
        const bool can_lose = search.can_lose(beads);
        CHECK(can_lose == beaten_by_some_line(*boxes, rule, beads));
        (can_lose ? beaten : held) += 1;
      }
    }
  }
  CHECK(beaten > 100);
  CHECK(held > 100);
}

TEST_CASE("a change that does not matter leaves a machine as beatable as it was") {
  Random random(9);
  const auto boxes = BoxSet::make(hexapawn(), Seat::second, BoxConvention::canonical);
  const Solution solution = solve(hexapawn());
  for (const std::string_view name : {"gardner-her", "tretyakov-pruned", "michie-1961,empty=top-up"}) {
    const Rule rule = *parse_rule(name);
    std::size_t same = 0, others = 0;
    for (int i = 0; i < 40; ++i) {
      auto beads = some_beads(*boxes, solution, i % 2 == 0 ? 0 : 50, random);
      for (int step = 0; step < 20; ++step) {
        LossSearch search(*boxes, rule);
        const bool before = search.can_lose(beads);
        const auto number = static_cast<std::uint32_t>(random.below(boxes->boxes().size()));
        const Box& box = boxes->boxes()[number];
        const auto bead = static_cast<std::uint16_t>(random.below(box.beads.size()));
        std::int64_t& count = beads[box.first_bead + bead];
        const BeadChange change{number, bead, count, static_cast<std::int64_t>(random.below(4))};
        count = change.after;
        const bool differs = LossSearch(*boxes, rule).can_lose(beads) != before;
        if (search.matters(change)) {
          others += differs ? 1 : 0;
        } else {
          CHECK_FALSE(differs);
          ++same;
        }
      }
    }
    CHECK(same > 50);
    CHECK(others > 5);
  }
}

TEST_CASE("HER is finished when its last losing bead is gone, and then never loses again") {
  const BoxSet boxes = her_boxes();
  const Rule& rule = *find_rule("gardner-her");
  LossSearch search(boxes, rule);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    std::vector<std::int64_t> beads = start_beads(rule, boxes);
    CHECK(search.can_lose(beads));
    int defeats = 0;
    while (search.can_lose(beads)) {
      const PlayedEpisode episode = play_episode(
          rule, boxes, beads, Player::second,
          [&](Node node, Random& r) { return random_move(boxes, node, r); }, random);
      defeats += episode.outcome == Outcome::first_wins ? 1 : 0;
      std::vector<BeadChange> changes;
      learn(rule, boxes, beads, episode.trace, episode.outcome, changes);
    }
    CHECK(defeats <= 19);  // facts: HER loses nineteen games at most
    const auto graduate = beads;
    for (int game = 0; game < 200; ++game) {
      const PlayedEpisode episode = play_episode(
          rule, boxes, beads, Player::second,
          [&](Node node, Random& r) { return random_move(boxes.graph(), node, r); }, random);
      REQUIRE(episode.outcome == Outcome::second_wins);
      std::vector<BeadChange> changes;
      learn(rule, boxes, beads, episode.trace, episode.outcome, changes);
    }
    CHECK(beads == graduate);
  }
}

TEST_CASE("MENACE with only the beads that keep the draw cannot be beaten; with one other one it can") {
  const BoxSet boxes = boxes_of(noughts(), Seat::first);
  const Rule& rule = *find_rule("michie-1961");
  const Solution solution = solve(noughts());
  Random random(1);
  std::vector<std::int64_t> beads(boxes.bead_count(), 0);
  for (const Box& box : boxes.boxes()) {
    for (std::size_t bead = 0; bead < box.beads.size(); ++bead) {
      const Edge edge = noughts().find_edge(box.node, box.beads[bead].move);
      if (solution.keeps_value(noughts(), box.node, edge)) beads[box.first_bead + bead] = 1;
    }
  }
  LossSearch search(boxes, rule);
  CHECK_FALSE(search.can_lose(beads));
  // The centre is answered by an edge: to play there the wrong corner's neighbour may not be drawn. Any one
  // box that play comes to, once empty, is a loss.
  auto empty = beads;
  const Box& first = boxes.boxes()[0];
  std::fill_n(empty.begin() + first.first_bead, first.beads.size(), 0);
  CHECK(search.can_lose(empty));
  CHECK_FALSE(search.can_lose(beads));  // what it kept of the other filling does not count for this one
  std::size_t harmful = 0;
  const auto evaluator = Evaluator::compile(boxes, Player::first, solution);
  for (std::size_t bead = 0; bead < beads.size(); ++bead) {
    if (beads[bead] != 0) continue;
    auto more = beads;
    more[bead] = 1;
    const bool can_lose = search.can_lose(more);
    CHECK(can_lose == !evaluator->unbeatable({rule, more}));
    harmful += can_lose ? 1 : 0;
  }
  CHECK(harmful > 10);
  CHECK_FALSE(LossSearch::possible(MadeBoxes(*find_game("go-2x2"), Seat::second)));
}

}  // namespace menagerie::tests
