// Limits: credits per connection; connections, episodes, practices and exports per address.
// Time is passed in (milliseconds of a clock that never goes back). Network thread only; knows no socket.
#pragma once

#include "server/net/addresses.hpp"
#include "server/wire/limits.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>

namespace menagerie::net {

/// Credits that come back with time.
class TokenBucket {
 public:
  /// Takes one credit; false where there is none. `per_second` and `burst` are the limits, the same at
  /// each call; a bucket starts full.
  bool take(std::int64_t now_ms, double per_second, double burst);
  /// Seconds (at least 1) until there is a credit again.
  int retry_after_s(double per_second) const;
  /// Seconds (at least 1) until there is a credit; 0 where there is one.
  int wait_s(std::int64_t now_ms, double per_second, double burst) const;
  bool is_full(std::int64_t now_ms, double per_second, double burst) const;

 private:
  double level(std::int64_t now_ms, double per_second, double burst) const;
  double credits_ = -1;  // negative: not used yet, so full
  std::int64_t last_ms_ = 0;
};

/// A connection's frames.
class FrameCredits {
 public:
  enum class Admission : std::uint8_t {
    fine,
    too_fast,  ///< refuse the frame, say when to try again
    abuse      ///< refused often and still goes on: a protocol error
  };
  Admission take(std::int64_t now_ms, const wire::Limits& limits);
  int retry_after_s(const wire::Limits& limits) const {
    return bucket_.retry_after_s(limits.frames_per_second_max);
  }

 private:
  static constexpr std::uint8_t kPatience = 10;  // refusals without a pause
  TokenBucket bucket_;
  std::uint8_t refused_ = 0;
};

/// What is counted of every address.
class AddressBook {
  struct Entry {
    std::uint32_t connections = 0;
    std::uint32_t exports = 0;
    std::uint32_t sealed = 0;    ///< seats in the sealed room
    std::uint64_t buffered = 0;  ///< bytes
    TokenBucket episodes, guesses, practices;
    std::int64_t proved_until_ms = 0;  ///< it has shown the curator's token; 0: it has not
  };

 public:
  /// Counts one connection, export or seat until it is destroyed. Must not outlive the book.
  class Hold {
   public:
    Hold() = default;
    Hold(Hold&& other) noexcept { *this = std::move(other); }
    Hold& operator=(Hold&& other) noexcept {
      std::swap(entry_, other.entry_);
      std::swap(count_, other.count_);
      return *this;
    }
    ~Hold() { release(); }
    void release();
    explicit operator bool() const { return entry_ != nullptr; }

   private:
    friend class AddressBook;
    Entry* entry_ = nullptr;
    std::uint32_t Entry::* count_ = nullptr;
  };

  /// Counts the bytes of an answer that its client has not read yet, until it is destroyed. Must not outlive
  /// the book, nor the connection's Hold.
  class Buffered {
   public:
    Buffered() = default;
    Buffered(Buffered&& other) noexcept { *this = std::move(other); }
    Buffered& operator=(Buffered&& other) noexcept {
      std::swap(book_, other.book_);
      std::swap(entry_, other.entry_);
      std::swap(bytes_, other.bytes_);
      return *this;
    }
    ~Buffered() { release(); }
    void release();

   private:
    friend class AddressBook;
    AddressBook* book_ = nullptr;
    Entry* entry_ = nullptr;
    std::uint64_t bytes_ = 0;
  };

  explicit AddressBook(const wire::Limits& limits) : limits_(&limits) {}
  AddressBook(const AddressBook&) = delete;
  AddressBook& operator=(const AddressBook&) = delete;

  /// Nothing where the address has all that it may have.
  std::optional<Hold> enter(const AddressKey& address);
  /// One more export by the address of `connection`; nothing where it has all that it may have.
  std::optional<Hold> begin_export(const Hold& connection);
  /// A seat in the sealed room for the address of `connection`; nothing where it has all that it may have.
  std::optional<Hold> take_sealed_seat(const Hold& connection);
  /// So many bytes more are held for the address of `connection`; nothing where that is more than it may
  /// have, or than all may have together.
  std::optional<Buffered> buffer(const Hold& connection, std::uint64_t bytes);
  std::uint64_t buffered() const { return buffered_; }
  /// Counts an episode begun by a connection; otherwise returns the seconds until one may be.
  std::optional<int> begin_episode(const Hold& connection, std::int64_t now_ms);
  /// Counts an answer in which a copy of a machine practises; otherwise returns the seconds until one may be.
  std::optional<int> begin_practice(const Hold& connection, std::int64_t now_ms);
  /// Seconds until a connection's address may show a curator's token again; nothing where it may now.
  std::optional<int> guess_wait_s(const Hold& connection, std::int64_t now_ms) const;
  /// Counts a wrong one.
  void count_guess(const Hold& connection, std::int64_t now_ms);
  /// Remembers for kProvedForMs that a connection's address has shown the right one.
  void count_proof(const Hold& connection, std::int64_t now_ms);
  /// Whether it has: then wrong tokens of others at the same address do not keep the curator out.
  bool has_proved(const Hold& connection, std::int64_t now_ms) const;
  static constexpr std::int64_t kProvedForMs = 12 * 3600 * 1000;
  /// Forgets addresses of which nothing is counted. To be called now and then.
  void tidy(std::int64_t now_ms);
  std::size_t size() const { return entries_.size(); }

 private:
  static std::optional<Hold> hold(Entry& entry, std::uint32_t Entry::* count, std::size_t most);
  double episodes_per_second() const { return static_cast<double>(limits_->episodes_per_minute_max) / 60.0; }
  double practices() const { return static_cast<double>(limits_->practices_per_minute_max); }
  double guesses() const { return static_cast<double>(limits_->curator_guesses_per_minute_max); }

  const wire::Limits* limits_;
  std::uint64_t buffered_ = 0;  ///< bytes, in all
  std::unordered_map<AddressKey, Entry, AddressKeyHash> entries_;
};

}  // namespace menagerie::net
