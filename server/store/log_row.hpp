// A machine's log in the words of the domain: its rows, what they are, and how an episode ended. Whatever
// keeps them, SQLite, memory or a file of CSV, uses these words.
#pragma once

#include "engine/check.hpp"
#include "engine/rules.hpp"
#include "server/store/act.hpp"
#include "server/store/id.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie::store {

/// What a log row is: an episode, or an act. A machine's first row is its start, or the fork that made it.
enum class Kind : std::uint8_t { episode, start, reset, rewind, unteach, fork, freeze, thaw, topup };
inline constexpr Kind kKinds[] = {Kind::episode, Kind::start,  Kind::reset, Kind::rewind, Kind::unteach,
                                  Kind::fork,    Kind::freeze, Kind::thaw,  Kind::topup};
std::string_view to_text(Kind kind);
/// The kind of the row that an act makes.
Kind kind_of(const Act& act);

/// The other side's player in an episode.
inline constexpr std::string_view kVisitor = "visitor";
inline constexpr std::string_view kItself = "itself";  ///< the machine drew for both sides, and both learn

/// The most that a log row's seq can be.
inline constexpr std::uint64_t kSeqMax = (std::uint64_t{1} << 40) - 1;

/// One row of a machine's log. seq is gap-free from 1; row 1 is the act `start` or `fork`.
struct LogRow {
  std::int64_t machine = 0;
  std::uint64_t seq = 0;
  Kind kind = Kind::episode;
  std::uint32_t era = 1;
  std::int64_t time_ms = 0;  ///< when it was learned; never less than the row before, but for `clock_back`
  /// The clock was put back before this row, by a day or more: rows before it that tell a later time were
  /// stamped by a clock that was ahead.
  bool clock_back = false;
  std::vector<BeadChange> changes;

  // Episodes only.
  Id id;
  Id visit;
  std::int64_t started_ms = 0;
  Player seat = Player::first;  ///< which side the machine played; against itself, first
  std::string opponent;         ///< kVisitor or kItself
  std::string moves;            ///< move texts with a space between
  std::vector<Draw> trace;
  Outcome outcome = Outcome::draw;
  Reason reason = Reason::draw;

  std::optional<Act> act;  ///< acts only: of this row's kind

  bool self_play() const { return opponent == kItself; }
  /// Why a count changed, as the history tells it: an episode's reason or the act; against itself, each
  /// side's own.
  std::string_view reason_of(const BeadChange& change) const;
};

/// The machine's result in an episode; against itself, the first player's.
Result result_of(const LogRow& episode);

/// Whether it has an act exactly where its kind says so.
inline bool has_its_act(const LogRow& row) {
  return row.kind == Kind::episode ? !row.act : row.act && kind_of(*row.act) == row.kind;
}
/// Empties what only episodes have, so that a row that was read into before can hold an act.
void clear_episode(LogRow& row);
/// What an act was about. `row` must be an act that is a `T`, read with its act.
template <typename T>
const T& act_as(const LogRow& row) {
  MENAGERIE_CHECK(row.act && std::holds_alternative<T>(row.act->what));
  return std::get<T>(row.act->what);
}

}  // namespace menagerie::store
