// What lies under a WebSocket, at one end of a real connection whose kernel holds little.
#include "server/net/websocket/buffered_socket.hpp"

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/error.hpp>

#include "tests/unit/catch.hpp"

#include <array>
#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace net_buffered_socket_tests {

using namespace menagerie::net;
namespace asio = boost::asio;
using boost::system::error_code;

namespace {

struct Ends : BufferedSocket::Owner {
  Ends() {
    asio::basic_socket_acceptor<asio::ip::tcp, Executor> acceptor(
        io.get_executor(), asio::ip::tcp::endpoint(asio::ip::address_v4::loopback(), 0));
    far.open(asio::ip::tcp::v4());
    far.set_option(asio::socket_base::receive_buffer_size(4096));
    far.connect(acceptor.local_endpoint());
    far.non_blocking(true);
    Socket socket = acceptor.accept();
    socket.set_option(asio::socket_base::send_buffer_size(4096));
    near.emplace(std::move(socket), *this);
  }

  void on_reading() override { ++readings; }
  void on_writing() override { ++writings; }

  /// What the far end has received once that is so. A test that waits in vain is ended by its time limit.
  void until(const std::function<bool()>& done) {
    while (!done()) {
      io.restart();
      io.run_for(std::chrono::milliseconds(5));
      std::array<char, 4096> piece;
      error_code error;
      for (std::size_t size; far.is_open() && (size = far.read_some(asio::buffer(piece), error)) != 0;)
        out.append(piece.data(), size);
    }
  }
  /// Sends all that is gathered, as room appears; counts how often there was none.
  void drain(error_code error = {}) {
    drain_error = error;
    if (error || near->flush(drain_error) || drain_error) return;
    ++waits;
    near->async_wait_for_room([this](const error_code& failed) { drain(failed); });
  }

  asio::io_context io;
  Socket far{io.get_executor()};
  std::optional<BufferedSocket> near;
  std::string out;
  int readings = 0, writings = 0, waits = 0;
  error_code drain_error;
};

}  // namespace

TEST_CASE("buffered socket: what is written leaves with flush(), in order, as the kernel has room") {
  for (std::size_t size = 40'000; size < 200'000; size += 31'000) {
    Ends ends;
    const std::string many(size, 'x');
    CHECK(ends.near->write_some(std::array{asio::buffer(many), asio::buffer("head", 4)}) == size + 4);
    std::array<char, 4> piece;
    error_code error;
    CHECK(ends.far.read_some(asio::buffer(piece), error) == 0);
    ends.drain();
    CHECK(ends.waits > 0);
    CHECK(ends.near->write_some(asio::buffer("last", 4)) == 4);  // goes behind what waits
    ends.until([&] { return ends.out.size() == size + 8; });
    CHECK(ends.out == many + "headlast");
    CHECK_FALSE(ends.drain_error);
    CHECK(ends.writings == 0);
  }
}

TEST_CASE("buffered socket: its owner is told what Beast writes of its own, and before it reads") {
  Ends ends;
  std::size_t written = 0, read = 0;
  std::array<char, 16> room;
  ends.near->async_write_some(asio::buffer("pong", 4), [&](error_code, std::size_t size) { written = size; });
  CHECK(ends.writings == 1);
  CHECK(written == 0);  // told later, as Asio does it
  ends.near->async_read_some(asio::buffer(room), [&](error_code, std::size_t size) { read = size; });
  CHECK(ends.readings == 1);
  ends.far.write_some(asio::buffer("come", 4));
  ends.until([&] { return written == 4 && read == 4; });
  CHECK(ends.out.empty());
  ends.drain();
  ends.near->shut_down_sending();  // a half-closed peer still gets it
  ends.until([&] { return ends.out == "pong"; });
}

TEST_CASE("buffered socket: a peer that goes while something waits for it is an error") {
  Ends ends;
  const std::string many(200'000, 'x');
  ends.near->write_some(asio::buffer(many));
  ends.drain();
  REQUIRE(ends.waits > 0);
  ends.far.close();  // with bytes unread: a reset
  ends.until([&] { return bool(ends.drain_error); });
  ends.near->close();
}

}  // namespace net_buffered_socket_tests
