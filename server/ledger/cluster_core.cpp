// A turn of a server of a cluster: leading, sending and answering. Following: cluster_follow.cpp.
#include "server/ledger/cluster_core.hpp"

#include "engine/check.hpp"
#include "server/core/playthrough.hpp"
#include "server/core/record.hpp"
#include "server/ledger/cluster_submissions.hpp"
#include "server/ledger/fault.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace menagerie::ledger {
namespace {

using Verdict = core::Verdict;
using Phase = core::Lease::Phase;

constexpr std::size_t kInboxAtOnce = 1000;
/// An episode without a verdict is put into the inbox again after this time, in case it was lost.
constexpr std::int64_t kSendAgainMs = 30'000;
/// How long tables, columns and rights may be missing while it is looked again.
constexpr std::int64_t kSchemaPatienceMs = 60'000;

}  // namespace

ClusterCore::ClusterCore(Parts parts) : parts_(std::move(parts)) {
  status_.warnings = parts_.warnings;
  for (const core::Loaded& loaded : parts_.machines) start_following(loaded);
  parts_.machines.clear();
}

std::size_t ClusterCore::take(Work& submitted) {
  std::size_t known = 0;
  for (core::Finished& episode : submitted.inbox.episodes) {
    const store::Id id = episode.id;
    if (!pending_.try_emplace(id, Pending{std::move(episode)}).second) ++known;
  }
  std::ranges::move(submitted.inbox.dry, std::back_inserter(work_.inbox.dry));
  std::ranges::move(submitted.questions, std::back_inserter(work_.questions));
  std::ranges::move(submitted.orders, std::back_inserter(work_.orders));
  submitted = {};
  return known;
}

void ClusterCore::turn() {
  if (permanent_) throw store::Error(*permanent_);
  try {
    look();
    schema_failed_ms_.reset();
  } catch (const std::exception& thrown) {
    const store::Error fault = fault_now(thrown);
    if (fault.kind == store::ErrorKind::permanent) give_up(fault);
    throw store::Error(fault);
  }
}

/// What is wrong with the schema may be put right by whoever is changing it, but not all that long.
store::Error ClusterCore::fault_now(const std::exception& thrown) {
  const store::Error fault = fault_of(thrown);
  if (fault.kind != store::ErrorKind::schema) return fault;
  const std::int64_t now_ms = parts_.steady();
  if (!schema_failed_ms_) schema_failed_ms_ = now_ms;
  if (now_ms - *schema_failed_ms_ < kSchemaPatienceMs) return fault;
  return store::Error(std::string(fault.what()) + ", for a minute now", store::ErrorKind::permanent);
}

void ClusterCore::give_up(const store::Error& fault) {
  if (permanent_) return;
  permanent_ = fault;
  if (writer_) demote(fault.what());
  if (lease_) std::exchange(lease_, nullptr)->release();
}

void ClusterCore::refuse_orders(const store::Error& fault) {
  if (writer_) writer_->refuse_orders(false);
  refuse(work_.orders, fault);
}

void ClusterCore::look() {
  if (lease_) {
    if (const auto fault = lease_->fault()) throw store::Error(*fault);
  }
  connect();
  if (writer_ && lease_->phase() == Phase::lost) cede("another server has it");
  const Heads heads = leases_->rows();
  note_status(heads);
  if (writer_) check_ends(heads);
  if (writer_ && writer_->idle() && status_.behind > 0) demote("another server has written since");
  if (!writer_) {
    follow(heads);
    promote(heads);
  }
  if (writer_) {
    lead();
  } else {
    send();
    ask_for_house(heads);
  }
  collect_refusals();
  answer_questions();
  if (writer_ && writer_->idle() && !heads.empty() && heads.front().holder == parts_.server &&
      !heads.front().wanted.empty() && heads.front().wanted != parts_.server)
    hand_over(heads.front().wanted);
}

void ClusterCore::connect() {
  if (!leases_) leases_ = parts_.open_leases();
  if (!inbox_) inbox_ = parts_.open_inbox();
  if (!reader_) reader_ = parts_.open_reader();
}

