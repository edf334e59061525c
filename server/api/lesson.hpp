// The lesson that a code names, for the routes that answer from it. Private to api/.
#pragma once

#include "server/api/routes.hpp"

#include <functional>

namespace menagerie::api {

/// Makes the answer from the lesson's log row, on a reader's thread.
using FromLesson = std::function<Response(store::Store& store, const Request& request,
                                          const museum::MachineView& view, store::LogRow row)>;

/// Finds the lesson that the call's `{code}` names. Refuses a code with a slip, and one of no lesson here.
/// `reads_on`: the answer reads the log from there to its end.
void answer_from_lesson(Context& context, Call call, bool reads_on, FromLesson make);

/// Sums up new log rows (LessonBlocks) on readers' threads, one machine after another, so that no lesson's
/// page waits for it. Network thread; does nothing while an earlier call is still at it.
void sum_up_lessons(Context& context);

}  // namespace menagerie::api
