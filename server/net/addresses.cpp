#include "server/net/addresses.hpp"

#include "engine/text.hpp"

#include <boost/asio/ip/address_v6.hpp>
#include <boost/asio/ip/network_v4.hpp>

#include <algorithm>

namespace menagerie::net {
namespace {

namespace ip = boost::asio::ip;
using boost::system::error_code;

constexpr unsigned short kV6Bits = 128, kMappedBits = 96;  // of an address, and before a mapped IPv4 address

/// Without the interface that a link-local address is of.
ip::address_v6 as_v6(const Address& address) {
  if (address.is_v6()) return ip::address_v6(address.to_v6().to_bytes());
  return ip::make_address_v6(ip::v4_mapped, address.to_v4());
}

/// An IPv4 address mapped into IPv6 becomes IPv4.
Address plain(const Address& address) {
  if (!address.is_v6() || !address.to_v6().is_v4_mapped()) return address;
  return ip::make_address_v4(ip::v4_mapped, address.to_v6());
}

/// An entry of X-Forwarded-For: an address, perhaps with a port, IPv6 perhaps in brackets.
std::optional<Address> forwarded_address(std::string_view entry) {
  entry = trimmed(entry);
  if (entry.starts_with('[')) {
    entry = entry.substr(1, entry.find(']') == std::string_view::npos ? 0 : entry.find(']') - 1);
  } else if (std::ranges::count(entry, ':') == 1) {
    entry = entry.substr(0, entry.find(':'));
  }
  error_code error;
  const Address address = ip::make_address(std::string(entry), error);
  if (error) return std::nullopt;
  return plain(address);
}

/// `https://Example.org:443/` -> `example.org`: what is compared of an origin or a Host.
std::string host_and_port(std::string_view text) {
  text = trimmed(text);
  const std::size_t scheme = text.find("://");
  if (scheme != std::string_view::npos) text.remove_prefix(scheme + 3);
  text = text.substr(0, text.find('/'));
  for (const std::string_view usual : {":80", ":443"}) {
    if (text.ends_with(usual)) text.remove_suffix(usual.size());
  }
  return lower_case(text);
}

/// `[::1]:8080` -> `[::1]`.
std::string without_port(const std::string& host) {
  const std::size_t colon = host.rfind(':');
  const std::size_t bracket = host.rfind(']');
  if (colon == std::string::npos || (bracket != std::string::npos && colon < bracket)) return host;
  return host.substr(0, colon);
}

/// Whether a host is an address, IPv6 in brackets: no DNS is asked for that.
bool is_ip_address(std::string_view host) {
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  error_code error;
  ip::make_address(std::string(host), error);
  return !error;
}

}  // namespace

AddressKey AddressKey::of(const Address& address) {
  const Address usual = plain(address);
  AddressKey key{as_v6(usual).to_bytes()};
  if (usual.is_v6()) std::fill(key.bytes.begin() + 8, key.bytes.end(), std::uint8_t{0});
  return key;
}

std::optional<Cidr> Cidr::parse(std::string_view text) {
  const std::string range(trimmed(text));
  error_code error;
  if (range.find('/') == std::string::npos) {
    const Address address = ip::make_address(range, error);
    if (error) return std::nullopt;
    return Cidr(ip::network_v6(as_v6(address), kV6Bits));
  }
  const ip::network_v4 v4 = ip::make_network_v4(range, error);
  if (!error) {
    const int bits = kMappedBits + v4.prefix_length();
    return Cidr(ip::network_v6(as_v6(v4.address()), static_cast<unsigned short>(bits)).canonical());
  }
  const ip::network_v6 v6 = ip::make_network_v6(range, error);
  if (error) return std::nullopt;
  return Cidr(v6.canonical());
}

bool Cidr::contains(const Address& address) const {
  return ip::network_v6(as_v6(address), network_.prefix_length()).canonical() == network_;
}

bool is_trusted(const Address& address, std::span<const Cidr> trusted) {
  return std::ranges::any_of(trusted, [&](const Cidr& range) { return range.contains(address); });
}

Address client_address(const Address& peer, std::string_view forwarded_for, std::span<const Cidr> trusted) {
  Address client = plain(peer);
  while (is_trusted(client, trusted) && !forwarded_for.empty()) {
    const std::size_t comma = forwarded_for.rfind(',');
    const auto start = comma == std::string_view::npos ? 0 : comma + 1;
    const std::optional<Address> entry = forwarded_address(forwarded_for.substr(start));
    if (!entry) break;
    client = *entry;
    forwarded_for = comma == std::string_view::npos ? std::string_view{} : forwarded_for.substr(0, comma);
  }
  return client;
}

bool origin_allowed(std::string_view origin, std::string_view host, std::span<const std::string> listed,
                    bool any_host) {
  const std::string page = host_and_port(origin);
  if (page.empty() || page == "null") return false;
  if (std::ranges::any_of(listed, [&](const std::string& entry) { return host_and_port(entry) == page; }))
    return true;
  if (page != host_and_port(host)) return false;
  const std::string name = without_port(page);
  return any_host || name == "localhost" || is_ip_address(name) ||
         std::ranges::any_of(
             listed, [&](const std::string& entry) { return without_port(host_and_port(entry)) == name; });
}

}  // namespace menagerie::net
