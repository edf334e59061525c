// Hexapawn and its kin: a row of pawns on each side of a board of any size.
#pragma once

#include "engine/game.hpp"

#include <string>

namespace menagerie {

/// A pawn steps forward to an empty square, or captures diagonally forward; capturing is optional.
/// Reaching the far row wins, and so does capturing everything or leaving no move. White is the
/// first player and moves up.
class Pawns final : public Game {
 public:
  /// Preconditions: rows >= 3, columns >= 1, and the board has at most kCellsMax cells. Where the
  /// story has no rules, they are told in general words.
  Pawns(std::string name, int rows, int columns, GameStory story = {});

  std::string_view name() const override { return name_; }
  GameStory story() const override { return story_; }
  const Board& board() const override { return board_; }
  Position start() const override;
  std::vector<Move> moves(const Position& position) const override;
  Position after(const Position& position, const Move& move) const override;
  std::optional<Outcome> outcome(const Position& position) const override;
  GameEnd end(const Position& position, const Move* last) const override;
  std::vector<Symmetry> symmetries() const override;
  int length_max() const override;
  bool boxes_for_single_moves() const override { return true; }

 private:
  template <typename Visit>
  void visit_moves(const Position& position, Visit visit) const;

  std::string name_;
  GameStory story_;
  Board board_;
};

}  // namespace menagerie
