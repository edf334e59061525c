// Finds a position's number among positions that are stored elsewhere: a flat hash table of numbers,
// which for millions of positions is several times smaller and faster than a map that holds them.
#pragma once

#include "engine/game.hpp"

#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace menagerie {

class PositionIndex {
 public:
  static constexpr std::uint32_t kEmpty = std::numeric_limits<std::uint32_t>::max();

  /// The number of `position` in `positions`, or kEmpty. `positions` are those that were added.
  std::uint32_t find(const std::vector<Position>& positions, const Position& position) const {
    return slots_.empty() ? kEmpty : slots_[slot_of(positions, position)];
  }

  /// Puts `position` at the end of `positions` unless it is there; its number either way.
  std::uint32_t add(std::vector<Position>& positions, const Position& position) {
    if (2 * (positions.size() + 1) > slots_.size()) grow(positions);
    std::uint32_t& slot = slots_[slot_of(positions, position)];
    if (slot == kEmpty) {
      slot = static_cast<std::uint32_t>(positions.size());
      positions.push_back(position);
    }
    return slot;
  }

 private:
  static std::size_t hash(const Position& position) {
    std::array<std::uint64_t, 4> words{};
    static_assert(sizeof(words) > kCellsMax);
    std::memcpy(words.data(), position.cells.data(), kCellsMax);
    words[3] |= static_cast<std::uint64_t>(position.to_move) << 63;
    std::uint64_t hash = 0;
    for (const std::uint64_t word : words) {
      hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 29;
    }
    return hash;
  }

  /// Where the position's number stands, or the empty slot where it would.
  std::size_t slot_of(const std::vector<Position>& positions, const Position& position) const {
    std::size_t slot = hash(position) & (slots_.size() - 1);
    while (slots_[slot] != kEmpty && positions[slots_[slot]] != position) {
      slot = (slot + 1) & (slots_.size() - 1);
    }
    return slot;
  }

  void grow(const std::vector<Position>& positions) {
    slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), kEmpty);
    for (std::uint32_t i = 0; i < positions.size(); ++i) slots_[slot_of(positions, positions[i])] = i;
  }

  std::vector<std::uint32_t> slots_;  // a power of two of them, at most half full
};

}  // namespace menagerie
