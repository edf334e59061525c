// menagerie solve: the value of a position under best play, by move and reply.
#include "engine/analysis.hpp"
#include "engine/go_solver.hpp"
#include "server/app/command.hpp"
#include "server/app/machines.hpp"
#include "server/app/progress.hpp"

#include <spdlog/fmt/fmt.h>
#include <nlohmann/json.hpp>

#include <iostream>

namespace menagerie::app {
namespace {

using Json = nlohmann::ordered_json;

/// The position that `text` names; one that cannot be read throws Usage.
Position parse_position(const Game& game, const std::string& text) {
  if (const auto position = game.parse(text)) return *position;
  throw Usage(fmt::format("\"{}\" is no position of {}; its first is \"{}\"", text, game.name(),
                          game.text(game.start())));
}

/// Its node. A text may leave open who is to move (Nim): then whoever can be, the first player first.
Node find_node(const GameGraph& graph, const Position& position) {
  Position turned = position;
  turned.to_move = other(position.to_move);
  const Game& game = graph.game();
  Node node = graph.find(position);
  if (node == kNone && game.text(turned) == game.text(position)) node = graph.find(turned);
  if (node != kNone) return node;
  throw Usage(fmt::format("play of {} cannot reach the position \"{}\"", game.name(), game.text(position)));
}

Analysis analyse_go(const Game& game, const Position& position) {
  GoSolver solver(game);
  if (!solver.boards().legal(solver.boards().number(position))) {
    throw Usage(fmt::format("play of {} cannot reach the position \"{}\": a stone has no liberty",
                            game.name(), game.text(position)));
  }
  const Progress progress("solving " + std::string(game.name()));
  return solver.analyse(position);
}

Analysis analyse_position(const Game& game, const std::optional<std::string>& text) {
  const Position position = text ? parse_position(game, *text) : game.start();
  if (game.repetition_forbidden()) return analyse_go(game, position);
  const SolvedGame solved = SolvedGame::of(game);
  return analyse(*solved.graph, solved.solution, find_node(*solved.graph, position));
}

template <typename Known>
Json or_null(const std::optional<Known>& known) {
  return known ? Json(*known) : Json(nullptr);
}

const char* name_of(Player player) { return player == Player::first ? "first" : "second"; }

Json to_json(const MoveAnalysis& move, bool with_replies) {
  Json json{{"move", move.move}, {"value", move.value}, {"plies", or_null(move.plies)}};
  if (move.points) json["points"] = *move.points;
  if (!with_replies) return json;
  json["replies"] = Json::array();
  for (const MoveAnalysis& reply : move.replies) json["replies"].push_back(to_json(reply, false));
  return json;
}

Json to_json(const Game& game, const Analysis& analysis) {
  Json json{{"game", game.name()},
            {"position", analysis.position},
            {"to_move", name_of(analysis.to_move)},
            {"value", analysis.value},
            {"plies", or_null(analysis.plies)}};
  if (analysis.points) json["points"] = *analysis.points;
  json["moves"] = Json::array();
  for (const MoveAnalysis& move : analysis.moves) json["moves"].push_back(to_json(move, true));
  return json;
}

/// `the first player wins in 7 plies`; works on an Analysis and on a MoveAnalysis.
template <typename Analysed>
std::string verdict(const Analysed& it) {
  std::string text = it.value == 0 ? "a draw" : it.value > 0 ? "first wins" : "second wins";
  if (it.plies) text += fmt::format(" in {} {}", *it.plies, *it.plies == 1 ? "ply" : "plies");
  if (it.points && *it.points != 0) text += fmt::format(" by {}", std::abs(*it.points));
  return text;
}

/// Gardner's name of a move in mini-checkers: the man's letter and the number of the square that it comes
/// to. The letters belong to the men as they stand at the start. Empty elsewhere.
std::string gardners_name(const Game& game, const std::string& move) {
  if (game.name() != "mini-checkers") return "";
  constexpr std::string_view kSquares = "a1c1b2d2a3c3b4d4";
  constexpr std::string_view kMen = "AB    CD";
  const std::size_t from = kSquares.find(std::string_view(move).substr(0, 2)) / 2;
  const std::size_t to = kSquares.find(std::string_view(move).substr(move.size() - 2)) / 2;
  return fmt::format("{}{}", kMen[from], to + 1);
}

void print_text(const Game& game, const Analysis& analysis) {
  const bool at_start = analysis.position == game.text(game.start());
  const auto line = [&](int indent, const MoveAnalysis& move) {
    const std::string lettered = at_start ? gardners_name(game, move.move) : "";
    std::cout << fmt::format("{:{}}{:<4}{:<10} {}\n", "", indent, lettered, move.move, verdict(move));
  };
  std::cout << fmt::format("{}, {}, {} to move: {}\n", game.name(), analysis.position,
                           name_of(analysis.to_move), verdict(analysis));
  for (const MoveAnalysis& move : analysis.moves) {
    line(2, move);
    for (const MoveAnalysis& reply : move.replies) line(8, reply);
  }
}

void print_csv(const Analysis& analysis) {
  const auto line = [](const std::string& move, const std::string& reply, const MoveAnalysis& it) {
    std::cout << move << ',' << reply << ',' << it.value << ',' << (it.plies ? std::to_string(*it.plies) : "")
              << ',' << (it.points ? std::to_string(*it.points) : "") << '\n';
  };
  std::cout << "move,reply,value,plies,points\n";
  for (const MoveAnalysis& move : analysis.moves) {
    line(move.move, "", move);
    for (const MoveAnalysis& reply : move.replies) line(move.move, reply.move, reply);
  }
}

}  // namespace

int solve(int argc, const char* const* argv) {
  CLI::App command{
      "Tells what a position is worth under best play (fastest win, longest defence), and each move and "
      "reply: value 1, 0 or -1, from the first player's view, and plies to the end. Endless play is a "
      "draw. Go has points instead of plies.",
      "menagerie solve"};
  std::string name, position, format = "text";
  command.add_option("game", name, "one of:" + names_of_games())->required();
  command.add_option("--position", position,
                     "a position as `boxes` prints it (default: the start); where it does not tell who is "
                     "to move, the first player is, if that can be");
  add_format(command, format);
  if (const int status = parse(command, arguments_of(argc, argv)); status >= 0) return status;

  const Game* game = find_any_game(name);
  if (game == nullptr) throw Usage("there is no game \"" + name + "\"; there are:" + names_of_games());
  const Analysis analysis =
      analyse_position(*game, command.count("--position") == 0 ? std::nullopt : std::optional(position));
  if (format == "json") {
    std::cout << to_json(*game, analysis).dump() << '\n';
  } else if (format == "csv") {
    print_csv(analysis);
  } else {
    print_text(*game, analysis);
  }
  return 0;
}

}  // namespace menagerie::app
