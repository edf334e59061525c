#include "server/store/row_text.hpp"

namespace menagerie::store {
namespace {

template <typename Enum, std::size_t Size>
Enum one_of(std::string_view text, const Enum (&values)[Size]) {
  for (const Enum value : values) {
    if (to_text(value) == text) return value;
  }
  throw Error("\"" + std::string(text) + "\" is not known", ErrorKind::permanent);
}

constexpr Player kPlayers[] = {Player::first, Player::second};
constexpr Outcome kOutcomes[] = {Outcome::first_wins, Outcome::draw, Outcome::second_wins};
constexpr Reason kReasons[] = {Reason::win, Reason::draw, Reason::loss, Reason::resign};

}  // namespace

std::string_view to_text(Player player) { return player == Player::first ? "first" : "second"; }

std::string_view to_text(Outcome outcome) {
  switch (outcome) {
    case Outcome::first_wins:
      return "first_wins";
    case Outcome::draw:
      return "draw";
    case Outcome::second_wins:
      return "second_wins";
  }
  return "";
}

Kind kind_of(std::string_view text) { return one_of(text, kKinds); }
Player player_of(std::string_view text) { return one_of(text, kPlayers); }
Outcome outcome_of(std::string_view text) { return one_of(text, kOutcomes); }
Reason reason_of(std::string_view text) { return one_of(text, kReasons); }

}  // namespace menagerie::store
