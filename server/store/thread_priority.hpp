// The priorities of the server's threads, all in one place: nice levels, where 0 is the highest and 19 the
// lowest. A thread begins with that of the thread which starts it: the network thread, which answers
// visitors, has that of the process, and so has the one that waits for other servers' doorbell.
#pragma once

#include <sys/resource.h>

#include <chrono>
#include <thread>

namespace menagerie::store {

/// A backup gives way to players, and still comes to its end on a computer that is always busy.
inline constexpr int kBackupNice = 5;
/// On a busy computer answering visitors comes first, and batches grow, which means fewer commits a game.
inline constexpr int kLedgerNice = 15;
/// What reads for REST: short answers share the processor with the ledger, long ones give way to it. Not
/// idle priority: a thread that gets no time at all could be stopped while it holds a lock that the others
/// wait for.
inline constexpr int kBriefReaderNice = 15, kCostlyReaderNice = 19;
/// Fills index.db behind the log.
inline constexpr int kIndexerNice = 19;

static_assert(kLedgerNice <= kBriefReaderNice && kLedgerNice <= kCostlyReaderNice,
              "the ledger never has a lower priority than who reads");

/// Gives the calling thread a nice level, where the system lets it; on Linux alone it is the thread's and not
/// the process's.
inline void set_nice(int level) { ::setpriority(PRIO_PROCESS, 0, level); }

/// For a thread that computes without end: lets others have its processor, now and then. It sleeps for the
/// shortest time that there is, some 0.05 ms. Neither a nice level nor sched_yield() helps where Linux shares
/// processors between groups (a container, a service, a session): both count within the server's own group,
/// and the kernel's thread that ends a write of the log would wait for the slice of the whole group, 4 to 6
/// ms.
class GivesWay {
 public:
  /// Call it often; it costs the reading of a clock.
  void look() {
    if (Clock::now() < end_) return;
    std::this_thread::sleep_for(std::chrono::microseconds(1));
    end_ = Clock::now() + kTurn;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr auto kTurn = std::chrono::microseconds(500);
  Clock::time_point end_ = Clock::now() + kTurn;
};

}  // namespace menagerie::store
