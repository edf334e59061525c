// Small things done to ASCII text everywhere.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie {

inline constexpr char kHexDigits[] = "0123456789abcdef";

/// Without the spaces and tabs at its ends.
constexpr std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Letters of other alphabets stay as they are.
constexpr char lower_case(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(text, lower.begin(), [](char it) { return lower_case(it); });
  return lower;
}

/// Whether they are the same but for upper and lower case.
constexpr bool same_letters(char a, char b) { return lower_case(a) == lower_case(b); }
constexpr bool same_letters(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return same_letters(x, y); });
}

/// What stands between the marks; none of an empty text, and none behind a mark at its end.
inline std::vector<std::string_view> split(std::string_view text, char mark) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(mark), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

/// The text of each, with `between` between them.
template <typename Values, typename TextOf = std::identity>
std::string joined(const Values& values, std::string_view between, TextOf text_of = {}) {
  std::string text;
  for (const auto& value : values)
    text.append(text.empty() ? std::string_view() : between).append(std::invoke(text_of, value));
  return text;
}

}  // namespace menagerie
