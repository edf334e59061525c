// Who plays: the machine with and without a box or beads, the random and the optimal player.
#include "engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

#include <set>

namespace engine_players_tests {

using namespace menagerie;
using namespace menagerie::tests;

TEST_CASE("without a box the machine moves at random and notes no draw") {
  const BoxSet boxes = boxes_of(noughts(), Seat::first);
  const std::vector<std::int64_t> beads = start_beads(*find_rule("michie-1961"), boxes);
  const Node last = node_after(noughts(), {"a1", "b1", "c1", "a2", "b2", "a3", "c2", "c3"});
  REQUIRE(boxes.box_at(last, 0) == kNone);
  Random random(1);
  const MachineMove move = machine_move(*find_rule("michie-1961"), boxes, beads, last, 0, 8, random);
  REQUIRE(noughts().move_text(move.edge) == "b3");
  REQUIRE(!move.draw);
  // The other seat's positions have no box either.
  std::set<Edge> edges;
  const Node theirs = node_after(noughts(), {"b2"});
  for (int i = 0; i < 1000; ++i)
    edges.insert(machine_move(*find_rule("michie-1961"), boxes, beads, theirs, 0, 1, random).edge);
  REQUIRE(edges.size() == noughts().degree(theirs));
}

TEST_CASE("an empty box resigns: a loss, and the trace ends at the box before") {
  const BoxSet boxes = boxes_of(noughts(), Seat::first);
  std::vector<std::int64_t> beads = start_beads(*find_rule("michie-1961"), boxes);
  for (const Box& box : boxes.boxes()) {
    for (std::size_t bead = 0; bead < box.beads.size(); ++bead) {
      if (box.turn == 2) beads[box.first_bead + bead] = 0;
    }
  }
  Random random(2);
  const Opponent opponent = [](Node node, Random& r) { return random_move(noughts(), node, r); };
  const PlayedEpisode episode =
      play_episode(*find_rule("gardner-reward"), boxes, beads, Player::first, opponent, random);
  REQUIRE(episode.resigned);
  REQUIRE(episode.outcome == Outcome::second_wins);
  REQUIRE(episode.moves.size() == 2);
  REQUIRE(episode.trace.size() == 1);
  REQUIRE(episode.trace[0].ply == 0);
}

TEST_CASE("an episode that is used again is as good as a new one") {
  const BoxSet boxes = boxes_of(hexapawn(), Seat::either);
  const std::vector<std::int64_t> beads = start_beads(*find_rule("gardner-reward"), boxes);
  const Opponent opponent = [](Node node, Random& r) { return random_move(hexapawn(), node, r); };
  Random random(3);
  Random same(3);
  PlayedEpisode used;
  for (int i = 0; i < 200; ++i) {
    play_episode(*find_rule("gardner-reward"), boxes, beads, machine_player(Seat::either, i), opponent,
                 random, used);
    const PlayedEpisode fresh = play_episode(*find_rule("gardner-reward"), boxes, beads,
                                             machine_player(Seat::either, i), opponent, same);
    REQUIRE(used.moves == fresh.moves);
    REQUIRE(used.trace == fresh.trace);
    REQUIRE(used.outcome == fresh.outcome);
    REQUIRE(used.resigned == fresh.resigned);
  }
}

TEST_CASE("against itself the machine draws for both sides") {
  const BoxSet boxes = boxes_of(hexapawn(), Seat::either);
  const std::vector<std::int64_t> beads = start_beads(*find_rule("gardner-reward"), boxes);
  Random random(4);
  PlayedEpisode episode;
  for (int i = 0; i < 100; ++i) {
    play_itself(*find_rule("gardner-reward"), boxes, beads, random, episode);
    REQUIRE(episode.trace.size() == episode.moves.size());
    for (std::size_t ply = 0; ply < episode.trace.size(); ++ply) REQUIRE(episode.trace[ply].ply == ply);
  }
}

TEST_CASE("the optimal player gives nothing away") {
  const Solution solution = solve(noughts());
  Random random(5);
  for (int i = 0; i < 2000; ++i) {
    const Player optimal = machine_player(Seat::either, i);
    Node node = 0;
    while (!noughts().outcome(node)) {
      const Edge edge = noughts().to_move(node) == optimal ? optimal_move(noughts(), solution, node, random)
                                                           : random_move(noughts(), node, random);
      node = noughts().target(edge);
    }
    const Outcome loss = optimal == Player::first ? Outcome::second_wins : Outcome::first_wins;
    REQUIRE(noughts().outcome(node) != loss);
  }
}

TEST_CASE("in a lost position the optimal player takes any move") {
  const Solution solution = solve(hexapawn());
  Random random(6);
  std::set<Edge> edges;
  for (int i = 0; i < 1000; ++i) edges.insert(optimal_move(hexapawn(), solution, 0, random));
  REQUIRE(edges.size() == 3);
}

TEST_CASE("HER's random opponent takes each of the two openings") {
  const BoxSet boxes = her_boxes();
  Random random(7);
  std::map<std::string, int> openings;
  for (int i = 0; i < 10'000; ++i) ++openings[hexapawn().move_text(random_move(boxes, 0, random))];
  REQUIRE(openings.size() == 2);
  REQUIRE(openings.at("a1-a2") == Approx(5000).margin(200));
  REQUIRE(openings.at("b1-b2") == Approx(5000).margin(200));
}

}  // namespace engine_players_tests
