#include "server/api/labels/document.hpp"

#include "server/api/labels/cairo_pointers.hpp"
#include "server/api/labels/cover.hpp"
#include "server/api/labels/inks.hpp"
#include "server/api/labels/label.hpp"
#include "server/api/labels/ticket.hpp"

#include <cairo/cairo-pdf.h>
#include <cairo/cairo-svg.h>
#include <cairo/cairo.h>
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <new>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace menagerie::api::labels {
namespace {

constexpr std::size_t kPieceBytes = 64 * 1024;

/// What was drawn and is not yet taken, in pieces of one size (the last may be smaller). One string for a
/// whole PDF, which a newer Cairo hands out at its end, or pieces that grow by doubling would take several
/// times the memory.
struct Drawn {
  std::size_t piece_bytes;
  std::deque<std::string> pieces{};

  void append(std::string_view bytes) {
    while (!bytes.empty()) {
      if (pieces.empty() || pieces.back().size() == piece_bytes) pieces.emplace_back().reserve(kPieceBytes);
      const std::size_t fits = std::min(bytes.size(), piece_bytes - pieces.back().size());
      pieces.back().append(bytes.substr(0, fits));
      bytes.remove_prefix(fits);
    }
  }

  /// Appends the oldest piece to `out`; one that may still grow waits.
  void take(std::string& out, bool ended) {
    if (pieces.size() < (ended ? 1 : 2)) return;
    if (out.empty()) {
      out = std::move(pieces.front());
    } else {
      out += pieces.front();
    }
    pieces.pop_front();
  }
};

cairo_status_t append(void* drawn, const unsigned char* bytes, unsigned length) try {
  static_cast<Drawn*>(drawn)->append({reinterpret_cast<const char*>(bytes), length});
  return CAIRO_STATUS_SUCCESS;
} catch (const std::bad_alloc&) {
  return CAIRO_STATUS_NO_MEMORY;
}

void describe(cairo_surface_t* pdf, const LabelOrder& order) {
  const std::string title =
      order.machine->row.title + (order.prize ? ": tickets" : ": labels for its matchboxes");
  cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_TITLE, title.c_str());
  cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_CREATOR, "Menagerie");
  // No date: the same labels are the same bytes on any day.
  cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_CREATE_DATE, "");
}

void draw_sheet(Pen& pen, const LabelOrder& order, const Sheet& sheet, Numbers numbers, std::size_t page,
                const std::optional<CodeKind>& code) {
  for (const CutMark& mark : sheet.cut_marks(numbers.count())) pen.line(mark.from, mark.to, kCut, 0.1);
  for (std::size_t number = numbers.first; number <= numbers.last; ++number) {
    const Rect place = sheet.place(number - numbers.first);
    draw_label(pen, {place.x, place.y}, order, number, code);
  }
  const Rect footer = sheet.footer();
  const std::string words = fmt::format(
      "{} \u00b7 No {} to {} of {} \u00b7 sheet {} of {} \u00b7 print at 100 %", order.machine->row.title,
      numbers.first, numbers.last, order.box_count, page, sheet.sheets_for(order.numbers.count()));
  pen.text(words, {footer.middle().x, footer.bottom()},
           {Face::small, 1.6, kSoftInk, Align::middle, footer.width});
}

/// Cairo numbers its surfaces through the whole life of a program; that number is in an SVG's first group.
void forget_number(std::string& svg) {
  static constexpr std::string_view kName = "<g id=\"surface";
  const std::size_t at = svg.find(kName);
  if (at == std::string::npos) return;
  const std::size_t begin = at + kName.size();
  svg.erase(begin, svg.find('"', begin) - begin);
}

}  // namespace

class Drawing::State {
 public:
  State(LabelOrder order, Format format)
      : order_(std::move(order)),
        format_(format),
        ready_{format == Format::svg ? std::string::npos : kPieceBytes},
        sheet_(Sheet::plan(*order_.paper, order_.size).value()),
        sheets_(order_.prize ? 0 : sheet_.sheets_for(order_.numbers.count())) {
    if (!order_.public_url.empty()) code_ = CodeKind::for_text(order_.address(order_.numbers.last));
    open();
  }

  bool next(std::string& out) {
    if (page_ <= sheets_ && ready_.pieces.size() < 2) {
      draw_page();
      if (++page_ > sheets_) close();
    }
    ready_.take(out, page_ > sheets_);
    return page_ <= sheets_ || !ready_.pieces.empty();
  }

 private:
  void open() {
    const Size page = order_.paper->size;
    const double width = page.width * kPointsPerMm, height = page.height * kPointsPerMm;
    if (format_ == Format::pdf) {
      surface_.reset(cairo_pdf_surface_create_for_stream(append, &ready_, width, height));
      describe(surface_.get(), order_);
    } else {
      const auto pages = static_cast<double>(sheets_ + 1);
      surface_.reset(cairo_svg_surface_create_for_stream(append, &ready_, width, height * pages));
      cairo_svg_surface_set_document_unit(surface_.get(), CAIRO_SVG_UNIT_PT);
    }
    context_.reset(cairo_create(surface_.get()));
    cairo_set_tolerance(context_.get(), 0.01);  // what is round stays round when it is looked at closely
    cairo_scale(context_.get(), kPointsPerMm, kPointsPerMm);
  }

  /// Page 0 is the cover, or the only sheet, of tickets.
  void draw_page() {
    Pen pen(context_.get());
    const Size page = order_.paper->size;
    if (format_ == Format::svg) pen.box({0, 0, page.width, page.height}, kWhitePaper);
    if (order_.prize) {
      draw_tickets(pen, order_);
    } else if (page_ == 0) {
      draw_cover(pen, order_, sheet_, code_);
    } else {
      const std::size_t first = order_.numbers.first + (page_ - 1) * sheet_.labels();
      const Numbers numbers{first, std::min(first + sheet_.labels() - 1, order_.numbers.last)};
      draw_sheet(pen, order_, sheet_, numbers, page_, code_);
    }
    if (format_ == Format::pdf) {
      cairo_show_page(context_.get());
    } else {
      cairo_translate(context_.get(), 0, page.height);
    }
    check();
  }

  void close() {
    cairo_surface_finish(surface_.get());
    check();
    if (format_ == Format::svg && !ready_.pieces.empty()) forget_number(ready_.pieces.front());
  }

  void check() const {
    for (const cairo_status_t status : {cairo_status(context_.get()), cairo_surface_status(surface_.get())}) {
      if (status == CAIRO_STATUS_SUCCESS || status == CAIRO_STATUS_SURFACE_FINISHED) continue;
      throw std::runtime_error(
          fmt::format("the labels could not be drawn: {}", cairo_status_to_string(status)));
    }
  }

  LabelOrder order_;
  Format format_;
  Drawn ready_;
  Sheet sheet_;
  std::size_t sheets_;
  std::optional<CodeKind> code_;
  std::size_t page_ = 0;
  Surface surface_;
  CairoContext context_;  // goes before its surface
};

Drawing::Drawing(LabelOrder order, Format format)
    : state_(std::make_unique<State>(std::move(order), format)) {}
Drawing::~Drawing() = default;

bool Drawing::next(std::string& out) { return state_->next(out); }

std::string draw(LabelOrder order, Format format) {
  Drawing drawing(std::move(order), format);
  std::string bytes;
  while (drawing.next(bytes)) {
  }
  return bytes;
}

}  // namespace menagerie::api::labels
