// Every promise of engine/game.hpp, held against every game of the house: at every position that play
// can reach, where they are few; at some thousands of them, where they are many (some_positions()).
#include "../unit/engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace games_contract_tests {

using namespace menagerie;
using namespace menagerie::tests;

namespace {

const Game& each_game() {
  const auto games = all_games();
  const auto index = GENERATE_COPY(range(std::size_t{0}, games.size()));
  INFO(games[index]->name());
  return *games[index];
}

/// The graph of each game that is small.
const GameGraph& each_graph() {
  static const std::vector<const Game*> games = small_games();
  const auto index = GENERATE_COPY(range(std::size_t{0}, games.size()));
  INFO(games[index]->name());
  return graph_of(*games[index]);
}

/// Whether every position has a text of its own. Nim's leaves out the side to move, and Go's a pass.
bool says_all(const Game& game) {
  return game.board().kind != Board::Kind::piles && game.board().kind != Board::Kind::points;
}

bool is_permutation(const Symmetry& symmetry) {
  return std::set<std::uint8_t>(symmetry.to.begin(), symmetry.to.end()).size() == kCellsMax;
}

}  // namespace

TEST_CASE("a game has a name of its own, words for its page, and fits its board", "[contract]") {
  const Game& game = each_game();
  REQUIRE(find_game(game.name()) == &game);
  REQUIRE(std::count_if(all_games().begin(), all_games().end(),
                        [&](const Game* other) { return other->name() == game.name(); }) == 1);
  REQUIRE(game.name().find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos);
  const GameStory story = game.story();
  for (const auto words : {story.title, story.rules, story.origin, story.sources}) REQUIRE(!words.empty());
  REQUIRE(game.board().cell_count() <= static_cast<int>(kCellsMax));
  REQUIRE(game.length_max() > 0);
}

TEST_CASE("legal moves ascend, and there are none exactly at the end", "[contract]") {
  const Game& game = each_game();
  for (const Position& position : some_positions(game)) {
    const std::vector<Move> moves = game.moves(position);
    REQUIRE(moves.empty() == game.outcome(position).has_value());
    REQUIRE(std::adjacent_find(moves.begin(), moves.end(), std::greater_equal<>{}) == moves.end());
  }
}

TEST_CASE("players take turns, so a ply tells whose it is; and moves are few enough", "[contract]") {
  for (const Game* game : all_games()) {
    INFO(game->name());
    REQUIRE(game->start().to_move == Player::first);
    for (const Position& position : some_positions(*game)) {
      const std::vector<Move> moves = game->moves(position);
      REQUIRE(moves.size() <= kMovesMax);
      for (const Move& move : moves) {
        REQUIRE(game->after(position, move).to_move == other(position.to_move));
      }
    }
  }
}

TEST_CASE("texts of positions and moves are read back as what they were", "[contract]") {
  const Game& game = each_game();
  std::map<std::string, Position> named;
  for (const Position& position : some_positions(game)) {
    const std::string text = game.text(position);
    const Position parsed = game.parse(text).value();
    REQUIRE(game.text(parsed) == text);
    const Position& alike = named.emplace(text, position).first->second;
    if (says_all(game)) {
      REQUIRE(parsed == position);
      REQUIRE(alike == position);
    } else if (!game.outcome(position)) {  // what is left out may have ended the play
      for (const Position& same : {parsed, alike}) {
        REQUIRE((game.outcome(same) || game.moves(same) == game.moves(position)));
        for (const Symmetry& symmetry : game.symmetries()) {
          REQUIRE(game.text(symmetry(same)) == game.text(symmetry(position)));
        }
      }
    }
    for (const Move& move : game.moves(position)) {
      REQUIRE(game.parse_move(position, game.text(move)) == move);
    }
    REQUIRE(!game.parse_move(position, "z9"));
  }
}

