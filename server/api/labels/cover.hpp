// The sheet on top: what the machine is, what to buy for it, and how to build and play it.
#pragma once

#include "server/api/labels/code.hpp"
#include "server/api/labels/order.hpp"
#include "server/api/labels/pen.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace menagerie::api::labels {

/// So many beads of a colour, over the boxes that are printed.
struct Purchase {
  BeadLook look;
  std::int64_t count = 0;
};
/// Every colour that the boxes know, also those of which there is no bead now.
std::vector<Purchase> purchases(const LabelOrder& order);

void draw_cover(Pen& pen, const LabelOrder& order, const Sheet& sheet, const std::optional<CodeKind>& code);

}  // namespace menagerie::api::labels
