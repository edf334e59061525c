#include "server/api/listing.hpp"

#include "engine/parse_number.hpp"
#include "server/api/content.hpp"
#include "server/api/url.hpp"
#include "server/wire/append.hpp"
#include "server/wire/frames.hpp"

#include <sodium.h>

#include <algorithm>

namespace menagerie::api {
namespace {

constexpr std::uint64_t kRowsLookedAtMax = 20'000;  // in one go
constexpr std::size_t kPieceBytes = 128 * 1024;
constexpr std::uint64_t kBriefLines = 1000;  // more lines at once are a costly read
constexpr std::string_view kImmutable = "public, max-age=31536000, immutable";

/// What a listing is asked.
struct Query {
  Filters filters;
  Cursor after;                        ///< oldest first: what stands before it is left out
  std::uint64_t before = 0;            ///< newest first: rows from this one on are left out
  std::optional<std::uint64_t> limit;  ///< lines; nothing: all of them
  Form form = Form::json;
};

/// The log rows of a range, some at a time, in the listing's order.
class Walk {
 public:
  Walk(const museum::Machine& machine, const Listing& listing, const Query& query, RowRange range)
      : machine_(machine.row.machine), listing_(listing), box_(query.filters.box), range_(std::move(range)) {
    if (query.limit) rows_at_once_ = std::min<std::uint64_t>(rows_at_once_, *query.limit + 1);
    if (listing_.newest_first) {
      at_ = std::min(range_.high + 1, query.before);
      ended_ = at_ <= range_.low;
    } else {
      const Cursor after = query.after;
      const bool whole = after.ordinal == Cursor::kWholeRow || after.seq == 0;
      at_ = std::max(range_.low - 1, whole ? after.seq : after.seq - 1);
      ended_ = at_ >= range_.high;
    }
  }

  /// Calls `each` with the next rows; returns how many were looked at. To be called until ended().
  template <typename Each>
  std::uint64_t next(store::Store& store, Each each) {
    if (range_.picked) return next_picked(store, each);
    if (box_) return next_of_box(store, each);
    return listing_.newest_first ? next_down(store, each) : next_up(store, rows_at_once_, each);
  }
  bool ended() const { return ended_; }
  std::uint64_t at() const { return at_; }

 private:
  template <typename Each>
  std::uint64_t next_up(store::Store& store, std::uint64_t most, Each each) {
    const std::uint64_t asked = std::min(most, range_.high - at_), before = at_;
    store.each_after(machine_, at_, asked, listing_.part, [&](const store::LogRow& row) {
      at_ = row.seq;
      if (row.seq <= range_.high) each(row);
    });
    ended_ = at_ >= range_.high || at_ == before;
    return asked;
  }

  template <typename Each>
  std::uint64_t next_down(store::Store& store, Each each) {
    const std::uint64_t asked = std::min(rows_at_once_, at_ - range_.low);
    const auto rows = store.episodes_before(machine_, at_, asked);
    for (const store::LogRow& row : rows) {
      if (row.seq >= range_.low) each(row);
    }
    if (!rows.empty()) at_ = rows.back().seq;
    ended_ = rows.size() < asked || at_ <= range_.low;
    return asked;
  }

  /// Where the store knows the rows beforehand: some of those that are left.
  template <typename Each>
  std::uint64_t next_picked(store::Store& store, Each each) {
    const std::vector<std::uint64_t>& picked = *range_.picked;
    const std::size_t most = rows_at_once_;
    const auto one = [&](std::uint64_t seq) {
      store.each_after(machine_, seq - 1, 1, listing_.part, each);
      at_ = seq;
    };
    std::uint64_t looked_at = 0;
    if (listing_.newest_first) {
      auto behind = std::ranges::lower_bound(picked, at_);
      for (; behind != picked.begin() && looked_at < most; ++looked_at) one(*--behind);
      ended_ = behind == picked.begin();
    } else {
      auto next = std::ranges::upper_bound(picked, at_);
      for (; next != picked.end() && looked_at < most; ++looked_at) one(*next++);
      ended_ = next == picked.end();
    }
    return looked_at;
  }

