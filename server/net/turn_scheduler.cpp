#include "server/net/turn_scheduler.hpp"

#include "engine/check.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>

namespace menagerie::net {

void TurnScheduler::forget(const Connection& connection) {
  MENAGERIE_CHECK(std::ranges::find(running_, &connection) == running_.end());
  std::erase(to_serve_, &connection);
  std::erase(to_flush_, &connection);
}

void TurnScheduler::post() {
  posted_ = true;
  boost::asio::post(io_, [this] {
    posted_ = false;
    run();
  });
}

void TurnScheduler::run() {
  turn_ms_ = monotonic_ms();
  running_.swap(to_serve_);
  for (Connection* it : running_) it->serve();
  running_.clear();
  running_.swap(to_flush_);
  for (Connection* it : running_) it->flush();
  running_.clear();
  if (!to_serve_.empty()) run_soon();  // frames that came with others: behind what else is ready
}

}  // namespace menagerie::net
