#include "server/museum/sealed_room.hpp"

#include "engine/check.hpp"
#include "engine/players.hpp"

#include <algorithm>
#include <utility>

namespace menagerie::museum {
namespace {

constexpr std::array<std::size_t, 2> kChairs{0, 1};

core::MachineState untaught(const core::Machine& machine) {
  core::MachineState state;
  core::start_machine(machine, state, store::Why::created, 0);
  return state;
}

}  // namespace

SealedRoom::SealedRoom(Common& common, std::uint64_t seed, SealedVisitor& one, SealedVisitor* two,
                       std::int64_t now_ms)
    : common_(common),
      random_(seed),
      sides_{Side{&one}, Side{two}},
      machine_(two == nullptr ? std::optional<std::size_t>(1) : std::nullopt),
      was_machine_(two == nullptr),
      starter_(random_.below(2)),
      state_(untaught(*common.machine)),
      rhythm_(common.rhythms.any(random_, common.limits->sealed_pause_s)) {
  for (std::size_t chair = 0; chair < sides_.size(); ++chair) {
    if (SealedVisitor* visitor = sides_[chair].visitor) {
      visitor->room = this;
      visitor->chair = chair;
    }
  }
  start_game(now_ms);
}

void SealedRoom::start_game(std::int64_t now_ms) {
  games_.emplace_back();
  playthrough_.begin(*common_.machine);
  trace_.clear();
  for (const std::size_t chair : kChairs) show(chair);
  begin_turn(now_ms);
}

void SealedRoom::begin_turn(std::int64_t now_ms) {
  shown_ms_ = now_ms;
  if (machine_ == mover()) machine_moves();
}

/// Mark I draws as soon as it sees the board, and thinks as long as a visitor once did. At an empty box it
/// guesses: to give up would give it away.
void SealedRoom::machine_moves() {
  const core::Playthrough& at = playthrough_;
  MachineMove move = machine_move(common_.machine->rule, at.boxes(), state_.beads, at.node(),
                                  at.orientation(), at.ply(), random_, at.moves());
  if (at.box() != kNone) {
    const auto held = state_.beads_in(at.boxes().boxes()[at.box()]);
    games_.back().draws.push_back({at.ply(),
                                   at.node(),
                                   move.draw ? std::optional(move.draw->bead) : std::nullopt,
                                   {held.begin(), held.end()}});
  }
  if (move.draw) trace_.push_back(*move.draw);
  if (move.edge == kNone) move.edge = random_move(at.boxes(), at.node(), random_, at.moves());
  play(move.edge, rhythm_[machine_moves_++ % rhythm_.size()]);
}

/// The mover's move, on its way to the other one from now on.
void SealedRoom::play(Edge edge, std::int64_t thought_ms) {
  playthrough_.play(edge);
  games_.back().moves.push_back(edge);
  due_ms_ = delivery_ms(shown_ms_, thought_ms, random_, common_.limits->sealed_pause_s);
}

std::optional<wire::Refusal> SealedRoom::move(std::size_t chair, const wire::SealedMove& frame,
                                              std::int64_t now_ms) {
  using wire::Code;
  if (static_cast<std::size_t>(frame.game) != games_.size() || frame.ply != playthrough_.ply() || due_ms_ ||
      playthrough_.ended() || mover() != chair)
    return wire::Refusal{Code::wrong_ply, "it is not your turn there"};
  const Edge edge = playthrough_.find(frame.move);
  if (edge == kNone) return wire::Refusal{Code::illegal_move, "that is no legal move"};
  const std::int64_t thought_ms = now_ms - shown_ms_;
  sides_[chair].thoughts.push_back(thought_ms);
  play(edge, thought_ms);
  show(chair);
  return std::nullopt;
}

void SealedRoom::tick(std::int64_t now_ms) {
  if (due_ms_ && now_ms >= *due_ms_) {
    due_ms_.reset();
    show(mover());
    if (playthrough_.ended()) {
      end_game(now_ms);
    } else {
      begin_turn(now_ms);
    }
  } else if (next_game_ms_ && now_ms >= *next_game_ms_) {
    next_game_ms_.reset();
    start_game(now_ms);
  }
  open_doors(now_ms);
  send_away_idle(now_ms);
}

void SealedRoom::end_game(std::int64_t now_ms) {
  games_.back().outcome = playthrough_.outcome().value_or(Outcome::draw);
  if (machine_ && !left_) learn();
  if (!all_played()) {
    next_game_ms_ = now_ms + kBetweenMs;
    return;
  }
  question_ms_ = now_ms;
  for (Side& side : sides_) common_.rhythms.keep(std::move(side.thoughts));
}

void SealedRoom::learn() {
  core::Finished episode;
  episode.machine = common_.machine->row.machine;
  episode.era = state_.era;
  episode.seat = seat(*machine_);
  for (const Edge edge : playthrough_.moves()) {
    if (!episode.moves.empty()) episode.moves += ' ';
    episode.moves += playthrough_.graph().move_text(edge);
  }
  episode.trace = trace_;
  episode.outcome = games_.back().outcome;
  core::learn_episode(*common_.machine, state_, std::move(episode), state_.time_ms);
}

/// Sends the visitor in that chair, if there is one, the game as it stands.
void SealedRoom::show(std::size_t chair) {
  SealedVisitor* visitor = sides_[chair].visitor;
  if (visitor == nullptr) return;
  const core::Playthrough& at = playthrough_;
  wire::SealedView view;
  view.game = static_cast<int>(games_.size());
  view.seat = seat(chair);
  view.ply = at.ply();
  view.position = common_.phrases.position(at.node());
  const bool his_turn = !at.ended() && mover() == chair;
  view.legal = his_turn ? std::string_view(common_.phrases.legal(at.node())) : "[]";
  if (!at.moves().empty()) view.played = at.graph().move_text(at.moves().back());
  std::string end;
  if (at.ended()) {
    view.result = result_of(at.outcome().value_or(Outcome::draw), view.seat);
    end = wire::end_text(at.graph().game(), at.graph().position(at.node()), at.end(false));
    view.end = end;
  }
  visitor->subscriber.send(wire::room_text(view));
}

std::optional<wire::Refusal> SealedRoom::guess(std::size_t chair, const wire::SealedGuess& frame,
                                               std::int64_t now_ms) {
  Side& side = sides_[chair];
  const bool seen = chair != mover() || !due_ms_;  // the last move
  if (left_ || !all_played() || !seen || side.guess || side.door_open)
    return wire::Refusal{wire::Code::wrong_ply, "nothing is asked now"};
  side.guess = frame.machine;
  side.remarks = frame.remarks;
  side.since_ms = now_ms;
  const std::uint64_t wrong = frame.machine == was_machine_ ? 0 : 1;
  const wire::SealedScore more =
      was_machine_ ? wire::SealedScore{1, wrong, 0, 0} : wire::SealedScore{0, 0, 1, wrong};
  common_.score += more;
  if (common_.keep) common_.keep(more);
  open_doors(now_ms);
  return std::nullopt;
}

/// Opens the door of each who has guessed, once the other has too, is gone, or takes too long; of a room that
/// was left, at once.
void SealedRoom::open_doors(std::int64_t now_ms) {
  if (!question_ms_) return;  // the last move is still on its way
  for (const std::size_t chair : kChairs) {
    const Side& side = sides_[chair];
    const Side& other = sides_[1 - chair];
    if (side.visitor == nullptr || side.door_open) continue;
    const bool waits = other.visitor != nullptr && !other.guess && now_ms - side.since_ms < kAnswerMs;
    if (left_ || (side.guess && !waits)) open_door(chair, now_ms);
  }
}

void SealedRoom::open_door(std::size_t chair, std::int64_t now_ms) {
  Side& side = sides_[chair];
  std::vector<wire::SealedGame> games;
  for (std::size_t i = 0; i < games_.size(); ++i) {
    const Player seat = (starter_ + i) % 2 == chair ? Player::first : Player::second;
    games.push_back({seat, result_of(games_[i].outcome, seat), games_[i].moves, games_[i].draws});
  }
  wire::DoorFrame frame;
  frame.machine = was_machine_;
  frame.guess = side.guess;
  frame.score = &common_.score;
  frame.remarks = side.remarks;
  frame.theirs = sides_[1 - chair].remarks;
  frame.games = games;
  if (was_machine_) frame.beads = state_.beads;
  side.door_open = true;
  side.since_ms = now_ms;
  side.visitor->subscriber.send(wire::door_text(frame, common_.machine->boxes, common_.phrases));
}

void SealedRoom::leave(std::size_t chair, std::int64_t now_ms) {
  Side& side = sides_[chair];
  MENAGERIE_CHECK(side.visitor != nullptr);
  side.visitor->room = nullptr;
  side.visitor = nullptr;
  SealedVisitor* other = sides_[1 - chair].visitor;
  if (other == nullptr) return;
  if (all_played()) return open_doors(now_ms);
  left_ = true;
  machine_ = chair;
  other->subscriber.send(wire::left_text());
  const bool turn = !due_ms_ && !playthrough_.ended() && mover() == chair;
  if (turn) begin_turn(now_ms);
}

/// Closes the connection of a visitor who is idle, before a move or behind an open door: the other one need
/// not wait for ever, and no seat is kept.
void SealedRoom::send_away_idle(std::int64_t now_ms) {
  const std::int64_t idle_ms = common_.limits->sealed_idle_s * 1000;
  const bool turn = !due_ms_ && !next_game_ms_ && !question_ms_;
  for (const std::size_t chair : kChairs) {
    const Side& side = sides_[chair];
    if (side.visitor == nullptr) continue;
    const bool moves = turn && mover() == chair && now_ms - shown_ms_ >= idle_ms;
    const bool waits = side.guess && !side.door_open;  // for the other's guess
    const bool rests = question_ms_ && !waits && now_ms - std::max(*question_ms_, side.since_ms) >= idle_ms;
    if (moves || rests) side.visitor->subscriber.close(1000, "nobody moved for long");
  }
}

}  // namespace menagerie::museum
