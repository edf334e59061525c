#include "server/net/listener.hpp"

#include "engine/check.hpp"
#include "server/net/unix_socket.hpp"

#include <boost/asio/ip/address.hpp>

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <utility>

namespace menagerie::net {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr auto kPauseWithoutFiles = std::chrono::milliseconds(200);
constexpr int kBacklog = 4096;

bool is_out_of_files(const error_code& error) {
  return error == asio::error::no_descriptors || error == asio::error::no_buffer_space ||
         error == asio::error::no_memory || error.value() == ENFILE;
}

}  // namespace

Listener::Listener(asio::io_context& io, Accepted accepted)
    : accepted_(std::move(accepted)), acceptor_(io.get_executor()), pause_(io.get_executor()) {}

void Listener::start(const std::string& address, std::uint16_t port) {
  MENAGERIE_CHECK(!acceptor_.is_open());
  const std::string where = address + " port " + std::to_string(port);
  error_code error;
  const asio::ip::address parsed = asio::ip::make_address(address, error);
  if (error) throw std::runtime_error("cannot listen at " + where + ": not an IP address");
  const asio::ip::tcp::endpoint endpoint(parsed, port);
  acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(kBacklog, error);
  if (error) throw std::runtime_error("cannot listen at " + where + ": " + error.message());
  port_ = acceptor_.local_endpoint().port();
  accept();
}

void Listener::start_at_path(const std::string& path) {
  MENAGERIE_CHECK(!acceptor_.is_open());
  // Accepting works alike: Asio need not know that it is no TCP socket.
  acceptor_.assign(asio::ip::tcp::v4(), listen_at_path(path, kBacklog));
  path_ = path;
  accept();
}

void Listener::stop() {
  error_code ignored;
  if (acceptor_.is_open() && !path_.empty()) ::unlink(path_.c_str());
  acceptor_.close(ignored);
  pause_.cancel();
}

void Listener::accept() {
  acceptor_.async_accept([this](const error_code& error, Socket socket) {
    if (error == asio::error::operation_aborted || !acceptor_.is_open()) return;
    if (error && is_out_of_files(error)) {
      spdlog::error("net: cannot accept a connection ({} {}); trying again in {} ms", error.value(),
                    error.message(), kPauseWithoutFiles.count());
      return accept_after(kPauseWithoutFiles);
    }
    if (!error) accepted_(std::move(socket));
    accept();  // other errors belong to a connection that is already gone
  });
}

void Listener::accept_after(std::chrono::milliseconds pause) {
  pause_.expires_after(pause);
  pause_.async_wait([this](const error_code& error) {
    if (!error && acceptor_.is_open()) accept();
  });
}

}  // namespace menagerie::net
