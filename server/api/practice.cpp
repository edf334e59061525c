// machines/{machine}/practice: a copy of the machine is taught game after game, and thrown away.
#include "server/core/practice.hpp"
#include "engine/unbeatable.hpp"
#include "server/api/routes.hpp"

#include <algorithm>

namespace menagerie::api {
namespace {

constexpr std::size_t kPointsMax = 41;                // strengths in an answer
constexpr std::size_t kPositionsEvaluated = 400'000;  // in all of them, about: large games have fewer points

struct PracticeQuery {
  core::PracticeOpponent opponent = core::PracticeOpponent::random;
  std::size_t games = 0;
  std::uint64_t seed = 1;
  bool from_start = false;
};

std::string_view letter_of(Result result) {
  return result == Result::win ? "w" : result == Result::draw ? "d" : "l";
}

/// What a run has come to so far.
class Run {
 public:
  Run(Strengths& strengths, std::shared_ptr<const core::Machine> machine, const core::MachineState& state,
      const PracticeQuery& query)
      : machine_(std::move(machine)),
        strengths_(strengths),
        query_(query),
        practice_(machine_, state, setup()) {
    if (machine_->listed() && LossSearch::possible(machine_->boxes))
      search_.emplace(machine_->boxes, machine_->rule);
  }

  Json played() {
    stride_ = std::max<std::size_t>(1, query_.games / (points_max() - 1));
    note(0);
    for (std::size_t game = 1; game <= query_.games && !practice_.state().dry; ++game) {
      core::PracticeGame played = practice_.play();
      if (played.walkover) {
        twin_dry_after_ = games_.size();
        break;
      }
      games_.push_back(std::move(played));
      note(game);
    }
    if (strength_.empty() || strength_.back()["games"] != games_.size()) add_strength(games_.size());
    return json();
  }

 private:
  core::Practice::Setup setup() {
    const bool optimal = query_.opponent == core::PracticeOpponent::optimal;
    return {query_.opponent, optimal ? strengths_.solution(machine_) : nullptr, query_.seed,
            query_.from_start};
  }

  std::size_t points_max() const {
    if (Strengths::fault(*machine_) || strengths_.is_slow(machine_)) return 2;
    return std::clamp<std::size_t>(kPositionsEvaluated / machine_->graph->node_count(), 2, kPointsMax);
  }

  /// After so many games.
  void note(std::size_t game) {
    const core::MachineState& state = practice_.state();
    box_counts_.push_back(state.box_count);
    bead_counts_.push_back(state.bead_total);
    first_box_.emplace_back();
    if (state.has(0)) {
      const auto counts = state.beads_in(practice_.machine().boxes.boxes()[0]);
      first_box_.back().assign(counts.begin(), counts.end());
    }
    const bool first = search_ && !unbeatable_after_ && !search_->can_lose(state.beads);
    if (first) unbeatable_after_ = game;
    if (first || game % stride_ == 0) add_strength(game);
  }

  void add_strength(std::size_t game) {
    const auto strength = strengths_.of(machine_, practice_.state().beads);
    if (!strength) return;
    Json point = {{"games", game}};
    put_strength(point, strength);
    strength_.push_back(std::move(point));
  }

  /// One game with its boards, to be looked at.
  Json shown(std::size_t game) const {
    const core::PracticeGame& played = games_[game];
    const core::Machine& machine = practice_.machine();
    core::Playthrough playthrough(machine);
    const auto board = [&] {
      return playthrough.graph().game().text(playthrough.graph().position(playthrough.node()));
    };
    Json moves = Json::array(), positions = Json::array({board()});
    core::each_move(played.moves, [&](std::string_view move) {
      playthrough.play(playthrough.find(move));
      moves.push_back(move);
      positions.push_back(board());
      return true;
    });
    return {{"game", game + 1},
            {"seat", played.seat == Player::first ? "first" : "second"},
            {"result", to_text(played.result)},
            {"resigned", played.resigned},
            {"moves", std::move(moves)},
            {"positions", std::move(positions)}};
  }

