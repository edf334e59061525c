// What holds for every learning rule on every set of boxes.
#include "../unit/engine_fixtures.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

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
          if (boxes) made.push_back(*std::move(boxes));
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

Episode random_episode(const BoxSet& boxes, std::span<const std::int64_t> beads, int i, Random& random) {
  const Opponent opponent = [&](Node node, Random& r) { return random_move(boxes.graph(), node, r); };
  Episode episode;
  if (boxes.seat() == Seat::either && i % 3 == 2) {
    play_itself(boxes, beads, random, episode);
    return episode;
  }
  return play_episode(boxes, beads, machine_player(boxes.seat(), i), opponent, random);
}

}  // namespace

TEST_CASE("a rule has a name of its own, a story, and a start", "[contract]") {
  for (const Rule& rule : all_rules()) {
    REQUIRE(find_rule(rule.name) == &rule);
    REQUIRE(rule.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos);
    REQUIRE(rule.story.back() == '.');
    REQUIRE(rule.floor >= 0);
    for (int turn = 1; turn < 20; ++turn) REQUIRE(rule.start_at(turn) >= 1);
  }
}

TEST_CASE("beads stay at the floor or above, and changes are a gap-free account", "[contract]") {
  on_every_machine([](const Rule& rule, const BoxSet& boxes) {
    std::vector<std::int64_t> beads = start_beads(rule, boxes);
    REQUIRE(beads.size() == boxes.bead_count());
    Random random(2);
    for (int i = 0; i < 300; ++i) {
      const Episode episode = random_episode(boxes, beads, i, random);
      const std::vector<std::int64_t> before = beads;
      std::vector<BeadChange> changes;
      learn(rule, boxes, beads, episode.trace, episode.outcome, changes);
      std::vector<std::int64_t> replayed = before;
      for (const BeadChange& change : changes) {
        std::int64_t& count = replayed[boxes.boxes()[change.box].first_bead + change.bead];
        REQUIRE(count == change.before);
        REQUIRE(change.after != change.before);
        REQUIRE(change.after >= rule.floor);
        count = change.after;
      }
      REQUIRE(replayed == beads);
      REQUIRE(*std::min_element(beads.begin(), beads.end()) >= rule.floor);
    }
  });
}

TEST_CASE("the same seed teaches the same beads", "[contract]") {
  on_every_machine([](const Rule& rule, const BoxSet& boxes) {
    const auto taught = [&] {
      std::vector<std::int64_t> beads = start_beads(rule, boxes);
      std::vector<BeadChange> changes;
      Random random(3);
      for (int i = 0; i < 100; ++i) {
        const Episode episode = random_episode(boxes, beads, i, random);
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
      const Episode episode = random_episode(boxes, beads, i, random);
      auto draw = episode.trace.begin();
      Node node = 0;
      std::uint8_t frame = 0;
      for (std::size_t ply = 0; ply < episode.moves.size(); ++ply) {
        const Edge edge = episode.moves[ply];
        REQUIRE((edge >= graph.first_edge(node) && edge < graph.last_edge(node)));
        if (draw != episode.trace.end() && draw->ply == ply) {
          REQUIRE(draw->box == boxes.box_at(node, frame));
          REQUIRE(draw->bead == boxes.bead_at(edge, frame));
          ++draw;
        }
        node = graph.target(edge);
        frame = boxes.next_frame(node, frame);
      }
      REQUIRE(draw == episode.trace.end());
      REQUIRE((episode.resigned || graph.outcome(node) == episode.outcome));
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
      REQUIRE(boxes.orientation(box.node, 0) == 0);
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
      const std::uint8_t symmetry = boxes.orientation(node, 0);
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
