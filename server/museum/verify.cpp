// verify(): every log replayed from its first row, each bead change and snapshot compared.
#include "server/core/episode.hpp"
#include "server/core/finish.hpp"
#include "server/core/record.hpp"
#include "server/museum/museum.hpp"
#include "server/store/act_text.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace menagerie::museum {

using core::EffectiveList;
using core::Machine;
using core::MachineState;

namespace {

constexpr std::size_t kRowsVerified = 512;

/// An episode's place among all logs. They are gathered, and looked through for two of one id at the end:
/// ids come almost in order, so that sorting them costs a tenth of a hash set.
struct Learned {
  store::Id id;
  std::uint32_t machine = 0;  ///< in the order of the checks
  std::uint64_t seq = 0;
};

/// The episodes of the visits that were untaught somewhere, gathered as the logs go by: to look each one up
/// would take a pass through all logs where there is no index, as in a backup.
class UntaughtEpisodes {
 public:
  explicit UntaughtEpisodes(store::Store& store) : store_(store) {
    for (const store::MachineRow& row : store.machines()) {
      for (const store::LogRow& act : store.acts(row.machine)) {
        if (act.kind == store::Kind::unteach) places_[store::act_as<store::Unteach>(act).visit];
      }
    }
  }
  void add(const store::LogRow& episode) {
    const auto found = places_.find(episode.visit);
    if (found != places_.end()) found->second.push_back({episode.machine, episode.seq});
  }
  /// In the rows so far; an act may have come since the start.
  std::vector<store::Place> places_of(const store::Id& visit) const {
    const auto found = places_.find(visit);
    return found != places_.end() ? found->second : store_.episodes_of_visit(visit);
  }

 private:
  store::Store& store_;
  std::map<store::Id, std::vector<store::Place>> places_;
};

/// Replays one machine's log.
class Replay {
 public:
  Replay(store::Store& store, const store::MachineRow& row, std::uint32_t index,
         std::vector<Learned>& learned, UntaughtEpisodes& untaught)
      : store_(store),
        machine_(Machine::make(row)),
        lists_(row.machine),
        index_(index),
        learned_(learned),
        untaught_(untaught) {}

  std::optional<Fault> run(std::uint64_t& rows, const std::function<void()>& more) {
    if (machine_->listed()) {
      if (const auto differs = store_.check_boxes(machine_->row.machine, machine_->boxes))
        return Fault{0, "", "", *differs};
    }
    const std::vector<std::uint64_t> seqs = store_.snapshot_seqs(machine_->row.machine);
    snapshots_ = {seqs.begin(), seqs.end()};
    std::optional<std::string> differs;
    for (;;) {
      const std::span<const store::LogRow> log = read();
      // Names of boxes that no row made; a server that goes on writing would have left a row for them by now.
      if (log.empty() && differs) return Fault{state_.seq, "", "", *differs};
      for (const store::LogRow& row : log) {
        if (auto fault = check(row)) return fault;
        ++rows;
        if (snapshots_.empty() || snapshots_.front() != row.seq) continue;
        snapshots_.pop_front();
        any_snapshot_ = true;
        if (auto fault = snapshot_fault(*store_.snapshot_at(machine_->row.machine, row.seq))) return fault;
      }
      more();
      if (log.size() == kRowsVerified) continue;
      differs = store_.check_boxes(machine_->row.machine, machine_->boxes);
      if (!differs) break;
    }
    if (state_.seq == 0) return Fault{1, "", "", "the log is empty: row 1, the start, is missing"};
    if (!snapshots_.empty()) return Fault{snapshots_.front(), "", "", "the snapshot is ahead of the log"};
    if (!any_snapshot_) return Fault{state_.seq, "", "", "there is no snapshot"};
    return std::nullopt;
  }

 private:
  /// The next rows. They are written over the last ones, so that texts and lists keep their memory.
  std::span<const store::LogRow> read() {
    std::size_t count = 0;
    store_.each_after(machine_->row.machine, state_.seq, kRowsVerified, store::RowPart::whole,
                      [&](const store::LogRow& row) {
                        if (count == rows_.size()) rows_.emplace_back();
                        rows_[count++] = row;
                      });
    return {rows_.data(), count};
  }

