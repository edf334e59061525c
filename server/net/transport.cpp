#include "server/net/transport.hpp"

#include <boost/asio/error.hpp>

#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <utility>
#include <vector>

namespace menagerie::net {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

constexpr std::size_t kSpareBytesMax = 64 * 1024;  // of a buffer that is kept
constexpr std::size_t kSparesMax = 64;

// Without glibc's wrappers: they are cancellation points, which costs more than a hundredth of a move, and no
// thread here is ever cancelled.
ssize_t receive_some(int socket, std::span<char> room) {
  return ::syscall(SYS_recvfrom, socket, room.data(), room.size(), MSG_DONTWAIT, nullptr, nullptr);
}
ssize_t send_some(int socket, std::string_view bytes) {
  return ::syscall(SYS_sendto, socket, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL, nullptr, 0);
}

bool would_block() { return errno == EAGAIN || errno == EWOULDBLOCK; }

error_code last_error() { return {errno, boost::system::system_category()}; }

/// Buffers go from transport to transport: those that have something to send in one turn have one each.
std::vector<std::string>& spares() {
  static thread_local std::vector<std::string> buffers;
  return buffers;
}

void take_spare(std::string& buffer) {
  if (spares().empty()) return;
  buffer.swap(spares().back());
  spares().pop_back();
}

/// Leaves `buffer` without memory; assigning {} would keep it.
void give_spare(std::string& buffer) {
  if (buffer.capacity() <= kSpareBytesMax && spares().size() < kSparesMax) {
    spares().push_back(std::move(buffer));
  }
  std::string().swap(buffer);
}

}  // namespace

Transport::Transport(Socket socket, Reactor& reactor, Owner& owner)
    : executor_(socket.get_executor()), reactor_(&reactor), owner_(&owner) {
  error_code error;
  socket_ = socket.release(error);
  if (error) socket_ = -1;
  if (socket_ < 0 || reactor_->add(socket_, *this)) return;
  ::close(socket_);
  socket_ = -1;
}

void Transport::close() {
  if (socket_ < 0) return;
  reactor_->remove(socket_, *this);
  ::close(socket_);
  socket_ = -1;
  draining_ = more_ = ended_ = false;
}

void Transport::shut_down_sending() { ::shutdown(socket_, SHUT_WR); }

void Transport::ready(bool to_read, bool to_write, bool ended) {
  if (ended) ended_ = true;
  if (to_write && draining_) {
    error_code error;
    if (send_outgoing(error) || error) {
      draining_ = false;
      owner_->on_drained(error);
    }
  }
  if (!to_read || !is_open()) return;
  more_ = true;
  owner_->on_readable();
}

std::size_t Transport::receive(std::span<char> room, error_code& error) {
  const ssize_t received = receive_some(socket_, room);
  more_ = received == static_cast<ssize_t>(room.size());
  if (received > 0) return static_cast<std::size_t>(received);
  if (received == 0) {
    error = asio::error::eof;
  } else if (!would_block()) {
    error = last_error();
  } else {
    ended_ = false;  // there is nothing to wait for after all
  }
  return 0;
}

std::string& Transport::outgoing(std::size_t more) {
  if (outgoing_.empty() && outgoing_.capacity() < 64) take_spare(outgoing_);
  const std::size_t size = outgoing_.size() + more;
  if (outgoing_.capacity() < size)
    outgoing_.reserve(std::max({size, 2 * outgoing_.size(), std::size_t{4096}}));
  return outgoing_;
}

bool Transport::flush(error_code& error) {
  if (send_outgoing(error)) return true;
  draining_ = !error;
  return false;
}

/// Whether nothing is left.
bool Transport::send_outgoing(error_code& error) {
  while (sent_ < outgoing_.size()) {
    const ssize_t sent = send_some(socket_, std::string_view(outgoing_).substr(sent_));
    if (sent < 0) {
      if (would_block()) return false;
      error = last_error();
      break;
    }
    sent_ += static_cast<std::size_t>(sent);
  }
  sent_ = 0;
  outgoing_.clear();
  give_spare(outgoing_);
  return !error;
}

}  // namespace menagerie::net
