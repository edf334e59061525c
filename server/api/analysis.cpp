// games/{game}/analysis: what the solver says after any line of play.
#include "server/api/analysis.hpp"

#include "server/api/content.hpp"
#include "server/api/routes.hpp"
#include "server/wire/excerpt.hpp"
#include "server/wire/play_text.hpp"

#include <utility>

namespace menagerie::api {
namespace {

constexpr std::size_t kAnswersMax = 500;  // kept, of one game

template <typename Known>
Json or_null(const std::optional<Known>& known) {
  return known ? Json(*known) : Json(nullptr);
}

/// `a1-a2,b3xa2`.
std::string joined(const Game& game, std::span<const Move> moves) {
  std::string text;
  for (const Move& move : moves) text.append(text.empty() ? "" : ",").append(game.text(move));
  return text;
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

Json moves_json(const Game& game, const Line& line, const Analysis& analysis) {
  Json moves = Json::array();
  std::vector<Move> played = line.moves;
  for (const MoveAnalysis& it : analysis.moves) {
    played.push_back(*game.parse_move(line.positions.back(), it.move));
    const std::string published = game.published_name(played);
    played.pop_back();
    moves.push_back({{"move", it.move},
                     {"published", published.empty() ? Json(nullptr) : Json(published)},
                     {"value", it.value},
                     {"plies", or_null(it.plies)},
                     {"points", or_null(it.points)}});
  }
  return moves;
}

std::string analysis_text(const Game& game, const Line& line, const Analysis& analysis) {
  const Position& position = line.positions.back();
  Json json;
  json["game"] = game.name();
  json["line"] = split(joined(game, line.moves));
  json["position"] = analysis.position;
  json["to_move"] = analysis.to_move == Player::first ? "first" : "second";
  json["value"] = analysis.value;
  json["plies"] = or_null(analysis.plies);
  json["points"] = or_null(analysis.points);
  json["moves"] = moves_json(game, line, analysis);
  json["end"] = nullptr;
  if (game.outcome(position)) {
    const GameEnd end = game.end(position, line.moves.empty() ? nullptr : &line.moves.back());
    json["end"] = Json::parse(wire::end_text(game, position, end));
  }
  return json.dump();
}

/// The line that the query names; otherwise refuses the call.
std::optional<Line> line_in_query(const Call& call, const Game& game) {
  const std::string* text = call.query("moves");
  std::string fault;
  std::optional<Line> line;
  const std::vector<std::string> moves = split(text ? *text : "");
  if (moves.size() <= static_cast<std::size_t>(game.length_max())) {
    line = parse_line(game, moves, fault);
  } else {
    fault = "no play of " + std::string(game.name()) + " is so long";
  }
  if (line) return line;
  call.refuse(400, "bad-moves", "Bad moves",
              "\"moves\" is \"" + wire::excerpt(*text) +
                  "\"; it must be the moves from the start, with commas between: " + fault);
  return std::nullopt;
}

}  // namespace

struct Solvers::Solver {
  std::mutex mutex;  ///< of all that follows
  std::unique_ptr<GameSolver> solver;
  std::map<std::string, std::shared_ptr<const std::string>> answers;  ///< by the line's moves
};

Solvers::Solvers() = default;
Solvers::~Solvers() = default;

Solvers::Solver& Solvers::solver_of(const Game& game) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<Solver>& solver = solvers_[&game];
  if (!solver) solver = std::make_unique<Solver>();
  return *solver;
}

std::shared_ptr<const std::string> Solvers::answer(const Game& game, const Line& line) {
  Solver& solver = solver_of(game);
  const std::string moves = joined(game, line.moves);
  const std::lock_guard lock(solver.mutex);
  if (const auto found = solver.answers.find(moves); found != solver.answers.end()) return found->second;
  if (!solver.solver) solver.solver = std::make_unique<GameSolver>(game);
  auto text = std::make_shared<const std::string>(analysis_text(game, line, solver.solver->analyse(line)));
  if (solver.answers.size() >= kAnswersMax) solver.answers.clear();
  solver.answers.emplace(moves, text);
  return text;
}

void show_analysis(Context& context, Call call) {
  const Game* game = game_of(call);
  if (!game) return;
  if (!GameSolver::possible(*game)) {
    return call.refuse(404, "not-solved", "Too large to be solved here",
                       std::string(game->name()) +
                           " has too many positions for a server that answers at once; "
                           "`menagerie solve " +
                           std::string(game->name()) + "` works it out");
  }
  auto line = line_in_query(call, *game);
  if (!line) return;
  answer_from_log(
      context, std::move(call),
      [&context, game, line = *std::move(line)](store::Store&, const Request&) {
        Response response;
        response.body = context.solvers.answer(*game, line);
        return response;
      },
      Lane::costly);
}

}  // namespace menagerie::api
