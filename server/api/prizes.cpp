#include "server/api/prizes.hpp"

#include "engine/check.hpp"

namespace menagerie::api {
namespace {

// Every prize can be won: taught by random play, half of Carnival's lives come to 1 in 32 within a thousand
// games, and few go further.
constexpr Prize kPrizes[] = {
    {"a paper flower", 1}, {"a whistle", 2}, {"a balloon", 4},
    {"a spinning top", 8}, {"a kite", 16},   {"a toy steamboat", 32},
};

}  // namespace

std::span<const Prize> prizes() { return kPrizes; }

bool pays_prizes(const Rule& rule) {
  return rule.name == "tanner-carnival" || rule.name.starts_with("tanner-carnival,");
}

PrizeOffer offer_for(const Strength& strength) {
  MENAGERIE_CHECK(!strength.sides.empty());
  PrizeOffer offer;
  for (const SideStrength& side : strength.sides)
    offer.chance += side.against_random.loss / static_cast<double>(strength.sides.size());
  for (std::size_t i = 0; i < prizes().size(); ++i) {
    if (offer.chance * prizes()[i].from_one_in <= 1) offer.prize = i;
  }
  return offer;
}

}  // namespace menagerie::api
