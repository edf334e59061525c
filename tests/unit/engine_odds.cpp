// The odds that are told are those of the draw as it is made: for every rule and every game.
#include "engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

#include <cmath>

namespace engine_odds_tests {

using namespace menagerie;
using namespace menagerie::tests;

namespace {

/// A place in an episode where a machine of either seat draws, with beads in its box.
struct Scene {
  GameGraph graph;
  GrownBoxes boxes;
  std::vector<Edge> moves;
  Node node = 0;
  std::vector<std::int64_t> beads;  ///< of all boxes met so far

  explicit Scene(const Game& game) : graph(GameGraph::grown(game)), boxes(graph, Seat::either) {
    boxes.meet(0);
  }
  std::uint32_t box() const { return boxes.box_at(node, 0); }
  std::span<std::int64_t> counts() {
    beads.resize(boxes.bead_count());
    const Box& it = boxes.boxes()[box()];
    return std::span(beads).subspan(it.first_bead, it.beads.size());
  }
  /// Plays on at random; false where play has ended.
  bool play_on(Random& random) {
    const Edge edge = random_move(graph, node, random, moves);
    moves.push_back(edge);
    node = graph.follow(edge);
    if (graph.outcome(node)) return false;
    boxes.meet(node);
    return true;
  }
};

/// How far frequencies lie from the chances told, over all comparisons. Thousands are made, so that some
/// single ones are beyond four standard errors by chance: each must be within six, and the mean of the
/// squares near its expectation, 1.
struct Deviations {
  double squares = 0;
  std::size_t count = 0;

  void add(std::size_t hits, std::size_t draws, double chance) {
    const auto n = static_cast<double>(draws);
    if (chance == 0 || chance == 1) {
      REQUIRE(hits == (chance == 0 ? 0 : draws));
      return;
    }
    const double errors = (static_cast<double>(hits) / n - chance) / std::sqrt(chance * (1 - chance) / n);
    REQUIRE(std::abs(errors) <= 6);
    squares += errors * errors;
    ++count;
  }
  /// The square of a standard normal deviation has the variance 2.
  void require_normal() const {
    const auto n = static_cast<double>(count);
    REQUIRE(count > 1'000);
    REQUIRE(std::abs(squares / n - 1) <= 4 * std::sqrt(2 / n));
  }
};

/// Draws again and again, and holds the frequencies against the odds told.
void hold_against_draws(const Rule& rule, Scene& scene, Random& random, Deviations& deviations) {
  constexpr std::size_t kDraws = 1500;
  const std::span<std::int64_t> counts = scene.counts();
  std::vector<std::int64_t> weights;
  weigh_draw(rule, scene.boxes, counts, scene.node, 0, scene.moves, weights);
  const std::vector<double> odds = odds_of(weights);
  std::vector<std::size_t> drawn(odds.size(), 0);
  std::size_t resigned = 0;
  for (std::size_t i = 0; i < kDraws; ++i) {
    const MachineMove move = machine_move(rule, scene.boxes, scene.beads, scene.node, 0,
                                          static_cast<int>(scene.moves.size()), random, scene.moves);
    if (move.draw) {
      ++drawn[move.draw->bead];
    } else {
      ++resigned;
    }
  }
  double sum = 0;
  for (std::size_t bead = 0; bead < odds.size(); ++bead) {
    CAPTURE(bead, counts[bead], odds[bead], drawn[bead]);
    deviations.add(drawn[bead], kDraws, odds[bead]);
    sum += odds[bead];
  }
  REQUIRE((resigned == 0 ? sum == Approx(1) : sum == 0 && resigned == kDraws));
}

}  // namespace

TEST_CASE("told odds are the frequencies of the draw, for every rule and game") {
  Random random(20261122);
  Deviations deviations;
  for (const Game* game : all_games()) {
    for (const Rule& rule : all_rules()) {
      std::vector<Rule> variants{rule, rule};
      variants[1].empty_box = EmptyBox::top_up;
      for (const Rule& variant : variants) {
        INFO(game->name() << ' ' << rule.name
                          << (variant.empty_box == EmptyBox::top_up ? ",empty=top-up" : ""));
        Scene scene(*game);
        for (int ply = 0; ply < 6; ++ply) {
          if (scene.box() != kNone) {
            // 0 to 3 of each colour, and now and then none at all
            const std::uint64_t most = random.below(5);
            for (std::int64_t& count : scene.counts())
              count = most == 0 ? 0 : static_cast<std::int64_t>(random.below(4));
            hold_against_draws(variant, scene, random, deviations);
          }
          if (!scene.play_on(random)) break;
        }
      }
    }
  }
  deviations.require_normal();
}

TEST_CASE("a bead that superko forbids has no odds, and the others share them") {
  const Game& game = *find_game("go-2x2");
  const Rule& rule = *find_rule("michie-1961");
  Random random(3);
  std::size_t forbidden = 0;
  for (int episode = 0; episode < 40; ++episode) {
    Scene scene(game);
    for (int ply = 0; ply < 20; ++ply) {
      for (std::int64_t& count : scene.counts()) count = 2;
      std::vector<std::int64_t> weights;
      weigh_draw(rule, scene.boxes, scene.counts(), scene.node, 0, scene.moves, weights);
      for (Edge edge = scene.graph.first_edge(scene.node); edge < scene.graph.last_edge(scene.node); ++edge) {
        if (may_play(scene.graph, scene.moves, edge)) CHECK(weights[scene.boxes.bead_at(edge, 0)] == 2);
      }
      forbidden += static_cast<std::size_t>(std::count(weights.begin(), weights.end(), 0));
      if (!scene.play_on(random)) break;
    }
  }
  CHECK(forbidden > 0);
}

TEST_CASE("beads of a colour lie in two compartments, and A is drawn from first") {
  const Rule& rule = *find_rule("two-compartment");
  for (const std::int64_t count : {0, 1, 2, 5}) {
    const auto both = compartments_of(rule, count);
    REQUIRE(both);
    CHECK(both->a + both->b == count);
    CHECK(both->b == (count == 0 ? 0 : 1));
  }
  CHECK_FALSE(compartments_of(*find_rule("tretyakov-pruned"), 2));
  CHECK_FALSE(compartments_of(*parse_rule("two-compartment,prune=no"), 2));
  CHECK(compartments_of(*parse_rule("two-compartment,start=3"), 3)->a == 2);
  // What lies in A alone has all the odds; once A is empty, all that is left shares them.
  CHECK(draw_odds(rule, std::vector<std::int64_t>{2, 1}) == std::vector<double>{1, 0});
  CHECK(draw_odds(rule, std::vector<std::int64_t>{1, 1, 0}) == std::vector<double>{0.5, 0.5, 0});
  CHECK(draw_odds(*find_rule("tretyakov"), std::vector<std::int64_t>{2, 2, 0}) ==
        std::vector<double>{0.5, 0.5, 0});
  CHECK(draw_odds(*parse_rule("michie-1961,empty=top-up"), std::vector<std::int64_t>{0, 0}) ==
        std::vector<double>{0.5, 0.5});
  CHECK(draw_odds(*find_rule("michie-1961"), std::vector<std::int64_t>{0, 0}) == std::vector<double>{0, 0});
}

}  // namespace engine_odds_tests
