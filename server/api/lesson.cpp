// lessons/{code}: one lesson for everybody who has its code: what it changed, and what became of that.
#include "server/api/givers.hpp"
#include "server/api/routes.hpp"
#include "server/core/record.hpp"
#include "server/wire/excerpt.hpp"
#include "server/wire/lesson_code.hpp"
#include "server/wire/time_text.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace menagerie::api {
namespace {

constexpr std::uint64_t kBriefRows = 2048;  // that came since, and are read for the answer
constexpr std::size_t kBlocksAtOnce = 16;   // of about a thousand rows: some ten milliseconds

std::string fault_text(const wire::LessonCode& code, std::string_view text) {
  switch (code.fault) {
    case wire::LessonCodeFault::character:
      return "no code has the character \"" + wire::excerpt(code.character) + "\"; codes are made of " +
             std::string(wire::kLessonCharacters);
    case wire::LessonCodeFault::length:
      return "\"" + wire::excerpt(text) +
             "\" has not as many characters as a code has: one or some are missing or too many";
    case wire::LessonCodeFault::check:
      break;
  }
  return "\"" + wire::excerpt(text) +
         "\" is the code of no lesson: one of its characters is wrong, or two have "
         "changed places";
}

/// A lesson of the log, and what the acts around it have done.
struct Lesson {
  store::LogRow row;
  std::vector<store::LogRow> acts;  ///< of the machine, ascending

  std::uint64_t acts_before(std::uint64_t seq) const {
    return static_cast<std::uint64_t>(std::ranges::lower_bound(acts, seq, {}, &store::LogRow::seq) -
                                      acts.begin());
  }
  bool is_act(std::uint64_t seq) const { return acts_before(seq) != acts_before(seq + 1); }
};

/// The code of the lesson that stands `step` (1 or -1) from this one, acts left out; null beyond `last`.
Json neighbour(const Lesson& lesson, std::int64_t step, std::uint64_t last) {
  std::uint64_t seq = lesson.row.seq;
  do seq += static_cast<std::uint64_t>(step);
  while (seq > 0 && seq <= last && lesson.is_act(seq));
  if (seq == 0 || seq > last) return nullptr;
  return wire::lesson_code({lesson.row.machine, seq});
}

/// The act since which the lesson counts no more; null where it counts.
Json taken_back(store::Store& store, const Lesson& lesson) {
  const store::LogRow& row = lesson.row;
  core::ListHistory history(row.machine);
  const store::LogRow* since = nullptr;
  for (const store::LogRow& act : lesson.acts) {
    history.add(act, store);
    const bool begins_a_list =
        act.kind == store::Kind::reset || act.kind == store::Kind::rewind || act.kind == store::Kind::unteach;
    if (act.seq < row.seq || !begins_a_list) continue;
    const core::EffectiveList list = history.at(act.seq);
    const bool counts = std::ranges::any_of(
        list, [&](const core::Span& span) { return span.has({row.machine, row.seq}, row.visit); });
    if (counts) {
      since = nullptr;
    } else if (since == nullptr) {
      since = &act;
    }
  }
  if (since == nullptr) return nullptr;
  return {{"seq", since->seq},
          {"kind", store::to_text(since->kind)},
          {"why", store::to_text(since->act.value().why)},
          {"time", wire::time_text(since->time_ms)}};
}

/// The boxes that the lesson changed, in the order of the changes, each with all its colours.
Json boxes_json(const museum::MachineView& view, const core::MachineState& before, const store::LogRow& row) {
  Json boxes = Json::array();
  std::vector<std::uint32_t> seen;
  for (const BeadChange& first : row.changes) {
    if (std::ranges::find(seen, first.box) != seen.end()) continue;
    seen.push_back(first.box);
    const Box& box = view.machine->boxes.boxes()[first.box];
    std::vector<std::int64_t> counts(box.beads.size(), view.machine->rule.start_at(box.turn));
    if (before.has(first.box)) std::ranges::copy(before.beads_in(box), counts.begin());
    Json moves = Json::array();
    for (std::size_t bead = 0; bead < counts.size(); ++bead) {
      std::int64_t after = counts[bead];
      for (const BeadChange& change : row.changes) {
        if (change.box == first.box && change.bead == bead) after = change.after;
      }
      moves.push_back({{"move", box.beads[bead].move},
                       {"orbit", box.beads[bead].orbit},
                       {"before", counts[bead]},
                       {"after", after},
                       {"now", view.state.beads[box.first_bead + bead]}});
    }
    boxes.push_back(
        {{"number", first.box + 1}, {"box", box.text}, {"turn", box.turn}, {"moves", std::move(moves)}});
  }
  return boxes;
}

/// What the lesson gave and took, colour by colour, and what became of it up to now.
Json changes_json(store::Store& store, LessonBlocks& blocks, const museum::MachineView& view,
                  const Lesson& lesson, bool counts) {
  const store::LogRow& row = lesson.row;
  std::vector<Since> since;
  for (const BeadChange& change : row.changes)
    since.push_back({.colour = {change.box, change.bead}, .floor = change.after});
  blocks.follow(store, row.machine, row.seq, view.state.seq, since);
  Json changes = Json::array();
  for (std::size_t i = 0; i < since.size(); ++i) {
    const BeadChange& change = row.changes[i];
    const Box& box = view.machine->boxes.boxes()[change.box];
    const bool gave = change.after > change.before;
    const std::int64_t still = counts ? std::max<std::int64_t>(0, since[i].floor - change.before) : 0;
    changes.push_back({{"number", change.box + 1},
                       {"box", box.text},
                       {"bead", change.bead},
                       {"move", box.beads[change.bead].move},
                       {"before", change.before},
                       {"after", change.after},
                       {"still", gave ? Json(still) : Json(nullptr)},
                       {"drawn_since", since[i].drawn}});
  }
  return changes;
}

Response lesson_response(store::Store& store, LessonBlocks& blocks, const museum::MachineView& view,
                         const Lesson& lesson) {
  const core::Machine& machine = *view.machine;
  const store::LogRow& row = lesson.row;
  core::check_beads(machine, row, machine.boxes.boxes().size());
  const core::MachineState before = core::state_at(store, machine, row.seq - 1);
  Json json;
  json["lesson"] = wire::lesson_code({row.machine, row.seq});
  json["machine"] = machine.row.name;
  json["title"] = machine.row.title;
  json["seq"] = row.seq;
  json["number"] = row.seq - lesson.acts_before(row.seq);
  json["lessons"] = view.state.seq - lesson.acts_before(view.state.seq + 1);
  json["previous"] = neighbour(lesson, -1, view.state.seq);
  json["next"] = neighbour(lesson, 1, view.state.seq);
  json["taken_back"] = taken_back(store, lesson);
  json["boxes"] = boxes_json(view, before, row);
  json["changes"] = changes_json(store, blocks, view, lesson, json["taken_back"].is_null());
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.pop_back();
  text += R"(,"episode":)" + whole_episode(machine, before, row) + '}';
  return text_response(std::move(text));
}

Response no_lesson(const std::string& why) { return problem(404, "not-found", "No such lesson", why); }

}  // namespace

