// How the index beside the log does: it is written by a thread that nobody waits for.
#pragma once

#include <cstdint>

namespace menagerie::store {

/// How often index.db could not be written since the program started. Look-ups then read the log itself,
/// which is slower and finds the same. From any thread.
std::uint64_t index_failures();

}  // namespace menagerie::store
