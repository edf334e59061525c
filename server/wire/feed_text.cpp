#include "server/wire/feed_text.hpp"

#include "engine/check.hpp"
#include "server/wire/append.hpp"
#include "server/wire/frames.hpp"
#include "server/wire/play_text.hpp"
#include "server/wire/time_text.hpp"

namespace menagerie::wire {
namespace {

void append_tally(std::string& out, const store::Tally& tally) {
  append_all(out, R"(,"episodes":)", tally.episodes, R"(,"wins":)", tally.wins, R"(,"draws":)", tally.draws,
             R"(,"losses":)", tally.losses);
}

void append_row(std::string& out, const store::LogRow& row) {
  append_comma(out);
  const bool episode = row.kind == store::Kind::episode;
  append_all(out, R"({"seq":)", row.seq, R"(,"kind":")", store::to_text(row.kind), R"(","era":)", row.era,
             R"(,"outcome":)");
  if (episode) {
    append_all(out, "\"", to_text(store::result_of(row)), R"(","reason":")", menagerie::to_text(row.reason),
               "\"");
  } else {
    append(out, R"(null,"reason":null)");
  }
  append_all(out, R"(,"time":")", time_text(row.time_ms), R"(","changes":[)");
  if (episode) {  // an act may change every box: clients fetch the boxes again
    for (const BeadChange& change : row.changes) {
      append_comma(out);
      append_all(out, "[", change.box + 1, ",", change.bead, ",", change.before, ",", change.after, "]");
    }
  }
  append(out, "]}");
}

}  // namespace

std::string feed_text(const FeedFrame& frame, const FeedNews& news) {
  std::string out = R"({"type":"feed","machine":)";
  append_all(out, quoted(frame.machine), R"(,"seq":)", frame.seq, R"(,"era":)", frame.era);
  append_tally(out, frame.tally);
  append_all(out, R"(,"beads":)", frame.beads, R"(,"playing":)", news.playing, R"(,"watching":)",
             news.watching);
  if (frame.from != 0) {
    MENAGERIE_CHECK(frame.counts != nullptr);
    append_all(out, R"(,"from":)", frame.from, R"(,"to":)", frame.to, R"(,"outcomes":")", frame.outcomes,
               R"(","counts":[)");
    for (const auto& [bead, count] : *frame.counts) {
      append_comma(out);
      append_all(out, "[", bead.first + 1, ",", bead.second, ",", count, "]");
    }
    append(out, R"(],"rows":[)");
    for (const store::LogRow& row : frame.rows) append_row(out, row);
    append(out, "]");
  }
  append(out, R"(,"tables":[)");
  for (const LiveTable& table : news.tables) {
    append_comma(out);
    append_all(out, R"({"table":)", quoted(table.table), R"(,"ply":)", table.ply, R"(,"position":)",
               quoted(table.position));
    if (!table.drawn.empty()) append_all(out, R"(,"drawn":)", quoted(table.drawn));
    append(out, "}");
  }
  append_all(out, R"(],"dry":)", news.dry.empty() ? std::string_view("null") : std::string_view(news.dry),
             R"(,"frozen":)", news.frozen ? "true}" : "false}");
  return out;
}

std::string hall_text(std::string_view type, std::span<const MachineSummary> machines) {
  std::string out = R"({"type":)";
  append_quoted(out, type);
  if (type == "hello") append_all(out, R"(,"protocol":")", kProtocol, "\"");
  append(out, R"(,"machines":[)");
  for (const MachineSummary& machine : machines) {
    append_comma(out);
    append_all(out, R"({"name":)", quoted(machine.name), R"(,"seq":)", machine.seq, R"(,"era":)",
               machine.era);
    append_tally(out, machine.tally);
    append_all(out, R"(,"beads":)", machine.beads, R"(,"playing":)", machine.playing, R"(,"watching":)",
               machine.watching, R"(,"dry":)", machine.dry ? "true" : "false", R"(,"frozen":)",
               machine.frozen ? "true" : "false", R"(,"finished":)", machine.finished ? "true}" : "false}");
  }
  return out += "]}";
}

}  // namespace menagerie::wire
