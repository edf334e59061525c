#include "server/museum/learner.hpp"

#include "server/museum/house.hpp"
#include "server/wire/act_text.hpp"

#include <spdlog/spdlog.h>
#include <sys/resource.h>

#include <algorithm>
#include <iterator>
#include <unordered_set>

namespace menagerie::museum {
namespace {

/// A snapshot is written when the log since the last one holds this many bead changes and rows for each of
/// its counts. In bytes the log has then grown to some twenty times the snapshot; and a life at any seq is a
/// snapshot and at most so many changes away.
constexpr std::uint64_t kSnapshotAfter = 1;
constexpr std::chrono::seconds kRetryAfter{1};
/// When the machine is busy, answering visitors comes first and the batches grow: fewer commits a game. But
/// not nicer than the threads that read for REST (net/readers.cpp): nobody's lesson waits for what somebody
/// reads.
constexpr int kNice = 15;

}  // namespace

Learner::Learner(std::unique_ptr<store::Store> store, const std::vector<Loaded>& machines, Clock clock,
                 Publish publish)
    : store_(std::move(store)), clock_(std::move(clock)), publish_(std::move(publish)) {
  for (const Loaded& loaded : machines) machines_.emplace(loaded.machine->row.machine, loaded);
  thread_ = std::thread([this] { run(); });
}

Learner::~Learner() {
  if (thread_.joinable()) stop(std::chrono::milliseconds{0});
}

// ---- from any thread

/// Puts something into the inbox, and wakes the learner only where it sleeps.
template <typename Put>
void Learner::put(Put put) {
  bool wake = false;
  {
    const std::lock_guard lock(mutex_);
    put(inbox_);
    wake = std::exchange(asleep_, false);
  }
  if (wake) came_.notify_one();
}

void Learner::submit(Finished episode) {
  waiting_count_.fetch_add(1, std::memory_order_relaxed);
  put([&](Inbox& inbox) { inbox.episodes.push_back(std::move(episode)); });
}

void Learner::begin_era_if_dry(std::int64_t machine) {
  put([&](Inbox& inbox) { inbox.dry.push_back(machine); });
}

void Learner::carry_out(Order order, OrderAnswer answer) {
  put([&](Inbox& inbox) { inbox.orders.emplace_back(std::move(order), std::move(answer)); });
}

void Learner::find(store::Id id, std::function<void(std::optional<store::LogRow>)> answer) {
  waiting_count_.fetch_add(1, std::memory_order_relaxed);
  put([&](Inbox& inbox) { inbox.questions.emplace_back(id, std::move(answer)); });
}

bool Learner::stop(std::chrono::milliseconds patience) {
  {
    std::unique_lock lock(mutex_);
    ending_ = true;
    asleep_ = false;
    came_.notify_one();
    idle_.wait_for(lock, patience, [&] { return inbox_.empty() && !working_; });
    giving_up_ = true;
    came_.notify_one();
  }
  thread_.join();
  return inbox_.empty() && !working_;
}

// ---- on the learner's thread

void Learner::run() {
  ::setpriority(PRIO_PROCESS, 0, kNice);  // of this thread, on Linux
  Inbox work;
  while (take_work(work)) {
    const auto batch = std::make_shared<Batch>();
    insist([&] { fold(work, *batch); });
    if (!batch->rows.empty()) insist([&] { commit(*batch); });
    snapshots_.clear();
    made_.clear();
    if (giving_up_ && !storing_) {  // `working_` stays: this batch is not stored
      const std::lock_guard lock(mutex_);
      // Who ordered does not live on this thread, and must not end on it.
      std::move(work.orders.begin(), work.orders.end(), std::back_inserter(inbox_.orders));
      return;
    }
    waiting_count_.fetch_sub(work.episodes.size(), std::memory_order_relaxed);
    answer(work);
    if (!batch->rows.empty() || !batch->known.empty() || !batch->era_over.empty() || !batch->frozen.empty())
      publish_(batch);
    carry_out_all(work);
  }
}

void Learner::answer(Inbox& work) {
  insist([&] {
    while (!work.questions.empty()) {
      auto& [id, answer] = work.questions.back();
      answer(store_->find_episode(id));
      work.questions.pop_back();
      waiting_count_.fetch_sub(1, std::memory_order_relaxed);
    }
  });
}

/// Orders come behind the episodes that were finished before them. The curator hears of a store that fails,
/// and can order again.
void Learner::carry_out_all(Inbox& work) {
  for (auto& [order, answer] : work.orders) {
    std::exception_ptr thrown;  // handed on whole: its last owner is the thread that reads it
    try {
      const auto batch = std::make_shared<Batch>();
      const Plan done = carry_out(order, *batch);
      publish_(batch);
      answer(&done, nullptr);
    } catch (const std::exception&) {
      thrown = std::current_exception();
    }
    if (thrown) answer(nullptr, std::move(thrown));
  }
  work.orders.clear();
}

Plan Learner::carry_out(const Order& order, Batch& batch) {
  const auto found = machines_.find(order.machine);
  Loaded* loaded = found == machines_.end() ? nullptr : &found->second;
  if (loaded == nullptr && order.kind != store::Kind::start)
    throw Refused("no-such-machine", "there is no machine of the number " + std::to_string(order.machine));
  Plan done = plan(*store_, loaded ? loaded->machine.get() : nullptr, loaded ? &loaded->life : nullptr, order,
                   clock_());
  if (done.machine) {
    store_->put_up(done.machine->row, done.machine->boxes, {done.row}, done.life.snapshot(*done.machine));
    // It is there for good now, so it is read back however long the store may take.
    insist([&] { batch.put_up.assign(1, load_machine(*store_, done.machine->row.name).value()); });
    if (batch.put_up.empty())
      throw store::Error(done.machine->row.name + " is put up, and will be seen when the house opens again");
    const Loaded& there = batch.put_up.back();
    machines_.emplace(there.machine->row.machine, there);
    return done;
  }
  const store::Snapshot snapshot = done.life.snapshot(*loaded->machine);
  store_->append({&done.row, 1}, {}, {&snapshot, 1});
  log_weight_[order.machine] = 0;
  loaded->life = done.life;
  batch.rows.push_back(done.row);
  return done;
}

/// Waits for something to do and takes all of it; false when it is time to end.
bool Learner::take_work(Inbox& work) {
  work.episodes.clear();
  work.dry.clear();
  std::unique_lock lock(mutex_);
  working_ = false;
  if (inbox_.empty()) {
    idle_.notify_all();
    asleep_ = true;
    came_.wait(lock, [&] { return !inbox_.empty() || ending_; });
    asleep_ = false;
  }
  if (giving_up_ || inbox_.empty()) return false;
  std::swap(work, inbox_);
  working_ = true;
  return true;
}

/// Does `work` until the store lets it, once a second. What it does must be safe to begin again.
void Learner::insist(const std::function<void()>& work) {
  for (;;) {
    try {
      work();
      if (!storing_) spdlog::info("learner: storing again");
      storing_ = true;
      return;
    } catch (const store::Error& error) {
      spdlog::error("learner: {}; what waits is kept and tried again", error.what());
      storing_ = false;
      failures_.fetch_add(1, std::memory_order_relaxed);
    }
    std::unique_lock lock(mutex_);
    if (came_.wait_for(lock, kRetryAfter, [&] { return giving_up_.load(); })) return;
  }
}

void Learner::commit(Batch& batch) {
  const auto begun = std::chrono::steady_clock::now();
  store_->append(batch.rows, made_, snapshots_);
  batch.commit_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

void Learner::fold(Inbox& work, Batch& batch) {
  // First what may fail, so that nothing is folded twice: which of the episodes that came back are known?
  std::unordered_map<store::Id, store::LogRow, store::IdHash> known;
  for (const Finished& episode : work.episodes) {
    if (!episode.resumed || known.contains(episode.id)) continue;
    if (auto row = store_->find_episode(episode.id)) known.emplace(episode.id, *std::move(row));
  }
  std::unordered_set<store::Id, store::IdHash> seen;
  const std::int64_t now = clock_();
  batch.rows.reserve(work.episodes.size() + work.dry.size());
  for (Finished& episode : work.episodes) {
    Loaded& loaded = machines_.at(episode.machine);
    const std::int64_t machine = episode.machine;
    if (const auto row = known.find(episode.id); row != known.end()) {
      batch.known.push_back(row->second);
    } else if (episode.era != loaded.life.era) {
      batch.era_over.emplace_back(machine, episode.id);
    } else if (loaded.life.frozen) {
      batch.frozen.emplace_back(machine, episode.id);
    } else if (!episode.resumed || seen.insert(episode.id).second) {
      const std::size_t before = loaded.life.box_count;
      batch.rows.push_back(learn_episode(*loaded.machine, loaded.life, std::move(episode), now));
      for (std::size_t box = before; box < loaded.life.box_count; ++box) {
        const Box& made = loaded.machine->boxes.boxes()[box];
        made_.push_back(
            {machine, static_cast<std::uint32_t>(box), &made, loaded.machine->rule.start_at(made.turn)});
      }
      log_weight_[machine] += 1 + batch.rows.back().changes.size();
    }
  }
  for (const std::int64_t machine : work.dry) {
    Loaded& loaded = machines_.at(machine);
    if (!loaded.life.dry || loaded.life.frozen) continue;
    batch.rows.push_back(begin_era(*loaded.machine, loaded.life, wire::kDry, now));
    log_weight_[machine] += kSnapshotAfter * loaded.life.beads.size();
  }
  for (auto& [machine, weight] : log_weight_) {
    const Loaded& loaded = machines_.at(machine);
    // Nothing since the last one: where there is no box yet, that is no reason for another.
    if (weight == 0 || weight < kSnapshotAfter * loaded.life.beads.size()) continue;
    snapshots_.push_back(loaded.life.snapshot(*loaded.machine));
    weight = 0;
  }
}

}  // namespace menagerie::museum
