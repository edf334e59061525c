// Straight text: numbers, texts and JSON strings appended one after another, for the frames that are made
// all the time.
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstring>
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

/// Builds a text in a buffer that it keeps from one text to the next, so that the text itself is one
/// allocation of just its size, and literals are copied as the few machine words that they are.
class TextWriter {
 public:
  void clear() { used_ = 0; }
  std::string_view text() const { return {buffer_.data(), used_}; }

  template <typename... Parts>
  TextWriter& operator()(const Parts&... parts) {
    (put(parts), ...);
    return *this;
  }

 private:
  char* room(std::size_t bytes) {
    if (buffer_.size() - used_ < bytes) buffer_.resize((used_ + bytes) * 2);
    return buffer_.data() + used_;
  }
  template <std::size_t Size>
  void put(const char (&literal)[Size]) {
    std::memcpy(room(Size), literal, Size - 1);
    used_ += Size - 1;
  }
  void put(std::string_view text) {
    std::memcpy(room(text.size()), text.data(), text.size());
    used_ += text.size();
  }
  void put(const std::string& text) { put(std::string_view(text)); }
  template <std::integral Number>
  void put(Number number) {
    char* const at = room(24);
    used_ += static_cast<std::size_t>(std::to_chars(at, at + 24, number).ptr - at);
  }

  std::string buffer_;
  std::size_t used_ = 0;
};

}  // namespace menagerie::wire
