// Where a resource's blocking reads run: away from the network thread, each reader with a store of its own.
#pragma once

#include "server/store/store.hpp"

#include <array>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

namespace menagerie::api {

/// An address as limits count it.
using ClientKey = std::array<std::uint8_t, 16>;
/// The server itself, which no bound refuses: a multicast address, so no client's.
inline constexpr ClientKey kServerItself = {0xff, 0x02};

/// Brief reads never wait for costly ones: each lane has its own threads.
enum class Lane : std::uint8_t {
  brief,  ///< milliseconds
  costly  ///< more, or a piece of something long; takes what is left of the processor
};

/// For whom something is read, and how.
struct ReadOrder {
  ClientKey client = kServerItself;
  Lane lane = Lane::brief;
  /// The next piece of something that was admitted already: waits its turn, and is never refused.
  bool continues = false;
};

/// Given to `done` where so much waits already that the read was refused.
struct TooManyReads : std::runtime_error {
  TooManyReads() : std::runtime_error("too many reads wait already") {}
};

/// What a read threw, for the log. Precondition: not null.
inline std::string what_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception& error) {
    return error.what();
  }
}

class Readers {
 public:
  /// Runs on a reader's thread; may throw. The store is that thread's own; where much is done, its
  /// look_at_stop() is called now and then, so that the server can close.
  using Work = std::function<void(store::Store&)>;
  /// Runs on the network thread afterwards; holds what `work` threw, or null.
  using Done = std::function<void(std::exception_ptr)>;

  virtual ~Readers() = default;
  /// Called on the network thread; never blocks. Clients take turns. `done` is always called, and never
  /// before read() returns, except when the server closes first.
  virtual void read(const ReadOrder& order, Work work, Done done) = 0;
  /// Destroys something on a reader's thread, where that can take long: closing a large file that has no name
  /// any more frees its blocks.
  virtual void dispose(std::shared_ptr<void> what) = 0;
};

}  // namespace menagerie::api
