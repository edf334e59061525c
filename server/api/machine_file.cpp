// machines/{machine}/export.sqlite: its whole record as a SQLite file with the views for people.
#include "server/api/content.hpp"
#include "server/api/filters.hpp"
#include "server/api/machine_copies.hpp"
#include "server/api/ranges.hpp"
#include "server/api/routes.hpp"

#include <utility>

namespace menagerie::api {
namespace {

constexpr std::string_view kType = "application/vnd.sqlite3";

Response response_of(const core::Machine& machine) {
  Response response;
  response.type = kType;
  response.headers.emplace_back("Content-Disposition",
                                "attachment; filename=\"" + machine.row.name + ".sqlite\"");
  return response;
}

Response response_of(const core::Machine& machine, const MachineCopies::Copy& copy) {
  Response response = response_of(machine);
  response.etag = copy->tag;
  response.source = source_of(copy);
  response.length = copy->file->size();
  response.ranges = true;
  return response;
}

}  // namespace

void export_sqlite(Context& context, Call call) {
  read_names(call, {});
  call.require_taken(kType, "this is a SQLite file and comes as application/vnd.sqlite3");
  const core::Machine& machine = call.machine();
  if (!call.request.range
           .empty()) {  // the rest of a copy that was begun, even if the machine has learned since
    if (const auto copy = context.copies.find(machine.row.machine, call.request.if_range))
      return call.respond(finished(call.request, response_of(machine, copy)));
  }
  if (call.request.method == "HEAD") {  // makes none
    Response response = response_of(machine);
    response.source = source_of(std::make_shared<const std::string>());
    return call.respond(std::move(response));
  }
  const ClientKey client = call.request.client;
  const std::uint64_t seq = call.state().seq;
  context.copies.get(
      client, machine.row.machine, seq,
      [&machine, call = std::move(call)](const MachineCopies::Copy& copy, std::exception_ptr thrown) {
        if (thrown) return call.respond(problem_of(thrown));
        call.respond(finished(call.request, response_of(machine, copy)));
      });
}

}  // namespace menagerie::api
