#include "server/net/limiter.hpp"

#include "engine/check.hpp"

#include <algorithm>
#include <cmath>

namespace menagerie::net {

double TokenBucket::level(std::int64_t now_ms, double per_second, double burst) const {
  if (credits_ < 0) return burst;
  return std::min(burst, credits_ + static_cast<double>(now_ms - last_ms_) * per_second / 1000.0);
}

bool TokenBucket::take(std::int64_t now_ms, double per_second, double burst) {
  credits_ = level(now_ms, per_second, burst);
  last_ms_ = now_ms;
  if (credits_ < 1) return false;
  credits_ -= 1;
  return true;
}

int TokenBucket::retry_after_s(double per_second) const {
  if (credits_ < 0 || per_second <= 0) return 1;
  return std::max(1, static_cast<int>(std::ceil((1 - credits_) / per_second)));
}

int TokenBucket::wait_s(std::int64_t now_ms, double per_second, double burst) const {
  const double missing = 1 - level(now_ms, per_second, burst);
  constexpr double kRounding = 1e-6;
  return missing <= 0 ? 0 : std::max(1, static_cast<int>(std::ceil(missing / per_second - kRounding)));
}

bool TokenBucket::is_full(std::int64_t now_ms, double per_second, double burst) const {
  return level(now_ms, per_second, burst) >= burst;
}

FrameCredits::Admission FrameCredits::take(std::int64_t now_ms, const wire::Limits& limits) {
  if (limits.frames_per_second_max <= 0) return Admission::fine;
  if (bucket_.take(now_ms, limits.frames_per_second_max, std::max(1.0, limits.frames_burst_max))) {
    if (refused_ > 0) --refused_;
    return Admission::fine;
  }
  if (refused_ >= kPatience) return Admission::abuse;
  ++refused_;
  return Admission::too_fast;
}

void AddressBook::Hold::release() {
  if (!entry_) return;
  MENAGERIE_CHECK(entry_->*count_ > 0);
  --(entry_->*count_);
  entry_ = nullptr;
}

std::optional<AddressBook::Hold> AddressBook::hold(Entry& entry, std::uint32_t Entry::* count,
                                                   std::size_t most) {
  if (most != 0 && entry.*count >= most) return std::nullopt;
  ++(entry.*count);
  Hold hold;
  hold.entry_ = &entry;  // an unordered_map never moves its elements
  hold.count_ = count;
  return hold;
}

std::optional<AddressBook::Hold> AddressBook::enter(const AddressKey& address) {
  return hold(entries_[address], &Entry::connections, limits_->connections_per_address_max);
}

std::optional<AddressBook::Hold> AddressBook::begin_export(const Hold& connection) {
  MENAGERIE_CHECK(connection.entry_);
  return hold(*connection.entry_, &Entry::exports, limits_->exports_per_client_max);
}

std::optional<AddressBook::Hold> AddressBook::take_sealed_seat(const Hold& connection) {
  MENAGERIE_CHECK(connection.entry_);
  return hold(*connection.entry_, &Entry::sealed, limits_->sealed_seats_per_address_max);
}

std::optional<AddressBook::Buffered> AddressBook::buffer(const Hold& connection, std::uint64_t bytes) {
  MENAGERIE_CHECK(connection.entry_);
  Entry& entry = *connection.entry_;
  if (entry.buffered + bytes > limits_->buffered_bytes_per_address_max ||
      buffered_ + bytes > limits_->buffered_bytes_max)
    return std::nullopt;
  entry.buffered += bytes;
  buffered_ += bytes;
  Buffered buffered;
  buffered.book_ = this;
  buffered.entry_ = &entry;  // an unordered_map never moves its elements
  buffered.bytes_ = bytes;
  return buffered;
}

void AddressBook::Buffered::release() {
  if (!entry_) return;
  MENAGERIE_CHECK(entry_->buffered >= bytes_ && book_->buffered_ >= bytes_);
  entry_->buffered -= bytes_;
  book_->buffered_ -= bytes_;
  entry_ = nullptr;
}

std::optional<int> AddressBook::begin_episode(const Hold& connection, std::int64_t now_ms) {
  if (limits_->episodes_per_minute_max == 0 || !connection.entry_) return std::nullopt;
  const double burst = static_cast<double>(limits_->episodes_per_minute_max);
  TokenBucket& bucket = connection.entry_->episodes;
  if (bucket.take(now_ms, episodes_per_second(), burst)) return std::nullopt;
  return bucket.retry_after_s(episodes_per_second());
}

std::optional<int> AddressBook::begin_practice(const Hold& connection, std::int64_t now_ms) {
  if (practices() == 0 || !connection.entry_) return std::nullopt;
  TokenBucket& bucket = connection.entry_->practices;
  if (bucket.take(now_ms, practices() / 60.0, practices())) return std::nullopt;
  return bucket.retry_after_s(practices() / 60.0);
}

std::optional<int> AddressBook::guess_wait_s(const Hold& connection, std::int64_t now_ms) const {
  if (guesses() == 0 || !connection.entry_) return std::nullopt;
  const int wait_s = connection.entry_->guesses.wait_s(now_ms, guesses() / 60.0, guesses());
  return wait_s == 0 ? std::nullopt : std::optional(wait_s);
}

void AddressBook::count_guess(const Hold& connection, std::int64_t now_ms) {
  if (guesses() == 0 || !connection.entry_) return;
  connection.entry_->guesses.take(now_ms, guesses() / 60.0, guesses());
}

void AddressBook::count_proof(const Hold& connection, std::int64_t now_ms) {
  if (connection.entry_) connection.entry_->proved_until_ms = now_ms + kProvedForMs;
}

bool AddressBook::has_proved(const Hold& connection, std::int64_t now_ms) const {
  return connection.entry_ && now_ms < connection.entry_->proved_until_ms;
}

void AddressBook::tidy(std::int64_t now_ms) {
  const double burst = static_cast<double>(limits_->episodes_per_minute_max);
  std::erase_if(entries_, [&](const auto& item) {
    const Entry& entry = item.second;
    return entry.connections == 0 && entry.exports == 0 && entry.buffered == 0 &&
           now_ms >= entry.proved_until_ms && entry.episodes.is_full(now_ms, episodes_per_second(), burst) &&
           entry.guesses.is_full(now_ms, guesses() / 60.0, guesses()) &&
           entry.practices.is_full(now_ms, practices() / 60.0, practices());
  });
}

}  // namespace menagerie::net
