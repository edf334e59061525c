#include "server/api/filters.hpp"

#include "engine/parse_number.hpp"
#include "engine/text.hpp"
#include "server/wire/excerpt.hpp"
#include "server/wire/time_text.hpp"

#include <algorithm>

namespace menagerie::api {
namespace {

constexpr auto kFar = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

/// Reads `name` with `parse` into `into`, where it is there.
template <typename Value, typename Parse>
void read_one(const Call& call, const std::string& name, std::optional<Value>& into, Parse parse,
              std::string_view what) {
  const std::string* text = call.query(name);
  if (!text) return;
  into = parse(*text);
  if (!into) call.refuse_parameter(name, what);
}

void read_range(const Call& call, Filters& filters) {
  filters.from = seq_in_query(call, "from", 1);
  filters.to = seq_in_query(call, "to", call.state().seq);
  filters.closed = call.query("to") != nullptr;
  if (filters.from > filters.to)
    throw BadRequest(400, "bad-from", "Bad from",
                     "\"from\" is " + std::to_string(filters.from) + " and \"to\" is " +
                         std::to_string(filters.to) + "; a range goes upwards");
}

void read_times(const Call& call, Filters& filters) {
  constexpr std::string_view kWhat =
      "a time as RFC 3339 has it, such as 2026-11-20T10:00:00Z or 2026-11-20T11:00:00+01:00";
  read_one(call, "since", filters.since_ms, wire::parse_time, kWhat);
  read_one(call, "until", filters.until_ms, wire::parse_time, kWhat);
  if (filters.since_ms && filters.until_ms && *filters.since_ms >= *filters.until_ms)
    call.refuse_parameter("until", "later than \"since\"");
}

void read_era(const Call& call, Filters& filters) {
  if (!call.query("era")) return;
  const std::uint32_t newest = call.state().era;
  const std::uint64_t era = number_in_query(call, "era", 1, kFar, 1);
  if (era > newest)
    throw BadRequest(404, "not-found", "No such era",
                     call.machine().row.title + " is in era " + std::to_string(newest) +
                         "; there is no era " + std::to_string(era) + " yet");
  filters.era = static_cast<std::uint32_t>(era);
}

void read_kind(const Call& call, Filters& filters) {
  const std::string* text = call.query("kind");
  if (!text) return;
  filters.acts_only = *text == "act";
  if (filters.acts_only) return;
  std::string names = "act (whatever is no episode)";
  for (const store::Kind kind : store::kKinds) {
    if (store::to_text(kind) == *text) filters.kind = kind;
    names.append(", ").append(store::to_text(kind));
  }
  if (!filters.kind) call.refuse_parameter("kind", "one of: " + names);
}

std::optional<Result> parse_result(std::string_view text) {
  for (const Result result : {Result::win, Result::draw, Result::loss}) {
    if (to_text(result) == text) return result;
  }
  return std::nullopt;
}

void read_whose(const Call& call, Filters& filters) {
  constexpr std::string_view kId = "a UUID, such as 01a1f883-1e06-7893-923f-0824128b2f33";
  read_one(call, "episode", filters.episode, store::Id::parse, kId);
  read_one(call, "visit", filters.visit, store::Id::parse, kId);
  read_one(call, "outcome", filters.outcome, parse_result, "win, draw or loss");
}

/// The rows of an era, which begins with an act.
void keep_era(const std::vector<store::LogRow>& acts, std::uint32_t era, RowRange& range) {
  for (const store::LogRow& act : acts) {
    if (act.era == era) range.low = std::max(range.low, act.seq);
    if (act.era == era) break;
  }
  for (const store::LogRow& act : acts) {
    if (act.era > era) range.high = std::min(range.high, act.seq - 1);
    if (act.era > era) break;
  }
}

/// The rows that the store can list, ascending; nothing where it cannot list any of the filters.
std::optional<std::vector<std::uint64_t>> listed(store::Store& store, std::int64_t machine,
                                                 const std::vector<store::LogRow>& acts,
                                                 const Filters& filters, const RowRange& range) {
  std::vector<std::uint64_t> seqs;
  const auto add = [&](std::uint64_t seq) {
    if (seq >= range.low && seq <= range.high) seqs.push_back(seq);
  };
  if (filters.visit) {
    for (const store::Place& place : store.episodes_of_visit(*filters.visit)) {
      if (place.machine == machine) add(place.seq);
    }
  } else if (filters.wants_acts()) {
    for (const store::LogRow& act : acts) add(act.seq);
  } else {
    return std::nullopt;
  }
  return seqs;
}

}  // namespace

void read_names(const Call& call, std::span<const std::string_view> names) {
  for (const auto& [name, value] : call.request.query) {
    if (std::ranges::find(names, name) != names.end()) continue;
    const std::string list = joined(names, ", ");
    throw BadRequest(400, "unknown-parameter", "Unknown parameter",
                     "there is no parameter \"" + wire::excerpt(name) + "\" here; there " +
                         (list.empty() ? "is none" : "are: " + list));
  }
}

bool Filters::takes(const store::LogRow& row) const {
  const bool is_episode = row.kind == store::Kind::episode;
  if (kind && row.kind != *kind) return false;
  if (acts_only && is_episode) return false;
  if (visit && (!is_episode || row.visit != *visit)) return false;
  return !outcome || (is_episode && store::result_of(row) == *outcome);
}

Filters read_filters(const Call& call, std::span<const std::string_view> names) {
  Filters filters;
  read_names(call, names);
  read_range(call, filters);
  read_times(call, filters);
  read_era(call, filters);
  if (const std::string* name = call.query("box")) filters.box = find_box(call, *name);
  read_kind(call, filters);
  read_whose(call, filters);
  return filters;
}

std::variant<RowRange, Response> find_rows(store::Store& store, const core::Machine& machine,
                                           const Filters& filters) {
  RowRange range{filters.from, filters.to, {}};
  const std::int64_t number = machine.row.machine;
  if (filters.episode) {
    const auto row = store.find_episode(*filters.episode);
    if (!row || row->machine != number) {
      return problem(404, "not-found", "No such episode",
                     machine.row.title + " has learned no episode " + filters.episode->text());
    }
    range.low = std::max(range.low, row->seq);
    range.high = std::min(range.high, row->seq);
  }
  if (filters.since_ms) range.low = std::max(range.low, store.last_before(number, *filters.since_ms) + 1);
  if (filters.until_ms) range.high = std::min(range.high, store.last_before(number, *filters.until_ms));
  std::vector<store::LogRow> acts;
  if (filters.era || filters.wants_acts()) acts = store.acts(number);
  if (filters.era) keep_era(acts, *filters.era, range);
  range.picked = listed(store, number, acts, filters, range);
  return range;
}

void refuse_beyond_the_end(const Call& call, std::string_view name, std::string_view seq) {
  throw BadRequest(404, "beyond-the-end", "Beyond the end",
                   "\"" + std::string(name) + "\" is " + wire::excerpt(seq) + "; the log of " +
                       call.machine().row.title + " ends with seq " + std::to_string(call.state().seq));
}

std::uint64_t seq_in_query(const Call& call, const std::string& name, std::uint64_t fallback,
                           std::uint64_t beyond) {
  const std::string* text = call.query(name);
  if (!text) return fallback;
  const std::uint64_t newest = call.state().seq;
  const auto number = parse_number<std::uint64_t>(*text);
  if (!number || *number == 0)
    call.refuse_parameter(name, "the number of a log row; the log of " + call.machine().row.title +
                                    " goes from seq 1 to " + std::to_string(newest));
  if (*number > newest + beyond) refuse_beyond_the_end(call, name, *text);
  return *number;
}

}  // namespace menagerie::api
