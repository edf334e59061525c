// What is to be printed: a machine's boxes, the beads in them, and how. The machine must outlive a
// LabelOrder.
#pragma once

#include "server/api/labels/picture.hpp"
#include "server/api/labels/sheet.hpp"
#include "server/api/prizes.hpp"
#include "server/core/machine.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace menagerie::api::labels {

enum class Format { pdf, svg };
/// `pdf` or `svg`; nothing where it is neither.
std::optional<Format> parse_format(std::string_view text);
std::string_view to_text(Format format);
std::string_view media_type(Format format);

/// As many boxes go into one document: more are printed in parts. An SVG has no pages to be opened one by
/// one, and some ten times a PDF's size.
std::size_t boxes_max(Format format);

struct LabelOrder {
  const core::Machine* machine = nullptr;
  std::size_t box_count = 0;         ///< boxes that the machine has
  std::vector<std::int64_t> counts;  ///< beads in these boxes: a flat array, as MachineState::beads
  std::optional<std::uint64_t> seq;  ///< the log row after which they are; nothing: the starting beads
  const Paper* paper = nullptr;
  Size size;
  Numbers numbers;         ///< which of the boxes
  std::string public_url;  ///< of the museum, for codes; empty: no codes
  /// What the machine pays at its strength: the document is then a sheet of tickets and no labels.
  std::optional<PrizeOffer> prize;

  const Box& box(std::size_t number) const { return machine->boxes.boxes()[number - 1]; }
  const Board& board() const { return machine->boxes.game().board(); }
  /// What lies in that box, as it is drawn.
  std::vector<Mark> marks(std::size_t number) const;
  std::int64_t beads_in(std::size_t number) const;
  /// The box's page, as the pages open it.
  std::string address(std::size_t number) const;
};

/// Makes it an order for tickets, by the machine's strength with the order's beads. Nothing, or in one line
/// why there are none: it pays no prizes, or cannot be evaluated.
std::optional<std::string> order_tickets(LabelOrder& order, Strengths& strengths,
                                         const std::shared_ptr<const core::Machine>& machine);

/// Puts the beads into the order that its boxes start with.
void fill_with_start(LabelOrder& order);

/// What cannot be printed in such a document, and what would be right, in one line; nothing where it can.
/// The order has a machine, paper, size and numbers.
std::optional<std::string> fault_of(const LabelOrder& order, Format format);

}  // namespace menagerie::api::labels
