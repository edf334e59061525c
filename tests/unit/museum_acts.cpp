// The curator's acts against the invariant: after thousands of them at random the beads are what folding the
// list of effective episodes gives, every earlier seq reads as it did, and verify agrees.
#include "museum_fixtures.hpp"
#include "server/museum/acts.hpp"
#include "server/museum/course.hpp"
#include "server/museum/record.hpp"
#include "server/museum/ticket.hpp"
#include "server/wire/act_text.hpp"

#include <chrono>
#include <future>
#include <map>
#include <thread>

using namespace menagerie;
using namespace menagerie::test;
using store::Kind;

namespace {

// Under a sanitizer each step takes ten times as long, and a few hundred find as much.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t kSteps = 250;
#else
constexpr std::size_t kSteps = 600;
#endif

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
  Career(store::Store& store, museum::Loaded loaded, std::uint64_t seed)
      : store_(store), machine_(std::move(loaded.machine)), state_(std::move(loaded.state)), random_(seed) {
    remember();
  }

  void teach() {
    const Seat seat = machine_->boxes.seat();
    const Player player = seat == Seat::first    ? Player::first
                          : seat == Seat::second ? Player::second
                                                 : (random_.below(2) == 0 ? Player::first : Player::second);
    museum::Finished finished = play(player);
    finished.machine = machine_->row.machine;
    finished.era = state_.era;
    finished.id = ids_.next();
    finished.visit = visits_[random_.below(visits_.size())];
    finished.seat = player;
    const store::LogRow row = museum::learn_episode(*machine_, state_, std::move(finished), ++now_);
    list_.push_back({row.visit, row.trace, row.outcome, 0, state_.beads.size(), row.seq});
    commit(row);
  }

  /// One act of any kind; one that is refused is none.
  bool act(std::int64_t& forks) {
    museum::Order order;
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
      laid_ = museum::precompute_unteach(store_, *machine_, laid_visit_);
    }
    museum::Plan plan;
    try {
      plan = museum::plan(store_, machine_.get(), &state_, order, ++now_);
    } catch (const museum::Refused&) {
      return false;
    }
    if (order.kind == Kind::fork) {
      ++forks;
      plan.row.machine = store_.create_machine(plan.machine->row, plan.machine->boxes, {plan.row},
                                               plan.state.snapshot(*plan.machine));
      CHECK(plan.state.beads == was_[order.seq].beads);
      return true;
    }
    const museum::Plan seen = museum::preview(store_, machine_.get(), order, now_);
    CHECK(seen.row.changes == plan.row.changes);
    CHECK(seen.row.detail == plan.row.detail);
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
  const museum::Machine& machine() const { return *machine_; }

  /// Every seq reads as it did when it was the newest.
  void check_past() {
    for (const auto& [seq, was] : was_) {
      const core::MachineState then = museum::life_at(store_, *machine_, seq);
      REQUIRE(then.beads == was.beads);
      REQUIRE(then.era == was.era);
      REQUIRE(then.frozen == was.frozen);
    }
  }

 private:
  /// An episode against moves at random: its moves, its draws, its end.
  museum::Finished play(Player player) {
    museum::Finished finished;
    museum::Course course(*machine_);
    while (!course.ended()) {
      const Edge edge = course.to_move() == player ? drawn(course) : any(course, [](Edge) { return true; });
      if (edge == kNone) {
        finished.resigned = true;
        finished.outcome = player == Player::first ? Outcome::second_wins : Outcome::first_wins;
        return finished;
      }
      if (course.to_move() == player) {
        if (const auto draw = course.draw(edge)) finished.trace.push_back(*draw);
      }
      if (!finished.moves.empty()) finished.moves += ' ';
      finished.moves += course.graph().move_text(edge);
      course.play(edge);
    }
    finished.outcome = course.outcome().value_or(Outcome::draw);
    return finished;
  }
  /// A move whose bead is in its box, whatever the others' number; kNone where the box is empty.
  Edge drawn(const museum::Course& course) {
    if (course.box() == kNone) return any(course, [](Edge) { return true; });
    const std::uint32_t number = machine_->boxes.find(course.boxes().boxes()[course.box()].text);
    if (!state_.has(number)) return any(course, [](Edge) { return true; });  // it is made by this episode
    const auto beads = state_.beads_in(machine_->boxes.boxes()[number]);
    const bool empty = std::ranges::count(beads, 0) == std::ssize(beads);
    const bool refills = empty && machine_->rule.empty_box == EmptyBox::top_up;
    return any(course, [&](Edge edge) {
      const auto draw = course.draw(edge);
      return draw && (refills || beads[draw->bead] > 0);
    });
  }
  template <typename Fits>
  Edge any(const museum::Course& course, Fits fits) {
    std::vector<Edge> edges;
    const GameGraph& graph = course.graph();
    for (Edge edge = graph.first_edge(course.node()); edge < graph.last_edge(course.node()); ++edge) {
      if (course.allows(edge) && fits(edge)) edges.push_back(edge);
    }
    return edges.empty() ? kNone : edges[random_.below(edges.size())];
  }

