// Noughts and crosses on 3 x 3 squares; crosses move first.
#pragma once

#include "engine/game.hpp"

namespace menagerie {

class NoughtsAndCrosses final : public Game {
 public:
  std::string_view name() const override { return "noughts-and-crosses"; }
  GameStory story() const override;
  const Board& board() const override;
  Position start() const override { return {}; }
  std::vector<Move> moves(const Position& position) const override;
  Position after(const Position& position, const Move& move) const override;
  std::optional<Outcome> outcome(const Position& position) const override;
  GameEnd end(const Position& position, const Move* last) const override;
  std::vector<Symmetry> symmetries() const override;
  int length_max() const override { return 9; }
  bool boxes_for_single_moves() const override { return false; }

 protected:
  bool infer_mover(Position& position) const override;
};

}  // namespace menagerie
