// How labels stand on sheets of paper: the arithmetic alone, in millimetres. Pure functions; any thread.
#pragma once

#include "server/api/labels/geometry.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie::api::labels {

struct Paper {
  std::string_view name;   ///< as it is asked for: `a4`
  std::string_view title;  ///< as people write it: `A4`
  Size size;               ///< upright
};

/// `a4` or `letter`, case-blind; null where it is neither.
const Paper* find_paper(std::string_view name);
inline constexpr std::string_view kPaperNames = "a4 or letter";

/// Reads `35x15` (width x height, in mm, decimals allowed), `front` (35x15) or `tray` (53x36). Nothing where
/// it is none, or where no readable label has that size; `why` then says so in one line.
std::optional<Size> parse_size(std::string_view text, std::string& why);
/// `35 x 15 mm`, with no needless decimals.
std::string to_text(Size size);

/// Some of a machine's boxes, by the numbers on their labels; both included.
struct Numbers {
  std::size_t first = 1, last = 1;
  std::size_t count() const { return last - first + 1; }
  bool operator==(const Numbers&) const = default;
};
/// Reads `1-304`, `12-` (to the last), or `12` (just that one). Nothing where it is none.
std::optional<Numbers> parse_numbers(std::string_view text, std::size_t boxes);

/// A line to cut along, or a piece of one.
struct CutMark {
  Point from, to;
};

/// Labels edge to edge in the middle of a sheet, so that one cut parts two of them.
class Sheet {
 public:
  /// Nothing where not one label fits.
  static std::optional<Sheet> plan(const Paper& paper, Size label);

  const Paper& paper() const { return *paper_; }
  Size label() const { return label_; }
  std::size_t columns() const { return columns_; }
  std::size_t rows() const { return rows_; }
  std::size_t labels() const { return columns_ * rows_; }  ///< on a full sheet
  std::size_t sheets_for(std::size_t labels) const { return (labels + this->labels() - 1) / this->labels(); }
  /// Where the label stands that is the index-th of its sheet, row by row from the top, from 0.
  Rect place(std::size_t index) const;
  /// Ticks in the margin at every cut of a sheet with so many labels, and little crosses where labels meet.
  std::vector<CutMark> cut_marks(std::size_t labels) const;
  /// Where the sheet's line of words stands.
  Rect footer() const;

 private:
  Sheet() = default;
  const Paper* paper_ = nullptr;
  Size label_;
  std::size_t columns_ = 0, rows_ = 0;
  Point origin_;
};

}  // namespace menagerie::api::labels
