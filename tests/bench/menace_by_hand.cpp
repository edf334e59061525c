// MENACE against the random player, hand-written for this one game: the baseline for the engine's general
// training loop (train.cpp), which must not cost much more.
//
// One core, a real board, the moves and the draws of each game kept. Crosses first, 304 boxes (HER's
// forced ninth move has none), Michie's beads: 4, 3, 2, 1 by turn; +3 a win, +1 a draw, -1 a loss; an
// empty box resigns. What can be known before play is in tables: codes are boards read in base 3.
//   menace_by_hand GAMES
#include "tests/bench/training.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using Cells = std::array<std::uint8_t, 9>;

constexpr std::size_t kCodes = 19683;
constexpr std::array<std::uint32_t, 9> kPowers{1, 3, 9, 27, 81, 243, 729, 2187, 6561};
constexpr std::array<Cells, 8> kSymmetries{{{0, 1, 2, 3, 4, 5, 6, 7, 8},
                                            {6, 3, 0, 7, 4, 1, 8, 5, 2},
                                            {8, 7, 6, 5, 4, 3, 2, 1, 0},
                                            {2, 5, 8, 1, 4, 7, 0, 3, 6},
                                            {2, 1, 0, 5, 4, 3, 8, 7, 6},
                                            {6, 7, 8, 3, 4, 5, 0, 1, 2},
                                            {0, 3, 6, 1, 4, 7, 2, 5, 8},
                                            {8, 5, 2, 7, 4, 1, 6, 3, 0}}};
constexpr std::array<std::array<std::uint8_t, 3>, 8> kLines{
    {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}};

enum Status : std::uint8_t { kGoing, kWin, kLoss, kDraw };                      // for crosses
constexpr std::array<std::uint32_t, 4> kChange{0, 3, 0xffffffffu /* -1 */, 1};  // by status

/// xoshiro256++ (Blackman, Vigna 2019): one 64-bit number serves two draws of 32 bits.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) {
    for (std::uint64_t& word : state_) {
      seed += 0x9e3779b97f4a7c15u;
      std::uint64_t z = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9u;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
      word = z ^ (z >> 31);
    }
  }
  std::uint64_t next() {
    const std::uint64_t result = rotated(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotated(state_[3], 45);
    return result;
  }

 private:
  static std::uint64_t rotated(std::uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }
  std::array<std::uint64_t, 4> state_{};
};

std::uint32_t below(std::uint64_t number, std::uint32_t bound) {
  return static_cast<std::uint32_t>((number & 0xffffffffu) * bound >> 32);
}

/// Counts as sums from the first bead on, filled up with the last sum, so that a draw and a change go
/// over all of them without a branch.
constexpr std::size_t kSums = 12;
struct Box {
  alignas(16) std::array<std::uint32_t, kSums> sums{};

  std::uint32_t total() const { return sums[kSums - 1]; }
  std::uint32_t bead(std::uint32_t drawn) const {
    std::uint32_t number = 0;
    for (const std::uint32_t sum : sums) number += drawn >= sum ? 1 : 0;
    return number;
  }
};

class Menace {
 public:
  Menace() {
    for (std::size_t mask = 0; mask < nth_cell_.size(); ++mask) {
      std::size_t count = 0;
      for (std::uint8_t cell = 0; cell < 9; ++cell) {
        if (mask >> cell & 1) nth_cell_[mask][count++] = cell;
      }
      count_[mask] = static_cast<std::uint8_t>(count);
    }
    for (std::size_t bead = 0; bead < 9; ++bead) {
      for (std::size_t i = bead; i < kSums; ++i) from_bead_[bead].sums[i] = 1;
    }
    std::vector<int> box_of_label(kCodes, -1);
    for (std::uint32_t code = 0; code < kCodes; ++code) add_board(code, box_of_label);
    fresh_boxes_ = boxes_;
  }

  std::size_t box_count() const { return boxes_.size(); }
  void start_anew() { boxes_ = fresh_boxes_; }

  Status play() {
    std::uint32_t code = 0;
    std::size_t turns = 0;
    length_ = 0;
    Status status = kGoing;
    while (true) {
      const std::uint64_t number = numbers_.next();
      std::uint32_t cell = nth_cell_[empty_[code]][0];
      if (turns < drawn_.size()) {
        const std::uint16_t box = box_of_[code];
        const std::uint32_t total = boxes_[box].total();
        if (total == 0) [[unlikely]] {
          status = kLoss;
          break;
        }
        const std::uint32_t bead = boxes_[box].bead(below(number, total));
        drawn_[turns++] = {box, static_cast<std::uint8_t>(bead)};
        cell = kSymmetries[symmetry_of_[code]][cell_of_bead_[box][bead]];
      }
      status = put(code, cell, 1);
      if (status != kGoing) break;
      const std::uint16_t empty = empty_[code];
      status = put(code, nth_cell_[empty][below(number >> 32, count_[empty])], 2);
      if (status != kGoing) break;
    }
    for (std::size_t i = 0; i < turns; ++i) learn(drawn_[i], status);
    return status;
  }

