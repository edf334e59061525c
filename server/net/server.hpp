// The Server: everything that connections share, and what concerns all of them: which are accepted, what is
// checked once a second, how they end. Runs on the one network thread; no Beast here.
#pragma once

#include "server/api/resources.hpp"
#include "server/api/token.hpp"
#include "server/museum/rooms.hpp"
#include "server/net/addresses.hpp"
#include "server/net/connection.hpp"
#include "server/net/connection_registry.hpp"
#include "server/net/cut_sockets.hpp"
#include "server/net/limiter.hpp"
#include "server/net/listener.hpp"
#include "server/net/refused_handshakes.hpp"
#include "server/net/static_files.hpp"
#include "server/net/storage_figures.hpp"
#include "server/net/traffic.hpp"
#include "server/net/turn_scheduler.hpp"
#include "server/wire/limits.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie::net {

class AccessLog;

struct Config {
  std::string address = "127.0.0.1";  ///< to listen at; IPv4 or IPv6
  std::uint16_t port = 8080;          ///< 0 = any free one
  /// To listen at instead; empty: none. Its clients count as the address 127.0.0.1.
  std::string unix_path;
  wire::Limits limits;
  /// Origins (`https://example.org`) or hosts whose pages may open WebSockets, besides our own.
  std::vector<std::string> origins;
  std::string public_url;                     ///< its host counts as our own; may be empty
  std::string base;                           ///< the path of public_url: empty, or as `/menagerie`
  std::vector<Cidr> trusted_proxies;          ///< whose X-Forwarded-For is believed
  std::string version;                        ///< of the program
  std::vector<std::string> warnings;          ///< of the database's settings, for /readyz
  bool read_only = false;                     ///< nobody plays
  bool metrics = true;                        ///< whether there is a /metrics
  std::shared_ptr<const api::Token> curator;  ///< authenticates the curator; null: there is none
  /// Whether visitors can be served; otherwise says why not, in a few words. Network thread.
  std::function<bool(std::string& why)> ready;
  std::shared_ptr<AccessLog> access_log;  ///< null: none is kept
  /// What /metrics tells of the disk and the backups; may be empty. Called on any thread.
  std::function<StorageFigures()> storage;
};

class Metrics;

class Server {
 public:
  /// Everything given must outlive the Server; connections still there when it goes are orphaned.
  Server(boost::asio::io_context& io, Config config, museum::Rooms& rooms, api::Resources& resources,
         const StaticFiles& files);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Binds and begins to accept. Throws std::runtime_error (address, port, why) when it cannot.
  void start();
  std::uint16_t port() const { return listener_.port(); }  ///< the one really bound
  void stop_accepting() { listener_.stop(); }
  /// Closes every connection: a WebSocket with this close frame, an HTTP connection once its answer is out.
  /// Those still there after `grace_ms` are dropped. `done` (may be empty) is called on the network thread
  /// once none is left. Precondition: not called before.
  void close_all(unsigned code, std::string_view reason, int grace_ms, std::function<void()> done);

  // For connections.
  /// The token that authenticates the curator from now on; null: none does.
  void set_curator(std::shared_ptr<const api::Token> token) { config_.curator = std::move(token); }
  /// Whose X-Forwarded-For is believed from now on.
  void set_trusted_proxies(std::vector<Cidr> proxies) { config_.trusted_proxies = std::move(proxies); }
  const Config& config() const { return config_; }
  AccessLog* access_log() const { return config_.access_log.get(); }  ///< or null
  const wire::Limits& limits() const { return config_.limits; }
  museum::Rooms& rooms() { return rooms_; }
  api::Resources& resources() { return resources_; }
  const StaticFiles& files() const { return files_; }
  AddressBook& addresses() { return addresses_; }
  const ConnectionRegistry& connections() const { return connections_; }
  TurnScheduler& turns() { return turns_; }
  Traffic& traffic() { return traffic_; }
  RefusedHandshakes& refused_handshakes() { return refused_handshakes_; }
  CutSockets& cut_sockets() { return cut_sockets_; }
  Metrics* metrics() { return metrics_.get(); }  ///< or null
  bool is_closing() const { return closing_; }
  std::string_view date() const { return date_; }  ///< of now, as HTTP writes it

 private:
  friend class Connection;
  void enter(Connection& connection) { connections_.add(connection); }
  void leave(Connection& connection);
  void admit(Socket socket);
  void sweep();
  void sweep_after(std::chrono::milliseconds pause);
  void write_date();
  void finish_closing();

  using Timer =
      boost::asio::basic_waitable_timer<std::chrono::steady_clock,
                                        boost::asio::wait_traits<std::chrono::steady_clock>, Executor>;

  Config config_;
  museum::Rooms& rooms_;
  api::Resources& resources_;
  const StaticFiles& files_;
  AddressBook addresses_;
  ConnectionRegistry connections_;
  TurnScheduler turns_;
  Traffic traffic_;
  RefusedHandshakes refused_handshakes_;
  CutSockets cut_sockets_;
  std::unique_ptr<Metrics> metrics_;
  Listener listener_;
  Timer sweep_timer_;
  std::size_t refused_max_;
  std::uint32_t sweeps_ = 0;
  std::int64_t drop_at_ms_ = 0;  // while closing
  bool closing_ = false;
  std::function<void()> closed_;
  std::string date_;
};

}  // namespace menagerie::net
