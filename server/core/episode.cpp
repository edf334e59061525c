#include "server/core/episode.hpp"

#include "engine/check.hpp"
#include "engine/players.hpp"
#include "server/core/counts.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace menagerie::core {
void Episode::begin(const Machine& machine, const Ticket& start, Opponent opponent) {
  MENAGERIE_CHECK(start.machine == machine.row.machine && start.moves.empty());
  MENAGERIE_CHECK(opponent == Opponent::itself ? machine.boxes.seat() == Seat::either
                                               : plays(machine.boxes.seat(), start.seat));
  machine_ = &machine;
  opponent_ = opponent;
  given_up_ = false;
  ticket_ = start;  // its list of moves keeps its memory
  playthrough_.begin(machine);
  trace_.clear();
  phase_ = Phase::playing;
}

bool Episode::resume(const Machine& machine, const Ticket& ticket) {
  phase_ = Phase::over;
  if (!plays(machine.boxes.seat(), ticket.seat)) return false;
  Ticket start = ticket;
  start.moves.clear();
  begin(machine, start);
  for (const std::uint8_t index : ticket.moves) {
    const GameGraph& graph = playthrough_.graph();
    const Node node = playthrough_.node();
    const bool there = phase_ == Phase::playing && index < graph.degree(node);
    const Edge edge = there ? graph.first_edge(node) + index : kNone;
    if (!there || !playthrough_.allows(edge) || !recorded_move(edge)) {
      phase_ = Phase::over;
      return false;
    }
  }
  if (phase_ == Phase::finished) return true;
  // Tickets are written after the machine's answer: one with the machine to move means that it resigned.
  if (machine_to_move()) {
    resign();
  } else {
    phase_ = Phase::checking;
  }
  return true;
}

Episode::MoveReply Episode::visitor_moves(int ply, std::string_view move, std::uint64_t seq,
                                          PlayedTurn& turn) {
  if (phase_ == Phase::checking) return MoveReply::not_yet;
  if (ply != this->ply() || phase_ != Phase::playing) {
    const auto at = static_cast<std::size_t>(ply);
    const auto& moves = playthrough_.moves();
    const bool repeated = at < moves.size() && playthrough_.graph().move_text(moves[at]) == move;
    return repeated ? MoveReply::repeated : MoveReply::wrong_ply;
  }
  MENAGERIE_CHECK(!machine_to_move());
  const Edge edge = playthrough_.find(move);
  if (edge == kNone) return MoveReply::illegal;
  ticket_.seq = seq;
  play(edge);
  turn.add(edge, playthrough_.node());
  return MoveReply::played;
}

void Episode::play(Edge edge) {
  const Edge first = playthrough_.graph().first_edge(playthrough_.node());
  ticket_.moves.push_back(static_cast<std::uint8_t>(edge - first));
  playthrough_.play(edge);
  if (playthrough_.ended()) phase_ = Phase::finished;
}

/// The draw from the box that play has come to, without what was drawn. Precondition: there is one.
wire::DrawnBead Episode::draw_at(const MachineState& state) {
  const Playthrough& at = playthrough_;
  MENAGERIE_CHECK(at.box() != kNone);
  const Box& box = at.boxes().boxes()[at.box()];
  const auto held = counts(state).subspan(box.first_bead, box.beads.size());
  wire::DrawnBead drawn{at.node(), at.orientation(), at.box(), std::nullopt, kNone, held, {}};
  if (!draws_by_count(machine_->rule) || at.graph().repetition_forbidden()) {
    weigh_draw(machine_->rule, at.boxes(), held, at.node(), at.orientation(), at.moves(), drawn.weights);
  }
  return drawn;
}

void Episode::machine_moves(const MachineState& state, Random& random, PlayedTurn& turn) {
  MENAGERIE_CHECK(machine_to_move());
  const Playthrough& at = playthrough_;
  const MachineMove made = machine_move(machine_->rule, at.boxes(), counts(state), at.node(),
                                        at.orientation(), at.ply(), random, at.moves());
  if (at.box() != kNone) {
    turn.drawn = draw_at(state);
    turn.drawn->edge = made.edge;
    if (made.draw) turn.drawn->bead = made.draw->bead;
  }
  if (made.edge == kNone) return resign();
  if (made.draw) trace_.push_back(*made.draw);
  ticket_.seq = state.seq;
  play(made.edge);
  turn.add(made.edge, at.node());
}

bool Episode::recorded_move(Edge edge) {
  MENAGERIE_CHECK(phase_ == Phase::playing && playthrough_.allows(edge));
  bool drawn = true;
  if (machine_to_move() && playthrough_.box() != kNone) {
    const std::optional<Draw> draw = playthrough_.draw(edge);
    drawn = draw.has_value();
    if (draw) trace_.push_back(*draw);
  }
  play(edge);
  return drawn;
}

void Episode::resign() {
  MENAGERIE_CHECK(phase_ == Phase::playing);
  given_up_ = true;
  phase_ = Phase::finished;
}

void Episode::looked_up(bool in_log) {
  MENAGERIE_CHECK(phase_ == Phase::checking);
  phase_ = in_log ? Phase::over : Phase::playing;
}

