// Checkers on small boards: Gardner's, published and computed numbers.
#include "engine_fixtures.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

using namespace menagerie;
using namespace menagerie::tests;

namespace {

const GameGraph& mini() { return graph_of(*find_game("mini-checkers")); }

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
