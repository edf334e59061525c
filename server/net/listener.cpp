#include "server/net/listener.hpp"

#include "engine/check.hpp"
#include "server/net/http_session.hpp"
#include "server/net/metrics.hpp"
#include "server/net/unix_socket.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>

#include <spdlog/spdlog.h>

#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <stdexcept>
#include <utility>

namespace menagerie::net {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr auto kSweepEvery = std::chrono::seconds(1);
constexpr std::int64_t kOrphanAfterMs = 500;
constexpr std::uint32_t kTidyEvery = 30;  // sweeps
constexpr auto kPauseWithoutFiles = std::chrono::milliseconds(200);
constexpr std::size_t kRefusedMax = 256;  // connections that are only told that the house is full
constexpr int kBacklog = 4096;

bool is_out_of_files(const error_code& error) {
  return error == asio::error::no_descriptors || error == asio::error::no_buffer_space ||
         error == asio::error::no_memory || error.value() == ENFILE;
}

}  // namespace

std::size_t raise_file_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  getrlimit(RLIMIT_NOFILE, &limit);
  return static_cast<std::size_t>(limit.rlim_cur);
}

std::size_t connections_possible(std::size_t files) {
  constexpr std::size_t kOwnFiles =
      96;  // databases of the learner and the readers, shared exports, log, epoll
  const std::size_t left = files - std::min(files, kOwnFiles);
  return std::max<std::size_t>(1, left - std::min(left / 4, kRefusedMax));
}

Connection::Connection(Server& server, Kind kind) : server_(&server), kind_(kind) { server.enter(*this); }
Connection::~Connection() {
  if (server_) server_->leave(*this);
}

Server::Server(asio::io_context& io, Config config, museum::Lobby& lobby, api::Resources& resources,
               const StaticFiles& files)
    : io_(io),
      config_(std::move(config)),
      lobby_(lobby),
      resources_(resources),
      files_(files),
      addresses_(config_.limits),
      reactor_(io, [this] { work(); }),
      acceptor_(io.get_executor()),
      pause_(io.get_executor()),
      sweep_timer_(io.get_executor()),
      refused_max_(std::min(kRefusedMax, std::max<std::size_t>(8, config_.limits.connections_max / 3))) {
  if (!config_.public_url.empty()) config_.origins.push_back(config_.public_url);
  if (config_.metrics) metrics_ = std::make_unique<Metrics>(*this);
  write_date();
}

Server::~Server() {
  stop_accepting();
  sweep_timer_.cancel();
  for (Connection* connection : connections_) {
    connection->orphan();
    connection->drop();
  }
}

void Server::start() {
  if (config_.unix_path.empty()) {
    bind_port();
  } else {  // Asio need not know the difference
    acceptor_.assign(asio::ip::tcp::v4(), listen_at_path(config_.unix_path, kBacklog));
  }
  accept();
  sweep();
}

void Server::bind_port() {
  const std::string where = config_.address + " port " + std::to_string(config_.port);
  error_code error;
  const Address address = asio::ip::make_address(config_.address, error);
  if (error) throw std::runtime_error("cannot listen at " + where + ": not an IP address");
  const asio::ip::tcp::endpoint endpoint(address, config_.port);
  acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(kBacklog, error);
  if (error) throw std::runtime_error("cannot listen at " + where + ": " + error.message());
  port_ = acceptor_.local_endpoint().port();
}

void Server::stop_accepting() {
  error_code ignored;
  if (acceptor_.is_open() && !config_.unix_path.empty()) ::unlink(config_.unix_path.c_str());
  acceptor_.close(ignored);
  pause_.cancel();
}

void Server::accept() {
  acceptor_.async_accept([this](const error_code& error, Socket socket) {
    if (error == asio::error::operation_aborted || !acceptor_.is_open()) return;
    if (error && is_out_of_files(error)) {
      spdlog::error("net: cannot accept ({} {}); pausing", error.value(), error.message());
      return accept_after(kPauseWithoutFiles);
    }
    if (!error) take(std::move(socket));
    accept();  // other errors belong to a connection that is already gone
  });
}

void Server::accept_after(std::chrono::milliseconds pause) {
  pause_.expires_after(pause);
  pause_.async_wait([this](const error_code& error) {
    if (!error && acceptor_.is_open()) accept();
  });
}

