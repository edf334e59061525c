// The colours and letters of beads, as web/js/bead.js and web/css/base.css have them for the pages: a test
// holds the two against each other. Pure functions; any thread.
#pragma once

#include "engine/game.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie::api::labels {

struct Colour {
  double red = 0, green = 0, blue = 0;  ///< 0 to 1

  /// This colour with so much of the other in it (0: none, 1: the other).
  Colour mixed(Colour other, double part) const;
  bool operator==(const Colour&) const = default;
};

/// From 0xRRGGBB.
constexpr Colour rgb(std::uint32_t hex) {
  return {((hex >> 16) & 0xff) / 255.0, ((hex >> 8) & 0xff) / 255.0, (hex & 0xff) / 255.0};
}
/// From `#rrggbb`; black where it is none.
Colour parse_colour(std::string_view text);

/// What a bead looks like.
struct BeadLook {
  std::string_view name;  ///< `lilac`
  std::string letter;     ///< `L`; past the last colour the place in the box, from 1
  Colour fill;
  bool pale_letter = false;  ///< on a dark bead

  bool operator==(const BeadLook&) const = default;
};

/// One kind of bead in a box.
struct Mark {
  BeadLook look;
  std::vector<std::string> moves;  ///< all that it stands for
  std::int64_t count = 0;
};

/// The bead at place `index` of a box, whose name there is `move`.
BeadLook look_of(const Board& board, std::size_t index, std::string_view move);

}  // namespace menagerie::api::labels
