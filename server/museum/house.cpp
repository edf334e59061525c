#include "server/museum/house.hpp"

#include "engine/players.hpp"
#include "server/museum/course.hpp"
#include "server/museum/ticket.hpp"

#include <algorithm>
#include <iterator>

namespace menagerie::museum {
namespace {

constexpr std::size_t kRowsAtOnce = 512;
constexpr std::uint64_t kChildhoodSeed = 441;

/// A snapshot does not say since when a machine has been dry; the log does: since the row that took the
/// last bead of a box in which it opens.
void date_drought(store::Store& store, const Machine& machine, Life& life) {
  for (std::uint64_t before = life.seq + 1;;) {
    const auto rows = store.episodes_before(machine.row.machine, before, kRowsAtOnce);
    for (const store::LogRow& row : rows) {
      for (const BeadChange& change : row.changes) {
        if (change.box >= machine.boxes.boxes().size() || machine.boxes.boxes()[change.box].turn != 1)
          continue;
        life.dry->seq = row.seq;
        life.dry->since_ms = row.time_ms;
        return;
      }
    }
    if (rows.size() < kRowsAtOnce) return;
    before = rows.back().seq;
  }
}

Loaded load(store::Store& store, store::MachineRow row) {
  Loaded loaded{Machine::make(std::move(row)), {}};
  const Machine& machine = *loaded.machine;
  if (!machine.listed()) {
    for (Box& box : store.made_boxes(machine.row.machine)) machine.boxes.add(std::move(box));
  }
  if (const auto differs = store.check_boxes(machine.row.machine, machine.boxes)) {
    throw store::Error("machine " + machine.row.name + ": " + *differs);
  }
  if (const auto snapshot = store.newest_snapshot(machine.row.machine)) {
    loaded.life = Life::from(machine, *snapshot);
    if (loaded.life.dry) date_drought(store, machine, loaded.life);
  }
  for (;;) {
    const auto rows = store.log_after(machine.row.machine, loaded.life.seq, kRowsAtOnce);
    for (const store::LogRow& log_row : rows) {
      if (log_row.seq != loaded.life.seq + 1) {
        throw store::Error("machine " + machine.row.name + ": the log goes from seq " +
                           std::to_string(loaded.life.seq) + " to " + std::to_string(log_row.seq));
      }
      loaded.life.apply(machine, log_row);
    }
    if (rows.size() < kRowsAtOnce) return loaded;
  }
}

/// What a machine that teaches itself before the house opens has learned: the same childhood in every house.
std::vector<store::LogRow> childhood(const Machine& machine, Life& life, std::size_t games,
                                     const Clock& clock) {
  std::vector<store::LogRow> rows;
  IdSource ids(clock);
  const store::Id visit = ids.next();
  Random random(kChildhoodSeed);
  Episode episode;
  for (std::size_t game = 0; game < games; ++game) {
    play_itself(machine.rule, machine.boxes, life.beads, random, episode);
    Finished finished;
    finished.era = life.era;
    finished.id = ids.next();
    finished.visit = visit;
    finished.started_ms = clock();
    finished.opponent = store::kItself;
    for (const Edge edge : episode.moves) {
      if (!finished.moves.empty()) finished.moves += ' ';
      finished.moves += machine.graph->move_text(edge);
    }
    finished.trace = episode.trace;
    finished.outcome = episode.outcome;
    finished.resigned = episode.resigned;
    rows.push_back(learn_episode(machine, life, std::move(finished), clock()));
  }
  return rows;
}

Loaded put_up(store::Store& store, store::MachineRow row, const Clock& clock) {
  row.created_ms = clock();
  std::shared_ptr<const Machine> machine = Machine::make(row);
  Life life;
  std::vector<store::LogRow> rows{start_machine(*machine, life, row.created_ms)};
  std::ranges::move(childhood(*machine, life, games_before_opening(row.name), clock),
                    std::back_inserter(rows));
  row.machine = store.put_up(row, machine->boxes, std::move(rows), life.snapshot(*machine));
  return load(store, std::move(row));
}

/// Replays one machine's log.
class Replay {
 public:
  Replay(store::Store& store, const store::MachineRow& row) : store_(store), machine_(Machine::make(row)) {}

  std::optional<Fault> run(std::uint64_t& rows, const std::function<void()>& more) {
    if (machine_->listed()) {
      if (const auto differs = store_.check_boxes(machine_->row.machine, machine_->boxes))
        return Fault{0, "", "", *differs};
    }
    snapshot_ = store_.newest_snapshot(machine_->row.machine);
    for (;;) {
      const auto log = store_.log_after(machine_->row.machine, life_.seq, kRowsAtOnce);
      for (const store::LogRow& row : log) {
        if (auto fault = check(row)) return fault;
        ++rows;
        if (!snapshot_ || snapshot_->seq != row.seq) continue;
        if (auto fault = snapshot_fault()) return fault;
      }
      more();
      if (log.size() < kRowsAtOnce) break;
    }
    if (life_.seq == 0) return Fault{1, "", "", "the log is empty: row 1, the start, is missing"};
    if (!snapshot_) return Fault{life_.seq, "", "", "there is no snapshot"};
    if (snapshot_->seq > life_.seq) return Fault{snapshot_->seq, "", "", "the snapshot is ahead of the log"};
    if (const auto differs = store_.check_boxes(machine_->row.machine, machine_->boxes))
      return Fault{life_.seq, "", "", *differs};
    return std::nullopt;
  }

