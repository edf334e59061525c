// menagerie healthcheck: asks the running server whether it is well.
#include "server/app/command.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>

#include <chrono>
#include <iostream>
#include <string>
#include <utility>

namespace menagerie::app {
namespace {

namespace asio = boost::asio;

/// The status that /healthz answers; 0: none, and why.
template <typename Protocol, typename... Where>
std::pair<int, std::string> ask_health(const Where&... where) {
  asio::basic_socket_iostream<Protocol> stream;
  stream.expires_after(std::chrono::seconds{3});
  stream.connect(where...);
  stream << "GET /healthz HTTP/1.0\r\nHost: healthcheck\r\nConnection: close\r\n\r\n" << std::flush;
  std::string version;
  int status = 0;
  stream >> version >> status;
  return {status, stream.error().message()};
}

}  // namespace

int healthcheck(int argc, const char* const* argv) {
  CLI::App command{"Asks the server whether it is well (GET /healthz); exit status 0 when it is.",
                   "menagerie healthcheck"};
  std::string listen = "127.0.0.1:8080";
  command.add_option("--listen", listen, "the server's address")->capture_default_str();
  if (const int status = parse(command, with_environment(command, arguments_of(argc, argv))); status >= 0)
    return status;
  ListenAddress address;
  try {
    address = parse_address(listen);
  } catch (const std::invalid_argument& error) {
    std::cerr << "menagerie healthcheck: " << error.what() << '\n';
    return kBadUsage;
  }
  if (address.host == "0.0.0.0") address.host = "127.0.0.1";
  if (address.host == "::") address.host = "::1";
  const auto [status, fault] =
      address.path.empty()
          ? ask_health<asio::ip::tcp>(address.host, std::to_string(address.port))
          : ask_health<asio::local::stream_protocol>(asio::local::stream_protocol::endpoint(address.path));
  if (status == 200) return 0;
  std::cerr << "menagerie healthcheck: " << listen
            << (status == 0 ? " does not answer: " + fault : " answers " + std::to_string(status)) << '\n';
  return kFailed;
}

}  // namespace menagerie::app
