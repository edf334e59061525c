// The lengths of the newest bodies by their strong entity tags: how long a streamed body is, is known once it
// was made. Any thread.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace menagerie::api {

class ContentLengths {
 public:
  static constexpr std::size_t kTagsMax = 4096;

  std::optional<std::uint64_t> find(const std::string& tag) const;
  void put(const std::string& tag, std::uint64_t length);

 private:
  mutable std::mutex mutex_;  ///< held for a look-up
  std::unordered_map<std::string, std::uint64_t> lengths_;
  std::deque<std::string> oldest_first_;
};

}  // namespace menagerie::api