bool ClusterCore::is_settled() const {
  const bool unsent =
      std::ranges::any_of(pending_, [](const auto& it) { return !it.second.sent && !it.second.handed; });
  return work_.empty() && !unsent && (pending_.empty() || !writer_);
}

void ClusterCore::ring(const std::string& text) {
  if (inbox_) inbox_->ring(text);
}

Work ClusterCore::end() {
  Work undone = writer_ ? writer_->give_back() : Work{};
  std::ranges::move(work_.orders, std::back_inserter(undone.orders));
  writer_ = nullptr;
  if (lease_) lease_->release();
  lease_ = nullptr;
  return undone;
}

// ---- leading

void ClusterCore::lead() {
  if (writer_->idle()) hand_to_learner();
  if (!writer_->idle() && !writer_->proceed()) return writer_failed();
  record_refusals();
}

void ClusterCore::hand_to_learner() {
  record_refusals();  // refusals that could not be recorded last time
  std::vector<store::LogRow> waiting = inbox_->waiting(kInboxAtOnce);
  std::erase_if(waiting,
                [&](const store::LogRow& row) { return pending_.contains(row.id) || refuse_bad(row); });
  // Must not throw from here until the writer has the episodes that are marked as handed to it.
  once([&] { hand_over_work(std::move(waiting)); });
}

void ClusterCore::hand_over_work(std::vector<store::LogRow> waiting) {
  Work work;
  for (auto& [id, pending] : pending_) {
    if (!std::exchange(pending.handed, true)) work.inbox.episodes.push_back(pending.episode);
  }
  from_other_servers_.clear();
  for (const store::LogRow& row : waiting) {
    if (pending_.contains(row.id)) continue;
    from_other_servers_.insert(row.id);
    work.inbox.episodes.push_back(to_finished(row));
  }
  work.inbox.dry = std::exchange(work_.inbox.dry, {});
  work.orders = std::exchange(work_.orders, {});
  if (!work.empty()) writer_->take(std::move(work));
}

/// Refuses an episode of another server that does not replay. The learner does not check what it is given:
/// such a row would crash this server, and then every other server that takes the house.
bool ClusterCore::refuse_bad(const store::LogRow& row) {
  const auto followed = followed_.find(row.machine);
  if (followed == followed_.end()) return false;  // no such machine: the learner refuses the episode
  const core::Machine& machine = *followed->second.machine;
  const std::optional<std::string> fault = core::episode_fault(machine, row, replayed_);
  if (!fault) return false;
  spdlog::error("ledger: episode {} of {} in the inbox is refused, as it does not replay: {}", row.id.text(),
                machine.row.name, *fault);
  refusals_.push_back({row.machine, row.id, std::string(kBadEpisode)});
  return true;
}

/// The writer failed: counts it, and gives the house up or throws, to be called again.
void ClusterCore::writer_failed() {
  const Failures& failures = writer_->failures();
  const bool unknown = failures.unknown_commits > writers_unknown_;
  unknown_commits_ += failures.unknown_commits - writers_unknown_;
  writers_unknown_ = failures.unknown_commits;
  const std::string why = writer_->why();
  const store::ErrorKind kind = writer_->kind();
  if (kind != store::ErrorKind::permanent && (failures.permanent || lease_->phase() == Phase::lost))
    return cede(unknown ? why + "; whether it was carried out is read from the log" : why);
  throw store::Error(why, kind);
}

void ClusterCore::record_refusals() {
  if (refusals_.empty()) return;
  inbox_->refuse(refusals_);
  refusals_.clear();
  ring_due_ = true;
}