  std::optional<Fault> check(const store::LogRow& row) {
    if (row.seq != state_.seq + 1) {
      return Fault{state_.seq + 1, "", "",
                   "this row is missing: the log goes on with seq " + std::to_string(row.seq)};
    }
    if (row.clock_back != (row.time_ms < state_.time_ms)) {
      return Fault{row.seq, "", "",
                   row.clock_back
                       ? "it says that the clock was put back, and is no earlier than the row before"
                       : "its time is earlier than that of the row before"};
    }
    state_.clock_back = row.clock_back;
    if (auto fault = moves_fault(row)) return fault;
    store::LogRow expected;
    if (row.kind == store::Kind::episode) {
      learned_.push_back({row.id, index_, row.seq});
      untaught_.add(row);
      core::Finished episode{row.machine,
                             row.era,
                             row.id,
                             row.visit,
                             row.started_ms,
                             row.seat,
                             row.opponent,
                             row.moves,
                             row.trace,
                             row.outcome,
                             row.reason == Reason::resign,
                             row.seq - 1};
      expected = core::learn_episode(*machine_, state_, std::move(episode), row.time_ms);
      if (expected.trace != row.trace) return Fault{row.seq, "", "", "its trace is not what its moves drew"};
    } else {
      if (auto fault = act_fault(row)) return fault;
      expected = expected_act(row);
    }
    if (row.era != expected.era) {
      return Fault{row.seq, "", "",
                   "its era is " + std::to_string(row.era) + ", not " + std::to_string(expected.era)};
    }
    if (row.act != expected.act) {
      return Fault{row.seq, "", "", "its detail is not what the log says: " + store::act_text(*expected.act)};
    }
    if (row.reason != expected.reason)
      return Fault{row.seq, "", "", "its reason is not what its outcome says"};
    core::follow_finish(graduation_, state_, watch_.follow(expected));
    return changes_fault(row, expected);
  }

  /// Why an act cannot stand where it does in its log.
  std::optional<Fault> act_fault(const store::LogRow& row) const {
    const bool begins = row.kind == store::Kind::start || row.kind == store::Kind::fork;
    if (begins != (row.seq == 1))
      return Fault{row.seq, "", "", "a log begins with a start or a fork, only there"};
    if (row.kind == store::Kind::freeze && state_.frozen)
      return Fault{row.seq, "", "", "it was frozen already"};
    if (row.kind == store::Kind::thaw && !state_.frozen) return Fault{row.seq, "", "", "it was not frozen"};
    const auto* rewind = std::get_if<store::Rewind>(&row.act->what);
    if (rewind != nullptr && (rewind->to < state_.era_seq || rewind->to >= row.seq))
      return Fault{row.seq, "", "", "it rewinds to a row that is not of its era"};
    if (row.kind == store::Kind::reset && row.act->why == store::Why::finished && !graduation_)
      return Fault{row.seq, "", "", "a new era began as if the machine could not be beaten, and it could"};
    return std::nullopt;
  }

  /// The act as it must be, reckoned by folding its whole list where it changes that; advances state_.
  store::LogRow expected_act(const store::LogRow& row) {
    store::Act act = *row.act;
    lists_.add(row, store_);
    if (row.kind == store::Kind::start) return core::start_machine(*machine_, state_, act.why, row.time_ms);
    if (row.kind == store::Kind::reset) {
      // Older versions did not tell of it where the curator had asked for the new era.
      const bool told =
          act.why == store::Why::finished || store::act_as<store::EraReset>(row).plaque.finished.has_value();
      return core::begin_era(*machine_, state_, act.why, row.time_ms, told ? graduation_ : std::nullopt,
                             store::act_as<store::EraReset>(row).start);
    }
    store::LogRow expected = core::next_row(*machine_, state_, row.kind, row.time_ms);
    const EffectiveList list = lists_.at(row.seq);
    const auto places_of = [this](const store::Id& visit) { return untaught_.places_of(visit); };
    std::vector<std::int64_t> beads = state_.beads;
    const auto fold_list = [&](std::uint64_t& episodes) {
      episodes = core::count_episodes(store_, list, places_of);
      beads = core::folded(store_, *machine_, list, state_.box_count);
    };
    if (auto* topup = std::get_if<store::TopUp>(&act.what)) {
      for (std::int64_t& count : beads) count = std::max(count, static_cast<std::int64_t>(topup->to));
    } else if (auto* fork = std::get_if<store::Fork>(&act.what)) {
      adopt(fork->machine);
      expected.era = 1;
      fold_list(fork->episodes);
    } else if (auto* rewind = std::get_if<store::Rewind>(&act.what)) {
      fold_list(rewind->episodes);
    } else if (auto* unteach = std::get_if<store::Unteach>(&act.what)) {
      fold_list(unteach->episodes);
    }
    expected.act = act;
    if (row.kind == store::Kind::fork) {
      expected.changes = core::difference(*machine_, state_.box_count, {}, beads);
      state_.beads = beads;
      state_.bead_total = std::accumulate(beads.begin(), beads.end(), std::int64_t{0});
      state_ = state_.forked(*machine_, expected);
    } else {
      expected.changes = core::difference(*machine_, state_.box_count, state_.beads, beads);
      state_.apply(*machine_, expected);
    }
    return expected;
  }

  /// Takes over the boxes that the machine it was forked from had by then.
  void adopt(std::int64_t original) {
    state_.box_count = machine_->boxes.boxes().size();
    if (machine_->listed()) return;
    std::size_t beads = 0;
    const auto made = store_.made_boxes(original);
    const auto snapshot = store_.snapshot_at(machine_->row.machine, 1);
    const std::size_t counts = snapshot ? snapshot->beads.size() : 0;
    for (std::size_t box = 0; box < made.size() && beads < counts; ++box) {
      beads += made[box].beads.size();
      machine_->add(made[box]);
    }
    state_.box_count = machine_->boxes.boxes().size();
  }

