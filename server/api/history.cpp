// machines/{machine}/history: every bead that ever moved, one bead change a line.
#include "server/api/listing.hpp"

#include "server/wire/append.hpp"
#include "server/wire/frames.hpp"
#include "server/wire/time_text.hpp"

namespace menagerie::api {
namespace {

using wire::append_all;

/// The names of every bead are put together once where there are so many at most; a machine that makes its
/// boxes when it meets them can have millions.
constexpr std::size_t kNamesMax = 100'000;

/// One line per bead change, in the order of the columns.
class HistoryWriter : public RowWriter {
 public:
  HistoryWriter(const core::Machine& machine, Form form, const Filters& filters)
      : machine_(machine), boxes_(machine.boxes), is_csv_(form == Form::csv), box_(filters.box) {
    if (boxes_.bead_count() > kNamesMax) return;
    for (const Box& box : boxes_.boxes()) {
      names_.resize(box.first_bead);
      for (std::size_t bead = 0; bead < box.beads.size(); ++bead) names_.push_back(name_of(box, bead));
    }
  }

  Written append(const store::LogRow& row, std::uint64_t skipped, std::uint64_t room,
                 std::string& out) const override {
    core::check_beads(machine_, row, boxes_.boxes().size());
    Written written;
    std::uint64_t ordinal = 0;
    for (const BeadChange& change : row.changes) {
      if (++ordinal <= skipped || (box_ && change.box != *box_)) continue;
      if (written.lines == room) {
        written.more = true;
        break;
      }
      if (written.lines == 0) begin(row);
      write(row, change);
      ++written.lines;
      written.ordinal = ordinal;
    }
    if (written.lines > 0) out.append(lines_.text());
    return written;
  }

 private:
  /// The columns that never change, and what stands around them.
  std::string name_of(const Box& box, std::size_t bead) const {
    std::string text;
    if (is_csv_) {
      append_all(text, ",", box.turn, ",", csv_field(box.text), ",", csv_field(box.beads[bead].move), ",");
    } else {
      append_all(text, R"(,"turn":)", box.turn, R"(,"box":)", wire::quoted(box.text), R"(,"move":)",
                 wire::quoted(box.beads[bead].move), R"(,"before":)");
    }
    return text;
  }

  /// What all lines of the row have in common.
  void begin(const store::LogRow& row) const {
    lines_.clear();
    common_.clear();
    const auto time = wire::time_characters(row.time_ms);
    const std::string_view at(time.data(), time.size());
    const bool is_episode = row.kind == store::Kind::episode;
    const auto characters = row.id.characters();
    const std::string_view id(characters.data(), is_episode ? characters.size() : 0);
    if (is_csv_) {
      common_(row.seq, ",", at, ",", row.era, ",", id);
    } else {
      const std::string_view quote = is_episode ? "\"" : "";
      common_(R"({"seq":)", row.seq, R"(,"time":")", at, R"(","era":)", row.era, R"(,"episode":)", quote,
              is_episode ? id : "null", quote);
    }
  }

  void write(const store::LogRow& row, const BeadChange& change) const {
    const Box& box = boxes_.boxes()[change.box];
    const std::size_t bead = box.first_bead + change.bead;
    std::string made;
    if (bead >= names_.size()) made = name_of(box, change.bead);
    const std::string_view name = made.empty() ? names_[bead] : made;
    const std::string_view reason = row.reason_of(change);
    if (is_csv_) {
      lines_(common_.text(), name, change.before, ",", change.after, ",", reason, "\r\n");
    } else {
      lines_(common_.text(), name, change.before, R"(,"after":)", change.after, R"(,"reason":")", reason,
             "\"}\n");
    }
  }

  const core::Machine& machine_;
  const BoxSet& boxes_;
  bool is_csv_;
  std::optional<std::uint32_t> box_;
  std::vector<std::string> names_;           ///< by flat number of the bead
  mutable wire::TextWriter common_, lines_;  ///< of the row being written
};

std::unique_ptr<RowWriter> write_history(const core::Machine& machine, Form form, const Filters& filters) {
  return std::make_unique<HistoryWriter>(machine, form, filters);
}

constexpr std::string_view kColumns = "seq,time,era,episode,turn,box,move,before,after,reason";
constexpr std::string_view kParameters[] = {"from",  "to",    "era",   "box",  "episode",
                                            "since", "until", "after", "limit"};
constexpr Listing kHistory{.name = "history",
                           .member = "changes",
                           .columns = kColumns,
                           .part = store::RowPart::changes,
                           .page = 1000,
                           .parameters = kParameters,
                           .writer = write_history};

// The same without pages, for its hash.
constexpr std::string_view kHashParameters[] = {"to",    "from",  "era",   "box",   "episode",
                                                "since", "until", "after", "format"};
constexpr Listing kHistoryHash{.name = "history",
                               .member = "",
                               .columns = kColumns,
                               .part = store::RowPart::changes,
                               .parameters = kHashParameters,
                               .writer = write_history};

}  // namespace

const Listing& history_listing() { return kHistory; }

void show_history(Context& context, Call call) {
  answer_listing_as_accepted(context, std::move(call), kHistory);
}
void show_history_csv(Context& context, Call call) {
  answer_listing(context, std::move(call), kHistory, Form::csv);
}
void show_history_ndjson(Context& context, Call call) {
  answer_listing(context, std::move(call), kHistory, Form::ndjson);
}
void show_history_json(Context& context, Call call) {
  answer_listing(context, std::move(call), kHistory, Form::json);
}
void show_history_hash(Context& context, Call call) {
  answer_listing_hash(context, std::move(call), kHistoryHash);
}

/// All changes of one box: the history with box={box}, whose pages continue there.
void show_box_history(Context& context, Call call) {
  if (find_box(call, call.parts[1]) == kNone) return refuse_box(call);
  call.request.query["box"] = call.parts[1];
  show_history(context, std::move(call));
}

}  // namespace menagerie::api
