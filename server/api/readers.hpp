// Where a resource's blocking reads run: away from the network thread, each reader with a store of its own.
#pragma once

#include "server/store/store.hpp"

#include <exception>
#include <functional>
#include <utility>

namespace menagerie::api {

class Readers {
 public:
  /// Runs on a reader's thread; may throw. The store is that thread's own.
  using Work = std::function<void(store::Store&)>;
  /// Runs on the network thread afterwards; holds what `work` threw, or null.
  using Done = std::function<void(std::exception_ptr)>;

  virtual ~Readers() = default;
  /// Called on the network thread; never blocks. `done` is always called, except when the house closes first.
  virtual void read(Work work, Done done) = 0;
  /// The same for a piece of something long, as an export: nobody who reads something short waits for it,
  /// and it takes only what is left of the processor.
  virtual void read_behind(Work work, Done done) { read(std::move(work), std::move(done)); }
};

}  // namespace menagerie::api
