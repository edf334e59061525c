// The order of work within one turn of the network thread: all sockets that are ready are read first, then
// every frame that was read is served, then every connection that has something to send sends it. Each of
// the three steps finds its code and data in the processor's caches, and what several frames caused leaves
// in one send(). Players come before watchers, of whom a turn takes only so many. Network thread only.
#pragma once

#include "server/net/monotonic_clock.hpp"

#include <boost/asio/io_context.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace menagerie::net {

class TurnScheduler {
 public:
  /// What is served and flushed, as long as it has not been forgotten.
  class Client {
   public:
    virtual void serve() = 0;  ///< handles what was read
    virtual void flush() = 0;  ///< sends what was gathered

   protected:
    ~Client() = default;
  };
  enum class Rank : std::uint8_t { player, watcher };
  /// So many watchers are served, and so many flushed, in one turn; the others in the next ones.
  static constexpr std::size_t kWatchersATurn = 64;

  /// `io` is the network thread's; it must outlive the scheduler.
  explicit TurnScheduler(boost::asio::io_context& io) : io_(io) {}

  /// Calls client.serve() once all that is ready has been read, and before anything of its rank is flushed.
  /// To be called again only once it was served.
  void serve_soon(Client& client, Rank rank) {
    queues(rank).to_serve.push_back(&client);
    run_soon();
  }
  /// Calls client.flush() at the end of this turn. To be called again only once it was flushed.
  void flush_soon(Client& client, Rank rank) {
    queues(rank).to_flush.push_back(&client);
    run_soon();
  }
  /// The client is destroyed. Precondition: neither serve() nor flush() is under way.
  void forget(const Client& client, Rank rank);

  std::size_t to_be_served() const { return queues_[0].to_serve.size() + queues_[1].to_serve.size(); }
  /// monotonic_ms() as it was when the frames served now were read.
  std::int64_t now_ms() const { return turn_ms_; }

 private:
  struct Queues {
    std::vector<Client*> to_serve, to_flush;
  };
  Queues& queues(Rank rank) { return queues_[static_cast<std::size_t>(rank)]; }
  void run();
  void take(std::vector<Client*>& queue, std::size_t most);
  void run(Queues& queues, std::size_t most);
  void run_soon() {
    if (!posted_) post();
  }
  void post();

  boost::asio::io_context& io_;
  std::array<Queues, 2> queues_;  // by rank
  std::vector<Client*> running_;
  bool posted_ = false;
  std::int64_t turn_ms_ = monotonic_ms();
};

}  // namespace menagerie::net
