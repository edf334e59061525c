// machines/{machine}/labels.pdf and labels.svg: labels for a machine of real matchboxes.
#include "server/api/content.hpp"
#include "server/api/filters.hpp"
#include "server/api/labels/document.hpp"
#include "server/api/ranges.hpp"
#include "server/api/routes.hpp"
#include "server/museum/museum.hpp"

#include "server/wire/append.hpp"

#include <array>
#include <memory>
#include <utility>

namespace menagerie::api {
namespace {

/// Draws a sheet whenever it is asked for a piece.
class LabelsSource : public Source {
 public:
  LabelsSource(labels::LabelOrder order, labels::Format format) : order_(std::move(order)), format_(format) {}

  bool next(store::Store&, std::string& out) override {
    if (!drawing_) drawing_ = std::make_unique<labels::Drawing>(std::move(order_), format_);
    return drawing_->next(out);
  }

 private:
  labels::LabelOrder order_;
  labels::Format format_;
  std::unique_ptr<labels::Drawing> drawing_;
};

/// The tag of the document: the same order is drawn as the same bytes.
std::string tag_of(const labels::LabelOrder& order, labels::Format format) {
  const store::MachineRow row = museum::as_shown(order.machine->row);
  std::string key = "2\n";  // of this way of drawing: another one needs another number
  wire::append_all(key, labels::to_text(format), "\n", row.name, "\n", row.title, "\n", row.maker, "\n",
                   row.story, "\n", row.created_ms, "\n", order.seq.value_or(0), "\n", order.paper->name,
                   "\n", labels::to_text(order.size), "\n", order.numbers.first, "-", order.numbers.last,
                   "\n", order.box_count, "\n", order.public_url, order.prize ? "\ntickets" : "");
  for (const std::int64_t count : order.counts) wire::append_all(key, "\n", count);
  return etag_of(key);
}

std::string query_or(const Call& call, const std::string& name, const std::string& fallback) {
  const std::string* text = call.query(name);
  return text ? *text : fallback;
}

/// Reads paper, size and numbers.
void read_layout(const Call& call, labels::LabelOrder& order) {
  static const std::string kPaper = "a4", kSize = "front", kAll = "1-";
  const std::string paper = query_or(call, "paper", kPaper);
  order.paper = labels::find_paper(paper);
  if (order.paper == nullptr) call.refuse_parameter("paper", labels::kPaperNames);
  std::string why;
  const auto size = labels::parse_size(query_or(call, "size", kSize), why);
  if (!size) throw BadRequest(400, "bad-size", "Bad size", why);
  order.size = *size;
  const std::string text = query_or(call, "numbers", kAll);
  const auto numbers = labels::parse_numbers(text, order.box_count);
  if (!numbers)
    call.refuse_parameter(
        "numbers", "some of the boxes 1 to " + std::to_string(order.box_count) + ", such as 1-90, 91- or 12");
  order.numbers = *numbers;
}

/// The beads as the room has them now, or as the boxes start.
void read_counts(const Call& call, labels::LabelOrder& order) {
  static const std::string kNow = "now";
  const std::string counts = query_or(call, "counts", kNow);
  if (counts == "start") {
    labels::fill_with_start(order);
  } else if (counts == "now") {
    order.counts = call.state().beads;
    order.seq = call.state().seq;
  } else {
    call.refuse_parameter("counts", "now or start");
  }
}

/// What is said of the document, all but its bytes.
Response head_of(const labels::LabelOrder& order, labels::Format format) {
  Response response;
  response.type = labels::media_type(format);
  response.etag = tag_of(order, format);
  response.ranges = true;
  response.headers.emplace_back("Content-Disposition", "inline; filename=\"" + order.machine->row.name +
                                                           "-labels." + std::string(labels::to_text(format)) +
                                                           "\"");
  // A drawing colours its parts by style attributes, runs nothing and fetches nothing.
  if (format == labels::Format::svg)
    response.headers.emplace_back(
        "Content-Security-Policy",
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox");
  return response;
}

/// Whether the client has it already, or wants no body: then nothing is drawn.
bool answer_without_bytes(const Call& call, const labels::LabelOrder& order, labels::Format format) {
  Response response = head_of(order, format);
  response.source = source_of(std::make_shared<const std::string>());
  response = finished(call.request, std::move(response));
  if (response.status != 304 && call.request.method != "HEAD") return false;
  call.respond(std::move(response));
  return true;
}

/// Drawing can take seconds, so a document is drawn once for all who ask for it.
void answer_with_bytes(Context& context, Call call, const std::shared_ptr<const labels::LabelOrder>& order,
                       labels::Format format) {
  const ClientKey client = call.request.client;
  context.documents.get(
      client, tag_of(*order, format),
      [order, format] { return std::make_unique<LabelsSource>(*order, format); },
      [call = std::move(call), order, format](const Documents::Bytes& bytes, std::exception_ptr thrown) {
        if (thrown) return call.respond(problem_of(thrown));
        Response response = head_of(*order, format);
        response.source = source_of(bytes);
        response.length = bytes->size;
        call.respond(finished(call.request, std::move(response)));
      });
}

/// A sheet of tickets instead: its prize follows from the machine's strength, which a reader's thread works
/// out.
void answer_with_tickets(Context& context, Call call, labels::LabelOrder order, labels::Format format) {
  answer_from_log(context, std::move(call),
                  [order = std::move(order), format, &context, machine = call.view->machine](
                      store::Store&, const Request&) mutable {
                    if (const auto fault = labels::order_tickets(order, context.strengths, machine))
                      return problem(400, "bad-ticket", "No tickets", *fault);
                    Response response = head_of(order, format);
                    response.ranges = false;  // its length is not known before it is drawn
                    response.source = std::make_unique<LabelsSource>(std::move(order), format);
                    return response;
                  });
}

void print_labels(Context& context, Call call, labels::Format format) {
  const std::string_view type = labels::media_type(format);
  call.require_taken(type, "labels." + std::string(labels::to_text(format)) + " is " + std::string(type));
  static constexpr std::array<std::string_view, 5> kParameters = {"paper", "size", "numbers", "counts",
                                                                  "ticket"};
  read_names(call, kParameters);
  labels::LabelOrder order;
  order.machine = &call.machine();
  order.box_count = call.state().box_count;
  order.public_url = context.public_url;
  if (order.box_count == 0) {
    throw BadRequest(
        404, "not-found", "No boxes yet",
        order.machine->row.title + " has made no box yet: it makes one whenever it meets a new position");
  }
  read_layout(call, order);
  read_counts(call, order);
  const bool wants_tickets = number_in_query(call, "ticket", 0, 1, 0) == 1;
  if (const auto fault = labels::fault_of(order, format))
    throw BadRequest(400, "bad-labels", "Such labels cannot be printed", *fault);
  if (wants_tickets) return answer_with_tickets(context, std::move(call), std::move(order), format);
  if (answer_without_bytes(call, order, format)) return;
  answer_with_bytes(context, std::move(call), std::make_shared<const labels::LabelOrder>(std::move(order)),
                    format);
}

}  // namespace

void print_labels_pdf(Context& context, Call call) {
  print_labels(context, std::move(call), labels::Format::pdf);
}
void print_labels_svg(Context& context, Call call) {
  print_labels(context, std::move(call), labels::Format::svg);
}

}  // namespace menagerie::api
