// machines/{machine}/log: every log row, one a line; machines/{machine}/episodes: what was played.
#include "server/api/listing.hpp"
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
  while (!moves.empty()) {
    const std::size_t end = std::min(moves.find(' '), moves.size());
    wire::append_comma(out);
    append_quoted(out, moves.substr(0, end));
    moves.remove_prefix(std::min(end + 1, moves.size()));
  }
  out += ']';
}

/// A row that is one line.
class LineWriter : public RowWriter {
 public:
  Written append(const store::LogRow& row, std::uint64_t skipped, std::uint64_t room,
                 std::string& out) final {
    if (skipped > 0) return {};
    if (room == 0) return {.more = true};
    write(row, out);
    return {.lines = 1};
  }

 protected:
  virtual void write(const store::LogRow& row, std::string& out) const = 0;
};

class LogCsvWriter : public LineWriter {
 public:
  explicit LogCsvWriter(const core::Machine& machine) : machine_(csv_field(machine.row.name)) {}

 private:
  void write(const store::LogRow& row, std::string& out) const override {
    append_all(out, machine_, ",", row.seq, ",", wire::time_text(row.time_ms), ",", row.era, ",",
               store::to_text(row.kind));
    if (row.kind == store::Kind::episode) {
      append_all(out, ",", row.id.text(), ",", row.visit.text(), ",", wire::time_text(row.started_ms), ",",
                 seat_of(row), ",", row.opponent, ",", to_text(store::result_of(row)), ",",
                 to_text(row.reason), ",", row.moves, ",", row.changes.size(), ",\r\n");
    } else {
      append_all(out, ",,,,,,,,,", row.changes.size(), ",", csv_field(store::act_text(*row.act)), "\r\n");
    }
  }
  std::string machine_;
};

class LogJsonWriter : public LineWriter {
 public:
  explicit LogJsonWriter(const core::Machine& machine) : machine_(wire::quoted(machine.row.name)) {}

 private:
  void write(const store::LogRow& row, std::string& out) const override {
    append_all(out, R"({"machine":)", machine_, R"(,"seq":)", row.seq, R"(,"time":")",
               wire::time_text(row.time_ms), R"(","era":)", row.era, R"(,"kind":")",
               store::to_text(row.kind));
    if (row.kind == store::Kind::episode) {
      append_all(out, R"(","episode":")", row.id.text(), R"(","visit":")", row.visit.text(),
                 R"(","started":")", wire::time_text(row.started_ms), R"(","seat":")", seat_of(row),
                 R"(","opponent":")", row.opponent, R"(","outcome":")", to_text(store::result_of(row)),
                 R"(","reason":")", to_text(row.reason), R"(","moves":)");
      append_moves(out, row.moves);
    } else {
      out += R"(","episode":null,"visit":null,"started":null,"seat":null,"opponent":null,"outcome":null,)"
             R"("reason":null,"moves":null)";
    }
    append_all(out, R"(,"change_count":)", row.changes.size(), R"(,"detail":)",
               row.act ? store::act_text(*row.act) : "null", "}\n");
  }
  std::string machine_;
};

class EpisodeCsvWriter : public LineWriter {
 public:
  explicit EpisodeCsvWriter(const core::Machine& machine) : machine_(csv_field(machine.row.name)) {}

 private:
  void write(const store::LogRow& row, std::string& out) const override {
    append_all(out, machine_, ",", row.seq, ",", row.id.text(), ",", row.era, ",",
               wire::time_text(row.time_ms), ",", wire::time_text(row.started_ms), ",", row.visit.text(), ",",
               seat_of(row), ",", row.opponent, ",", to_text(store::result_of(row)), ",", to_text(row.reason),
               ",", row.moves, ",", row.changes.size(), "\r\n");
  }
  std::string machine_;
};

class EpisodeJsonWriter : public LineWriter {
 public:
  explicit EpisodeJsonWriter(const core::Machine& machine) : machine_(machine) {}

 private:
  void write(const store::LogRow& row, std::string& out) const override {
    write_episode(machine_, row, out);
    out += '\n';
  }
  const core::Machine& machine_;
};

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
  if (form == Form::csv) return std::make_unique<LogCsvWriter>(machine);
  return std::make_unique<LogJsonWriter>(machine);
}

std::unique_ptr<RowWriter> write_episodes(const core::Machine& machine, Form form, const Filters&) {
  if (form == Form::csv) return std::make_unique<EpisodeCsvWriter>(machine);
  return std::make_unique<EpisodeJsonWriter>(machine);
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
