#include "server/api/content_lengths.hpp"

namespace menagerie::api {

std::optional<std::uint64_t> ContentLengths::find(const std::string& tag) const {
  const std::lock_guard lock(mutex_);
  const auto found = lengths_.find(tag);
  return found == lengths_.end() ? std::nullopt : std::optional(found->second);
}

void ContentLengths::put(const std::string& tag, std::uint64_t length) {
  const std::lock_guard lock(mutex_);
  if (!lengths_.emplace(tag, length).second) return;
  oldest_first_.push_back(tag);
  if (oldest_first_.size() <= kTagsMax) return;
  lengths_.erase(oldest_first_.front());
  oldest_first_.pop_front();
}

}  // namespace menagerie::api
