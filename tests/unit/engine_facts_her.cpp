// HER: Gardner's 24 boxes, and how often they can be beaten.
#include "engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

#include <algorithm>
#include <set>

namespace engine_facts_her_tests {

using namespace menagerie;
using namespace menagerie::tests;

namespace {

/// Whether White, within the openings, has a line that beats these beads or meets an empty box.
bool can_be_beaten(const BoxSet& boxes, std::span<const std::int64_t> beads, Node node) {
  const GameGraph& graph = boxes.graph();
  if (const auto outcome = graph.outcome(node)) return *outcome == Outcome::first_wins;
  const std::uint32_t box = boxes.box_at(node, 0);
  bool dry = box != kNone;
  for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
    if (!boxes.in_play(edge)) continue;
    if (box != kNone && beads[boxes.boxes()[box].first_bead + boxes.bead_at(edge, 0)] == 0) continue;
    dry = false;
    if (can_be_beaten(boxes, beads, graph.target(edge))) return true;
  }
  return dry;
}

/// Teaches a new HER until nothing can beat it any more; how many games it lost on the way.
int defeats_until_perfect(const BoxSet& boxes, const Opponent& opponent, Random& random) {
  const Rule& rule = *find_rule("gardner-her");
  std::vector<std::int64_t> beads = start_beads(rule, boxes);
  std::vector<BeadChange> changes;
  PlayedEpisode episode;
  int defeats = 0;
  while (can_be_beaten(boxes, beads, 0)) {
    do {  // until a game teaches something: before that, nothing new can be said
      play_episode(rule, boxes, beads, Player::second, opponent, random, episode);
      changes.clear();
      learn(rule, boxes, beads, episode.trace, episode.outcome, changes);
      defeats += episode.outcome == Outcome::first_wins ? 1 : 0;
    } while (changes.empty());
  }
  return defeats;
}

std::set<Node> reached_after(const BoxSet& boxes, Node node) {
  const GameGraph& graph = boxes.graph();
  std::set<Node> reached{node};
  for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
    if (!boxes.in_play(edge)) continue;
    const std::set<Node> further = reached_after(boxes, graph.target(edge));
    reached.insert(further.begin(), further.end());
  }
  return reached;
}

std::string mirrored(std::string move) {
  for (char& letter : move) letter = letter == 'a' ? 'c' : letter == 'c' ? 'a' : letter;
  return move;
}

}  // namespace

TEST_CASE("HER: 24 boxes, 55 beads", "[facts]") {
  const BoxSet boxes = her_boxes();
  REQUIRE(boxes.boxes().size() == 24);
  REQUIRE(boxes.by_turn() == std::vector<int>{2, 11, 11});
  REQUIRE(boxes.bead_count() == 55);
  std::vector<std::size_t> beads(3, 0);
  for (const Box& box : boxes.boxes()) beads[static_cast<std::size_t>(box.turn - 1)] += box.beads.size();
  REQUIRE(beads == std::vector<std::size_t>{5, 28, 22});
}

TEST_CASE("HER: 19 of the beads lose", "[facts]") {
  const BoxSet boxes = her_boxes();
  const Solution solution = solve(hexapawn());
  int losing = 0;
  for (const Box& box : boxes.boxes()) {
    for (const Bead& bead : box.beads) {
      const Edge edge = hexapawn().find_edge(box.node, bead.move);
      losing += solution.value[hexapawn().target(edge)] == 1 ? 1 : 0;
    }
  }
  REQUIRE(losing == 19);
}

TEST_CASE("HER's boxes are for hexapawn and the second seat only") {
  std::string why;
  REQUIRE(!BoxSet::make(hexapawn(), Seat::first, BoxConvention::gardner_24, &why));
  REQUIRE(why == "gardner-24 is a set of boxes for the seat second only");
  REQUIRE(!BoxSet::make(noughts(), Seat::second, BoxConvention::gardner_24, &why));
  REQUIRE(why == "gardner-24 is a set of boxes for hexapawn only");
}

