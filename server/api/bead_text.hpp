// The columns that every list of single beads begins with (bead changes, draws): machine, seq, ordinal, time,
// era, episode, turn, box, move. Owned by the list's writer; on a reader's thread.
#pragma once

#include "server/api/listing.hpp"
#include "server/wire/append.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace menagerie::api {

class BeadText {
 public:
  BeadText(const core::Machine& machine, Form form);

  bool is_csv() const { return is_csv_; }
  /// What all lines of this row have in common.
  void begin(const store::LogRow& row);
  /// Appends the columns; in CSV with a comma behind them. `ordinal`: from 1, within the row. Precondition:
  /// begin() was called for the row.
  void append(std::uint64_t ordinal, std::uint32_t box, std::uint16_t bead, wire::TextWriter& lines) const;

 private:
  std::string name_of(const Box& box, std::size_t bead) const;

  const BoxSet& boxes_;
  bool is_csv_;
  std::string machine_;             ///< its column, and what stands before the next one's value
  std::vector<std::string> names_;  ///< by flat number of the bead: its columns turn, box and move
  wire::TextWriter head_, tail_;    ///< of the row's lines: what stands before their ordinal, and behind it
};

}  // namespace menagerie::api
