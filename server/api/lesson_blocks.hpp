// What became of colours since a lesson, without reading the whole log again: its rows are summed up once, in
// blocks of one length, as they come, or when they are first asked for. Any thread.
#pragma once

#include "server/api/givers.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace menagerie::api {

class LessonBlocks {
 public:
  /// `rows`: the length of a block, at least 1.
  explicit LessonBlocks(std::uint64_t rows = 1024) : rows_(rows) {}

  /// As follow_colours(). On a reader's thread.
  void follow(store::Store& store, std::int64_t machine, std::uint64_t after, std::uint64_t last,
              std::vector<Since>& since);
  /// Whether all blocks between the two rows are summed up, so that few rows are left to be read.
  bool covers(std::int64_t machine, std::uint64_t after, std::uint64_t last) const;
  /// Sums up the oldest missing blocks up to row `last`, at most `most` of them. On a reader's thread.
  void sum_up_first(store::Store& store, std::int64_t machine, std::uint64_t last, std::size_t most);

 private:
  /// One colour in the rows of a block.
  struct Sum {
    BeadColour colour;
    std::uint32_t drawn = 0;
    std::int64_t floor = 0;  ///< the fewest that lay there; as many as may be where nothing changed
  };
  /// Block k is rows k * rows_ + 1 to (k + 1) * rows_; only colours that were drawn or changed, in their
  /// order.
  using Block = std::vector<Sum>;
  using BlockPointer = std::shared_ptr<const Block>;

  Block sum_up(store::Store& store, std::int64_t machine, std::uint64_t index) const;
  BlockPointer find(std::int64_t machine, std::uint64_t index) const;
  /// The first block of [index, end) that is not summed up; or `end`.
  std::uint64_t first_missing(std::int64_t machine, std::uint64_t index, std::uint64_t end) const;
  BlockPointer get(store::Store& store, std::int64_t machine, std::uint64_t index);

  std::uint64_t rows_;
  mutable std::mutex mutex_;
  std::map<std::int64_t, std::vector<BlockPointer>> blocks_;  ///< by machine; null: not asked for yet
};

}  // namespace menagerie::api
