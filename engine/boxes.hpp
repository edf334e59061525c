// Which positions have a matchbox, and what each bead in it stands for.
//
// A BoxSet that is made from a compiled graph, a seat and a box convention is immutable, and may be read
// from any thread. It must not outlive its graph. Its boxes are numbered from 0 by (turn, text of the
// position); people see that number plus one.
//
// A game too large to be listed has two other kinds, both of canonical boxes numbered in the order of
// meeting: GrownBoxes follow one episode over its grown graph; MadeBoxes keep every box that a machine has
// made so far.
#pragma once

#include "engine/append_list.hpp"
#include "engine/check.hpp"
#include "engine/graph.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace menagerie {

/// The side that a machine plays; `either` plays both.
enum class Seat : std::uint8_t { first, second, either };

std::string_view to_text(Seat seat);
std::optional<Seat> parse_seat(std::string_view text);
constexpr bool plays(Seat seat, Player player) {
  return seat == Seat::either || (seat == Seat::first) == (player == Player::first);
}

/// How positions are merged into boxes (facts: canonical, raw, parts of the symmetries, and the published
/// sets). Under each of them the machine's positions whose labels have the same text share one box (see
/// Game::text).
enum class BoxConvention : std::uint8_t {
  canonical,    ///< one box a class of symmetric positions, one bead an orbit of moves
  rotations,    ///< the same for a board that is turned, but not mirrored
  mirror,       ///< the same for a board that is mirrored left and right, but not turned
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
  bool operator==(const Bead&) const = default;
};

struct Box {
  Node node = kNone;             ///< the position on its label; kNone in MadeBoxes
  std::string text;              ///< that position as text: the box's name
  int turn = 1;                  ///< the machine's earliest move (1, 2, ...) in which it can be met, or,
                                 ///< where boxes are made when met, the one in which it
                                 ///< was (as GameGraph::grown counts)
  std::uint32_t first_bead = 0;  ///< index of its first bead in the machine's flat array of counts
  std::vector<Bead> beads;
  bool operator==(const Box&) const = default;
};

struct PublishedSet;  // one published set of boxes: boxes.cpp

class BoxSet {
 public:
  /// Nothing where the convention does not fit the game or seat; `why` then says so in one line.
  static std::optional<BoxSet> make(const GameGraph& graph, Seat seat, BoxConvention convention,
                                    std::string* why = nullptr);

  const Game& game() const { return *game_; }
  /// How many orientations an episode may be read in: see next_orientation().
  std::size_t orientation_count() const { return tables_.size(); }
  /// Checked: MadeBoxes have no graph, and answer nothing about play.
  const GameGraph& graph() const {
    MENAGERIE_CHECK(graph_ != nullptr);
    return *graph_;
  }
  Seat seat() const { return seat_; }
  BoxConvention convention() const { return convention_; }
  /// Indexing, size(), and range-for. A box that is there stays where it is.
  const AppendList<Box>& boxes() const { return boxes_; }
  /// Size of the flat array of counts.
  std::size_t bead_count() const {
    if (boxes_.empty()) return 0;
    const Box& last = boxes_.back();
    return last.first_bead + last.beads.size();
  }
  /// How many boxes there are at each turn, from turn 1.
  std::vector<int> by_turn() const;
  /// The box of that name (its position's text), or kNone.
  std::uint32_t find(std::string_view text) const;

  /// By bead, in the order of the flat array of counts: whether it is a mistake, which makes a position that
  /// was not lost a lost one, by the exact value of both. Empty before find_mistakes().
  const std::vector<bool>& mistakes() const { return mistakes_; }
  /// Solves the game for that, before others may read the set: some 0.1 ms for hexapawn, seconds for the
  /// millions of positions of the largest listed game; a bit a bead is kept. Finds nothing where nobody can
  /// tell: the game is not listed, or boards may not come back, so that a position alone has no value.
  void find_mistakes();

  // Play on a board. An *orientation* is the symmetry in which the whole episode is read: always 0 except in
  // `gardner_24`, where an episode that opens c1-c2 is read in the mirror, and the board alone would
  // not tell which (four positions are ambiguous).

