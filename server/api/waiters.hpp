// The requests that wait for something which is made once for all of them. Network thread.
#pragma once

#include "server/api/readers.hpp"
#include "server/wire/limits.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace menagerie::api {

/// As many wait for one thing as reads may wait, of one client and in all. `Ready`: what each one is called
/// by.
template <typename Ready>
class Waiters {
 public:
  /// False where too many wait already: then `ready` is not called, and left as it was.
  [[nodiscard]] bool add(const ClientKey& client, Ready& ready, const wire::Limits& limits) {
    const auto of_client = std::ranges::count(waiting_, client, &Waiting::client);
    if (static_cast<std::size_t>(of_client) >= limits.reads_waiting_per_address_max ||
        waiting_.size() >= limits.reads_waiting_max)
      return false;
    waiting_.push_back({client, std::move(ready)});
    return true;
  }
  /// Calls all of them, who may ask for the next thing meanwhile.
  template <typename... Made>
  void answer(const Made&... made) {
    for (const Waiting& it : std::exchange(waiting_, {})) it.ready(made...);
  }

 private:
  struct Waiting {
    ClientKey client{};
    Ready ready;
  };
  std::vector<Waiting> waiting_;
};

}  // namespace menagerie::api
