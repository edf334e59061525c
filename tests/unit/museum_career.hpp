// A machine's career at random, and a model of it: for the tests of the curator's acts.
#pragma once

#include "museum_fixtures.hpp"
#include "server/core/acts.hpp"
#include "server/core/finish.hpp"
#include "server/core/playthrough.hpp"
#include "server/core/record.hpp"
#include "server/museum/ticket.hpp"

#include <map>

namespace menagerie::test {

using store::Kind;

/// What an effective list holds, kept by a model that knows nothing of spans: every entry in full.
struct Entry {
  store::Id visit;
  std::vector<Draw> trace;
  Outcome outcome = Outcome::draw;
  std::int64_t top_up = 0;  ///< not an episode: every count to at least this
  std::size_t counts = 0;   ///< that there were then
  std::uint64_t seq = 0;    ///< an episode's row
};

/// A machine taught and acted on at random, straight through plan() and the store, beside the model.
class Career {
 public:
  Career(store::Store& store, core::Loaded loaded, std::uint64_t seed)
      : store_(store), machine_(std::move(loaded.machine)), state_(std::move(loaded.state)), random_(seed) {
    remember();
  }

  void teach() {
    const Seat seat = machine_->boxes.seat();
    const Player player = seat == Seat::first    ? Player::first
                          : seat == Seat::second ? Player::second
                                                 : (random_.below(2) == 0 ? Player::first : Player::second);
    core::Finished finished = play(player);
    finished.machine = machine_->row.machine;
    finished.era = state_.era;
    finished.id = ids_.next();
    finished.visit = visits_[random_.below(visits_.size())];
    finished.seat = player;
    const store::LogRow row = core::learn_episode(*machine_, state_, std::move(finished), ++now_);
    list_.push_back({row.visit, row.trace, row.outcome, 0, state_.beads.size(), row.seq});
    commit(row);
  }

  /// One act of any kind; one that is refused is none.
  bool act(std::int64_t& forks) {
    core::Order order;
    order.machine = machine_->row.machine;
    constexpr Kind kActs[] = {Kind::rewind, Kind::unteach, Kind::topup, Kind::freeze,
                              Kind::thaw,   Kind::reset,   Kind::fork};
    order.kind = kActs[random_.below(random_.below(8) == 0 ? 7 : 5)];
    order.seq = 1 + random_.below(state_.seq);
    order.visit = visits_[random_.below(visits_.size())];
    order.to = 1 + random_.below(3);
    order.row.name = "copy-" + std::to_string(forks);
    // Worked out ahead, sometimes long ahead, with other acts since.
    if (order.kind == Kind::unteach && laid_ && random_.below(2) == 0) {
      order.visit = laid_visit_;
      order.precomputed = laid_;
    }
    if (!laid_ || random_.below(4) == 0) {
      laid_visit_ = visits_[random_.below(visits_.size())];
      laid_ = core::precompute_unteach(store_, *machine_, laid_visit_);
    }
    core::Plan plan;
    try {
      plan = core::plan(store_, machine_.get(), &state_, order, ++now_,
                        core::graduation_at(store_, *machine_, state_));
    } catch (const core::Refused&) {
      return false;
    }
    if (order.kind == Kind::fork) {
      ++forks;
      plan.row.machine = store_.create_machine(plan.machine->row, plan.machine->boxes, {plan.row},
                                               plan.state.snapshot(*plan.machine));
      CHECK(plan.state.beads == was_[order.seq].beads);
      return true;
    }
    const core::Plan seen = core::preview(store_, machine_.get(), order, now_);
    CHECK(seen.row.changes == plan.row.changes);
    CHECK(seen.row.act == plan.row.act);
    const std::vector<Entry> before = list_;
    model(order);
    state_ = plan.state;
    commit(plan.row);
    CHECK(plan.effect.episodes_after == episodes());
    CHECK(plan.effect.episodes_kept == kept_of(before));
    if (order.kind != Kind::freeze && order.kind != Kind::thaw) CHECK(state_.beads == folded());
    return true;
  }

  bool frozen() const { return state_.frozen; }
  const core::MachineState& state() const { return state_; }
  const core::Machine& machine() const { return *machine_; }

  /// Every seq reads as it did when it was the newest.
  void check_past() {
    for (const auto& [seq, was] : was_) {
      const core::MachineState then = core::state_at(store_, *machine_, seq);
      REQUIRE(then.beads == was.beads);
      REQUIRE(then.era == was.era);
      REQUIRE(then.frozen == was.frozen);
    }
  }

