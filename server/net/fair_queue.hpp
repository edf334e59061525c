// Jobs of many owners, taken in turn: round robin by owner, only so many of one owner under way at once, and
// only so many waiting. Knows no thread and no clock.
#pragma once

#include "engine/check.hpp"
#include "server/net/addresses.hpp"

#include <cstddef>
#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>

namespace menagerie::net {

template <typename Job>
class FairQueue {
 public:
  struct Taken {
    AddressKey owner;
    Job job;
  };

  /// At most `under_way_max` jobs of an owner are under way at once. Precondition: under_way_max > 0.
  explicit FairQueue(std::size_t under_way_max) : under_way_max_(under_way_max) {
    MENAGERIE_CHECK(under_way_max > 0);
  }

  /// How many jobs wait, of one owner and in all.
  std::size_t waiting(const AddressKey& owner) const {
    const auto found = owners_.find(owner);
    return found == owners_.end() ? 0 : found->second.waiting.size();
  }
  std::size_t waiting() const { return waiting_; }

  /// Behind the owner's other jobs.
  void put(const AddressKey& owner, Job job) {
    Owner& it = owners_[owner];
    it.waiting.push_back(std::move(job));
    ++waiting_;
    if (it.waiting.size() == 1 && it.under_way < under_way_max_) turns_.push_back(owner);
  }

  /// The next job of the owner whose turn it is; nothing where none may begin. Ends with end(owner).
  std::optional<Taken> take() {
    if (turns_.empty()) return std::nullopt;
    const AddressKey owner = turns_.front();
    turns_.pop_front();
    Owner& it = owners_.at(owner);
    Taken taken{owner, std::move(it.waiting.front())};
    it.waiting.pop_front();
    --waiting_;
    ++it.under_way;
    if (!it.waiting.empty() && it.under_way < under_way_max_) turns_.push_back(owner);
    return taken;
  }

  void end(const AddressKey& owner) {
    const auto found = owners_.find(owner);
    MENAGERIE_CHECK(found != owners_.end() && found->second.under_way > 0);
    Owner& it = found->second;
    const bool was_full = it.under_way-- == under_way_max_;
    if (!it.waiting.empty()) {
      if (was_full) turns_.push_back(owner);
    } else if (it.under_way == 0) {
      owners_.erase(found);
    }
  }

 private:
  struct Owner {
    std::deque<Job> waiting;
    std::size_t under_way = 0;
  };

  std::size_t under_way_max_;
  std::size_t waiting_ = 0;
  std::unordered_map<AddressKey, Owner, AddressKeyHash> owners_;
  /// Owners with a job that may begin, each once, in turn.
  std::deque<AddressKey> turns_;
};

}  // namespace menagerie::net
