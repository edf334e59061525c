// The functions behind the routes, and what they share. Private to api/.
#pragma once

#include "server/api/analysis.hpp"
#include "server/api/content_lengths.hpp"
#include "server/api/curve.hpp"
#include "server/api/data_package.hpp"
#include "server/api/documents.hpp"
#include "server/api/http.hpp"
#include "server/api/lesson_blocks.hpp"
#include "server/api/machine_copies.hpp"
#include "server/api/readers.hpp"
#include "server/api/strength.hpp"
#include "server/core/acts.hpp"
#include "server/museum/rooms.hpp"
#include "server/wire/limits.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace menagerie::api {

using Json = nlohmann::ordered_json;

/// What is kept between requests, of one machine.
struct MachineCache {
  std::uint64_t boxes_seq = 0;
  std::shared_ptr<const std::string> boxes;  ///< the text of `boxes` at that seq
  CurveCache curve;
};

struct Context {
  museum::Rooms& rooms;
  Readers& readers;
  const wire::Limits& limits;
  std::unordered_map<std::int64_t, MachineCache> caches = {};  ///< by machine
  Strengths strengths = {};                                    ///< for readers' threads
  Solvers solvers = {};                                        ///< for readers' threads
  std::string public_url = {};  ///< as visitors use it, for codes on labels; empty: not known
  std::string data_license{kDataLicense};
  Documents documents{readers, limits};
  MachineCopies copies{readers, limits};
  ContentLengths lengths = {};   ///< of closed ranges, by their tags
  LessonBlocks lesson_blocks{};  ///< for readers' threads
  bool sums_up_lessons = false;  ///< a reader fills lesson_blocks just now
  std::set<std::int64_t> unread =
      {};  ///< machines whose log could not be read for them: the others come first
};

/// One request on its way to one answer. What refuses it throws BadRequest, which is answered by the function
/// that calls the routes.
struct Call {
  Request request;
  std::vector<std::string> parts;  ///< what the pattern's {names} stood for, decoded, in order
  Respond respond;                 ///< call once
  /// The machine that `{machine}` names, as it was when the request came; never null where the pattern has
  /// it.
  std::shared_ptr<const museum::MachineView> view{};
  museum::Attendance attendance{};  ///< of its room then

  // Precondition of both: the pattern has `{machine}`.
  const core::Machine& machine() const { return *view->machine; }
  const core::MachineState& state() const { return view->state; }

  /// A query parameter, or null.
  const std::string* query(const std::string& name) const;
  void answer(const Json& json) const;
  /// Refuses what the query has as `name`: says what is there, and that it must be `right`.
  [[noreturn]] void refuse_parameter(const std::string& name, std::string_view right) const;
  /// Refuses a call whose client does not take what there is, of that media type.
  void require_taken(std::string_view type, std::string_view detail) const;
};

/// The answer for what was thrown: an order that was refused, a store that fails, a mistake of ours.
Response problem_of(const std::exception_ptr& thrown);

/// Makes an answer on a reader's thread and sends it; a store that fails, or too many reads that wait, become
/// a 503.
void answer_from_log(Context& context, Call&& call,
                     std::function<Response(store::Store&, const Request&)> make, Lane lane = Lane::brief);
/// JSON that is a text already, or one that others hold too.
Response text_response(std::string text);
Response text_response(std::shared_ptr<const std::string> text);
Response json_response(const Json& json);
/// A problem that goes by itself: when to try again.
Response problem_for(std::string_view seconds, unsigned status, std::string_view type, std::string_view title,
                     std::string_view detail);
/// Says where a list goes on, for clients that look at headers; `link` may be empty: nowhere.
void put_next(Response& response, const std::string& link);

/// Reads a whole number in [low, high] from the query; `fallback` where it is not given. Otherwise refuses
/// the call: what, where, what would be right.
std::uint64_t number_in_query(const Call& call, const std::string& name, std::uint64_t low,
                              std::uint64_t high, std::uint64_t fallback);

/// The game that the path names; refuses the call where there is none. Precondition: the pattern has
/// `{game}`.
const Game& game_of(const Call& call);

/// The box of the call's machine that a number or a position's text names, as an index; refuses the call
/// where there is none.
std::uint32_t find_box(const Call& call, std::string_view name);

/// What the moves of a machine's beads lead to, in the order of MachineState::beads; null where that is not
/// known.
using Marks = std::vector<BeadMark>;

/// A machine with its figures as the view has them.
Json machine_json(const museum::MachineView& view, const museum::Attendance& attendance,
                  const wire::Limits& limits);

