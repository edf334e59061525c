// The museum's typefaces, as the pages have them, built into the program: labels look the same wherever it
// runs, also in a container that has no fonts. The bytes are those of web/fonts.
#pragma once

#include <span>

namespace menagerie::api::labels {

enum class Face {
  display,  ///< League Gothic: titles, numbers
  text,     ///< Source Serif: sentences
  small     ///< Inter: small words
};
inline constexpr int kFaces = 3;

/// A font file (WOFF2).
std::span<const unsigned char> font_file(Face face);

}  // namespace menagerie::api::labels
