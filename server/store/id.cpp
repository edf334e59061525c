#include "server/store/id.hpp"

namespace menagerie::store {
namespace {

constexpr bool is_dash(std::size_t at) { return at == 8 || at == 13 || at == 18 || at == 23; }

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string Id::text() const {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text(36, '-');
  std::size_t at = 0;
  for (const std::uint8_t byte : bytes) {
    if (is_dash(at)) ++at;
    text[at++] = kDigits[byte >> 4];
    text[at++] = kDigits[byte & 15];
  }
  return text;
}

std::optional<Id> Id::parse(std::string_view text) {
  if (text.size() != 36) return std::nullopt;
  Id id;
  std::size_t at = 0;
  for (std::uint8_t& byte : id.bytes) {
    if (is_dash(at) && text[at++] != '-') return std::nullopt;
    const int high = digit_of(text[at]);
    const int low = digit_of(text[at + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    byte = static_cast<std::uint8_t>(high * 16 + low);
    at += 2;
  }
  return id;
}

}  // namespace menagerie::store
