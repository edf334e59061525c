// The symmetries that the games' boards have.
#pragma once

#include "engine/game.hpp"

#include <vector>

namespace menagerie {

/// `identity` and `mirror` (left and right).
std::vector<Symmetry> mirror_symmetries(int columns, int rows);

/// The eight of a square board: `identity`, `rotate-90`, `rotate-180`, `rotate-270` (clockwise, as
/// the first player sees the board), `mirror` (left and right), and `mirror-90`, `mirror-180`,
/// `mirror-270`: mirrored first, then turned so far.
std::vector<Symmetry> square_symmetries(int side);

/// The six of three piles, whose order does not matter, named by where the piles a, b and c go:
/// `identity`, `to-acb`, `to-bac`, `to-bca`, `to-cab`, `to-cba`.
std::vector<Symmetry> pile_symmetries();

}  // namespace menagerie
