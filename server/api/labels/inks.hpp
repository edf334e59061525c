// The colours that labels are printed in. White paper stays white: ink is for what must be seen.
#pragma once

#include "server/api/labels/beads.hpp"

namespace menagerie::api::labels {

inline constexpr Colour kWhitePaper = rgb(0xffffff);
inline constexpr Colour kInk = rgb(0x2b211a);
inline constexpr Colour kSoftInk = rgb(0x665545);
inline constexpr Colour kLine = rgb(0x46302a);  ///< of boards
inline constexpr Colour kDark = rgb(0xeadfc6);  ///< dark squares
inline constexpr Colour kNought = rgb(0xb9352b);
inline constexpr Colour kCross = rgb(0x1e5b5a);
inline constexpr Colour kCounterInk = rgb(0xc6312c);
inline constexpr Colour kCut = rgb(0x8a8a8a);

}  // namespace menagerie::api::labels
