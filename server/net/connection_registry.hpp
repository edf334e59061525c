// All connections of a server, HTTP and WebSocket: how many there are of each kind, and what is done to all
// of them. Owns none of them. Network thread only.
#pragma once

#include "server/net/connection.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace menagerie::net {

class ConnectionRegistry {
 public:
  /// Precondition: it is not in the registry.
  void add(Connection& connection);
  /// Precondition: it is in the registry.
  void remove(Connection& connection);

  std::size_t size() const { return connections_.size(); }
  std::size_t count(Connection::Kind kind) const { return counts_[static_cast<std::size_t>(kind)]; }

  // Each of these may make connections remove themselves.
  void sweep_all(std::int64_t now_ms);
  void shut_all(unsigned code, std::string_view reason);
  void drop_all();
  /// Before the server is destroyed: they stay in no registry. Precondition: none removes itself.
  void orphan_all();

 private:
  template <typename Visit>
  void for_each(Visit visit);

  std::vector<Connection*> connections_;
  std::array<std::size_t, 4> counts_{};  ///< by Connection::Kind
};

}  // namespace menagerie::net