  void model(const museum::Order& order) {
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
  std::shared_ptr<const museum::Machine> machine_;
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
  std::optional<museum::PrecomputedUnteach> laid_;
  std::vector<Entry> list_;
  std::map<std::uint64_t, core::MachineState> was_;
  std::map<std::uint64_t, std::vector<Entry>> lists_;
};

/// A machine that the curator puts up.
museum::Loaded create_machine(store::Store& store, std::string name, std::string game, std::string seat,
                              std::string rule) {
  museum::Order order{.kind = Kind::start};
  order.row.name = std::move(name);
  order.row.game = std::move(game);
  order.row.seat = std::move(seat);
  order.row.rule = std::move(rule);
  order.row.convention = "canonical";
  const museum::Plan plan = museum::plan(store, nullptr, nullptr, order, 1'700'000'000'000);
  store.create_machine(plan.machine->row, plan.machine->boxes, {plan.row},
                       plan.state.snapshot(*plan.machine));
  return *museum::load_machine(store, plan.machine->row.name);
}

}  // namespace

TEST_CASE("thousands of acts at random: the beads are the fold, the past stays, verify holds") {
  Folder folder;
  std::int64_t forks = 0;
  std::size_t acts = 0;
  std::map<std::string, std::vector<std::int64_t>> beads;
  {
    const auto store = store::open_sqlite(folder.path(), store::Mode::write);
    museum::open_house(*store, [] { return std::int64_t{1'700'000'000'000}; });
    create_machine(*store, "kept-up", "go-2x2", "first", "michie-1961,start=1,upkeep=3");
    create_machine(*store, "kept-up-too", "hexapawn", "either",
                   "gardner-reward,upkeep=1,win=+2/last,floor=1");
    create_machine(*store, "all-gone", "go-2x2", "either", "michie-1961,loss=-all/keep,empty=top-up");
    std::uint64_t seed = 7;
    for (const char* name : {"her", "him", "nimble", "carnival", "minicheckers", "menace", "go-2x2", "go-3x3",
                             "caswell", "kept-up", "kept-up-too", "all-gone"}) {
      CAPTURE(name);
      Career career(*store, *museum::load_machine(*store, name), seed++);
      const std::size_t steps = career.machine().listed() ? kSteps : kSteps / 8;
      for (std::size_t step = 0; step < steps; ++step) {
        if (!career.frozen() && step % 2 == 0) {
          career.teach();
        } else {
          acts += career.act(forks) ? 1 : 0;
        }
      }
      career.check_past();
      beads[name] = career.state().beads;
    }
  }
  CHECK(acts > kSteps);  // on twelve machines
  CHECK(forks > static_cast<std::int64_t>(kSteps / 75));
  CHECK(verify_folder(folder.path()) == "ok");
  const auto store = store::open_sqlite(folder.path(), store::Mode::write);
  for (const museum::Loaded& loaded : museum::open_house(*store, [] { return std::int64_t{0}; })) {
    if (beads.contains(loaded.machine->row.name))
      CHECK(loaded.state.beads == beads[loaded.machine->row.name]);
  }
}

