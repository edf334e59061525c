// machines/{machine}/boxes/{box}/beads/{bead}/lessons: the lessons that gave beads of a colour, newest first.
#include "server/api/givers.hpp"

#include "engine/parse_number.hpp"
#include "server/api/filters.hpp"
#include "server/api/routes.hpp"
#include "server/api/url.hpp"
#include "server/core/record.hpp"
#include "server/wire/lesson_code.hpp"
#include "server/wire/time_text.hpp"

#include <algorithm>
#include <span>
#include <string>

namespace menagerie::api {
namespace {

constexpr std::string_view kGiversParameters[] = {"at", "before", "limit"};
constexpr std::uint64_t kGivers = 20, kGiversMax = 200;  // a page
constexpr std::size_t kRowsReadMax = 600;                // for one page, or until it is full
constexpr std::size_t kRowsAtOnce = 50;
constexpr std::uint64_t kWindow = 4096;     // log rows that are asked for changes of the box at first
constexpr std::uint64_t kWorthARun = 6;     // rows read in a run for one that is looked up, which counts six
constexpr std::uint64_t kStopEvery = 1024;  // rows

/// The newest rows before `before` that changed the box, ascending: all down to `low`, and at least
/// kRowsAtOnce unless `low` is 0. The store lists them upwards only, so that `window` grows.
struct RowsOfBox {
  std::vector<std::uint64_t> seqs;
  std::uint64_t low = 0;
};
RowsOfBox rows_of_box(store::Store& store, std::int64_t machine, std::uint32_t box, std::uint64_t before,
                      std::uint64_t& window) {
  RowsOfBox rows;
  for (;; window *= 8) {
    rows.low = before > window + 1 ? before - window - 1 : 0;
    rows.seqs = store.changes_of_box(machine, box, rows.low, std::min(window, before));
    while (!rows.seqs.empty() && rows.seqs.back() >= before) rows.seqs.pop_back();
    if (rows.low == 0 || rows.seqs.size() >= kRowsAtOnce) return rows;
  }
}

/// Whether those rows, ascending, stand close enough to be read in one run.
bool are_a_run(std::span<const std::uint64_t> seqs) {
  return seqs.back() - seqs.front() + 1 <= seqs.size() * kWorthARun;
}

std::vector<store::LogRow> read_rows(store::Store& store, std::int64_t machine,
                                     std::span<const std::uint64_t> seqs) {
  std::vector<store::LogRow> rows;
  const auto take = [&](const store::LogRow& row) {
    if (std::ranges::binary_search(seqs, row.seq)) rows.push_back(row);
  };
  if (are_a_run(seqs)) {
    store.each_after(machine, seqs.front() - 1, seqs.back() - seqs.front() + 1, store::RowPart::changes,
                     take);
  } else {
    for (const std::uint64_t seq : seqs) store.each_after(machine, seq - 1, 1, store::RowPart::changes, take);
  }
  return rows;
}

/// Moves the cursor back over one row, and adds the gift where the row put beads in.
void move_back_over(const store::LogRow& row, BeadColour colour, std::uint64_t era_seq, GiversCursor& at,
                    std::vector<Gift>& gifts) {
  if (row.seq < era_seq) at.floor = 0;
  for (auto change = row.changes.rbegin(); change != row.changes.rend(); ++change) {
    if (!colour.is_of(*change)) continue;
    at.floor = std::min(at.floor, change->after);
    if (row.kind == store::Kind::episode && change->after > change->before) {
      const std::int64_t still = std::max<std::int64_t>(0, at.floor - change->before);
      if (gifts.empty() || gifts.back().seq != row.seq)
        gifts.push_back({row.seq, row.time_ms, 0, change->after});
      gifts.back().before = change->before;
      gifts.back().still += still;
    }
    at.floor = std::min(at.floor, change->before);
  }
  at.before = row.seq;
}

/// `SEQ:FLOOR`
std::optional<GiversCursor> parse_cursor(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto before = parse_number<std::uint64_t>(text.substr(0, colon));
  const auto floor = parse_number<std::int64_t>(text.substr(colon + 1));
  if (!before || *before > store::kSeqMax || !floor || *floor < 0) return std::nullopt;
  return GiversCursor{*before, *floor};
}

/// What is asked.
struct Question {
  BeadColour colour{};
  std::optional<GiversCursor> cursor{};  ///< nothing: from the newest on
  std::size_t limit = kGivers;
  std::uint64_t at = 0;  ///< as it stood after this row of the log
};

Response page(store::Store& store, const Request& request, const core::Machine& machine,
              const core::MachineState& state, const Question& asked) {
  const BeadColour colour = asked.colour;
  if (!state.has(colour.box))
    return problem(404, "not-found", "No such box then",
                   machine.row.title + " had not made this box yet at seq " + std::to_string(asked.at));
  const Box& box = machine.boxes.boxes()[colour.box];
  const std::int64_t beads = state.beads[box.first_bead + colour.bead];
  GiversCursor cursor = asked.cursor.value_or(GiversCursor{asked.at + 1, beads});
  cursor.before = std::min(cursor.before, asked.at + 1);
  const Gifts found = givers_before(store, machine.row.machine, colour, state.era_seq, cursor, asked.limit);
  Json json{{"machine", machine.row.name},
            {"number", colour.box + 1},
            {"box", box.text},
            {"bead", colour.bead},
            {"move", box.beads[colour.bead].move},
            {"seq", asked.at},
            {"beads", beads},
            {"lessons", Json::array()},
            {"next", nullptr}};
  for (const Gift& gift : found.gifts) {
    json["lessons"].push_back({{"seq", gift.seq},
                               {"lesson", wire::lesson_code({machine.row.machine, gift.seq})},
                               {"time", wire::time_text(gift.time_ms)},
                               {"before", gift.before},
                               {"after", gift.after},
                               {"still", gift.still}});
  }
  std::string link;
  if (found.next) {
    link = request.base + "/api/v1/machines/" + percent_encoded(machine.row.name) + "/boxes/" +
           std::to_string(colour.box + 1) + "/beads/" + std::to_string(colour.bead) +
           "/lessons?before=" + std::to_string(found.next->before) + ":" + std::to_string(found.next->floor) +
           "&limit=" + std::to_string(asked.limit);
    if (const auto at = request.query.find("at"); at != request.query.end()) link += "&at=" + at->second;
    json["next"] = link;
  }
  Response response = json_response(json);
  put_next(response, link);
  return response;
}

}  // namespace

Gifts givers_before(store::Store& store, std::int64_t machine, BeadColour colour, std::uint64_t era_seq,
                    GiversCursor cursor, std::size_t limit) {
  Gifts found;
  std::size_t read = 0;
  std::uint64_t window = kWindow;
  while (cursor.before > 1) {
    RowsOfBox rows = rows_of_box(store, machine, colour.box, cursor.before, window);
    while (!rows.seqs.empty()) {
      store.look_at_stop();
      const std::size_t begin = rows.seqs.size() - std::min(rows.seqs.size(), kRowsAtOnce);
      const auto seqs = std::span(rows.seqs).subspan(begin);
      const std::size_t counts = are_a_run(seqs) ? 1 : kWorthARun;
      for (std::vector<store::LogRow> some = read_rows(store, machine, seqs); !some.empty();
           some.pop_back()) {
        move_back_over(some.back(), colour, era_seq, cursor, found.gifts);
        read += counts;
        if (found.gifts.size() >= limit || read >= kRowsReadMax) {
          if (cursor.before > 1) found.next = cursor;
          return found;
        }
      }
      rows.seqs.resize(begin);
    }
    cursor.before = rows.low == 0 ? 0 : rows.low + 1;
  }
  return found;
}

void follow_colours(store::Store& store, std::int64_t machine, std::uint64_t after, std::uint64_t last,
                    std::vector<Since>& since) {
  while (after < last) {
    store.look_at_stop();
    const std::uint64_t before = after;
    store.each_after(machine, after, std::min(kStopEvery, last - after), store::RowPart::whole,
                     [&](const store::LogRow& row) {
                       after = row.seq;
                       for (Since& it : since) {
                         for (const Draw& draw : row.trace)
                           it.drawn += draw.box == it.colour.box && draw.bead == it.colour.bead;
                         for (const BeadChange& change : row.changes) {
                           if (it.colour.is_of(change)) it.floor = std::min(it.floor, change.after);
                         }
                       }
                     });
    if (after == before) return;
  }
}

/// `?at=` a log row, `?before=` a cursor, `?limit=` how many.
void list_givers(Context& context, Call call) {
  read_names(call, kGiversParameters);
  Question asked{.colour = {.box = find_box(call, call.parts[1])}};
  const std::size_t colours = call.machine().boxes.boxes()[asked.colour.box].beads.size();
  const auto bead = parse_number<std::uint16_t>(call.parts[2]);
  if (!bead || *bead >= colours)
    throw BadRequest(404, "not-found", "No such bead",
                     "this box has beads 0 to " + std::to_string(colours - 1));
  asked.colour.bead = *bead;
  asked.at = seq_in_query(call, "at", call.state().seq);
  asked.limit = number_in_query(call, "limit", 1, kGiversMax, kGivers);
  if (const std::string* text = call.query("before")) {
    asked.cursor = parse_cursor(*text);
    if (!asked.cursor) call.refuse_parameter("before", "a cursor as \"next\" gives it");
  }
  const bool now = asked.at == call.state().seq;
  answer_from_log(
      context, std::move(call),
      [view = call.view, asked, now](store::Store& store, const Request& request) {
        const core::Machine& machine = *view->machine;
        if (now) return page(store, request, machine, view->state, asked);
        return page(store, request, machine, core::state_at(store, machine, asked.at), asked);
      },
      now ? Lane::brief : Lane::costly);
}

}  // namespace menagerie::api
