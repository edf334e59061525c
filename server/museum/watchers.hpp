// The watchers of a room, or of the hall, and the frame that is on its way to them: to a few at a time, so
// that players never wait until a whole crowd was told. Network thread.
#pragma once

#include "server/museum/subscriber.hpp"

#include <cstddef>
#include <unordered_map>
#include <vector>

namespace menagerie::museum {

class Watchers {
 public:
  /// It is sent the frames that begin from now on, not the one under way. Precondition: it does not watch.
  void add(Subscriber& watcher);
  /// One that does not watch is ignored.
  void remove(Subscriber& watcher);
  std::size_t size() const { return all_.size(); }
  bool empty() const { return all_.empty(); }

  /// Begins a frame, the same text for all. Precondition: none is under way.
  void begin(Text frame);
  /// Whether a frame has not been sent to all of them.
  bool sending() const { return told_ < all_.size(); }
  /// Sends it to at most `most` of them; returns to how many.
  std::size_t send_some(std::size_t most);

 private:
  void move(std::size_t from, std::size_t to);

  std::vector<Subscriber*> all_;  // the first told_ were sent the newest frame, or came after it began
  std::unordered_map<const Subscriber*, std::size_t> places_;
  std::size_t told_ = 0;
  Text frame_;  // null: none is under way
};

}  // namespace menagerie::museum
