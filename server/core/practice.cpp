#include "server/core/practice.hpp"

#include "engine/check.hpp"
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

Match::Reply reply_of(const Practice::Setup& setup) {
  const auto strategy = setup.opponent == PracticeOpponent::optimal ? Strategy::optimal : Strategy::random;
  return [strategy, solution = setup.solution](const Playthrough& at, Random& random) {
    return strategy_move(strategy, at.boxes(), solution, at.node(), random, at.moves());
  };
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
    : reply_(reply_of(setup)),
      random_(setup.seed),
      copy_{copy_of(machine, setup.untaught ? 0 : state.box_count), state} {
  MENAGERIE_CHECK(!machine->listed() || state.beads.size() == machine->boxes.bead_count());
  MENAGERIE_CHECK(setup.opponent != PracticeOpponent::optimal || setup.solution != nullptr);
  if (setup.untaught) copy_.state = untaught(*copy_.machine);
  if (setup.opponent != PracticeOpponent::twin) return;
  twin_ = Contender{twin_of(*copy_.machine), {}};
  twin_->state = untaught(*twin_->machine);
}

PracticeGame Practice::play() {
  PracticeGame game;
  game.seat = side_in_game(copy_.machine->boxes.seat(), games_++);
  match_.begin(copy_.seated(), game.seat, twin_ ? twin_->seated() : Match::Seated{}, reply_);
  while (!match_.over()) match_.play(random_);
  const Episode& episode = match_.episode();
  game.resigned = episode.resigned();
  game.plies = static_cast<std::size_t>(episode.ply());
  game.result = result_of(episode.outcome(), game.seat);
  game.walkover = twin_ && match_.others_episode().resigned() && match_.others_episode().trace().empty();
  Finished lesson = match_.lesson();
  game.moves = lesson.moves;
  if (game.walkover) return game;
  copy_.learn(std::move(lesson));
  if (twin_) twin_->learn(match_.others_lesson());
  return game;
}

}  // namespace menagerie::core
