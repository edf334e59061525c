#include "server/core/practice.hpp"

#include "server/core/counts.hpp"

#include "engine/check.hpp"
#include "engine/players.hpp"
#include "engine/strategies.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace menagerie::core {
namespace {

constexpr std::array<std::string_view, 3> kOpponents{"random", "optimal", "twin"};

/// A machine of its own: where boxes are made when they are met, the copy's are not the machine's.
std::shared_ptr<Machine> copy_of(const std::shared_ptr<const Machine>& machine, std::size_t boxes) {
  if (machine->listed()) return std::make_shared<Machine>(*machine);  // its boxes are shared
  std::shared_ptr<Machine> copy = Machine::make(machine->row);
  for (std::uint32_t box = 0; box < boxes; ++box) copy->add(machine->boxes.boxes()[box]);
  return copy;
}

MachineState untaught(const Machine& machine) {
  MachineState state;
  start_machine(machine, state, store::Why::created, 0);
  return state;
}

std::shared_ptr<Machine> twin_of(const Machine& machine) {
  store::MachineRow row = machine.row;
  const Seat seat = machine.boxes.seat();
  row.seat = to_text(seat == Seat::first ? Seat::second : seat == Seat::second ? Seat::first : Seat::either);
  row.convention = to_text(BoxConvention::canonical);
  return Machine::make(std::move(row));
}

Player side_in_game(Seat seat, std::size_t game) {
  if (seat == Seat::either) return game % 2 == 0 ? Player::first : Player::second;
  return seat == Seat::first ? Player::first : Player::second;
}

}  // namespace

std::string_view to_text(PracticeOpponent opponent) { return kOpponents[static_cast<std::size_t>(opponent)]; }

std::optional<PracticeOpponent> parse_practice_opponent(std::string_view text) {
  const auto found = std::ranges::find(kOpponents, text);
  if (found == kOpponents.end()) return std::nullopt;
  return static_cast<PracticeOpponent>(found - kOpponents.begin());
}

Practice::Practice(const std::shared_ptr<const Machine>& machine, const MachineState& state,
                   const Setup& setup)
    : setup_(setup),
      random_(setup.seed),
      copy_{copy_of(machine, setup.untaught ? 0 : state.box_count), state} {
  MENAGERIE_CHECK(!machine->listed() || state.beads.size() == machine->boxes.bead_count());
  MENAGERIE_CHECK(setup.opponent != PracticeOpponent::optimal || setup.solution != nullptr);
  if (setup.untaught) copy_.state = untaught(*copy_.machine);
  if (setup.opponent != PracticeOpponent::twin) return;
  twin_ = Contender{twin_of(*copy_.machine), {}};
  twin_->state = untaught(*twin_->machine);
}

/// The move that it draws here; kNone where it resigns.
Edge Practice::Contender::draw(Random& random) {
  const MachineMove move = machine_move(
      machine->rule, playthrough.boxes(), counts_at(*machine, state, playthrough, counts), playthrough.node(),
      playthrough.orientation(), playthrough.ply(), random, playthrough.moves());
  if (move.draw) trace.push_back(*move.draw);
  return move.edge;
}

void Practice::Contender::learn(Player seat, const PracticeGame& game, Outcome outcome, bool resigned) {
  Finished episode;
  episode.machine = machine->row.machine;
  episode.era = state.era;
  episode.seat = seat;
  episode.moves = game.moves;
  episode.trace = trace;
  episode.outcome = outcome;
  episode.resigned = resigned;
  learn_episode(*machine, state, std::move(episode), state.time_ms);
}

Edge Practice::opponents_move() {
  if (twin_) return twin_->draw(random_);
  const Playthrough& playthrough = copy_.playthrough;
  const auto strategy = setup_.opponent == PracticeOpponent::optimal ? Strategy::optimal : Strategy::random;
  return strategy_move(strategy, playthrough.boxes(), setup_.solution, playthrough.node(), random_,
                       playthrough.moves());
}

Outcome Practice::play_moves(PracticeGame& game) {
  Playthrough& playthrough = copy_.playthrough;
  while (!playthrough.ended()) {
    const Player mover = playthrough.to_move();
    const bool copys = mover == game.seat;
    const Edge edge = copys ? copy_.draw(random_) : opponents_move();
    if (edge == kNone) {
      (copys ? game.resigned : twin_resigned_) = true;
      return win_of(other(mover));
    }
    if (!game.moves.empty()) game.moves += ' ';
    // The twin's playthrough may number what it grows in its own way: moves have one name in both.
    const Playthrough& movers = !copys && twin_ ? twin_->playthrough : playthrough;
    const std::string move = movers.graph().move_text(edge);
    game.moves += move;
    playthrough.play(playthrough.find(move));
    if (twin_) twin_->playthrough.play(twin_->playthrough.find(move));
  }
  return playthrough.outcome().value_or(Outcome::draw);
}

PracticeGame Practice::play() {
  PracticeGame game;
  game.seat = side_in_game(copy_.machine->boxes.seat(), games_++);
  twin_resigned_ = false;
  for (Contender* contender : {&copy_, twin_ ? &*twin_ : nullptr}) {
    if (contender == nullptr) continue;
    contender->playthrough.begin(*contender->machine);
    contender->trace.clear();
  }
  const Outcome outcome = play_moves(game);
  game.plies = copy_.playthrough.moves().size();
  game.result = result_of(outcome, game.seat);
  game.walkover = twin_resigned_ && twin_->trace.empty();
  if (game.walkover) return game;
  copy_.learn(game.seat, game, outcome, game.resigned);
  if (twin_) twin_->learn(other(game.seat), game, outcome, twin_resigned_);
  return game;
}

}  // namespace menagerie::core
