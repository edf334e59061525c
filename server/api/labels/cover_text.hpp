// The cover sheet's sentences.
#pragma once

#include "server/api/labels/order.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace menagerie::api::labels {

/// Whether a draw is one of all beads in the box alike, so that the fence in the drawer can choose it.
bool draws_by_fence(const LabelOrder& order);
/// Whether its moves are squares or points to be filled, so that a bead's colour says which.
bool has_places(const LabelOrder& order);
/// The number of the box with the most kinds of beads, the first of them.
std::size_t fullest_box(const LabelOrder& order);

std::string upper(std::string_view text);  ///< ASCII letters as capitals

/// `Noughts and crosses, first player (crosses) · rule michie-1961 · canonical boxes`
std::string machine_line(const LabelOrder& order);
/// Whether more will be needed; or nothing.
std::string beads_text(const LabelOrder& order);
std::string legend_text(const LabelOrder& order);
std::string_view fence_text();
std::string build_text(const LabelOrder& order);
std::string play_text(const LabelOrder& order);
std::string teach_text(const LabelOrder& order);

}  // namespace menagerie::api::labels
