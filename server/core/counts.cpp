#include "server/core/counts.hpp"

#include <algorithm>

namespace menagerie::core {

std::span<const std::int64_t> counts_at(const Machine& machine, const MachineState& state,
                                        const Playthrough& playthrough, std::vector<std::int64_t>& storage) {
  if (!playthrough.has_own_graph()) return state.beads;
  const std::uint32_t local = playthrough.box();
  storage.resize(playthrough.boxes().bead_count());
  if (local == kNone) return storage;
  const Box& box = playthrough.boxes().boxes()[local];
  const auto counts = std::span(storage).subspan(box.first_bead, box.beads.size());
  const std::uint32_t number = machine.boxes.find(box.text);
  if (state.has(number)) {
    std::ranges::copy(state.beads_in(machine.boxes.boxes()[number]), counts.begin());
  } else {
    std::ranges::fill(counts, machine.rule.start_at(playthrough.ply() / 2 + 1));
  }
  return storage;
}

}  // namespace menagerie::core
