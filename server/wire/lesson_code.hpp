// The code of a lesson: a machine's number and a seq as a few characters that can be read aloud and typed.
//
// No vowels, so that no word comes up; nothing that looks like another character (0 O, 1 I L, 2 Z, 5 S, 8 B,
// 6 G stand for none of these). The last character is a check: of two codes that differ in one character, or
// by two that have changed places, one at most is a code. Pure functions; any thread.
#pragma once

#include "server/store/store.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace menagerie::wire {

/// Its characters, in the order of their values. A prime number of them: the check relies on it.
inline constexpr std::string_view kLessonCharacters = "23456789CDFHJKMNPQRTVWX";
/// The greatest machine number that codes can name.
inline constexpr std::int64_t kLessonMachineMax = 1607;

/// The one code of that place. Preconditions: 1 <= machine <= kLessonMachineMax, 1 <= seq <= kSeqMax.
std::string lesson_code(const store::Place& place);

/// What is wrong with a text that is no code.
enum class LessonCodeFault : std::uint8_t {
  character,  ///< one that no code has
  length,     ///< there are too few or too many
  check       ///< the last character does not fit the others: there is a slip somewhere
};

/// A text as somebody has typed it.
struct LessonCode {
  std::optional<store::Place> place{};  ///< set: it is the code of this place
  LessonCodeFault fault{};              ///< otherwise
  std::string character{};              ///< the first one that no code has
};
/// Small letters count as capital ones; blanks, hyphens and points are left out.
LessonCode parse_lesson_code(std::string_view text);

}  // namespace menagerie::wire
