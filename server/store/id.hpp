// Ids of episodes and visits: 128 bits, printed as a UUID. New ones are time-ordered (UUIDv7, RFC 9562),
// because appending to the log's index costs six times as much with random ids.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace menagerie::store {

struct Id {
  std::array<std::uint8_t, 16> bytes{};

  // By whole numbers: as a comparison of bytes each is a call, and ids are compared with every move.
  bool operator==(const Id& that) const { return (*this <=> that) == 0; }
  std::strong_ordering operator<=>(const Id& that) const {
    const auto [high, low] = halves();
    const auto [that_high, that_low] = that.halves();
    return high != that_high ? high <=> that_high : low <=> that_low;
  }
  /// The first and the last eight bytes as numbers, which are ordered as the bytes are.
  std::array<std::uint64_t, 2> halves() const { return {number_at(0), number_at(8)}; }

  std::string text() const;                 ///< 36 characters, lower case
  std::array<char, 36> characters() const;  ///< the same without an allocation
  static std::optional<Id> parse(
      std::string_view text);  ///< accepts exactly what text() prints, in either case

 private:
  std::uint64_t number_at(std::size_t first) const {
    std::uint64_t number = 0;
    std::memcpy(&number, &bytes[first], sizeof number);
    return std::endian::native == std::endian::little ? __builtin_bswap64(number) : number;
  }
};

struct IdHash {
  std::size_t operator()(const Id& id) const noexcept {
    return static_cast<std::size_t>(id.halves()[1]);  // the random one
  }
};

}  // namespace menagerie::store