 private:
  std::optional<Fault> check(const store::LogRow& row) {
    if (row.seq != life_.seq + 1) {
      return Fault{life_.seq + 1, "", "",
                   "this row is missing: the log goes on with seq " + std::to_string(row.seq)};
    }
    if (row.time_ms < life_.time_ms)
      return Fault{row.seq, "", "", "its time is earlier than that of the row before"};
    if (auto fault = moves_fault(row)) return fault;
    store::LogRow expected;
    switch (row.kind) {
      case store::Kind::start:
        expected = start_machine(*machine_, life_, row.time_ms);
        break;
      case store::Kind::reset:
        expected = begin_era(*machine_, life_, "dry", row.time_ms);
        break;
      case store::Kind::episode: {
        Finished episode{row.machine,
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
                         false};
        expected = learn_episode(*machine_, life_, std::move(episode), row.time_ms);
        if (expected.trace != row.trace)
          return Fault{row.seq, "", "", "its trace is not what its moves drew"};
        break;
      }
    }
    if (row.era != expected.era) {
      return Fault{row.seq, "", "",
                   "its era is " + std::to_string(row.era) + ", not " + std::to_string(expected.era)};
    }
    if (row.detail != expected.detail) {
      return Fault{row.seq, "", "", "its plaque is not what the log says: " + expected.detail};
    }
    if (row.reason != expected.reason)
      return Fault{row.seq, "", "", "its reason is not what its outcome says"};
    return changes_fault(row, expected);
  }

  /// An episode's moves must be playable, end as recorded, and have drawn the beads in its trace.
  std::optional<Fault> moves_fault(const store::LogRow& row) const {
    if (row.kind != store::Kind::episode) return std::nullopt;
    Course course(*machine_);
    std::vector<Draw> trace;
    std::optional<Fault> fault;
    each_move(row.moves, [&](std::string_view move) {
      const Edge edge = course.find(move);
      if (edge == kNone) {
        fault = Fault{row.seq, "", "",
                      "ply " + std::to_string(course.ply()) + ", " + std::string(move) + ", is not legal"};
        return false;
      }
      if (row.self_play() || course.to_move() == row.seat) {
        const std::optional<Draw> draw = course.draw(edge);
        if (draw) trace.push_back(*draw);
      }
      course.play(edge);
      return true;
    });
    if (fault) return fault;
    // Numbers of boxes made when met are compared once they are made anew.
    if (machine_->listed() && trace != row.trace)
      return Fault{row.seq, "", "", "its trace is not what its moves drew"};
    Outcome outcome = course.outcome().value_or(Outcome::draw);
    if (row.reason == Reason::resign) {
      const Player loser = row.self_play() ? course.to_move() : row.seat;
      outcome = loser == Player::first ? Outcome::second_wins : Outcome::first_wins;
      if (course.ended()) return Fault{row.seq, "", "", "it is resigned after its end"};
    } else if (!course.ended()) {
      return Fault{row.seq, "", "", "its moves do not reach an end"};
    }
    if (outcome != row.outcome) return Fault{row.seq, "", "", "its outcome is not that of its moves"};
    return std::nullopt;
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

  /// The newest snapshot against the replay, which stands at its seq.
  std::optional<Fault> snapshot_fault() const {
    const store::Snapshot* snapshot = &*snapshot_;
    const store::Snapshot expected = life_.snapshot(*machine_);
    for (std::uint32_t box = 0; box < life_.box_count; ++box) {
      const Box& it = machine_->boxes.boxes()[box];
      for (std::uint32_t bead = 0; bead < it.beads.size(); ++bead) {
        const std::size_t at = it.first_bead + bead;
        const std::int64_t stored = at < snapshot->beads.size() ? snapshot->beads[at] : -1;
        if (stored == expected.beads[at]) continue;
        return named(snapshot->seq, box, bead,
                     "the snapshot holds " + std::to_string(stored) + ", the log makes it " +
                         std::to_string(expected.beads[at]));
      }
    }
    if (snapshot->era != expected.era || snapshot->tally != expected.tally ||
        snapshot->era_tally != expected.era_tally || snapshot->era_seq != expected.era_seq) {
      return Fault{snapshot->seq, "", "", "the snapshot's era or figures are not those of the log"};
    }
    return std::nullopt;
  }

  store::Store& store_;
  std::shared_ptr<const Machine> machine_;
  Life life_;
  std::optional<store::Snapshot> snapshot_;
};

}  // namespace

std::vector<Loaded> open_house(store::Store& store, const Clock& clock) {
  std::vector<Loaded> house;
  for (store::MachineRow& row : store.machines()) house.push_back(load(store, std::move(row)));
  for (const store::MachineRow& exhibit : exhibits()) {
    const bool there = std::any_of(house.begin(), house.end(), [&](const Loaded& loaded) {
      return loaded.machine->row.name == exhibit.name;
    });
    if (!there) house.push_back(put_up(store, exhibit, clock));
  }
  return house;
}

std::optional<Loaded> load_machine(store::Store& store, std::string_view name) {
  for (store::MachineRow& row : store.machines()) {
    if (row.name == name) return load(store, std::move(row));
  }
  return std::nullopt;
}

std::vector<Verdict> verify(store::Store& store, const std::function<void(std::uint64_t)>& progress) {
  std::vector<Verdict> verdicts;
  std::uint64_t before = 0;
  for (const store::MachineRow& row : store.machines()) {
    Verdict verdict{row.name, 0, std::nullopt};
    Replay replay(store, row);
    verdict.fault = replay.run(verdict.rows, [&] {
      if (progress) progress(before + verdict.rows);
    });
    before += verdict.rows;
    verdicts.push_back(std::move(verdict));
  }
  return verdicts;
}

}  // namespace menagerie::museum
