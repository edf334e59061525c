// games/{game}/analysis: what the solver says after any line of play.
#include "server/api/analysis.hpp"

#include "engine/text.hpp"
#include "server/api/routes.hpp"
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
std::string text_of(const Game& game, std::span<const Move> moves) {
  return joined(moves, ",", [&](const Move& move) { return game.text(move); });
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
  json["line"] = split(text_of(game, line.moves), ',');
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

/// The line that the query names.
Line line_in_query(const Call& call, const Game& game) {
  const std::string* text = call.query("moves");
  const auto parts = split(text ? *text : std::string_view(), ',');
  const std::vector<std::string> names(parts.begin(), parts.end());
  std::string fault = "no play of " + std::string(game.name()) + " is so long";
  if (names.size() <= static_cast<std::size_t>(game.length_max())) {
    if (auto line = parse_line(game, names, fault)) return *std::move(line);
  }
  call.refuse_parameter("moves", "the moves from the start, with commas between: " + fault);
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
  const std::string moves = text_of(game, line.moves);
  const std::lock_guard lock(solver.mutex);
  if (const auto found = solver.answers.find(moves); found != solver.answers.end()) return found->second;
  if (!solver.solver) solver.solver = std::make_unique<GameSolver>(game);
  auto text = std::make_shared<const std::string>(analysis_text(game, line, solver.solver->analyse(line)));
  if (solver.answers.size() >= kAnswersMax) solver.answers.clear();
  solver.answers.emplace(moves, text);
  return text;
}

void show_analysis(Context& context, Call call) {
  const Game& game = game_of(call);
  const std::string name(game.name());
  if (!GameSolver::possible(game))
    throw BadRequest(404, "not-solved", "Too large to be solved here",
                     name + " has too many positions for a server that answers at once; `menagerie solve " +
                         name + "` works it out");
  Line line = line_in_query(call, game);
  answer_from_log(
      context, std::move(call),
      [&context, &game, line = std::move(line)](store::Store&, const Request&) {
        return text_response(context.solvers.answer(game, line));
      },
      Lane::costly);
}

}  // namespace menagerie::api
