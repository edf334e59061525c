// Which positions have a matchbox, and what each bead in it stands for.
//
// A BoxSet is made from a graph, a seat and a box convention, is immutable, and may be read from any
// thread. It must not outlive its graph. Boxes are numbered from 0 by (turn, text of the position);
// people see that number plus one.
#pragma once

#include "engine/graph.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie {

/// The side that a machine plays; `either` plays both.
enum class Seat : std::uint8_t { first, second, either };

std::string_view to_text(Seat seat);
std::optional<Seat> parse_seat(std::string_view text);
constexpr bool plays(Seat seat, Player player) {
  return seat == Seat::either || (seat == Seat::first) == (player == Player::first);
}

/// How positions are merged into boxes (facts: canonical, raw, and the published sets).
enum class BoxConvention : std::uint8_t {
  canonical,    ///< one box a class of symmetric positions, one bead an orbit of moves
  raw,          ///< nothing merged
  gardner_24,   ///< HER's published 24 boxes, hexapawn only, seat second only
  tretyakov_24  ///< Tretyakov's published 24, mini-checkers-russian only, seat second only
};

std::string_view to_text(BoxConvention convention);
std::optional<BoxConvention> parse_box_convention(std::string_view text);

/// What one bead of a box stands for, in the box's own orientation.
struct Bead {
  std::string move;                ///< the bead's name: the first move of its orbit
  std::vector<std::string> orbit;  ///< every move that it stands for, ascending
};

struct Box {
  Node node = kNone;             ///< the position on its label
  std::string text;              ///< that position as text: the box's name
  int turn = 1;                  ///< the machine's earliest move (1, 2, ...) in which it can be met
  std::uint32_t first_bead = 0;  ///< index of its first bead in the machine's flat array of counts
  std::vector<Bead> beads;
};

struct Published;  // one published set of boxes: boxes.cpp

class BoxSet {
 public:
  /// Nothing where the convention does not fit the game or seat; `why` then says so in one line.
  static std::optional<BoxSet> make(const GameGraph& graph, Seat seat, BoxConvention convention,
                                    std::string* why = nullptr);

  const GameGraph& graph() const { return *graph_; }
  Seat seat() const { return seat_; }
  BoxConvention convention() const { return convention_; }
  std::span<const Box> boxes() const { return boxes_; }
  std::size_t bead_count() const { return bead_count_; }  ///< size of the flat array of counts
  /// How many boxes there are at each turn, from turn 1.
  std::vector<int> by_turn() const;
  /// The box of that name (its position's text), or kNone.
  std::uint32_t find(std::string_view text) const;

  // Play on a board. A *frame* is the symmetry in which the whole episode is read: always 0 but under
  // `gardner_24`, where an episode that opens c1-c2 is read in the mirror, and the board alone would
  // not tell which (four positions are ambiguous).

  /// The frame to go on with, once play that was read in `frame` has come to `node`.
  std::uint8_t next_frame(Node node, std::uint8_t frame) const {
    return tables_.size() == 1 || tables_[frame].known[node] ? frame : frame_that_knows(node, frame);
  }
  /// The box that stands for `node`, or kNone where the machine has none there.
  std::uint32_t box_at(Node node, std::uint8_t frame) const { return tables_[frame].box_of_node[node]; }
  /// The symmetry that turns the board at `node` into the box's label.
  std::uint8_t orientation(Node node, std::uint8_t frame) const;
  /// The bead (index in its box) that stands for this move, or kNone where the box keeps none.
  std::uint32_t bead_at(Edge edge, std::uint8_t frame) const { return tables_[frame].bead_of_edge[edge]; }
  /// Whether play may come through this move within the convention's openings and kept replies
  /// (always true but under `gardner_24`, where White has just two openings).
  bool in_play(Edge edge) const { return tables_[0].in_play.empty() || tables_[0].in_play[edge]; }

 private:
  struct Table {  // one a frame
    std::vector<std::uint32_t> box_of_node;
    std::vector<std::uint32_t> bead_of_edge;
    std::vector<bool> in_play;
    std::vector<bool> known;  // published sets: nodes that may have a box in this frame
  };
  BoxSet() = default;
  std::uint8_t frame_that_knows(Node node, std::uint8_t frame) const;
  bool merges() const { return convention_ == BoxConvention::canonical; }
  Node label_of(Node node) const;
  void restrict_play(const Published& published);
  void number_boxes();
  void add_beads(Box& box);
  void spread_over_classes();
  void add_frames();

  const GameGraph* graph_ = nullptr;
  Seat seat_ = Seat::first;
  BoxConvention convention_ = BoxConvention::canonical;
  std::vector<Box> boxes_;
  std::vector<std::uint32_t> by_text_;  // box numbers in order of their texts, for find()
  std::size_t bead_count_ = 0;
  std::vector<Table> tables_;
};

}  // namespace menagerie
