// machines/{machine}/episodes/{id}: one episode, whole.
#include "server/api/routes.hpp"

#include "server/core/record.hpp"

namespace menagerie::api {

std::string whole_episode(const core::Machine& machine, const core::MachineState& before,
                          const store::LogRow& row) {
  std::string text;
  write_episode(machine, row, text);
  text.pop_back();
  text += R"(,"end":)" + end_text(machine, row) + R"(,"replay":)" + replay_text(machine, before, row) + '}';
  return text;
}

void show_episode(Context& context, Call call) {
  const std::optional<store::Id> id = store::Id::parse(call.parts[1]);
  if (!id)
    throw BadRequest(400, "bad-id", "Bad episode id",
                     "an episode's id is a UUID, as the lists of episodes give it");
  const core::Machine& machine = call.machine();
  answer_from_log(context, std::move(call), [&machine, id](store::Store& store, const Request&) {
    const std::optional<store::LogRow> row = store.find_episode(*id);
    if (!row || row->machine != machine.row.machine) {
      return problem(404, "not-found", "No such episode",
                     machine.row.title + " has learned no episode of that id");
    }
    return text_response(whole_episode(machine, core::state_at(store, machine, row->seq - 1), *row));
  });
}

}  // namespace menagerie::api