/// A new connection: counted, or told (as long as there are few of those) that there is no room.
void Server::take(Socket socket) {
  error_code error;
  asio::ip::tcp::endpoint peer(asio::ip::address_v4::loopback(), 0);
  if (config_.unix_path.empty()) {
    peer = socket.remote_endpoint(error);
    if (error) return;
    socket.set_option(asio::ip::tcp::no_delay(true), error);
  }
  const bool is_proxy = std::ranges::any_of(
      config_.trusted_proxies, [&](const Cidr& range) { return range.contains(peer.address()); });
  Arrival arrival;
  arrival.peer = peer.address();
  ++traffic_.accepted;
  if (connections_.size() - count(Connection::Kind::refused) >= config_.limits.connections_max) {
    arrival.refusal = 503;
    ++traffic_.refused_house;
  } else if (!is_proxy) {  // a proxy's visitors are counted by what it forwards, request by request
    std::optional<AddressBook::Hold> hold = addresses_.enter(AddressKey::of(peer.address()));
    if (hold) {
      arrival.hold = std::move(*hold);
    } else {
      arrival.refusal = 429;
      ++traffic_.refused_address;
    }
  }
  if (arrival.refusal != 0 && count(Connection::Kind::refused) >= refused_max_) return;
  start_http(*this, std::move(socket), std::move(arrival));
}

void Server::enter(Connection& connection) {
  connection.place_ = connections_.size();
  connections_.push_back(&connection);
  ++counts_[static_cast<std::size_t>(connection.kind())];
}

void Server::leave(Connection& connection) {
  MENAGERIE_CHECK(connections_[connection.place_] == &connection);
  connections_.back()->place_ = connection.place_;
  connections_[connection.place_] = connections_.back();
  connections_.pop_back();
  std::erase(to_serve_, &connection);
  std::erase(to_flush_, &connection);
  --counts_[static_cast<std::size_t>(connection.kind())];
  if (closing_ && connections_.empty()) finish_closing();
}

void Server::serve_soon(Connection& connection) {
  to_serve_.push_back(&connection);
  work_soon();
}

void Server::flush_soon(Connection& connection) {
  to_flush_.push_back(&connection);
  work_soon();
}

void Server::work_soon() {
  if (std::exchange(work_posted_, true)) return;
  asio::post(io_, [this] {
    work_posted_ = false;
    work();
  });
}

void Server::work() {
  turn_ms_ = now_ms();
  working_.swap(to_serve_);
  for (Connection* it : working_) it->serve();
  working_.clear();
  working_.swap(to_flush_);
  for (Connection* it : working_) it->flush();
  working_.clear();
  if (!to_serve_.empty()) work_soon();  // frames that came with others: behind what else is ready
}

void Server::sweep() {
  write_date();
  const std::int64_t now = now_ms();
  const bool drop = closing_ && now >= drop_at_ms_;
  // From the back: a connection that leaves while it is swept is replaced by one already seen.
  for (std::size_t i = connections_.size(); i-- > 0;) {
    if (i >= connections_.size()) continue;
    if (drop) {
      connections_[i]->drop();
    } else {
      connections_[i]->sweep(now);
    }
  }
  if (++sweeps_ % kTidyEvery == 0) addresses_.tidy(now);
  resources_.tick(now);
  if (closing_ && connections_.empty()) return;
  // What waits for a reader is not waited for: ending in time comes first.
  if (closing_ && now >= drop_at_ms_ + kOrphanAfterMs) return finish_closing();
  sweep_timer_.expires_after(closing_ ? std::chrono::milliseconds(100)
                                      : std::chrono::milliseconds(kSweepEvery));
  sweep_timer_.async_wait([this](const error_code& error) {
    if (!error) sweep();
  });
}

void Server::close_all(unsigned code, std::string_view reason, int grace_ms, std::function<void()> done) {
  closing_ = true;
  closed_ = std::move(done);
  drop_at_ms_ = now_ms() + grace_ms;
  for (std::size_t i = connections_.size(); i-- > 0;) {
    if (i < connections_.size()) connections_[i]->shut(code, reason);
  }
  if (connections_.empty()) return finish_closing();
  sweep_timer_.expires_after(std::chrono::milliseconds(0));
  sweep_timer_.async_wait([this](const error_code& error) {
    if (!error) sweep();
  });
}

void Server::finish_closing() {
  sweep_timer_.cancel();
  if (const auto done = std::exchange(closed_, nullptr)) done();
}

std::int64_t Server::now_ms() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
}

void Server::write_date() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[64];
  const std::size_t length = std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &parts);
  date_.assign(text, length);
}

}  // namespace menagerie::net
