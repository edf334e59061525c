// Sizes and places on paper, in millimetres, x to the right and y downwards. Plain values; any thread.
#pragma once

namespace menagerie::api::labels {

inline constexpr double kPointsPerMm = 72 / 25.4;

struct Point {
  double x = 0, y = 0;
};

struct Size {
  double width = 0, height = 0;
  bool operator==(const Size&) const = default;
};

struct Rect {
  double x = 0, y = 0, width = 0, height = 0;

  double right() const { return x + width; }
  double bottom() const { return y + height; }
  Point middle() const { return {x + width / 2, y + height / 2}; }
  Rect inset(double by) const { return {x + by, y + by, width - 2 * by, height - 2 * by}; }
};

}  // namespace menagerie::api::labels