  /// From one row that changed the box to the next; a run of rows is read as one where most of them did.
  template <typename Each>
  std::uint64_t next_of_box(store::Store& store, Each each) {
    auto seqs = store.changes_of_box(machine_, *box_, at_, rows_at_once_);
    const bool last = seqs.size() < rows_at_once_;
    while (!seqs.empty() && seqs.back() > range_.high) seqs.pop_back();
    const std::uint64_t looked_at = seqs.size() + 1;
    const std::uint64_t span = seqs.empty() ? 0 : seqs.back() - seqs.front() + 1;
    if (span > 0 && span <= seqs.size() * kWorthARun) {
      at_ = seqs.front() - 1;
      const std::uint64_t end = seqs.back();
      while (at_ < end && !ended_) next_up(store, end - at_, each);
    } else {
      for (const std::uint64_t seq : seqs) {
        store.each_after(machine_, seq - 1, 1, listing_.part, each);
        at_ = seq;
      }
    }
    ended_ = last || looked_at <= rows_at_once_ || at_ >= range_.high;
    return looked_at;
  }

  static constexpr std::uint64_t kWorthARun = 6;  // rows read in a run for one that is looked up

  std::int64_t machine_;
  const Listing& listing_;
  std::optional<std::uint32_t> box_;
  RowRange range_;
  std::uint64_t rows_at_once_ = 400;
  std::uint64_t at_ = 0;  ///< the last row that was looked at
  bool ended_ = false;
};

/// All lines, some tens of KiB a piece.
class ListingSource : public Source {
 public:
  ListingSource(const museum::Machine& machine, const Listing& listing, Query query, RowRange range)
      : listing_(listing),
        query_(std::move(query)),
        walk_(machine, listing, query_, std::move(range)),
        writer_(listing.writer(machine, query_.form, query_.filters)) {}

  bool next(store::Store& store, std::string& out) override {
    if (!begun_ && query_.form == Form::csv) out.append(listing_.columns).append("\r\n");
    begun_ = true;
    const std::size_t full = out.size() + kPieceBytes;
    const auto write = [&](const store::LogRow& row) {
      if (query_.filters.takes(row))
        writer_->append(row, query_.after.lines_of(row.seq), Cursor::kWholeRow, out);
    };
    for (std::uint64_t seen = 0; seen < kRowsLookedAtMax && out.size() < full && !walk_.ended();)
      seen += walk_.next(store, write);
    return !walk_.ended();
  }

 private:
  const Listing& listing_;
  Query query_;
  Walk walk_;
  std::unique_ptr<RowWriter> writer_;
  bool begun_ = false;
};

/// Another source's bytes as the line that sha256sum prints.
class HashSource : public Source {
 public:
  HashSource(std::unique_ptr<Source> source, std::string name)
      : source_(std::move(source)), name_(std::move(name)) {
    crypto_hash_sha256_init(&hash_);
  }

  bool next(store::Store& store, std::string& out) override {
    piece_.clear();
    const bool more = source_->next(store, piece_);
    crypto_hash_sha256_update(&hash_, reinterpret_cast<const unsigned char*>(piece_.data()), piece_.size());
    if (more) return true;
    std::array<unsigned char, crypto_hash_sha256_BYTES> bytes{};
    crypto_hash_sha256_final(&hash_, bytes.data());
    std::array<char, 2 * crypto_hash_sha256_BYTES + 1> hex{};
    sodium_bin2hex(hex.data(), hex.size(), bytes.data(), bytes.size());
    out.append(hex.data()).append(rest());
    return false;
  }
  std::uint64_t length() const { return 2 * crypto_hash_sha256_BYTES + rest().size(); }

 private:
  std::string rest() const { return "  " + name_ + "\n"; }

