// What strangers send, and what reads it. Each target takes any bytes: it returns, or a CHECK or a sanitizer
// ends the program. Pure but for static tables; any thread.
#pragma once

#include <array>
#include <string_view>

namespace menagerie::fuzz {

struct Target {
  std::string_view name;           ///< of its folder in corpus/ as well
  void (*read)(std::string_view);  ///< the bytes as they came
};

void frames(std::string_view bytes);    ///< a text frame of a player, or of a visitor of the sealed room
void tickets(std::string_view bytes);   ///< tickets, visits and lessons' codes
void requests(std::string_view bytes);  ///< a request's target, with an experiment's description in its query
void bodies(std::string_view bytes);    ///< a request's body
void positions(
    std::string_view bytes);         ///< the number of a game in one byte, then a position or a move of it
void rules(std::string_view bytes);  ///< a learning rule

inline constexpr std::array kTargets = {Target{"frames", frames},       Target{"tickets", tickets},
                                        Target{"requests", requests},   Target{"bodies", bodies},
                                        Target{"positions", positions}, Target{"rules", rules}};

/// The target of that name, or null.
constexpr const Target* find_target(std::string_view name) {
  for (const Target& target : kTargets) {
    if (target.name == name) return &target;
  }
  return nullptr;
}

}  // namespace menagerie::fuzz
