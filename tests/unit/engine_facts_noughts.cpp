// Noughts and crosses: the numbers that MENACE's makers and others published or computed.
#include "engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

#include <algorithm>

namespace engine_facts_noughts_tests {

using namespace menagerie;
using namespace menagerie::tests;

namespace {

/// How many cells would make a line for `piece`: a win for `win`, were it placed there.
int winning_cells(const GameGraph& graph, Node node, std::uint8_t piece, Outcome win) {
  int count = 0;
  for (std::size_t cell = 0; cell < 9; ++cell) {
    Position position = graph.position(node);
    if (position.cells[cell] != 0) continue;
    position.cells[cell] = piece;
    count += graph.game().outcome(position) == win ? 1 : 0;
  }
  return count;
}

std::vector<std::int64_t> beads_by_turn(const Rule& rule, const BoxSet& boxes) {
  std::vector<std::int64_t> counts(boxes.by_turn().size(), 0);
  for (const Box& box : boxes.boxes()) {
    counts[static_cast<std::size_t>(box.turn - 1)] +=
        rule.start_at(box.turn) * static_cast<std::int64_t>(box.beads.size());
  }
  return counts;
}

}  // namespace

TEST_CASE("noughts and crosses: 5,478 positions, 765 up to symmetry", "[facts]") {
  const GameGraph& graph = noughts();
  std::vector<int> by_ply(10, 0);
  std::vector<int> classes_by_ply(10, 0);
  for (Node node = 0; node < graph.node_count(); ++node) {
    const auto ply = static_cast<std::size_t>(graph.ply(node));
    ++by_ply[ply];
    classes_by_ply[ply] += graph.canonical(node) == node ? 1 : 0;
  }
  REQUIRE(graph.node_count() == 5478);
  REQUIRE(by_ply == std::vector<int>{1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78});
  REQUIRE(classes_by_ply == std::vector<int>{1, 3, 12, 38, 108, 174, 204, 153, 57, 15});
  REQUIRE(std::accumulate(classes_by_ply.begin(), classes_by_ply.end(), 0) == 765);
}

TEST_CASE("noughts and crosses: how it can end", "[facts]") {
  const GameGraph& graph = noughts();
  std::vector<int> ends(3, 0);
  std::vector<int> class_ends(3, 0);
  for (Node node = 0; node < graph.node_count(); ++node) {
    if (!graph.outcome(node)) continue;
    const auto outcome = static_cast<std::size_t>(*graph.outcome(node));
    ++ends[outcome];
    class_ends[outcome] += graph.canonical(node) == node ? 1 : 0;
  }
  REQUIRE(ends[static_cast<std::size_t>(Outcome::first_wins)] == 626);
  REQUIRE(ends[static_cast<std::size_t>(Outcome::second_wins)] == 316);
  REQUIRE(ends[static_cast<std::size_t>(Outcome::draw)] == 16);
  REQUIRE(class_ends[static_cast<std::size_t>(Outcome::first_wins)] == 91);
  REQUIRE(class_ends[static_cast<std::size_t>(Outcome::second_wins)] == 44);
  REQUIRE(class_ends[static_cast<std::size_t>(Outcome::draw)] == 3);
  REQUIRE(solve(graph).value[0] == 0);
}

TEST_CASE("noughts and crosses: lines of play by ply", "[facts]") {
  REQUIRE(lines_by_ply(noughts()) ==
          std::vector<std::int64_t>{1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872});
}

TEST_CASE("noughts and crosses: 304 boxes for the first player, 289 for the second", "[facts]") {
  const BoxSet first = boxes_of(noughts(), Seat::first);
  const BoxSet second = boxes_of(noughts(), Seat::second);
  REQUIRE(first.by_turn() == std::vector<int>{1, 12, 108, 183});
  REQUIRE(first.boxes().size() == 304);
  REQUIRE(second.by_turn() == std::vector<int>{3, 38, 153, 95});
  REQUIRE(second.boxes().size() == 289);
  REQUIRE(first.bead_count() == 1087);
  REQUIRE(second.bead_count() == 975);
  const BoxSet either = boxes_of(noughts(), Seat::either);
  REQUIRE(either.boxes().size() == 304 + 289);
  REQUIRE(either.bead_count() == 1087 + 975);
}

TEST_CASE("noughts and crosses: boxes by a part of the symmetries, and by none", "[facts]") {
  const auto sizes = [](BoxConvention convention) {
    return std::pair(boxes_of(noughts(), Seat::first, convention).boxes().size(),
                     boxes_of(noughts(), Seat::second, convention).boxes().size());
  };
  REQUIRE(sizes(BoxConvention::rotations) == std::pair<std::size_t, std::size_t>(554, 526));
  REQUIRE(sizes(BoxConvention::mirror) == std::pair<std::size_t, std::size_t>(1125, 1071));
  REQUIRE(sizes(BoxConvention::raw) == std::pair<std::size_t, std::size_t>(2201, 2097));
}

TEST_CASE("part of the symmetries: a position's moves are its label's, turned", "[facts]") {
  const GameGraph& graph = noughts();
  for (const BoxConvention convention : {BoxConvention::rotations, BoxConvention::mirror}) {
    const BoxSet boxes = boxes_of(graph, Seat::first, convention);
    for (Node node = 0; node < graph.node_count(); ++node) {
      const std::uint32_t number = boxes.box_at(node, 0);
      if (number == kNone) continue;
      const std::uint8_t turn = boxes.picture_orientation(node, 0);
      const std::string_view name = graph.symmetries()[turn].name;
      REQUIRE((turn == 0 ||
               (convention == BoxConvention::mirror ? name == "mirror" : name.starts_with("rotate-"))));
      const Box& box = boxes.boxes()[number];
      REQUIRE(graph.image(node, turn) == box.node);
      for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
        const std::vector<std::string>& orbit = box.beads[boxes.bead_at(edge, 0)].orbit;
        const std::string& move = graph.move_text(graph.image(node, edge, turn));
        REQUIRE(std::find(orbit.begin(), orbit.end(), move) != orbit.end());
      }
    }
  }
  std::string why;
  REQUIRE(!BoxSet::make(hexapawn(), Seat::second, BoxConvention::rotations, &why));
  REQUIRE(why.find("hexapawn") != std::string::npos);
}

