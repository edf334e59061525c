#include "server/museum/learner.hpp"

#include <spdlog/spdlog.h>
#include <boost/asio/post.hpp>

#include <unordered_set>

namespace menagerie::museum {
namespace {

/// A snapshot is written when the log since the last one holds this many times its counts.
constexpr std::uint64_t kSnapshotAfter = 4;
constexpr std::chrono::seconds kRetryAfter{1};

}  // namespace

Learner::Learner(std::unique_ptr<store::Store> store, const std::vector<Loaded>& machines, Clock clock,
                 Publish publish)
    : store_(std::move(store)), clock_(std::move(clock)), publish_(std::move(publish)) {
  for (const Loaded& loaded : machines) machines_.emplace(loaded.machine->row.machine, loaded);
  thread_ = std::thread([this] { io_.run(); });
}

Learner::~Learner() {
  if (thread_.joinable()) stop(std::chrono::milliseconds{0});
}

void Learner::submit(Finished episode) {
  waiting_count_.fetch_add(1, std::memory_order_relaxed);
  boost::asio::post(io_, [this, episode = std::move(episode)]() mutable {
    waiting_.push_back(std::move(episode));
    run_soon();
  });
}

void Learner::begin_era_if_dry(std::int64_t machine) {
  boost::asio::post(io_, [this, machine] {
    dry_asked_.push_back(machine);
    run_soon();
  });
}

void Learner::find(store::Id id, std::function<void(std::optional<store::LogRow>)> answer) {
  boost::asio::post(io_, [this, id, answer = std::move(answer)]() mutable {
    questions_.emplace_back(id, std::move(answer));
    run_soon();
  });
}

/// The batch's turn comes behind everything that is already queued: so it takes all that came while the
/// last commit ran.
void Learner::run_soon() {
  if (scheduled_) return;
  scheduled_ = true;
  boost::asio::post(io_, [this] {
    scheduled_ = false;
    if (!batch_) take_batch();
  });
}

void Learner::take_batch() {
  batch_ = std::make_shared<Batch>();
  try {
    fold_waiting();
  } catch (const store::Error& error) {
    // Only reading can fail here (an episode that came back is looked up), before anything is folded.
    spdlog::error("learner: {}; trying again", error.what());
    storing_ = false;
    batch_.reset();
    retry_.expires_after(kRetryAfter);
    retry_.async_wait([this](const boost::system::error_code& code) {
      if (!code) run_soon();
    });
    return;
  }
  commit();
}

void Learner::fold_waiting() {
  // First what may fail, so that nothing is folded twice: which of the episodes that came back are known?
  std::unordered_set<store::Id, store::IdHash> seen;
  std::unordered_map<store::Id, store::LogRow, store::IdHash> known;
  for (const Finished& episode : waiting_) {
    if (!episode.resumed || known.contains(episode.id)) continue;
    if (std::optional<store::LogRow> row = store_->find_episode(episode.id))
      known.emplace(episode.id, *std::move(row));
  }
  const std::int64_t now = clock_();
  for (Finished& episode : waiting_) {
    Loaded& loaded = machines_.at(episode.machine);
    if (const auto row = known.find(episode.id); row != known.end()) {
      batch_->known.push_back(row->second);
    } else if (episode.era != loaded.life.era) {
      batch_->era_over.emplace_back(episode.machine, episode.id);
    } else if (seen.insert(episode.id).second) {
      batch_->rows.push_back(learn_episode(*loaded.machine, loaded.life, std::move(episode), now));
      snapshot_at_[loaded.machine->row.machine] += 1 + batch_->rows.back().changes.size();
    }
  }
  for (const std::int64_t machine : dry_asked_) {
    Loaded& loaded = machines_.at(machine);
    if (!loaded.life.dry) continue;
    batch_->rows.push_back(begin_era(*loaded.machine, loaded.life, "dry", now));
    snapshot_at_[machine] += kSnapshotAfter * loaded.life.beads.size();
  }
  for (auto& [machine, weight] : snapshot_at_) {
    const Loaded& loaded = machines_.at(machine);
    if (weight < kSnapshotAfter * loaded.life.beads.size()) continue;
    snapshots_.push_back(loaded.life.snapshot(*loaded.machine));
    weight = 0;
  }
  waiting_count_.fetch_sub(waiting_.size(), std::memory_order_relaxed);
  waiting_.clear();
  dry_asked_.clear();
}

void Learner::commit() {
  try {
    if (!batch_->rows.empty()) store_->append(batch_->rows, snapshots_);
    if (!storing_) spdlog::info("learner: storing again");
    storing_ = true;
    for (auto& [id, answer] : questions_) answer(store_->find_episode(id));
    questions_.clear();
  } catch (const store::Error& error) {
    spdlog::error("learner: {}; {} log rows are kept and tried again", error.what(), batch_->rows.size());
    storing_ = false;
    retry_.expires_after(kRetryAfter);
    retry_.async_wait([this](const boost::system::error_code& code) {
      if (!code) commit();
    });
    return;
  }
  snapshots_.clear();
  const std::shared_ptr<const Batch> done = std::move(batch_);
  batch_.reset();
  if (!done->rows.empty() || !done->known.empty() || !done->era_over.empty()) publish_(done);
  if (!waiting_.empty() || !dry_asked_.empty() || !questions_.empty()) run_soon();
}

bool Learner::stop(std::chrono::milliseconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  std::atomic<bool> idle{false};
  // The thread is idle once a task that was queued behind all the work finds nothing left to do.
  while (!idle) {
    std::atomic<bool> asked{false};
    boost::asio::post(io_, [&] {
      idle = !batch_ && waiting_.empty() && questions_.empty() && dry_asked_.empty() && !scheduled_;
      asked = true;
      asked.notify_one();
    });
    asked.wait(false);
    if (idle || std::chrono::steady_clock::now() >= deadline) break;
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }
  work_.reset();
  io_.stop();
  thread_.join();
  return idle;
}

}  // namespace menagerie::museum
