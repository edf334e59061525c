// Ids of episodes and visits: 128 bits, printed as a UUID. New ones are time-ordered (UUIDv7, RFC 9562),
// because appending to the log's index costs six times as much with random ids.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace menagerie::store {

struct Id {
  std::array<std::uint8_t, 16> bytes{};

  auto operator<=>(const Id&) const = default;
  std::string text() const;                 ///< 36 characters, lower case
  std::array<char, 36> characters() const;  ///< the same without an allocation
  static std::optional<Id> parse(
      std::string_view text);  ///< accepts exactly what text() prints, in either case
};

/// Both halves as numbers: an order of ids that is quick to compare, for use within one program.
inline std::array<std::uint64_t, 2> halves(const Id& id) {
  std::array<std::uint64_t, 2> halves{};
  static_assert(sizeof halves == sizeof id.bytes);
  std::memcpy(halves.data(), id.bytes.data(), sizeof halves);
  return halves;
}

struct IdHash {
  std::size_t operator()(const Id& id) const noexcept {
    std::uint64_t low = 0;
    std::memcpy(&low, id.bytes.data() + 8, sizeof low);  // the random half
    return static_cast<std::size_t>(low);
  }
};

}  // namespace menagerie::store
