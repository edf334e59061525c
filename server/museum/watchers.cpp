#include "server/museum/watchers.hpp"

#include "engine/check.hpp"

#include <algorithm>
#include <utility>

namespace menagerie::museum {

void Watchers::add(Subscriber& watcher) {
  MENAGERIE_CHECK(!places_.contains(&watcher));
  all_.push_back(nullptr);
  if (told_ + 1 < all_.size()) move(told_, all_.size() - 1);
  all_[told_] = &watcher;
  places_[&watcher] = told_++;
}

void Watchers::remove(Subscriber& watcher) {
  const auto found = places_.find(&watcher);
  if (found == places_.end()) return;
  std::size_t gap = found->second;
  places_.erase(found);
  if (gap < told_) {  // closed by the last of those who were told, whose own place then is the gap
    move(--told_, gap);
    gap = told_;
  }
  move(all_.size() - 1, gap);
  all_.pop_back();
  if (!sending()) frame_ = nullptr;
}

void Watchers::move(std::size_t from, std::size_t to) {
  if (from == to) return;
  all_[to] = all_[from];
  places_[all_[to]] = to;
}

void Watchers::begin(Text frame) {
  MENAGERIE_CHECK(!sending());
  frame_ = std::move(frame);
  told_ = 0;
}

std::size_t Watchers::send_some(std::size_t most) {
  const std::size_t end = std::min(all_.size(), told_ + most);
  const std::size_t count = end - told_;
  while (told_ < end) all_[told_++]->send(frame_);
  if (!sending()) frame_ = nullptr;
  return count;
}

}  // namespace menagerie::museum