TEST_CASE("acts through the learner: rooms follow, copies open, a frozen machine learns nothing") {
  Folder folder;
  std::mt19937 rng(3);
  {
    TestHouse house(folder.path());
    const auto order = [&](museum::Order asked) -> std::string {
      std::string code = "none yet";
      std::promise<std::string> answered;
      house.learner->order(std::move(asked), [&](const museum::Plan*, std::exception_ptr thrown) {
        try {
          if (thrown) std::rethrow_exception(thrown);
          answered.set_value("done");
        } catch (const museum::Refused& refused) {
          answered.set_value(refused.code);
        }
      });
      code = answered.get_future().get();
      return code;
    };
    museum::Room& go = house.room("go-2x2");
    Guest guest;
    go.join(guest.visitor);
    for (int game = 0; game < 12; ++game) house.play(go, guest, rng);
    const std::int64_t number = go.machine().row.machine;
    const std::vector<std::int64_t> taught = go.state().beads;
    const std::uint64_t seq = go.state().seq;

    CHECK(order({.kind = Kind::rewind, .machine = number, .seq = seq}) == "bad-seq");
    CHECK(order({.kind = Kind::thaw, .machine = number}) == "not-frozen");
    CHECK(order({.kind = Kind::unteach, .machine = number, .visit = store::Id{{9}}}) == "no-such-visit");
    CHECK(order({.kind = Kind::fork, .machine = number, .seq = seq, .row = {.name = "Go"}}) == "bad-name");
    CHECK(order({.kind = Kind::fork, .machine = number, .seq = seq, .row = {.name = "her"}}) == "name-taken");
    CHECK(order({.kind = Kind::start, .row = {.name = "x", .game = "chess"}}) == "bad-machine");
    CHECK(order({.kind = Kind::topup, .machine = number, .to = 0}) == "bad-count");

    CHECK(order({.kind = Kind::fork, .machine = number, .seq = seq, .row = {.name = "go-again"}}) == "done");
    CHECK(order({.kind = Kind::unteach, .machine = number, .visit = guest.visitor.visit}) == "done");
    house.pump_until([&] { return go.state().seq == seq + 1; });
    for (const Box& box : go.machine().boxes.boxes()) {
      for (const std::int64_t count : go.state().beads_in(box))
        CHECK(count == go.machine().rule.start_at(box.turn));
    }
    house.pump_until([&] { return house.lobby->find("go-again") != nullptr; });
    CHECK(house.room("go-again").state().beads == taught);
    Guest other;
    house.room("go-again").join(other.visitor);
    house.play(house.room("go-again"), other, rng);
    CHECK(order({.kind = Kind::unteach,
                 .machine = house.room("go-again").machine().row.machine,
                 .visit = guest.visitor.visit}) == "done");

    CHECK(order({.kind = Kind::rewind, .machine = number, .seq = seq}) == "done");
    CHECK(order({.kind = Kind::freeze, .machine = number}) == "done");
    CHECK(order({.kind = Kind::reset, .machine = number}) == "frozen");
    house.pump_until([&] { return go.state().frozen; });
    CHECK(go.state().beads == taught);
    go.begin(guest.visitor, {});
    house.play_out(go, guest, rng);
    house.pump_until([&] { return guest.newest("error")["code"] == "frozen"; });
    CHECK(go.state().beads == taught);
    CHECK(order({.kind = Kind::thaw, .machine = number}) == "done");
    house.pump_until([&] { return !go.state().frozen; });
    house.play(go, guest, rng);

    store::MachineRow label;
    label.name = "mine";
    label.game = "hexapawn";
    label.seat = "either";
    label.rule = "scroggs-2015,win=+4,floor=1";
    label.convention = "canonical";
    CHECK(order({.kind = Kind::start, .row = label}) == "done");
    house.pump_until([&] { return house.lobby->find("mine") != nullptr; });
    Guest third;
    house.room("mine").join(third.visitor);
    house.play(house.room("mine"), third, rng);
  }
  CHECK(verify_folder(folder.path()) == "ok");
  TestHouse again(folder.path());
  CHECK(again.lobby->find("go-again") != nullptr);
  CHECK(again.room("mine").state().tally.episodes == 1);
}

TEST_CASE("a new machine that was stored is read back however long the store may take") {
  Folder folder;
  std::mt19937 rng(4);
  {
    TestHouse house(folder.path());
    store::MachineRow label;
    label.name = "mine";
    label.game = "hexapawn";
    label.seat = "second";
    label.rule = "gardner-her";
    label.convention = "canonical";
    std::promise<bool> answered;
    std::future<bool> done = answered.get_future();
    *house.failing = true;
    house.learner->order(
        {.kind = Kind::start, .row = label},
        [&](const museum::Plan* plan, const std::exception_ptr&) { answered.set_value(plan != nullptr); });
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes{1};
    while (house.learner->storing() && std::chrono::steady_clock::now() < deadline)
      std::this_thread::sleep_for(std::chrono::milliseconds{5});
    CHECK_FALSE(house.learner->storing());
    *house.failing = false;
    CHECK(done.get());
    house.pump_until([&] { return house.lobby->find("mine") != nullptr; });
    Guest guest;
    house.room("mine").join(guest.visitor);
    house.play(house.room("mine"), guest, rng);
    CHECK(house.learner->storing());
  }
  CHECK(verify_folder(folder.path()) == "ok");
}
