#include "server/wire/time_text.hpp"

#include "engine/parse_number.hpp"

#include <date/date.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <sstream>

namespace menagerie::wire {
namespace {

using namespace std::chrono;

/// Whether `text` has a digit wherever `shape` has a 0, and elsewhere the same characters.
bool fits(std::string_view text, std::string_view shape) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return std::ranges::equal(text, shape,
                            [&](char c, char wanted) { return wanted == '0' ? is_digit(c) : c == wanted; });
}

/// `.5`, `.4100001`: in milliseconds, rounded up; 0 where there is none.
std::optional<int> fraction_ms(std::string_view text) {
  if (text.empty()) return 0;
  const std::string_view digits = text.substr(1);
  const bool is_fraction = text.front() == '.' && !digits.empty() &&
                           digits.find_first_not_of("0123456789") == std::string_view::npos;
  if (!is_fraction) return std::nullopt;
  std::string first(digits.substr(0, 3));
  first.resize(3, '0');
  const bool more = digits.size() > 3 && digits.find_first_not_of('0', 3) != std::string_view::npos;
  return parse_number<int>(first).value() + (more ? 1 : 0);
}

}  // namespace

std::array<char, 24> time_characters(std::int64_t ms) {
  const date::sys_time<milliseconds> time{milliseconds{ms}};
  const auto day = date::floor<date::days>(time);
  const date::year_month_day date{day};
  const date::hh_mm_ss<milliseconds> clock{time - day};
  std::array<char, 24> text{};
  std::memcpy(text.data(), "0000-00-00T00:00:00.000Z", text.size());
  const auto put = [&](std::size_t at, std::size_t digits, std::int64_t number) {
    for (; digits-- > 0; number /= 10) text[at + digits] = static_cast<char>('0' + number % 10);
  };
  put(0, 4, static_cast<int>(date.year()));
  put(5, 2, static_cast<unsigned>(date.month()));
  put(8, 2, static_cast<unsigned>(date.day()));
  put(11, 2, clock.hours().count());
  put(14, 2, clock.minutes().count());
  put(17, 2, clock.seconds().count());
  put(20, 3, clock.subseconds().count());
  return text;
}

std::string time_text(std::int64_t ms) {
  const auto text = time_characters(ms);
  return {text.data(), text.size()};
}

std::string http_date(std::int64_t ms) {
  const date::sys_seconds time{duration_cast<seconds>(milliseconds{ms})};
  return date::format(std::locale::classic(), "%a, %d %b %Y %H:%M:%S GMT", time);
}

std::optional<std::int64_t> parse_time(std::string_view text) {
  constexpr std::string_view kClock = "0000-00-00T00:00:00", kOffset = "+00:00";
  std::string zone(text.substr(std::min(text.find_last_of("Zz+- "), text.size())));
  if (zone == "Z" || zone == "z") zone = kOffset;
  if (zone.starts_with(' ')) zone.front() = '+';
  const bool is_zone = fits(zone, kOffset) || fits(zone, "-00:00");
  // The parser below takes hours and minutes from UTC without a bound.
  if (!is_zone || zone.compare(1, 2, "23") > 0 || zone.compare(4, 2, "59") > 0) return std::nullopt;

  if (text.size() < kClock.size()) return std::nullopt;
  std::string clock(text.substr(0, kClock.size()));
  if (clock[10] == 't' || clock[10] == ' ') clock[10] = 'T';
  if (!fits(clock, kClock)) return std::nullopt;
  const bool leap_second = clock.ends_with(":60");
  if (leap_second) clock.replace(clock.size() - 2, 2, "59");

  const std::size_t zone_size = text.ends_with('Z') || text.ends_with('z') ? 1 : kOffset.size();
  if (text.size() < kClock.size() + zone_size) return std::nullopt;
  const auto fraction = fraction_ms(text.substr(kClock.size(), text.size() - kClock.size() - zone_size));
  if (!fraction) return std::nullopt;

  std::istringstream in(clock + zone);
  in.imbue(std::locale::classic());
  date::sys_seconds time;
  if (!(in >> date::parse("%FT%T%Ez", time))) return std::nullopt;
  if (leap_second) time += seconds(1);
  return duration_cast<milliseconds>(time.time_since_epoch()).count() + *fraction;
}

}  // namespace menagerie::wire
