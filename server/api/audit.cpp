// audit: every act of every machine, newest first.
#include "engine/parse_number.hpp"
#include "server/api/filters.hpp"
#include "server/api/routes.hpp"
#include "server/store/act_text.hpp"
#include "server/wire/frames.hpp"
#include "server/wire/time_text.hpp"

#include <algorithm>

namespace menagerie::api {
namespace {

constexpr std::string_view kParameters[] = {"before", "limit"};
constexpr std::uint64_t kActsOnPage = 50;

/// Where an act stands among all: by time, and within a millisecond by machine and seq.
struct AuditCursor {
  std::int64_t time_ms = 0, machine = 0;
  std::uint64_t seq = 0;

  auto operator<=>(const AuditCursor&) const = default;
  static AuditCursor of(const store::LogRow& row) { return {row.time_ms, row.machine, row.seq}; }
  std::string text() const {
    return std::to_string(time_ms) + ":" + std::to_string(machine) + ":" + std::to_string(seq);
  }
};

std::optional<AuditCursor> parse_audit_cursor(std::string_view text) {
  const std::size_t first = text.find(':');
  const std::size_t second = first == std::string_view::npos ? first : text.find(':', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  const auto time_ms = parse_number<std::int64_t>(text.substr(0, first));
  const auto machine = parse_number<std::int64_t>(text.substr(first + 1, second - first - 1));
  const auto seq = parse_number<std::uint64_t>(text.substr(second + 1));
  if (!time_ms || *time_ms < 0 || !machine || *machine < 0 || !seq) return std::nullopt;
  return AuditCursor{*time_ms, *machine, *seq};
}

struct Entry {
  const store::MachineRow* machine;
  store::LogRow act;
};

/// There are few acts a machine, so all are read and the newest taken.
std::vector<Entry> acts_before(store::Store& store, std::span<const store::MachineRow> machines,
                               const std::optional<AuditCursor>& before) {
  std::vector<Entry> entries;
  for (const store::MachineRow& machine : machines) {
    for (store::LogRow& act : store.acts(machine.machine)) {
      if (!before || AuditCursor::of(act) < *before) entries.push_back({&machine, std::move(act)});
    }
  }
  std::ranges::sort(entries, [](const Entry& a, const Entry& b) {
    return AuditCursor::of(b.act) < AuditCursor::of(a.act);
  });
  return entries;
}

Json entry_json(const Entry& entry) {
  const store::LogRow& act = entry.act;
  Json json;
  json["machine"] = entry.machine->name;
  json["seq"] = act.seq;
  json["era"] = act.era;
  json["time"] = wire::time_text(act.time_ms);
  json["act"] = store::to_text(act.kind);
  json["why"] = store::to_text(act.act->why);
  json["summary"] = act_summary(act, entry.machine->title);
  json["detail"] = Json::parse(store::act_text(*act.act));
  return json;
}

Response audit_page(store::Store& store, const Request& request, const std::optional<AuditCursor>& before,
                    std::size_t limit) {
  const std::vector<store::MachineRow> machines = store.machines();
  const std::vector<Entry> entries = acts_before(store, machines, before);
  Json acts = Json::array();
  for (std::size_t i = 0; i < std::min(limit, entries.size()); ++i) acts.push_back(entry_json(entries[i]));
  Json json;
  json["acts"] = std::move(acts);
  json["next"] = nullptr;
  std::string next;
  if (entries.size() > limit) {
    next = request.base + "/api/v1/audit?before=" + AuditCursor::of(entries[limit - 1].act).text() +
           "&limit=" + std::to_string(limit);
    json["next"] = next;
  }
  Response response = json_response(json);
  put_next(response, next);
  response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}

}  // namespace

void show_audit(Context& context, Call call) {
  read_names(call, kParameters);
  const std::uint64_t limit = number_in_query(call, "limit", 1, kPageMax, kActsOnPage);
  std::optional<AuditCursor> before;
  if (const std::string* text = call.query("before")) {
    before = parse_audit_cursor(*text);
    if (!before) call.refuse_parameter("before", "a cursor as \"next\" gives it");
  }
  answer_from_log(context, std::move(call), [before, limit](store::Store& store, const Request& request) {
    return audit_page(store, request, before, limit);
  });
}

}  // namespace menagerie::api
