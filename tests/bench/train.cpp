// MENACE against the random player through the engine's general code: graph, boxes, rule, play_episode
// and learn, with the trace and every change that the log would get. Beside menace_by_hand.
//   train GAMES
#include "engine/players.hpp"
#include "tests/bench/training.hpp"

#include <span>
#include <vector>

int main(int argc, char** argv) {
  using namespace menagerie;
  const Rule& rule = *find_rule("michie-1961");
  const GameGraph graph = GameGraph::compile(*find_game("noughts-and-crosses")).value();
  const BoxSet boxes = BoxSet::make(graph, Seat::first, BoxConvention::canonical).value();
  const std::vector<std::int64_t> fresh_beads = start_beads(rule, boxes);
  std::vector<std::int64_t> beads;
  std::vector<BeadChange> changes;
  PlayedEpisode episode;
  Random random(42);
  const auto at_random = [&](Node node, Random& numbers) { return random_move(graph, node, numbers); };
  const auto play = [&](bench::Tally& tally) {
    play_episode(rule, boxes, beads, Player::first, at_random, random, episode);
    changes.clear();
    learn(rule, boxes, beads, episode.trace, episode.outcome, changes);
    tally.add(episode.outcome == Outcome::first_wins, episode.outcome == Outcome::draw, episode.moves.size());
  };
  return bench::run("engine", argc, argv, [&] { beads = fresh_beads; }, play);
}
