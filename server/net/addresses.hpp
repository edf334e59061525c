// Clients: addresses as limits count them, trusted proxies and what they forward, origins.
// Pure functions; any thread.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v6.hpp>

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace menagerie::net {

using Address = boost::asio::ip::address;

/// An address as limits count it: IPv4 in full, IPv6 by its /64, which is one household.
struct AddressKey {
  std::array<std::uint8_t, 16> bytes{};
  bool operator==(const AddressKey&) const = default;
  static AddressKey of(const Address& address);
};

struct AddressKeyHash {
  std::size_t operator()(const AddressKey& key) const noexcept {
    std::uint64_t high = 0, low = 0;
    std::memcpy(&high, key.bytes.data(), 8);
    std::memcpy(&low, key.bytes.data() + 8, 8);
    return static_cast<std::size_t>((high ^ (low * 0x9E3779B97F4A7C15ull)) * 0xBF58476D1CE4E5B9ull);
  }
};

/// A range of addresses: `10.0.0.0/8`, `::1`, `192.0.2.7`.
class Cidr {
 public:
  /// Nothing where the text is no range.
  static std::optional<Cidr> parse(std::string_view text);
  bool contains(const Address& address) const;

 private:
  explicit Cidr(const boost::asio::ip::network_v6& network) : network_(network) {}
  boost::asio::ip::network_v6 network_;  // of IPv4 addresses: as they are mapped into IPv6
};

bool is_trusted(const Address& address, std::span<const Cidr> trusted);

/// The address that a request counts for: the peer's own, or, where the peer is a trusted proxy, the
/// right-most address in its X-Forwarded-For headers that is not one. What a stranger writes into that
/// header is never believed.
Address client_address(const Address& peer, std::string_view forwarded_for, std::span<const Cidr> trusted);

/// Whether a page of `origin` may open a WebSocket at a server that was asked as `host`: it is listed, or its
/// host and port are those of the Host header (the scheme does not count, a proxy may have ended TLS). A
/// listed entry is an origin (`https://example.org`) or a host (`example.org:8443`). Unless `any_host`, that
/// Host must be one that no stranger's DNS can lead here: an IP address, localhost, or the name of a listed
/// entry at any port.
bool origin_allowed(std::string_view origin, std::string_view host, std::span<const std::string> listed,
                    bool any_host = true);

}  // namespace menagerie::net
