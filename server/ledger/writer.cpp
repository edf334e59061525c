#include "server/ledger/writer.hpp"

#include "engine/check.hpp"
#include "server/core/clock.hpp"
#include "server/ledger/fault.hpp"
#include "server/wire/time_text.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace menagerie::ledger {
namespace {

using store::ErrorKind;

/// How long tables, columns and rights may be missing while it is looked again.
constexpr std::int64_t kSchemaPatienceMs = 60'000;
constexpr std::size_t kEpisodesOfATurn = 1'000;
/// How often a batch is learned anew at once because an id of it came into a log meanwhile.
constexpr int kTurnsMax = 5;

/// The machines that it is about, ascending, each once.
std::vector<std::int64_t> machines_of(const core::StepInput& inbox) {
  std::vector<std::int64_t> machines = inbox.dry;
  for (const core::Finished& episode : inbox.episodes) {
    if (machines.empty() || machines.back() != episode.machine) machines.push_back(episode.machine);
  }
  std::ranges::sort(machines);
  machines.erase(std::unique(machines.begin(), machines.end()), machines.end());
  return machines;
}

}  // namespace

std::vector<core::Finished> Work::take_episodes(std::span<const std::int64_t> machines, std::size_t most) {
  std::vector<core::Finished> taken, left;
  for (core::Finished& episode : inbox.episodes) {
    const bool is_taken = taken.size() < most && std::ranges::binary_search(machines, episode.machine);
    (is_taken ? taken : left).push_back(std::move(episode));
  }
  inbox.episodes = std::move(left);
  return taken;
}

Writer::Writer(std::unique_ptr<store::Store> store, Open open, const std::vector<core::Loaded>& machines,
               core::Clock clock, Publish publish, std::uint64_t finished_games, core::Clock steady)
    : store_(std::move(store)),
      is_shared_(store_->is_shared()),
      open_(std::move(open)),
      learner_(machines, finished_games, is_shared_),
      clock_(std::move(clock)),
      steady_(std::move(steady)),
      publish_(std::move(publish)) {}

void Writer::take(Work work) {
  MENAGERIE_CHECK(idle());
  work_ = std::move(work);
}

bool Writer::is_only_looking() const {
  return work_.inbox.empty() && work_.questions.empty() && work_.orders.empty();
}

bool Writer::proceed() {
  if (failures_.permanent) return false;
  try {
    attempt();
    schema_failed_ms_.reset();
    return true;
  } catch (const std::exception& thrown) {
    if (store_) store_->end_turn();
    fail(fault_of(thrown));
    return false;
  }
}

void Writer::attempt() {
  if (work_.look) look();
  learn();
  answer_questions();
  while (!work_.orders.empty()) answer_order();
}

store::Store& Writer::store() {
  if (!store_) store_ = open_();
  return *store_;
}

void Writer::fail(store::Error error) {
  if (error.kind == ErrorKind::schema) {
    const std::int64_t now_ms = steady_();
    if (!schema_failed_ms_) schema_failed_ms_ = now_ms;
    if (now_ms - *schema_failed_ms_ >= kSchemaPatienceMs)
      error = store::Error(std::string(error.what()) + ", for a minute now", ErrorKind::permanent);
  }
  ++failures_.count;
  why_ = error.what();
  kind_ = error.kind;
  if (error.kind == ErrorKind::unknown && open_) store_ = nullptr;  // opened again, it reads what is on disk
  if (error.kind == ErrorKind::conflict || error.kind == ErrorKind::permanent) failures_.permanent = true;
}

void Writer::ring(const std::string& text) { store().ring(text); }

// ---- what other servers write

/// Reads what others have written to all logs, and the machines that they have created.
void Writer::look() {
  do {
    store::News news = store().look(learner_.ends());
    behind_ = news.behind + news.rows.size();
    follow(std::move(news.rows));
    behind_ = news.behind;
    open_new_machines(news.machines);
  } while (behind_ > 0);
  work_.look = false;
}

