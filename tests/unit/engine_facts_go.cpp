// Go on 2 x 2 and 3 x 3 points: legal boards, captures, superko, scores.
#include "engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

#include <algorithm>
#include <set>

namespace engine_facts_go_tests {

using namespace menagerie;
using namespace menagerie::tests;

namespace {

const GameGraph& two() { return graph_of(*find_game("go-2x2")); }
const GameGraph& three() { return graph_of(*find_game("go-3x3")); }

/// The board without the side to move.
std::string board_at(const GameGraph& graph, Node node) {
  const std::string text = graph.game().text(graph.position(node));
  return text.substr(0, text.size() - 2);
}

std::set<std::string> boards(const GameGraph& graph) {
  std::set<std::string> found;
  for (Node node = 0; node < graph.node_count(); ++node) found.insert(board_at(graph, node));
  return found;
}

std::string after(const Game& game, std::string_view position, std::string_view move) {
  const Position before = game.parse(position).value();
  const auto parsed = game.parse_move(before, move);
  return parsed ? game.text(game.after(before, *parsed)) : "not allowed";
}

/// The score once both sides pass.
int score(const Game& game, std::string_view board) {
  Position position = game.parse(std::string(board) + " b").value();
  REQUIRE(!game.points(position));
  for (int pass = 0; pass < 2; ++pass) {
    position = game.after(position, game.parse_move(position, "pass").value());
  }
  return game.points(position).value();
}

/// The edges of a line of play from the start.
std::vector<Edge> line(GameGraph& graph, const std::vector<std::string>& moves) {
  std::vector<Edge> edges;
  Node node = 0;
  for (const std::string& move : moves) {
    edges.push_back(graph.find_edge(node, move));
    node = graph.follow(edges.back());
  }
  return edges;
}

}  // namespace

TEST_CASE("go: 57 legal boards on 2 x 2 points and 12,675 on 3 x 3", "[facts]") {
  REQUIRE(boards(two()).size() == 57);
  REQUIRE(boards(three()).size() == 12'675);
}

TEST_CASE("go on 2 x 2: of all stones that can be placed 30 % take something, and it is told so", "[facts]") {
  const Game& game = two().game();
  std::set<std::string> seen;
  int stones = 0, taking = 0;
  const auto count = [](const Position& position) {
    return std::count_if(position.cells.begin(), position.cells.begin() + 4,
                         [](auto cell) { return cell != 0; });
  };
  for (Node node = 0; node < two().node_count(); ++node) {
    for (const std::string_view to_move : {" b", " w"}) {
      const std::string text = board_at(two(), node) + std::string(to_move);
      if (!seen.insert(text).second) continue;
      const Position position = game.parse(text).value();
      for (const Move& move : game.moves(position)) {
        if (move.kind != Move::Kind::place) continue;
        ++stones;
        taking += count(game.after(position, move)) <= count(position) ? 1 : 0;
      }
    }
  }
  REQUIRE(stones == 184);
  REQUIRE(taking == 56);
  REQUIRE(game.story().origin.find("30 % take something") != std::string_view::npos);
  REQUIRE(game.story().origin.find("mallest") == std::string_view::npos);
  REQUIRE(three().game().story().sources.find("Eliasberg") != std::string_view::npos);
}

TEST_CASE("go: stones without an empty point beside them are taken, and nobody takes their own") {
  const Game& game = three().game();
  REQUIRE(after(game, ".../b../w.. b", "a2") == "not allowed");
  REQUIRE(after(game, ".../b../w.. b", "b1") == ".../b../.b. w");
  REQUIRE(after(game, ".../b../.b. w", "a1") == "not allowed");    // suicide
  REQUIRE(after(game, ".w./bw./.b. w", "a1") == "not allowed");    // still
  REQUIRE(after(game, "ww./bw./.bw w", "a1") == "ww./.w./w.w b");  // but a capture is none
  REQUIRE(after(game, "bb./bw./.ww b", "pass") == "bb./bw./.ww w");
  REQUIRE(after(two().game(), "bb/b. w", "b1") == "../.w b");
}

TEST_CASE("go: area is counted, and regions that touch both colours are nobody's") {
  const Game& game = three().game();
  REQUIRE(score(game, ".../.../...") == 0);
  REQUIRE(score(game, ".../.b./...") == 9);
  REQUIRE(score(game, ".../.w./...") == -9);
  REQUIRE(score(game, ".bw/.bw/.bw") == 3);
  REQUIRE(score(game, "b../.../..w") == 0);
  REQUIRE(game.outcome(game.start()) == std::nullopt);
}

TEST_CASE("go: two passes end it, and a stone between them does not") {
  const GameGraph& graph = two();
  REQUIRE(graph.outcome(node_after(graph, {"pass", "pass"})) == Outcome::draw);
  REQUIRE(graph.outcome(node_after(graph, {"a1", "pass", "pass"})) == Outcome::first_wins);
  REQUIRE(!graph.outcome(node_after(graph, {"pass", "a1", "pass"})));
  REQUIRE(graph.outcome(node_after(graph, {"pass", "a1", "pass", "pass"})) == Outcome::second_wins);
}

TEST_CASE("go: no stone brings back a board, but a pass may leave it") {
  // White has taken Black's stones twice; to take all three of White's would leave the lone stone at a1
  // of the first move.
  const std::vector<std::string> played{"a1", "b2", "b1", "a2", "a1", "b1"};
  GameGraph grown = GameGraph::grown(two().game());
  const std::vector<Edge> moves = line(grown, played);
  const Node node = grown.target(moves.back());
  REQUIRE(board_at(grown, node) == "ww/.w");
  REQUIRE(grown.degree(node) == 2);
  REQUIRE(!may_play(grown, moves, grown.find_edge(node, "a1")));
  REQUIRE(may_play(grown, moves, grown.find_edge(node, "pass")));
  REQUIRE(may_play(grown, {}, grown.find_edge(0, "a1")));

  // The machine puts the bead back and draws the pass; with no pass left it resigns.
  GrownBoxes boxes(grown, Seat::first);
  boxes.meet(node);
  std::vector<std::int64_t> beads(boxes.bead_count(), 1);
  REQUIRE(beads.size() == 2);
  const Rule& rule = *find_rule("michie-1961");
  Random random(7);
  for (int i = 0; i < 50; ++i) {
    const MachineMove move = machine_move(rule, boxes, beads, node, 0, 6, random, moves);
    REQUIRE(move.edge == grown.find_edge(node, "pass"));
    REQUIRE(random_move(grown, node, random, moves) == move.edge);
    REQUIRE(move.draw->bead == 1);
  }
  beads[1] = 0;
  REQUIRE(machine_move(rule, boxes, beads, node, 0, 6, random, moves).edge == kNone);
  REQUIRE(machine_move(rule, boxes, beads, node, 0, 6, random).edge == grown.find_edge(node, "a1"));

  // A rule that draws from an empty box gives no weight to a bead that may not be played.
  const Rule fills = parse_rule("michie-1961,empty=top-up").value();
  for (const std::int64_t unplayable : {0, 3}) {
    beads = {unplayable, 0};
    for (int i = 0; i < 50; ++i) {
      REQUIRE(machine_move(fills, boxes, beads, node, 0, 6, random, moves).edge ==
              grown.find_edge(node, "pass"));
    }
  }
}

TEST_CASE("go: a box holds the board and the colour to move, and no pass") {
  for (const GameGraph* graph : {&two(), &three()}) {
    const BoxSet boxes = boxes_of(*graph, Seat::second);
    std::set<std::string> texts;
    for (const Box& box : boxes.boxes()) REQUIRE(texts.insert(box.text).second);
    int shared = 0;  // boards met both after a pass and after a stone
    for (const Node node : some_nodes(*graph)) {
      const std::uint32_t box = boxes.box_at(node, 0);
      REQUIRE((box != kNone) == (graph->to_move(node) == Player::second && !graph->outcome(node)));
      if (box == kNone) continue;
      Position parsed = graph->game().parse(graph->game().text(graph->position(node))).value();
      if (parsed == graph->position(node) || graph->find(parsed) == kNone) continue;
      REQUIRE(boxes.box_at(graph->find(parsed), 0) == box);
      ++shared;
    }
    REQUIRE(shared > 5);
    for (std::uint32_t i = 0; i < boxes.boxes().size(); ++i) {
      REQUIRE(boxes.boxes()[i].beads.back().move == "pass");
    }
  }
}

}  // namespace engine_facts_go_tests
