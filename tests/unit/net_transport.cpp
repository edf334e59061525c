// A transport at one end of a real connection whose kernel holds little.
#include "server/net/transport.hpp"

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/write.hpp>

#include "tests/unit/catch.hpp"

#include <array>
#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace net_transport_tests {

using namespace menagerie::net;
namespace asio = boost::asio;
using boost::system::error_code;

namespace {

struct Ends : Transport::Owner {
  Ends() {
    asio::basic_socket_acceptor<asio::ip::tcp, Executor> acceptor(
        io.get_executor(), asio::ip::tcp::endpoint(asio::ip::address_v4::loopback(), 0));
    far.open(asio::ip::tcp::v4());
    far.set_option(asio::socket_base::receive_buffer_size(4096));
    far.connect(acceptor.local_endpoint());
    far.non_blocking(true);
    Socket near = acceptor.accept();
    near.set_option(asio::socket_base::send_buffer_size(4096));
    transport.emplace(std::move(near), reactor, *this);
  }

  void on_readable() override {
    while (transport->may_have_more()) {
      std::array<char, 16> room;
      error_code error;
      in.append(room.data(), transport->receive(room, error));
      if (!error) continue;
      ended = error == asio::error::eof;
      return;
    }
  }
  void on_drained(const error_code& error) override {
    ++drains;
    drain_error = error;
  }

  bool flush() {
    error_code error;
    const bool empty = transport->flush(error);
    REQUIRE_FALSE(error);
    return empty;
  }
  /// Runs until that is so. A test that waits in vain is ended by its time limit.
  void until(const std::function<bool()>& done) {
    while (!done()) {
      io.restart();
      io.run_for(std::chrono::milliseconds(5));
      std::array<char, 4096> piece;
      error_code error;
      while (far_reads && far.is_open()) {
        const std::size_t size = far.read_some(asio::buffer(piece), error);
        if (error) break;
        out.append(piece.data(), size);
      }
    }
  }

  asio::io_context io;
  Reactor reactor{io, [] {}};
  Socket far{io.get_executor()};
  std::optional<Transport> transport;
  std::string in, out;
  bool ended = false, far_reads = true;
  int drains = 0;
  error_code drain_error;
};

}  // namespace

TEST_CASE("transport: what the kernel does not take leaves later, in order, and the owner hears of it once") {
  for (std::size_t size = 40'000; size < 200'000; size += 31'000) {
    Ends ends;
    ends.transport->outgoing(size).append(size, 'x');
    REQUIRE_FALSE(ends.flush());
    ends.transport->outgoing(4).append("last");  // goes behind what waits
    ends.until([&] { return ends.out.size() == size + 4; });
    CHECK(ends.out == std::string(size, 'x') + "last");
    ends.until([&] { return ends.drains == 1; });
    CHECK_FALSE(ends.drain_error);
    ends.transport->outgoing(4).append("more");
    CHECK(ends.flush());
    ends.until([&] { return ends.out.ends_with("more"); });
    CHECK(ends.drains == 1);
  }
}

TEST_CASE("transport: all that came before the end is received, and then the end") {
  Ends ends;
  ends.far.non_blocking(false);
  asio::write(ends.far, asio::buffer(std::string(1000, 'x')));
  ends.far_reads = false;
  ends.far.shutdown(asio::socket_base::shutdown_send);
  ends.until([&] { return ends.ended; });
  CHECK(ends.in == std::string(1000, 'x'));
  ends.transport->outgoing(6).append("answer");  // who sends no more may still listen
  CHECK(ends.flush());
  ends.far_reads = true;
  ends.far.non_blocking(true);
  ends.until([&] { return ends.out == "answer"; });
}

TEST_CASE("transport: a peer that goes while something waits for it is an error, told once") {
  Ends ends;
  ends.transport->outgoing(200'000).append(200'000, 'x');
  REQUIRE_FALSE(ends.flush());
  ends.far.close();  // with bytes unread: a reset
  ends.until([&] { return ends.drains == 1; });
  CHECK(ends.drain_error);
  ends.transport->close();
  CHECK_FALSE(ends.transport->is_open());
}

}  // namespace net_transport_tests
