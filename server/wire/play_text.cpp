#include "server/wire/play_text.hpp"

#include "engine/check.hpp"
#include "server/wire/append.hpp"
#include "server/wire/frames.hpp"
#include "server/wire/lesson_code.hpp"
#include "server/wire/time_text.hpp"

#include <array>
#include <charconv>
#include <numeric>

namespace menagerie::wire {
namespace {

std::string_view to_text(Player player) { return player == Player::first ? "first" : "second"; }

/// The chance weight / sum, to six decimals: `0`, `0.25`, `0.333333`, `1`.
class ChanceText {
 public:
  ChanceText(std::int64_t weight, std::int64_t sum) {
    static constexpr int kMillion = 1'000'000;
    const double chance = sum == 0 ? 0.0 : static_cast<double>(weight) / static_cast<double>(sum);
    const auto millionths = static_cast<int>(chance * kMillion + 0.5);
    text_[0] = millionths < kMillion ? '0' : '1';
    if (millionths % kMillion == 0) return;
    // A million more has seven digits always; the point takes the place of the first.
    std::to_chars(text_.data() + 1, text_.data() + text_.size(), kMillion + millionths);
    text_[1] = '.';
    size_ = text_.size();
    while (text_[size_ - 1] == '0') --size_;
  }
  std::string_view text() const {
    MENAGERIE_CHECK(size_ <= text_.size());  // gcc at -O1 does not see it, and warns of the copy
    return {text_.data(), size_};
  }

 private:
  std::array<char, 8> text_{};
  std::size_t size_ = 1;
};

void write_bead(TextWriter& out, std::int64_t count, const ChanceText& odds,
                const std::optional<Compartments>& compartments, std::string_view moves) {
  if (!compartments) {
    out(R"({"count":)", count, R"(,"odds":)", odds.text(), moves);
  } else {
    out(R"({"count":)", count, R"(,"odds":)", odds.text(), R"(,"compartments":[)", compartments->a, ",",
        compartments->b, "]", moves);
  }
}

void write_drawn(TextWriter& out, const DrawnBead& drawn, const Rule& rule, Phrases& phrases,
                 const GameGraph& graph) {
  const std::span<const std::int64_t> weights =
      drawn.weights.empty() ? drawn.counts : std::span<const std::int64_t>(drawn.weights);
  const std::int64_t sum = std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
  const Phrases::Label& label = phrases.label(drawn.node, drawn.orientation);
  out(R"(,"drawn":)", label.head(), R"(,"bead":)");
  if (drawn.bead) {
    out(*drawn.bead, R"(,"move":")", graph.move_text(drawn.edge), R"(","beads":[)");
  } else {
    out(R"(null,"move":null,"beads":[)");
  }
  for (std::size_t bead = 0; bead < drawn.counts.size(); ++bead) {
    if (bead != 0) out(",");
    write_bead(out, drawn.counts[bead], ChanceText(weights[bead], sum),
               compartments_of(rule, drawn.counts[bead]), label.moves(bead));
  }
  out("]}");
}

void write_end(TextWriter& out, const Game& game, const Position& position, const GameEnd& end) {
  out(R"({"reason":")", menagerie::to_text(end.reason), R"(","cells":[)");
  for (std::size_t i = 0; i < end.cells.size(); ++i)
    out(i == 0 ? "\"" : ",\"", game.cell_text(end.cells[i]), "\"");
  out("]");
  if (end.reason == EndReason::score) out(R"(,"points":)", game.points(position).value_or(0));
  out("}");
}

std::string_view name_of(BoxConvention convention) { return menagerie::to_text(convention); }

}  // namespace

std::string end_text(const Game& game, const Position& position, const GameEnd& end) {
  TextWriter out;
  write_end(out, game, position, end);
  return std::string(out.text());
}

std::string_view state_text(const StateFrame& frame, Phrases& phrases, const GameGraph& graph,
                            TextWriter& out) {
  MENAGERIE_CHECK(frame.rule != nullptr);
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
  if (frame.drawn) write_drawn(out, *frame.drawn, *frame.rule, phrases, graph);
  if (frame.ending) {
    out(R"(,"outcome":")", to_text(frame.ending->result), R"(","why":")", frame.ending->why, R"(","end":)");
    write_end(out, graph.game(), graph.position(frame.node), frame.ending->end);
  }
  out(R"(,"ticket":")", frame.ticket, "\"}");
  return out.text();
}

