// What holds for every learning rule on every set of boxes.
#include "../unit/engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

#include <algorithm>
#include <cmath>

namespace rules_contract_tests {

using namespace menagerie;
using namespace menagerie::tests;

namespace {

/// Every set of boxes of every small game, made once.
const std::vector<BoxSet>& all_sets() {
  static const std::vector<BoxSet> sets = [] {
    std::vector<BoxSet> made;
    for (const Game* game : small_games()) {
      for (const Seat seat : kSeats) {
        for (const BoxConvention convention : kConventions) {
          auto boxes = BoxSet::make(graph_of(*game), seat, convention);
          if (!boxes) continue;
          boxes->find_mistakes();
          made.push_back(*std::move(boxes));
        }
      }
    }
    return made;
  }();
  return sets;
}

/// Calls `check` with every set of boxes.
template <typename Check>
void on_every_set(Check check) {
  for (const BoxSet& boxes : all_sets()) {
    INFO(boxes.graph().game().name() << ' ' << to_text(boxes.seat()) << ' ' << to_text(boxes.convention()));
    check(boxes);
  }
}

/// Calls `check` with every rule on every such set of up to six hundred boxes: a rule does not know
/// how many there are.
template <typename Check>
void on_every_machine(Check check) {
  on_every_set([&](const BoxSet& boxes) {
    if (boxes.boxes().size() > 600) return;
    for (const Rule& rule : all_rules()) {
      INFO(rule.name);
      check(rule, boxes);
    }
  });
}

PlayedEpisode random_episode(const Rule& rule, const BoxSet& boxes, std::span<const std::int64_t> beads,
                             int i, Random& random) {
  PlayedEpisode episode;
  const Opponent opponent = [&](Node node, Random& r) {
    return random_move(boxes.graph(), node, r, episode.moves);
  };
  if (boxes.seat() == Seat::either && i % 3 == 2) {
    play_itself(rule, boxes, beads, random, episode);
    return episode;
  }
  play_episode(rule, boxes, beads, machine_player(boxes.seat(), i), opponent, random, episode);
  return episode;
}

}  // namespace

TEST_CASE("a rule has a name of its own, a story, and a start", "[contract]") {
  for (const Rule& rule : all_rules()) {
    REQUIRE(find_rule(rule.name) == &rule);
    REQUIRE(rule.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos);
    REQUIRE(rule.story.back() == '.');
    REQUIRE(rule.floor >= 0);
    REQUIRE(!rule_fault(rule));
    REQUIRE(to_text(rule) == rule.name);
    REQUIRE(parse_rule(rule.name)->story == rule.story);
    for (int turn = 1; turn < 20; ++turn) REQUIRE(rule.start_at(turn) >= 1);
  }
}

TEST_CASE("beads stay at the floor or above, and changes are a gap-free account", "[contract]") {
  on_every_machine([](const Rule& rule, const BoxSet& boxes) {
    std::vector<std::int64_t> beads = start_beads(rule, boxes);
    REQUIRE(beads.size() == boxes.bead_count());
    Random random(2);
    for (int i = 0; i < 100; ++i) {
      const PlayedEpisode episode = random_episode(rule, boxes, beads, i, random);
      std::vector<std::int64_t> replayed = beads;
      std::vector<BeadChange> changes{{7, 7, 7, 7}};  // learn appends
      learn(rule, boxes, beads, episode.trace, episode.outcome, changes);
      REQUIRE(changes.at(0) == BeadChange{7, 7, 7, 7});
      for (auto change = changes.begin() + 1; change != changes.end(); ++change) {
        std::int64_t& count = replayed[boxes.boxes()[change->box].first_bead + change->bead];
        REQUIRE((count == change->before && count != change->after));
        REQUIRE((change->after >= rule.floor && change->after >= 0));
        count = change->after;
      }
      REQUIRE(replayed == beads);
      REQUIRE(*std::min_element(beads.begin(), beads.end()) >= std::max(rule.floor, rule.upkeep));
    }
  });
}

TEST_CASE("what changes stands in the trace, in its order, and upkeep comes last", "[contract]") {
  on_every_machine([](const Rule& rule, const BoxSet& boxes) {
    std::vector<std::int64_t> beads = start_beads(rule, boxes);
    Random random(5);
    for (int i = 0; i < 100; ++i) {
      const PlayedEpisode episode = random_episode(rule, boxes, beads, i, random);
      std::vector<BeadChange> changes;
      learn(rule, boxes, beads, episode.trace, episode.outcome, changes);
      std::size_t at = 0;  // of the draw that the last change was made to, or the one after it
      for (const BeadChange& change : changes) {
        // Propagation looks back, in play against itself past the other player's draws.
        if (change.propagated) at = 0;
        if (rule.upkeep > 0 && change.before < change.after && change.after <= rule.upkeep) at = 0;
        REQUIRE((!change.propagated || (rule.propagates && change.before - change.after == 1)));
        while (at < episode.trace.size() &&
               (episode.trace[at].box != change.box || episode.trace[at].bead != change.bead)) {
          ++at;
        }
        REQUIRE(at < episode.trace.size());
      }
    }
  });
}

TEST_CASE("who analyses its losses changes one bead at most for each, the last that lost what was not lost",
          "[contract]") {
  for (const BoxSet& boxes : all_sets()) {
    const GameGraph& graph = boxes.graph();
    REQUIRE(boxes.mistakes().empty() == graph.repetition_forbidden());
    if (boxes.mistakes().empty()) continue;
    const Solution solution = solve(graph);
    const Rule rule = parse_rule("michie-1961,draw=0,win=0,analyse=yes").value();
    Random random(7);
    for (int i = 0; i < 50; ++i) {
      std::vector<std::int64_t> beads = start_beads(rule, boxes);
      const PlayedEpisode episode = random_episode(rule, boxes, beads, i, random);
      std::vector<BeadChange> changes, expected;
      learn(rule, boxes, beads, episode.trace, episode.outcome, changes);
      for (const Draw& draw : episode.trace) {
        const Player player = draw.ply % 2 == 0 ? Player::first : Player::second;
        const int lost = player == Player::first ? -1 : 1;
        const Edge edge = episode.moves[draw.ply];
        const bool mistake =
            solution.value[graph.source(edge)] != lost && solution.value[graph.target(edge)] == lost;
        if (!mistake || episode.outcome != win_of(other(player))) continue;
        const std::int64_t count = rule.start_at(boxes.boxes()[draw.box].turn);
        expected = {{draw.box, draw.bead, count, count - 1}};
      }
      REQUIRE(changes == expected);
    }
  }
}

TEST_CASE("a game without a draw changes nothing, but what upkeep brings up", "[contract]") {
  on_every_machine([](const Rule& rule, const BoxSet& boxes) {
    std::vector<std::int64_t> beads(boxes.bead_count(), 0);
    std::vector<BeadChange> changes;
    for (const Outcome outcome : {Outcome::first_wins, Outcome::draw, Outcome::second_wins}) {
      learn(rule, boxes, beads, {}, outcome, changes);
    }
    REQUIRE(changes.size() == (rule.upkeep > 0 ? boxes.bead_count() : 0));
    REQUIRE(beads == std::vector<std::int64_t>(boxes.bead_count(), rule.upkeep));
  });
}

TEST_CASE("draws go by the weights, and a machine without weights resigns", "[contract]") {
  const std::vector<std::vector<std::int64_t>> boxes{{0, 0, 0}, {1, 0, 1}, {2, 1, 0}, {5, 2, 1, 3}, {0}, {1}};
  for (const Rule& rule : all_rules()) {
    Random random(6);
    for (const auto& counts : boxes) {
      std::vector<double> weights;
      for (std::size_t bead = 0; bead < counts.size(); ++bead) {
        weights.push_back(static_cast<double>(draw_weight(rule, counts, bead)));
        REQUIRE(weights.back() >= 0);
      }
      const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
      if (sum == 0) REQUIRE(!draw_bead(rule, counts, random));
      if (sum == 0) continue;
      constexpr int kDraws = 4000;
      std::vector<int> hits(counts.size(), 0);
      for (int i = 0; i < kDraws; ++i) ++hits.at(draw_bead(rule, counts, random).value());
      for (std::size_t bead = 0; bead < counts.size(); ++bead) {
        const double chance = weights[bead] / sum;
        REQUIRE(std::abs(hits[bead] - kDraws * chance) <= 4 * std::sqrt(kDraws * chance * (1 - chance)));
      }
    }
  }
}

TEST_CASE("the same seed teaches the same beads", "[contract]") {
  on_every_machine([](const Rule& rule, const BoxSet& boxes) {
    const auto taught = [&] {
      std::vector<std::int64_t> beads = start_beads(rule, boxes);
      std::vector<BeadChange> changes;
      Random random(3);
      for (int i = 0; i < 100; ++i) {
        const PlayedEpisode episode = random_episode(rule, boxes, beads, i, random);
        learn(rule, boxes, beads, episode.trace, episode.outcome, changes);
      }
      return std::make_pair(beads, changes);
    };
    REQUIRE(taught() == taught());
  });
}

TEST_CASE("a trace names the beads of the moves that were played", "[contract]") {
  on_every_machine([](const Rule& rule, const BoxSet& boxes) {
    const GameGraph& graph = boxes.graph();
    const std::vector<std::int64_t> beads = start_beads(rule, boxes);
    Random random(4);
    for (int i = 0; i < 100; ++i) {
      const PlayedEpisode episode = random_episode(rule, boxes, beads, i, random);
      auto draw = episode.trace.begin();
      Node node = 0;
      std::uint8_t orientation = 0;
      for (std::size_t ply = 0; ply < episode.moves.size(); ++ply) {
        const Edge edge = episode.moves[ply];
        REQUIRE((edge >= graph.first_edge(node) && edge < graph.last_edge(node)));
        REQUIRE(may_play(graph, std::span(episode.moves).first(ply), edge));
        if (draw != episode.trace.end() && draw->ply == ply) {
          REQUIRE(draw->box == boxes.box_at(node, orientation));
          REQUIRE(draw->bead == boxes.bead_at(edge, orientation));
          ++draw;
        }
        node = graph.target(edge);
        orientation = boxes.next_orientation(node, orientation);
      }
      REQUIRE(draw == episode.trace.end());
      const bool too_long = static_cast<int>(episode.moves.size()) == graph.game().length_max();
      REQUIRE((episode.resigned || graph.outcome(node) == episode.outcome || too_long));
    }
  });
}

TEST_CASE("boxes are numbered by turn and text, and each bead stands for its orbit", "[contract]") {
  on_every_set([](const BoxSet& boxes) {
    const GameGraph& graph = boxes.graph();
    std::size_t bead_count = 0;
    for (std::uint32_t i = 0; i < boxes.boxes().size(); ++i) {
      const Box& box = boxes.boxes()[i];
      if (i > 0) {
        const Box& box_before = boxes.boxes()[i - 1];
        REQUIRE(std::tie(box_before.turn, box_before.text) < std::tie(box.turn, box.text));
      }
      REQUIRE(box.first_bead == bead_count);
      bead_count += box.beads.size();
      REQUIRE(boxes.find(box.text) == i);
      REQUIRE(boxes.box_at(box.node, 0) == i);
      REQUIRE(boxes.picture_orientation(box.node, 0) == 0);
      if (boxes.boxes().size() > 3000 && i % 16 != 0) continue;
      for (const Bead& bead : box.beads) {
        REQUIRE(bead.orbit.front() == bead.move);
        for (const std::string& move : bead.orbit) {
          const Edge edge = graph.find_edge(box.node, move);
          REQUIRE(edge != kNone);
          REQUIRE(&box.beads[boxes.bead_at(edge, 0)] == &bead);
        }
      }
    }
    REQUIRE(bead_count == boxes.bead_count());
    REQUIRE(boxes.find("no such text") == kNone);
  });
}

TEST_CASE("the orientation turns the board into the label, and moves into its beads", "[contract]") {
  on_every_set([](const BoxSet& boxes) {
    const GameGraph& graph = boxes.graph();
    for (const Node node : some_nodes(graph)) {
      const std::uint32_t box = boxes.box_at(node, 0);
      if (box == kNone) continue;
      const std::uint8_t symmetry = boxes.picture_orientation(node, 0);
      const Node turned = graph.image(node, symmetry);
      REQUIRE(graph.game().text(graph.position(turned)) == boxes.boxes()[box].text);
      REQUIRE(boxes.boxes()[box].node <= turned);
      REQUIRE(plays(boxes.seat(), graph.to_move(node)));
      for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
        REQUIRE(boxes.bead_at(edge, 0) == boxes.bead_at(graph.image(node, edge, symmetry), 0));
        if (boxes.bead_at(edge, 0) == kNone) continue;  // a reply that a published set leaves out
        const Bead& bead = boxes.boxes()[box].beads[boxes.bead_at(edge, 0)];
        const std::string& move = graph.move_text(graph.image(node, edge, symmetry));
        REQUIRE(std::count(bead.orbit.begin(), bead.orbit.end(), move) == 1);
      }
    }
  });
}

}  // namespace rules_contract_tests
