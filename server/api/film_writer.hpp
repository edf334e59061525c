// A piece of a machine's film: its beads as they lay before a log row, and how each row from there on changed
// them, as compact binary (schema/README.md describes it byte by byte). On readers' threads.
#pragma once

#include "server/core/episode.hpp"
#include "server/core/machine.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace menagerie::api {

/// Writes one piece. The machine must outlive it.
class FilmWriter {
 public:
  /// Rows `from` to `to`, both included. Precondition: 1 <= from <= to.
  FilmWriter(const core::Machine& machine, std::uint64_t from, std::uint64_t to);

  /// Appends what stands in front of the rows, and a log's first row where the piece begins with it. To be
  /// called once, before add(). Throws store::Error.
  void begin(store::Store& store, std::string& out);
  /// Appends a row. Precondition: it is the one behind seq().
  void add(const store::LogRow& row, std::string& out);
  /// The last row that was written, or that stands before the piece.
  std::uint64_t seq() const { return state_.seq; }

 private:
  /// A count that changes: its place among all counts, and by how much.
  struct Change {
    std::uint64_t place = 0;
    std::int64_t by = 0;
  };

  void keyframe(std::string& out) const;
  void first_row(store::Store& store, std::string& out);
  void write(const store::LogRow& row, std::span<const BeadChange> changes, std::string& out);
  void make_boxes(bool empty, std::string& out);
  void write_changes(bool same, std::string& out) const;
  void write_board(const store::LogRow& row, std::string& out);

  const core::Machine& machine_;
  std::uint64_t from_, to_;
  core::MachineState state_;                               // after the last row that was written
  std::vector<std::int64_t> beads_;                        // as a reader of the film has them
  std::size_t boxes_ = 0;                                  // that these lie in
  std::int64_t time_s_ = 0;                                // of the last row
  std::vector<Change> changes_;                            // of the row being written
  core::Episode episode_;                                  // played to its end, for its board
  std::unordered_map<std::string, std::uint64_t> boards_;  // their numbers in this piece, from 1
};

}  // namespace menagerie::api