  /// The moves of the last game.
  std::size_t length() const { return length_; }

 private:
  struct Drawn {
    std::uint16_t box = 0;
    std::uint8_t bead = 0;
  };

  static std::uint32_t turned(const Cells& cells, const Cells& symmetry) {
    std::uint32_t code = 0;
    for (std::size_t i = 0; i < 9; ++i) code += cells[symmetry[i]] * kPowers[i];
    return code;
  }
  static Cells cells_of(std::uint32_t code) {
    Cells cells{};
    for (std::uint8_t& cell : cells) {
      cell = static_cast<std::uint8_t>(code % 3);
      code /= 3;
    }
    return cells;
  }

  void add_board(std::uint32_t code, std::vector<int>& box_of_label) {
    const Cells cells = cells_of(code);
    std::size_t crosses = 0;
    std::size_t noughts = 0;
    for (std::size_t i = 0; i < 9; ++i) {
      crosses += cells[i] == 1 ? 1 : 0;
      noughts += cells[i] == 2 ? 1 : 0;
      if (cells[i] == 0) empty_[code] = static_cast<std::uint16_t>(empty_[code] | 1 << i);
    }
    status_[code] = empty_[code] != 0 ? kGoing : kDraw;
    for (const auto& line : kLines) {
      const std::uint8_t mark = cells[line[0]];
      if (mark != 0 && mark == cells[line[1]] && mark == cells[line[2]]) {
        status_[code] = mark == 1 ? kWin : kLoss;
      }
    }
    if (crosses != noughts || crosses > 3 || status_[code] != kGoing) return;
    std::uint32_t label = kCodes;
    for (std::uint8_t s = 0; s < kSymmetries.size(); ++s) {
      const std::uint32_t image = turned(cells, kSymmetries[s]);
      if (image >= label) continue;
      label = image;
      symmetry_of_[code] = s;
    }
    if (box_of_label[label] < 0) {
      box_of_label[label] = static_cast<int>(boxes_.size());
      add_box(label, static_cast<std::uint32_t>(4 - crosses));
    }
    box_of_[code] = static_cast<std::uint16_t>(box_of_label[label]);
  }

  void add_box(std::uint32_t label, std::uint32_t beads_each) {
    const Cells cells = cells_of(label);
    std::array<std::uint8_t, 9> cell_of_bead{};
    std::size_t beads = 0;
    for (std::uint8_t cell = 0; cell < 9; ++cell) {
      if (cells[cell] == 0 && first_of_orbit(cells, cell)) cell_of_bead[beads++] = cell;
    }
    Box box;
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < kSums; ++i) {
      if (i < beads) sum += beads_each;
      box.sums[i] = sum;
    }
    boxes_.push_back(box);
    cell_of_bead_.push_back(cell_of_bead);
  }

  /// Whether no symmetry that leaves the board as it is brings a lower cell here.
  static bool first_of_orbit(const Cells& cells, std::uint8_t cell) {
    for (const Cells& symmetry : kSymmetries) {
      if (turned(cells, symmetry) != turned(cells, kSymmetries[0])) continue;
      for (std::uint8_t lower = 0; lower < cell; ++lower) {
        if (symmetry[lower] == cell || symmetry[cell] == lower) return false;
      }
    }
    return true;
  }

  Status put(std::uint32_t& code, std::uint32_t cell, std::uint32_t mark) {
    code += mark * kPowers[cell];
    moves_[length_++] = static_cast<std::uint8_t>(cell);
    return status_[code];
  }

  void learn(const Drawn& drawn, Status status) {
    Box& box = boxes_[drawn.box];
    const Box& from = from_bead_[drawn.bead];
    for (std::size_t i = 0; i < kSums; ++i) box.sums[i] += from.sums[i] * kChange[status];
  }

  // Of every board.
  std::array<Status, kCodes> status_{};
  std::array<std::uint8_t, kCodes> symmetry_of_{};
  std::array<std::uint16_t, kCodes> box_of_{};
  std::array<std::uint16_t, kCodes> empty_{};  // a bit for each empty cell
  // Of every such mask.
  std::array<Cells, 512> nth_cell_{};
  std::array<std::uint8_t, 512> count_{};
  // Of every box.
  std::vector<Box> boxes_;
  std::vector<Box> fresh_boxes_;
  std::vector<std::array<std::uint8_t, 9>> cell_of_bead_;  // on the label
  std::array<Box, 9> from_bead_{};                         // 1 for every sum that a bead is part of
  // Of one game.
  std::array<std::uint8_t, 9> moves_{};
  std::size_t length_ = 0;
  std::array<Drawn, 4> drawn_{};
  Numbers numbers_{42};
};

}  // namespace

int main(int argc, char** argv) {
  static Menace machine;
  if (machine.box_count() != 304) return 1;
  const auto play = [&](menagerie::bench::Tally& tally) {
    const Status status = machine.play();
    tally.add(status == kWin, status == kDraw, machine.length());
  };
  return menagerie::bench::run("by hand", argc, argv, [&] { machine.start_anew(); }, play);
}