/// Begins a turn at the logs of these machines, and brings the learner to their ends.
void Writer::begin_turn(std::vector<std::int64_t> machines) {
  const bool of_list = !machines.empty() && machines.front() == 0;
  for (bool begun = false; !begun;) {
    std::vector<store::Place> ends = learner_.ends(machines);
    if (of_list) ends.insert(ends.begin(), store::Place{});
    store::News news = store().begin_turn(ends);
    begun = news.behind == 0;
    follow(std::move(news.rows));
  }
  if (!in_doubt_) return;
  for (const store::Place& end : learner_.ends(machines))
    follow(store().log_after(end.machine, end.seq, SIZE_MAX));
}

/// Takes over and publishes rows that are in the log.
void Writer::follow(std::vector<store::LogRow> rows) {
  if (rows.empty()) return;
  once([&] {
    auto published = std::make_shared<Published>();
    for (const store::LogRow& row : rows) {
      if (learner_.follow(row)) published->finished.push_back({row.machine, row.seq});
    }
    published->rows = std::move(rows);
    publish_(std::move(published));
  });
}

/// A newer release may have created one of a game or rule that this one does not have. That is no reason to
/// stop: this server goes on without it.
void Writer::open_new_machines(const std::vector<std::int64_t>& numbers) {
  const auto is_unknown = [this](std::int64_t number) { return unknown_machines_.contains(number); };
  if (std::ranges::all_of(numbers, is_unknown)) return;
  for (store::MachineRow& row : store().machines()) {
    if (learner_.find(row.machine) != nullptr || is_unknown(row.machine)) continue;
    std::optional<core::Loaded> created;
    try {
      created = core::load_machine(store(), row);
    } catch (const std::exception& thrown) {
      const store::Error fault = fault_of(thrown);
      if (fault.kind != ErrorKind::permanent) throw fault;
      unknown_machines_.insert(row.machine);
      spdlog::error("{}: another server has created this machine, and this one cannot open it: {}", row.name,
                    thrown.what());
    }
    if (created) open_room(*std::move(created));
  }
}

void Writer::open_room(core::Loaded created) {
  once([&] {
    learner_.add(created);
    auto published = std::make_shared<Published>();
    published->created.push_back(std::move(created));
    publish_(std::move(published));
  });
}

// ---- episodes, and new eras

/// Where others wait for this server's turn, much is learned in several: the database ends one that takes
/// 5 s.
void Writer::learn() {
  while (!work_.inbox.empty()) {
    std::vector<core::Finished>& episodes = work_.inbox.episodes;
    std::vector<core::Finished> later;
    if (is_shared_ && episodes.size() > kEpisodesOfATurn) {
      const auto rest = episodes.begin() + std::ptrdiff_t{kEpisodesOfATurn};
      later.assign(std::make_move_iterator(rest), std::make_move_iterator(episodes.end()));
      episodes.erase(rest, episodes.end());
    }
    const auto put_back = [&] { std::ranges::move(later, std::back_inserter(work_.inbox.episodes)); };
    try {
      learn_in_turns();
    } catch (...) {
      put_back();
      throw;
    }
    put_back();
  }
}

void Writer::learn_in_turns() {
  for (int turn = 1; !learn_once(); ++turn) {
    if (turn == kTurnsMax)
      throw store::Error("ids of episodes come into the logs while they are looked up", ErrorKind::transient);
  }
}

