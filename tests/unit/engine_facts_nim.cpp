// Nim with three piles of three: NIMBLE's boxes, and who loses.
#include "engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

#include <algorithm>
#include <set>

namespace engine_facts_nim_tests {

using namespace menagerie;
using namespace menagerie::tests;

namespace {

const GameGraph& normal() { return graph_of(*find_game("nim-3x3")); }
const GameGraph& misere() { return graph_of(*find_game("nim-3x3-misere")); }

/// The piles in ascending order.
std::string sorted(std::string text) {
  std::sort(text.begin(), text.end());
  return text;
}

std::string piles_at(const GameGraph& graph, Node node) {
  return sorted(graph.game().text(graph.position(node)));
}

/// The piles from which the side to move loses, as the solver says for either side.
std::set<std::string> lost_piles(const GameGraph& graph) {
  const Solution solution = solve(graph);
  std::set<std::string> lost;
  std::set<std::string> won;
  for (Node node = 0; node < graph.node_count(); ++node) {
    const bool wins = (solution.value[node] == 1) == (graph.to_move(node) == Player::first);
    (wins ? won : lost).insert(piles_at(graph, node));
  }
  for (const std::string& piles : lost) REQUIRE(won.count(piles) == 0);
  REQUIRE(lost.size() + won.size() == 20);
  return lost;
}

}  // namespace

TEST_CASE("nim: what is lost for the side to move", "[facts]") {
  REQUIRE(lost_piles(normal()) == std::set<std::string>{"000", "011", "022", "033", "123"});
  REQUIRE(lost_piles(misere()) == std::set<std::string>{"001", "022", "033", "111", "123"});
}

TEST_CASE("nim: only taking a whole pile wins from the start", "[facts]") {
  const Solution solution = solve(normal());
  REQUIRE(solution.value[0] == 1);
  for (Edge edge = normal().first_edge(0); edge < normal().last_edge(0); ++edge) {
    REQUIRE(solution.keeps_value(normal(), 0, edge) == (normal().move(edge).amount == 3));
  }
}

TEST_CASE("nim: 18 boxes for both seats together, those with two or more counters left", "[facts]") {
  for (const GameGraph* graph : {&normal(), &misere()}) {
    const BoxSet boxes = boxes_of(*graph, Seat::either);
    REQUIRE(boxes.boxes().size() == 18);
    std::set<std::string> piles;
    for (const Box& box : boxes.boxes()) {
      piles.insert(sorted(box.text));
      REQUIRE((box.text[0] + box.text[1] + box.text[2]) - 3 * '0' >= 2);
    }
    REQUIRE(piles.size() == 18);
    REQUIRE(boxes.find("333") != kNone);
    for (Node node = 0; node < graph->node_count(); ++node) {
      const std::uint32_t box = boxes.box_at(node, 0);
      if (box == kNone) continue;
      REQUIRE(sorted(boxes.boxes()[box].text) == piles_at(*graph, node));
    }
  }
}

TEST_CASE("nim: one bead a distinct successor, its piles sorted", "[facts]") {
  const BoxSet boxes = boxes_of(normal(), Seat::either);
  for (const Box& box : boxes.boxes()) {
    std::set<std::string> successors;
    for (const Bead& bead : box.beads) {
      std::set<std::string> of_bead;
      for (const std::string& move : bead.orbit) {
        of_bead.insert(piles_at(normal(), normal().target(normal().find_edge(box.node, move))));
      }
      REQUIRE(of_bead.size() == 1);
      REQUIRE(successors.insert(*of_bead.begin()).second);
    }
    std::set<std::string> all;
    for (Edge edge = normal().first_edge(box.node); edge < normal().last_edge(box.node); ++edge) {
      all.insert(piles_at(normal(), normal().target(edge)));
    }
    REQUIRE(successors == all);
  }
}

TEST_CASE("nim: both seats draw from the same box, at the first turn in which either can meet it") {
  const BoxSet boxes = boxes_of(normal(), Seat::either);
  const Node second = node_after(normal(), {"a:2", "a:1"});        // 033, first to move
  const Node first = node_after(normal(), {"a:1", "a:1", "a:1"});  // 033, second to move
  const Node opened = node_after(normal(), {"b:3"});               // 303, second to move
  REQUIRE(normal().to_move(second) != normal().to_move(first));
  REQUIRE(boxes.box_at(second, 0) == boxes.box_at(first, 0));
  REQUIRE(boxes.box_at(opened, 0) == boxes.box_at(first, 0));
  REQUIRE(boxes.boxes()[boxes.box_at(first, 0)].turn == 1);
  REQUIRE(boxes.boxes()[boxes.box_at(first, 0)].text == "330");
}

TEST_CASE("nim is written pile by pile") {
  const Game& game = normal().game();
  REQUIRE(game.text(game.start()) == "333");
  REQUIRE(game.parse("321")->to_move == Player::first);
  REQUIRE(!game.parse("334"));
  REQUIRE(!game.parse("33"));
  REQUIRE(!game.parse("3/3/3"));
  const Position position = game.parse("012").value();
  std::vector<std::string> moves;
  for (const Move& move : game.moves(position)) moves.push_back(game.text(move));
  REQUIRE(moves == std::vector<std::string>{"b:1", "c:1", "c:2"});
  REQUIRE(!game.parse_move(position, "a:1"));
  REQUIRE(!game.parse_move(position, "b:2"));
}

}  // namespace engine_facts_nim_tests
