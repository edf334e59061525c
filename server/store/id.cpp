#include "server/store/id.hpp"

#include "engine/text.hpp"

namespace menagerie::store {
namespace {

constexpr bool is_dash(std::size_t at) { return at == 8 || at == 13 || at == 18 || at == 23; }

/// The value of each hexadecimal digit, -1 for any other character: ids are read with every move.
constexpr auto kDigitValues = [] {
  std::array<std::int8_t, 256> values{};
  values.fill(-1);
  for (int i = 0; i < 10; ++i) values[static_cast<std::size_t>('0' + i)] = static_cast<std::int8_t>(i);
  for (int i = 0; i < 6; ++i) {
    values[static_cast<std::size_t>('a' + i)] = values[static_cast<std::size_t>('A' + i)] =
        static_cast<std::int8_t>(10 + i);
  }
  return values;
}();

int digit_of(char c) { return kDigitValues[static_cast<unsigned char>(c)]; }

}  // namespace

std::array<char, 36> Id::characters() const {
  std::array<char, 36> text;
  text.fill('-');
  std::size_t at = 0;
  for (const std::uint8_t byte : bytes) {
    if (is_dash(at)) ++at;
    text[at++] = kHexDigits[byte >> 4];
    text[at++] = kHexDigits[byte & 15];
  }
  return text;
}

std::string Id::text() const {
  const std::array<char, 36> it = characters();
  return {it.data(), it.size()};
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
