// The prize for beating a machine that pays prizes: Tanner's carnival machine, whose prizes grow as
// it gets better. Pure functions; from any thread.
#pragma once

#include "engine/rules.hpp"
#include "server/api/strength.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace menagerie::api {

struct Prize {
  std::string_view name;
  int from_one_in;  ///< paid where one player in so many beats the machine, or fewer
};

/// From the smallest to the greatest.
std::span<const Prize> prizes();

/// Whether a machine with this rule pays prizes: one that is only ever rewarded, as Tanner's.
bool pays_prizes(const Rule& rule);

/// What is paid at some strength.
struct PrizeOffer {
  double chance = 0;      ///< exact, that somebody who moves at random beats the machine
  std::size_t prize = 0;  ///< index into prizes()
};
/// The mean over the sides that it plays. Precondition: it plays one.
PrizeOffer offer_for(const Strength& strength);

}  // namespace menagerie::api
