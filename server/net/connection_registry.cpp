#include "server/net/connection_registry.hpp"

#include "engine/check.hpp"

namespace menagerie::net {

void ConnectionRegistry::add(Connection& connection) {
  MENAGERIE_CHECK(connection.place_ == Connection::kNowhere);
  connection.place_ = connections_.size();
  connections_.push_back(&connection);
  ++counts_[static_cast<std::size_t>(connection.kind())];
}

void ConnectionRegistry::remove(Connection& connection) {
  MENAGERIE_CHECK(connection.place_ < connections_.size() && connections_[connection.place_] == &connection);
  connections_.back()->place_ = connection.place_;
  connections_[connection.place_] = connections_.back();
  connections_.pop_back();
  connection.place_ = Connection::kNowhere;
  --counts_[static_cast<std::size_t>(connection.kind())];
}

/// From the back: a connection that removes itself is replaced by one that was visited already.
template <typename Visit>
void ConnectionRegistry::for_each(Visit visit) {
  for (std::size_t i = connections_.size(); i-- > 0;) {
    if (i < connections_.size()) visit(*connections_[i]);
  }
}

void ConnectionRegistry::sweep_all(std::int64_t now_ms) {
  for_each([now_ms](Connection& it) { it.sweep(now_ms); });
}

void ConnectionRegistry::shut_all(unsigned code, std::string_view reason) {
  for_each([&](Connection& it) { it.shut(code, reason); });
}

void ConnectionRegistry::drop_all() {
  for_each([](Connection& it) { it.drop(); });
}

void ConnectionRegistry::orphan_all() {
  const std::size_t before = connections_.size();
  for_each([](Connection& it) {
    it.orphan();
    it.drop();
  });
  MENAGERIE_CHECK(connections_.size() == before);
}

}  // namespace menagerie::net
