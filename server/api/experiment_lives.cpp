#include "server/api/experiment_lives.hpp"

#include "engine/check.hpp"
#include "server/store/thread_priority.hpp"

#include <algorithm>
#include <map>

namespace menagerie::api {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kGamesAPiece = 200;
constexpr std::array<const char*, 3> kOpponents{"random", "optimal", "best_response"};

void append_line(std::string& out, const Json& json) { out.append(json.dump()).append("\n"); }

std::string_view name_of(Player player) { return player == Player::first ? "first" : "second"; }

Json json_of(const Chances& chances) {
  return {{"win", chances.win}, {"draw", chances.draw}, {"loss", chances.loss}};
}

Json json_of(const SideChances& side) {
  Json json{{"side", name_of(side.side)}};
  for (std::size_t i = 0; i < kOpponents.size(); ++i) json[kOpponents[i]] = json_of(side.against[i]);
  return json;
}

/// Changes as [box from 1, bead, before, after].
Json json_of(std::span<const BeadChange> changes) {
  Json json = Json::array();
  for (const BeadChange& change : changes)
    json.push_back(Json::array({change.box + 1, change.bead, change.before, change.after}));
  return json;
}

/// Draws as [ply, box from 1, bead].
Json json_of(std::span<const Draw> draws) {
  Json json = Json::array();
  for (const Draw& draw : draws) json.push_back(Json::array({draw.ply, draw.box + 1, draw.bead}));
  return json;
}

/// A machine's boxes as they are at first; where it begins at a row of its log, with what lay in them then.
Json boxes_of(const core::Machine* machine, const std::vector<std::int64_t>* beads) {
  if (machine == nullptr) return nullptr;
  Json json = Json::array();
  for (const Box& box : machine->boxes.boxes()) {
    Json moves = Json::array();
    for (const Bead& bead : box.beads) moves.push_back(bead.move);
    json.push_back({{"box", box.text},
                    {"turn", box.turn},
                    {"moves", std::move(moves)},
                    {"beads", machine->rule.start_at(box.turn)}});
    if (beads != nullptr) json.back()["counts"] = std::span(*beads).subspan(box.first_bead, box.beads.size());
  }
  return json;
}

template <typename Number>
Json or_null(const std::optional<Number>& number) {
  return number ? Json(*number) : Json(nullptr);
}

/// The number (from 1) of the last game with that result; nothing where there was none.
std::optional<std::size_t> last_of(const std::vector<Result>& results, Result result) {
  for (std::size_t game = results.size(); game > 0; --game) {
    if (results[game - 1] == result) return game;
  }
  return std::nullopt;
}

std::size_t count_of(const std::vector<Result>& results, Result result) {
  return static_cast<std::size_t>(std::ranges::count(results, result));
}

template <typename Figure>
Json figure_of(const std::vector<LifeRecord>& lives, Figure figure) {
  std::vector<std::optional<double>> figures;
  for (const LifeRecord& life : lives) {
    const std::optional<std::size_t> value = figure(life);
    figures.push_back(value ? std::optional(static_cast<double>(*value)) : std::nullopt);
  }
  return summary_json(summarise(figures));
}

}  // namespace

Json summary_json(const Summary& summary) {
  const auto figure = [&](double value, std::size_t runs_min = 1) {
    return summary.runs < runs_min ? Json(nullptr) : Json(value);
  };
  return {{"runs", summary.runs},        {"unfinished", summary.unfinished}, {"mean", figure(summary.mean)},
          {"se", figure(summary.se, 2)}, {"median", figure(summary.median)}, {"p5", figure(summary.p5)},
          {"p95", figure(summary.p95)}};
}

std::string experiment_line(const ExperimentSpec& spec) {
  std::string line;
  append_line(line, {{"experiment", spec.json()}, {"signature", kPlaySignature}});
  return line;
}

ExperimentRun::ExperimentRun(const PreparedExperiment& prepared, std::uint64_t run)
    : prepared_(prepared),
      run_(prepared.experiment(), prepared.spec().seed, run),
      beads_(prepared.experiment().setup().machine.beads) {}

bool ExperimentRun::play(std::string* rows) {
  const std::size_t every = prepared_.spec().every;
  const std::size_t games = run_.result().results.size();
  if (rows != nullptr && prepared_.spec().boards && !begun_) tell_boxes(*rows);
  begun_ = true;
  if (every > 0 && games % every == 0 && told_ != games) tell_strength(games, rows);
  if (run_.play()) {
    beads_ = run_.game().beads;
    if (rows != nullptr) tell_game(*rows);
    return true;
  }
  if (every > 0 && told_ != games) tell_strength(games, rows);
  if (rows != nullptr) tell_end(*rows);
  return false;
}

