#include "server/core/clock.hpp"

#include "server/wire/time_text.hpp"

#include <algorithm>
#include <cstdlib>

namespace menagerie::core {
namespace {

constexpr std::int64_t kSecond = 1000;
constexpr std::int64_t kDay = 24 * 3600 * kSecond;
/// 2026-01-01: a clock with an earlier time was never set.
constexpr std::int64_t kWrittenMs = 1'767'225'600'000;
constexpr std::int64_t kStepMs = 5 * kSecond;       // smaller steps are daily corrections, and are not logged
constexpr std::int64_t kBehindMs = 60 * kSecond;    // at a start
constexpr std::int64_t kLongPauseMs = 100 * kDay;   // a longer pause is more likely a wrong clock
constexpr std::int64_t kToldApartMs = 2 * kSecond;  // an end that moved by less is reported unchanged

}  // namespace

bool may_time_go_back(store::Store& store, std::int64_t machine, std::int64_t last_ms, std::int64_t now_ms) {
  if (now_ms < kWrittenMs || last_ms - now_ms < kDay) return false;
  // There is no row within the 24 hours from now.
  return store.last_before(machine, now_ms + 1) == store.last_before(machine, now_ms + kDay);
}

std::string span_text(std::int64_t ms) {
  ms = std::abs(ms);
  if (ms >= 2 * kDay) return std::to_string(ms / kDay) + " days";
  if (ms >= 2 * 3600 * kSecond) return std::to_string(ms / (3600 * kSecond)) + " hours";
  return std::to_string(ms / kSecond) + " seconds";
}

std::string clock_at_start(std::int64_t newest_ms, std::int64_t now_ms) {
  const std::string told = "the clock says " + wire::time_text(now_ms) +
                           ", and the newest row of the log is of " + wire::time_text(newest_ms) + ", ";
  if (newest_ms - now_ms >= kBehindMs)
    return told + span_text(newest_ms - now_ms) +
           " later: one of them is wrong. No row goes back in time by less than a day, nor while there are "
           "rows of the day that the clock tells; where a clock that was ahead has been put right, later "
           "rows carry the right time again";
  if (newest_ms > 0 && now_ms - newest_ms >= kLongPauseMs)
    return told + span_text(now_ms - newest_ms) +
           " ago: if the clock is wrong, put it right; rows that it stamped until then are marked as such";
  return {};
}

std::string ClockWatch::look(std::int64_t now_ms, std::int64_t steady_ms) {
  const std::int64_t apart = now_ms - steady_ms;
  const std::int64_t before = apart_ms_.value_or(apart);
  apart_ms_ = apart;
  const std::int64_t step = apart - before;
  if (std::abs(step) < kStepMs) return {};
  return std::string("the clock was put ") + (step > 0 ? "forward" : "back") + " by " + span_text(step) +
         ", to " + wire::time_text(now_ms);
}

void DryWait::follow(const MachineState& state, std::int64_t wait_s, std::int64_t now_ms,
                     std::int64_t steady_ms) {
  if (!state.dry || state.frozen) return wait_.reset();
  if (wait_ && wait_->seq == state.dry->seq && wait_->since_ms == state.dry->since_ms) return;
  const std::int64_t wait = wait_s * kSecond;
  const std::int64_t passed = std::clamp<std::int64_t>(now_ms - state.dry->since_ms, 0, wait);
  wait_ = Wait{state.dry->seq, state.dry->since_ms, state.dry->since_ms + wait, steady_ms + wait - passed};
}

std::optional<std::int64_t> DryWait::left_ms(std::int64_t steady_ms) const {
  if (!wait_) return std::nullopt;
  return wait_->end_steady_ms - steady_ms;
}

std::optional<std::int64_t> DryWait::end_ms(std::int64_t now_ms, std::int64_t steady_ms) const {
  if (!wait_) return std::nullopt;
  const std::int64_t end = now_ms + *left_ms(steady_ms);
  if (std::abs(end - wait_->planned_ms) <= kToldApartMs) return wait_->planned_ms;
  return (end + kSecond - 1) / kSecond * kSecond;
}

}  // namespace menagerie::core