 private:
  /// An episode against moves at random: its moves, its draws, its end.
  core::Finished play(Player player) {
    core::Finished finished;
    core::Playthrough playthrough(*machine_);
    while (!playthrough.ended()) {
      const Edge edge =
          playthrough.to_move() == player ? drawn(playthrough) : any(playthrough, [](Edge) { return true; });
      if (edge == kNone) {
        finished.resigned = true;
        finished.outcome = player == Player::first ? Outcome::second_wins : Outcome::first_wins;
        return finished;
      }
      if (playthrough.to_move() == player) {
        if (const auto draw = playthrough.draw(edge)) finished.trace.push_back(*draw);
      }
      if (!finished.moves.empty()) finished.moves += ' ';
      finished.moves += playthrough.graph().move_text(edge);
      playthrough.play(edge);
    }
    finished.outcome = playthrough.outcome().value_or(Outcome::draw);
    return finished;
  }
  /// A move whose bead is in its box, whatever the others' number; kNone where the box is empty.
  Edge drawn(const core::Playthrough& playthrough) {
    if (playthrough.box() == kNone) return any(playthrough, [](Edge) { return true; });
    const std::uint32_t number = machine_->boxes.find(playthrough.boxes().boxes()[playthrough.box()].text);
    if (!state_.has(number))
      return any(playthrough, [](Edge) { return true; });  // it is made by this episode
    const auto beads = state_.beads_in(machine_->boxes.boxes()[number]);
    const bool empty = std::ranges::count(beads, 0) == std::ssize(beads);
    const bool refills = empty && machine_->rule.empty_box == EmptyBox::top_up;
    return any(playthrough, [&](Edge edge) {
      const auto draw = playthrough.draw(edge);
      return draw && (refills || beads[draw->bead] > 0);
    });
  }
  template <typename Fits>
  Edge any(const core::Playthrough& playthrough, Fits fits) {
    std::vector<Edge> edges;
    const GameGraph& graph = playthrough.graph();
    for (Edge edge = graph.first_edge(playthrough.node()); edge < graph.last_edge(playthrough.node());
         ++edge) {
      if (playthrough.allows(edge) && fits(edge)) edges.push_back(edge);
    }
    return edges.empty() ? kNone : edges[random_.below(edges.size())];
  }

  void model(const core::Order& order) {
    if (order.kind == Kind::reset) list_.clear();
    if (order.kind == Kind::rewind) list_ = lists_.at(order.seq);
    if (order.kind == Kind::unteach)
      std::erase_if(list_,
                    [&](const Entry& entry) { return entry.top_up == 0 && entry.visit == order.visit; });
    if (order.kind == Kind::topup)
      list_.push_back({{}, {}, {}, static_cast<std::int64_t>(order.to), state_.beads.size(), 0});
  }
  std::uint64_t kept_of(const std::vector<Entry>& before) const {
    return static_cast<std::uint64_t>(std::ranges::count_if(before, [&](const Entry& entry) {
      return entry.seq != 0 && std::ranges::find(list_, entry.seq, &Entry::seq) != list_.end();
    }));
  }
  std::vector<std::int64_t> folded() const {
    std::vector<std::int64_t> beads;
    for (std::size_t i = 0; i < state_.box_count; ++i) {
      const Box& box = machine_->boxes.boxes()[i];
      beads.resize(beads.size() + box.beads.size(), machine_->rule.start_at(box.turn));
    }
    std::vector<BeadChange> changes;
    for (const Entry& entry : list_) {
      const auto there = std::span(beads).first(entry.counts);
      if (entry.top_up != 0) {
        for (std::int64_t& count : there) count = std::max(count, entry.top_up);
      } else {
        learn(machine_->rule, machine_->boxes, there, entry.trace, entry.outcome, changes);
      }
    }
    return beads;
  }
  std::uint64_t episodes() const {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(list_, [](const Entry& entry) { return entry.top_up == 0; }));
  }
  void commit(const store::LogRow& row) {
    std::vector<store::MadeBox> made;
    for (; made_count_ < state_.box_count; ++made_count_) {
      const Box& box = machine_->boxes.boxes()[made_count_];
      made.push_back({machine_->row.machine, static_cast<std::uint32_t>(made_count_), &box,
                      machine_->rule.start_at(box.turn)});
    }
    std::vector<store::Snapshot> snapshots;
    if (random_.below(40) == 0) snapshots.push_back(state_.snapshot(*machine_));
    store_.append({&row, 1}, made, snapshots);
    remember();
  }
  void remember() {
    was_[state_.seq] = state_;
    lists_[state_.seq] = list_;
  }

  store::Store& store_;
  std::shared_ptr<core::Machine> machine_;
  core::MachineState state_;
  Random random_;
  std::size_t made_count_ = state_.box_count;
  std::int64_t now_ = 1'700'000'000'000;
  museum::IdSource ids_{[this] { return now_; }};
  std::vector<store::Id> visits_ = [this] {
    std::vector<store::Id> visits;
    for (int i = 0; i < 6; ++i) visits.push_back(ids_.next());
    return visits;
  }();
  store::Id laid_visit_{};
  std::optional<core::PrecomputedUnteach> laid_;
  std::vector<Entry> list_;
  std::map<std::uint64_t, core::MachineState> was_;
  std::map<std::uint64_t, std::vector<Entry>> lists_;
};

}  // namespace menagerie::test
