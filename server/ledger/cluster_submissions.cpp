#include "server/ledger/cluster_submissions.hpp"

#include <array>

namespace menagerie::ledger {
namespace {

using Kind = core::Verdict::Kind;

constexpr std::string_view kEraOver = "era_over", kFrozen = "frozen";
/// The codes of refusals are literals: these are all.
constexpr std::array<std::string_view, 3> kCodes = {"no-such-machine", "episode-of-another-machine",
                                                    kBadEpisode};

}  // namespace

store::LogRow to_row(const core::Finished& episode) {
  store::LogRow row;
  row.machine = episode.machine;
  row.seq = episode.last_seq;
  row.era = episode.era;
  row.id = episode.id;
  row.visit = episode.visit;
  row.started_ms = episode.started_ms;
  row.seat = episode.seat;
  row.opponent = episode.opponent;
  row.moves = episode.moves;
  row.trace = episode.trace;
  row.outcome = episode.outcome;
  row.reason = episode.resigned ? Reason::resign : Reason::draw;
  return row;
}

core::Finished to_finished(const store::LogRow& row) {
  core::Finished episode;
  episode.machine = row.machine;
  episode.last_seq = row.seq;
  episode.era = row.era;
  episode.id = row.id;
  episode.visit = row.visit;
  episode.started_ms = row.started_ms;
  episode.seat = row.seat;
  episode.opponent = row.self_play() ? store::kItself : store::kVisitor;
  episode.moves = row.moves;
  episode.trace = row.trace;
  episode.outcome = row.outcome;
  episode.resigned = row.reason == Reason::resign;
  return episode;
}

std::string to_text(const core::Verdict& verdict) {
  if (verdict.kind == Kind::era_over) return std::string(kEraOver);
  if (verdict.kind == Kind::frozen) return std::string(kFrozen);
  return std::string(verdict.code);
}

core::Verdict verdict_of(std::string_view text) {
  if (text == kEraOver) return {Kind::era_over};
  if (text == kFrozen) return {Kind::frozen};
  for (const std::string_view code : kCodes) {
    if (text == code) return {Kind::refused, 0, code};
  }
  return {Kind::refused, 0, "refused"};
}

}  // namespace menagerie::ledger