LifeRecord ExperimentRun::record() { return {run_.result(), openings(), std::move(strength_)}; }

void ExperimentRun::tell_boxes(std::string& rows) const {
  const ExperimentSetup& setup = prepared_.experiment().setup();
  append_line(
      rows, {{"boxes", boxes_of(&prepared_.machine(), prepared_.spec().at ? &setup.machine.beads : nullptr)},
             {"other_boxes",
              boxes_of(prepared_.other(), prepared_.spec().other_at ? &setup.other->beads : nullptr)}});
}

void ExperimentRun::tell_strength(std::size_t games, std::string* rows) {
  StrengthPoint point{games, {}};
  const Filling filling{prepared_.machine().rule, beads_};
  for (const Player side : {Player::first, Player::second}) {
    const Evaluator* evaluator = prepared_.experiment().evaluator(side);
    if (evaluator == nullptr) continue;
    point.sides.push_back(
        {side,
         {evaluator->against(Strategy::random, filling), evaluator->against(Strategy::optimal, filling),
          evaluator->best_response(filling).chances},
         evaluator->unbeatable(filling)});
  }
  if (rows != nullptr) {
    Json sides = Json::array();
    for (const SideChances& side : point.sides) {
      sides.push_back(json_of(side));
      sides.back()["unbeatable"] = side.unbeatable;
    }
    append_line(*rows, {{"games", games}, {"strength", std::move(sides)}});
  }
  told_ = games;
  strength_.push_back(std::move(point));
}

void ExperimentRun::tell_game(std::string& rows) const {
  const GameRecord& game = run_.game();
  const GameGraph& graph = *prepared_.machine().graph;
  std::string moves;
  for (const Edge edge : game.moves) {
    if (!moves.empty()) moves += ' ';
    moves += graph.move_text(edge);
  }
  Json row{{"game", game.game},
           {"seat", name_of(game.side)},
           {"result", to_text(game.result)},
           {"resigned", game.resigned ? Json(name_of(*game.resigned)) : Json(nullptr)},
           {"moves", moves},
           {"changes", json_of(game.changes)}};
  if (prepared_.spec().boards) {
    row["boards"] = Json::array({graph.game().text(graph.position(0))});
    for (const Edge edge : game.moves)
      row["boards"].push_back(graph.game().text(graph.position(graph.target(edge))));
    row["draws"] = json_of(game.draws);
    row["other_changes"] = json_of(game.other_changes);
    row["other_draws"] = json_of(game.other_draws);
  }
  append_line(rows, row);
}

void ExperimentRun::tell_end(std::string& rows) const {
  const RunResult& result = run_.result();
  append_line(rows, {{"end",
                      {{"games", result.results.size()},
                       {"won", count_of(result.results, Result::win)},
                       {"drawn", count_of(result.results, Result::draw)},
                       {"lost", count_of(result.results, Result::loss)},
                       {"dry_after", or_null(result.first_box_dry)},
                       {"unbeatable_after", or_null(result.episodes_until_perfect)},
                       {"last_defeat", or_null(last_of(result.results, Result::loss))},
                       {"last_win", or_null(last_of(result.results, Result::win))},
                       {"openings", openings()}}}});
}

std::string ExperimentRun::openings() const {
  const auto opens = [](const Box& box) { return box.turn == 1; };
  const auto& boxes = prepared_.machine().boxes.boxes();
  const bool several = std::ranges::count_if(boxes, opens) > 1;
  std::string moves;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box& box = boxes[i];
    for (std::size_t bead = 0; opens(box) && bead < box.beads.size(); ++bead) {
      if (beads_[box.first_bead + bead] == 0) continue;
      if (!moves.empty()) moves += ' ';
      if (several) moves.append(std::to_string(i + 1)).append(":");
      moves += box.beads[bead].move;
    }
  }
  return moves;
}

LivesSummary::LivesSummary(const ExperimentSpec& spec)
    : spec_(spec), lives_(spec.lives), games_(spec.games), scores_(spec.games * spec.lives) {}