/// One turn; false where an episode came into a log after it was looked up.
bool Writer::learn_once() {
  const std::vector<std::int64_t> machines = machines_of(work_.inbox);
  begin_turn(machines);
  gather(machines);
  in_doubt_ = false;
  const std::int64_t now_ms = clock_();
  for (const std::int64_t machine : machines) look_at_clock(machine, now_ms);
  auto published = std::make_shared<Published>();
  core::Batch batch = once([&] {
    return learner_.step(work_.inbox, now_ms, [this](const store::Id& id) { return place_of(id); });
  });
  try {
    published->known = known_rows(batch);
    if (batch.rows.empty()) {
      store().end_turn();
    } else {
      const auto begun = std::chrono::steady_clock::now();
      std::vector<store::Id> known;
      write([&] { known = store().append(batch.rows, batch.made, batch.snapshots); });
      if (!known.empty()) return learner_.undo(work_.inbox, batch), false;
      published->commit_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    }
  } catch (...) {
    once([&] { learner_.undo(work_.inbox, batch); });
    throw;
  }
  once([&] { publish(std::move(batch), std::move(published)); });
  return true;
}

void Writer::gather(std::span<const std::int64_t> machines) {
  std::vector<core::Finished>& episodes = work_.inbox.episodes;
  if (!gather_ || !is_shared_ || episodes.size() >= kEpisodesOfATurn) return;
  std::ranges::move(gather_(machines, kEpisodesOfATurn - episodes.size()), std::back_inserter(episodes));
}

void Writer::publish(core::Batch batch, std::shared_ptr<Published> published) {
  work_.inbox = {};
  learner_.keep(batch);
  ring_due_ = ring_due_ || !batch.rows.empty();
  published->rows = std::move(batch.rows);
  published->answers = std::move(batch.answers);
  published->finished = std::move(batch.finished);
  if (!published->rows.empty() || !published->answers.empty()) publish_(std::move(published));
}

/// Before a row is made: finds out whether its time may be earlier than that of the last row.
void Writer::look_at_clock(std::int64_t machine, std::int64_t now_ms) {
  const core::Loaded* loaded = learner_.find(machine);
  if (loaded == nullptr) return;
  const core::MachineState& state = loaded->state;
  const bool may_go_back = core::may_time_go_back(store(), machine, state.time_ms, now_ms);
  if (!learner_.set_clock_back(machine, may_go_back)) return;
  spdlog::warn("{}: the clock was put back to {}; rows of its log up to seq {} were stamped up to {} ahead",
               loaded->machine->row.name, wire::time_text(now_ms), state.seq,
               core::span_text(state.time_ms - now_ms));
}

/// The learner asks before it changes anything: whatever is thrown then can be tried again.
std::optional<store::Place> Writer::place_of(const store::Id& id) {
  try {
    return store().place_of_episode(id);
  } catch (const std::exception& thrown) {
    throw fault_of(thrown);
  }
}

/// The rows of the episodes that were known, in the answers' order. One that was submitted twice may be known
/// from this batch alone.
std::vector<store::LogRow> Writer::known_rows(const core::Batch& batch) {
  std::vector<store::LogRow> known;
  for (const core::Answer& answer : batch.answers) {
    if (answer.verdict.kind != core::Verdict::Kind::known) continue;
    const auto is_it = [&](const store::LogRow& row) { return row.id == answer.episode; };
    const auto here = std::ranges::find_if(batch.rows, is_it);
    auto row = here != batch.rows.end() ? std::optional(*here) : store().find_episode(answer.episode);
    if (!row)
      throw store::Error("episode " + answer.episode.text() + " is no longer in the log",
                         ErrorKind::conflict);
    known.push_back(*std::move(row));
  }
  return known;
}

/// Does what writes to the log; where its outcome is unknown, that is read back before anything else. Memory
/// may have run out when the rows were on disk already.
void Writer::write(const std::function<void()>& what) {
  const auto note_doubt = [this](const store::Error& error) {
    in_doubt_ = error.kind == ErrorKind::unknown;
    if (in_doubt_) ++failures_.unknown_commits;
  };
  try {
    what();
  } catch (const store::Error& error) {
    note_doubt(error);
    throw;
  } catch (const std::exception& thrown) {
    store::Error error = fault_of(thrown);
    if (error.kind == ErrorKind::transient) error.kind = ErrorKind::unknown;
    note_doubt(error);
    throw error;
  }
}

}  // namespace menagerie::ledger
