// For whom the requests of a connection count: its peer or, behind a trusted proxy, the visitor that each
// request is forwarded for. Network thread; no Beast.
#pragma once

#include "server/net/addresses.hpp"
#include "server/net/limiter.hpp"

#include <span>
#include <string_view>
#include <utility>

namespace menagerie::net {

class ClientIdentity {
 public:
  /// `hold` counts the connection for `peer`; empty where the peer is a trusted proxy or was refused.
  ClientIdentity(const Address& peer, AddressBook::Hold hold)
      : peer_(peer), key_(AddressKey::of(peer)), hold_(std::move(hold)) {}

  /// Counts the connection for the client of this request, where that is another one than before. False:
  /// its address has all the connections that it may have.
  bool identify(AddressBook& addresses, std::string_view forwarded_for, std::span<const Cidr> trusted);

  const Address& peer() const { return peer_; }
  /// The client of the last request that was identified.
  const AddressKey& key() const { return key_; }
  AddressBook::Hold& hold() { return hold_; }

 private:
  Address peer_;
  AddressKey key_;
  AddressBook::Hold hold_;  ///< of key_
};

}  // namespace menagerie::net
