// An independent model of boxes with two real compartments, coupled with the rules that store their
// sum: the same games, drawn by the same numbers, must leave the same beads.
#include "engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

#include <algorithm>
#include <map>

namespace engine_rules_compartments_tests {

using namespace menagerie;
using namespace menagerie::tests;

namespace {

/// The machines on which the two are coupled. Games that are not there yet are passed over.
struct Coupled {
  std::string_view game;
  Seat seat;
};
constexpr Coupled kCoupled[] = {{"hexapawn", Seat::second},
                                {"hexapawn", Seat::first},
                                {"octapawn", Seat::second},
                                {"noughts-and-crosses", Seat::second},
                                {"mini-checkers-russian", Seat::second},
                                {"mini-checkers", Seat::first}};

/// A box as it was built: for each colour the beads in compartment A and those in B.
struct Drawer {
  std::vector<int> a, b;

  static int sum(const std::vector<int>& compartment) {
    return std::accumulate(compartment.begin(), compartment.end(), 0);
  }
};

class TwoCompartments {
 public:
  explicit TwoCompartments(const BoxSet& boxes) : boxes_(boxes) {
    for (const Box& box : boxes.boxes()) {
      drawers_.push_back({std::vector<int>(box.beads.size(), 1), std::vector<int>(box.beads.size(), 1)});
    }
  }

  /// The colour drawn, or -1: from A if it has a bead, else from B. The generator is asked as a plain
  /// draw of n = A + B asks it: a bead in A has its fellow in B, and so counts twice there.
  int draw(std::uint32_t box, Random& random) const {
    const Drawer& drawer = drawers_[box];
    const bool from_a = Drawer::sum(drawer.a) > 0;
    const std::vector<int>& compartment = from_a ? drawer.a : drawer.b;
    const int beads = Drawer::sum(compartment);
    if (beads == 0) return -1;
    const int copies = from_a ? 2 : 1;
    int left = static_cast<int>(random.below(static_cast<std::uint64_t>(beads * copies))) / copies;
    int colour = 0;
    while (left >= compartment[static_cast<std::size_t>(colour)]) {
      left -= compartment[static_cast<std::size_t>(colour++)];
    }
    return colour;
  }

  struct Drawn {
    std::uint32_t box;
    std::size_t colour;
  };

  /// What is done after the game, walking along the moves once more.
  void learn(const std::vector<Drawn>& drawn, bool lost, bool draw) {
    for (std::size_t i = 1; i < drawn.size(); ++i) {
      const Drawer& reached = drawers_[drawn[i].box];
      const bool only_b = Drawer::sum(reached.a) == 0 && Drawer::sum(reached.b) > 0;
      if (only_b) drawers_[drawn[i - 1].box].a[drawn[i - 1].colour] = 0;
    }
    if (drawn.empty()) return;
    Drawer& last = drawers_[drawn.back().box];
    if (lost || draw) last.a[drawn.back().colour] = 0;
    if (lost) last.b[drawn.back().colour] = 0;
  }

  std::vector<std::int64_t> sums() const {
    std::vector<std::int64_t> counts;
    for (const Drawer& drawer : drawers_) {
      for (std::size_t i = 0; i < drawer.a.size(); ++i) counts.push_back(drawer.a[i] + drawer.b[i]);
    }
    return counts;
  }

