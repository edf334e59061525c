#include "server/net/addresses.hpp"

#include <boost/asio/ip/address_v6.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>

namespace menagerie::net {
namespace {

using boost::asio::ip::make_address;

std::array<std::uint8_t, 16> bytes_of(const Address& address) {
  if (address.is_v6()) return address.to_v6().to_bytes();
  return boost::asio::ip::make_address_v6(boost::asio::ip::v4_mapped, address.to_v4()).to_bytes();
}

/// IPv4 in IPv6's clothes becomes IPv4.
Address plain(const Address& address) {
  if (!address.is_v6() || !address.to_v6().is_v4_mapped()) return address;
  return boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, address.to_v6());
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

/// An entry of X-Forwarded-For: an address, perhaps with a port, IPv6 perhaps in brackets.
std::optional<Address> forwarded_address(std::string_view entry) {
  entry = trimmed(entry);
  if (entry.starts_with('[')) {
    entry = entry.substr(1, entry.find(']') == std::string_view::npos ? 0 : entry.find(']') - 1);
  } else if (std::ranges::count(entry, ':') == 1) {
    entry = entry.substr(0, entry.find(':'));
  }
  boost::system::error_code error;
  const Address address = make_address(std::string(entry), error);
  if (error) return std::nullopt;
  return plain(address);
}

bool is_trusted(const Address& address, std::span<const Cidr> trusted) {
  return std::ranges::any_of(trusted, [&](const Cidr& range) { return range.contains(address); });
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
  std::string out(text);
  std::ranges::transform(out, out.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

}  // namespace

AddressKey AddressKey::of(const Address& address) {
  const Address usual = plain(address);
  AddressKey key{bytes_of(usual)};
  if (usual.is_v6()) std::fill(key.bytes.begin() + 8, key.bytes.end(), std::uint8_t{0});
  return key;
}

std::optional<Cidr> Cidr::parse(std::string_view text) {
  text = trimmed(text);
  const std::size_t slash = text.find('/');
  boost::system::error_code error;
  const Address address = make_address(std::string(text.substr(0, slash)), error);
  if (error) return std::nullopt;
  const unsigned widest = address.is_v4() ? 32 : 128;
  unsigned bits = widest;
  if (slash != std::string_view::npos) {
    const std::string_view number = text.substr(slash + 1);
    const auto [at, wrong] = std::from_chars(number.data(), number.data() + number.size(), bits);
    if (wrong != std::errc{} || at != number.data() + number.size() || bits > widest) return std::nullopt;
  }
  Cidr range;
  range.bytes_ = bytes_of(address);
  range.bits_ = bits + (128 - widest);
  return range;
}

bool Cidr::contains(const Address& address) const {
  const auto bytes = bytes_of(address);
  for (unsigned bit = 0; bit < bits_; bit += 8) {
    const unsigned here = std::min(8u, bits_ - bit);
    const auto mask = static_cast<std::uint8_t>(0xFF00u >> here);
    if ((bytes[bit / 8] & mask) != (bytes_[bit / 8] & mask)) return false;
  }
  return true;
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

bool origin_allowed(std::string_view origin, std::string_view host, std::span<const std::string> listed) {
  const std::string page = host_and_port(origin);
  if (page.empty() || page == "null") return false;
  if (page == host_and_port(host)) return true;
  return std::ranges::any_of(listed, [&](const std::string& entry) { return host_and_port(entry) == page; });
}

}  // namespace menagerie::net
