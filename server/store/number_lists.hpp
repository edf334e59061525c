// The JSON arrays of whole numbers that the log keeps: [[31,3,4,5],[12,0,1,2]].
#pragma once

#include "engine/rules.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie::store {

// These overwrite `out`, so that the learner can reuse one buffer for all rows.
/// `[[number,bead,before,after],...]` with box numbers from 1; a fifth number, 1, marks a propagated change.
void write_changes(std::span<const BeadChange> changes, std::string& out);
/// `[[number,bead,ply],...]`
void write_trace(std::span<const Draw> trace, std::string& out);
/// `[[count,...],...]`, a list for each box; of the first boxes only, where counts end with one of them.
std::string counts_text(std::span<const std::int64_t> counts, std::span<const std::size_t> box_sizes);

// The inverses; they overwrite `changes` or `trace` and reuse its memory. Each throws store::Error,
// naming `where`, if the text does not have that form.
void parse_changes(std::string_view text, std::string_view where, std::vector<BeadChange>& changes);
void parse_trace(std::string_view text, std::string_view where, std::vector<Draw>& trace);
std::vector<std::int64_t> parse_counts(std::string_view text, std::string_view where);

inline std::vector<BeadChange> parse_changes(std::string_view text, std::string_view where) {
  std::vector<BeadChange> changes;
  parse_changes(text, where, changes);
  return changes;
}
inline std::vector<Draw> parse_trace(std::string_view text, std::string_view where) {
  std::vector<Draw> trace;
  parse_trace(text, where, trace);
  return trace;
}

}  // namespace menagerie::store