void LivesSummary::set(std::size_t life, LifeRecord record) {
  MENAGERIE_CHECK(life < lives_.size() && record.result.results.size() <= games_.size());
  std::int32_t score = 0;
  for (std::size_t game = 0; game < games_.size(); ++game) {
    if (game < record.result.results.size()) {
      const Result result = record.result.results[game];
      Game& it = games_[game];
      ++it.lives;
      ++(result == Result::win ? it.win : result == Result::draw ? it.draw : it.loss);
      score += result == Result::win ? 1 : result == Result::loss ? -1 : 0;
    }
    scores_[game * spec_.lives + life] = score;
  }
  lives_[life] = std::move(record);
}

bool LivesSummary::next(std::string& out) {
  const std::size_t end = std::min(told_ + kGamesAPiece, games_.size());
  store::GivesWay gives_way;
  for (; told_ < end; ++told_) {
    tell_game(told_, out);
    gives_way.look();
  }
  if (told_ < games_.size()) return true;
  tell_strengths(out);
  tell_figures(out);
  return false;
}

void LivesSummary::tell_game(std::size_t game, std::string& out) const {
  const Game& it = games_[game];
  if (it.lives == 0) return;
  std::vector<std::optional<double>> scores;
  for (const std::int32_t score : std::span(scores_).subspan(game * spec_.lives, spec_.lives))
    scores.emplace_back(score);
  const Summary summary = summarise(scores);
  append_line(out, {{"game", game + 1},
                    {"lives", it.lives},
                    {"win", it.win},
                    {"draw", it.draw},
                    {"loss", it.loss},
                    {"score", {summary.p5, summary.median, summary.p95}}});
}

void LivesSummary::tell_strengths(std::string& out) const {
  struct Mean {
    std::size_t lives = 0, unbeatable = 0;
    SideChances chances;
  };
  std::map<std::pair<std::size_t, Player>, Mean> means;  // by games and side
  for (const LifeRecord& life : lives_) {
    for (const StrengthPoint& point : life.strength) {
      // Lives that ended elsewhere have a point of their own there: not one of all.
      if (point.games % spec_.every != 0 && point.games != spec_.games) continue;
      for (const SideChances& side : point.sides) {
        Mean& mean = means[{point.games, side.side}];
        ++mean.lives;
        mean.unbeatable += side.unbeatable ? 1 : 0;
        for (std::size_t i = 0; i < side.against.size(); ++i) {
          mean.chances.against[i].win += side.against[i].win;
          mean.chances.against[i].draw += side.against[i].draw;
          mean.chances.against[i].loss += side.against[i].loss;
        }
      }
    }
  }
  for (auto& [key, mean] : means) {
    mean.chances.side = key.second;
    for (Chances& chances : mean.chances.against) {
      for (double* part : {&chances.win, &chances.draw, &chances.loss})
        *part /= static_cast<double>(mean.lives);
    }
    Json line{{"games", key.first}, {"lives", mean.lives}, {"unbeatable", mean.unbeatable}};
    line["strength"] = json_of(mean.chances);
    append_line(out, line);
  }
}

void LivesSummary::tell_figures(std::string& out) const {
  std::map<std::string, std::size_t> openings;
  for (const LifeRecord& life : lives_) ++openings[life.openings];
  Json left = Json::object();
  for (const auto& [moves, lives] : openings) left[moves] = lives;
  const auto lost = [](const LifeRecord& life) {
    return std::optional(count_of(life.result.results, Result::loss));
  };
  const auto won = [](const LifeRecord& life) {
    return std::optional(count_of(life.result.results, Result::win));
  };
  append_line(
      out,
      {{"figures",
        {{"games", figure_of(lives_, [](const auto& it) { return std::optional(it.result.results.size()); })},
         {"won", figure_of(lives_, won)},
         {"lost", figure_of(lives_, lost)},
         {"dry_after", figure_of(lives_, [](const auto& it) { return it.result.first_box_dry; })},
         {"unbeatable_after",
          figure_of(lives_, [](const auto& it) { return it.result.episodes_until_perfect; })},
         {"defeats_until_unbeatable",
          figure_of(lives_, [](const auto& it) { return it.result.defeats_until_perfect; })},
         {"last_defeat",
          figure_of(lives_, [](const auto& it) { return last_of(it.result.results, Result::loss); })},
         {"last_win",
          figure_of(lives_, [](const auto& it) { return last_of(it.result.results, Result::win); })}}},
       {"openings", std::move(left)}});
}

}  // namespace menagerie::api
