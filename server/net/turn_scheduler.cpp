#include "server/net/turn_scheduler.hpp"

#include "engine/check.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <iterator>
#include <limits>

namespace menagerie::net {

void TurnScheduler::forget(const Client& client, Rank rank) {
  MENAGERIE_CHECK(std::ranges::find(running_, &client) == running_.end());
  std::erase(queues(rank).to_serve, &client);
  std::erase(queues(rank).to_flush, &client);
}

void TurnScheduler::post() {
  posted_ = true;
  boost::asio::post(io_, [this] { run(); });
}

/// Moves the first ones to running_.
void TurnScheduler::take(std::vector<Client*>& queue, std::size_t most) {
  if (queue.size() <= most) return running_.swap(queue);
  const auto end = std::next(queue.begin(), static_cast<std::ptrdiff_t>(most));
  running_.assign(queue.begin(), end);
  queue.erase(queue.begin(), end);
}

void TurnScheduler::run(Queues& queues, std::size_t most) {
  take(queues.to_serve, most);
  for (Client* it : running_) it->serve();
  running_.clear();
  take(queues.to_flush, most);
  for (Client* it : running_) it->flush();
  running_.clear();
}

void TurnScheduler::run() {
  turn_ms_ = monotonic_ms();
  run(queues(Rank::player), std::numeric_limits<std::size_t>::max());
  run(queues(Rank::watcher), kWatchersATurn);
  posted_ = false;
  // Frames that came with others, and watchers beyond this turn's: behind what else is ready.
  const bool left = std::ranges::any_of(
      queues_, [](const Queues& it) { return !it.to_serve.empty() || !it.to_flush.empty(); });
  if (left) run_soon();
}

}  // namespace menagerie::net
