#include "server/core/finish.hpp"

#include "engine/check.hpp"
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

/// The newest state of the era, up to `last`, that could be beaten and that the store has a snapshot of; or
/// how the era began.
MachineState beatable_before(store::Store& store, const Machine& machine, const MachineState& last,
                             LossSearch& search) {
  std::vector<std::uint64_t> seqs = store.snapshot_seqs(machine.row.machine);
  for (auto seq = seqs.rbegin(); seq != seqs.rend(); ++seq) {
    if (*seq > last.seq || *seq <= last.era_seq) continue;
    MachineState state = MachineState::from(machine, *store.snapshot_at(machine.row.machine, *seq));
    if (search.can_lose(state.beads)) return state;
  }
  return state_at(store, machine, last.era_seq);
}

}  // namespace

FinishWatch::FinishWatch(std::shared_ptr<const Machine> machine, const MachineState& state,
                         const std::optional<Graduation>& graduation)
    : machine_(std::move(machine)), search_(search_for(*machine_)), graduation_(graduation) {
  if (!graduation_ && state.seq != 0) follow(state);
}

void FinishWatch::follow(const MachineState& state) {
  MENAGERIE_CHECK(!search_ || state.beads.size() == machine_->boxes.bead_count());
  if (!search_ || search_->can_lose(state.beads)) {
    graduation_.reset();
  } else if (!graduation_ || graduation_->seq < state.era_seq) {
    graduation_ = Graduation{state.seq, state.time_ms, state.era_tally};
  }
}

std::optional<std::uint64_t> games_left(const MachineState& state,
                                        const std::optional<Graduation>& graduation,
                                        std::uint64_t finished_games) {
  if (!graduation || state.frozen || finished_games == 0) return std::nullopt;
  const std::uint64_t since = state.era_tally.episodes - graduation->tally.episodes;
  return finished_games - std::min(finished_games, since);
}

std::optional<Graduation> graduation_at(store::Store& store, const std::shared_ptr<const Machine>& machine,
                                        const MachineState& state) {
  std::optional<LossSearch> search = search_for(*machine);
  if (!search || search->can_lose(state.beads)) return std::nullopt;
  MachineState at = beatable_before(store, *machine, state, *search);
  FinishWatch watch(machine, at);
  each_row(store, machine->row.machine, at.seq, state.seq, [&](const store::LogRow& row) {
    at.apply(*machine, row);
    watch.follow(at);
    return true;
  });
  return watch.graduation();
}

}  // namespace menagerie::core
