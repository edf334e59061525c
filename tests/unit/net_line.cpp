// The line under a WebSocket, at one end of a real connection whose kernel holds little: what Beast writes
// and what goes past it wait for each other.
#include "server/net/line.hpp"

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/write.hpp>

#include <catch2/catch.hpp>

#include <malloc.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
// Of sanitizer/allocator_interface.h, which gcc does not install.
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();
#endif

using namespace menagerie::net;
namespace asio = boost::asio;
using boost::system::error_code;

namespace {

/// On the heap. Not what the process has: a sanitizer keeps what is freed for a while.
std::size_t bytes_in_use() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return __sanitizer_get_current_allocated_bytes();
#else
  const struct mallinfo2 heap = mallinfo2();
  return heap.uordblks + heap.hblkhd;
#endif
}

struct Ends : Line::Owner {
  Ends() {
    asio::basic_socket_acceptor<asio::ip::tcp, Executor> acceptor(
        io.get_executor(), asio::ip::tcp::endpoint(asio::ip::address_v4::loopback(), 0));
    far.open(asio::ip::tcp::v4());
    far.set_option(asio::socket_base::receive_buffer_size(4096));
    far.connect(acceptor.local_endpoint());
    Socket near = acceptor.accept();
    near.set_option(asio::socket_base::send_buffer_size(4096));
    line.emplace(std::move(near), arrivals, *this);
  }
  ~Ends() {
    line->close();
    run();
  }
  void arrived() override {}
  void drained(const error_code&) override { ++drains; }
  void goodbye() override {}

  void run() {
    io.restart();
    io.run_for(std::chrono::milliseconds(50));
  }
  /// A frame past Beast that the kernel has no room for.
  void overfill(std::size_t size) {
    line->append_text_frame(std::string(size, 'x'));
    REQUIRE_FALSE(flush());
    run();
  }
  bool flush() {
    error_code error;
    const bool empty = line->flush(error);
    REQUIRE_FALSE(error);
    return empty;
  }
  void write_as_beast() {
    line->async_write_some(asio::buffer("pong", 4), [this](const error_code& error, std::size_t size) {
      written += error ? 0 : size;
    });
  }
  /// The other end reads all there is, while nobody hears what the kernel says of its room. Returns how much.
  std::size_t read_unheard() {
    std::string piece(1 << 16, '\0');
    std::size_t got = 0;
    far.non_blocking(true);
    for (int empty = 0; empty < 10;) {
      error_code error;
      const std::size_t size = far.read_some(asio::buffer(piece), error);
      got += size;
      if (size != 0) continue;
      ++empty;
      ::usleep(500);
    }
    came += got;
    return got;
  }

  asio::io_context io;
  Arrivals arrivals{io, [] {}};
  Socket far{io.get_executor()};
  std::optional<Line> line;
  int drains = 0;
  std::size_t written = 0, came = 0;
};

}  // namespace

TEST_CASE("what Beast writes may send the last of the owner's backlog, and the owner hears of it") {
  for (std::size_t size = 40'000; size < 48'000; size += 1'000) {  // some leave just what one write takes
    Ends ends;
    ends.overfill(size);
    const std::size_t whole = 4 + size;
    while (whole - ends.came > ends.read_unheard()) {
      if (ends.flush()) break;
    }
    ends.write_as_beast();
    while (ends.came < whole + 4) {
      ends.read_unheard();
      ends.run();
    }
    CHECK(ends.drains == 1);
    CHECK(ends.written == 4);
  }
}

TEST_CASE("a flush may send the last of what Beast writes, and Beast goes on") {
  Ends ends;
  ends.overfill(200'000);
  ends.write_as_beast();
  while (!ends.flush()) ends.read_unheard();
  ends.read_unheard();
  ends.run();
  CHECK(ends.written == 4);
  CHECK(ends.drains == 1);
}

TEST_CASE("of a frame that is longer than can be, Beast has the header at once") {
  Ends ends;
  const std::string header("\x81\xff\xff\xff\xff\xff\xff\xff\xff\xf2\1\2\3\4", 14);
  asio::write(ends.far, asio::buffer(header));
  std::string room(64, '\0');
  std::size_t got = 0;
  ends.line->async_read_some(asio::buffer(room), [&](const error_code&, std::size_t size) { got = size; });
  ends.run();
  CHECK(room.substr(0, got) == header);
}

TEST_CASE("a line whose reads all end within a header keeps no more than that") {
  constexpr std::size_t kFrame = 4096, kFrames = 8192;  // as much as the line reads at once
  Ends ends;
  std::string frame(kFrame, 'x');
  frame.replace(0, 8, std::string("\x82\xfe\x0f\xf8\1\2\3\4", 8));
  std::string room(kFrame, '\0');
  std::size_t got = 0;
  std::function<void()> read = [&] {
    ends.line->async_read_some(asio::buffer(room), [&](const error_code& error, std::size_t size) {
      got += size;
      if (!error) read();
    });
  };
  read();
  asio::write(ends.far, asio::buffer(frame, 1));
  ends.run();
  const std::size_t before = bytes_in_use();
  for (std::size_t i = 1; i <= kFrames; ++i) {
    asio::write(ends.far, asio::buffer(frame.substr(1) + frame[0]));
    while (got < i * kFrame) ends.io.poll();
  }
  CHECK(bytes_in_use() < before + kFrames * kFrame / 2);
}
