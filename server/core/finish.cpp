#include "server/core/finish.hpp"

#include "server/core/record.hpp"

#include <algorithm>
#include <utility>

namespace menagerie::core {
namespace {

/// The search for a machine that can be finished at all.
std::optional<LossSearch> search_for(const Machine& machine) {
  if (!machine.listed() || !LossSearch::possible(machine.boxes)) return std::nullopt;
  LossSearch search(machine.boxes, machine.rule);
  if (!search.can_lose(initial_beads(machine, machine.boxes.boxes().size()))) return std::nullopt;
  return search;
}

constexpr std::uint64_t kRowsRead = 512;

store::Tally operator-(const store::Tally& a, const store::Tally& b) {
  return {a.episodes - b.episodes, a.wins - b.wins, a.draws - b.draws, a.losses - b.losses};
}

}  // namespace

FinishWatch::FinishWatch(std::shared_ptr<const Machine> machine, const MachineState& state, bool finished)
    : machine_(std::move(machine)), search_(search_for(*machine_)), finished_(finished) {
  if (!search_) return;
  beads_ = state.beads;
  beads_.resize(machine_->boxes.bead_count());
}

/// Whether anything of it matters.
bool FinishWatch::apply(const store::LogRow& row) {
  bool matters = false;
  for (const BeadChange& change : row.changes) {
    beads_[machine_->boxes.boxes()[change.box].first_bead + change.bead] = change.after;
    matters = matters || search_->matters(change);
  }
  return matters;
}

bool FinishWatch::follow(const store::LogRow& row) {
  if (search_ && apply(row)) finished_ = !search_->can_lose(beads_);
  return finished_;
}

void FinishWatch::take_over(const store::LogRow& row, bool finished) {
  if (search_) apply(row);
  finished_ = finished;
}

void follow_finish(std::optional<Graduation>& graduation, const MachineState& state, bool finished) {
  if (!finished) {
    graduation.reset();
  } else if (!graduation) {
    graduation = Graduation{state.seq, state.time_ms, state.era_tally};
  }
}

std::optional<std::uint64_t> games_left(const MachineState& state,
                                        const std::optional<Graduation>& graduation,
                                        std::uint64_t finished_games) {
  if (!graduation || state.frozen || finished_games == 0) return std::nullopt;
  const std::uint64_t since = state.era_tally.episodes - graduation->tally.episodes;
  return finished_games - std::min(finished_games, since);
}

std::optional<Graduation> graduation_at(store::Store& store, const Machine& machine,
                                        const MachineState& state) {
  if (state.seq == 0) return std::nullopt;
  std::optional<LossSearch> search = search_for(machine);
  if (!search || search->can_lose(state.beads)) return std::nullopt;
  std::vector<std::int64_t> beads = state.beads;
  store::Tally since;  // after the row that is looked at
  std::vector<store::LogRow> rows;
  for (std::uint64_t last = state.seq; last >= state.era_seq; last -= rows.size()) {
    rows.clear();
    const std::uint64_t first = std::max(state.era_seq, last - std::min(last, kRowsRead) + 1);
    each_row(store, machine.row.machine, first - 1, last, [&](const store::LogRow& row) {
      rows.push_back(row);
      return true;
    });
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
      bool matters = row->seq == state.era_seq;  // no life begins finished, but for a copy's
      for (auto change = row->changes.rbegin(); change != row->changes.rend(); ++change) {
        beads[machine.boxes.boxes()[change->box].first_bead + change->bead] = change->before;
        matters = matters || search->matters(*change);
      }
      if (matters && (row->seq == state.era_seq || search->can_lose(beads)))
        return Graduation{row->seq, row->time_ms, state.era_tally - since};
      if (row->kind == store::Kind::episode) count(since, *row);
    }
  }
  return std::nullopt;
}

}  // namespace menagerie::core