/// Publishes to this server's rooms what its learner has committed, with the verdicts of its own visitors.
/// The learner's machines are not the rooms': boxes of a batch that was not committed never reach a room.
void ClusterCore::committed(const Published& published) {
  auto own = std::make_shared<Published>();
  own->commit_s = published.commit_s;
  own->finished = published.finished;
  each_row(published, [&](const store::LogRow& row, bool finished) {
    take_over(row);
    followed_.at(row.machine).finish.take_over(row, finished);
    add_known(*own, row);
    own->rows.push_back(row);
  });
  for (const store::LogRow& row : published.rows) {
    Followed& followed = followed_.at(row.machine);
    if (row.seq == followed.seq) followed.written = row;
  }
  for (const store::LogRow& row : published.known) add_known(*own, row);
  for (const core::Answer& answer : published.answers) {
    if (from_other_servers_.contains(answer.episode) && answer.verdict.kind != Verdict::Kind::learned)
      refusals_.push_back({answer.machine, answer.episode, to_text(answer.verdict)});
    const bool has_row =
        answer.verdict.kind == Verdict::Kind::learned || answer.verdict.kind == Verdict::Kind::known;
    if (!has_row && pending_.erase(answer.episode) != 0) own->answers.push_back(answer);
  }
  ring_due_ = ring_due_ || !own->rows.empty() || !published.created.empty();
  publish(std::move(own));
  for (const core::Loaded& created : published.created) {
    std::optional<core::Loaded> loaded = core::load_machine(*reader_, created.machine->row.name);
    if (!loaded)
      throw store::Error(created.machine->row.name + " was created and is not there",
                         store::ErrorKind::transient);
    open_room(*std::move(loaded));
  }
}

// ---- sending

void ClusterCore::send() {
  send_again();
  std::vector<store::LogRow> rows;
  auto recorded = std::make_shared<Published>();
  for (const auto& [id, pending] : pending_) {
    if (pending.sent) continue;
    rows.push_back(to_row(pending.episode));
    if (!pending.recorded) recorded->recorded.push_back({pending.episode.machine, id});
  }
  work_.inbox.dry.clear();  // the server that holds the house asks for new eras itself
  if (rows.empty()) return;
  inbox_->put(rows, parts_.server);
  const std::int64_t now_ms = parts_.steady();
  for (const store::LogRow& row : rows) {
    Pending& pending = pending_.at(row.id);
    pending.sent = pending.recorded = true;
    pending.sent_ms = now_ms;
  }
  ring_due_ = true;
  once([&] { publish(std::move(recorded)); });
}

/// A database that failed over can have lost the inbox. Putting in what is there already changes nothing.
void ClusterCore::send_again() {
  const std::int64_t now_ms = parts_.steady();
  for (auto& [id, pending] : pending_) pending.sent = pending.sent && now_ms - pending.sent_ms < kSendAgainMs;
}

/// The server that is asked for an act takes the house over and carries it out itself, so that orders and
/// their answers need no way between servers.
void ClusterCore::ask_for_house(const Heads& heads) {
  if (work_.orders.empty() || heads.empty() || !heads.front().wanted.empty()) return;
  leases_->want(parts_.server);
  ring_due_ = true;
}

void ClusterCore::collect_refusals() {
  std::vector<store::Id> sent;
  for (const auto& [id, pending] : pending_) {
    if (pending.sent && !pending.handed) sent.push_back(id);
  }
  if (sent.empty()) return;
  for (const store::NotLearned& it : inbox_->refused(sent)) {
    std::optional<store::LogRow> row;
    if (it.verdict.empty()) row = reader_->find_episode(it.id);  // it was in the log already
    once([&] {
      auto published = std::make_shared<Published>();
      if (row) {
        add_known(*published, *row);
      } else if (!it.verdict.empty() && pending_.erase(it.id) != 0) {
        published->answers.push_back({it.machine, it.id, verdict_of(it.verdict)});
      }
      publish(std::move(published));
    });
  }
}

/// A question about an episode that has no verdict yet waits for that verdict.
void ClusterCore::answer_questions() {
  for (auto question = work_.questions.begin(); question != work_.questions.end();) {
    if (pending_.contains(question->first)) {
      ++question;
      continue;
    }
    std::optional<store::LogRow> row = reader_->find_episode(question->first);
    once([&] { question->second(std::move(row)); });
    question = work_.questions.erase(question);
  }
}

}  // namespace menagerie::ledger