TEST_CASE("HER: four positions on the board do not tell how the episode is read", "[facts]") {
  const BoxSet boxes = her_boxes();
  const std::set<Node> after_a = reached_after(boxes, node_after(hexapawn(), {"a1-a2"}));
  int ambiguous = 0;
  for (Node node = 0; node < hexapawn().node_count(); ++node) {
    const Node mirror = hexapawn().image(node, 1);
    const bool read_as_it_is = boxes.box_at(node, 0) != kNone;
    const bool read_in_mirror = boxes.box_at(node, 1) != kNone && after_a.count(mirror) == 1;
    ambiguous += read_as_it_is && read_in_mirror && mirror != node ? 1 : 0;
  }
  REQUIRE(ambiguous == 4);
}

TEST_CASE("HER reads an episode opened c1-c2 wholly in the mirror", "[facts]") {
  const BoxSet boxes = her_boxes();
  const GameGraph& graph = hexapawn();
  const std::vector<std::int64_t> beads = start_beads(*find_rule("gardner-her"), boxes);
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    const Edge opening = graph.find_edge(0, seed % 2 == 0 ? "a1-a2" : "c1-c2");
    const PlayedEpisode episode = play_episode(
        *find_rule("gardner-her"), boxes, beads, Player::second,
        [&](Node node, Random& r) { return node == 0 ? opening : random_move(graph, node, r); }, random);
    Node node = 0;
    Node mirror = 0;
    std::uint8_t orientation = 0;
    std::uint8_t mirror_orientation = 0;
    for (std::size_t ply = 0; ply < episode.moves.size(); ++ply) {
      const Edge edge = episode.moves[ply];
      const Edge mirror_edge = graph.find_edge(mirror, mirrored(graph.move_text(edge)));
      REQUIRE(boxes.box_at(node, orientation) == boxes.box_at(mirror, mirror_orientation));
      REQUIRE((boxes.box_at(node, orientation) != kNone) == (ply % 2 == 1));
      REQUIRE(boxes.bead_at(edge, orientation) == boxes.bead_at(mirror_edge, mirror_orientation));
      node = graph.target(edge);
      mirror = graph.target(mirror_edge);
      orientation = boxes.next_orientation(node, orientation);
      mirror_orientation = boxes.next_orientation(mirror, mirror_orientation);
      REQUIRE(mirror == graph.image(node, 1));
      REQUIRE(orientation == seed % 2);
      REQUIRE(mirror_orientation == 1 - orientation);
      REQUIRE(boxes.picture_orientation(node, orientation) == orientation);
    }
  }
}

TEST_CASE("HER: at most 19 defeats by a strong player too", "[facts]") {
  const BoxSet boxes = her_boxes();
  const Solution solution = solve(hexapawn());
  const Opponent strong = [&](Node node, Random& random) {
    return node == 0 ? random_move(boxes, node, random) : optimal_move(hexapawn(), solution, node, random);
  };
  Random random(6);
  for (int run = 0; run < 1000; ++run) REQUIRE(defeats_until_perfect(boxes, strong, random) <= 19);
}

TEST_CASE("HER: at most 19 defeats by a random player, 11 in the median", "[facts]") {
  const BoxSet boxes = her_boxes();
  const Opponent at_random = [&](Node node, Random& random) { return random_move(boxes, node, random); };
  std::vector<int> defeats;
  Random random(5);
  for (int run = 0; run < 5000; ++run) defeats.push_back(defeats_until_perfect(boxes, at_random, random));
  REQUIRE(*std::max_element(defeats.begin(), defeats.end()) <= 19);
  const auto median = defeats.begin() + static_cast<std::ptrdiff_t>(defeats.size() / 2);
  std::nth_element(defeats.begin(), median, defeats.end());
  REQUIRE(*median >= 10);
  REQUIRE(*median <= 12);
}

}  // namespace engine_facts_her_tests
