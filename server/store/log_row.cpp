#include "server/store/log_row.hpp"

#include <iterator>
#include <utility>
#include <variant>

namespace menagerie::store {

std::string_view LogRow::reason_of(const BeadChange& change) const {
  if (kind != Kind::episode) return store::to_text(kind);
  if (!self_play() || outcome == Outcome::draw || change.propagated) {
    return menagerie::to_text(change.reason(reason));
  }
  return menagerie::to_text(change.after > change.before ? Reason::win : Reason::loss);
}

void clear_episode(LogRow& row) {
  LogRow act;
  act.machine = row.machine;
  act.seq = row.seq;
  act.kind = row.kind;
  act.era = row.era;
  act.time_ms = row.time_ms;
  act.clock_back = row.clock_back;
  act.changes = std::move(row.changes);
  row = std::move(act);
}

std::string_view to_text(Kind kind) {
  static constexpr std::string_view kNames[] = {"episode", "start",  "reset", "rewind", "unteach",
                                                "fork",    "freeze", "thaw",  "topup"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view to_text(Why why) {
  static constexpr std::string_view kNames[] = {"put up", "dry", "finished", "curator"};
  return kNames[static_cast<std::size_t>(why)];
}

Kind kind_of(const Act& act) {
  static constexpr Kind kOf[] = {Kind::start, Kind::reset,  Kind::rewind, Kind::unteach,
                                 Kind::fork,  Kind::freeze, Kind::thaw,   Kind::topup};
  static_assert(std::variant_size_v<decltype(Act::what)> == std::size(kOf));
  return kOf[act.what.index()];
}

Result result_of(const LogRow& episode) { return menagerie::result_of(episode.outcome, episode.seat); }

}  // namespace menagerie::store
