// machines/{machine}/history: every bead that ever moved, one bead change a line.
#include "server/api/bead_text.hpp"
#include "server/api/listing.hpp"

namespace menagerie::api {
namespace {

/// One line per bead change, in the order of the columns.
class HistoryWriter : public RowWriter {
 public:
  HistoryWriter(const core::Machine& machine, Form form, const Filters& filters)
      : machine_(machine), text_(machine, form), box_(filters.box) {}

  Written append(const store::LogRow& row, std::uint64_t skipped, std::uint64_t room,
                 std::string& out) override {
    core::check_beads(machine_, row, machine_.boxes.boxes().size());
    Written written;
    std::uint64_t ordinal = 0;
    for (const BeadChange& change : row.changes) {
      if (++ordinal <= skipped || (box_ && change.box != *box_)) continue;
      if (written.lines == room) {
        written.more = true;
        break;
      }
      if (written.lines == 0) begin(row);
      write(row, ordinal, change);
      ++written.lines;
      written.ordinal = ordinal;
    }
    if (written.lines > 0) out.append(lines_.text());
    return written;
  }

 private:
  void begin(const store::LogRow& row) {
    lines_.clear();
    text_.begin(row);
  }

  void write(const store::LogRow& row, std::uint64_t ordinal, const BeadChange& change) {
    text_.append(ordinal, change.box, change.bead, lines_);
    const std::string_view reason = row.reason_of(change);
    if (text_.is_csv()) {
      lines_(change.before, ",", change.after, ",", reason, "\r\n");
    } else {
      lines_(R"(,"before":)", change.before, R"(,"after":)", change.after, R"(,"reason":")", reason, "\"}\n");
    }
  }

  const core::Machine& machine_;
  BeadText text_;
  std::optional<std::uint32_t> box_;
  wire::TextWriter lines_;  ///< of the row being written
};

std::unique_ptr<RowWriter> write_history(const core::Machine& machine, Form form, const Filters& filters) {
  return std::make_unique<HistoryWriter>(machine, form, filters);
}

constexpr std::string_view kCsvColumns =
    "machine,seq,ordinal,time,era,episode,turn,box,move,before,after,reason";
constexpr std::string_view kHistoryParameters[] = {"from",  "to",    "era",   "box",  "episode",
                                                   "since", "until", "after", "limit"};
constexpr Listing kHistory{.name = "history",
                           .member = "changes",
                           .columns = kCsvColumns,
                           .of_changes = true,
                           .part = store::RowPart::changes,
                           .page = 1000,
                           .parameters = kHistoryParameters,
                           .writer = write_history};

// The same without pages, for its hash.
constexpr std::string_view kHashParameters[] = {"to",    "from",  "era",   "box",   "episode",
                                                "since", "until", "after", "format"};
constexpr Listing kHistoryHash{.name = "history",
                               .member = "",
                               .columns = kCsvColumns,
                               .of_changes = true,
                               .part = store::RowPart::changes,
                               .parameters = kHashParameters,
                               .writer = write_history};

}  // namespace

const Listing& history_listing() { return kHistory; }

void show_history_hash(Context& context, Call call) {
  answer_listing_hash(context, std::move(call), kHistoryHash);
}

/// All changes of one box: the history with box={box}, whose pages continue there.
void show_box_history(Context& context, Call call) {
  find_box(call, call.parts[1]);
  call.request.query["box"] = call.parts[1];
  answer_listing_as_accepted(context, std::move(call), kHistory);
}

}  // namespace menagerie::api
