#include "told.hpp"

#include "engine/random.hpp"

#include <sodium.h>

#include <algorithm>
#include <utility>

namespace menagerie::sim {
namespace {

using core::Verdict;
using store::Kind;

Random entropy(1);

void fill(void* const buffer, const std::size_t size) {
  auto* bytes = static_cast<unsigned char*>(buffer);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<unsigned char>(entropy.below(256));
}
std::uint32_t draw() {
  std::uint32_t number = 0;
  fill(&number, sizeof number);
  return number;
}
const char* name() { return "simulation"; }
randombytes_implementation source{name, draw, nullptr, nullptr, fill, nullptr};

/// Whether a log's acts make the machine frozen, computed independently of the program's state.
struct Frozen {
  bool now = false;
  std::uint64_t thawed = 0;
};
Frozen frozen_after(const std::vector<store::LogRow>& log, std::uint64_t seq) {
  Frozen frozen;
  for (const store::LogRow& row : log) {
    if (row.seq > seq) break;
    if (row.kind == Kind::freeze) frozen.now = true;
    if (row.kind == Kind::thaw) frozen = {false, row.seq};
  }
  return frozen;
}

/// A server that stops for good does not find out what became of an act whose commit had no answer.
bool is_permanent(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const store::Error& error) {
    return error.kind == store::ErrorKind::permanent || error.kind == store::ErrorKind::conflict;
  } catch (...) {
    return false;
  }
}

}  // namespace

std::optional<std::string>& first_failure() {
  static std::optional<std::string> first;
  return first;
}

void require(bool holds, const std::string& what) {
  if (holds) return;
  if (!first_failure()) first_failure() = what;
  throw Failure();
}

void begin_history(std::uint64_t seed) {
  static const int set = randombytes_set_implementation(&source);
  static_cast<void>(set);
  entropy = Random(seed);
  first_failure().reset();
}

Seen& Seen::all() {
  static Seen seen;
  return seen;
}

bool is_of(const store::LogRow& row, const core::Finished& episode) {
  return row.kind == Kind::episode && row.id == episode.id && row.visit == episode.visit &&
         row.era == episode.era && row.started_ms == episode.started_ms && row.seat == episode.seat &&
         row.moves == episode.moves && row.outcome == episode.outcome &&
         (row.reason == Reason::resign) == episode.resigned;
}

// ---- episodes

/// A ticket that is played on at two servers makes two episodes of one id, of which one is learned at most.
/// One that ended while its machine was frozen may be ended once more, in the same way, by another server
/// that has heard of the thaw.
Told::Played* Told::find(const core::Finished& episode) {
  const auto found = std::ranges::find_if(played_, [&](const Played& it) {
    return it.episode.id == episode.id && it.episode.moves == episode.moves &&
           it.episode.last_seq == episode.last_seq;
  });
  return found == played_.end() ? nullptr : &*found;
}

void Told::submitted(const core::Finished& episode) {
  if (find(episode) != nullptr) return;
  const auto is_other = [&](const Played& it) {
    return it.episode.id == episode.id && it.episode.moves != episode.moves;
  };
  if (std::ranges::any_of(played_, is_other)) ++Seen::all().replayed;
  played_.push_back({episode});
}

const core::Finished* Told::submission(std::size_t back) const {
  return played_.empty() ? nullptr
                         : &played_[played_.size() - 1 - std::min(back, played_.size() - 1)].episode;
}

std::vector<core::Finished> Told::without_verdict() const {
  std::vector<core::Finished> episodes;
  for (const Played& it : played_) {
    if (!it.answered) episodes.push_back(it.episode);
  }
  return episodes;
}

void Told::verdict(const core::Answer& answer, const core::Finished& episode, const store::LogRow* row) {
  const Verdict& verdict = answer.verdict;
  ++Seen::all().verdicts[static_cast<std::size_t>(verdict.kind)];
  Played& played = *find(episode);
  played.answered = true;
  const std::string who = "the verdict on episode " + answer.episode.text() + ": ";
  const bool learned = verdict.kind == Verdict::Kind::learned;
  require((row != nullptr) == (learned || verdict.kind == Verdict::Kind::known),
          who + "with a row or without");
  if (row != nullptr) {
    const bool same = row->seq == verdict.seq && row->id == answer.episode;
    require(same && (!learned || is_of(*row, episode)), who + "the row that is shown is another one");
  }
  if (has_lost_rows_) return;
  require(verdict.kind != Verdict::Kind::refused, who + "refused: " + std::string(verdict.code));
  const auto& rows = log(answer.machine);
  if (row != nullptr) {
    is_in_log(answer.episode, {answer.machine, verdict.seq}, who);
    if (!learned) return;
    require(learned_.insert(answer.episode).second, who + "learned twice");
    const Frozen frozen = frozen_after(rows, row->seq);
    require(!frozen.now && frozen.thawed <= episode.last_seq, who + "learned, though it ended frozen");
    return require(!played.refused, who + "learned, after it was told that it never will be");
  }
  played.refused = true;
  require(!places_.contains(answer.episode), who + "it was told to be learned before");
  if (verdict.kind == Verdict::Kind::era_over)
    return require(rows.back().era != episode.era, who + "its era is not over");
  const Frozen frozen = frozen_after(rows, rows.size());
  require(frozen.now || frozen.thawed > episode.last_seq, who + "it did not end frozen");
}

