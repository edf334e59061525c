// Measures how deeply a JSON text nests before it is parsed: a parser's recursion depth must not be chosen
// by the sender.
#pragma once

#include <string_view>

namespace menagerie::store {

/// No message or body of ours nests deeper than three.
inline constexpr int kJsonDepthMax = 32;

/// Whether arrays and objects stand in each other more than `depth` deep. Any text may be asked about.
constexpr bool nests_deeper(std::string_view json, int depth = kJsonDepthMax) {
  int open = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_text) {
      if (c == '\\') ++i;
      in_text = c != '"';
    } else if (c == '"') {
      in_text = true;
    } else if (c == '[' || c == '{') {
      if (++open > depth) return true;
    } else if (c == ']' || c == '}') {
      --open;
    }
  }
  return false;
}

}  // namespace menagerie::store
