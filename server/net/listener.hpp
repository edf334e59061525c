// The Server: accepts connections and keeps their list, their limits and their clock. Everything runs on
// the one network thread; no Beast here.
#pragma once

#include "server/api/resources.hpp"
#include "server/api/token.hpp"
#include "server/museum/lobby.hpp"
#include "server/net/addresses.hpp"
#include "server/net/connection.hpp"
#include "server/net/limiter.hpp"
#include "server/net/reactor.hpp"
#include "server/net/refused_handshakes.hpp"
#include "server/net/static_files.hpp"
#include "server/net/traffic.hpp"
#include "server/wire/limits.hpp"

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_waitable_timer.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie::net {

struct Config {
  std::string address = "127.0.0.1";  ///< to listen at; IPv4 or IPv6
  std::uint16_t port = 8080;          ///< 0 = any free one
  /// To listen at instead; empty: none. Whoever may open it counts as the address 127.0.0.1.
  std::string unix_path;
  wire::Limits limits;
  /// Origins (`https://example.org`) or hosts whose pages may open WebSockets, besides our own.
  std::vector<std::string> origins;
  std::string public_url;                     ///< its host counts as our own; may be empty
  std::string base;                           ///< the path of public_url: empty, or as `/menagerie`
  std::vector<Cidr> trusted_proxies;          ///< whose X-Forwarded-For is believed
  std::string version;                        ///< of the program
  bool metrics = true;                        ///< whether there is a /metrics
  std::shared_ptr<const api::Token> curator;  ///< opens the curator's desk; null: there is none
  /// Whether the house can take visitors; otherwise says why not, in a few words. Network thread.
  std::function<bool(std::string& why)> ready;
};

/// Raises the process's soft limit of open files to its hard limit; returns how many files may be open.
std::size_t raise_file_limit();
/// How many connections `files` open files leave room for, beside the database, exports and those that are
/// only told that there is no room: with more, a connection could not even be refused.
std::size_t connections_possible(std::size_t files);

class Metrics;

class Server {
 public:
  /// Everything given must outlive the Server; connections still there when it goes are orphaned.
  Server(boost::asio::io_context& io, Config config, museum::Lobby& lobby, api::Resources& resources,
         const StaticFiles& files);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Binds and begins to accept. Throws std::runtime_error (address, port, why) when it cannot.
  void start();
  std::uint16_t port() const { return port_; }  ///< the one really bound
  void stop_accepting();
  /// Says goodbye to everyone; those still there after `grace_ms` are dropped. `done` (may be empty) is
  /// called on the network thread once nobody is left.
  void close_all(unsigned code, std::string_view reason, int grace_ms, std::function<void()> done);

  std::size_t connections() const { return connections_.size(); }
  std::size_t count(Connection::Kind kind) const { return counts_[static_cast<std::size_t>(kind)]; }

  // For connections.
  /// The token that opens the curator's desk from now on; null: none does.
  void set_curator(std::shared_ptr<const api::Token> token) { config_.curator = std::move(token); }
  const Config& config() const { return config_; }
  const wire::Limits& limits() const { return config_.limits; }
  museum::Lobby& lobby() { return lobby_; }
  api::Resources& resources() { return resources_; }
  const StaticFiles& files() const { return files_; }
  AddressBook& addresses() { return addresses_; }
  Reactor& reactor() { return reactor_; }
  Traffic& traffic() { return traffic_; }
  RefusedHandshakes& refused_handshakes() { return refused_handshakes_; }
  Metrics* metrics() { return metrics_.get(); }  ///< or null
  std::size_t to_be_served() const { return to_serve_.size(); }
  /// Calls connection->flush() at the end of this turn of the network thread: one call for all who ask.
  void flush_soon(Connection& connection);
  /// Calls the connection's serve() once all that is ready has been read, and before anything is flushed.
  void serve_soon(Connection& connection);
  bool is_closing() const { return closing_; }
  std::string_view date() const { return date_; }  ///< of now, as HTTP writes it
  static std::int64_t now_ms();                    ///< monotonic, some ms coarse
  /// now_ms() as it was when the frames served now were read.
  std::int64_t turn_ms() const { return turn_ms_; }

 private:
  friend class Connection;
  void enter(Connection& connection);
  void leave(Connection& connection);
  void bind_port();
  void accept();
  void accept_after(std::chrono::milliseconds pause);
  void take(Socket socket);
  void sweep();
  void write_date();
  void finish_closing();

  using Acceptor = boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, Executor>;
  using Timer =
      boost::asio::basic_waitable_timer<std::chrono::steady_clock,
                                        boost::asio::wait_traits<std::chrono::steady_clock>, Executor>;

  boost::asio::io_context& io_;
  Config config_;
  museum::Lobby& lobby_;
  api::Resources& resources_;
  const StaticFiles& files_;
  AddressBook addresses_;
  Reactor reactor_;
  Traffic traffic_;
  RefusedHandshakes refused_handshakes_;
  std::unique_ptr<Metrics> metrics_;
  Acceptor acceptor_;
  Timer pause_, sweep_timer_;
  std::vector<Connection*> connections_;
  void work_soon();
  void work();
  std::vector<Connection*> to_serve_, to_flush_, working_;  // none goes while work() works
  bool work_posted_ = false;
  std::array<std::size_t, 4> counts_{};
  std::int64_t turn_ms_ = now_ms();
  std::size_t refused_max_;
  std::uint16_t port_ = 0;
  std::uint32_t sweeps_ = 0;
  std::int64_t drop_at_ms_ = 0;  // while closing
  bool closing_ = false;
  std::function<void()> closed_;
  std::string date_;
};

}  // namespace menagerie::net
