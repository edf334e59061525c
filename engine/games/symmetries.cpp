#include "engine/games/symmetries.hpp"

#include "engine/check.hpp"

namespace menagerie {
namespace {

/// Every cell stays. Cells beyond the board stay in every symmetry, so that it is a permutation.
Symmetry identity() {
  Symmetry symmetry{"identity", {}};
  for (std::size_t cell = 0; cell < kCellsMax; ++cell) symmetry.to[cell] = static_cast<std::uint8_t>(cell);
  return symmetry;
}

Symmetry mirror(int columns, int rows) {
  Symmetry symmetry = identity();
  symmetry.name = "mirror";
  for (int rank = 0; rank < rows; ++rank) {
    for (int file = 0; file < columns; ++file) {
      const int cell = rank * columns + file;
      symmetry.to[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(cell + columns - 1 - 2 * file);
    }
  }
  return symmetry;
}

/// `symmetry`, and then a quarter turn clockwise: the left column becomes the top row.
Symmetry turned(const Symmetry& symmetry, int side, std::string_view name) {
  Symmetry image = symmetry;
  image.name = name;
  for (int cell = 0; cell < side * side; ++cell) {
    const int rank = symmetry.to[static_cast<std::size_t>(cell)] / side;
    const int file = symmetry.to[static_cast<std::size_t>(cell)] % side;
    image.to[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>((side - 1 - file) * side + rank);
  }
  return image;
}

}  // namespace

std::vector<Symmetry> mirror_symmetries(int columns, int rows) {
  MENAGERIE_CHECK(columns * rows <= static_cast<int>(kCellsMax));
  return {identity(), mirror(columns, rows)};
}

std::vector<Symmetry> square_symmetries(int side) {
  MENAGERIE_CHECK(side * side <= static_cast<int>(kCellsMax));
  std::vector<Symmetry> symmetries{identity()};
  for (const char* name : {"rotate-90", "rotate-180", "rotate-270"}) {
    symmetries.push_back(turned(symmetries.back(), side, name));
  }
  symmetries.push_back(mirror(side, side));
  for (const char* name : {"mirror-90", "mirror-180", "mirror-270"}) {
    symmetries.push_back(turned(symmetries.back(), side, name));
  }
  return symmetries;
}

std::vector<Symmetry> pile_symmetries() {
  std::vector<Symmetry> symmetries{identity()};
  for (const std::string_view name : {"to-acb", "to-bac", "to-bca", "to-cab", "to-cba"}) {
    Symmetry symmetry = identity();
    symmetry.name = name;
    for (std::size_t pile = 0; pile < 3; ++pile) {
      symmetry.to[pile] = static_cast<std::uint8_t>(name[3 + pile] - 'a');
    }
    symmetries.push_back(symmetry);
  }
  return symmetries;
}

}  // namespace menagerie
