#include "server/net/client_identity.hpp"

#include <optional>

namespace menagerie::net {

bool ClientIdentity::identify(AddressBook& addresses, std::string_view forwarded_for,
                              std::span<const Cidr> trusted) {
  const AddressKey key = AddressKey::of(client_address(peer_, forwarded_for, trusted));
  if (hold_ && key == key_) return true;
  key_ = key;
  hold_.release();
  std::optional<AddressBook::Hold> hold = addresses.enter(key);
  if (!hold) return false;
  hold_ = std::move(*hold);
  return true;
}

}  // namespace menagerie::net
