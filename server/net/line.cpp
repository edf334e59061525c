#include "server/net/line.hpp"

#include "server/net/plain_frame.hpp"

#include <boost/asio/error.hpp>

#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace menagerie::net {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

constexpr std::size_t kSpareMax = 64 * 1024;  // bytes of a buffer worth keeping
constexpr std::size_t kReadSize = 4096;
constexpr std::uint64_t kPayloadMax = std::uint64_t{1} << 62;  // far more than Beast takes

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

std::size_t frame_header(std::size_t length, std::array<char, 10>& header) {
  constexpr unsigned kFinalText = 0x81;
  const std::size_t more = length < 126 ? 0 : length < 65536 ? 2 : 8;
  header[0] = static_cast<char>(kFinalText);
  header[1] = static_cast<char>(more == 0 ? length : more == 2 ? 126 : 127);
  for (std::size_t i = 0; i < more; ++i)
    header[2 + i] = static_cast<char>(length >> (8 * (more - 1 - i)) & 0xFF);
  return 2 + more;
}

/// One buffer goes round: lines hardly ever wait at the same time.
std::string& spare() {
  static thread_local std::string buffer;
  return buffer;
}

}  // namespace

Line::Line(Socket socket, Arrivals& arrivals, Owner& owner)
    : executor_(socket.get_executor()), arrivals_(&arrivals), owner_(&owner) {
  error_code error;
  socket_ = socket.release(error);
  if (error) socket_ = -1;
  if (socket_ < 0 || arrivals_->add(socket_, *this)) return;
  ::close(socket_);
  socket_ = -1;
}

void Line::close() {
  if (socket_ < 0) return;
  arrivals_->remove(socket_, *this);
  ::close(socket_);
  socket_ = -1;
  draining_ = false;
  if (const auto reader = std::move(reader_)) reader->complete(asio::error::operation_aborted, 0);
  if (const auto writer = std::move(writer_)) writer->complete(asio::error::operation_aborted, 0);
}

void Line::shut_down() { ::shutdown(socket_, SHUT_WR); }

void Line::ready(bool to_read, bool to_write, bool ended) {
  if (ended) ended_ = true;
  error_code error;  // whoever waits hears of it
  if (to_write && sent_ < waiting_.size()) send_waiting(error);
  if (!to_read || !is_open()) return;
  if (reader_) {
    go_on_reading();
  } else {
    more_ = true;
    owner_->arrived();
  }
}

// ---------------------------------------------------------------- in

std::size_t Line::receive(std::span<char> room, error_code& error) {
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

void Line::begin_read(asio::mutable_buffer room, std::unique_ptr<Waiting> reader) {
  if (!is_open()) return reader->complete(asio::error::operation_aborted, 0);
  if (room.size() == 0) return reader->complete({}, 0);
  room_ = room;
  reader_ = std::move(reader);
  go_on_reading();
}

/// Hands over what Beast waits for, if it is there; reads what has come. Each time round the header of a
/// frame was not whole, and it has 14 bytes at most: nobody has the network thread for long.
void Line::go_on_reading() {
  for (;;) {
    const std::size_t bytes = hand_over({static_cast<char*>(room_.data()), room_.size()});
    if (bytes != 0) return std::exchange(reader_, nullptr)->complete({}, bytes);
    unread_.erase(0, std::exchange(handed_, 0));  // or a line that always ends in a header would only grow
    const std::size_t before = unread_.size();
    unread_.resize(before + kReadSize);
    error_code error;
    const std::size_t received = receive(std::span(unread_).subspan(before), error);
    unread_.resize(before + received);
    if (error) return std::exchange(reader_, nullptr)->complete(error, 0);
    if (received == 0) return;
  }
}

/// The next bytes of the frame that Beast is in.
std::size_t Line::hand_over(std::span<char> room) {
  const std::span<const char> unread = std::span<const char>(unread_).subspan(handed_);
  if (frame_left_ == 0 && !raw_) {
    const std::size_t header = frame_header_size(unread);
    if (header == 0) return 0;
    // Of a payload that is too long Beast wants no more than the header, which says so.
    frame_left_ = header + std::min(frame_payload_size(unread), kPayloadMax);
  }
  const std::size_t most =
      raw_ ? unread.size() : static_cast<std::size_t>(std::min<std::uint64_t>(frame_left_, unread.size()));
  const std::size_t bytes = std::min(room.size(), most);
  std::memcpy(room.data(), unread.data(), bytes);
  if (!raw_) frame_left_ -= bytes;
  handed_ += bytes;
  if (handed_ == unread_.size()) {
    handed_ = 0;
    std::string().swap(unread_);
  }
  return bytes;
}

// ---------------------------------------------------------------- out

void Line::append(std::string_view bytes) {
  if (waiting_.empty() && waiting_.capacity() < 64) waiting_.swap(spare());
  const std::size_t size = waiting_.size() + bytes.size();
  if (waiting_.capacity() < size) waiting_.reserve(std::max({size, 2 * waiting_.size(), std::size_t{4096}}));
  waiting_.append(bytes);
}

void Line::append_text_frame(std::string_view text) {
  std::array<char, 10> header;
  append({header.data(), frame_header(text.size(), header)});
  append(text);
}

bool Line::flush(error_code& error) {
  if (send_waiting(error)) return true;
  draining_ = !error;
  return false;
}

/// Beast writes what it has in one piece: the answer to the upgrade, or a whole frame.
void Line::look_for_goodbye(asio::const_buffer written) {
  constexpr unsigned char kClose = 0x88;
  if (written.size() != 0 && *static_cast<const unsigned char*>(written.data()) == kClose) owner_->goodbye();
}

void Line::begin_write(std::size_t size, std::unique_ptr<Waiting> writer) {
  error_code error;
  if (send_waiting(error) || error) return writer->complete(error, error ? 0 : size);
  written_ = size;
  writer_ = std::move(writer);
}

/// Whether nothing is left. The owner and Beast each send what the other left waiting as well, so whoever
/// waits hears of the end wherever it is reached: the kernel says only once that it has room.
bool Line::send_waiting(error_code& error) {
  while (sent_ < waiting_.size()) {
    const ssize_t sent = send_some(socket_, std::string_view(waiting_).substr(sent_));
    if (sent < 0) {
      if (would_block()) return false;
      error = last_error();
      break;
    }
    sent_ += static_cast<std::size_t>(sent);
  }
  sent_ = 0;
  waiting_.clear();
  if (waiting_.capacity() > spare().capacity() && waiting_.capacity() <= kSpareMax) waiting_.swap(spare());
  std::string().swap(waiting_);  // assigning {} would keep the memory
  if (writer_) std::exchange(writer_, nullptr)->complete(error, error ? 0 : written_);
  if (std::exchange(draining_, false)) owner_->drained(error);
  return !error;
}

}  // namespace menagerie::net
