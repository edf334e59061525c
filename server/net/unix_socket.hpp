// A unix socket to listen at: for a proxy on the same machine, without a port. Pure system calls; any thread.
#pragma once

#include <string>

namespace menagerie::net {

/// Listens at `path` and returns the socket. One that an ended server has left there is replaced. Its group
/// may connect too (mode 660). Throws std::runtime_error (path, why) where it cannot.
int listen_at_path(const std::string& path, int backlog);

}  // namespace menagerie::net