Finished Episode::submit() {
  MENAGERIE_CHECK(phase_ == Phase::finished);
  phase_ = Phase::waiting;
  Finished episode;
  episode.machine = ticket_.machine;
  episode.era = ticket_.era;
  episode.id = ticket_.id;
  episode.visit = ticket_.visit;
  episode.started_ms = ticket_.started_ms;
  episode.seat = ticket_.seat;
  episode.opponent = opponent_ == Opponent::itself ? store::kItself : store::kVisitor;
  episode.moves.reserve(playthrough_.moves().size() * 6);
  for (const Edge edge : playthrough_.moves()) {
    if (!episode.moves.empty()) episode.moves += ' ';
    episode.moves += playthrough_.graph().move_text(edge);
  }
  if (machine_->listed()) episode.trace = trace_;
  episode.outcome = outcome();
  episode.resigned = resigned();
  episode.last_seq = ticket_.seq;
  return episode;
}

void Episode::decided() {
  MENAGERIE_CHECK(phase_ == Phase::waiting);
  phase_ = Phase::over;
}

bool Episode::abandon() {
  const bool in_time = phase_ == Phase::playing || phase_ == Phase::checking;
  if (in_time) phase_ = Phase::over;
  return in_time;
}

bool Episode::is_behind(const Ticket& ticket) const {
  const auto& moves = ticket_.moves;
  return (phase_ == Phase::playing || phase_ == Phase::checking) && moves.size() < ticket.moves.size() &&
         std::ranges::equal(moves, std::span(ticket.moves).first(moves.size()));
}

Outcome Episode::outcome() const {
  MENAGERIE_CHECK(ended());
  if (!given_up_) return playthrough_.outcome().value_or(Outcome::draw);
  return win_of(other(playthrough_.to_move()));
}

std::span<const std::int64_t> Episode::counts(const MachineState& state) {
  return counts_at(*machine_, state, playthrough_, counts_);
}

/// Replays the episode from the start, so that the visitor is shown the same turn again.
PlayedTurn Episode::last_turn(const MachineState& state) {
  Episode again;
  Ticket start = ticket_;
  start.moves.clear();
  again.begin(*machine_, start, opponent_);
  PlayedTurn turn;
  const auto draw = [&](std::optional<std::uint16_t> bead, Edge edge) {
    if (again.playthrough_.box() == kNone) return;
    turn.drawn = again.draw_at(state);
    turn.drawn->bead = bead;
    turn.drawn->edge = edge;
  };
  for (const Edge edge : playthrough_.moves()) {
    const bool machines = again.machine_to_move();
    if (machines) {
      turn = {};
      if (const std::optional<Draw> drawn = again.playthrough_.draw(edge)) draw(drawn->bead, edge);
    }
    again.play(edge);
    if (machines) turn.add(edge, again.playthrough_.node());
  }
  // An episode that ended after the visitor's move: his move, and the empty box where the machine resigned.
  const bool last_is_visitors = ply() > 0 && again.its_turn();
  if (ended() && (last_is_visitors || resigned())) {
    turn = {};
    if (last_is_visitors) turn.add(playthrough_.moves().back(), again.playthrough_.node());
    if (resigned()) draw(std::nullopt, kNone);
  }
  counts_ = std::move(again.counts_);  // what `turn` points to
  return turn;
}

std::optional<std::string> replay(const Machine& machine, const store::LogRow& row, Episode& episode,
                                  const std::function<void(Edge)>& before,
                                  const std::function<void()>& after) {
  MENAGERIE_CHECK(row.kind == store::Kind::episode && row.machine == machine.row.machine);
  const Seat seat = machine.boxes.seat();
  if (row.self_play() ? seat != Seat::either : !plays(seat, row.seat))
    return "the machine plays another side";
  Ticket start;
  start.machine = machine.row.machine;
  start.era = row.era;
  start.id = row.id;
  start.visit = row.visit;
  start.started_ms = row.started_ms;
  start.seat = row.seat;
  start.seq = row.seq - 1;
  episode.begin(machine, start, row.self_play() ? Episode::Opponent::itself : Episode::Opponent::visitor);
  std::optional<std::string> fault;
  each_move(row.moves, [&](std::string_view move) {
    const bool goes_on = episode.phase() == Episode::Phase::playing;
    const Edge edge = goes_on ? episode.playthrough().find(move) : kNone;
    if (edge == kNone) {
      fault = "ply " + std::to_string(episode.ply()) + ", " + std::string(move) + ", is not legal";
      return false;
    }
    if (before) before(edge);
    episode.recorded_move(edge);
    if (after) after();
    return true;
  });
  if (!fault && row.reason == Reason::resign && episode.machine_to_move()) episode.resign();
  return fault;
}

std::optional<std::string> episode_fault(const Machine& machine, const store::LogRow& row, Episode& episode) {
  if (auto illegal = replay(machine, row, episode)) return illegal;
  // Numbers of boxes made when met follow from the moves, and are not those of the episode's own boxes.
  if (machine.listed() && episode.trace() != row.trace) return "its trace is not what its moves drew";
  if (!episode.ended()) return "its moves do not reach an end";
  if (row.reason == Reason::resign && !episode.resigned()) return "it is resigned after its end";
  if (episode.outcome() != row.outcome) return "its outcome is not that of its moves";
  return std::nullopt;
}

}  // namespace menagerie::core
