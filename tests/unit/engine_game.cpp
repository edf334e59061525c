// The two games as people write them.
#include "engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

namespace engine_game_tests {

using namespace menagerie;
using namespace menagerie::tests;

namespace {

std::vector<std::string> move_texts(const Game& game, std::string_view position) {
  std::vector<std::string> texts;
  for (const Move& move : game.moves(game.parse(position).value())) texts.push_back(game.text(move));
  return texts;
}

std::string image_text(const Game& game, std::string_view position, std::string_view symmetry) {
  for (const Symmetry& candidate : game.symmetries()) {
    if (candidate.name == symmetry) return game.text(candidate(game.parse(position).value()));
  }
  return "no such symmetry";
}

std::optional<Outcome> outcome(const Game& game, std::string_view position) {
  return game.outcome(game.parse(position).value());
}

}  // namespace

TEST_CASE("noughts and crosses is written row by row from the top") {
  const Game& game = noughts().game();
  Position position = game.start();
  REQUIRE(game.text(position) == ".../.../...");
  position = game.after(position, game.parse_move(position, "a1").value());
  REQUIRE(game.text(position) == ".../.../X..");
  position = game.after(position, game.parse_move(position, "c3").value());
  REQUIRE(game.text(position) == "..O/.../X..");
  REQUIRE(position.to_move == Player::first);
  REQUIRE(move_texts(game, "..O/.../X..") ==
          std::vector<std::string>{"b1", "c1", "a2", "b2", "c2", "a3", "b3"});
}

TEST_CASE("noughts and crosses refuses counts that turns cannot make") {
  const Game& game = noughts().game();
  REQUIRE(game.parse("X../.../...")->to_move == Player::second);
  REQUIRE(game.parse("XO./.../...")->to_move == Player::first);
  REQUIRE(!game.parse("O../.../..."));
  REQUIRE(!game.parse("XX./.../..."));
  REQUIRE(!game.parse("x../.../..."));
  REQUIRE(!game.parse("X......./..."));
}

TEST_CASE("noughts and crosses ends with three in a row or a full board") {
  const Game& game = noughts().game();
  REQUIRE(outcome(game, "XXX/OO./...") == Outcome::first_wins);
  REQUIRE(outcome(game, "X.O/XO./O.X") == Outcome::second_wins);
  REQUIRE(outcome(game, "XOX/XOO/OXX") == Outcome::draw);
  REQUIRE(!outcome(game, "XX./OO./..."));
}

TEST_CASE("the eight symmetries of the square do as their names say") {
  const Game& game = noughts().game();
  const std::string_view position = "X.O/.../...";  // a cross at the top left, a nought at the top right
  REQUIRE(image_text(game, position, "identity") == "X.O/.../...");
  REQUIRE(image_text(game, position, "rotate-90") == "..X/.../..O");
  REQUIRE(image_text(game, position, "rotate-180") == ".../.../O.X");
  REQUIRE(image_text(game, position, "rotate-270") == "O../.../X..");
  REQUIRE(image_text(game, position, "mirror") == "O.X/.../...");
  REQUIRE(image_text(game, position, "mirror-90") == "..O/.../..X");
  REQUIRE(image_text(game, position, "mirror-180") == ".../.../X.O");
  REQUIRE(image_text(game, position, "mirror-270") == "X../.../O..");
}

TEST_CASE("hexapawn names the side to move") {
  const Game& game = hexapawn().game();
  REQUIRE(game.text(game.start()) == "bbb/.../www w");
  REQUIRE(move_texts(game, "bbb/.../www w") == std::vector<std::string>{"a1-a2", "b1-b2", "c1-c2"});
  REQUIRE(move_texts(game, "bbb/w../.ww b") == std::vector<std::string>{"b3-b2", "c3-c2", "b3xa2"});
  REQUIRE(move_texts(game, "b.b/bw./w.w w") == std::vector<std::string>{"c1-c2", "b2-b3", "b2xa3", "b2xc3"});
  REQUIRE(image_text(game, "bbb/w../.ww b", "mirror") == "bbb/..w/ww. b");
  REQUIRE(!game.parse("bbb/.../www"));
  REQUIRE(!game.parse("bbb/.../www x"));
  REQUIRE(!game.parse("bbb.../www w"));
}

TEST_CASE("hexapawn ends on the far row, with nothing left, or with no move") {
  const Game& game = hexapawn().game();
  REQUIRE(outcome(game, "w.b/.../..w b") == Outcome::first_wins);
  REQUIRE(outcome(game, "..b/.../b.. w") == Outcome::second_wins);
  REQUIRE(outcome(game, ".../.w./... b") == Outcome::first_wins);
  REQUIRE(outcome(game, ".../.b./... w") == Outcome::second_wins);
  REQUIRE(outcome(game, ".b./.w./... b") == Outcome::first_wins);
  REQUIRE(outcome(game, ".b./.w./... w") == Outcome::second_wins);
  REQUIRE(!outcome(game, "b../.w./... w"));
}

TEST_CASE("unknown games are not found") {
  REQUIRE(find_game("chess") == nullptr);
  REQUIRE(find_game("") == nullptr);
}

}  // namespace engine_game_tests
