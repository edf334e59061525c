// The phases of an episode: which command leads where, and what is too late.
#include "server/core/episode.hpp"

#include "tests/unit/catch.hpp"

namespace core_episode_tests {

using namespace menagerie;
using Episode = core::Episode;
using Phase = Episode::Phase;
using Reply = Episode::MoveReply;

namespace {

/// MENACE Two: the visitor begins, on nine squares.
struct Fixture {
  Fixture() {
    store::MachineRow row;
    row.machine = 7;
    row.name = "menace-two";
    row.game = "noughts-and-crosses";
    row.seat = "second";
    row.rule = "michie-1961";
    row.convention = "canonical";
    machine = core::Machine::make(std::move(row));
    core::start_machine(*machine, state, store::Why::created, 1);
    start.machine = 7;
    start.id = store::Id{{1, 2, 3}};
    start.seat = Player::second;
    episode.begin(*machine, start);
  }
  /// The visitor's move, and the machine's answer.
  Reply plays(std::string_view move) {
    core::PlayedTurn turn;
    const Reply reply = episode.visitor_moves(episode.ply(), move, state.seq, turn);
    if (episode.machine_to_move()) episode.machine_moves(state, random, turn);
    return reply;
  }
  std::string first_free() const {
    const core::Playthrough& at = episode.playthrough();
    return at.graph().move_text(at.graph().first_edge(at.node()));
  }
  void play_out() {
    while (episode.phase() == Phase::playing) REQUIRE(plays(first_free()) == Reply::played);
  }

  std::shared_ptr<const core::Machine> machine;
  core::MachineState state;
  core::Ticket start;
  Episode episode;
  Random random{5};
};

}  // namespace

TEST_CASE_METHOD(Fixture, "an episode is played, submitted once, and over with its verdict") {
  REQUIRE(episode.phase() == Phase::playing);
  play_out();
  REQUIRE(episode.phase() == Phase::finished);
  CHECK_FALSE(episode.abandon());  // too late
  const core::Finished finished = episode.submit();
  CHECK(finished.id == start.id);
  CHECK(finished.last_seq == state.seq);
  CHECK(finished.trace == episode.trace());
  CHECK(finished.outcome == episode.outcome());
  REQUIRE(episode.phase() == Phase::waiting);
  CHECK_FALSE(episode.abandon());
  episode.decided();
  CHECK(episode.phase() == Phase::over);
}

TEST_CASE_METHOD(Fixture, "moves are played once, at their ply, by the rules") {
  core::PlayedTurn turn;
  CHECK(episode.visitor_moves(1, "a1", 1, turn) == Reply::wrong_ply);
  CHECK(episode.visitor_moves(0, "z9", 1, turn) == Reply::illegal);
  REQUIRE(plays("a1") == Reply::played);
  REQUIRE(episode.ply() == 2);
  CHECK(episode.visitor_moves(0, "a1", 1, turn) == Reply::repeated);
  CHECK(episode.visitor_moves(0, "a2", 1, turn) == Reply::wrong_ply);
  CHECK(plays("a1") == Reply::illegal);
  CHECK(episode.ply() == 2);
}

TEST_CASE_METHOD(Fixture, "an episode that is given up, or whose era ends, teaches nothing and stays over") {
  plays("b2");
  CHECK(episode.abandon());
  CHECK(episode.phase() == Phase::over);
  core::PlayedTurn turn;
  CHECK(episode.visitor_moves(episode.ply(), first_free(), 1, turn) == Reply::wrong_ply);
  CHECK_FALSE(episode.abandon());
}

TEST_CASE_METHOD(Fixture, "a resumed episode waits for the log before anything is played") {
  plays("b2");
  Episode resumed;
  REQUIRE(resumed.resume(*machine, episode.ticket()));
  REQUIRE(resumed.phase() == Phase::checking);
  core::PlayedTurn turn;
  CHECK(resumed.visitor_moves(2, first_free(), 1, turn) == Reply::not_yet);
  SECTION("it goes on where it is in no log") {
    resumed.looked_up(false);
    CHECK(resumed.phase() == Phase::playing);
    CHECK(resumed.visitor_moves(2, first_free(), 1, turn) == Reply::played);
  }
  SECTION("it is over where it was finished from a newer ticket") {
    resumed.looked_up(true);
    CHECK(resumed.phase() == Phase::over);
  }
  SECTION("it can be given up meanwhile") {
    CHECK(resumed.abandon());
    CHECK(resumed.phase() == Phase::over);
  }
}

TEST_CASE_METHOD(Fixture, "a finished episode's ticket is submitted without asking") {
  play_out();
  Episode resumed;
  REQUIRE(resumed.resume(*machine, episode.ticket()));
  REQUIRE(resumed.phase() == Phase::finished);
  CHECK(resumed.submit().moves == episode.submit().moves);
}

TEST_CASE_METHOD(Fixture, "a machine whose box is empty resigns, and its ticket says so") {
  std::ranges::fill(state.beads, 0);
  REQUIRE(plays("b2") == Reply::played);
  REQUIRE(episode.phase() == Phase::finished);
  CHECK(episode.resigned());
  CHECK(episode.outcome() == Outcome::first_wins);
  CHECK(episode.end().reason == EndReason::resign);
  const core::PlayedTurn told = episode.last_turn(state);
  CHECK(told.count == 1);
  REQUIRE(told.drawn);
  CHECK_FALSE(told.drawn->bead);
  Episode resumed;
  REQUIRE(resumed.resume(*machine, episode.ticket()));
  CHECK(resumed.resigned());
  CHECK(resumed.phase() == Phase::finished);
}

TEST_CASE_METHOD(Fixture, "what was told last is told again as it was") {
  core::PlayedTurn turn;
  REQUIRE(episode.visitor_moves(0, "b2", state.seq, turn) == Reply::played);
  episode.machine_moves(state, random, turn);
  const core::PlayedTurn again = episode.last_turn(state);
  REQUIRE(again.count == 1);  // the machine's own
  CHECK(again.plies[0].edge == turn.plies[1].edge);
  REQUIRE(again.drawn);
  CHECK(again.drawn->bead == turn.drawn->bead);
  CHECK(again.drawn->box == turn.drawn->box);
}

TEST_CASE_METHOD(Fixture, "a ticket whose moves cannot be played is refused") {
  plays("b2");
  core::Ticket ticket = episode.ticket();
  Episode resumed;
  ticket.moves.push_back(9);
  CHECK_FALSE(resumed.resume(*machine, ticket));
  CHECK(resumed.phase() == Phase::over);
  ticket = start;
  ticket.seat = Player::first;  // which this machine does not play
  CHECK_FALSE(resumed.resume(*machine, ticket));
  play_out();
  ticket = episode.ticket();
  ticket.moves.push_back(0);  // beyond its end
  CHECK_FALSE(resumed.resume(*machine, ticket));
}

}  // namespace core_episode_tests
