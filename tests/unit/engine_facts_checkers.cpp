// Checkers on small boards: Gardner's, Tretyakov's and Caswell's, published and computed numbers.
#include "engine/games/checkers.hpp"
#include "engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>
#include <span>
#include <sstream>

namespace engine_facts_checkers_tests {

using namespace menagerie;
using namespace menagerie::tests;

namespace {

const GameGraph& mini() { return graph_of(*find_game("mini-checkers")); }
const GameGraph& russian() { return graph_of(*find_game("mini-checkers-russian")); }

using Texts = std::vector<std::string>;

Texts move_texts(const Game& game, std::string_view position) {
  Texts texts;
  for (const Move& move : game.moves(game.parse(position).value())) texts.push_back(game.text(move));
  return texts;
}

std::string after(const Game& game, std::string_view text, std::string_view move) {
  const Position position = game.parse(text).value();
  return game.text(game.after(position, game.parse_move(position, move).value()));
}

std::optional<Outcome> outcome(const Game& game, std::string_view position) {
  return game.outcome(game.parse(position).value());
}

/// The moves that the game's literature knows by these names, played from the start.
Node node_after_published(const GameGraph& graph, const Texts& names) {
  Node node = 0;
  std::vector<Move> line;
  for (const std::string& name : names) {
    Edge found = kNone;
    for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
      line.push_back(graph.move(edge));
      if (graph.game().published_name(line) == name) found = edge;
      line.pop_back();
    }
    REQUIRE(found != kNone);
    line.push_back(graph.move(found));
    node = graph.target(found);
  }
  return node;
}

/// The published names of the moves at a node that play comes to in at most one move.
std::set<std::string> published_names(const GameGraph& graph, std::vector<Move> line, Node node) {
  std::set<std::string> names;
  for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
    line.push_back(graph.move(edge));
    names.insert(graph.game().published_name(line));
    line.pop_back();
  }
  return names;
}

/// A row of web/js/solved.js: a move and the board that it leads to.
struct LineStep {
  std::string move;
  std::string board;
};

std::vector<LineStep> line_of_pages() {
  std::ostringstream file;
  file << std::ifstream(MENAGERIE_SOLVED_LINE).rdbuf();
  const std::string text = file.str();
  static const std::regex kRow(R"re(\["([^"]*)", "([^"]+)"\])re");
  std::vector<LineStep> line;
  for (std::sregex_iterator it(text.begin(), text.end(), kRow), end; it != end; ++it) {
    line.push_back({(*it)[1].str(), (*it)[2].str()});
  }
  return line;
}

}  // namespace

TEST_CASE("mini-checkers: 2,409 positions, a draw", "[facts]") {
  REQUIRE(mini().game().text(mini().game().start()) == ".b.b/..../..../w.w. b");
  REQUIRE(mini().node_count() == 2409);
  const Solution solution = solve(mini());
  REQUIRE(solution.value[0] == 0);
  REQUIRE(solution.plies[0] == -1);
}

TEST_CASE("mini-checkers: Gardner's answer, in his letters and digits", "[facts]") {
  const Solution solution = solve(mini());
  const auto value_after = [&](const Texts& names) {
    return int{solution.value[node_after_published(mini(), names)]};
  };
  REQUIRE(published_names(mini(), {}, 0) == std::set<std::string>{"C5", "C6", "D6"});
  REQUIRE(value_after({"C5"}) == -1);
  REQUIRE(value_after({"C5", "A3"}) == -1);
  REQUIRE(value_after({"C5", "B3"}) > -1);  // nothing but A3 beats C5
  REQUIRE(value_after({"C5", "B4"}) > -1);
  REQUIRE(value_after({"C6"}) == 0);
  REQUIRE(value_after({"D6"}) == 0);
  REQUIRE(value_after({"D6", "A3"}) == 1);
  REQUIRE(value_after({"D6", "B3"}) == 1);
  REQUIRE(value_after({"D6", "B4"}) == 0);
  // A letter goes with its man through captures.
  const std::vector<Move> line{mini().move(mini().find_edge(0, "d4-c3")),
                               mini().move(mini().find_edge(node_after(mini(), {"d4-c3"}), "a1-b2")),
                               {Move::Kind::capture, 2, 0, {10, 0}}};
  REQUIRE(mini().game().text(line[2]) == "c3xa1");
  REQUIRE(mini().game().published_name(line) == "D1");
}

