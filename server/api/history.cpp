#include "server/api/history.hpp"

#include "server/api/content.hpp"
#include "server/api/routes.hpp"
#include "server/api/url.hpp"
#include "server/wire/append.hpp"
#include "server/wire/frames.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace menagerie::api {
namespace {

using wire::append_all;

constexpr std::size_t kRowsAtOnce = 400;
constexpr std::uint64_t kRowsLookedAtMax = 20'000;  // in one go
constexpr std::size_t kPieceBytes = 128 * 1024;
constexpr std::uint64_t kPage = 1000, kPageMax = 10000;
constexpr std::array<std::string_view, 3> kTypes = {"text/csv", "application/x-ndjson", "application/json"};

std::optional<std::uint64_t> parse_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || at != text.data() + text.size()) return std::nullopt;
  return number;
}

/// The log row before the first one that can hold a change behind the cursor.
std::uint64_t row_before(Cursor after) {
  return after.ordinal == Cursor::kWholeRow || after.seq == 0 ? after.seq : after.seq - 1;
}

}  // namespace

std::string Cursor::text() const {
  std::string text = std::to_string(seq);
  if (ordinal != kWholeRow) text += ':' + std::to_string(ordinal);
  return text;
}

std::optional<Cursor> Cursor::parse(std::string_view text) {
  const std::size_t colon = text.find(':');
  const auto seq = parse_number(text.substr(0, colon));
  if (!seq || *seq > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    return std::nullopt;
  if (colon == std::string_view::npos) return Cursor{*seq, kWholeRow};
  const auto ordinal = parse_number(text.substr(colon + 1));
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

HistoryWriter::HistoryWriter(const museum::Machine& machine, HistoryFormat format)
    : machine_(&machine), format_(format) {
  for (const Box& box : machine.boxes.boxes()) {
    beads_.resize(box.first_bead + box.beads.size());
    for (std::size_t i = 0; i < box.beads.size(); ++i) {
      std::string& text = beads_[box.first_bead + i].turn_box_move;
      if (format == HistoryFormat::csv) {
        append_all(text, ",", box.turn, ",", csv_field(box.text), ",", csv_field(box.beads[i].move), ",");
      } else {
        append_all(text, R"(,"turn":)", box.turn, R"(,"box":)", wire::quoted(box.text), R"(,"move":)",
                   wire::quoted(box.beads[i].move), R"(,"before":)");
      }
    }
  }
}

std::string_view HistoryWriter::head(HistoryFormat format) {
  return format == HistoryFormat::csv ? "seq,time,era,episode,turn,box,move,before,after,reason\r\n" : "";
}

std::uint64_t HistoryWriter::append(const store::LogRow& row, Cursor after, std::uint64_t room,
                                    std::string& out) const {
  const bool is_csv = format_ == HistoryFormat::csv;
  std::string before;  // what all changes of the row have in common
  const std::string id = row.kind == store::Kind::episode ? row.id.text() : std::string();
  if (is_csv) {
    append_all(before, row.seq, ",", wire::time_text(row.time_ms), ",", row.era, ",", id);
  } else {
    append_all(before, R"({"seq":)", row.seq, R"(,"time":")", wire::time_text(row.time_ms), R"(","era":)",
               row.era, R"(,"episode":)", id.empty() ? "null" : wire::quoted(id));
  }
  std::uint64_t written = 0, ordinal = 0;
  for (const BeadChange& change : row.changes) {
    if (!after.is_before(row.seq, ++ordinal)) continue;
    if (written == room) break;
    const std::uint32_t bead = machine_->boxes.boxes()[change.box].first_bead + change.bead;
    append_all(out, before, beads_[bead].turn_box_move, change.before, is_csv ? "," : R"(,"after":)",
               change.after, is_csv ? "," : R"(,"reason":")", row.reason_of(change),
               is_csv ? "\r\n" : "\"}\n");
    ++written;
  }
  return written;
}

namespace {

class HistorySource : public Source {
 public:
  HistorySource(const museum::Machine& machine, HistoryFormat format, HistoryQuery query)
      : machine_(machine),
        writer_(machine, format),
        format_(format),
        query_(query),
        read_(row_before(query.after)) {}

  bool next(store::Store& store, std::string& out) override {
    if (!begun_) out += HistoryWriter::head(format_);
    begun_ = true;
    const std::size_t full = out.size() + kPieceBytes;
    const std::uint64_t far = read_ + kRowsLookedAtMax;
    while (read_ < query_.last && read_ < far && out.size() < full) {
      const auto rows = store.log_after(machine_.row.machine, read_, kRowsAtOnce);
      if (rows.empty()) return false;
      for (const store::LogRow& row : rows) {
        if (row.seq > query_.last) return false;
        writer_.append(row, query_.after, Cursor::kWholeRow, out);
      }
      read_ = rows.back().seq;
    }
    return read_ < query_.last;
  }

 private:
  const museum::Machine& machine_;  // stays as long as the house is open
  HistoryWriter writer_;
  HistoryFormat format_;
  HistoryQuery query_;
  std::uint64_t read_;  ///< the last log row that was looked at
  bool begun_ = false;
};

/// Some changes, and where they go on: `next` is set where there are more.
struct Page {
  std::string text;
  std::optional<Cursor> next;
};

Page read_page(store::Store& store, const museum::Machine& machine, HistoryFormat format,
               const HistoryQuery& query) {
  const HistoryWriter writer(machine, format);
  Page page;
  page.text = HistoryWriter::head(format);
  Cursor after = query.after;
  std::uint64_t room = query.limit.value_or(kPage);
  for (std::uint64_t read = row_before(after); read < query.last;) {
    // Rows without a change make no page full: stop after some, and go on from there.
    if (read >= row_before(query.after) + kRowsLookedAtMax) {
      page.next = Cursor{read, Cursor::kWholeRow};
      return page;
    }
    const auto rows = store.log_after(machine.row.machine, read, kRowsAtOnce);
    if (rows.empty()) return page;
    for (const store::LogRow& row : rows) {
      if (row.seq > query.last) return page;
      const std::uint64_t skipped =
          row.seq == after.seq ? std::min<std::uint64_t>(after.ordinal, row.changes.size()) : 0;
      if (room == 0 && row.changes.size() > skipped) {
        page.next = after;
        return page;
      }
      const std::uint64_t written = writer.append(row, after, room, page.text);
      room -= written;
      if (written > 0) after = {row.seq, skipped + written};
      if (skipped + written < row.changes.size()) {
        page.next = after;
        return page;
      }
    }
    read = rows.back().seq;
  }
  return page;
}

/// NDJSON lines as the elements of a JSON array.
std::string joined(std::string lines) {
  if (!lines.empty()) lines.pop_back();
  std::ranges::replace(lines, '\n', ',');
  return lines;
}

std::string next_link(const museum::Machine& machine, std::string_view suffix, const Request& request,
                      Cursor after, std::uint64_t limit) {
  std::string link = "/api/v1/machines/" + percent_encoded(machine.row.name) + "/history" +
                     std::string(suffix) + "?after=" + after.text() + "&limit=" + std::to_string(limit);
  const auto to = request.query.find("to");
  if (to != request.query.end()) link += "&to=" + percent_encoded(to->second);
  return link;
}

Response page_response(const museum::Machine& machine, HistoryFormat format, const Request& request,
                       Page page, std::uint64_t limit) {
  static constexpr std::array<std::string_view, 3> kSuffixes = {".csv", ".ndjson", ".json"};
  const std::string_view suffix = kSuffixes[static_cast<std::size_t>(format)];
  const std::string next = page.next ? next_link(machine, suffix, request, *page.next, limit) : "";
  Response response;
  response.type = kTypes[static_cast<std::size_t>(format)];
  if (format == HistoryFormat::csv) response.type += "; charset=utf-8";
  if (!next.empty()) response.headers.emplace_back("Link", "<" + next + ">; rel=\"next\"");
  if (format == HistoryFormat::json) {
    std::string text = R"({"machine":)" + wire::quoted(machine.row.name) + R"(,"changes":[)";
    text +=
        joined(std::move(page.text)) + R"(],"next":)" + (next.empty() ? "null" : wire::quoted(next)) + "}";
    page.text = std::move(text);
  }
  response.body = std::make_shared<const std::string>(std::move(page.text));
  return response;
}

/// Reads the query's parameters; refuses the call and returns nothing where they are wrong.
std::optional<HistoryQuery> read_query(const Call& call, HistoryFormat format) {
  const std::uint64_t newest = call.room->life().seq;
  constexpr auto kFar = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  HistoryQuery query;
  if (const std::string* text = call.query("after")) {
    const std::optional<Cursor> cursor = Cursor::parse(*text);
    if (!cursor) {
      call.refuse(400, "bad-cursor", "Bad cursor",
                  "\"after\" is \"" + *text +
                      "\"; it must be SEQ or SEQ:ORDINAL, such as 102 or 102:3, as \"next\" gives it");
      return std::nullopt;
    }
    query.after = *cursor;
  }
  const auto from = number_in_query(call, "from", 1, kFar, 1);
  if (!from) return std::nullopt;
  if (query.after.seq < *from) query.after = {*from - 1, Cursor::kWholeRow};
  const auto to = number_in_query(call, "to", 1, kFar, kFar);
  if (!to) return std::nullopt;
  query.last = std::min(*to, newest);
  if (call.query("limit") || format == HistoryFormat::json) {
    query.limit = number_in_query(call, "limit", 1, kPageMax, kPage);
    if (!query.limit) return std::nullopt;
  }
  return query;
}

void answer_history(House& house, Call call, HistoryFormat format) {
  const std::optional<HistoryQuery> query = read_query(call, format);
  if (!query) return;
  const museum::Machine& machine = call.room->machine();
  if (query->limit) {
    return answer_from_log(house, std::move(call),
                           [&machine, format, query = *query](store::Store& store, const Request& request) {
                             Page page = read_page(store, machine, format, query);
                             return page_response(machine, format, request, std::move(page), *query.limit);
                           });
  }
  Response response;
  response.type = kTypes[static_cast<std::size_t>(format)];
  if (format == HistoryFormat::csv) response.type += "; charset=utf-8";
  const std::string_view suffix = format == HistoryFormat::csv ? ".csv" : ".ndjson";
  response.headers.emplace_back("Content-Disposition", "attachment; filename=\"" + machine.row.name +
                                                           "-history" + std::string(suffix) + "\"");
  response.source = history_source(machine, format, *query);
  call.respond(std::move(response));
}

}  // namespace

std::unique_ptr<Source> history_source(const museum::Machine& machine, HistoryFormat format,
                                       HistoryQuery query) {
  return std::make_unique<HistorySource>(machine, format, query);
}

void show_history(House& house, Call call) {
  const int wanted = preferred_type(call.request.accept, kTypes);
  if (wanted < 0) {
    return call.refuse(406, "not-acceptable", "Not acceptable",
                       "the history comes as text/csv, application/x-ndjson or application/json");
  }
  const bool unsaid = call.request.accept.empty() || call.request.accept == "*/*";
  const HistoryFormat format = unsaid ? HistoryFormat::json : static_cast<HistoryFormat>(wanted);
  const Respond respond = std::move(call.respond);
  call.respond = [respond](Response response) {
    response.headers.emplace_back("Vary", "Accept");
    respond(std::move(response));
  };
  answer_history(house, std::move(call), format);
}
void show_history_csv(House& house, Call call) { answer_history(house, std::move(call), HistoryFormat::csv); }
void show_history_ndjson(House& house, Call call) {
  answer_history(house, std::move(call), HistoryFormat::ndjson);
}
void show_history_json(House& house, Call call) {
  answer_history(house, std::move(call), HistoryFormat::json);
}

}  // namespace menagerie::api
