// machines/{machine}/log: every log row, one a line; machines/{machine}/episodes: what was played.
#include "server/api/listing.hpp"
#include "server/core/playthrough.hpp"
#include "server/store/act_text.hpp"

#include "server/wire/append.hpp"
#include "server/wire/frames.hpp"
#include "server/wire/time_text.hpp"

namespace menagerie::api {
namespace {

using wire::append_all;
using wire::append_quoted;

std::string_view seat_of(const store::LogRow& row) { return row.seat == Player::first ? "first" : "second"; }

/// Move names with spaces between, as a JSON array.
void append_moves(std::string& out, std::string_view moves) {
  out += '[';
  core::each_move(moves, [&](std::string_view move) {
    wire::append_comma(out);
    append_quoted(out, move);
    return true;
  });
  out += ']';
}

/// Writes each row as one line.
class LineWriter : public RowWriter {
 public:
  using Write = std::function<void(const store::LogRow& row, std::string& out)>;
  explicit LineWriter(Write write) : write_(std::move(write)) {}

  Written append(const store::LogRow& row, std::uint64_t skipped, std::uint64_t room,
                 std::string& out) override {
    if (skipped > 0) return {};
    if (room == 0) return {.more = true};
    write_(row, out);
    return {.lines = 1};
  }

 private:
  Write write_;
};

/// `machine`: its name, as a field.
void append_log_csv(const std::string& machine, const store::LogRow& row, std::string& out) {
  append_all(out, machine, ",", row.seq, ",", wire::time_text(row.time_ms), ",", row.era, ",",
             store::to_text(row.kind));
  if (row.kind == store::Kind::episode) {
    append_all(out, ",", row.id.text(), ",", row.visit.text(), ",", wire::time_text(row.started_ms), ",",
               seat_of(row), ",", row.opponent, ",", to_text(store::result_of(row)), ",", to_text(row.reason),
               ",", row.moves, ",", row.changes.size(), ",\r\n");
  } else {
    append_all(out, ",,,,,,,,,", row.changes.size(), ",", csv_field(store::act_text(*row.act)), "\r\n");
  }
}

/// `machine`: its name, in quotes.
void append_log_json(const std::string& machine, const store::LogRow& row, std::string& out) {
  append_all(out, R"({"machine":)", machine, R"(,"seq":)", row.seq, R"(,"time":")",
             wire::time_text(row.time_ms), R"(","era":)", row.era, R"(,"kind":")", store::to_text(row.kind));
  if (row.kind == store::Kind::episode) {
    append_all(out, R"(","episode":")", row.id.text(), R"(","visit":")", row.visit.text(), R"(","started":")",
               wire::time_text(row.started_ms), R"(","seat":")", seat_of(row), R"(","opponent":")",
               row.opponent, R"(","outcome":")", to_text(store::result_of(row)), R"(","reason":")",
               to_text(row.reason), R"(","moves":)");
    append_moves(out, row.moves);
  } else {
    out += R"(","episode":null,"visit":null,"started":null,"seat":null,"opponent":null,"outcome":null,)"
           R"("reason":null,"moves":null)";
  }
  append_all(out, R"(,"change_count":)", row.changes.size(), R"(,"detail":)",
             row.act ? store::act_text(*row.act) : "null", "}\n");
}

void append_episode_csv(const std::string& machine, const store::LogRow& row, std::string& out) {
  append_all(out, machine, ",", row.seq, ",", row.id.text(), ",", row.era, ",", wire::time_text(row.time_ms),
             ",", wire::time_text(row.started_ms), ",", row.visit.text(), ",", seat_of(row), ",",
             row.opponent, ",", to_text(store::result_of(row)), ",", to_text(row.reason), ",", row.moves, ",",
             row.changes.size(), "\r\n");
}

/// `{"number":9,"box":"b.b/bw./..w b","bead":1,"move":"c3-c2"`
void append_bead(std::string& out, const BoxSet& boxes, std::uint32_t box, std::uint16_t bead) {
  const Box& it = boxes.boxes()[box];
  wire::append_comma(out);
  append_all(out, R"({"number":)", box + 1, R"(,"box":)");
  append_quoted(out, it.text);
  append_all(out, R"(,"bead":)", bead, R"(,"move":)");
  append_quoted(out, it.beads[bead].move);
}

std::unique_ptr<RowWriter> write_log(const core::Machine& machine, Form form, const Filters&) {
  const bool is_csv = form == Form::csv;
  const auto append_line = is_csv ? append_log_csv : append_log_json;
  return std::make_unique<LineWriter>(
      [append_line, name = is_csv ? csv_field(machine.row.name) : wire::quoted(machine.row.name)](
          const store::LogRow& row, std::string& out) { append_line(name, row, out); });
}

std::unique_ptr<RowWriter> write_episodes(const core::Machine& machine, Form form, const Filters&) {
  if (form == Form::csv)
    return std::make_unique<LineWriter>(
        [name = csv_field(machine.row.name)](const store::LogRow& row, std::string& out) {
          append_episode_csv(name, row, out);
        });
  return std::make_unique<LineWriter>([&machine](const store::LogRow& row, std::string& out) {
    write_episode(machine, row, out);
    out += '\n';
  });
}

constexpr std::string_view kLogParameters[] = {"from",  "to",    "era",     "kind",  "episode", "visit",
                                               "since", "until", "outcome", "after", "limit"};
constexpr Listing kLog{
    .name = "log",
    .member = "rows",
    .columns =
        "machine,seq,time,era,kind,episode,visit,started,seat,opponent,outcome,reason,moves,"
        "change_count,detail",
    .parameters = kLogParameters,
    .writer = write_log};

constexpr std::string_view kEpisodeParameters[] = {"from",  "to",      "era",    "visit", "since",
                                                   "until", "outcome", "before", "limit"};
constexpr Listing kEpisodes{
    .name = "episodes",
    .member = "episodes",
    .columns = "machine,seq,id,era,time,started,visit,seat,opponent,outcome,reason,moves,change_count",
    .newest_first = true,
    .page = 20,
    .parameters = kEpisodeParameters,
    .writer = write_episodes};

}  // namespace

const Listing& log_listing() { return kLog; }
const Listing& episodes_listing() { return kEpisodes; }

void write_episode(const core::Machine& machine, const store::LogRow& row, std::string& out) {
  const BoxSet& boxes = machine.boxes;
  core::check_beads(machine, row, boxes.boxes().size());
  append_all(out, R"({"machine":)", wire::quoted(machine.row.name), R"(,"seq":)", row.seq, R"(,"id":")",
             row.id.text(), R"(","era":)", row.era, R"(,"time":")", wire::time_text(row.time_ms),
             R"(","started":")", wire::time_text(row.started_ms), R"(","visit":")", row.visit.text(),
             R"(","seat":")", seat_of(row), R"(","opponent":")", row.opponent, R"(","outcome":")",
             to_text(store::result_of(row)), R"(","reason":")", to_text(row.reason), R"(","moves":)");
  append_moves(out, row.moves);
  append_all(out, R"(,"change_count":)", row.changes.size(), R"(,"trace":[)");
  for (const Draw& draw : row.trace) {
    append_bead(out, boxes, draw.box, draw.bead);
    append_all(out, R"(,"ply":)", draw.ply, "}");
  }
  out += R"(],"changes":[)";
  for (const BeadChange& change : row.changes) {
    append_bead(out, boxes, change.box, change.bead);
    append_all(out, R"(,"before":)", change.before, R"(,"after":)", change.after, R"(,"reason":")",
               row.reason_of(change), "\"}");
  }
  out += "]}";
}

}  // namespace menagerie::api