std::string_view learned_text(const store::LogRow& row, bool in_log, Phrases& phrases, TextWriter& out) {
  out.clear();
  const std::array<char, 36> id = row.id.characters();
  out(R"({"type":"learned","episode":")", std::string_view(id.data(), id.size()), R"(","seq":)", row.seq);
  if (in_log) out(R"(,"lesson":")", std::string_view(lesson_code({row.machine, row.seq})), "\"");
  out(R"(,"era":)", row.era, R"(,"outcome":")", to_text(store::result_of(row)), R"(","reason":")",
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

std::string drawing_text(const Rule& rule) {
  const bool compartments = compartments_of(rule, 0).has_value();
  std::string out = R"({"prune":)";
  append_all(out, rule.prunes ? "true" : "false", R"(,"empty":")",
             rule.empty_box == EmptyBox::top_up ? "top-up" : "resign", R"(","choose":")",
             rule.chooses_most ? "most" : "chance", R"(","compartments":)",
             compartments ? "true}" : "false}");
  return out;
}

std::string hello_text(const HelloFrame& frame) {
  MENAGERIE_CHECK(frame.machine != nullptr && frame.boxes != nullptr && frame.rule != nullptr);
  const store::MachineRow& machine = *frame.machine;
  std::string out = R"({"type":"hello","protocol":")";
  append_all(out, kProtocol, R"(","machine":)", wire::quoted(machine.name), R"(,"title":)",
             wire::quoted(machine.title), R"(,"game":)", wire::quoted(machine.game), R"(,"seat":)",
             wire::quoted(machine.seat), R"(,"rule":)", wire::quoted(machine.rule), R"(,"convention":)",
             wire::quoted(name_of(frame.boxes->convention())), R"(,"boxes":)", frame.box_count, R"(,"seq":)",
             frame.seq, R"(,"era":)", frame.era, R"(,"episodes":)", frame.tally.episodes, R"(,"drawing":)",
             drawing_text(*frame.rule), R"(,"frozen":)", frame.frozen ? "true" : "false", R"(,"board":)",
             board_text(frame.boxes->game()));
  if (frame.as_of) append_all(out, R"(,"as_of":)", *frame.as_of);
  if (frame.copy) out += R"(,"copy":true)";
  if (frame.visit)
    append_all(out, R"(,"visit":")", frame.visit->text(), R"(","visit_token":")", frame.visit_token, "\"");
  if (frame.room) {
    append_all(out, R"(,"playing":)", frame.room->first, R"(,"watching":)", frame.room->second, R"(,"wins":)",
               frame.tally.wins, R"(,"draws":)", frame.tally.draws, R"(,"losses":)", frame.tally.losses,
               R"(,"beads":)", frame.beads);
  }
  return out += '}';
}

std::string dry_text(const DryFrame& frame) {
  std::string out = R"({"type":"dry","machine":)";
  append_all(out, wire::quoted(frame.machine), R"(,"seq":)", frame.seq, R"(,"box":)", wire::quoted(frame.box),
             R"(,"since":")", time_text(frame.since_ms), R"(","new_era_at":)",
             frame.new_era_ms ? wire::quoted(time_text(*frame.new_era_ms)) : "null", R"(,"message":)");
  append_quoted(out,
                std::string(frame.title) +
                    " has run dry: lesson by lesson it lost every bead of the box that it must open first. "
                    "Its life is kept; " +
                    (frame.new_era_ms ? "a new one begins soon." : "no new one begins while it is frozen."));
  return out += '}';
}

}  // namespace menagerie::wire
