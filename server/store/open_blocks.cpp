#include "server/store/open_blocks.hpp"

#include <utility>

namespace menagerie::store {

std::optional<BoxBlock> OpenBlocks::add(const LogRow& row) {
  constexpr std::uint64_t kLast = (1U << kBlockBits) - 1;
  Open& open = open_[row.machine];
  // Seqs begin at 1, so that block 0 has no first row.
  const bool begins = (row.seq & kLast) == 0 || row.seq == 1;
  if (begins) {
    open = {row.seq, {}};
  } else if (open.next != row.seq) {
    open = {};  // some of this block's rows did not come here
  }
  if (open.next != row.seq) return std::nullopt;
  ++open.next;
  for (const BeadChange& change : row.changes) open.boxes.insert(change.box + 1);
  if ((row.seq & kLast) != kLast) return std::nullopt;
  return BoxBlock{row.machine, row.seq >> kBlockBits, std::move(open.boxes)};
}

}  // namespace menagerie::store