void answer_from_lesson(Context& context, Call call, bool reads_on, FromLesson make) {
  const std::string& text = call.parts[0];
  const wire::LessonCode code = wire::parse_lesson_code(text);
  if (!code.place) throw BadRequest(404, "bad-code", "No such code", fault_text(code, text));
  const store::Place place = *code.place;
  const auto& rooms = context.rooms.all();
  const auto room =
      std::ranges::find(rooms, place.machine, [](const auto& it) { return it->machine().row.machine; });
  if (room == rooms.end()) return call.respond(no_lesson("no machine here has a lesson of this code"));
  call.view = (*room)->view();
  const std::string& title = call.machine().row.title;
  if (place.seq > call.state().seq)
    return call.respond(no_lesson(title + " has not had this lesson yet: it would be row " +
                                  std::to_string(place.seq) + " of its log"));
  const bool is_costly = reads_on && call.state().seq - place.seq > kBriefRows &&
                         !context.lesson_blocks.covers(place.machine, place.seq, call.state().seq);
  answer_from_log(
      context, std::move(call),
      [view = call.view, place, make = std::move(make)](store::Store& store, const Request& request) {
        store::LogRow row = store.require_row(place);
        if (row.kind != store::Kind::episode)
          return no_lesson("row " + std::to_string(place.seq) + " of " + view->machine->row.title +
                           "’s log is no lesson: nobody played there");
        return make(store, request, *view, std::move(row));
      },
      is_costly ? Lane::costly : Lane::brief);
}

void sum_up_lessons(Context& context) {
  if (context.sums_up_lessons) return;
  const auto is_due = [&context](const auto& room) {
    const std::int64_t machine = room->machine().row.machine;
    return !context.unread.contains(machine) && !context.lesson_blocks.covers(machine, 0, room->state().seq);
  };
  const auto room = std::ranges::find_if(context.rooms.all(), is_due);
  if (room == context.rooms.all().end()) return context.unread.clear();  // tried again with the next tick
  context.sums_up_lessons = true;
  const std::int64_t machine = (*room)->machine().row.machine;
  context.readers.read(
      {.lane = Lane::costly, .continues = true},
      [&context, machine, last = (*room)->state().seq](store::Store& store) {
        context.lesson_blocks.sum_up_first(store, machine, last, kBlocksAtOnce);
      },
      [&context, machine](std::exception_ptr thrown) {
        context.sums_up_lessons = false;
        if (thrown) context.unread.insert(machine);
        sum_up_lessons(context);
      });
}

void show_lesson(Context& context, Call call) {
  answer_from_lesson(
      context, std::move(call), true,
      [&context](store::Store& store, const Request&, const museum::MachineView& view, store::LogRow row) {
        Lesson lesson{std::move(row), store.acts(view.machine->row.machine)};
        std::erase_if(lesson.acts, [&](const store::LogRow& act) { return act.seq > view.state.seq; });
        return lesson_response(store, context.lesson_blocks, view, lesson);
      });
}

}  // namespace menagerie::api
