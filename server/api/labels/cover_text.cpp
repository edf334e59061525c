#include "server/api/labels/cover_text.hpp"

#include "server/api/labels/label.hpp"
#include "server/api/labels/moves.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cctype>

namespace menagerie::api::labels {
namespace {

constexpr double kFrontHeightMax = 20;  // mm: no higher label fits the front of a drawer

/// Whether any of the boxes has a bead that stands for several moves.
bool has_orbits(const LabelOrder& order) {
  for (std::size_t i = order.numbers.first; i <= order.numbers.last; ++i) {
    for (const Bead& bead : order.box(i).beads) {
      if (bead.orbit.size() > 1) return true;
    }
  }
  return false;
}

/// How the board may have to be held so that it looks like a label.
std::string_view turned(const LabelOrder& order) {
  if (order.board().kind == Board::Kind::piles) return ", the piles in any order";
  switch (order.machine->boxes.convention()) {
    case BoxConvention::canonical:
      return ", turned or mirrored if need be";
    case BoxConvention::rotations:
      return ", turned if need be";
    case BoxConvention::mirror:
      return ", mirrored if need be";
    case BoxConvention::gardner_24:
      return ", in a mirror all game long if it began with c1-c2";
    case BoxConvention::raw:
    case BoxConvention::tretyakov_24:
      break;
  }
  return "";
}

/// What a draw is made from, where it is not from all beads alike.
std::string_view drawn_from(const Rule& rule) {
  if (compartments_of(rule, 0)) return " from compartment A, or from B where A is empty";
  if (rule.chooses_most) return " of the colour that has the most beads (of any of them, where several have)";
  if (rule.prunes) return " from the colours that have two beads or more (from all, where none has)";
  return "";
}

}  // namespace

bool draws_by_fence(const LabelOrder& order) { return drawn_from(order.machine->rule).empty(); }

bool has_places(const LabelOrder& order) {
  const ParsedMove::Kind kind =
      parse_move(order.board(), order.box(order.numbers.first).beads.front().move).kind;
  return kind == ParsedMove::Kind::place || kind == ParsedMove::Kind::pass;
}

std::size_t fullest_box(const LabelOrder& order) {
  std::size_t fullest = order.numbers.first;
  for (std::size_t i = order.numbers.first; i <= order.numbers.last; ++i) {
    if (order.box(i).beads.size() > order.box(fullest).beads.size()) fullest = i;
  }
  return fullest;
}

std::string upper(std::string_view text) {
  std::string upper(text);
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return upper;
}

std::string machine_line(const LabelOrder& order) {
  const store::MachineRow& row = order.machine->row;
  const Seat seat = order.machine->boxes.seat();
  std::string side = seat == Seat::either ? "either player" : row.seat + " player";
  if (seat != Seat::either) {
    const std::string_view name =
        side_name(order.board(), seat == Seat::first ? Player::first : Player::second);
    if (!name.empty()) side += fmt::format(" ({})", name);
  }
  std::string line = fmt::format("{}, {} \u00b7 rule {} \u00b7 {} boxes",
                                 order.machine->boxes.game().story().title, side, row.rule, row.convention);
  if (order.seq)
    line += fmt::format(" \u00b7 after row {} of its log", figures(static_cast<std::int64_t>(*order.seq)));
  return line;
}

std::string legend_text(const LabelOrder& order) {
  const bool orbits = has_orbits(order);
  if (has_places(order)) {
    std::string words = order.board().kind == Board::Kind::points
                            ? "The colour of a bead says the point that it plays; blue passes."
                            : "The colour of a bead says the square that it plays.";
    if (orbits)
      words +=
          " Where a label shows one colour twice, it is one move, seen from another side: choose by chance.";
    return words;
  }
  std::string words =
      "How many, bead, move: a colour means another move in another box, and the label tells which.";
  if (order.board().kind == Board::Kind::piles) {
    words += " A bead beside a counter takes that one and all above it.";
    if (orbits) words += " Piles of one size are the same.";
  } else if (orbits) {
    words += " Two arrows of one colour are one move, seen in a mirror: choose by chance.";
  }
  return words;
}

std::string build_text(const LabelOrder& order) {
  std::string words = std::min(order.size.width, order.size.height) <= kFrontHeightMax
                          ? "Cut along the marks, and glue each label to the front of a matchbox drawer, so "
                            "that it can be read when the box is shut."
                          : "Cut along the marks, and glue each label flat on top of its matchbox or into "
                            "the bottom of its tray; nothing is folded.";
  words +=
      " Lay into each box the beads that its label counts, and stand the boxes by their numbers, a row for "
      "each move.";
  if (compartments_of(order.machine->rule, 0)) {
    words +=
        " Each box has two compartments: 1+1 on a label is one bead of that colour in A and one in "
        "B, 0+1 the one in B.";
  }
  if (!order.public_url.empty())
    words += " The code opens the box's page, with its beads as they are that day.";
  return words;
}

std::string play_text(const LabelOrder& order) {
  std::string words = fmt::format(
      "When {} is to move, find the box whose label shows the board{}. Shake it, draw a bead unseen{}, play "
      "the move of its colour, and leave bead and box out until the game is over.",
      order.machine->row.title, turned(order), drawn_from(order.machine->rule));
  const Game& game = order.machine->boxes.game();
  if (game.repetition_forbidden()) {
    words +=
        " A bead whose move would bring back a board of this game goes back, and another is drawn; where "
        "only such beads are left, the machine resigns.";
  }
  words += order.machine->rule.empty_box == EmptyBox::resign
               ? " Where the box is empty, the machine resigns."
               : " Into an empty box lay one bead of each colour first.";
  if (order.machine->boxes.convention() == BoxConvention::tretyakov_24) {
    words += " Where there is no box there is one move only, or any move wins: play any.";
  } else if (!game.boxes_for_single_moves()) {
    words += " Where there is no box, there is no choice.";
  }
  return words;
}

std::string_view fence_text() {
  return "A fence for a box: copy it on card, cut it out, fold it to a V along the dashes, and glue its "
         "flaps to the bottom of the drawer, the point to the front. Shake the box and tilt it: the bead "
         "that rolls into the point is the one that is drawn.";
}

std::string beads_text(const LabelOrder& order) {
  const Rule& rule = order.machine->rule;
  const bool grows = rule.win.change > 0 || rule.draw.change > 0 || rule.upkeep > 0;
  return grows ? "Lessons add beads: have some more of each." : "";
}

std::string teach_text(const LabelOrder& order) { return order.machine->rule.story; }

}  // namespace menagerie::api::labels
