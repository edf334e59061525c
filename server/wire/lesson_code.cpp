#include "server/wire/lesson_code.hpp"

#include "engine/check.hpp"

#include <algorithm>
#include <vector>

namespace menagerie::wire {
namespace {

constexpr std::uint64_t kBase = kLessonCharacters.size();
// The first digit is the machine where it is less than kShort; the others begin a machine of three digits.
constexpr std::uint64_t kShort = kBase - 3;
constexpr std::size_t kDigitsMin = 3, kDigitsMax = 13;  // machine, seq, check
static_assert(kBase == 23);                             // prime, and greater than kDigitsMax
static_assert(kLessonMachineMax == kShort + 3 * kBase * kBase);

using Digits = std::vector<std::uint64_t>;

/// Sum of the digits, each times its place from the right, from 1: a slip of one digit, or two that have
/// changed places, change it modulo a prime that is greater than every place.
std::uint64_t weighted_sum(const Digits& digits) {
  std::uint64_t sum = 0, weight = digits.size();
  for (const std::uint64_t digit : digits) sum += digit * weight--;
  return sum % kBase;
}

std::size_t machine_digits(const Digits& digits) { return digits.front() < kShort ? 1 : 3; }

/// The place of a whole code; nothing where no place has it. Precondition: at least kDigitsMin digits.
std::optional<store::Place> place_of(const Digits& digits) {
  const std::size_t seq_begin = machine_digits(digits);
  if (digits.size() < seq_begin + 2 || digits[seq_begin] == 0) return std::nullopt;
  store::Place place;
  place.machine = static_cast<std::int64_t>(
      seq_begin == 1 ? digits[0] + 1
                     : kShort + 1 + ((digits[0] - kShort) * kBase + digits[1]) * kBase + digits[2]);
  for (std::size_t i = seq_begin; i + 1 < digits.size(); ++i) place.seq = place.seq * kBase + digits[i];
  return place.seq <= store::kSeqMax ? std::optional(place) : std::nullopt;
}

}  // namespace

std::string lesson_code(const store::Place& place) {
  MENAGERIE_CHECK(place.machine >= 1 && place.machine <= kLessonMachineMax);
  MENAGERIE_CHECK(place.seq >= 1 && place.seq <= store::kSeqMax);
  Digits digits{0};  // from the right; the check is put in last
  for (std::uint64_t rest = place.seq; rest > 0; rest /= kBase) digits.push_back(rest % kBase);
  const auto machine = static_cast<std::uint64_t>(place.machine) - 1;
  if (machine < kShort) {
    digits.push_back(machine);
  } else {
    const std::uint64_t rest = machine - kShort;
    digits.push_back(rest % kBase);
    digits.push_back(rest / kBase % kBase);
    digits.push_back(kShort + rest / (kBase * kBase));
  }
  std::ranges::reverse(digits);
  digits.back() = (kBase - weighted_sum(digits)) % kBase;
  std::string code;
  for (const std::uint64_t digit : digits) code += kLessonCharacters[digit];
  return code;
}

LessonCode parse_lesson_code(std::string_view text) {
  Digits digits;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ' ' || c == '-' || c == '.') continue;
    const char capital = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    const std::size_t digit = kLessonCharacters.find(capital);
    if (digit == std::string_view::npos) {
      std::size_t end = i + 1;  // of a character in UTF-8
      while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
      return {.fault = LessonCodeFault::character, .character = std::string(text.substr(i, end - i))};
    }
    digits.push_back(digit);
    if (digits.size() > kDigitsMax) break;
  }
  if (digits.size() < kDigitsMin || digits.size() > kDigitsMax) return {.fault = LessonCodeFault::length};
  if (weighted_sum(digits) != 0) return {.fault = LessonCodeFault::check};
  if (const auto place = place_of(digits)) return {.place = place};
  return {.fault = LessonCodeFault::length};
}

}  // namespace menagerie::wire