 private:
  const BoxSet& boxes_;
  std::vector<Drawer> drawers_;
};

/// The machine's move out of real compartments; its draw is added to `drawn`.
Edge move_of(const TwoCompartments& model, const BoxSet& boxes, Node node, Random& random,
             std::vector<TwoCompartments::Drawn>& drawn) {
  const GameGraph& graph = boxes.graph();
  const std::uint32_t box = boxes.box_at(node, 0);
  std::vector<Edge> moves;
  const int colour = box == kNone ? 0 : model.draw(box, random);
  if (colour < 0) return kNone;
  for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
    if (box == kNone || boxes.bead_at(edge, 0) == static_cast<std::uint32_t>(colour)) moves.push_back(edge);
  }
  if (box != kNone) drawn.push_back({box, static_cast<std::size_t>(colour)});
  if (moves.size() == 1 && box != kNone) return moves[0];
  return moves[random.below(moves.size())];
}

/// One life of a machine, played by both side by side. A new life begins when it is dry.
void live(const BoxSet& boxes, const Rule& rule, Player player, Random& random, int games) {
  const GameGraph& graph = boxes.graph();
  TwoCompartments model(boxes);
  std::vector<std::int64_t> beads = start_beads(rule, boxes);
  REQUIRE(model.sums() == beads);
  std::vector<BeadChange> changes;
  for (int game = 0; game < games; ++game) {
    Random same = random;
    const auto opponent = [&](Node node, Random& r) { return random_move(graph, node, r); };
    const PlayedEpisode episode = play_episode(rule, boxes, beads, player, opponent, random);
    std::vector<TwoCompartments::Drawn> drawn;
    std::vector<Edge> moves;
    Node node = 0;
    bool resigned = false;
    while (!resigned && !graph.outcome(node) && static_cast<int>(moves.size()) < graph.game().length_max()) {
      const Edge edge = graph.to_move(node) == player ? move_of(model, boxes, node, same, drawn)
                                                      : random_move(graph, node, same);
      resigned = edge == kNone;
      if (resigned) break;
      moves.push_back(edge);
      node = graph.target(edge);
    }
    REQUIRE(moves == episode.moves);
    REQUIRE(resigned == episode.resigned);
    const Outcome outcome = graph.outcome(node).value_or(Outcome::draw);
    const Outcome loss = player == Player::first ? Outcome::second_wins : Outcome::first_wins;
    model.learn(drawn, resigned || outcome == loss, !resigned && outcome == Outcome::draw);
    learn(rule, boxes, beads, episode.trace, episode.outcome, changes);
    REQUIRE(model.sums() == beads);
  }
}

}  // namespace

TEST_CASE("two real compartments and their sum agree bead for bead", "[facts]") {
  for (const Coupled& coupled : kCoupled) {
    const Game* game = find_game(coupled.game);
    if (game == nullptr) continue;
    const BoxSet boxes = boxes_of(graph_of(*game), coupled.seat);
    for (const char* rule : {"tretyakov-pruned", "two-compartment"}) {
      INFO(coupled.game << ' ' << to_text(coupled.seat) << ' ' << rule);
      Random random(2012);
      for (int state = 0; state < 20; ++state) {
        live(boxes, *find_rule(rule), machine_player(coupled.seat, 0), random, 100);
      }
    }
  }
}

TEST_CASE("the coupled games come to what tells these rules from each other", "[facts]") {
  // In hexapawn nothing is ever drawn, and so no colour is ever down to one bead; here it is.
  const BoxSet boxes = boxes_of(noughts(), Seat::second);
  const auto opponent = [](Node node, Random& r) { return random_move(noughts(), node, r); };
  std::map<std::string, std::vector<std::int64_t>> left;
  for (const char* name : {"tretyakov", "tretyakov-propagating", "tretyakov-pruned", "two-compartment"}) {
    const Rule& rule = *find_rule(name);
    Random random(2012);
    left[name] = start_beads(rule, boxes);
    std::vector<BeadChange> changes;
    for (int game = 0; game < 2000; ++game) {
      const PlayedEpisode episode = play_episode(rule, boxes, left[name], Player::second, opponent, random);
      learn(rule, boxes, left[name], episode.trace, episode.outcome, changes);
    }
    const bool propagated = std::any_of(changes.begin(), changes.end(),
                                        [](const BeadChange& change) { return change.propagated; });
    REQUIRE(propagated == rule.propagates);
  }
  REQUIRE(left["tretyakov"] != left["tretyakov-propagating"]);
  REQUIRE(left["tretyakov-propagating"] != left["tretyakov-pruned"]);
  REQUIRE(left["tretyakov-pruned"] == left["two-compartment"]);
}

}  // namespace engine_rules_compartments_tests
