#include "server/api/labels/order.hpp"

#include "server/api/labels/code.hpp"
#include "server/api/labels/label.hpp"
#include "server/api/url.hpp"

#include <spdlog/fmt/fmt.h>

#include <numeric>
#include <span>

namespace menagerie::api::labels {
namespace {

constexpr double kModuleMin = 0.25;  // mm: a printer's dots and a telephone's camera can do so much

std::span<const std::int64_t> counts_of(const LabelOrder& order, const Box& box) {
  return std::span(order.counts).subspan(box.first_bead, box.beads.size());
}

}  // namespace

std::optional<Format> parse_format(std::string_view text) {
  if (text == "pdf") return Format::pdf;
  if (text == "svg") return Format::svg;
  return std::nullopt;
}
std::string_view to_text(Format format) { return format == Format::pdf ? "pdf" : "svg"; }
std::string_view media_type(Format format) {
  return format == Format::pdf ? "application/pdf" : "image/svg+xml";
}
std::size_t boxes_max(Format format) { return format == Format::pdf ? 3000 : 600; }

std::vector<Mark> LabelOrder::marks(std::size_t number) const {
  const Box& it = box(number);
  const std::span<const std::int64_t> beads = counts_of(*this, it);
  std::vector<Mark> marks;
  for (std::size_t i = 0; i < it.beads.size(); ++i)
    marks.push_back({look_of(board(), i, it.beads[i].move), it.beads[i].orbit, beads[i]});
  return marks;
}

std::int64_t LabelOrder::beads_in(std::size_t number) const {
  const std::span<const std::int64_t> beads = counts_of(*this, box(number));
  return std::accumulate(beads.begin(), beads.end(), std::int64_t{0});
}

std::string LabelOrder::address(std::size_t number) const {
  std::string_view address = public_url;
  while (address.ends_with('/')) address.remove_suffix(1);
  return fmt::format("{}/machine/{}#box-{}", address, percent_encoded(machine->row.name), number);
}

std::optional<std::string> order_tickets(LabelOrder& order, Strengths& strengths,
                                         const std::shared_ptr<const core::Machine>& machine) {
  if (!pays_prizes(machine->rule))
    return machine->row.title + " pays no prizes: a machine with the rule tanner-carnival does";
  std::string why;
  const std::optional<Strength> strength = strengths.of(machine, order.counts, &why);
  if (!strength) return why;
  order.prize = offer_for(*strength);
  return std::nullopt;
}

void fill_with_start(LabelOrder& order) {
  order.seq.reset();
  order.counts.clear();
  for (std::size_t number = 1; number <= order.box_count; ++number) {
    const Box& box = order.box(number);
    order.counts.insert(order.counts.end(), box.beads.size(), order.machine->rule.start_at(box.turn));
  }
}

std::optional<std::string> fault_of(const LabelOrder& order, Format format) {
  const std::size_t most = boxes_max(format);
  if (order.numbers.count() > most) {
    return fmt::format(
        "{} boxes are too many for one {}, which takes {}: print them in parts, as numbers {}-{}",
        order.numbers.count(), format == Format::pdf ? "PDF" : "SVG", most, order.numbers.first,
        order.numbers.first + most - 1);
  }
  if (!Sheet::plan(*order.paper, order.size)) {
    return fmt::format("a label of {} does not fit on {} with its margins", to_text(order.size),
                       order.paper->title);
  }
  if (order.public_url.empty()) return std::nullopt;
  const std::optional<CodeKind> kind = CodeKind::for_text(order.address(order.numbers.last));
  const double module = kind ? module_of(order, *kind) : 0;
  if (module >= kModuleMin) return std::nullopt;
  return fmt::format(
      "the address {} is too long for a code on a label of {}: take larger labels or a shorter address",
      order.address(order.numbers.last), to_text(order.size));
}

}  // namespace menagerie::api::labels
