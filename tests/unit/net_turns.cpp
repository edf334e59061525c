// The order within a turn of the network thread.
#include "server/net/turn_scheduler.hpp"

#include "tests/unit/catch.hpp"

#include <boost/asio/io_context.hpp>

#include <string>
#include <vector>

namespace net_turns_tests {

using namespace menagerie::net;
using Rank = TurnScheduler::Rank;

namespace {

/// Writes down when it is called.
class Client final : public TurnScheduler::Client {
 public:
  Client(TurnScheduler& turns, Rank rank, std::string& calls) : turns_(turns), rank_(rank), calls_(calls) {}
  void ask() { turns_.serve_soon(*this, rank_); }
  void serve() override {
    calls_ += rank_ == Rank::player ? 'P' : 'W';
    turns_.flush_soon(*this, rank_);
  }
  void flush() override { calls_ += rank_ == Rank::player ? 'p' : 'w'; }

 private:
  TurnScheduler& turns_;
  Rank rank_;
  std::string& calls_;
};

std::string times(std::size_t count, char letter) { return std::string(count, letter); }

}  // namespace

TEST_CASE("players are served and flushed before watchers, of whom each turn takes so many") {
  boost::asio::io_context io;
  TurnScheduler turns(io);
  std::string calls;
  constexpr std::size_t kMost = TurnScheduler::kWatchersATurn;
  std::vector<Client> watchers(2 * kMost + 5, Client(turns, Rank::watcher, calls));
  Client player(turns, Rank::player, calls), other(turns, Rank::player, calls);
  for (Client& it : watchers) it.ask();
  player.ask();
  other.ask();
  CHECK(turns.to_be_served() == watchers.size() + 2);
  io.run_one();
  CHECK(calls == "PPpp" + times(kMost, 'W') + times(kMost, 'w'));
  calls.clear();
  other.ask();
  io.run_one();
  CHECK(calls == "Pp" + times(kMost, 'W') + times(kMost, 'w'));
  calls.clear();
  turns.forget(watchers.back(), Rank::watcher);
  io.run();
  CHECK(calls == times(4, 'W') + times(4, 'w'));
  CHECK(turns.to_be_served() == 0);
}

}  // namespace net_turns_tests