  /// The orientation to go on with, once play that was read in `orientation` has come to `node`.
  std::uint8_t next_orientation(Node node, std::uint8_t orientation) const {
    return !has_orientations_ || tables_[orientation].known[node] ? orientation
                                                                  : orientation_that_knows(node, orientation);
  }
  /// Fetches what will be asked of that node into the processor's caches.
  void prefetch(Node node, std::uint8_t orientation) const {
    const std::vector<std::uint32_t>& boxes = tables_[orientation].box_of_node;
    if (node < boxes.size()) __builtin_prefetch(boxes.data() + node);  // no box is made where play has ended
  }
  /// The box that stands for `node`, or kNone where the machine has none there.
  std::uint32_t box_at(Node node, std::uint8_t orientation) const {
    return tables_[orientation].box_of_node[node];
  }
  /// The symmetry that turns the board at `node` into the box's label.
  std::uint8_t picture_orientation(Node node, std::uint8_t orientation) const;
  /// The bead (index in its box) that stands for this move, or kNone where the box keeps none.
  std::uint32_t bead_at(Edge edge, std::uint8_t orientation) const {
    return tables_[orientation].bead_of_edge[edge];
  }
  /// How many moves at `node` this bead of its box stands for. Precondition: the node has a box.
  std::size_t move_count(Node node, std::size_t bead, std::uint8_t orientation) const {
    return tables_[orientation].moves_of_bead[graph_->first_edge(node) + bead].count;
  }
  /// The one of them numbered `index`, ascending from 0.
  Edge move_at(Node node, std::size_t bead, std::size_t index, std::uint8_t orientation) const {
    const Table& table = tables_[orientation];
    const Edge first = graph_->first_edge(node);
    return first + table.moves_by_bead[first + table.moves_of_bead[first + bead].begin + index];
  }
  /// Whether the convention's openings and published replies allow this move in play (always true
  /// except under `gardner_24`, where White has just two openings).
  bool in_play(Edge edge) const { return all_in_play() || tables_[0].in_play[edge]; }
  /// Whether that is true of every move.
  bool all_in_play() const { return tables_[0].in_play.empty(); }

 protected:
  BoxSet(const Game& game, const GameGraph* graph, Seat seat, BoxConvention convention);
  void meet_node(Node node);
  std::uint32_t add_box(Box box);

 private:
  struct BeadMoves {
    std::uint8_t count = 0;
    std::uint8_t begin = 0;  // in the node's part of moves_by_bead
  };
  struct Table {  // one per orientation
    std::vector<std::uint32_t> box_of_node;
    std::vector<std::uint32_t> bead_of_edge;
    // A node's part of these begins at its first edge, and has room for one entry a move: as many as
    // there can be beads. What is counted from the first edge fits a byte.
    std::vector<BeadMoves> moves_of_bead;
    std::vector<std::uint8_t> moves_by_bead;
    std::vector<bool> in_play;
    std::vector<bool> known;  // published sets: nodes that may have a box in this orientation
  };
  std::uint8_t orientation_that_knows(Node node, std::uint8_t orientation) const;
  bool merges() const { return convention_ == BoxConvention::canonical; }
  bool find_labels(std::string& why);
  Node class_of(Node node) const;
  std::uint8_t turn_of(Node node) const;
  Edge orbit_of(Node node, Edge edge) const;
  void restrict_play(const PublishedSet& published);
  void number_boxes();
  void add_beads(Box& box);
  void spread_to(Node node);
  void make_room(Table& table);
  void list_moves(Table& table, Node node);
  void add_frames();

  const Game* game_ = nullptr;
  const GameGraph* graph_ = nullptr;
  Seat seat_ = Seat::first;
  BoxConvention convention_ = BoxConvention::canonical;
  AppendList<Box> boxes_;
  TextIndex by_text_;
  // Where some of the board's symmetries merge, and not all: those, and each node's label and way there.
  std::vector<std::uint8_t> group_;
  std::vector<Node> labels_;
  std::vector<std::uint8_t> turns_;
  std::vector<Table> tables_;
  bool has_orientations_ = false;  // more than one table
  std::vector<bool> mistakes_;
};

/// The boxes that one episode comes to, over its grown graph, which must outlive them. None at first.
class GrownBoxes : public BoxSet {
 public:
  GrownBoxes(const GameGraph& graph, Seat seat)
      : BoxSet(graph.game(), &graph, seat, BoxConvention::canonical) {}

  /// Makes the box that stands for `node`, unless it is there or the machine has none there. To be called
  /// for every node that play comes to, before it is asked about.
  void meet(Node node) { meet_node(node); }
};

/// Every box that a machine has made so far; they know nothing of play. None at first. One thread at a time
/// may add while others call boxes(), bead_count() and find(): by the time they see a box it is whole.
class MadeBoxes : public BoxSet {
 public:
  MadeBoxes(const Game& game, Seat seat) : BoxSet(game, nullptr, seat, BoxConvention::canonical) {}

  /// Sets the box's first_bead and node; its number. Checked: there is none of that text.
  std::uint32_t add(Box box) { return add_box(std::move(box)); }
};

}  // namespace menagerie
