// How many bytes bodies have that are only known once they were made: the last ones, by their strong tags.
// Any thread.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace menagerie::api {

class KnownLengths {
 public:
  static constexpr std::size_t kKeptMax = 4096;

  std::optional<std::uint64_t> find(const std::string& tag) const;
  void put(const std::string& tag, std::uint64_t length);

 private:
  mutable std::mutex mutex_;  ///< held for a look-up
  std::unordered_map<std::string, std::uint64_t> lengths_;
  std::deque<std::string> oldest_first_;
};

}  // namespace menagerie::api
