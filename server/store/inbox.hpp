// The inbox of a house with several servers: finished episodes on their way to the one that writes the logs.
#pragma once

#include "server/store/store.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace menagerie::store {

/// An episode that gets no log row, and why: era_over, frozen, or refused and a code.
struct NotLearned {
  std::int64_t machine = 0;
  Id id;
  std::string verdict;
};

/// One thread at a time, on a connection of its own. Every call may throw Error, and can be made again.
class Inbox {
 public:
  virtual ~Inbox() = default;
  /// Puts episodes in, as log rows: `seq` is the machine's when it was shown its last move, `reason` is
  /// resign where it resigned. On return they are on disk. One that is there already stays as it is.
  virtual void put(std::span<const LogRow> episodes, const std::string& server) = 0;
  /// Those that wait, the oldest first, at most `limit`.
  virtual std::vector<LogRow> waiting(std::size_t limit) = 0;
  /// How many wait.
  virtual std::size_t count() = 0;
  /// Records episodes that get no log row, and why; they stay until their servers have asked.
  virtual void refuse(std::span<const NotLearned> episodes) = 0;
  /// Those of these episodes that were refused.
  virtual std::vector<NotLearned> refused(std::span<const Id> episodes) = 0;
  /// Wakes all servers: something was put in or learned. Only a doorbell: nothing depends on it. `text`
  /// comes to all, its sender too.
  virtual void ring(const std::string& text) = 0;
};
std::unique_ptr<Inbox> open_inbox(const std::string& url);

/// Hears what ring() rings, on a connection of its own. One thread at a time.
class Doorbell {
 public:
  virtual ~Doorbell() = default;
  /// Waits until somebody rings, at most so long. Returns the texts of all that rang. Throws Error.
  virtual std::vector<std::string> wait(int ms) = 0;
};
std::unique_ptr<Doorbell> open_doorbell(const std::string& url);

}  // namespace menagerie::store
