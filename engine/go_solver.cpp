#include "engine/go_solver.hpp"

#include "engine/check.hpp"

#include <algorithm>
#include <utility>

namespace menagerie {
namespace {

/// Proofs that depend on more boards than this are not kept: looking would take longer than proving.
constexpr std::size_t kMadeMax = 1000;
constexpr std::size_t kForbiddenMax = 16;
/// Proofs kept for one state; the oldest gives way.
constexpr std::size_t kProofsMax = 16;
/// Deeper than any proof that there is to find on nine points (the deepest needed is under 30 plies).
constexpr int kDepthMax = 200;

/// A failure on one line of play is taken for one on others, which is quick, until the search is so deep.
constexpr int kSharedDepthMax = 40;

/// Of the boards that have been, together: xor. Half a dozen bits are left for the state.
std::uint64_t hash_of(GoBoard board) {
  std::uint64_t hash = (board + 1u) * 0x9e3779b97f4a7c15u;
  hash = (hash ^ (hash >> 31)) * 0xbf58476d1ce4e5b9u;
  return hash ^ (hash >> 29);
}

int sign(int number) { return (number > 0) - (number < 0); }

void unite(std::vector<GoBoard>& boards, const std::vector<GoBoard>& more) {
  if (more.empty()) return;
  std::vector<GoBoard> all;
  all.reserve(boards.size() + more.size());
  std::set_union(boards.begin(), boards.end(), more.begin(), more.end(), std::back_inserter(all));
  boards.swap(all);
}

void add(std::vector<GoBoard>& boards, GoBoard board) {
  const auto place = std::lower_bound(boards.begin(), boards.end(), board);
  if (place == boards.end() || *place != board) boards.insert(place, board);
}

void remove(std::vector<GoBoard>& boards, GoBoard board) {
  const auto place = std::lower_bound(boards.begin(), boards.end(), board);
  if (place != boards.end() && *place == board) boards.erase(place);
}

}  // namespace

GoSolver::GoSolver(const Game& game) : game_(game), boards_(game.board().columns) {
  MENAGERIE_CHECK(game.board().rows == boards_.side());
  been_.assign(boards_.count(), false);
  for (auto& merits : merits_) merits.assign(boards_.count(), 0);
  for (const Player prover : {Player::first, Player::second}) {
    for (int bound = -boards_.points(); bound <= boards_.points(); ++bound)
      claims_.push_back({prover, bound, {}, {}});
  }
}

GoSolver::Claim& GoSolver::claim(Player prover, int bound) {
  const int of_player = prover == Player::first ? 0 : 2 * boards_.points() + 1;
  return claims_[static_cast<std::size_t>(of_player + bound + boards_.points())];
}

int GoSolver::points(std::span<const GoBoard> history, Player to_move, bool passed) {
  MENAGERIE_CHECK(!history.empty() && boards_.legal(history.back()));
  std::fill(been_.begin(), been_.end(), false);
  for (const GoBoard board : history) been_[board] = true;
  const State state{history.back(), to_move, passed};
  int least = -boards_.points();
  int most = boards_.points();
  lines_apart_ = false;
  for (int depth = 1; least < most; ++depth) {
    if (depth > kSharedDepthMax && !lines_apart_) {
      lines_apart_ = true;
      depth = 1;
    }
    MENAGERIE_CHECK(depth <= kDepthMax);
    while (least < most && prove_at(claim(Player::first, least + 1), state, depth)) ++least;
    while (least < most && prove_at(claim(Player::second, most - 1), state, depth)) --most;
  }
  return least;
}

bool GoSolver::prove_at(Claim& claim, const State& state, int depth) {
  claim.failures.clear();  // of another depth, and perhaps another history
  Proof proof;
  return prove(claim, state, depth, proof);
}

bool GoSolver::prove(Claim& claim, const State& state, int depth, Proof& proof) {
  proof = {};
  const int score = boards_.score(state.board);
  const bool enough = claim.prover == Player::first ? score >= claim.bound : score <= claim.bound;
  const bool own = state.to_move == claim.prover;
  if (state.passed && own == enough) return enough;  // the mover likes the score and passes too: play ends
  if (depth == 0) return false;
  if (const Proof* known = find_proof(claim, state)) {
    proof = *known;
    return true;
  }
  const std::uint64_t place = state.key() ^ (lines_apart_ ? line_hash_ << 18 : 0);
  const auto failure = claim.failures.find(place);
  if (failure != claim.failures.end() && failure->second >= depth) return false;
  const bool proved = own ? prove_some(claim, state, depth, proof) : prove_all(claim, state, depth, proof);
  if (!proved) {
    int& failed = claim.failures[place];  // the moves made since may have moved the table
    failed = std::max(failed, depth);
    return false;
  }
  remove(proof.forbidden, state.board);  // has been wherever this state is
  if (proof.made.size() <= kMadeMax && proof.forbidden.size() <= kForbiddenMax) {
    std::vector<Proof>& proofs = claim.proofs[state.key()];
    if (proofs.size() == kProofsMax) proofs.erase(proofs.begin());
    proofs.push_back(proof);
  }
  return true;
}

/// The prover is to move: one good move will do.
bool GoSolver::prove_some(Claim& claim, const State& state, int depth, Proof& proof) {
  for (const Candidate& candidate : candidates(claim, state, nullptr)) {
    if (candidate.board == GoBoards::kNoBoard && state.passed) continue;  // would end play: not enough
    if (!prove_after(claim, state, candidate.board, depth, proof)) continue;
    if (candidate.board == GoBoards::kNoBoard) return true;
    ++merits_[static_cast<std::size_t>(state.to_move)][candidate.board];
    add(proof.made, candidate.board);
    return true;
  }
  return false;
}

/// The other player is to move: every move must be answered.
bool GoSolver::prove_all(Claim& claim, const State& state, int depth, Proof& proof) {
  Proof all;
  for (const Candidate& candidate : candidates(claim, state, &all.forbidden)) {
    if (candidate.board == GoBoards::kNoBoard && state.passed) continue;  // would end play: enough
    if (!prove_after(claim, state, candidate.board, depth, proof)) {
      if (candidate.board != GoBoards::kNoBoard) {
        ++merits_[static_cast<std::size_t>(state.to_move)][candidate.board];
      }
      return false;
    }
    unite(all.made, proof.made);
    unite(all.forbidden, proof.forbidden);
  }
  proof = std::move(all);
  return true;
}

bool GoSolver::prove_after(Claim& claim, const State& state, GoBoard board, int depth, Proof& proof) {
  if (board == GoBoards::kNoBoard) {
    return prove(claim, {state.board, other(state.to_move), true}, depth - 1, proof);
  }
  been_[board] = true;
  line_hash_ ^= hash_of(board);
  const bool proved = prove(claim, {board, other(state.to_move), false}, depth - 1, proof);
  been_[board] = false;
  line_hash_ ^= hash_of(board);
  return proved;
}

const GoSolver::Proof* GoSolver::find_proof(const Claim& claim, const State& state) const {
  const auto found = claim.proofs.find(state.key());
  if (found == claim.proofs.end()) return nullptr;
  const auto been = [&](GoBoard board) { return been_[board]; };
  for (const Proof& proof : found->second) {
    if (std::all_of(proof.forbidden.begin(), proof.forbidden.end(), been) &&
        std::none_of(proof.made.begin(), proof.made.end(), been)) {
      return &proof;
    }
  }
  return nullptr;
}

/// The legal moves, what looks best first; the order changes how long a proof takes, not what it says.
/// Boards that superko forbids are put into `forbidden`.
std::vector<GoSolver::Candidate> GoSolver::candidates(const Claim& claim, const State& state,
                                                      Boards* forbidden) const {
  const int view = state.to_move == Player::first ? 1 : -1;
  std::vector<Candidate> moves;
  for (int point = 0; point < boards_.points(); ++point) {
    const GoBoard board = boards_.after(state.board, state.to_move, point);
    if (board == GoBoards::kNoBoard) continue;
    if (been_[board]) {
      if (forbidden != nullptr) add(*forbidden, board);
      continue;
    }
    const int merit = merits_[static_cast<std::size_t>(state.to_move)][board];
    moves.push_back({board, 4 * view * boards_.score(board) + merit});
  }
  const bool satisfied = view * boards_.score(state.board) >=
                         (claim.prover == state.to_move ? view * claim.bound : view * claim.bound + 1);
  moves.push_back({GoBoards::kNoBoard, satisfied ? 50 : -20});
  std::stable_sort(moves.begin(), moves.end(),
                   [](const Candidate& a, const Candidate& b) { return a.promise > b.promise; });
  return moves;
}

Analysis GoSolver::analyse(const Position& position) { return analyse({&position, 1}, Replies::all); }

Analysis GoSolver::analyse(std::span<const Position> line, Replies replies) {
  MENAGERIE_CHECK(!line.empty());
  const Position& position = line.back();
  Boards history;
  bool passed = false;
  for (const Position& it : line) {
    const GoBoard board = boards_.number(it);
    passed = !history.empty() && history.back() == board;  // a stone changes the board
    if (!passed) history.push_back(board);
  }
  Analysis analysis;
  analysis.position = game_.text(position);
  analysis.to_move = position.to_move;
  const bool over = game_.outcome(position).has_value();
  analysis.points = over ? boards_.score(history.back()) : points(history, position.to_move, passed);
  analysis.value = sign(*analysis.points);
  if (!over) analysis.moves = analyse_moves(history, position.to_move, passed, replies == Replies::all);
  return analysis;
}

std::vector<MoveAnalysis> GoSolver::analyse_moves(Boards& history, Player to_move, bool passed,
                                                  bool with_replies) {
  std::vector<MoveAnalysis> moves;
  const GoBoard now = history.back();
  const auto note = [&](const Move& move, bool is_pass, bool ends) {
    MoveAnalysis row;
    row.move = game_.text(move);
    row.points = ends ? boards_.score(now) : points(history, other(to_move), is_pass);
    row.value = sign(*row.points);
    if (with_replies && !ends) row.replies = analyse_moves(history, other(to_move), is_pass, false);
    moves.push_back(std::move(row));
  };
  for (int point = 0; point < boards_.points(); ++point) {
    const GoBoard board = boards_.after(now, to_move, point);
    if (board == GoBoards::kNoBoard || std::find(history.begin(), history.end(), board) != history.end())
      continue;
    history.push_back(board);
    note({Move::Kind::place, 1, 0, {static_cast<std::uint8_t>(point)}}, false, false);
    history.pop_back();
  }
  note({Move::Kind::pass, 0, 0, {}}, true, passed);
  return moves;
}

}  // namespace menagerie
