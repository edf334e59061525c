// machines/{machine}/unlikely: of the draws of a machine's last day, the least likely one in a game that it
// won.
#include "server/api/past.hpp"
#include "server/api/routes.hpp"
#include "server/core/episode.hpp"
#include "server/core/record.hpp"
#include "server/wire/lesson_code.hpp"
#include "server/wire/time_text.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace menagerie::api {
namespace {

constexpr std::int64_t kDayMs = 24 * 60 * 60 * std::int64_t{1000};
constexpr std::uint64_t kRowsOfADay = 10'000;  // the newest: a busier day is not looked at in full
constexpr std::uint64_t kRowsBetweenStops = 1024;

/// Looks for it row by row.
class UnlikelyDraw {
 public:
  /// `before`: the machine before the first row. Both must outlive the search.
  UnlikelyDraw(const core::Machine& machine, core::MachineState before)
      : machine_(machine), before_(std::move(before)) {}

  void look_at(const store::LogRow& row) {
    const bool won =
        row.kind == store::Kind::episode && !row.self_play() && store::result_of(row) == Result::win;
    if (won) look_at_draws(row);
    before_.apply(machine_, row);
  }

  /// Null where the machine has won no game in which it drew a bead.
  Json json() const {
    if (!least_) return nullptr;
    const auto& [row_seq, time_ms, draw, odds, beads, played] = *least_;
    const Box& box = machine_.boxes.boxes()[draw.box];
    return {{"seq", row_seq},
            {"lesson", wire::lesson_code({machine_.row.machine, row_seq})},
            {"time", wire::time_text(time_ms)},
            {"number", draw.box + 1},
            {"box", box.text},
            {"bead", draw.bead},
            {"move", box.beads[draw.bead].move},
            {"ply", draw.ply},
            {"beads", beads},
            {"odds", odds},
            {"played", played}};
  }

 private:
  struct Least {
    std::uint64_t seq = 0;
    std::int64_t time_ms = 0;
    Draw draw{};
    double odds = 1;
    std::int64_t beads = 0;
    std::string played;
  };

  void look_at_draws(const store::LogRow& row) {
    core::check_beads(machine_, row, machine_.boxes.boxes().size());
    std::size_t drawn = 0;
    core::replay(machine_, row, episode_, [&](Edge edge) {
      if (drawn == row.trace.size() || row.trace[drawn].ply != episode_.ply()) return;
      const Draw& draw = row.trace[drawn++];
      weigh_recorded_draw(machine_, before_, episode_.playthrough(), draw, from_);
      const double odds = odds_of(from_.weights)[draw.bead];
      // 0: other lessons took the last such bead between the draw and the end of its game.
      if (odds <= 0 || odds >= (least_ ? least_->odds : 1)) return;
      least_ = Least{row.seq,
                     row.time_ms,
                     draw,
                     odds,
                     from_.counts[draw.bead],
                     std::string(episode_.playthrough().graph().move_text(edge))};
    });
  }

  const core::Machine& machine_;
  core::MachineState before_;
  core::Episode episode_;
  DrawnFrom from_;
  std::optional<Least> least_;
};

Response unlikely_draw(store::Store& store, const museum::MachineView& view) {
  const core::Machine& machine = *view.machine;
  const std::int64_t number = machine.row.machine;
  const std::uint64_t last = view.state.seq;
  std::int64_t newest_ms = 0;
  store.each_after(number, last - 1, 1, store::RowPart::changes,
                   [&](const store::LogRow& row) { newest_ms = row.time_ms; });
  const std::uint64_t busy = last > kRowsOfADay ? last - kRowsOfADay : 1;
  std::uint64_t at = std::max({std::uint64_t{1}, busy, store.last_before(number, newest_ms - kDayMs)});
  at = std::min(at, last);
  const std::uint64_t from = at;
  UnlikelyDraw search(machine, core::state_at(store, machine, at));
  while (at < last) {
    store.look_at_stop();
    const std::uint64_t before = at;
    store.each_after(number, at, std::min(kRowsBetweenStops, last - at), store::RowPart::whole,
                     [&](const store::LogRow& row) {
                       at = row.seq;
                       search.look_at(row);
                     });
    if (at == before) break;
  }
  return json_response(
      {{"machine", machine.row.name}, {"after_seq", from}, {"seq", last}, {"draw", search.json()}});
}

}  // namespace

void show_unlikely(Context& context, Call call) {
  answer_from_log(
      context, std::move(call),
      [view = call.view](store::Store& store, const Request&) { return unlikely_draw(store, *view); },
      Lane::costly);
}

}  // namespace menagerie::api
