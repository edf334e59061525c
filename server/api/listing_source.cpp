#include "server/api/listing_source.hpp"

#include "engine/check.hpp"
#include "server/api/content.hpp"
#include "server/api/sha256.hpp"
#include "server/api/url.hpp"
#include "server/wire/frames.hpp"

#include <algorithm>
#include <utility>

namespace menagerie::api {
namespace {

constexpr std::size_t kPieceBytes = 128 * 1024;

/// Another source's bytes as the line that sha256sum prints.
class HashSource : public Source {
 public:
  HashSource(std::unique_ptr<Source> source, std::string name)
      : source_(std::move(source)), name_(std::move(name)) {}

  bool next(store::Store& store, std::string& out) override {
    piece_.clear();
    const bool more = source_->next(store, piece_);
    hash_.add(piece_);
    if (more) return true;
    out.append(hash_.hex()).append(rest());
    return false;
  }
  std::uint64_t length() const { return 64 + rest().size(); }

 private:
  std::string rest() const { return "  " + name_ + "\n"; }

  std::unique_ptr<Source> source_;
  std::string name_;
  Sha256 hash_;
  std::string piece_;
};

/// The same question from `cursor` on.
std::string next_link(const core::Machine& machine, const Listing& listing, const ListQuery& query,
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

/// A page's bytes as they are made: hashed, and kept while they are few.
class PageBytes {
 public:
  explicit PageBytes(Page& page) : page_(page) {}

  void add(const std::string& bytes) {
    tag_.add(bytes);
    page_.bytes += bytes.size();
    if (page_.bytes <= kShortPageMax) {
      page_.text.append(bytes);
    } else {
      std::string().swap(page_.text);
    }
  }
  void end() { page_.etag = tag_.etag(); }

 private:
  Page& page_;
  TagHash tag_;
};

}  // namespace

LineFrame::LineFrame(const core::Machine& machine, const Listing& listing, const ListQuery& query)
    : is_array_(query.form == Form::json && query.limit.has_value()) {
  if (query.form == Form::csv) head_.append(listing.columns).append("\r\n");
  if (!is_array_) return;
  head_ = R"({"machine":)" + wire::quoted(machine.row.name) + ",\"";
  head_.append(listing.member).append("\":[");
}

/// As elements of an array, lines have commas between them.
void LineFrame::add(std::string_view lines, std::string& out) {
  if (lines.empty()) return;
  MENAGERIE_CHECK(lines.ends_with('\n'));
  if (!is_array_) {
    out.append(lines);
    return;
  }
  if (std::exchange(has_lines_, true)) out += ',';
  lines.remove_suffix(1);
  const std::size_t begin = out.size();
  out.append(lines);
  std::replace(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), '\n', ',');
}

void LineFrame::end(std::string_view next, std::string& out) const {
  if (!is_array_) return;
  out.append(R"(],"next":)").append(next.empty() ? "null" : wire::quoted(next)).append("}");
}

ListingSource::ListingSource(const core::Machine& machine, const Listing& listing, ListQuery query,
                             RowRange range, std::optional<PageEnd> end)
    : listing_(listing),
      query_(std::move(query)),
      walk_(machine, listing_, query_, std::move(range)),
      writer_(listing.writer(machine, query_.form, query_.filters)),
      frame_(machine, listing_, query_),
      end_(std::move(end)),
      lines_left_(end_ ? end_->lines : Cursor::kWholeRow) {}

bool ListingSource::next(store::Store& store, std::string& out) {
  if (!std::exchange(begun_, true)) frame_.begin(out);
  lines_.clear();
  const auto write = [&](const store::LogRow& row) {
    if (lines_left_ == 0 || !query_.filters.takes(row)) return;
    const auto written = writer_->append(row, query_.after.lines_of(row.seq), lines_left_, lines_);
    if (end_) lines_left_ -= written.lines;
  };
  std::uint64_t seen = 0;
  const auto ended = [&] { return walk_.ended() || lines_left_ == 0; };
  while (seen < kRowsLookedAtMax && lines_.size() < kPieceBytes && !ended()) {
    if (!listing_.newest_first) writer_->go_on_behind(store, walk_.at());
    seen += walk_.next(store, write);
  }
  frame_.add(lines_, out);
  if (ended() && end_) frame_.end(end_->next, out);
  return !ended();
}

Page read_page(store::Store& store, const core::Machine& machine, const Listing& listing,
               const ListQuery& query, const Request& request, RowRange range) {
  const auto writer = listing.writer(machine, query.form, query.filters);
  RowWalk walk(machine, listing, query, std::move(range));
  LineFrame frame(machine, listing, query);
  Page page;
  PageBytes bytes(page);
  std::string lines, out;
  frame.begin(out);
  Cursor last = query.after;
  std::uint64_t room = query.limit.value_or(listing.page), seen = 0;
  const auto write = [&](const store::LogRow& row) {
    if (page.next || !query.filters.takes(row)) return;
    const auto written = writer->append(row, query.after.lines_of(row.seq), room, lines);
    room -= written.lines;
    page.lines += written.lines;
    if (written.lines > 0) last = {row.seq, written.ordinal};
    if (written.more) page.next = last;
  };
  while (!walk.ended() && !page.next) {
    if (!listing.newest_first) writer->go_on_behind(store, walk.at());
    seen += walk.next(store, write);
    frame.add(lines, out);
    bytes.add(out);
    lines.clear();
    out.clear();
    // Rows without a line make no page full: stop after some, and go on from there.
    if (seen >= kRowsLookedAtMax && !walk.ended() && !page.next)
      page.next = Cursor{walk.at(), Cursor::kWholeRow};
  }
  if (page.next) page.next_link = next_link(machine, listing, query, request, *page.next);
  frame.end(page.next_link, out);
  bytes.add(out);
  bytes.end();
  return page;
}

HashLine hash_line(std::unique_ptr<Source> source, std::string name) {
  auto line = std::make_unique<HashSource>(std::move(source), std::move(name));
  const std::uint64_t length = line->length();
  return {std::move(line), length};
}

}  // namespace menagerie::api
