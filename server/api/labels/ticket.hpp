// A sheet of tickets for a machine that pays prizes: what it pays today, and how hard it is to beat.
#pragma once

#include "server/api/labels/order.hpp"
#include "server/api/labels/pen.hpp"

namespace menagerie::api::labels {

/// Draws a sheet of them with cut lines. Precondition: the order has its prize.
void draw_tickets(Pen& pen, const LabelOrder& order);

/// `Of 100 players who move at random, 12 beat it.`; with decimals where it is less than one.
std::string odds_text(const PrizeOffer& offer);

}  // namespace menagerie::api::labels
