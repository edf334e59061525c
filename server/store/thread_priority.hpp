// The priorities of the server's threads, all in one place: nice levels, where 0 is the highest and 19 the
// lowest. A thread begins with that of the thread which starts it: the network thread, which answers
// visitors, has that of the process, and what the ledger starts (the keeper of the lease) has the ledger's.
#pragma once

#include <sys/resource.h>

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

}  // namespace menagerie::store
