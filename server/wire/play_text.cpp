#include "server/wire/play_text.hpp"

#include "server/wire/append.hpp"
#include "server/wire/frames.hpp"

namespace menagerie::wire {
namespace {

std::string_view to_text(Player player) { return player == Player::first ? "first" : "second"; }

void write_drawn(TextWriter& out, const DrawnBead& drawn, Phrases& phrases, const GameGraph& graph) {
  const Phrases::Label& label = phrases.label(drawn.node, drawn.frame);
  out(R"(,"drawn":)", label.head, R"(,"bead":)");
  if (drawn.bead) {
    out(*drawn.bead, R"(,"move":")", graph.move_text(drawn.edge), R"(","beads":[)");
  } else {
    out(R"(null,"move":null,"beads":[)");
  }
  for (std::size_t bead = 0; bead < drawn.counts.size(); ++bead) {
    if (bead == 0) {
      out(R"({"count":)", drawn.counts[bead], label.moves[bead]);
    } else {
      out(R"(,{"count":)", drawn.counts[bead], label.moves[bead]);
    }
  }
  out("]}");
}

std::string_view name_of(BoxConvention convention) { return menagerie::to_text(convention); }

}  // namespace

std::string_view state_text(const StateFrame& frame, Phrases& phrases, const GameGraph& graph,
                            TextWriter& out) {
  out.clear();
  out(R"({"type":"state","episode":")", frame.episode, R"(","seat":")", to_text(frame.seat), R"(","ply":)",
      frame.ply, R"(,"position":)", phrases.position(frame.node), R"(,"legal":)",
      frame.ending ? std::string_view("[]") : frame.legal, R"(,"played":[)");
  for (std::size_t i = 0; i < frame.played.size(); ++i) {
    out(i == 0 ? std::string_view(R"({"move":")") : std::string_view(R"(,{"move":")"),
        graph.move_text(frame.played[i].edge), R"(","position":)", phrases.position(frame.played[i].after),
        "}");
  }
  out("]");
  if (frame.drawn) write_drawn(out, *frame.drawn, phrases, graph);
  if (frame.ending) {
    out(R"(,"outcome":")", store::to_text(frame.ending->result), R"(","why":")", frame.ending->why, "\"");
  }
  out(R"(,"ticket":")", frame.ticket, "\"}");
  return out.text();
}

std::string_view learned_text(const store::LogRow& row, Phrases& phrases, TextWriter& out) {
  out.clear();
  const std::array<char, 36> id = row.id.characters();
  out(R"({"type":"learned","episode":")", std::string_view(id.data(), id.size()), R"(","seq":)", row.seq,
      R"(,"era":)", row.era, R"(,"outcome":")", store::to_text(store::result_of(row)), R"(","reason":")",
      menagerie::to_text(row.reason), R"(","changes":[)");
  for (std::size_t i = 0; i < row.changes.size(); ++i) {
    const BeadChange& change = row.changes[i];
    if (i != 0) out(",");
    out(phrases.bead(change.box, change.bead), change.before, R"(,"after":)", change.after, "}");
  }
  out("]}");
  return out.text();
}

std::string board_text(const Game& game) {
  const Board& board = game.board();
  static constexpr std::string_view kKinds[] = {"squares", "dark_squares", "points", "piles"};
  std::string out = R"({"kind":")";
  append_all(out, kKinds[static_cast<std::size_t>(board.kind)], R"(","columns":)", board.columns,
             R"(,"rows":)", board.rows, R"(,"pieces":)");
  append_quoted(out, board.pieces);
  append(out, R"(,"movers":)");
  append_quoted(out, board.movers);
  append(out, R"(,"start":)");
  append_quoted(out, game.text(game.start()));
  return out += '}';
}

std::string hello_text(const HelloFrame& frame) {
  const store::MachineRow& machine = *frame.machine;
  std::string out = R"({"type":"hello","protocol":")";
  append_all(out, kProtocol, R"(","machine":)", quoted(machine.name), R"(,"title":)", quoted(machine.title),
             R"(,"game":)", quoted(machine.game), R"(,"seat":)", quoted(machine.seat), R"(,"rule":)",
             quoted(machine.rule), R"(,"convention":)", quoted(name_of(frame.boxes->convention())),
             R"(,"boxes":)", frame.box_count, R"(,"seq":)", frame.seq, R"(,"era":)", frame.era,
             R"(,"episodes":)", frame.tally.episodes, R"(,"frozen":)", frame.frozen ? "true" : "false",
             R"(,"board":)", board_text(frame.boxes->game()));
  if (frame.visit) append_all(out, R"(,"visit":")", frame.visit->text(), "\"");
  if (frame.room) {
    append_all(out, R"(,"playing":)", frame.room->first, R"(,"watching":)", frame.room->second, R"(,"wins":)",
               frame.tally.wins, R"(,"draws":)", frame.tally.draws, R"(,"losses":)", frame.tally.losses,
               R"(,"beads":)", frame.beads);
  }
  return out += '}';
}

std::string dry_text(const DryFrame& frame) {
  std::string out = R"({"type":"dry","machine":)";
  append_all(out, quoted(frame.machine), R"(,"seq":)", frame.seq, R"(,"box":)", quoted(frame.box),
             R"(,"since":")", time_text(frame.since_ms), R"(","new_era_at":)",
             frame.new_era_ms ? quoted(time_text(*frame.new_era_ms)) : "null", R"(,"message":)");
  append_quoted(out,
                std::string(frame.title) +
                    " has run dry: lesson by lesson it lost every bead of the box that it must open first. "
                    "Its life is kept; " +
                    (frame.new_era_ms ? "a new one begins soon." : "no new one begins while it is frozen."));
  return out += '}';
}

}  // namespace menagerie::wire