void Told::heard(const store::Id& episode, const store::Place& place) {
  is_in_log(episode, place, "told to be learned, episode " + episode.text() + ": ");
}

void Told::is_in_log(const store::Id& episode, const store::Place& place, const std::string& who) {
  if (has_lost_rows_) return;
  const auto found = disk_.episodes.find(episode);
  require(found != disk_.episodes.end(), who + "it is not in the log");
  require(found->second == place && log(place.machine).at(place.seq - 1).id == episode,
          who + "it is another row of the log");
  const auto [before, is_new] = places_.emplace(episode, place);
  require(is_new || before->second == place, who + "it was another row before");
}

// ---- orders

std::size_t Told::ordered(const core::Order& order) {
  const bool creates = order.kind == Kind::start || order.kind == Kind::fork;
  orders_.push_back({order.kind, order.machine, creates ? order.row.name : ""});
  return orders_.size() - 1;
}

void Told::answered(std::size_t number, const core::Plan* done, const std::exception_ptr& thrown) {
  Ordered& order = orders_[number];
  require(order.open, "an order was answered twice");
  order.open = false;
  require((done != nullptr) == (thrown == nullptr), "an order is done, or something was thrown");
  order.done = done != nullptr;
  if (!order.done) order.gone = is_permanent(thrown);
  if (!order.done) return;
  ++Seen::all().acts;
  if (!order.name.empty() || has_lost_rows_) return;
  const auto& rows = log(order.machine);
  require(done->row.seq <= rows.size() && rows[done->row.seq - 1].kind == order.kind,
          "an act that was told to be done is not in the log");
}

// ---- the fault

int Told::tamper(ledger::Published& batch) {
  const bool strikes_here = fault_ > Fault::none && fault_ < Fault::no_lock;
  if (!strikes_here || (fault_at_ > 0 && --fault_at_ > 0)) return 1;
  const bool changes = !batch.rows.empty() && !batch.rows.back().changes.empty();
  const bool learned = !batch.answers.empty() && batch.answers.back().verdict.kind == Verdict::Kind::learned;
  if (!(fault_ == Fault::skip_change    ? changes
        : fault_ == Fault::drop_verdict ? learned
                                        : !batch.rows.empty()))
    return 1;
  const Fault fault = std::exchange(fault_, Fault::none);
  if (fault == Fault::drop_verdict) batch.answers.pop_back();
  if (fault == Fault::skip_change) {
    store::LogRow& row = batch.rows.back();
    disk_.machines.at(static_cast<std::size_t>(row.machine - 1)).log.at(row.seq - 1).changes.pop_back();
    row.changes.pop_back();
  }
  return fault == Fault::drop_batch ? 0 : fault == Fault::apply_twice ? 2 : 1;
}

// ---- in the end

void Told::check_row(const store::LogRow& row) const {
  const auto is_it = [&](const Played& it) {
    return is_of(row, it.episode) && (!it.refused || has_lost_rows_);
  };
  require(std::ranges::any_of(played_, is_it), "machine " + std::to_string(row.machine) + " " +
                                                   std::to_string(row.seq) + ": not what was submitted");
}

void Told::check(bool answered) const {
  for (const Played& it : played_)
    require(it.answered || !answered, "no verdict on episode " + it.episode.id.text());
  if (has_lost_rows_) return;
  for (const auto& [id, place] : places_) {
    const auto found = disk_.episodes.find(id);
    require(
        found != disk_.episodes.end() && found->second == place && log(place.machine)[place.seq - 1].id == id,
        "an acknowledged lesson is lost: " + id.text());
  }
  check_acts();
}

/// Each order is at most one act, and exactly one where that was told; each machine is created once at most.
/// What a server that ended was to answer may be there.
void Told::check_acts() const {
  std::map<std::string, std::array<std::uint64_t, 3>> counts;  // there, done, gone
  const auto name_of = [](std::int64_t machine, Kind kind) {
    return "machine " + std::to_string(machine) + ", " + std::string(to_text(kind));
  };
  for (const store::MemoryDisk::Machine& machine : disk_.machines) {
    if (machine.row.name.starts_with("made-"))
      require(++counts[machine.row.name][0] == 1, machine.row.name + ": created twice");
    for (const store::LogRow& row : machine.log) {
      if (row.kind == Kind::episode || row.kind == Kind::start || row.kind == Kind::fork) continue;
      if (row.act->why == store::Why::dry) ++Seen::all().dry;
      if (row.act->why == store::Why::finished) ++Seen::all().finished;
      if (row.act->why == store::Why::curator) ++counts[name_of(machine.row.machine, row.kind)][0];
    }
  }
  for (const Ordered& it : orders_) {
    require(!it.open, "an order has got no answer");
    auto& count = counts[it.name.empty() ? name_of(it.machine, it.kind) : it.name];
    if (it.done) ++count[1];
    if (it.gone) ++count[2];
  }
  for (const auto& [name, count] : counts) {
    const auto& [there, done, gone] = count;
    require(done <= there && there <= done + gone, name + ": " + std::to_string(there) + " acts, " +
                                                       std::to_string(done) + " told to be done, " +
                                                       std::to_string(gone) + " without an answer");
  }
}

}  // namespace menagerie::sim
