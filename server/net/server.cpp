#include "server/net/server.hpp"

#include "engine/check.hpp"
#include "server/ledger/clocks.hpp"
#include "server/net/http_session.hpp"
#include "server/net/metrics.hpp"
#include "server/net/open_files.hpp"
#include "server/wire/time_text.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace menagerie::net {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr auto kSweepEvery = std::chrono::milliseconds(1000);
constexpr auto kSweepEveryClosing = std::chrono::milliseconds(100);
constexpr std::int64_t kOrphanAfterMs = 500;
constexpr std::uint32_t kTidyEvery = 30;  // sweeps

}  // namespace

Connection::Connection(Server& server, Kind kind) : server_(&server), kind_(kind) { server.enter(*this); }
Connection::~Connection() {
  if (server_) server_->leave(*this);
}

Server::Server(asio::io_context& io, Config config, museum::Rooms& rooms, api::Resources& resources,
               const StaticFiles& files)
    : config_(std::move(config)),
      rooms_(rooms),
      resources_(resources),
      files_(files),
      addresses_(config_.limits),
      turns_(io),
      listener_(io, [this](Socket socket) { admit(std::move(socket)); }),
      sweep_timer_(io.get_executor()),
      refused_max_(
          std::min(kRefusedConnectionsMax, std::max<std::size_t>(8, config_.limits.connections_max / 3))) {
  if (!config_.public_url.empty()) config_.origins.push_back(config_.public_url);
  if (config_.metrics) metrics_ = std::make_unique<Metrics>(*this);
  write_date();
}

Server::~Server() {
  listener_.stop();
  sweep_timer_.cancel();
  connections_.orphan_all();
}

void Server::start() {
  if (config_.unix_path.empty()) {
    listener_.start(config_.address, config_.port);
  } else {
    listener_.start_at_path(config_.unix_path);
  }
  sweep();
}

/// A new connection: counted, or told (as long as there are few of those) that there is no room.
void Server::admit(Socket socket) {
  NewConnection connection;
  connection.peer = asio::ip::address_v4::loopback();
  if (config_.unix_path.empty()) {
    error_code error;
    connection.peer = socket.remote_endpoint(error).address();
    if (error) return;
    socket.set_option(asio::ip::tcp::no_delay(true), error);
  }
  ++traffic_.accepted;
  if (connections_.size() - connections_.count(Connection::Kind::refused) >= config_.limits.connections_max) {
    connection.refusal = 503;
    ++traffic_.refused_full;
  } else if (!is_trusted(connection.peer, config_.trusted_proxies)) {
    // A proxy's visitors are counted by what it forwards, request by request.
    std::optional<AddressBook::Hold> hold = addresses_.enter(AddressKey::of(connection.peer));
    if (hold) {
      connection.hold = std::move(*hold);
    } else {
      connection.refusal = 429;
      ++traffic_.refused_address;
    }
  }
  if (connection.refusal != 0 && connections_.count(Connection::Kind::refused) >= refused_max_) return;
  start_http(*this, std::move(socket), std::move(connection));
}

void Server::leave(Connection& connection) {
  connections_.remove(connection);
  if (closing_ && connections_.size() == 0) finish_closing();
}

void Server::sweep() {
  write_date();
  const std::int64_t now_ms = monotonic_ms();
  if (closing_ && now_ms >= drop_at_ms_) {
    connections_.drop_all();
  } else {
    connections_.sweep_all(now_ms);
  }
  if (++sweeps_ % kTidyEvery == 0) addresses_.tidy(now_ms);
  resources_.tick(now_ms);
  if (closing_ && connections_.size() == 0) return;
  // Work of a reader's thread is not waited for: shutting down in time is more important.
  if (closing_ && now_ms >= drop_at_ms_ + kOrphanAfterMs) return finish_closing();
  sweep_after(closing_ ? kSweepEveryClosing : kSweepEvery);
}

void Server::sweep_after(std::chrono::milliseconds pause) {
  sweep_timer_.expires_after(pause);
  sweep_timer_.async_wait([this](const error_code& error) {
    if (!error) sweep();
  });
}

void Server::close_all(unsigned code, std::string_view reason, int grace_ms, std::function<void()> done) {
  MENAGERIE_CHECK(!closing_);
  closing_ = true;
  closed_ = std::move(done);
  drop_at_ms_ = monotonic_ms() + grace_ms;
  connections_.shut_all(code, reason);
  if (connections_.size() == 0) return finish_closing();
  sweep_after(std::chrono::milliseconds(0));
}

void Server::finish_closing() {
  sweep_timer_.cancel();
  if (const auto done = std::exchange(closed_, nullptr)) done();
}

void Server::write_date() { date_ = wire::http_date(ledger::wall_ms()); }

}  // namespace menagerie::net
