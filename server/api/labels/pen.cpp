#include "server/api/labels/pen.hpp"

#include "engine/check.hpp"

#include <cairo/cairo-ft.h>
#include <cairo/cairo.h>

#include <algorithm>
#include <array>
#include <numbers>
#include <string>

namespace menagerie::api::labels {
namespace {

/// A typeface, opened once and kept: Cairo's own caches hold on to it anyway.
struct Opened {
  cairo_font_face_t* face = nullptr;
  double cap = 0;  ///< height of a capital, of a size of 1
};

Opened open_face(FT_Library library, Face face) {
  const std::span<const unsigned char> file = font_file(face);
  FT_Face opened = nullptr;
  const int failed = FT_New_Memory_Face(library, file.data(), static_cast<FT_Long>(file.size()), 0, &opened);
  MENAGERIE_CHECK(failed == 0);
  const int unread = FT_Load_Char(opened, 'H', FT_LOAD_NO_SCALE);
  MENAGERIE_CHECK(unread == 0);
  const double cap =
      static_cast<double>(opened->glyph->metrics.horiBearingY) / static_cast<double>(opened->units_per_EM);
  return {cairo_ft_font_face_create_for_ft_face(opened, FT_LOAD_NO_HINTING), cap};
}

const Opened& opened(Face face) {
  static const std::array<Opened, kFaces> faces = [] {
    FT_Library library = nullptr;
    const int failed = FT_Init_FreeType(&library);
    MENAGERIE_CHECK(failed == 0);
    return std::array<Opened, kFaces>{open_face(library, Face::display), open_face(library, Face::text),
                                      open_face(library, Face::small)};
  }();
  return faces[static_cast<std::size_t>(face)];
}

/// Lines and widths that do not depend on any screen.
void set_options(cairo_t* context) {
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(context, options);
  cairo_font_options_destroy(options);
}

bool is_ascii(std::string_view words) {
  return std::all_of(words.begin(), words.end(), [](char c) { return static_cast<signed char>(c) >= 0; });
}

/// Whether the face that is set has a glyph for every letter.
bool has_glyphs(cairo_t* context, const std::string& words) {
  cairo_glyph_t* glyphs = nullptr;
  int count = 0;
  const cairo_status_t status = cairo_scaled_font_text_to_glyphs(cairo_get_scaled_font(context), 0, 0,
                                                                 words.data(), static_cast<int>(words.size()),
                                                                 &glyphs, &count, nullptr, nullptr, nullptr);
  const bool all = status == CAIRO_STATUS_SUCCESS &&
                   std::all_of(glyphs, glyphs + count, [](const cairo_glyph_t& it) { return it.index != 0; });
  cairo_glyph_free(glyphs);
  return all;
}

double advance(cairo_t* context, const std::string& words) {
  cairo_text_extents_t extents;
  cairo_text_extents(context, words.c_str(), &extents);
  return extents.x_advance;
}

}  // namespace

Pen::Frame::Frame(Pen& pen, Point origin, double scale, double turn) : pen_(pen) {
  cairo_save(pen_.context_);
  cairo_translate(pen_.context_, origin.x, origin.y);
  cairo_rotate(pen_.context_, turn);
  cairo_scale(pen_.context_, scale, scale);
}

Pen::Frame::~Frame() { cairo_restore(pen_.context_); }

void Pen::move_to(Point to) { cairo_move_to(context_, to.x, to.y); }
void Pen::line_to(Point to) { cairo_line_to(context_, to.x, to.y); }
void Pen::curve_to(Point control_1, Point control_2, Point to) {
  cairo_curve_to(context_, control_1.x, control_1.y, control_2.x, control_2.y, to.x, to.y);
}
void Pen::arc(Point middle, double radius, double from, double to) {
  cairo_arc(context_, middle.x, middle.y, radius, from, to);
}
void Pen::close_path() { cairo_close_path(context_); }

void Pen::fill(Colour colour) {
  cairo_set_source_rgb(context_, colour.red, colour.green, colour.blue);
  cairo_fill(context_);
}

void Pen::stroke(Colour colour, double width, bool round) {
  cairo_set_source_rgb(context_, colour.red, colour.green, colour.blue);
  cairo_set_line_width(context_, width);
  cairo_set_line_cap(context_, round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join(context_, round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER);
  cairo_stroke(context_);
}

void Pen::fill_and_stroke(Colour inside, Colour outline, double width) {
  cairo_set_source_rgb(context_, inside.red, inside.green, inside.blue);
  cairo_fill_preserve(context_);
  stroke(outline, width, true);
}

void Pen::line(Point from, Point to, Colour colour, double width, bool round) {
  move_to(from);
  line_to(to);
  stroke(colour, width, round);
}

void Pen::circle(Point middle, double radius, Colour inside, Colour outline, double width) {
  cairo_new_path(context_);
  cairo_arc(context_, middle.x, middle.y, radius, 0, 2 * std::numbers::pi);
  cairo_close_path(context_);
  fill_and_stroke(inside, outline, width);
}

void Pen::ring(Point middle, double radius, Colour colour, double width, std::span<const double> dashes) {
  cairo_new_path(context_);
  cairo_arc(context_, middle.x, middle.y, radius, 0, 2 * std::numbers::pi);
  cairo_close_path(context_);
  cairo_set_dash(context_, dashes.data(), static_cast<int>(dashes.size()), 0);
  stroke(colour, width);
  cairo_set_dash(context_, nullptr, 0, 0);
}

void Pen::box(const Rect& rect, Colour colour) {
  cairo_rectangle(context_, rect.x, rect.y, rect.width, rect.height);
  fill(colour);
}

void Pen::rounded(const Rect& rect, double radius) {
  const double quarter = std::numbers::pi / 2;
  cairo_new_path(context_);
  cairo_arc(context_, rect.right() - radius, rect.y + radius, radius, -quarter, 0);
  cairo_arc(context_, rect.right() - radius, rect.bottom() - radius, radius, 0, quarter);
  cairo_arc(context_, rect.x + radius, rect.bottom() - radius, radius, quarter, 2 * quarter);
  cairo_arc(context_, rect.x + radius, rect.y + radius, radius, 2 * quarter, 3 * quarter);
  cairo_close_path(context_);
}

void Pen::frame(const Rect& rect, double radius, Colour colour, double width) {
  rounded(rect, radius);
  stroke(colour, width);
}

void Pen::hatch(const Rect& rect, double step, Colour colour, double width) {
  cairo_save(context_);
  cairo_rectangle(context_, rect.x, rect.y, rect.width, rect.height);
  cairo_clip(context_);
  for (double x = rect.x - rect.height; x < rect.right(); x += step) {
    move_to({x, rect.bottom()});
    line_to({x + rect.height, rect.y});
  }
  stroke(colour, width);
  cairo_restore(context_);
}

void Pen::squares(const Rect& rect, int columns, std::vector<unsigned char> dark, Colour colour) {
  const double side = rect.width / columns;
  const auto width = static_cast<std::size_t>(columns);
  // Dark ones that make a rectangle are drawn as one, which spares a document most of its bytes.
  for (std::size_t begin = 0; begin < dark.size(); ++begin) {
    if (dark[begin] == 0) continue;
    const std::size_t row_end = (begin / width + 1) * width;
    std::size_t end = begin, rows = 0;
    while (end < row_end && dark[end] != 0) ++end;
    const auto row = [&](std::size_t index) {
      return std::span(dark).subspan(begin + index * width, end - begin);
    };
    const auto is_dark = [](unsigned char it) { return it != 0; };
    for (; end + rows * width <= dark.size() && std::ranges::all_of(row(rows), is_dark); ++rows)
      std::ranges::fill(row(rows), 0);
    cairo_rectangle(context_, rect.x + static_cast<double>(begin % width) * side,
                    rect.y + static_cast<double>(begin / width) * side,
                    static_cast<double>(end - begin) * side, static_cast<double>(rows) * side);
  }
  fill(colour);
}

void Pen::code(const Rect& rect, int columns, std::vector<unsigned char> dark) {
  const bool is_pdf = cairo_surface_get_type(cairo_get_group_target(context_)) == CAIRO_SURFACE_TYPE_PDF;
  if (!is_pdf) return squares(rect, columns, std::move(dark), Colour{});
  cairo_surface_t* stencil = cairo_image_surface_create(CAIRO_FORMAT_A8, columns, columns);
  unsigned char* row = cairo_image_surface_get_data(stencil);
  for (auto from = dark.begin(); from != dark.end(); from += columns) {
    std::transform(from, from + columns, row, [](unsigned char it) { return it != 0 ? 0xff : 0; });
    row += cairo_image_surface_get_stride(stencil);
  }
  cairo_surface_mark_dirty(stencil);
  cairo_pattern_t* pattern = cairo_pattern_create_for_surface(stencil);
  cairo_surface_destroy(stencil);
  cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST);
  {
    const Frame frame(*this, {rect.x, rect.y}, rect.width / columns);
    cairo_set_source_rgb(context_, 0, 0, 0);
    cairo_mask(context_, pattern);
  }
  cairo_pattern_destroy(pattern);
}

/// Sets face and size; the words' width as they will be.
double Pen::set_type(std::string_view words, const Type& type) {
  const std::string text(words);
  const Opened& face = opened(type.face);
  double size = type.cap / face.cap;
  set_options(context_);
  cairo_set_font_face(context_, face.face);
  cairo_set_font_size(context_, size);
  if (!is_ascii(words) && !has_glyphs(context_, text)) {
    // Another alphabet, in a title that a curator gave: whatever the system has for it.
    cairo_select_font_face(context_, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(context_, size);
  }
  double width = advance(context_, text);
  if (type.width_max > 0 && width > type.width_max) {
    size *= type.width_max / width;
    width = type.width_max;
    cairo_set_font_size(context_, size);
  }
  return width;
}

double Pen::text(std::string_view words, Point at, const Type& type) {
  const double width = set_type(words, type);
  const double x = type.align == Align::left     ? at.x
                   : type.align == Align::middle ? at.x - width / 2
                                                 : at.x - width;
  cairo_set_source_rgb(context_, type.colour.red, type.colour.green, type.colour.blue);
  cairo_move_to(context_, x, at.y);
  cairo_show_text(context_, std::string(words).c_str());
  cairo_new_path(context_);
  return width;
}

double Pen::width_of(std::string_view words, const Type& type) { return set_type(words, type); }

double Pen::paragraph(std::string_view words, Point at, double width, double leading, const Type& type) {
  std::string line;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    const std::string longer =
        line.empty() ? std::string(words.substr(0, end)) : line + " " + std::string(words.substr(0, end));
    if (!line.empty() && width_of(longer, type) > width) {
      text(line, at, type);
      at.y += leading;
      line = words.substr(0, end);
    } else {
      line = longer;
    }
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  if (!line.empty()) text(line, at, type);
  return at.y;
}

}  // namespace menagerie::api::labels
