#include "server/net/open_files.hpp"

#include <sys/resource.h>

#include <algorithm>

namespace menagerie::net {

std::size_t raise_file_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return static_cast<std::size_t>(limit.rlim_cur);
}

std::size_t connections_possible(std::size_t files) {
  constexpr std::size_t kOwnFiles = 96;  // databases of the writer and the readers, exports, log, epoll
  const std::size_t left = files - std::min(files, kOwnFiles);
  return std::max<std::size_t>(1, left - std::min(left / 4, kRefusedConnectionsMax));
}

}  // namespace menagerie::net