TEST_CASE("texts that are no position are refused", "[contract]") {
  const Game& game = each_game();
  const std::string start = game.text(game.start());
  REQUIRE(!game.parse(""));
  REQUIRE(!game.parse(start + " "));
  REQUIRE(!game.parse(start + start));
  for (std::size_t i = 0; i < start.size(); ++i) {
    REQUIRE(!game.parse(start.substr(0, i)));
    std::string wrong = start;
    wrong[i] = '?';
    REQUIRE(!game.parse(wrong));
    wrong[i] = '\0';
    REQUIRE(!game.parse(wrong));
  }
}

TEST_CASE("symmetries are a group of permutations that begins with the identity", "[contract]") {
  const Game& game = each_game();
  const std::vector<Symmetry> symmetries = game.symmetries();
  const GameGraph graph = GameGraph::grown(game);
  REQUIRE(symmetries.at(0).name == "identity");
  std::set<std::string_view> names;
  for (const Symmetry& symmetry : symmetries) {
    REQUIRE(names.insert(symmetry.name).second);
    REQUIRE(is_permutation(symmetry));
    REQUIRE(symmetry(game.start()) == game.start());
    for (const Symmetry& second : symmetries) {
      Symmetry both = symmetry;
      for (std::size_t cell = 0; cell < kCellsMax; ++cell) both.to[cell] = second.to[symmetry.to[cell]];
      REQUIRE(std::count_if(symmetries.begin(), symmetries.end(),
                            [&](const Symmetry& s) { return s.to == both.to; }) == 1);
    }
  }
  for (std::uint8_t s = 0; s < symmetries.size(); ++s) {
    const Symmetry& inverse = symmetries[graph.inverse(s)];
    for (std::size_t cell = 0; cell < kCellsMax; ++cell) {
      REQUIRE(inverse.to[symmetries[s].to[cell]] == cell);
    }
  }
}

TEST_CASE("symmetries leave the rules as they are", "[contract]") {
  const Game& game = each_game();
  const std::vector<Symmetry> symmetries = game.symmetries();
  for (const Position& position : some_positions(game)) {
    for (const Symmetry& symmetry : symmetries) {
      const Position image = symmetry(position);
      REQUIRE(game.outcome(image) == game.outcome(position));
      std::vector<Move> image_moves;
      for (const Move& move : game.moves(position)) {
        image_moves.push_back(symmetry(move));
        REQUIRE(game.after(image, symmetry(move)) == symmetry(game.after(position, move)));
      }
      std::sort(image_moves.begin(), image_moves.end());
      REQUIRE(image_moves == game.moves(image));
    }
  }
}

TEST_CASE("the graph says what the rules say", "[contract]") {
  const GameGraph& graph = each_graph();
  const Game& game = graph.game();
  REQUIRE(graph.position(0) == game.start());
  for (const Node node : some_nodes(graph)) {
    const Position& position = graph.position(node);
    REQUIRE(graph.find(position) == node);
    REQUIRE(graph.outcome(node) == game.outcome(position));
    const std::vector<Move> moves = game.moves(position);
    REQUIRE(graph.degree(node) == moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const auto edge = static_cast<Edge>(graph.first_edge(node) + i);
      REQUIRE(graph.move(edge) == moves[i]);
      REQUIRE(graph.find_edge(node, game.text(moves[i])) == edge);
      REQUIRE(graph.position(graph.target(edge)) == game.after(position, moves[i]));
      REQUIRE(graph.ply(graph.target(edge)) <= graph.ply(node) + 1);
    }
  }
}

TEST_CASE("a class of symmetric positions has one canonical one, the greatest text", "[contract]") {
  const GameGraph& graph = each_graph();
  const Game& game = graph.game();
  for (const Node node : some_nodes(graph)) {
    const Node canonical = graph.canonical(node);
    REQUIRE(graph.canonical(canonical) == canonical);
    REQUIRE(graph.image(node, graph.to_canonical(node)) == canonical);
    for (std::uint8_t s = 0; s < graph.symmetries().size(); ++s) {
      const Node image = graph.image(node, s);
      REQUIRE(graph.position(image) == graph.symmetries()[s](graph.position(node)));
      REQUIRE(graph.image(image, graph.inverse(s)) == node);
      REQUIRE(graph.canonical(image) == canonical);
      REQUIRE(game.text(graph.position(image)) <= game.text(graph.position(canonical)));
      REQUIRE(graph.ply(image) == graph.ply(node));
    }
  }
}