  /// The first game, the last one that it lost, and the last.
  Json some_games() const {
    std::vector<std::size_t> some;
    if (!games_.empty()) some.push_back(0);
    for (std::size_t game = games_.size(); game-- > 1;) {
      if (games_[game].result != Result::loss || games_[game].moves.empty()) continue;
      some.push_back(game);
      break;
    }
    if (games_.size() > 1 && some.back() != games_.size() - 1) some.push_back(games_.size() - 1);
    Json list = Json::array();
    for (const std::size_t game : some) list.push_back(shown(game));
    return list;
  }

  Json first_box_json() const {
    if (!practice_.state().has(0)) return nullptr;
    const Box& box = practice_.machine().boxes.boxes()[0];
    Json moves = Json::array();
    for (const Bead& bead : box.beads) moves.push_back(bead.move);
    return {{"number", 1}, {"box", box.text}, {"moves", std::move(moves)}, {"counts", first_box_}};
  }

  Json json() const {
    std::string results;
    Json plies = Json::array();
    for (const core::PracticeGame& game : games_) {
      results += letter_of(game.result);
      plies.push_back(game.plies);
    }
    const std::optional<std::string> why = Strengths::fault(*machine_);
    const bool evaluated = !strength_.empty();
    Json json;
    json["machine"] = machine_->row.name;
    json["against"] = core::to_text(query_.opponent);
    json["from"] = query_.from_start ? "start" : "now";
    json["seed"] = query_.seed;
    json["games"] = games_.size();
    json["results"] = std::move(results);
    json["plies"] = std::move(plies);
    json["boxes"] = box_counts_;
    json["beads"] = bead_counts_;
    json["first_box"] = first_box_json();
    json["evaluated"] = evaluated;
    json["why"] = evaluated ? Json(nullptr) : Json(why.value_or("too much of its play can come round again"));
    json["strength"] = strength_;
    json["unbeatable_after"] = unbeatable_after_ ? Json(*unbeatable_after_) : Json(nullptr);
    json["dry_after"] = practice_.state().dry ? Json(games_.size()) : Json(nullptr);
    json["twin_dry_after"] = twin_dry_after_ ? Json(*twin_dry_after_) : Json(nullptr);
    json["shown"] = some_games();
    return json;
  }

  std::shared_ptr<const core::Machine> machine_;
  Strengths& strengths_;
  PracticeQuery query_;
  core::Practice practice_;
  std::optional<LossSearch> search_;
  std::size_t stride_ = 1;
  std::vector<core::PracticeGame> games_;
  std::vector<std::size_t> box_counts_;
  std::vector<std::int64_t> bead_counts_;
  std::vector<std::vector<std::int64_t>> first_box_;
  Json strength_ = Json::array();
  std::optional<std::size_t> unbeatable_after_, twin_dry_after_;
};

PracticeQuery practice_query(const Context& context, const Call& call) {
  PracticeQuery query;
  const std::uint64_t most = context.limits.practice_games_max;
  query.games = number_in_query(call, "games", 1, most, most);
  query.seed = number_in_query(call, "seed", 0, (std::uint64_t{1} << 53) - 1, 1);
  if (const std::string* from = call.query("from")) {
    if (*from != "now" && *from != "start") call.refuse_parameter("from", "now or start");
    query.from_start = *from == "start";
  }
  if (const std::string* against = call.query("against")) {
    const auto opponent = core::parse_practice_opponent(*against);
    if (!opponent) call.refuse_parameter("against", "random, optimal or twin");
    query.opponent = *opponent;
  }
  const auto fault = Strengths::fault(call.machine());
  if (query.opponent == core::PracticeOpponent::optimal && fault)
    call.refuse_parameter("against", "random or twin here, as " + *fault);
  return query;
}

}  // namespace

/// machines/{machine}/practice[?against=][&games=][&seed=][&from=]
void show_practice(Context& context, Call call) {
  const PracticeQuery query = practice_query(context, call);
  const std::shared_ptr<const museum::MachineView> view = call.view;
  answer_from_log(
      context, std::move(call),
      [&context, query, view](store::Store&, const Request&) {
        Json json = Run(context.strengths, view->machine, view->state, query).played();
        json["seq"] = view->state.seq;
        return json_response(json);
      },
      Lane::costly);
}

}  // namespace menagerie::api
