#include "engine/forward_solver.hpp"

#include "engine/check.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace menagerie {
namespace {

constexpr int kPliesBits = 8;  // the lowest ones of a slot

}  // namespace

ForwardSolver::ForwardSolver(const Game& game)
    : game_(game), symmetries_(game.symmetries()), slots_(std::size_t{1} << 12) {
  MENAGERIE_CHECK(game.board().cell_count() <= kBoardMax && game.board().pieces.size() <= 4);
  MENAGERIE_CHECK(!game.repetition_forbidden() && game.length_max() < 1 << kPliesBits);
}

ForwardSolver::Verdict ForwardSolver::of(const Position& position) {
  const int plies = plies_from(position);
  return {plies % 2 == 0 ? other(position.to_move) : position.to_move, plies};
}

/// Plies to the end; the side to move wins where they are odd, because the side to move at the end has lost.
int ForwardSolver::plies_from(const Position& position) {
  if (const auto outcome = game_.outcome(position)) {
    MENAGERIE_CHECK(*outcome == win_of(other(position.to_move)));
    return 0;
  }
  const std::uint64_t key = key_of(position);
  if (const std::uint64_t slot = slot_of(key)) return static_cast<int>(slot & ((1 << kPliesBits) - 1));
  int fastest = 0, longest = 0;  // a win, a defence; 0: there is none
  for (const Move& move : game_.moves(position)) {
    const int plies = plies_from(game_.after(position, move)) + 1;
    if (plies % 2 == 0) {
      longest = std::max(longest, plies);
    } else {
      fastest = fastest == 0 ? plies : std::min(fastest, plies);
    }
    if (fastest == 1) break;  // nothing is faster
  }
  const int plies = fastest > 0 ? fastest : longest;
  note(key, plies);
  return plies;
}

/// Two bits a cell, and the mover; of a position and its images the least, so that they share a slot. Never
/// 0.
std::uint64_t ForwardSolver::key_of(const Position& position) const {
  std::uint64_t least = ~std::uint64_t{0};
  for (const Symmetry& symmetry : symmetries_) {
    std::uint64_t key = position.to_move == Player::first ? 2 : 3;
    for (std::size_t cell = 0; cell < static_cast<std::size_t>(game_.board().cell_count()); ++cell)
      key |= std::uint64_t{position.cells[cell]} << (2 + 2 * symmetry.to[cell]);
    least = std::min(least, key);
  }
  return least;
}

/// Where that position stands, or the free slot where it would.
std::uint64_t& ForwardSolver::slot_of(std::uint64_t key) {
  std::size_t slot = (key * 0x9e3779b97f4a7c15u) >> (64 - std::countr_zero(slots_.size()));
  while (slots_[slot] != 0 && slots_[slot] >> kPliesBits != key) slot = (slot + 1) & (slots_.size() - 1);
  return slots_[slot];
}

void ForwardSolver::note(std::uint64_t key, int plies) {
  if (2 * ++count_ > slots_.size()) {
    const std::vector<std::uint64_t> before =
        std::exchange(slots_, std::vector<std::uint64_t>(2 * slots_.size()));
    for (const std::uint64_t slot : before) {
      if (slot != 0) slot_of(slot >> kPliesBits) = slot;
    }
  }
  slot_of(key) = key << kPliesBits | static_cast<std::uint64_t>(plies);
}

}  // namespace menagerie