TEST_CASE("an orbit is named by its lowest move", "[contract]") {
  const GameGraph& graph = each_graph();
  for (const Node node : some_nodes(graph)) {
    for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
      REQUIRE(graph.orbit(edge) <= edge);
      REQUIRE(graph.orbit(graph.orbit(edge)) == graph.orbit(edge));
      for (std::uint8_t s = 0; s < graph.symmetries().size(); ++s) {
        const Edge image = graph.image(node, edge, s);
        REQUIRE(graph.image(graph.image(node, s), image, graph.inverse(s)) == edge);
        if (graph.image(node, s) == node) REQUIRE(graph.orbit(image) == graph.orbit(edge));
      }
    }
  }
}

TEST_CASE("every episode ends within length_max", "[contract]") {
  const Game& game = each_game();
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    Position position = game.start();
    for (int ply = 0; ply < game.length_max() && !game.outcome(position); ++ply) {
      const std::vector<Move> moves = game.moves(position);
      position = game.after(position, moves[random.below(moves.size())]);
    }
    // Only a game whose positions can come again may need the limit to end.
    REQUIRE((game.outcome(position).has_value() || game.length_max() >= 100));
  }
}

TEST_CASE("a graph is not compiled beyond its limit", "[contract]") {
  const GameGraph& graph = each_graph();
  if (graph.node_count() > 10'000) return;
  REQUIRE(GameGraph::compile(graph.game(), graph.node_count()).has_value());
  REQUIRE(!GameGraph::compile(graph.game(), graph.node_count() - 1).has_value());
}

TEST_CASE("a graph grown along an episode says what the rules and the compiled graph say", "[contract]") {
  const Game& game = each_game();
  const GameGraph* compiled = small_graph_of(game);
  Random random(5);
  for (int i = 0; i < 30; ++i) {
    GameGraph graph = GameGraph::grown(game);
    REQUIRE(graph.position(0) == game.start());
    Node node = 0;
    for (int ply = 0; ply < game.length_max() && !graph.outcome(node); ++ply) {
      const std::vector<Move> moves = game.moves(graph.position(node));
      REQUIRE(graph.degree(node) == moves.size());
      const auto drawn = random.below(moves.size());
      const auto edge = static_cast<Edge>(graph.first_edge(node) + drawn);
      REQUIRE(graph.move(edge) == moves[drawn]);
      REQUIRE(graph.source(edge) == node);
      const Position after = game.after(graph.position(node), moves[drawn]);
      REQUIRE((graph.target(edge) == kNone || graph.position(graph.target(edge)) == after));
      node = graph.follow(edge);
      REQUIRE((graph.target(edge) == node && graph.follow(edge) == node));
      REQUIRE((graph.position(node) == after && graph.find(after) == node));
      REQUIRE(graph.outcome(node) == game.outcome(after));
      REQUIRE(graph.ply(node) <= ply + 1);
      const Node canonical = graph.canonical(node);
      const std::uint8_t symmetry = graph.to_canonical(node);
      REQUIRE(graph.symmetries()[symmetry](after) == graph.position(canonical));
      REQUIRE((graph.canonical(canonical) == canonical && graph.to_canonical(canonical) == 0));
      if (compiled == nullptr) continue;
      const Node there = compiled->find(after);
      REQUIRE(compiled->to_canonical(there) == symmetry);
      REQUIRE(compiled->position(compiled->canonical(there)) == graph.position(canonical));
      for (Edge e = graph.first_edge(node); e < graph.last_edge(node); ++e) {
        const Edge e_there = compiled->first_edge(there) + (e - graph.first_edge(node));
        REQUIRE(graph.move_text(e) == compiled->move_text(e_there));
        REQUIRE(graph.orbit(e) - graph.first_edge(node) ==
                compiled->orbit(e_there) - compiled->first_edge(there));
      }
    }
  }
}

}  // namespace games_contract_tests
