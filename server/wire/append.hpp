// Straight text: numbers and JSON strings appended to a string. For wire/ only.
#pragma once

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

namespace menagerie::wire {

template <std::integral Number>
void append(std::string& out, Number number) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  out.append(digits, static_cast<std::size_t>(end - digits));
}

inline void append(std::string& out, std::string_view text) { out.append(text); }
inline void append(std::string& out, const char* text) { out.append(text); }

/// Appends each part in turn: numbers as digits, texts as they are.
template <typename... Parts>
void append_all(std::string& out, const Parts&... parts) {
  (append(out, parts), ...);
}

/// Appends `text` as a JSON string with its quotes.
void append_quoted(std::string& out, std::string_view text);

/// Appends `,` unless `out` ends in an opening bracket.
inline void append_comma(std::string& out) {
  if (!out.empty() && out.back() != '[' && out.back() != '{') out += ',';
}

}  // namespace menagerie::wire
