// Mini-checkers on 4 x 4 squares, as Gardner has it.
#include "engine/games/checkers.hpp"

#include "engine/check.hpp"

#include <utility>

namespace menagerie {
namespace {

constexpr GameStory kStory{
    "Mini-checkers",
    "Each side has two men on the dark squares of its first row; Black moves first. A man steps one "
    "square diagonally forward and captures forward, by a jump over a piece to the free square behind it. "
    "You must capture if you can, and go on jumping while you can. A man that comes to the far row is "
    "crowned, which ends the move; a king steps and captures backwards too. You lose when you cannot "
    "move. Play that comes to no end is a draw.",
    "Martin Gardner proposed this board for a machine that comes after hexapawn's, and gave the answer: "
    "with best play on both sides it is a draw. It has what hexapawn does without: moves that one must "
    "make, kings, and play that may go round for ever.",
    "Gardner 1962, Mathematical Games, Scientific American, March; reprinted with more in 1969 as A "
    "Matchbox Game-Learning Machine."};

/// Writes moves as Gardner does. The squares are numbered 1 to 8, row by row from White's left; White's
/// men are A and B, Black's C and D, and a man keeps its letter. "C5": C goes to square 5.
class MiniCheckers final : public Checkers {
 public:
  MiniCheckers() : Checkers({"mini-checkers", kStory, kAmericanCheckers, 4, 100}) {}

  std::string published_name(std::span<const Move> line) const override {
    MENAGERIE_CHECK(!line.empty());
    std::array<char, kCellsMax> letters{};
    char letter = 'A';
    for (std::size_t cell = 0; cell < kCellsMax; ++cell) {
      if (start().cells[cell] != 0) letters[cell] = letter++;
    }
    for (const Move& move : line) {
      std::swap(letters[move.cells[0]], letters[move.cells[move.length - 1u]]);
    }
    const int cell = line.back().cells[line.back().length - 1u];
    return letters[static_cast<std::size_t>(cell)] + std::to_string(cell / 2 + 1);
  }
};

}  // namespace

const Game& mini_checkers() {
  static const MiniCheckers game;
  return game;
}

}  // namespace menagerie
