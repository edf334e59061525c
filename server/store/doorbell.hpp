// The doorbell of servers that share a database: hears what Store::ring() tells.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace menagerie::store {

/// On a connection of its own. One thread at a time.
class Doorbell {
 public:
  virtual ~Doorbell() = default;
  /// Waits until somebody rings, at most so long. Returns the texts of all that rang. Throws Error.
  virtual std::vector<std::string> wait(int ms) = 0;
};
std::unique_ptr<Doorbell> open_doorbell(const std::string& url);

}  // namespace menagerie::store
