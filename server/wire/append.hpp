// Fast text building for frequently sent frames: appends numbers, texts and JSON strings to a buffer without
// building a JSON tree.
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

/// Builds texts in a reused buffer. Each call reserves its space once, and parts of up to 32 bytes are copied
/// without a call: frames consist of very many short parts.
class TextWriter {
 public:
  void clear() { used_ = 0; }
  std::string_view text() const { return {buffer_.data(), used_}; }

  template <typename... Parts>
  TextWriter& operator()(const Parts&... parts) {
    const std::size_t bytes = (size_of(parts) + ... + 0);
    if (buffer_.size() - used_ < bytes) [[unlikely]]
      grow(bytes);
    char* at = buffer_.data() + used_;
    ((at = put(at, parts)), ...);
    used_ = static_cast<std::size_t>(at - buffer_.data());
    return *this;
  }

 private:
  static constexpr std::size_t kDigitsMax = 24;

  template <std::size_t Size>
  static constexpr std::size_t size_of(const char (&)[Size]) {
    return Size - 1;
  }
  static std::size_t size_of(std::string_view text) { return text.size(); }
  template <std::integral Number>
  static constexpr std::size_t size_of(Number) {
    return kDigitsMax;
  }

  template <std::size_t Size>
  static char* put(char* at, const char (&literal)[Size]) {
    std::memcpy(at, literal, Size - 1);
    return at + Size - 1;
  }
  [[gnu::always_inline]] static char* put(char* at, std::string_view text) {
    const std::size_t size = text.size();
    const char* const from = text.data();
    if (size > 32) {
      std::memcpy(at, from, size);
    } else if (size >= 16) {
      copy_ends<16>(at, from, size);
    } else if (size >= 8) {
      copy_ends<8>(at, from, size);
    } else {
      for (std::size_t i = 0; i < size; ++i) at[i] = from[i];
    }
    return at + size;
  }
  /// The first and the last bytes, which may overlap: two machine words each.
  template <std::size_t Bytes>
  static void copy_ends(char* at, const char* from, std::size_t size) {
    std::memcpy(at, from, Bytes);
    std::memcpy(at + size - Bytes, from + size - Bytes, Bytes);
  }
  template <std::integral Number>
  static char* put(char* at, Number number) {
    if (number >= 0 && number < 10) {  // most counts are small
      *at = static_cast<char>('0' + number);
      return at + 1;
    }
    return std::to_chars(at, at + kDigitsMax, number).ptr;
  }
  void grow(std::size_t bytes) { buffer_.resize((used_ + bytes) * 2); }

  std::string buffer_;
  std::size_t used_ = 0;
};

}  // namespace menagerie::wire
