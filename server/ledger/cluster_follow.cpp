// Following the logs, and taking and giving up the lease.
#include "server/core/playthrough.hpp"
#include "server/core/record.hpp"
#include "server/ledger/cluster_core.hpp"
#include "server/ledger/fault.hpp"
#include "server/store/same_row.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace menagerie::ledger {
namespace {

using Verdict = core::Verdict;

constexpr std::size_t kRowsAtOnce = 2000;
/// A lease that is renewed every 5 s has never so little left.
constexpr std::int64_t kPrepareMs = 6000;
/// How long a house that was given back for another server is left to it.
constexpr std::int64_t kLeftToOtherMs = 2000;

std::string ends_with(std::uint64_t seq) { return "it ends with seq " + std::to_string(seq); }

store::Error lost_rows(const core::Machine& machine, std::uint64_t seq, const std::string& how) {
  return store::Error("the log of " + machine.row.name +
                          " in the database is not the one that this server has followed up to seq " +
                          std::to_string(seq) + ": " + how,
                      store::ErrorKind::permanent);
}

}  // namespace

// ---- following

/// Publishes each piece of a log as soon as it is read, since the next query may fail.
void ClusterCore::follow(const Heads& heads) {
  if (look_for_new(heads)) return;  // new machines were loaded, perhaps with rows newer than `heads`
  for (const store::LeaseRow& head : heads) {
    if (head.machine != 0) follow_log(head);
  }
}

void ClusterCore::start_following(const core::Loaded& loaded) {
  followed_.insert_or_assign(
      loaded.machine->row.machine,
      Followed{loaded.machine, loaded.state.seq, 0, {}, {}, core::FinishWatch(loaded)});
}

void ClusterCore::follow_log(const store::LeaseRow& head) {
  const auto known = followed_.find(head.machine);
  if (known == followed_.end()) return;
  Followed& followed = known->second;
  check_link(followed, head);
  while (followed.seq < head.seq) {
    const auto rows = reader_->log_after(head.machine, followed.seq,
                                         std::min<std::size_t>(kRowsAtOnce, head.seq - followed.seq));
    if (rows.empty())
      throw store::Error("the database does not show the rows yet that it has", store::ErrorKind::transient);
    once([&] {
      auto published = std::make_shared<Published>();
      for (const store::LogRow& row : rows) {
        check_moves(*followed.machine, row);
        take_over(row);
        core::check_beads(*followed.machine, row, followed.machine->boxes.boxes().size());
        if (followed.finish.follow(row)) published->finished.push_back({row.machine, row.seq});
        add_known(*published, row);
        published->rows.push_back(row);
      }
      publish(std::move(published));
    });
  }
  followed.chain_seq = head.seq;
  followed.chain = head.chain;
  followed.written.reset();
}

/// A damaged row must not reach the rooms, and its boxes cannot be made: the operator must look.
void ClusterCore::check_moves(const core::Machine& machine, const store::LogRow& row) {
  if (machine.listed() || row.kind != store::Kind::episode) return;
  if (const auto fault = core::episode_fault(machine, row, replayed_))
    throw store::Error("log of machine " + std::to_string(row.machine) + " at seq " +
                           std::to_string(row.seq) + ": the row is damaged: " + *fault,
                       store::ErrorKind::permanent);
}

/// A database that was restored, or failed over to a copy that was behind, has lost or replaced rows that
/// visitors were told about. Rows are never renumbered: the operator must look.
void ClusterCore::check_link(const Followed& followed, const store::LeaseRow& head) {
  if (head.seq < followed.seq) throw lost_rows(*followed.machine, followed.seq, ends_with(head.seq));
  const bool known = followed.chain_seq != 0;
  const bool other = known && (head.seq == followed.chain_seq
                                   ? head.chain
                                   : leases_->chain_at(head.machine, followed.chain_seq)) != followed.chain;
  if (!other && (!followed.written || is_there(*followed.written))) return;
  throw lost_rows(*followed.machine, followed.seq, "its rows are others");
}

/// The holder wrote the rows itself and knows no links of them: only a log that ends too early is noticed.
void ClusterCore::check_ends(const Heads& heads) const {
  for (const store::LeaseRow& head : heads) {
    const auto known = followed_.find(head.machine);
    if (known != followed_.end() && head.seq < known->second.seq)
      throw lost_rows(*known->second.machine, known->second.seq, ends_with(head.seq));
  }
}

bool ClusterCore::is_there(const store::LogRow& row) {
  const auto there = reader_->log_after(row.machine, row.seq - 1, 1);
  return !there.empty() && store::same_row(there.front(), row);
}

/// Machines that another server created; whether there are any.
bool ClusterCore::look_for_new(const Heads& heads) {
  const bool any = std::ranges::any_of(
      heads, [&](const store::LeaseRow& it) { return it.machine != 0 && !followed_.contains(it.machine); });
  if (!any) return false;
  for (store::MachineRow& row : reader_->machines()) {
    if (!followed_.contains(row.machine)) open_room(core::load_machine(*reader_, std::move(row)));
  }
  return true;
}

