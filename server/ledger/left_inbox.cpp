#include "server/ledger/left_inbox.hpp"

#include "server/core/episode.hpp"
#include "server/core/record.hpp"
#include "server/ledger/writer.hpp"
#include "server/store/postgres.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace menagerie::ledger {
namespace {

core::Finished finished_of(const store::LogRow& row) {
  core::Finished episode;
  episode.machine = row.machine;
  episode.last_seq = row.seq;
  episode.era = row.era;
  episode.id = row.id;
  episode.visit = row.visit;
  episode.started_ms = row.started_ms;
  episode.seat = row.seat;
  episode.opponent = row.self_play() ? store::kItself : store::kVisitor;
  episode.moves = row.moves;
  episode.trace = row.trace;
  episode.outcome = row.outcome;
  episode.resigned = row.reason == Reason::resign;
  return episode;
}

/// Why the learner cannot be given it, which does not check episodes itself.
std::optional<std::string> fault_in(const store::LogRow& row, const std::vector<core::Loaded>& machines,
                                    core::Episode& scratch) {
  const auto of =
      std::ranges::find_if(machines, [&](const auto& it) { return it.machine->row.machine == row.machine; });
  if (of == machines.end()) return "there is no such machine";
  return core::episode_fault(*of->machine, row, scratch);
}

}  // namespace

void learn_left_inbox(const std::string& url, core::Clock clock, std::uint64_t finished_games) {
  std::vector<store::LogRow> left = store::episodes_left_in_inbox(url);
  if (left.empty()) return store::forget_left_in_inbox(url, {});
  auto store = store::open_postgres(url, store::Mode::write);
  std::vector<core::Loaded> machines;
  for (store::MachineRow& row : store->machines())
    machines.push_back(core::load_machine(*store, std::move(row)));

  Work work;
  core::Episode scratch;
  std::erase_if(left, [&](const store::LogRow& row) {
    const auto fault = fault_in(row, machines, scratch);
    if (fault)
      spdlog::error("ledger: episode {} in the table inbox_left cannot be learned, and stays there: {}",
                    row.id.text(), *fault);
    return fault.has_value();
  });
  for (const store::LogRow& row : left) work.inbox.episodes.push_back(finished_of(row));

  std::size_t learned = 0;
  const auto count = [&](const std::shared_ptr<const Published>& published) {
    learned += static_cast<std::size_t>(std::ranges::count_if(published->answers, [](const core::Answer& it) {
      return it.verdict.kind == core::Verdict::Kind::learned;
    }));
  };
  Writer writer(std::move(store), {}, machines, std::move(clock), count, finished_games);
  writer.take(std::move(work));
  if (!writer.proceed())
    throw store::Error(writer.why(), writer.kind());  // at the next start it is done again
  spdlog::info("{} episodes waited in the inbox of an older release: {} are learned now", left.size(),
               learned);
  store::forget_left_in_inbox(url, left);
}

}  // namespace menagerie::ledger
