#include "server/app/supervisor.hpp"

#include "engine/parse_number.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace menagerie::app {
namespace {

std::string setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

Supervisor::Supervisor() : socket_(setting("NOTIFY_SOCKET")) {
  // A watchdog can be another process's, which gave its environment to this one.
  const std::string process = setting("WATCHDOG_PID");
  if (!process.empty() && process != std::to_string(::getpid())) return;
  watchdog_ = std::chrono::microseconds(parse_number<std::uint32_t>(setting("WATCHDOG_USEC")).value_or(0));
}

void Supervisor::alive() const {
  if (watchdog_.count() != 0) send("WATCHDOG=1");
}

void Supervisor::send(std::string_view state) const {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (socket_.empty() || socket_.size() >= sizeof address.sun_path) return;
  std::memcpy(address.sun_path, socket_.data(), socket_.size());
  if (socket_.front() == '@') address.sun_path[0] = '\0';
  const int sender = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (sender < 0) return;
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket_.size());
  ::sendto(sender, state.data(), state.size(), MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&address),
           length);
  ::close(sender);
}

}  // namespace menagerie::app
