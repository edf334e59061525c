// What the writer is asked: questions about episodes, and the curator's orders.
#include "server/ledger/fault.hpp"
#include "server/ledger/writer.hpp"
#include "server/store/same_row.hpp"

#include <spdlog/spdlog.h>

#include <iterator>
#include <utility>

namespace menagerie::ledger {
namespace {

/// The logs that a turn for this order is about; 0 is the list of machines.
std::vector<std::int64_t> machines_of(const core::Order& order) {
  if (order.kind == store::Kind::start) return {0};
  if (order.kind == store::Kind::fork) return {0, order.machine};
  return {order.machine};
}

}  // namespace

void refuse(Orders& orders, const store::Error& fault) {
  for (auto& [order, answer] : std::exchange(orders, {})) {
    try {
      answer(nullptr, std::make_exception_ptr(fault));
    } catch (const std::exception& thrown) {  // the others are answered all the same
      spdlog::error("ledger: an order could not be answered: {}", thrown.what());
    }
  }
}

/// Another server may have written the row since this one looked. The rooms are to follow it, and all before
/// it, ahead of the answer: it may name boxes that they do not have yet.
void Writer::answer_questions() {
  while (!work_.questions.empty()) {
    auto& [id, answer] = work_.questions.back();
    std::optional<store::LogRow> row = store().find_episode(id);
    const core::Loaded* loaded = row ? learner_.find(row->machine) : nullptr;
    if (loaded != nullptr && loaded->state.seq < row->seq) look();
    once([&answer = answer, &row] { answer(std::move(row)); });
    work_.questions.pop_back();
  }
}

/// What fails when the act is planned or written is reported to the curator, who can order again. An act that
/// is or may be in the log is published and answered, however long reading it back takes.
void Writer::answer_order() {
  std::exception_ptr thrown;  // moved, never copied: the thread that reads it must destroy it
  const core::Order& order = work_.orders.front().first;
  begin_turn(machines_of(order));
  try {
    carry_out(order);
  } catch (const std::exception& error) {
    if (act_) throw;
    thrown = std::current_exception();
    note(error);
  }
  const OrderAnswer answer = std::move(work_.orders.front().second);
  work_.orders.erase(work_.orders.begin());
  const std::optional<core::Plan> done = std::exchange(act_, std::nullopt);
  once([&] { answer(done ? &*done : nullptr, std::move(thrown)); });
}

/// In a turn that has begun. After this act_ is in the log and taken over. Where it throws, act_ is there if
/// it is or may be in the log.
void Writer::carry_out(const core::Order& order) {
  if (act_ && !is_act_there()) act_.reset();
  in_doubt_ = false;
  if (!act_) plan_and_write(order);
  take_over_act();
}

void Writer::plan_and_write(const core::Order& order) {
  const core::Loaded* loaded = learner_.find(order.machine);
  if (loaded == nullptr && order.kind != store::Kind::start) {
    throw core::Refused("no-such-machine",
                        "there is no machine of the number " + std::to_string(order.machine));
  }
  const std::int64_t now_ms = clock_();
  look_at_clock(order.machine, now_ms);
  act_ = core::plan(store(), loaded ? loaded->machine.get() : nullptr, loaded ? &loaded->state : nullptr,
                    order, now_ms, loaded ? loaded->graduation : std::nullopt);
  try {
    write([&] {
      if (act_->machine) {
        store().create_machine(act_->machine->row, act_->machine->boxes, {act_->row},
                               act_->state.snapshot(*act_->machine));
      } else {
        const store::Snapshot snapshot = act_->state.snapshot(*loaded->machine);
        store().append({&act_->row, 1}, {}, {&snapshot, 1});
      }
    });
  } catch (...) {
    if (!in_doubt_) act_.reset();
    throw;
  }
  ring_due_ = true;
}

/// Whether an act whose commit had no answer is in the log. A machine of the same name may be another
/// server's, created since.
bool Writer::is_act_there() {
  if (!act_->machine) {
    const auto there = store().row_at(act_->row.machine, act_->row.seq);
    return there && store::same_row(*there, act_->row);
  }
  for (const store::MachineRow& row : store().machines()) {
    if (row.name != act_->machine->row.name) continue;
    const auto first = store().row_at(row.machine, 1);
    return store::same_but_machine(row, act_->machine->row) && first && store::same_row(*first, act_->row);
  }
  return false;
}

/// Takes over and publishes an act that is in the log, unless it was read there already.
void Writer::take_over_act() {
  store().end_turn();
  if (act_->machine) {
    std::optional<core::Loaded> created = core::load_machine(store(), act_->machine->row.name);
    if (!created)
      throw store::Error(act_->machine->row.name + " was created and is not there",
                         store::ErrorKind::conflict);
    if (learner_.find(created->machine->row.machine) == nullptr) open_room(*std::move(created));
    return;
  }
  if (learner_.find(act_->row.machine)->state.seq >= act_->row.seq) return;
  once([&] {
    auto published = std::make_shared<Published>();
    if (learner_.acted(act_->row, act_->state))
      published->finished.push_back({act_->row.machine, act_->row.seq});
    published->rows.push_back(act_->row);
    publish_(std::move(published));
  });
}

/// Notes the store error with which an order was answered. A store that is to be opened again is closed
/// first: it has the lock of its folder.
void Writer::note(const std::exception& error) {
  if (store_) store_->end_turn();
  const auto* failed = dynamic_cast<const store::Error*>(&error);
  if (failed == nullptr) return;
  why_ = failed->what();
  if (failed->kind == store::ErrorKind::unknown && open_) store_ = nullptr;
}

void Writer::refuse_orders(bool all) {
  const auto first = work_.orders.begin() + (act_ && !all ? 1 : 0);
  Orders refused(std::make_move_iterator(first), std::make_move_iterator(work_.orders.end()));
  work_.orders.erase(first, work_.orders.end());
  refuse(refused, store::Error(why_, kind_));
}

}  // namespace menagerie::ledger
