#include "server/ledger/writer.hpp"

#include "engine/check.hpp"
#include "server/core/clock.hpp"
#include "server/ledger/fault.hpp"
#include "server/store/same_row.hpp"
#include "server/wire/time_text.hpp"

#include <spdlog/spdlog.h>

#include <chrono>
#include <iterator>
#include <tuple>
#include <utility>

namespace menagerie::ledger {
namespace {

using store::ErrorKind;

store::Error log_differs(const store::LogRow& row) {
  return store::Error("row " + std::to_string(row.seq) + " of the log of machine " +
                          std::to_string(row.machine) +
                          " is not the one that was written: another program writes this log",
                      ErrorKind::conflict);
}

/// Whether the two say the same of a machine, whatever its number.
bool same_machine(const store::MachineRow& a, const store::MachineRow& b) {
  const auto fields = [](const store::MachineRow& of) {
    return std::tie(of.name, of.title, of.maker, of.story, of.colour, of.game, of.seat, of.rule,
                    of.convention, of.created_ms);
  };
  return fields(a) == fields(b);
}

}  // namespace

Writer::Writer(std::unique_ptr<store::Store> store, Open open, const std::vector<core::Loaded>& machines,
               core::Clock clock, Publish publish, std::uint64_t finished_games)
    : store_(std::move(store)),
      open_(std::move(open)),
      learner_(machines, finished_games),
      clock_(std::move(clock)),
      publish_(std::move(publish)) {}

void Writer::take(Work work) {
  MENAGERIE_CHECK(idle());
  work_ = std::move(work);
  stage_ = Stage::step;
}

bool Writer::proceed() {
  if (failures_.permanent) return false;
  try {
    while (stage_ != Stage::idle) {
      if (!store_) store_ = open_();
      attempt();
    }
    return true;
  } catch (const std::exception& thrown) {
    const store::Error error = fault_of(thrown);
    ++failures_.count;
    why_ = error.what();
    kind_ = error.kind;
    if (error.kind == ErrorKind::unknown) store_ = nullptr;  // opened again, it reads what is on disk
    if (error.kind == ErrorKind::conflict || error.kind == ErrorKind::permanent) failures_.permanent = true;
    return false;
  }
}

void Writer::attempt() {
  switch (stage_) {
    case Stage::idle:
      return;
    case Stage::step: {
      const std::int64_t now_ms = clock_();
      look_at_clocks(now_ms);
      published_ = std::make_shared<Published>();
      batch_ = once([&] {
        return learner_.step(work_.inbox, now_ms, [this](const store::Id& id) { return place_of(id); });
      });
      stage_ = Stage::commit;
      return;
    }
    case Stage::commit:
      if (!batch_.rows.empty()) commit();
      stage_ = Stage::publish;
      return;
    case Stage::publish:
      publish();
      stage_ = Stage::questions;
      return;
    case Stage::questions:
      answer_questions();
      stage_ = Stage::orders;
      return;
    case Stage::orders:
      if (work_.orders.empty()) {
        stage_ = Stage::idle;
      } else {
        answer_order();
      }
      return;
  }
}

/// Before a row is made: finds out whether its time may be earlier than that of the last row.
void Writer::look_at_clock(std::int64_t machine, std::int64_t now_ms) {
  const core::Loaded* loaded = learner_.find(machine);
  if (loaded == nullptr) return;
  const core::MachineState& state = loaded->state;
  const bool ahead = core::is_log_ahead(*store_, machine, state.time_ms, now_ms);
  if (!learner_.set_clock_back(machine, ahead)) return;
  spdlog::warn("{}: the clock was put back to {}; rows of its log up to seq {} were stamped up to {} ahead",
               loaded->machine->row.name, wire::time_text(now_ms), state.seq,
               core::span_text(state.time_ms - now_ms));
}

void Writer::look_at_clocks(std::int64_t now_ms) {
  for (const core::Finished& episode : work_.inbox.episodes) look_at_clock(episode.machine, now_ms);
  for (const std::int64_t machine : work_.inbox.dry) look_at_clock(machine, now_ms);
}

void Writer::commit() {
  const auto begun = std::chrono::steady_clock::now();
  const bool there = maybe_on_disk_ && is_in_log(batch_.rows.front());
  maybe_on_disk_ = false;
  if (!there) write([this] { append(batch_.rows, batch_.made, batch_.snapshots); });
  published_->commit_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

/// The learner asks before it changes anything: whatever is thrown then can be tried again.
std::optional<store::Place> Writer::place_of(const store::Id& id) {
  try {
    return store_->place_of_episode(id);
  } catch (const std::exception& thrown) {
    throw fault_of(thrown);
  }
}

/// Does what writes to the log; where its outcome is unknown, that is read back before anything else. Memory
/// may have run out when the rows were on disk already.
template <typename What>
void Writer::write(What what) {
  const auto fail = [this](const store::Error& error) {
    maybe_on_disk_ = error.kind == ErrorKind::unknown;
    if (maybe_on_disk_) ++failures_.unknown_commits;
  };
  try {
    what();
  } catch (const store::Error& error) {
    fail(error);
    throw;
  } catch (const std::exception& thrown) {
    store::Error error = fault_of(thrown);
    if (error.kind == ErrorKind::transient) error.kind = ErrorKind::unknown;
    fail(error);
    throw error;
  }
}

void Writer::append(std::span<const store::LogRow> rows, std::span<const store::MadeBox> made,
                    std::span<const store::Snapshot> snapshots) {
  const std::vector<store::Id> known = store_->append(rows, made, snapshots);
  if (known.empty()) return;
  // The learner had looked the ids up, and nobody else writes to this store.
  throw store::Error("episode " + known.front().text() + " came into the log behind the learner's back",
                     ErrorKind::conflict);
}

bool Writer::is_in_log(const store::LogRow& row) {
  const auto there = store_->log_after(row.machine, row.seq - 1, 1);
  if (there.empty()) return false;
  if (!store::same_row(there.front(), row)) throw log_differs(row);
  return true;
}

void Writer::publish() {
  published_->known.clear();
  for (const core::Answer& answer : batch_.answers) {
    if (answer.verdict.kind != core::Verdict::Kind::known) continue;
    auto row = store_->find_episode(answer.episode);
    if (!row)
      throw store::Error("episode " + answer.episode.text() + " is no longer in the log",
                         ErrorKind::conflict);
    published_->known.push_back(*std::move(row));
  }
  published_->rows = std::move(batch_.rows);
  published_->answers = std::move(batch_.answers);
  published_->finished = std::move(batch_.finished);
  batch_ = {};
  if (published_->rows.empty() && published_->answers.empty()) return;
  once([&] { publish_(std::move(published_)); });
}

void Writer::answer_questions() {
  while (!work_.questions.empty()) {
    auto& [id, answer] = work_.questions.back();
    std::optional<store::LogRow> row = store_->find_episode(id);
    once([&] { answer(std::move(row)); });
    work_.questions.pop_back();
  }
}

/// A store that fails is reported to the curator, who can order again. An act that is in the log already is
/// published and answered, however long reading it back takes.
void Writer::answer_order() {
  std::exception_ptr thrown;  // moved, never copied: the thread that reads it must destroy it
  if (act_ && maybe_on_disk_ && !act_is_there()) act_.reset();
  maybe_on_disk_ = false;
  if (!act_) {
    try {
      plan_and_write(work_.orders.front().first);
    } catch (const std::exception& error) {
      if (maybe_on_disk_) throw;
      thrown = std::current_exception();
      act_.reset();
      note(error);
    }
  }
  if (!thrown) finish();
  finish_order(std::move(thrown));
}

void Writer::finish_order(std::exception_ptr thrown) {
  const OrderAnswer answer = std::move(work_.orders.front().second);
  work_.orders.erase(work_.orders.begin());
  const std::optional<core::Plan> done = std::exchange(act_, std::nullopt);
  once([&] { answer(done ? &*done : nullptr, std::move(thrown)); });
}

void Writer::refuse_orders(bool all) {
  const auto first = work_.orders.begin() + (act_ && !all ? 1 : 0);
  Orders refused(std::make_move_iterator(first), std::make_move_iterator(work_.orders.end()));
  work_.orders.erase(first, work_.orders.end());
  refuse(refused, store::Error(why_, kind_));
}

void refuse(Orders& orders, const store::Error& fault) {
  for (auto& [order, answer] : std::exchange(orders, {})) {
    try {
      answer(nullptr, std::make_exception_ptr(fault));
    } catch (const std::exception& thrown) {  // the others are answered all the same
      spdlog::error("ledger: an order could not be answered: {}", thrown.what());
    }
  }
}

/// Notes the store error with which an order was answered. The store that is to be opened again is closed
/// first: it has the lock of its folder.
void Writer::note(const std::exception& error) {
  const auto* failed = dynamic_cast<const store::Error*>(&error);
  if (failed == nullptr) return;
  why_ = failed->what();
  if (failed->kind == ErrorKind::unknown) store_ = nullptr;
}

void Writer::plan_and_write(const core::Order& order) {
  const core::Loaded* loaded = learner_.find(order.machine);
  if (loaded == nullptr && order.kind != store::Kind::start) {
    throw core::Refused("no-such-machine",
                        "there is no machine of the number " + std::to_string(order.machine));
  }
  const std::int64_t now_ms = clock_();
  look_at_clock(order.machine, now_ms);
  act_ = core::plan(*store_, loaded ? loaded->machine.get() : nullptr, loaded ? &loaded->state : nullptr,
                    order, now_ms, loaded ? loaded->graduation : std::nullopt);
  write([&] {
    if (act_->machine) {
      store_->create_machine(act_->machine->row, act_->machine->boxes, {act_->row},
                             act_->state.snapshot(*act_->machine));
    } else {
      const store::Snapshot snapshot = act_->state.snapshot(*loaded->machine);
      append({&act_->row, 1}, {}, {&snapshot, 1});
    }
  });
}

void Writer::settle_act(std::unique_ptr<store::Store> reader) {
  if (!is_act_in_doubt()) return;
  store_ = std::move(reader);
  bool there = false;
  try {
    there = act_is_there();
  } catch (const store::Error& error) {
    if (error.kind != ErrorKind::conflict) throw;  // its seq is the row of another server
  }
  if (there) finish();
  maybe_on_disk_ = false;
  if (there) return finish_order(nullptr);
  act_.reset();
}

/// A machine of the same name may be another server's, created since.
bool Writer::act_is_there() {
  if (!act_->machine) return is_in_log(act_->row);
  for (const store::MachineRow& row : store_->machines()) {
    if (row.name != act_->machine->row.name) continue;
    const auto first = store_->log_after(row.machine, 0, 1);
    return same_machine(row, act_->machine->row) && !first.empty() &&
           store::same_row(first.front(), act_->row);
  }
  return false;
}

/// Takes over an act that is in the log.
void Writer::finish() {
  auto published = std::make_shared<Published>();
  if (act_->machine) {
    std::optional<core::Loaded> created = core::load_machine(*store_, act_->machine->row.name);
    if (!created)
      throw store::Error(act_->machine->row.name + " was created and is not there", ErrorKind::conflict);
    learner_.add(*created);
    published->created.push_back(*std::move(created));
  } else {
    if (learner_.acted(act_->row, act_->state))
      published->finished.push_back({act_->row.machine, act_->row.seq});
    published->rows.push_back(act_->row);
  }
  once([&] { publish_(std::move(published)); });
}

}  // namespace menagerie::ledger
