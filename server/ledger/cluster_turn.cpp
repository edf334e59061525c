// A turn of the cluster's ledger: follow the logs, take the house where it is free, and lead or send.
#include "server/core/clock.hpp"
#include "server/core/playthrough.hpp"
#include "server/core/record.hpp"
#include "server/ledger/cluster_ledger.hpp"
#include "server/ledger/cluster_submissions.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

namespace menagerie::ledger {
namespace {

using Verdict = core::Verdict;
using Phase = core::Lease::Phase;

constexpr std::size_t kRowsAtOnce = 2000;
constexpr std::size_t kInboxAtOnce = 1000;
/// A lease that is renewed every 5 s has never so little left.
constexpr std::int64_t kPrepareMs = 6000;
/// A bell that rings with every batch would cost more than it brings.
constexpr std::int64_t kRingEveryMs = 15;

}  // namespace

void ClusterLedger::turn() {
  if (troubles().lasting) throw store::Error(why(), store::Trouble::lasting);
  if (!leases_) leases_ = parts_.open_leases();
  if (!inbox_) inbox_ = parts_.open_inbox();
  if (!reader_) reader_ = parts_.open_reader();
  if (writer_ && keeper_->phase() == Phase::lost) demote("another server has it");
  const std::vector<store::LeaseRow> heads = leases_->rows();
  if (!writer_) {
    follow(heads);
    promote(heads);
  }
  if (writer_) {
    lead();
  } else {
    send();
    turn_away_orders(heads);
  }
  collect_refusals();
  answer_questions();
  ring_if_due();
}

// ---- following

/// What is read is told before anything else is asked of the database, which may fail.
void ClusterLedger::follow(const std::vector<store::LeaseRow>& heads) {
  if (look_for_new(heads)) return;  // they may be ahead of `heads`
  for (const store::LeaseRow& head : heads) {
    if (head.machine != 0) follow_log(head);
  }
}

void ClusterLedger::follow_log(const store::LeaseRow& head) {
  const auto known = followed_.find(head.machine);
  if (known == followed_.end()) return;
  Followed& followed = known->second;
  check_link(followed, head);
  while (followed.seq < head.seq) {
    const auto rows = reader_->log_after(head.machine, followed.seq,
                                         std::min<std::size_t>(kRowsAtOnce, head.seq - followed.seq));
    if (rows.empty()) throw store::Error("the database does not show the rows yet that it has");
    auto published = std::make_shared<Published>();
    for (const store::LogRow& row : rows) {
      take_over(row);
      tell_known(*published, row);
      published->rows.push_back(row);
    }
    tell(std::move(published));
  }
  followed.chain_seq = head.seq;
  followed.chain = head.chain;
}

/// A database that was restored, or failed over to a copy that was behind, has lost rows that were told to
/// visitors, or has others: nothing is renumbered, a person must look.
void ClusterLedger::check_link(Followed& followed, const store::LeaseRow& head) {
  const bool behind = head.seq < followed.seq;
  const bool known = followed.chain_seq != 0 && followed.chain_seq <= head.seq;
  if (!behind && !known) return;
  const bool other = known && (head.seq == followed.chain_seq
                                   ? head.chain
                                   : leases_->chain_at(head.machine, followed.chain_seq)) != followed.chain;
  if (!behind && !other) return;
  throw store::Error(
      "the log of " + followed.machine->row.name +
          " in the database is not the one that this server "
          "has followed up to seq " +
          std::to_string(followed.seq) +
          (behind ? ": it ends with seq " + std::to_string(head.seq) : ": its rows are others"),
      store::Trouble::lasting);
}

/// Machines that were put up by another server; whether there are any.
bool ClusterLedger::look_for_new(const std::vector<store::LeaseRow>& heads) {
  const bool any = std::ranges::any_of(
      heads, [&](const store::LeaseRow& it) { return it.machine != 0 && !followed_.contains(it.machine); });
  if (!any) return false;
  for (store::MachineRow& row : reader_->machines()) {
    if (!followed_.contains(row.machine)) open_room(core::load_machine(*reader_, std::move(row)));
  }
  return true;
}

void ClusterLedger::open_room(core::Loaded created) {
  followed_[created.machine->row.machine] = {created.machine, created.state.seq, 0, {}};
  auto published = std::make_shared<Published>();
  published->created.push_back(std::move(created));
  tell(std::move(published));
}

/// Before a room applies the row: boxes that it made are made here too, in the same order.
void ClusterLedger::take_over(const store::LogRow& row) {
  Followed& followed = followed_.at(row.machine);
  if (row.kind == store::Kind::episode && !followed.machine->listed())
    core::make_boxes(*followed.machine, row.moves, row.seat);
  followed.seq = row.seq;
}

/// The verdict for an own visitor's episode whose row is in the log.
void ClusterLedger::tell_known(Published& published, const store::LogRow& row) {
  if (row.kind != store::Kind::episode || pending_.erase(row.id) == 0) return;
  published.answers.push_back({row.machine, row.id, {Verdict::Kind::known, row.seq}});
  published.known.push_back(row);
}

void ClusterLedger::tell(std::shared_ptr<Published> published) {
  if (published->rows.empty() && published->answers.empty() && published->created.empty()) return;
  waiting_count_.fetch_sub(published->answers.size(), std::memory_order_relaxed);
  parts_.publish(std::move(published));
}

// ---- who holds the house

void ClusterLedger::promote(const std::vector<store::LeaseRow>& heads) {
  const auto house = std::ranges::find(heads, 0, &store::LeaseRow::machine);
  if (house == heads.end()) return;
  const bool own = house->holder == parts_.server;
  if (!own && house->left_ms > kPrepareMs) return spare_.clear();
  // Its holder has not renewed it in time: what takes long is done ahead.
  if (spare_.empty()) {
    for (store::MachineRow& row : reader_->machines())
      spare_.push_back(core::load_machine(*reader_, std::move(row)));
  }
  if (!own && house->left_ms > 0) return;
  const std::int64_t began_ms = core::steady_ms();
  std::unique_ptr<store::Store> store;
  try {
    store = parts_.open_writer();
  } catch (const store::Held&) {
    return;  // another one was first
  }
  keeper_ = std::make_unique<LeaseKeeper>(parts_.open_leases, parts_.server, began_ms);
  follow(leases_->rows());  // from here on nobody else can write
  std::vector<core::Loaded> machines = std::exchange(spare_, {});
  for (store::MachineRow& row : store->machines()) {
    const std::uint64_t seq = followed_.at(row.machine).seq;
    const auto spare = std::ranges::find(machines, row.machine,
                                         [](const core::Loaded& it) { return it.machine->row.machine; });
    if (spare == machines.end()) {
      machines.push_back(core::load_machine(*store, std::move(row)));
    } else if (spare->state.seq != seq) {
      *spare = core::load_machine(*store, std::move(row));
    }
  }
  writer_ = std::make_unique<Writer>(
      std::move(store), parts_.open_writer, machines, parts_.clock,
      [this](std::shared_ptr<const Published> published) { led(*published); }, parts_.finished_games);
  counted_unknown_ = 0;
  leads_ = true;
  spdlog::info("ledger: this server, {}, holds the house", parts_.server);
}

void ClusterLedger::demote(const std::string& why) {
  spdlog::warn("ledger: this server does not hold the house any more: {}; it follows", why);
  Work undone = writer_->give_back();
  std::ranges::move(undone.orders, std::back_inserter(work_.orders));
  writer_ = nullptr;
  keeper_ = nullptr;
  leads_ = false;
  refusals_.clear();
  foreign_.clear();
  for (auto& [id, pending] : pending_) pending.sent = pending.handed = false;
}

// ---- leading

void ClusterLedger::lead() {
  if (!refusals_.empty()) inbox_->refuse(refusals_);  // that could not be told last time
  refusals_.clear();
  const std::vector<store::LogRow> waiting = inbox_->waiting(kInboxAtOnce);
  // From here on nothing throws before the writer has taken what is marked as handed to it.
  Work work;
  for (auto& [id, pending] : pending_) {
    if (!std::exchange(pending.handed, true)) work.inbox.episodes.push_back(pending.episode);
  }
  foreign_.clear();
  for (const store::LogRow& row : waiting) {
    if (pending_.contains(row.id)) continue;
    foreign_.insert(row.id);
    work.inbox.episodes.push_back(to_finished(row));
  }
  work.inbox.dry = std::exchange(work_.inbox.dry, {});
  work.orders = std::exchange(work_.orders, {});
  if (work.empty()) return;
  writer_->take(std::move(work));
  while (!writer_->proceed()) {
    const Troubles& now = writer_->troubles();
    note_failure(store::Error(writer_->why()));
    {
      const std::lock_guard lock(mutex_);
      troubles_.unknown_commits += now.unknown_commits - counted_unknown_;
      counted_unknown_ = now.unknown_commits;
    }
    if (now.lasting || keeper_->phase() == Phase::lost) return demote(writer_->why());
    if (!wait_to_retry()) return;
  }
  if (!refusals_.empty()) inbox_->refuse(refusals_);
  ring_due_ = ring_due_ || !refusals_.empty();
  refusals_.clear();
}

/// What the own learner has made durable, for the own rooms: with their visitors' verdicts alone. Its
/// machines are not the rooms': a batch that is refused leaves no box behind.
void ClusterLedger::led(const Published& published) {
  auto told = std::make_shared<Published>();
  told->commit_s = published.commit_s;
  for (const store::LogRow& row : published.rows) {
    take_over(row);
    tell_known(*told, row);
    told->rows.push_back(row);
  }
  for (const store::LogRow& row : published.known) tell_known(*told, row);
  for (const core::Answer& answer : published.answers) {
    if (foreign_.contains(answer.episode) && answer.verdict.kind != Verdict::Kind::learned)
      refusals_.push_back({answer.machine, answer.episode, to_text(answer.verdict)});
    const bool has_row =
        answer.verdict.kind == Verdict::Kind::learned || answer.verdict.kind == Verdict::Kind::known;
    if (!has_row && pending_.erase(answer.episode) != 0) told->answers.push_back(answer);
  }
  ring_due_ = ring_due_ || !told->rows.empty() || !published.created.empty();
  tell(std::move(told));
  for (const core::Loaded& created : published.created) {
    std::optional<core::Loaded> own = core::load_machine(*reader_, created.machine->row.name);
    if (!own) throw store::Error(created.machine->row.name + " was created and is not there");
    open_room(*std::move(own));
  }
}

// ---- sending

void ClusterLedger::send() {
  std::vector<store::LogRow> rows;
  for (const auto& [id, pending] : pending_) {
    if (!pending.sent) rows.push_back(to_row(pending.episode));
  }
  work_.inbox.dry.clear();  // the holder's rooms ask for it too
  if (rows.empty()) return;
  inbox_->put(rows, parts_.server);
  for (const store::LogRow& row : rows) pending_.at(row.id).sent = true;
  ring_due_ = true;
}

void ClusterLedger::collect_refusals() {
  std::vector<store::Id> sent;
  for (const auto& [id, pending] : pending_) {
    if (pending.sent && !pending.handed) sent.push_back(id);
  }
  if (sent.empty()) return;
  for (const store::NotLearned& it : inbox_->refused(sent)) {
    auto published = std::make_shared<Published>();
    if (it.verdict.empty()) {  // it was in the log already
      if (const auto row = reader_->find_episode(it.id)) tell_known(*published, *row);
    } else if (pending_.erase(it.id) != 0) {
      published->answers.push_back({it.machine, it.id, verdict_of(it.verdict)});
    }
    tell(std::move(published));
  }
}

/// Behind everything that was submitted: an episode that has no verdict yet is asked for later.
void ClusterLedger::answer_questions() {
  std::vector<std::pair<store::Id, AskAnswer>> later;
  for (auto& [id, answer] : std::exchange(work_.questions, {})) {
    if (pending_.contains(id)) {
      later.emplace_back(id, std::move(answer));
    } else {
      answer(reader_->find_episode(id));
    }
  }
  work_.questions = std::move(later);
}

void ClusterLedger::turn_away_orders(const std::vector<store::LeaseRow>& heads) {
  if (work_.orders.empty()) return;
  const std::string holder =
      heads.empty() || heads.front().holder.empty() ? "nobody yet" : heads.front().holder;
  for (auto& [order, answer] : std::exchange(work_.orders, {}))
    answer(nullptr, std::make_exception_ptr(store::Error(
                        "acts are done at the server that holds the house, which is " + holder)));
}

void ClusterLedger::ring_if_due() {
  if (!ring_due_ || !parts_.open_doorbell) return;
  const std::int64_t now_ms = core::steady_ms();
  if (now_ms - rung_ms_ < kRingEveryMs) {  // this turn's is rung with the next one's
    const std::lock_guard lock(mutex_);
    rung_ = true;
    return;
  }
  ring_due_ = false;
  rung_ms_ = now_ms;
  inbox_->ring();
}

}  // namespace menagerie::ledger
