// The one number parser of the program: a text that is a number and nothing else.
#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace menagerie {

template <typename Number>
concept ParsableNumber =
    (std::integral<Number> || std::floating_point<Number>) && !std::same_as<std::remove_cv_t<Number>, bool>;

/// The whole of `text` as a decimal number; nothing where it is empty, holds anything else (blanks, a plus
/// sign, a minus sign before an unsigned number), or does not fit the type.
template <ParsableNumber Number>
std::optional<Number> parse_number(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

/// The same of hexadecimal digits, without a prefix.
template <std::unsigned_integral Number>
std::optional<Number> parse_hexadecimal(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, 16);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

/// The decimal number at the front of `text`, which is taken off it; otherwise nothing, and `text` stays.
template <std::integral Number>
std::optional<Number> take_number(std::string_view& text) {
  Number number{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return number;
}

}  // namespace menagerie
