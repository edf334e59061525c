#include "server/net/unix_socket.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace menagerie::net {
namespace {

constexpr mode_t kMode = 0660;

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  throw std::runtime_error("cannot listen at unix:" + path + ": " + why);
}
[[noreturn]] void fail(const std::string& path, int error) {
  fail(path, std::generic_category().message(error));
}

sockaddr_un address_of(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path)
    fail(path, "such a path has at most " + std::to_string(sizeof address.sun_path - 1) + " bytes");
  std::memcpy(address.sun_path, path.data(), path.size());
  return address;
}

class File {
 public:
  explicit File(const std::string& path) : number_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    if (number_ < 0) fail(path, errno);
  }
  ~File() {
    if (number_ >= 0) ::close(number_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int number() const { return number_; }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

/// Removes a socket that nobody listens at any more; anything else at that path is left alone.
void remove_left_behind(const std::string& path, const sockaddr_un& address) {
  struct stat found{};
  if (::lstat(path.c_str(), &found) != 0) return;
  if (!S_ISSOCK(found.st_mode)) fail(path, "there is something else than a socket");
  const File asking(path);
  const auto* where = reinterpret_cast<const sockaddr*>(&address);
  if (::connect(asking.number(), where, sizeof address) == 0) fail(path, "a server listens there already");
  if (errno != ECONNREFUSED) fail(path, errno);
  ::unlink(path.c_str());
}

}  // namespace

int listen_at_path(const std::string& path, int backlog) {
  const sockaddr_un address = address_of(path);
  remove_left_behind(path, address);
  File socket(path);
  const auto* where = reinterpret_cast<const sockaddr*>(&address);
  if (::bind(socket.number(), where, sizeof address) != 0) fail(path, errno);
  if (::chmod(path.c_str(), kMode) != 0) fail(path, errno);
  if (::listen(socket.number(), backlog) != 0) fail(path, errno);
  return socket.release();
}

}  // namespace menagerie::net
