// Nim with three piles of three, in normal and in misere play.
#include "engine/game.hpp"
#include "engine/games/symmetries.hpp"

#include <algorithm>

namespace menagerie {
namespace {

constexpr std::size_t kPiles = 3;
constexpr std::uint8_t kCounters = 3;
constexpr Board kBoard{Board::Kind::piles, static_cast<int>(kPiles), 1, "0123", ""};

constexpr GameStory kNormal{
    "Nim",
    "Three piles of three counters. In your turn you take as many as you like, but at least one, from one "
    "pile. Whoever takes the last counter wins.",
    "Hight's NIMBLE, the Nim Box Logic Engine, learns it with 18 boxes and plays first or second: the order "
    "of the piles does not matter, and neither does whose turn it is, so both seats share the boxes. The "
    "first player wins, and only by taking a whole pile.",
    "Gardner 1962, Mathematical Games, Scientific American, March, reprinted in 1969 as A Matchbox "
    "Game-Learning Machine: the article itself tells of NIMBLE."};

constexpr GameStory kMisere{
    "Nim, misere",
    "Three piles of three counters. In your turn you take as many as you like, but at least one, from one "
    "pile. Whoever takes the last counter loses.",
    "The same boxes as NIMBLE's, and the opposite aim: it is here to show that a machine learns "
    "whichever game it is taught.",
    "Gardner 1962, Mathematical Games, Scientific American, March, reprinted in 1969 as A Matchbox "
    "Game-Learning Machine: the article itself tells of NIMBLE."};

/// The text shows the piles and not the side to move: both sides' positions of the same piles share a box.
class Nim final : public Game {
 public:
  Nim(std::string_view name, GameStory story, bool last_wins)
      : name_(name), story_(story), last_wins_(last_wins) {}

  std::string_view name() const override { return name_; }
  GameStory story() const override { return story_; }
  const Board& board() const override { return kBoard; }

  Position start() const override {
    Position position;
    std::fill_n(position.cells.begin(), kPiles, kCounters);
    return position;
  }

  std::vector<Move> moves(const Position& position) const override {
    std::vector<Move> moves;
    for (std::uint8_t amount = 1; amount <= kCounters; ++amount) {
      for (std::uint8_t pile = 0; pile < kPiles; ++pile) {
        if (position.cells[pile] >= amount) moves.push_back({Move::Kind::take, 1, amount, {pile}});
      }
    }
    return moves;
  }

  Position after(const Position& position, const Move& move) const override {
    Position next = position;
    next.cells[move.cells[0]] = static_cast<std::uint8_t>(next.cells[move.cells[0]] - move.amount);
    next.to_move = other(position.to_move);
    return next;
  }

  std::optional<Outcome> outcome(const Position& position) const override {
    if (std::any_of(position.cells.begin(), position.cells.begin() + kPiles, [](auto n) { return n > 0; })) {
      return std::nullopt;
    }
    const bool first_took_last = position.to_move == Player::second;
    return first_took_last == last_wins_ ? Outcome::first_wins : Outcome::second_wins;
  }

  GameEnd end(const Position& /*position*/, const Move* last) const override {
    if (last == nullptr) return {EndReason::last_counter, {}};
    return {EndReason::last_counter, {last->cells[0]}};
  }

  std::vector<Symmetry> symmetries() const override { return pile_symmetries(); }
  int length_max() const override { return static_cast<int>(kPiles * kCounters); }
  bool boxes_for_single_moves() const override { return false; }

 protected:
  /// The piles do not tell: what is read is taken to be the first player's.
  bool infer_mover(Position& position) const override {
    position.to_move = Player::first;
    return true;
  }

 private:
  std::string_view name_;
  GameStory story_;
  bool last_wins_;
};

}  // namespace

const Game& nim_3x3() {
  static const Nim game("nim-3x3", kNormal, true);
  return game;
}

const Game& nim_3x3_misere() {
  static const Nim game("nim-3x3-misere", kMisere, false);
  return game;
}

}  // namespace menagerie
