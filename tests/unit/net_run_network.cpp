// What a handler throws ends the network thread in order, and is told.
#include "log_lines.hpp"
#include "server/net/run_network.hpp"

#include <boost/asio/post.hpp>
#include "tests/unit/catch.hpp"

#include <new>
#include <stdexcept>

namespace net_run_network_tests {

using namespace menagerie;
using namespace menagerie::test;

TEST_CASE("net: an exception of a handler ends the network thread and is logged") {
  const LogLines log;
  boost::asio::io_context io;
  CHECK(net::run_network(io));
  CHECK(log.all().empty());
  const bool memory = GENERATE(false, true);
  io.restart();
  boost::asio::post(io, [memory] {
    if (memory) throw std::bad_alloc();
    throw std::out_of_range("no such room");
  });
  CHECK_FALSE(net::run_network(io));
  REQUIRE(log.all().size() == 1);
  CHECK_THAT(log.all().front(), StartsWith("critical: net: ") &&
                                    ContainsSubstring(memory ? "bad_alloc" : "no such room") &&
                                    ContainsSubstring("the server ends, so that it is started anew"));
}

}  // namespace net_run_network_tests
