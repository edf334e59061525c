#include "server/api/labels/sheet.hpp"

#include "engine/parse_number.hpp"
#include "engine/text.hpp"
#include "server/wire/excerpt.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace menagerie::api::labels {
namespace {

constexpr std::array<Paper, 2> kPapers = {{{"a4", "A4", {210, 297}}, {"letter", "Letter", {215.9, 279.4}}}};

// Printers leave some 4 to 5 mm white; cut marks stand inside that and outside the labels.
constexpr double kMargin = 9;
constexpr double kFooter = 6;
constexpr double kTick = 3, kTickGap = 0.6, kCrossHalf = 0.7;

// What can still be read; the longest is Letter's height without its margins.
constexpr double kSideMin = 12, kLongSideMin = 30, kSideMax = 255;

constexpr Size kFront{35, 15}, kTray{53, 36};

std::optional<Size> read_size(std::string_view text) {
  if (same_letters(text, "front")) return kFront;
  if (same_letters(text, "tray")) return kTray;
  const std::size_t x = text.find_first_of("xX");
  if (x == std::string_view::npos) return std::nullopt;
  const auto width = parse_number<double>(text.substr(0, x)),
             height = parse_number<double>(text.substr(x + 1));
  if (!width || !height) return std::nullopt;
  return Size{*width, *height};
}

}  // namespace

const Paper* find_paper(std::string_view name) {
  for (const Paper& paper : kPapers) {
    if (same_letters(name, paper.name)) return &paper;
  }
  return nullptr;
}

std::optional<Size> parse_size(std::string_view text, std::string& why) {
  const std::optional<Size> size = read_size(text);
  if (!size) {
    why = fmt::format(
        "\"{}\" is no size of a label; it is width x height in mm, such as 35x15, or front or tray",
        wire::excerpt(text));
    return std::nullopt;
  }
  const auto [shorter, longer] = std::minmax(size->width, size->height);
  if (shorter >= kSideMin && longer >= kLongSideMin && longer <= kSideMax) return size;  // false for NaN too
  why = fmt::format("a label of {} cannot be made; its sides are {} to {} mm, one of them at least {}",
                    wire::excerpt(text), kSideMin, kSideMax, kLongSideMin);
  return std::nullopt;
}

std::string to_text(Size size) { return fmt::format("{} x {} mm", size.width, size.height); }

std::optional<Numbers> parse_numbers(std::string_view text, std::size_t boxes) {
  const std::size_t dash = text.find('-');
  const auto first = parse_number<std::size_t>(text.substr(0, dash));
  if (!first) return std::nullopt;
  Numbers numbers{*first, boxes};
  if (dash == std::string_view::npos) {
    numbers.last = *first;
  } else if (dash + 1 < text.size()) {
    const auto last = parse_number<std::size_t>(text.substr(dash + 1));
    if (!last) return std::nullopt;
    numbers.last = *last;
  }
  if (numbers.first < 1 || numbers.first > numbers.last || numbers.last > boxes) return std::nullopt;
  return numbers;
}

std::optional<Sheet> Sheet::plan(const Paper& paper, Size label) {
  const Size room{paper.size.width - 2 * kMargin, paper.size.height - 2 * kMargin - kFooter};
  const auto fit = [](double room_mm, double label_mm) {
    return static_cast<std::size_t>(std::floor(room_mm / label_mm + 1e-9));
  };
  Sheet sheet;
  sheet.paper_ = &paper;
  sheet.label_ = label;
  sheet.columns_ = fit(room.width, label.width);
  sheet.rows_ = fit(room.height, label.height);
  if (sheet.labels() == 0) return std::nullopt;
  const auto left_over = [](double room_mm, double label_mm, std::size_t count) {
    return (room_mm - static_cast<double>(count) * label_mm) / 2;
  };
  sheet.origin_ = {kMargin + left_over(room.width, label.width, sheet.columns_),
                   kMargin + left_over(room.height, label.height, sheet.rows_)};
  return sheet;
}

Rect Sheet::place(std::size_t index) const {
  const auto column = static_cast<double>(index % columns_);
  const auto row = static_cast<double>(index / columns_);
  return {origin_.x + column * label_.width, origin_.y + row * label_.height, label_.width, label_.height};
}

std::vector<CutMark> Sheet::cut_marks(std::size_t labels) const {
  std::vector<CutMark> marks;
  const std::size_t used_rows = (labels + columns_ - 1) / columns_;
  const std::size_t used_columns = std::min(labels, columns_);
  const Point last = place((used_rows - 1) * columns_ + used_columns - 1).middle();
  const double right = last.x + label_.width / 2, bottom = last.y + label_.height / 2;
  const auto x_of = [&](std::size_t column) {
    return origin_.x + static_cast<double>(column) * label_.width;
  };
  const auto y_of = [&](std::size_t row) { return origin_.y + static_cast<double>(row) * label_.height; };
  for (std::size_t column = 0; column <= used_columns; ++column) {
    const double x = x_of(column);
    marks.push_back({{x, origin_.y - kTickGap - kTick}, {x, origin_.y - kTickGap}});
    marks.push_back({{x, bottom + kTickGap}, {x, bottom + kTickGap + kTick}});
  }
  for (std::size_t row = 0; row <= used_rows; ++row) {
    const double y = y_of(row);
    marks.push_back({{origin_.x - kTickGap - kTick, y}, {origin_.x - kTickGap, y}});
    marks.push_back({{right + kTickGap, y}, {right + kTickGap + kTick, y}});
  }
  for (std::size_t column = 0; column <= used_columns; ++column) {
    for (std::size_t row = 0; row <= used_rows; ++row) {
      const double x = x_of(column), y = y_of(row);
      marks.push_back({{x - kCrossHalf, y}, {x + kCrossHalf, y}});
      marks.push_back({{x, y - kCrossHalf}, {x, y + kCrossHalf}});
    }
  }
  return marks;
}

Rect Sheet::footer() const {
  return {kMargin, paper_->size.height - kMargin - kFooter + 3, paper_->size.width - 2 * kMargin,
          kFooter - 2};
}

}  // namespace menagerie::api::labels
