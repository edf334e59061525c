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

constexpr std::size_t kFilmPieceBytes = 16 * 1024;
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
      if (writer_.seq() == before)
        throw store::damaged("log of machine " + std::to_string(machine_) + ": row " +
                             std::to_string(before + 1) + " is missing");
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
  const auto rows = store.log_after(machine.row.machine, range.to - 1, 1);
  if (rows.empty()) return {};
  std::string key = "film 1\n";
  wire::append_all(key, machine.row.name, "\n", machine.row.created_ms, "\n", range.from, "\n", range.to,
                   "\n", rows.front().time_ms, "\n", rows.front().id.text());
  return etag_of(key);
}

/// The range that the query names; refuses the call where there is none.
std::optional<FilmRange> read_film_range(const Call& call) {
  static constexpr std::array<std::string_view, 3> kFilmParameters = {"from", "limit", "to"};
  if (!read_names(call, kFilmParameters)) return std::nullopt;
  const std::uint64_t newest = call.state().seq;
  const auto from = seq_in_query(call, "from", 1);
  if (!from) return std::nullopt;
  const auto limit = number_in_query(call, "limit", 1, kFilmRowsMax, kFilmRowsMax);
  if (!limit) return std::nullopt;
  const auto to = seq_in_query(call, "to", std::min(newest, *from + *limit - 1));
  if (!to) return std::nullopt;
  if (*from <= *to && *to - *from < *limit)
    return FilmRange{*from, *to, call.query("to") != nullptr || *to - *from + 1 == *limit};
  call.refuse(400, "bad-to", "Bad to",
              "\"from\" is " + std::to_string(*from) + " and \"to\" is " + std::to_string(*to) +
                  "; a piece of the film goes upwards, and has " + std::to_string(*limit) +
                  " log rows at most");
  return std::nullopt;
}

Response film_response(store::Store& store, const core::Machine& machine, FilmRange range,
                       ContentLengths& lengths) {
  Response response;
  response.type = kFilmType;
  response.etag = film_tag(store, machine, range);
  response.source = std::make_unique<FilmSource>(machine, range);
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
  if (preferred_type(call.request.accept, std::span(&kFilmType, 1)) < 0) {
    return call.refuse(406, "not-acceptable", "Not acceptable",
                       "a film comes as " + std::string(kFilmType) + ", which schema/README.md describes");
  }
  const auto range = read_film_range(call);
  if (!range) return;
  answer_from_log(
      context, std::move(call),
      [machine = call.view->machine, range = *range, &lengths = context.lengths](
          store::Store& store, const Request&) { return film_response(store, *machine, range, lengths); });
}

void write_film(store::Store& store, const core::Machine& machine, std::uint64_t from, std::uint64_t to,
                const std::function<void(std::string_view)>& write) {
  FilmSource source(machine, {from, to, true});
  std::string piece;
  for (bool more = true; more;) {
    piece.clear();
    more = source.next(store, piece);
    write(piece);
  }
}

}  // namespace menagerie::api
