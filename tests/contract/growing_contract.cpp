// Boxes that are made as one episode is played, held against those of the listed game.
#include "../unit/engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

#include <set>

namespace growing_contract_tests {

using namespace menagerie;
using namespace menagerie::tests;

namespace {

bool same_beads(const Box& a, const Box& b) {
  return std::equal(a.beads.begin(), a.beads.end(), b.beads.begin(), b.beads.end(),
                    [](const Bead& x, const Bead& y) { return x.move == y.move && x.orbit == y.orbit; });
}

/// At a node that both know under the same position: the same box, turned the same way, and the same bead
/// for every move.
void compare(const BoxSet& grown, Node node, const BoxSet& listed) {
  const GameGraph& graph = grown.graph();
  const Node there = listed.graph().find(graph.position(node));
  REQUIRE(there != kNone);
  const std::uint32_t box = grown.box_at(node, 0);
  REQUIRE((box == kNone) == (listed.box_at(there, 0) == kNone));
  if (box == kNone) return;
  const Box& listed_box = listed.boxes()[listed.box_at(there, 0)];
  REQUIRE(grown.boxes()[box].text == listed_box.text);
  REQUIRE(same_beads(grown.boxes()[box], listed_box));
  REQUIRE(grown.boxes()[box].turn >= listed_box.turn);
  REQUIRE(grown.picture_orientation(node, 0) == listed.picture_orientation(there, 0));
  REQUIRE(grown.next_orientation(node, 0) == 0);
  for (Edge i = 0; i < graph.degree(node); ++i) {
    REQUIRE(grown.bead_at(graph.first_edge(node) + i, 0) ==
            listed.bead_at(listed.graph().first_edge(there) + i, 0));
  }
}

}  // namespace

TEST_CASE("boxes made when met are the boxes of the listed game", "[contract]") {
  for (const Game* game : small_games()) {
    for (const Seat seat : kSeats) {
      INFO(game->name() << ' ' << to_text(seat));
      const BoxSet listed = boxes_of(graph_of(*game), seat);
      MadeBoxes made(*game, seat);
      Random random(6);
      for (int episode = 0; episode < 20; ++episode) {
        GameGraph graph = GameGraph::grown(*game);
        GrownBoxes grown(graph, seat);
        std::vector<Edge> moves;
        Node node = 0;
        std::set<Node> met;
        bool went_round = false;
        for (int ply = 0; ply < game->length_max(); ++ply) {
          const std::size_t before = grown.boxes().size();
          grown.meet(node);
          compare(grown, node, listed);
          went_round = !met.insert(node).second || went_round;
          if (grown.boxes().size() > before) {
            const int turn = grown.boxes().back().turn;
            REQUIRE((went_round ? turn <= ply / 2 + 1 : turn == ply / 2 + 1));
          }
          if (graph.outcome(node)) break;
          moves.push_back(random_move(graph, node, random, moves));
          node = graph.follow(moves.back());
        }
        for (const Box& box : grown.boxes()) {
          if (made.find(box.text) == kNone) made.add(box);
        }
      }
      REQUIRE(made.boxes().size() <= listed.boxes().size());
      std::size_t bead_count = 0;
      for (std::uint32_t i = 0; i < made.boxes().size(); ++i) {
        const Box& box = made.boxes()[i];
        REQUIRE(box.first_bead == bead_count);
        bead_count += box.beads.size();
        REQUIRE(box.node == kNone);
        REQUIRE(made.find(box.text) == i);
        REQUIRE(same_beads(box, listed.boxes()[listed.find(box.text)]));
      }
      REQUIRE(made.bead_count() == bead_count);
      REQUIRE(&made.game() == game);
    }
  }
}

}  // namespace growing_contract_tests
