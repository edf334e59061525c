// A board as a picture: its position, and on it the beads, each where it says which move it stands for. The
// pages draw the same one: web/js/picture.js.
#pragma once

#include "server/api/labels/beads.hpp"
#include "server/api/labels/pen.hpp"

#include <span>
#include <string_view>

namespace menagerie::api::labels {

/// A bead as it lies on paper: its colour, its letter. Hollow where there is none of it.
void draw_bead(Pen& pen, Point middle, double radius, const BeadLook& look, bool hollow = false);

/// Width to height of the picture; `passes`: whether a pass is among the moves.
double picture_aspect(const Board& board, bool passes);

/// Draws the picture into a rectangle of that aspect.
void draw_picture(Pen& pen, const Rect& rect, const Board& board, std::string_view position,
                  std::span<const Mark> marks);

}  // namespace menagerie::api::labels
