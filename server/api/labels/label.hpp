// One label: what is printed for one box.
#pragma once

#include "server/api/labels/code.hpp"
#include "server/api/labels/order.hpp"
#include "server/api/labels/pen.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace menagerie::api::labels {

/// Draws the label of that box at a place on the sheet, at `scale` times its size. `code`: the kind of its
/// QR code; nothing: without one.
void draw_label(Pen& pen, Point corner, const LabelOrder& order, std::size_t number,
                const std::optional<CodeKind>& code, double scale = 1);

/// The side of one square of the smallest code on the order's labels, in mm.
double module_of(const LabelOrder& order, CodeKind kind);

/// `1,720`
std::string figures(std::int64_t number);
/// `1 bead`, `1,720 beads`
std::string counted(std::int64_t number, std::string_view one, std::string_view many);

}  // namespace menagerie::api::labels