TEST_CASE("mini-checkers: American rules", "[facts]") {
  const Game& game = mini().game();
  REQUIRE(game.symmetries().size() == 1);
  REQUIRE(!game.parse("b.../..../..../w.w. b"));  // a4 is a light square
  // Men capture forwards only; who can capture must; kings step one square, and both ways.
  REQUIRE(move_texts(game, "...b/..w./.b../.... b") == Texts{"b2-a1", "b2-c1"});
  REQUIRE(move_texts(game, ".b.b/..w./..../.... b") == Texts{"b4xd2", "d4xb2"});
  REQUIRE(move_texts(game, "..../w.../..../..B. b") == Texts{"c1-b2", "c1-d2"});
  REQUIRE(move_texts(game, "..../..../...B/w... b") == Texts{"d2-c1", "d2-c3"});
  REQUIRE(move_texts(game, "..../..w./.B../.... b") == Texts{"b2xd4"});
  REQUIRE(after(game, "..../..../.b../.... b", "b2-a1") == "..../..../..../B... w");  // crowned
  // No move is a loss, and there is no other end.
  REQUIRE(outcome(game, "..../..../..../w... b") == Outcome::second_wins);
  REQUIRE(outcome(game, "..../b.../.w../w.w. b") == Outcome::second_wins);
  REQUIRE(outcome(game, ".b../..../..../.... w") == Outcome::first_wins);
  REQUIRE(!outcome(game, ".W../..../..../B... b"));
}

TEST_CASE("mini-checkers, Russian: Tretyakov's rules", "[facts]") {
  const Game& game = russian().game();
  REQUIRE(game.text(game.start()) == ".b.b/..../..../w.w. w");
  REQUIRE(move_texts(game, "..../..w./.b../.... b") == Texts{"b2xd4"});  // a man, backwards
  // A king goes to the furthest free square, captures the first piece in its way over any distance, and
  // lands on the furthest free square behind it.
  REQUIRE(move_texts(game, "..../..w./..../..B. b") == Texts{"c1-d2", "c1-a3"});
  REQUIRE(move_texts(game, "..../..../.w../B... b") == Texts{"a1xd4"});
  REQUIRE(move_texts(game, "..../..w./..../B... b") == Texts{"a1xd4"});
  REQUIRE(move_texts(game, "...w/..w./..../B... b") == Texts{"a1-b2"});
  REQUIRE(after(game, ".b../..w./..../B... b", "a1xd4") == ".b.B/..../..../.... w");
  REQUIRE(outcome(game, ".b.B/..../..../.... w") == Outcome::second_wins);
  REQUIRE(outcome(game, ".W.b/..../..../B... b") == Outcome::draw);
  REQUIRE(game.moves(game.parse(".W.b/..../..../B... b").value()).empty());
  REQUIRE(!outcome(game, ".W.b/..../..../.... b"));
}

TEST_CASE("mini-checkers, Russian: a draw, and no capture takes two", "[facts]") {
  REQUIRE(solve(russian()).value[0] == 0);
  for (Edge edge = 0; edge < russian().edge_count(); ++edge) REQUIRE(russian().move(edge).length == 2);
}

TEST_CASE("tretyakov-24: 24 boxes with 53 arrows, 106 beads", "[facts]") {
  const BoxSet boxes = boxes_of(russian(), Seat::second, BoxConvention::tretyakov_24);
  REQUIRE(boxes.boxes().size() == 24);
  REQUIRE(boxes.bead_count() == 53);
  Rule two_of_each;
  two_of_each.start = std::vector<std::int64_t>(20, 2);  // by turn, further than any box
  REQUIRE(sum(start_beads(two_of_each, boxes)) == 106);
}

TEST_CASE("tretyakov-24: what is left out is the box in which every move wins at once", "[facts]") {
  const BoxSet all = boxes_of(russian(), Seat::second);
  REQUIRE(all.boxes().size() == 25);
  const BoxSet boxes = boxes_of(russian(), Seat::second, BoxConvention::tretyakov_24);
  for (const Box& box : all.boxes()) {
    const bool left_out = boxes.find(box.text) == kNone;
    bool wins_at_once = true;
    for (Edge edge = russian().first_edge(box.node); edge < russian().last_edge(box.node); ++edge) {
      wins_at_once = wins_at_once && russian().outcome(russian().target(edge)) == Outcome::second_wins;
      REQUIRE((boxes.bead_at(edge, 0) == kNone) == left_out);
    }
    REQUIRE(left_out == wins_at_once);
    REQUIRE(left_out == (box.text == ".b../..w./..../B... b"));
    REQUIRE((boxes.box_at(box.node, 0) == kNone) == left_out);
  }
}

