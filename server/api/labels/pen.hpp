// Draws on paper, in millimetres: shapes, and words in the museum's typefaces. Cairo is behind it. A Pen
// belongs to the thread that draws; several may draw at once, each on a document of its own.
#pragma once

#include "server/api/labels/beads.hpp"
#include "server/api/labels/fonts.hpp"
#include "server/api/labels/geometry.hpp"

#include <span>
#include <string_view>
#include <vector>

using cairo_t = struct _cairo;

namespace menagerie::api::labels {

enum class Align { left, middle, right };

/// How words are set.
struct Type {
  Face face = Face::small;
  double cap = 1;  ///< height of a capital letter
  Colour colour;
  Align align = Align::left;
  double width_max = 0;  ///< wider words are set smaller; 0: as wide as they are
};

class Pen {
 public:
  /// The context stays its owner's, and outlives the Pen.
  explicit Pen(cairo_t* context) : context_(context) {}
  Pen(const Pen&) = delete;
  Pen& operator=(const Pen&) = delete;

  /// As long as it lives, the pen draws in units and from an origin of its own.
  class Frame {
   public:
    Frame(Pen& pen, Point origin, double scale = 1, double turn = 0);
    ~Frame();
    Frame(const Frame&) = delete;
    Frame& operator=(const Frame&) = delete;

   private:
    Pen& pen_;
  };

  // A path, and what is done with it; all paths end with the call that draws them.
  void move_to(Point to);
  void line_to(Point to);
  void curve_to(Point control_1, Point control_2, Point to);
  /// Part of a circle, clockwise, in radians from the right.
  void arc(Point middle, double radius, double from, double to);
  void close_path();
  void fill(Colour colour);
  void stroke(Colour colour, double width, bool round = false);
  void fill_and_stroke(Colour inside, Colour outline, double width);

  void line(Point from, Point to, Colour colour, double width, bool round = false);
  void circle(Point middle, double radius, Colour inside, Colour outline, double width);
  void ring(Point middle, double radius, Colour colour, double width, std::span<const double> dashes = {});
  void box(const Rect& rect, Colour colour);
  void frame(const Rect& rect, double radius, Colour colour, double width);
  /// Thin lines from bottom left to top right, over the rectangle.
  void hatch(const Rect& rect, double step, Colour colour, double width);
  /// The squares of a grid, row by row, that are dark (not 0).
  void squares(const Rect& rect, int columns, std::vector<unsigned char> dark, Colour colour);
  /// The same for a grid with as many rows as columns, in black. In a PDF it is a stencil of one bit a
  /// square: a sheet's codes take a tenth of the bytes that they take as paths.
  void code(const Rect& rect, int columns, std::vector<unsigned char> dark);

  /// Words on a line; `at` is where the line begins, has its middle or ends. Returns their width.
  double text(std::string_view words, Point at, const Type& type);
  double width_of(std::string_view words, const Type& type);
  /// Sentences, broken into lines `leading` apart; `at` is the first one's left end. Returns the lowest
  /// line's y.
  double paragraph(std::string_view words, Point at, double width, double leading, const Type& type);

 private:
  double set_type(std::string_view words, const Type& type);
  void rounded(const Rect& rect, double radius);

  cairo_t* context_;
};

}  // namespace menagerie::api::labels