/// A box with its beads, their odds where every move may be played, and what the solver says of it, as JSON;
/// `boxes` as a whole.
Json box_json(const core::Machine& machine, std::size_t index, const std::vector<std::int64_t>& beads,
              const Marks* marks);
std::shared_ptr<const std::string> boxes_text(const core::Machine& machine, const core::MachineState& state,
                                              const Marks* marks);

/// The same as they were after an earlier log row.
void list_boxes_at(Context& context, Call call, std::uint64_t at);
void show_box_at(Context& context, Call call, std::uint32_t box, std::uint64_t at);

/// An episode's plies as a JSON array: each with its board and, where the machine drew, the box as it was
/// when the episode was learned. `before`: the machine before the row.
std::string replay_text(const core::Machine& machine, const core::MachineState& before,
                        const store::LogRow& row);
/// Why the episode ended, and the cells to be shown for it, as a JSON object.
std::string end_text(const core::Machine& machine, const store::LogRow& row);

/// A machine's strength, as members `sides` and `beads` of an answer.
void put_strength(Json& json, const std::optional<Strength>& strength);

/// Appends an episode as JSON, with its draws and bead changes. Throws store::Error where those are damaged.
void write_episode(const core::Machine& machine, const store::LogRow& row, std::string& out);
/// The same with its end and its replay. `before`: the machine before the row.
std::string whole_episode(const core::Machine& machine, const core::MachineState& before,
                          const store::LogRow& row);

/// What an act is, as its log row tells it, in a sentence. May throw store::Error.
std::string act_summary(const store::LogRow& act, std::string_view title);
/// What it does to episodes and beads; true before as after it.
std::string effect_summary(const core::Effect& effect);

/// Makes the answer from a lesson's log row, on a reader's thread.
using FromLesson = std::function<Response(store::Store& store, const Request& request,
                                          const museum::MachineView& view, store::LogRow row)>;
/// Finds the lesson that the call's `{code}` names. Refuses a code with a slip, and one of no lesson here.
/// `reads_on`: the answer reads the log from there to its end.
void answer_from_lesson(Context& context, Call call, bool reads_on, FromLesson make);
/// Sums up new log rows (LessonBlocks) on readers' threads, one machine after another, so that no lesson's
/// page waits for it. Network thread; does nothing while an earlier call is still at it.
void sum_up_lessons(Context& context);

// desk.cpp: the answers to a request for the desk whose pass is not the curator's, and to an order that
// cannot be carried out.
Response pass_problem(const Request& request);
Response refused_problem(const core::Refused& refused);

void list_routes(Context& context, Call call);
void show_openapi(Context& context, Call call);
void show_openapi_json(Context& context, Call call);
void show_asyncapi(Context& context, Call call);
void show_asyncapi_json(Context& context, Call call);
void show_messages(Context& context, Call call);
void list_games(Context& context, Call call);
void list_rules(Context& context, Call call);
void show_visit(Context& context, Call call);
void show_audit(Context& context, Call call);
void start_machine(Context& context, Call call);
void reset_machine(Context& context, Call call);
void rewind_machine(Context& context, Call call);
void fork_machine(Context& context, Call call);
void freeze_machine(Context& context, Call call);
void thaw_machine(Context& context, Call call);
void top_up_machine(Context& context, Call call);
void unteach_machine(Context& context, Call call);
void show_game(Context& context, Call call);
void show_analysis(Context& context, Call call);
void list_machines(Context& context, Call call);
void show_machine(Context& context, Call call);
void list_boxes(Context& context, Call call);
void show_box(Context& context, Call call);
void show_episode(Context& context, Call call);
void show_lesson(Context& context, Call call);
void show_lesson_picture(Context& context, Call call);
void show_lesson_postcard(Context& context, Call call);
void show_lesson_receipt(Context& context, Call call);
void show_lesson_receipt_text(Context& context, Call call);
void show_machine_picture(Context& context, Call call);
void list_givers(Context& context, Call call);
void show_curve(Context& context, Call call);
void show_strength(Context& context, Call call);
void show_strength_curve(Context& context, Call call);
void show_practice(Context& context, Call call);
void play_show_game(Context& context, Call call);
void run_experiment(Context& context, Call call);
void list_graduates(Context& context, Call call);
void show_box_history(Context& context, Call call);
void show_unlikely(Context& context, Call call);
void show_history_hash(Context& context, Call call);
void show_film(Context& context, Call call);
void export_sqlite(Context& context, Call call);
void show_data_package(Context& context, Call call);
void print_labels_pdf(Context& context, Call call);
void print_labels_svg(Context& context, Call call);

}  // namespace menagerie::api
