// What the operating system says of this process, read from /proc. Any thread.
#pragma once

#include <cstdint>

namespace menagerie::net {

/// A figure that cannot be read is 0.
struct ProcessFigures {
  double cpu_s = 0;      ///< user and system time
  double started_s = 0;  ///< since 1970, UTC
  std::uint64_t resident_bytes = 0, virtual_bytes = 0;
  std::uint64_t threads = 0;
  std::uint64_t open_files = 0, open_files_max = 0;

  static ProcessFigures read();
};

}  // namespace menagerie::net