TEST_CASE("noughts and crosses: 338 boxes with those of the forced last move", "[facts]") {
  const GameGraph& graph = noughts();
  int count = 0;
  for (Node node = 0; node < graph.node_count(); ++node) {
    const bool faced = graph.canonical(node) == node && graph.to_move(node) == Player::first;
    count += faced && graph.degree(node) > 0 ? 1 : 0;
  }
  REQUIRE(count == 338);
}

TEST_CASE("noughts and crosses: MENACE starts with 1,720 beads, its twin with 2,237", "[facts]") {
  const BoxSet first = boxes_of(noughts(), Seat::first);
  const Rule& michie = *find_rule("michie-1961");
  REQUIRE(beads_by_turn(michie, first) == std::vector<std::int64_t>{12, 198, 984, 526});
  REQUIRE(sum(start_beads(michie, first)) == 1720);
  REQUIRE(sum(start_beads(*find_rule("scroggs-2015"), boxes_of(noughts(), Seat::second))) == 2237);
}

TEST_CASE("noughts and crosses: Michie's own 287 boxes", "[facts]") {
  const GameGraph& graph = noughts();
  const BoxSet boxes = boxes_of(graph, Seat::first);
  const auto lost = std::count_if(boxes.boxes().begin(), boxes.boxes().end(), [&](const Box& box) {
    return box.turn == 4 && winning_cells(graph, box.node, 1, Outcome::first_wins) == 0 &&
           winning_cells(graph, box.node, 2, Outcome::second_wins) >= 2;
  });
  REQUIRE(lost == 17);
  REQUIRE(static_cast<int>(boxes.boxes().size()) - lost == 287);
}

TEST_CASE("noughts and crosses: CS 441's position", "[facts]") {
  const GameGraph& graph = noughts();
  const Solution solution = solve(graph);
  const Node node = node_at(graph, "O.X/.X./.O.");
  REQUIRE(graph.to_move(node) == Player::first);
  for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
    const int value = solution.value[graph.target(edge)];
    REQUIRE(value == (graph.move_text(edge) == "b3" ? -1 : 1));
  }
}

}  // namespace engine_facts_noughts_tests
