// machines/{machine}/draws: every bead that was ever drawn, one a line, with its odds.
#include "server/api/bead_text.hpp"
#include "server/api/listing.hpp"
#include "server/api/past.hpp"

#include "server/core/episode.hpp"
#include "server/core/record.hpp"
#include "server/wire/frames.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>

namespace menagerie::api {
namespace {

constexpr std::size_t kDoubleDigitsMax = 24;  // -2.2250738585072014e-308

/// One line per draw, in the order of the columns. Odds are those of the beads that lay in the box before the
/// draw's episode was learned, so the machine's state follows the log row by row.
class DrawsWriter : public RowWriter {
 public:
  DrawsWriter(const core::Machine& machine, Form form, const Filters& filters)
      : machine_(machine), text_(machine, form), box_(filters.box) {}

  /// The first row is an act, and brings what a snapshot has: where a fork made boxes, its changes do not
  /// tell all of them.
  void go_on_behind(store::Store& store, std::uint64_t seq) override {
    seq = std::max<std::uint64_t>(seq, 1);
    if (before_.seq != seq) before_ = core::state_at(store, machine_, seq);
  }

  Written append(const store::LogRow& row, std::uint64_t skipped, std::uint64_t room,
                 std::string& out) override {
    if (row.seq == before_.seq) return {};
    if (row.seq != before_.seq + 1)
      throw store::Error(
          "log of " + machine_.row.name + ": row " + std::to_string(before_.seq + 1) + " is missing",
          store::ErrorKind::permanent);
    Written written;
    const auto is_asked = [&](const Draw& draw) { return !box_ || draw.box == *box_; };
    if (std::ranges::any_of(row.trace, is_asked)) written = append_draws(row, skipped, room, out);
    before_.apply(machine_, row);
    return written;
  }

 private:
  Written append_draws(const store::LogRow& row, std::uint64_t skipped, std::uint64_t room,
                       std::string& out) {
    core::check_beads(machine_, row, machine_.boxes.boxes().size());
    lines_.clear();
    text_.begin(row);
    Written written;
    std::size_t drawn = 0;
    const auto before = [&](Edge edge) {
      if (drawn == row.trace.size() || row.trace[drawn].ply != episode_.ply()) return;
      const Draw& draw = row.trace[drawn++];
      if (drawn <= skipped || written.more || (box_ && draw.box != *box_)) return;
      if (written.lines == room) {
        written.more = true;
        return;
      }
      write(draw, drawn, episode_.playthrough().graph().move_text(edge));
      ++written.lines;
      written.ordinal = drawn;
    };
    core::replay(machine_, row, episode_, before);  // verify tells of moves that cannot be played
    out.append(lines_.text());
    return written;
  }

  void write(const Draw& draw, std::uint64_t ordinal, std::string_view played) {
    weigh_recorded_draw(machine_, before_, episode_.playthrough(), draw, from_);
    text_.append(ordinal, draw.box, draw.bead, lines_);
    std::string odds(kDoubleDigitsMax, '\0');
    odds.resize(static_cast<std::size_t>(
        std::to_chars(odds.data(), odds.data() + odds.size(), odds_of(from_.weights)[draw.bead]).ptr -
        odds.data()));
    const std::int64_t beads = from_.counts[draw.bead];
    if (text_.is_csv()) {
      lines_(draw.ply, ",", beads, ",", odds, ",", std::string_view(csv_field(played)), "\r\n");
    } else {
      lines_(R"(,"ply":)", draw.ply, R"(,"beads":)", beads, R"(,"odds":)", odds, R"(,"played":)",
             std::string_view(wire::quoted(played)), "}\n");
    }
  }

  const core::Machine& machine_;
  BeadText text_;
  std::optional<std::uint32_t> box_;
  core::MachineState before_;  ///< the machine before the next row
  core::Episode episode_;
  DrawnFrom from_;
  wire::TextWriter lines_;  ///< of the row being written
};

std::unique_ptr<RowWriter> write_draws(const core::Machine& machine, Form form, const Filters& filters) {
  return std::make_unique<DrawsWriter>(machine, form, filters);
}

constexpr std::string_view kDrawParameters[] = {"from",  "to",    "era",   "box",  "episode",
                                                "since", "until", "after", "limit"};
constexpr Listing kDraws{
    .name = "draws",
    .member = "draws",
    .columns = "machine,seq,ordinal,time,era,episode,turn,box,move,ply,beads,odds,played",
    .page = 1000,
    .parameters = kDrawParameters,
    .writer = write_draws};

}  // namespace

const Listing& draws_listing() { return kDraws; }

}  // namespace menagerie::api
