// machines/{machine}/film: its life in pieces, each with the beads as they lay before it and every change.
#include "server/api/film.hpp"

#include "server/api/content.hpp"
#include "server/api/film_writer.hpp"
#include "server/api/filters.hpp"
#include "server/wire/append.hpp"

#include <array>
#include <utility>

namespace menagerie::api {
namespace {

constexpr std::size_t kFilmPieceBytes = 64 * 1024;  // holds the 4,096 rows that a page asks for at once
constexpr std::size_t kFilmRowsAtOnce = 400;

/// What is asked for: rows `from` to `to`.
struct FilmRange {
  std::uint64_t from = 1, to = 1;
  bool closed = false;  ///< the same query has the same rows for ever
};

class FilmSource : public Source {
 public:
  FilmSource(const core::Machine& machine, FilmRange range)
      : machine_(machine.row.machine), range_(range), writer_(machine, range.from, range.to) {}

  bool next(store::Store& store, std::string& out) override {
    if (!std::exchange(begun_, true)) writer_.begin(store, out);
    while (out.size() < kFilmPieceBytes && writer_.seq() < range_.to) {
      const std::uint64_t before = writer_.seq();
      const std::size_t rows = std::min<std::uint64_t>(kFilmRowsAtOnce, range_.to - before);
      store.look_at_stop();
      store.each_after(machine_, before, rows, store::RowPart::whole,
                       [&](const store::LogRow& row) { writer_.add(row, out); });
      if (writer_.seq() == before) throw store::missing({machine_, before + 1});
    }
    return writer_.seq() < range_.to;
  }

 private:
  std::int64_t machine_;
  FilmRange range_;
  FilmWriter writer_;
  bool begun_ = false;
};

/// The row that closes the range stands for all before it, as in a closed range of any list.
std::string film_tag(store::Store& store, const core::Machine& machine, const FilmRange& range) {
  const auto last = store.row_at(machine.row.machine, range.to);
  if (!last) return {};
  std::string key = "film 1\n";
  wire::append_all(key, machine.row.name, "\n", machine.row.created_ms, "\n", range.from, "\n", range.to,
                   "\n", last->time_ms, "\n", last->id.text());
  return etag_of(key);
}

/// The range that the query names.
FilmRange read_film_range(const Call& call) {
  static constexpr std::array<std::string_view, 3> kFilmParameters = {"from", "limit", "to"};
  read_names(call, kFilmParameters);
  const std::uint64_t from = seq_in_query(call, "from", 1);
  const std::uint64_t limit = number_in_query(call, "limit", 1, kFilmRowsMax, kFilmRowsMax);
  const std::uint64_t to = seq_in_query(call, "to", std::min(call.state().seq, from + limit - 1));
  if (from <= to && to - from < limit)
    return {from, to, call.query("to") != nullptr || to - from + 1 == limit};
  throw BadRequest(400, "bad-to", "Bad to",
                   "\"from\" is " + std::to_string(from) + " and \"to\" is " + std::to_string(to) +
                       "; a piece of the film goes upwards, and has " + std::to_string(limit) +
                       " log rows at most");
}

Response film_response(store::Store& store, const core::Machine& machine, FilmRange range,
                       ContentLengths& lengths) {
  Response response;
  response.type = kFilmType;
  response.etag = film_tag(store, machine, range);
  response.source = std::make_unique<FilmSource>(machine, range);
  response.lane = Lane::brief;
  if (range.closed) response.headers.emplace_back("Cache-Control", kImmutable);
  if (response.etag.empty()) return response;
  response.ranges = true;
  response.length = lengths.find(response.etag);
  response.again = [&machine, range] { return std::make_unique<FilmSource>(machine, range); };
  response.measured = [&lengths, tag = response.etag](std::uint64_t length) { lengths.put(tag, length); };
  return response;
}

}  // namespace

void show_film(Context& context, Call call) {
  call.require_taken(kFilmType,
                     "a film comes as " + std::string(kFilmType) + ", which schema/README.md describes");
  const FilmRange range = read_film_range(call);
  answer_from_log(
      context, std::move(call),
      [machine = call.view->machine, range, &lengths = context.lengths](store::Store& store, const Request&) {
        return film_response(store, *machine, range, lengths);
      });
}

void write_film(store::Store& store, const core::Machine& machine, std::uint64_t from, std::uint64_t to,
                const std::function<void(std::string_view)>& write) {
  FilmSource source(machine, {from, to, true});
  each_piece(source, store, write);
}

}  // namespace menagerie::api