TEST_CASE("tretyakov-24: play is not restricted", "[facts]") {
  const BoxSet boxes = boxes_of(russian(), Seat::second, BoxConvention::tretyakov_24);
  for (Edge edge = 0; edge < russian().edge_count(); ++edge) REQUIRE(boxes.in_play(edge));
  for (Node node = 0; node < russian().node_count(); ++node) REQUIRE(boxes.next_orientation(node, 0) == 0);
  std::string why;
  REQUIRE(!BoxSet::make(russian(), Seat::either, BoxConvention::tretyakov_24, &why));
  REQUIRE(why == "tretyakov-24 is a set of boxes for the seat second only");
  REQUIRE(!BoxSet::make(mini(), Seat::second, BoxConvention::tretyakov_24, &why));
  REQUIRE(why == "tretyakov-24 is a set of boxes for mini-checkers-russian only");
}

TEST_CASE("checkers on 5 x 5: multiple jumps", "[facts]") {
  const Game& game = *find_game("checkers-5x5");
  REQUIRE(game.text(game.start()) == "b.b.b/...../...../...../w.w.w b");
  REQUIRE(game.symmetries().size() == 2);
  REQUIRE(!game.listed());
  // A jump must be completed; two ways to one square are two moves.
  REQUIRE(move_texts(game, "..b../.w.w./...../.w.w./..... b") == Texts{"c5xa3xc1", "c5xe3xc1"});
  REQUIRE(after(game, "..b../.w.w./...../.w.w./..... b", "c5xa3xc1") == "...../...w./...../...w./..B.. w");
  // Promotion ends the move: c1 could go on over d2.
  REQUIRE(move_texts(game, "...../...../b..../.w.w./..... b") == Texts{"a3xc1"});
  // A king may come back to where it began, and no piece is jumped twice.
  const std::string_view ring = "...../.w.w./...../.w.w./..B.. b";
  REQUIRE(move_texts(game, ring) == Texts{"c1xa3xc5xe3xc1", "c1xe3xc5xa3xc1"});
  REQUIRE(after(game, ring, "c1xa3xc5xe3xc1") == "...../...../...../...../..B.. w");
}

TEST_CASE("Tretyakov's rules on 5 x 5, where there is room for long jumps") {
  const Checkers game({"russian-5x5", {}, kTretyakovsCheckers, 5, 100});
  REQUIRE(move_texts(game, "...../...../b..../.w.w./..... b") == Texts{"a3xc1xe3"});  // goes on as a king
  REQUIRE(after(game, "...../...../b..../.w.w./..... b", "a3xc1xe3") == "...../...../....B/...../..... w");
  REQUIRE(move_texts(game, "...../...../...../.w.../B.... b") == Texts{"a1xe5"});  // and not back again
  REQUIRE(move_texts(game, "...../...w./...../...../B.... b") == Texts{"a1xe5"});
}

// 821,577 positions take three seconds in a release build, and far too many in others.
TEST_CASE("checkers on 5 x 5: Black wins in 35 plies, by c5-b4 or c5-d4", "[.release]") {
  const GameGraph graph = GameGraph::compile(*find_game("checkers-5x5")).value();
  REQUIRE(graph.node_count() == 821'577);
  const Solution solution = solve(graph);
  REQUIRE(solution.value[0] == 1);
  REQUIRE(solution.plies[0] == 35);
  std::set<std::string> winning;
  for (Edge edge = graph.first_edge(0); edge < graph.last_edge(0); ++edge) {
    if (solution.keeps_value(graph, 0, edge)) winning.insert(graph.move_text(edge));
  }
  REQUIRE(winning == std::set<std::string>{"c5-b4", "c5-d4"});

  // The line that pages play: the shortest win against the longest defence, to the end.
  const std::vector<LineStep> line = line_of_pages();
  REQUIRE(line.size() == 36);
  REQUIRE(line[0].board == graph.game().text(graph.position(0)));
  Node node = 0;
  for (const LineStep& step : std::span(line).subspan(1)) {
    const Edge edge = graph.find_edge(node, step.move);
    CAPTURE(step.move, step.board);
    REQUIRE(edge != kNone);
    REQUIRE(solution.keeps_value(graph, node, edge));
    REQUIRE(solution.plies[graph.target(edge)] == solution.plies[node] - 1);
    node = graph.target(edge);
    REQUIRE(graph.game().text(graph.position(node)) == step.board);
  }
  REQUIRE(graph.outcome(node));
}

}  // namespace engine_facts_checkers_tests