  std::unique_ptr<Source> source_;
  std::string name_;
  crypto_hash_sha256_state hash_{};
  std::string piece_;
};

/// Some lines, and where they go on: `next` is set where there are more.
struct Page {
  std::string text;
  std::optional<Cursor> next;
};

Page read_page(store::Store& store, const museum::Machine& machine, const Listing& listing,
               const Query& query, RowRange range) {
  const auto writer = listing.writer(machine, query.form, query.filters);
  Walk walk(machine, listing, query, std::move(range));
  Page page;
  if (query.form == Form::csv) page.text.append(listing.columns).append("\r\n");
  Cursor last = query.after;
  std::uint64_t room = query.limit.value_or(listing.page), seen = 0;
  const auto write = [&](const store::LogRow& row) {
    if (page.next || !query.filters.takes(row)) return;
    const auto written = writer->append(row, query.after.lines_of(row.seq), room, page.text);
    room -= written.lines;
    if (written.lines > 0) last = {row.seq, written.ordinal};
    if (written.more) page.next = last;
  };
  while (!walk.ended() && !page.next) {
    seen += walk.next(store, write);
    // Rows without a line make no page full: stop after some, and go on from there.
    if (seen >= kRowsLookedAtMax && !walk.ended() && !page.next)
      page.next = Cursor{walk.at(), Cursor::kWholeRow};
  }
  return page;
}

/// NDJSON lines as the elements of a JSON array.
std::string joined(std::string lines) {
  if (!lines.empty()) lines.pop_back();
  std::ranges::replace(lines, '\n', ',');
  return lines;
}

/// The same question from `cursor` on.
std::string next_link(const museum::Machine& machine, const Listing& listing, const Query& query,
                      const Request& request, Cursor cursor) {
  const std::string_view name = listing.newest_first ? "before" : "after";
  std::string link = request.base + "/api/v1/machines/" + percent_encoded(machine.row.name) + "/";
  link.append(listing.name).append(kFormSuffixes[static_cast<std::size_t>(query.form)]);
  link.append("?").append(name).append("=").append(cursor.text());
  link.append("&limit=").append(std::to_string(query.limit.value_or(listing.page)));
  for (const auto& [other, value] : request.query) {
    if (other == name || other == "limit") continue;
    link.append("&").append(percent_encoded(other)).append("=").append(percent_encoded(value));
  }
  return link;
}

Response page_response(const museum::Machine& machine, const Listing& listing, const Query& query,
                       const Request& request, Page page) {
  const std::string next = page.next ? next_link(machine, listing, query, request, *page.next) : "";
  Response response;
  if (!next.empty()) response.headers.emplace_back("Link", "<" + next + ">; rel=\"next\"");
  if (query.form == Form::json) {
    std::string text = R"({"machine":)" + wire::quoted(machine.row.name) + ",\"";
    text.append(listing.member).append("\":[").append(joined(std::move(page.text)));
    text.append(R"(],"next":)").append(next.empty() ? "null" : wire::quoted(next)).append("}");
    page.text = std::move(text);
  }
  response.body = std::make_shared<const std::string>(std::move(page.text));
  return response;
}

std::string file_name(const museum::Machine& machine, const Listing& listing, Form form) {
  return machine.row.name + "-" + std::string(listing.name) +
         std::string(kFormSuffixes[static_cast<std::size_t>(form)]);
}

/// The tag of a closed range: from what was asked and the log row that closes it. Whatever was learned
/// before that row stands in the same log for good, so the row's id and time stand for all of it; and a
/// house that was restored from a backup and taught something else has another row there.
std::string closed_etag(store::Store& store, const museum::Machine& machine, const Listing& listing,
                        const Query& query, const Request& request, bool hash) {
  const auto rows = store.log_after(machine.row.machine, query.filters.to - 1, 1);
  if (rows.empty()) return {};
  std::string key = "1\n";  // of this way of writing rows: another one needs another number
  wire::append_all(key, machine.row.name, "\n", machine.row.created_ms, "\n", listing.name, "\n",
                   hash ? "hash" : "", "\n", static_cast<int>(query.form), "\n", rows.front().time_ms, "\n",
                   rows.front().id.text());
  if (!request.base.empty()) wire::append_all(key, "\n", request.base);  // it is in the links
  for (const auto& [name, value] : request.query)
    wire::append_all(key, "\n", percent_encoded(name), "=", percent_encoded(value));
  return etag_of(key);
}

/// Reads the cursor; refuses the call and returns false where it is none.
bool read_cursor(const Call& call, const Listing& listing, Query& query) {
  if (listing.newest_first) {
    const std::uint64_t newest = call.state->seq;
    const auto before = seq_in_query(call, "before", newest + 1, 1);
    query.before = before.value_or(0);
    return before.has_value();
  }
  const std::string* text = call.query("after");
  if (!text) return true;
  const std::optional<Cursor> cursor = Cursor::parse(*text);
  if (!cursor) {
    call.refuse(400, "bad-cursor", "Bad cursor",
                "\"after\" is \"" + *text +
                    "\"; it must be SEQ or SEQ:ORDINAL, such as 102 or 102:3, as \"next\" gives it");
    return false;
  }
  if (cursor->seq > call.state->seq) {
    refuse_beyond_the_end(call, "after", *text);
    return false;
  }
  query.after = *cursor;
  return true;
}

/// Reads the query's parameters; refuses the call and returns nothing where they are wrong.
std::optional<Query> read_query(const Call& call, const Listing& listing, Form form) {
  const auto filters = read_filters(call, listing.parameters);
  if (!filters) return std::nullopt;
  Query query;
  query.filters = *filters;
  query.form = form;
  if (!read_cursor(call, listing, query)) return std::nullopt;
  if (call.query("limit") || form == Form::json) {
    query.limit = number_in_query(call, "limit", 1, listing.page_max, listing.page);
    if (!query.limit) return std::nullopt;
  }
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
  const museum::Machine* machine;
  const Listing* listing;
  Query query;
  bool hash = false;
  KnownLengths* lengths = nullptr;  ///< null: nobody asks for parts
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
  auto line = std::make_unique<HashSource>(std::move(response.source), name);
  response.length = line->length();
  response.source = std::move(line);
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
    Page page = read_page(store, *machine, *listing, query, std::move(range));
    response = page_response(*machine, *listing, query, request, std::move(page));
  } else {
    offer_parts(response, question, range, etag);
    add_source(response, question, std::move(range));
  }
  response.type = kFormTypes[static_cast<std::size_t>(query.form)];
  if (hash) response.type = "text/plain";
  if (hash || query.form == Form::csv) response.type += "; charset=utf-8";
  response.etag = fresh.value_or(etag);
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

Response listing_now(store::Store& store, Call call, const Listing& listing, Form form) {
  Response refusal;
  call.respond = [&](Response response) { refusal = std::move(response); };
  const auto query = read_query(call, listing, form);
  if (!query) return refusal;
  return answer(store, call.request, {call.machine, &listing, *query});
}

void answer_listing(Context& context, Call call, const Listing& listing, Form form) {
  const museum::Machine& machine = *call.machine;
  if (const auto query = read_query(call, listing, form))
    answer_question(context, std::move(call), {&machine, &listing, *query, false, &context.lengths});
}

void answer_listing_as_accepted(Context& context, Call call, const Listing& listing) {
  const std::string& accept = call.request.accept;
  const int wanted = preferred_type(accept, kFormTypes);
  if (wanted < 0) {
    return call.refuse(406, "not-acceptable", "Not acceptable",
                       "this comes as text/csv, application/x-ndjson or application/json");
  }
  const Form form = accept.empty() || accept == "*/*" ? Form::json : static_cast<Form>(wanted);
  call.respond = [respond = std::move(call.respond)](Response response) {
    response.headers.emplace_back("Vary", "Accept");
    respond(std::move(response));
  };
  answer_listing(context, std::move(call), listing, form);
}

void answer_listing_hash(Context& context, Call call, const Listing& listing) {
  const std::string* format = call.query("format");
  const Form form = format && *format == "ndjson" ? Form::ndjson : Form::csv;
  if (format && *format != kFormSuffixes[static_cast<std::size_t>(form)].substr(1)) {
    return call.refuse(400, "bad-format", "Bad format",
                       "\"format\" is \"" + *format + "\"; it must be csv or ndjson");
  }
  if (!call.query("to")) {
    return call.refuse(
        400, "bad-to", "Bad to",
        "a hash is of a closed range: give \"to\", the number of its last log row; the log of " +
            call.machine->row.title + " ends with seq " + std::to_string(call.state->seq));
  }
  const museum::Machine& machine = *call.machine;
  if (const auto query = read_query(call, listing, form))
    answer_question(context, std::move(call), {&machine, &listing, *query, true});
}

}  // namespace menagerie::api
