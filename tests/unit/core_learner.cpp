// A step that did not come into the log is taken back as if it had never been; a large one takes snapshots on
// its way.
#include "engine/players.hpp"
#include "museum_fixtures.hpp"
#include "server/core/learner.hpp"
#include "server/core/playthrough.hpp"
#include "server/core/record.hpp"
#include "server/store/same_row.hpp"
#include "tests/memory_store.hpp"

namespace core_learner_tests {

using namespace menagerie;
using namespace menagerie::test;

namespace {

constexpr std::int64_t kNow = 1'700'000'000'000;

/// A game against somebody who moves at random. A machine that makes its boxes draws nothing beforehand.
core::Finished game(const core::Loaded& loaded, std::uint8_t id, Random& random) {
  core::Finished episode;
  episode.machine = loaded.machine->row.machine;
  episode.id = episode.visit = store::Id{{id}};
  episode.seat = Player::second;
  episode.last_seq = loaded.state.seq;
  const auto add = [&](std::string_view move) {
    episode.moves += (episode.moves.empty() ? "" : " ") + std::string(move);
  };
  if (loaded.machine->listed()) {
    const BoxSet& boxes = loaded.machine->boxes;
    const PlayedEpisode played = play_episode(
        loaded.machine->rule, boxes, loaded.state.beads, Player::second,
        [&](Node node, Random& r) { return random_move(boxes, node, r); }, random);
    for (const Edge edge : played.moves) add(loaded.machine->graph->move_text(edge));
    episode.trace = played.trace;
    episode.outcome = played.outcome;
    episode.resigned = played.resigned;
    return episode;
  }
  core::Playthrough play(*loaded.machine);
  while (!play.ended()) {
    const Edge edge =
        random_move_among(play.graph(), play.node(), random, [&](Edge it) { return play.allows(it); });
    add(play.graph().move_text(edge));
    play.play(edge);
  }
  episode.outcome = play.outcome().value_or(Outcome::draw);
  return episode;
}

void check_same(const core::MachineState& a, const core::MachineState& b) {
  CHECK(a.seq == b.seq);
  CHECK(a.era == b.era);
  CHECK(a.time_ms == b.time_ms);
  CHECK(a.tally == b.tally);
  CHECK(a.era_tally == b.era_tally);
  CHECK(a.beads == b.beads);
  CHECK(a.bead_total == b.bead_total);
  CHECK(a.box_count == b.box_count);
  CHECK(a.dry.has_value() == b.dry.has_value());
}

}  // namespace

TEST_CASE("learner: a step that is taken back leaves nothing, and is the same when it is done again") {
  const bool shared = GENERATE(false, true);
  const auto disk = std::make_shared<store::MemoryDisk>();
  const auto store = store::open_memory(disk);
  for (const char* name : {"her", "go-2x2"}) create_exhibit(*store, name, kNow);
  const std::vector<core::Loaded> machines{*core::load_machine(*store, "her"),
                                           *core::load_machine(*store, "go-2x2")};
  core::Learner learner(machines, 1, shared);
  const auto nowhere = [](const store::Id&) { return std::optional<store::Place>(); };
  Random random(7);
  std::uint8_t id = 0;
  for (int round = 0; round < 30; ++round) {
    core::StepInput inbox;
    for (int games = 0; games < 3; ++games) {
      for (const std::int64_t machine : {1, 2})
        inbox.episodes.push_back(game(*learner.find(machine), ++id, random));
    }
    inbox.dry = {1};
    const core::StepInput submitted = inbox;
    const core::MachineState her = learner.find(1)->state, go = learner.find(2)->state;
    core::Batch undone = learner.step(inbox, kNow + round, nowhere);
    const std::vector<store::LogRow> rows = undone.rows;
    const std::size_t made = undone.made.size();
    learner.undo(inbox, undone);
    check_same(learner.find(1)->state, her);
    check_same(learner.find(2)->state, go);
    REQUIRE(inbox.episodes.size() == submitted.episodes.size());
    for (std::size_t i = 0; i < inbox.episodes.size(); ++i)
      CHECK(inbox.episodes[i].moves == submitted.episodes[i].moves);
    const core::Batch again = learner.step(inbox, kNow + round, nowhere);
    REQUIRE(again.rows.size() == rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) CHECK(store::same_row(again.rows[i], rows[i]));
    CHECK(again.made.size() == made);
    CHECK(store->append(again.rows, again.made, again.snapshots).empty());
    learner.keep(again);
  }
  // What the log says is what the learner has.
  for (const char* name : {"her", "go-2x2"}) {
    const core::Loaded read = *core::load_machine(*store, name);
    check_same(learner.find(read.machine->row.machine)->state, read.state);
  }
}

TEST_CASE("learner: snapshots are taken within a large step too, and are what the rows say") {
  const Folder folder;
  const auto store = store::open_sqlite(folder.path(), store::Mode::write);
  for (const char* name : {"her", "go-2x2"}) create_exhibit(*store, name, kNow);
  core::Learner learner({*core::load_machine(*store, "her"), *core::load_machine(*store, "go-2x2")}, 0);
  Random random(11);
  core::StepInput inbox;
  for (std::uint8_t id = 1; id <= 200; ++id)
    inbox.episodes.push_back(game(*learner.find(id % 2 + 1), id, random));
  const core::Batch batch =
      learner.step(inbox, kNow, [](const store::Id&) { return std::optional<store::Place>(); });
  REQUIRE(batch.rows.size() == 200);
  CHECK(store->append(batch.rows, batch.made, batch.snapshots).empty());
  learner.keep(batch);
  for (const char* name : {"her", "go-2x2"}) {
    const core::Loaded read = *core::load_machine(*store, name);
    const core::Machine& machine = *read.machine;
    check_same(learner.find(machine.row.machine)->state, read.state);
    const std::vector<std::uint64_t> seqs = store->snapshot_seqs(machine.row.machine);
    CHECK(seqs.size() > 2);  // that of its creation, and more than one of the step
    auto state = core::MachineState::from(machine, *store->snapshot_at(machine.row.machine, seqs.front()));
    for (const store::LogRow& row : store->log_after(machine.row.machine, state.seq, 1000)) {
      state.apply(machine, row);
      if (!std::ranges::binary_search(seqs, state.seq)) continue;
      INFO(name << " after row " << state.seq);
      check_same(core::state_at(*store, machine, state.seq), state);
    }
  }
}

}  // namespace core_learner_tests