void ClusterCore::open_room(core::Loaded created) {
  once([&] {
    start_following(created);
    auto published = std::make_shared<Published>();
    published->created.push_back(std::move(created));
    publish(std::move(published));
  });
}

/// Before a room applies the row: boxes that it made are made here too, in the same order.
void ClusterCore::take_over(const store::LogRow& row) {
  Followed& followed = followed_.at(row.machine);
  if (row.kind == store::Kind::episode && !followed.machine->listed())
    core::make_boxes(*followed.machine, row.moves, row.seat);
  followed.seq = row.seq;
}

/// The verdict for an own visitor's episode whose row is in the log.
void ClusterCore::add_known(Published& published, const store::LogRow& row) {
  if (row.kind != store::Kind::episode || pending_.erase(row.id) == 0) return;
  published.answers.push_back({row.machine, row.id, {Verdict::Kind::known, row.seq}});
  published.known.push_back(row);
}

void ClusterCore::publish(std::shared_ptr<Published> published) {
  if (published->rows.empty() && published->answers.empty() && published->created.empty() &&
      published->recorded.empty())
    return;
  parts_.publish(std::move(published));
}

// ---- who holds the house

/// Notes this server's role and how far it is behind, for /readyz and /metrics.
void ClusterCore::note_status(const Heads& heads) {
  status_.leads = writer_ != nullptr;
  status_.behind = 0;
  for (const store::LeaseRow& head : heads) {
    if (head.machine == 0) status_.holder = head.holder;
    const auto followed = followed_.find(head.machine);
    if (followed != followed_.end() && head.seq > followed->second.seq)
      status_.behind += head.seq - followed->second.seq;
  }
}

bool ClusterCore::may_take(const Heads& heads) {
  if (heads.empty() || heads.front().machine != 0) return false;
  const store::LeaseRow& house = heads.front();
  if (house.holder == parts_.server) return true;
  if (house.left_ms > kPrepareMs) {
    preloaded_.clear();
    return false;
  }
  // The lease was not renewed in time, or was given back: the machines are loaded before it is free.
  if (preloaded_.empty()) {
    for (store::MachineRow& row : reader_->machines())
      preloaded_.push_back(core::load_machine(*reader_, std::move(row)));
  }
  if (house.left_ms > 0) return false;
  return house.wanted.empty() || house.wanted == parts_.server || house.left_ms < -kLeftToOtherMs;
}

void ClusterCore::promote(const Heads& heads) {
  if (!may_take(heads)) return;
  const std::int64_t began_ms = parts_.steady();
  std::unique_ptr<store::Store> store;
  try {
    store = parts_.open_writer();
  } catch (const store::Held&) {
    return;  // another server has taken it
  }
  lease_ = parts_.keep_lease(began_ms);
  follow(leases_->rows());  // from here on nobody else can write
  std::vector<core::Loaded> machines = load_for_learner(*store);
  writer_ = std::make_unique<Writer>(
      std::move(store), parts_.open_writer, machines, parts_.clock,
      [this](std::shared_ptr<const Published> published) { committed(*published); }, parts_.finished_games);
  writers_unknown_ = 0;
  status_.leads = true;
  ++status_.taken;
  spdlog::info("ledger: this server, {}, holds the house", parts_.server);
}

/// The machines as the logs have them now, of the learner's own: those that were loaded ahead where nothing
/// has been written since.
std::vector<core::Loaded> ClusterCore::load_for_learner(store::Store& store) {
  std::vector<core::Loaded> machines = std::exchange(preloaded_, {});
  for (store::MachineRow& row : store.machines()) {
    const std::uint64_t seq = followed_.at(row.machine).seq;
    const auto spare = std::ranges::find(machines, row.machine,
                                         [](const core::Loaded& it) { return it.machine->row.machine; });
    if (spare == machines.end()) {
      machines.push_back(core::load_machine(store, std::move(row)));
    } else if (spare->state.seq != seq) {
      *spare = core::load_machine(store, std::move(row));
    }
  }
  return machines;
}

/// Everything that was handed to the learner is done.
void ClusterCore::hand_over(const std::string& server) {
  demote(server + " has asked for it");
  ring_due_ = true;
}

/// Another server has the house, or may have it. An act whose commit had no answer is read back first, so
/// that it is neither done again nor told to have failed when it is in the log.
void ClusterCore::cede(const std::string& why) {
  if (writer_->is_act_in_doubt()) writer_->settle_act(parts_.open_reader());
  demote(why);
}

void ClusterCore::demote(const std::string& why) {
  spdlog::warn("ledger: this server does not hold the house any more: {}; it follows", why);
  Work undone = writer_->give_back();
  std::ranges::move(undone.orders, std::back_inserter(work_.orders));
  std::ranges::move(undone.questions, std::back_inserter(work_.questions));
  writer_ = nullptr;
  lease_->release();
  lease_ = nullptr;
  status_.leads = false;
  refusals_.clear();
  from_other_servers_.clear();
  for (auto& [id, pending] : pending_) pending.sent = pending.handed = false;
}

}  // namespace menagerie::ledger
