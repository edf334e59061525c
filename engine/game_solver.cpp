#include "engine/game_solver.hpp"

#include "engine/check.hpp"

#include <utility>

namespace menagerie {
namespace {

/// After so many positions a new solver of Go begins, so that its proofs do not fill the memory.
constexpr int kGoMax = 400;

int sign_of(Player winner) { return winner == Player::first ? 1 : -1; }

}  // namespace

std::optional<Line> parse_line(const Game& game, std::span<const std::string> moves, std::string& fault) {
  GameGraph graph = GameGraph::grown(game);
  Line line{{}, {game.start()}};
  std::vector<Edge> edges;
  Node node = 0;
  for (const std::string& text : moves) {
    const Edge edge = graph.find_edge(node, text);
    if (edge == kNone || !may_play(graph, edges, edge)) {
      fault = "move " + std::to_string(edges.size() + 1) + " may not be played at \"" +
              game.text(line.positions.back()) + "\"";
      return std::nullopt;
    }
    line.moves.push_back(graph.move(edge));
    edges.push_back(edge);
    node = graph.follow(edge);
    line.positions.push_back(graph.position(node));
  }
  return line;
}

GameSolver::GameSolver(const Game& game) : game_(game) {
  MENAGERIE_CHECK(possible(game));
  if (game.repetition_forbidden()) return;
  graph_ = GameGraph::compile(game, kListedMax);
  if (graph_) {
    solution_ = solve(*graph_);
  } else {
    forward_ = std::make_unique<ForwardSolver>(game);
  }
}

Analysis GameSolver::analyse(const Line& line) {
  MENAGERIE_CHECK(line.positions.size() == line.moves.size() + 1);
  if (graph_) return analyse_listed(line.positions.back());
  return forward_ ? analyse_forward(line.positions.back()) : analyse_go(line);
}

Analysis GameSolver::analyse_listed(const Position& position) const {
  const Node node = graph_->find(position);
  MENAGERIE_CHECK(node != kNone);
  Analysis analysis = menagerie::analyse(*graph_, solution_, node);
  for (MoveAnalysis& move : analysis.moves) move.replies.clear();
  return analysis;
}

Analysis GameSolver::analyse_go(const Line& line) {
  if (!go_ || ++asked_of_go_ > kGoMax) {
    go_ = std::make_unique<GoSolver>(game_);
    asked_of_go_ = 0;
  }
  return go_->analyse(line.positions, GoSolver::Replies::none);
}

Analysis GameSolver::analyse_forward(const Position& position) {
  Analysis analysis;
  analysis.position = game_.text(position);
  analysis.to_move = position.to_move;
  const ForwardSolver::Verdict verdict = forward_->of(position);
  analysis.value = sign_of(verdict.winner);
  analysis.plies = verdict.plies;
  for (const Move& move : game_.moves(position)) {
    const auto [winner, plies] = forward_->of(game_.after(position, move));
    MoveAnalysis row;
    row.move = game_.text(move);
    row.value = sign_of(winner);
    row.plies = plies + 1;
    analysis.moves.push_back(std::move(row));
  }
  return analysis;
}

}  // namespace menagerie
