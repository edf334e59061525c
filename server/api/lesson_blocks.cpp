#include "server/api/lesson_blocks.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

namespace menagerie::api {
namespace {

std::uint64_t key_of(const BeadColour& colour) { return std::uint64_t{colour.box} << 16 | colour.bead; }

}  // namespace

LessonBlocks::Block LessonBlocks::sum_up(store::Store& store, std::int64_t machine,
                                         std::uint64_t index) const {
  std::unordered_map<std::uint64_t, Sum> sums;
  const auto of = [&](std::uint32_t box, std::uint16_t bead) -> Sum& {
    const BeadColour colour{box, bead};
    return sums.try_emplace(key_of(colour), Sum{colour, 0, std::numeric_limits<std::int64_t>::max()})
        .first->second;
  };
  store.look_at_stop();
  store.each_after(machine, index * rows_, rows_, store::RowPart::whole, [&](const store::LogRow& row) {
    for (const Draw& draw : row.trace) ++of(draw.box, draw.bead).drawn;
    for (const BeadChange& change : row.changes) {
      Sum& sum = of(change.box, change.bead);
      sum.floor = std::min(sum.floor, change.after);
    }
  });
  Block block;
  block.reserve(sums.size());
  for (const auto& [key, sum] : sums) block.push_back(sum);
  std::ranges::sort(block, {}, [](const Sum& sum) { return key_of(sum.colour); });
  return block;
}

LessonBlocks::BlockPointer LessonBlocks::find(std::int64_t machine, std::uint64_t index) const {
  const std::scoped_lock lock(mutex_);
  const auto of = blocks_.find(machine);
  return of == blocks_.end() || index >= of->second.size() ? nullptr : of->second[index];
}

/// Two threads that want the same block at once both sum it up.
LessonBlocks::BlockPointer LessonBlocks::get(store::Store& store, std::int64_t machine, std::uint64_t index) {
  if (BlockPointer known = find(machine, index)) return known;
  auto made = std::make_shared<const Block>(sum_up(store, machine, index));
  const std::scoped_lock lock(mutex_);
  std::vector<BlockPointer>& all = blocks_[machine];
  if (all.size() <= index) all.resize(index + 1);
  return all[index] = std::move(made);
}

bool LessonBlocks::covers(std::int64_t machine, std::uint64_t after, std::uint64_t last) const {
  const std::uint64_t end = last / rows_;
  return first_missing(machine, std::min((after + rows_ - 1) / rows_, end), end) == end;
}

std::uint64_t LessonBlocks::first_missing(std::int64_t machine, std::uint64_t index,
                                          std::uint64_t end) const {
  const std::scoped_lock lock(mutex_);
  const auto of = blocks_.find(machine);
  const std::uint64_t made = of == blocks_.end() ? 0 : of->second.size();
  while (index < std::min(end, made) && of->second[index]) ++index;
  return index;
}

void LessonBlocks::sum_up_first(store::Store& store, std::int64_t machine, std::uint64_t last,
                                std::size_t most) {
  std::uint64_t index = 0;
  for (std::size_t made = 0; made < most; ++made) {
    index = first_missing(machine, index, last / rows_);
    if (index == last / rows_) return;
    get(store, machine, index);
  }
}

void LessonBlocks::follow(store::Store& store, std::int64_t machine, std::uint64_t after, std::uint64_t last,
                          std::vector<Since>& since) {
  const std::uint64_t first_block = (after + rows_ - 1) / rows_, end_block = last / rows_;
  if (first_block >= end_block) return follow_colours(store, machine, after, last, since);
  follow_colours(store, machine, after, first_block * rows_, since);
  for (std::uint64_t index = first_block; index < end_block; ++index) {
    const BlockPointer block = get(store, machine, index);
    for (Since& it : since) {
      const auto sum = std::ranges::lower_bound(*block, key_of(it.colour), {},
                                                [](const Sum& each) { return key_of(each.colour); });
      if (sum == block->end() || key_of(sum->colour) != key_of(it.colour)) continue;
      it.drawn += sum->drawn;
      it.floor = std::min(it.floor, sum->floor);
    }
  }
  follow_colours(store, machine, end_block * rows_, last, since);
}

}  // namespace menagerie::api
