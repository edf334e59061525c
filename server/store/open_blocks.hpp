// Which boxes the rows of each log's newest block of seqs changed, gathered while the rows are appended: a
// block that becomes full need not be read again. Private to store/.
#pragma once

#include "server/store/log_row.hpp"

#include <map>
#include <optional>
#include <set>

namespace menagerie::store {

constexpr int kBlockBits = 8;  ///< a block has 256 seqs: those of seq / 256

/// A full block: the numbers of the boxes that changed in it, from 1.
struct BoxBlock {
  std::int64_t machine = 0;
  std::uint64_t block = 0;
  std::set<std::uint32_t> boxes;
};

class OpenBlocks {
 public:
  /// Takes a log's next row; the row's block where this makes it full and all of its rows came here.
  std::optional<BoxBlock> add(const LogRow& row);
  void clear() { open_.clear(); }

 private:
  struct Open {
    std::uint64_t next = 0;  ///< the seq that is expected
    std::set<std::uint32_t> boxes;
  };
  std::map<std::int64_t, Open> open_;  // by machine
};

}  // namespace menagerie::store