  std::optional<Fault> moves_fault(const store::LogRow& row) {
    if (row.kind != store::Kind::episode) return std::nullopt;
    auto fault = core::episode_fault(*machine_, row, episode_);
    if (!fault) return std::nullopt;
    return Fault{row.seq, "", "", *std::move(fault)};
  }

  Fault named(std::uint64_t seq, std::uint32_t box, std::uint32_t bead, std::string what) const {
    const auto& boxes = machine_->boxes.boxes();
    if (box >= boxes.size()) return {seq, std::to_string(box + 1), std::to_string(bead), std::move(what)};
    const Box& it = boxes[box];
    return {seq, it.text, bead < it.beads.size() ? it.beads[bead].move : std::to_string(bead),
            std::move(what)};
  }

  std::optional<Fault> changes_fault(const store::LogRow& row, const store::LogRow& expected) const {
    const std::size_t count = std::max(row.changes.size(), expected.changes.size());
    for (std::size_t i = 0; i < count; ++i) {
      if (i >= row.changes.size()) {
        const BeadChange& is = expected.changes[i];
        return named(row.seq, is.box, is.bead, "its change is not recorded");
      }
      const BeadChange& recorded = row.changes[i];
      if (i >= expected.changes.size()) {
        return named(row.seq, recorded.box, recorded.bead,
                     "a change is recorded that the rule does not make");
      }
      const BeadChange& computed = expected.changes[i];
      if (recorded == computed) continue;
      return named(row.seq, recorded.box, recorded.bead,
                   "recorded " + std::to_string(recorded.before) + " to " + std::to_string(recorded.after) +
                       ", but the rule makes it " + std::to_string(computed.before) + " to " +
                       std::to_string(computed.after));
    }
    return std::nullopt;
  }

  /// A snapshot against the replay, which stands at its seq.
  std::optional<Fault> snapshot_fault(const store::Snapshot& snapshot) const {
    const store::Snapshot expected = state_.snapshot(*machine_);
    for (std::uint32_t box = 0; box < state_.box_count && snapshot.beads != expected.beads; ++box) {
      const Box& it = machine_->boxes.boxes()[box];
      for (std::uint32_t bead = 0; bead < it.beads.size(); ++bead) {
        const std::size_t at = it.first_bead + bead;
        const std::int64_t stored = at < snapshot.beads.size() ? snapshot.beads[at] : -1;
        if (stored == expected.beads[at]) continue;
        return named(snapshot.seq, box, bead,
                     "the snapshot holds " + std::to_string(stored) + ", the log makes it " +
                         std::to_string(expected.beads[at]));
      }
    }
    if (snapshot.era != expected.era || snapshot.tally != expected.tally ||
        snapshot.era_tally != expected.era_tally || snapshot.era_seq != expected.era_seq ||
        snapshot.frozen != expected.frozen || snapshot.time_ms != expected.time_ms) {
      return Fault{snapshot.seq, "", "", "the snapshot's era or figures are not those of the log"};
    }
    return std::nullopt;
  }

  store::Store& store_;
  std::shared_ptr<Machine> machine_;
  MachineState state_;
  core::FinishWatch watch_{machine_, state_};
  std::optional<core::Graduation> graduation_;
  std::deque<std::uint64_t> snapshots_;  ///< still to be met
  bool any_snapshot_ = false;
  core::ListHistory lists_;
  std::uint32_t index_;
  std::vector<Learned>& learned_;    ///< of every log so far
  UntaughtEpisodes& untaught_;       ///< likewise
  std::vector<store::LogRow> rows_;  ///< the last that were read
  core::Episode episode_;            ///< the one that is checked
};

/// Finds episodes that stand in the logs twice; the later place is at fault.
void find_duplicates(std::vector<Learned>& learned, std::vector<MachineCheck>& checks) {
  std::ranges::sort(learned, {}, [](const Learned& it) { return std::tuple(it.id, it.machine, it.seq); });
  for (std::size_t i = 1; i < learned.size(); ++i) {
    const Learned& it = learned[i];
    if (it.id != learned[i - 1].id) continue;
    std::optional<Fault>& fault = checks[it.machine].fault;
    if (!fault || fault->seq > it.seq) fault = Fault{it.seq, "", "", "its episode stands in the log twice"};
  }
}

}  // namespace

std::vector<MachineCheck> verify(store::Store& store, const std::function<void(std::uint64_t)>& progress) {
  std::vector<MachineCheck> checks;
  std::uint64_t before = 0;
  std::vector<Learned> learned;
  UntaughtEpisodes untaught(store);
  for (const store::MachineRow& row : store.machines()) {
    MachineCheck check{row.name, 0, std::nullopt};
    Replay replay(store, row, static_cast<std::uint32_t>(checks.size()), learned, untaught);
    check.fault = replay.run(check.rows, [&] {
      if (progress) progress(before + check.rows);
    });
    before += check.rows;
    checks.push_back(std::move(check));
  }
  find_duplicates(learned, checks);
  return checks;
}

}  // namespace menagerie::museum
