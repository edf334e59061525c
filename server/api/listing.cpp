#include "server/api/listing.hpp"

#include "engine/parse_number.hpp"
#include "server/api/content.hpp"
#include "server/api/listing_source.hpp"
#include "server/api/row_walk.hpp"
#include "server/api/url.hpp"
#include "server/wire/append.hpp"
#include "server/wire/excerpt.hpp"

namespace menagerie::api {
namespace {

constexpr std::uint64_t kBriefLines = 2000;  // more lines at once are a costly read

/// A short page at once, a long one in pieces.
Response page_response(store::Store& store, const core::Machine& machine, const Listing& listing,
                       const ListQuery& query, const Request& request, const RowRange& range) {
  Page page = read_page(store, machine, listing, query, request, range);
  Response response;
  put_next(response, page.next_link);
  response.etag = page.etag;
  if (page.bytes <= kShortPageMax) {
    response.body = std::make_shared<const std::string>(std::move(page.text));
    return response;
  }
  response.source = std::make_unique<ListingSource>(
      machine, listing, query, range, ListingSource::PageEnd{page.lines, std::move(page.next_link)});
  response.length = page.bytes;
  response.is_export = false;
  return response;
}

std::string file_name(const core::Machine& machine, const Listing& listing, Form form) {
  return machine.row.name + "-" + std::string(listing.name) +
         std::string(kFormSuffixes[static_cast<std::size_t>(form)]);
}

/// The tag of a closed range: from what was asked and the log row that closes it. Whatever was learned
/// before that row stands in the same log for good, so the row's id and time stand for all of it; a museum
/// that was restored from a backup and taught something else has another row there.
std::string closed_etag(store::Store& store, const core::Machine& machine, const Listing& listing,
                        const ListQuery& query, const Request& request, bool hash) {
  const auto last = store.row_at(machine.row.machine, query.filters.to);
  if (!last) return {};
  std::string key = "2\n";  // of this way of writing rows: another one needs another number
  wire::append_all(key, machine.row.name, "\n", machine.row.created_ms, "\n", listing.name, "\n",
                   hash ? "hash" : "", "\n", static_cast<int>(query.form), "\n", last->time_ms, "\n",
                   last->id.text());
  if (!request.base.empty()) wire::append_all(key, "\n", request.base);  // it is in the links
  for (const auto& [name, value] : request.query)
    wire::append_all(key, "\n", percent_encoded(name), "=", percent_encoded(value));
  return etag_of(key);
}

void read_cursor(const Call& call, const Listing& listing, ListQuery& query) {
  if (listing.newest_first) {
    query.before = seq_in_query(call, "before", call.state().seq + 1, 1);
    return;
  }
  const std::string* text = call.query("after");
  if (!text) return;
  const std::optional<Cursor> cursor = Cursor::parse(*text);
  if (!cursor)
    throw BadRequest(400, "bad-cursor", "Bad cursor",
                     "\"after\" is \"" + wire::excerpt(*text) +
                         "\"; it must be SEQ or SEQ:ORDINAL, such as 102 or 102:3, as \"next\" gives it");
  if (cursor->seq > call.state().seq) refuse_beyond_the_end(call, "after", *text);
  query.after = *cursor;
}

/// Reads the query's parameters.
ListQuery read_query(const Call& call, const Listing& listing, Form form) {
  ListQuery query;
  query.filters = read_filters(call, listing.parameters);
  query.form = form;
  read_cursor(call, listing, query);
  if (call.query("limit") || form == Form::json)
    query.limit = number_in_query(call, "limit", 1, kPageMax, listing.page);
  return query;
}

/// The tag of a closed range that the client has already, in a coding that it would get now.
std::optional<std::string> fresh_etag(const Request& request, const std::string& etag) {
  const std::string zipped = gzip_etag(etag);
  if (accepts_gzip(request.accept_encoding) && etag_matches(request.if_none_match, zipped)) return zipped;
  if (etag_matches(request.if_none_match, etag)) return etag;  // a short page is not compressed
  return std::nullopt;
}

/// What a reader's thread is to answer.
struct Question {
  const core::Machine* machine;
  const Listing* listing;
  ListQuery query;
  bool hash = false;
  ContentLengths* lengths = nullptr;  ///< null: nobody asks for parts
};

/// A closed range is the same bytes each time, so that a part of it can be asked for. How many they are is
/// known once they were made for somebody.
void offer_parts(Response& response, const Question& question, const RowRange& range,
                 const std::string& etag) {
  const auto& [machine, listing, query, hash, lengths] = question;
  if (hash || !query.filters.closed || lengths == nullptr || etag.empty()) return;
  response.ranges = true;
  response.length = lengths->find(etag);
  response.again = [machine = machine, listing = listing, query = query, range] {
    return std::make_unique<ListingSource>(*machine, *listing, query, range);
  };
  response.measured = [lengths = lengths, etag](std::uint64_t length) { lengths->put(etag, length); };
}

/// All of it, as a stream.
void add_source(Response& response, const Question& question, RowRange range) {
  const auto& [machine, listing, query, hash, lengths] = question;
  const std::string name = file_name(*machine, *listing, query.form);
  response.source = std::make_unique<ListingSource>(*machine, *listing, query, std::move(range));
  if (!hash) {
    response.headers.emplace_back("Content-Disposition", "attachment; filename=\"" + name + "\"");
    return;
  }
  HashLine line = hash_line(std::move(response.source), name);
  response.length = line.length;
  response.source = std::move(line.source);
}

Response answer(store::Store& store, const Request& request, const Question& question) {
  const auto& [machine, listing, query, hash, lengths] = question;
  auto found = find_rows(store, *machine, query.filters);
  if (auto* refusal = std::get_if<Response>(&found)) return std::move(*refusal);
  RowRange range = std::get<RowRange>(std::move(found));
  std::string etag;
  if (query.filters.closed) etag = closed_etag(store, *machine, *listing, query, request, hash);
  const auto fresh = etag.empty() ? std::nullopt : fresh_etag(request, etag);
  Response response;
  if (fresh) {
    response.status = 304;
    response.headers.emplace_back("Vary", "Accept-Encoding");
  } else if (query.limit) {
    response = page_response(store, *machine, *listing, query, request, range);
  } else {
    offer_parts(response, question, range, etag);
    add_source(response, question, std::move(range));
  }
  response.type = kFormTypes[static_cast<std::size_t>(query.form)];
  if (hash) response.type = "text/plain";
  if (hash || query.form == Form::csv) response.type += "; charset=utf-8";
  if (!etag.empty()) response.etag = fresh.value_or(etag);
  if (query.filters.closed) response.headers.emplace_back("Cache-Control", kImmutable);
  return response;
}

void answer_question(Context& context, Call call, Question question) {
  const Lane lane = question.query.limit.value_or(0) > kBriefLines ? Lane::costly : Lane::brief;
  answer_from_log(
      context, std::move(call),
      [question = std::move(question)](store::Store& store, const Request& request) {
        return answer(store, request, question);
      },
      lane);
}

}  // namespace

void RowWriter::go_on_behind(store::Store&, std::uint64_t) {}

std::span<const Listing* const> listings() {
  static const std::array kListings = {&history_listing(), &draws_listing(), &log_listing(),
                                       &episodes_listing()};
  return kListings;
}

std::string Cursor::text() const {
  std::string text = std::to_string(seq);
  if (ordinal != kWholeRow) text += ':' + std::to_string(ordinal);
  return text;
}

std::optional<Cursor> Cursor::parse(std::string_view text) {
  const std::size_t colon = text.find(':');
  const auto seq = parse_number<std::uint64_t>(text.substr(0, colon));
  if (!seq || *seq > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    return std::nullopt;
  if (colon == std::string_view::npos) return Cursor{*seq, kWholeRow};
  const auto ordinal = parse_number<std::uint64_t>(text.substr(colon + 1));
  if (!ordinal) return std::nullopt;
  return Cursor{*seq, *ordinal};
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

Response listing_now(store::Store& store, const Call& call, const Listing& listing, Form form) {
  return answer(store, call.request, {&call.machine(), &listing, read_query(call, listing, form)});
}

void answer_listing(Context& context, Call call, const Listing& listing, Form form) {
  Question question{&call.machine(), &listing, read_query(call, listing, form), false, &context.lengths};
  answer_question(context, std::move(call), std::move(question));
}

void answer_listing_as_accepted(Context& context, Call call, const Listing& listing) {
  const std::string& accept = call.request.accept;
  const int wanted = preferred_type(accept, kFormTypes);
  if (wanted < 0)
    throw BadRequest(406, "not-acceptable", "Not acceptable",
                     "this comes as text/csv, application/x-ndjson or application/json");
  const Form form = accept.empty() || accept == "*/*" ? Form::json : static_cast<Form>(wanted);
  call.respond = [respond = std::move(call.respond)](Response response) {
    response.headers.emplace_back("Vary", "Accept");
    respond(std::move(response));
  };
  try {
    answer_listing(context, call, listing, form);
  } catch (const BadRequest&) {
    call.respond(problem_of(std::current_exception()));
  }
}

void answer_listing_hash(Context& context, Call call, const Listing& listing) {
  const std::string* format = call.query("format");
  const Form form = format && *format == "ndjson" ? Form::ndjson : Form::csv;
  if (format && *format != kFormSuffixes[static_cast<std::size_t>(form)].substr(1))
    call.refuse_parameter("format", "csv or ndjson");
  if (!call.query("to"))
    throw BadRequest(400, "bad-to", "Bad to",
                     "a hash is of a closed range: give \"to\", the number of its last log row; the log of " +
                         call.machine().row.title + " ends with seq " + std::to_string(call.state().seq));
  Question question{&call.machine(), &listing, read_query(call, listing, form), true};
  answer_question(context, std::move(call), std::move(question));
}

}  // namespace menagerie::api
