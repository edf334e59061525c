// Episodes against the games' own rules: random play through core::Episode agrees with Game, ply by ply, and
// the ticket of each ply restores the same episode. No socket, thread or file.
#include "engine/experiments.hpp"
#include "engine/strategies.hpp"
#include "server/core/match.hpp"

#include "tests/unit/catch.hpp"

#include <algorithm>
#include <set>

namespace episode_contract_tests {

using namespace menagerie;
using Stage = core::Episode::Phase;

namespace {

/// Machines of every game whose graph is small, or grown as it is played.
std::vector<std::shared_ptr<core::Machine>> machines() {
  std::vector<std::shared_ptr<core::Machine>> all;
  for (const Game* game : all_games()) {
    if (game->listed() && !core::shared_graph(*game, 100'000)) continue;
    for (const std::string_view seat : {"first", "second", "either"}) {
      store::MachineRow row;
      row.machine = static_cast<std::int64_t>(all.size() + 1);
      row.name = std::string(game->name()) + "-" + std::string(seat);
      row.game = game->name();
      row.seat = seat;
      row.rule = "michie-1961";
      row.convention = "canonical";
      all.push_back(core::Machine::make(std::move(row)));
    }
  }
  return all;
}

/// The same episode by the game's rules alone.
class Shadow {
 public:
  explicit Shadow(const Game& game) : game_(game), position_(game.start()) {
    boards_.insert(position_.cells);
  }

  std::vector<std::string> legal() const {
    std::vector<std::string> names;
    for (const Move& move : game_.moves(position_)) {
      const bool repeats = game_.repetition_forbidden() && move.kind != Move::Kind::pass &&
                           boards_.contains(game_.after(position_, move).cells);
      if (!repeats) names.push_back(game_.text(move));
    }
    return names;
  }
  void play(std::string_view move) {
    position_ = game_.after(position_, *game_.parse_move(position_, move));
    boards_.insert(position_.cells);
    ++ply_;
  }
  bool ended() const { return game_.outcome(position_).has_value() || ply_ >= game_.length_max(); }
  const Position& position() const { return position_; }
  int ply() const { return ply_; }

 private:
  const Game& game_;
  Position position_;
  std::set<decltype(Position::cells)> boards_;
  int ply_ = 0;
};

void require_same(const core::Episode& a, const core::Episode& b) {
  REQUIRE(a.ply() == b.ply());
  REQUIRE(a.trace() == b.trace());
  REQUIRE(a.resigned() == b.resigned());
  REQUIRE(a.ticket().moves == b.ticket().moves);
  const core::Playthrough& at = a.playthrough();
  const core::Playthrough& there = b.playthrough();
  REQUIRE(at.graph().position(at.node()) == there.graph().position(there.node()));
  REQUIRE(at.orientation() == there.orientation());
  if (a.ended()) REQUIRE(a.outcome() == b.outcome());
}

/// The ticket of an episode that waits for its visitor, or has ended, tells the same episode.
void require_restored(const core::Machine& machine, const core::Episode& episode) {
  core::Episode restored;
  REQUIRE(restored.resume(machine, episode.ticket()));
  REQUIRE(restored.phase() == (episode.ended() ? Stage::finished : Stage::checking));
  if (restored.phase() == Stage::checking) restored.looked_up(false);
  REQUIRE(restored.phase() == episode.phase());
  require_same(restored, episode);
}

void require_agreement(const core::Episode& episode, const Shadow& shadow, const Game& game) {
  const core::Playthrough& at = episode.playthrough();
  REQUIRE(at.ply() == shadow.ply());
  REQUIRE(at.graph().position(at.node()) == shadow.position());
  REQUIRE(at.ended() == shadow.ended());
  REQUIRE(at.outcome() == game.outcome(shadow.position()));
  if (at.ended()) return;
  for (const Move& move : game.moves(shadow.position())) {
    const std::string name = game.text(move);
    const auto legal = shadow.legal();
    const bool may = std::find(legal.begin(), legal.end(), name) != legal.end();
    REQUIRE((at.find(name) != kNone) == may);
  }
}

/// Plays one episode to its end, against both the rules and its own tickets.
core::Episode play(const core::Machine& machine, const core::MachineState& state, Player seat,
                   core::Episode::Opponent opponent, Random& random) {
  const Game& game = machine.boxes.game();
  Shadow shadow(game);
  core::Episode episode;
  core::Ticket start;
  start.machine = machine.row.machine;
  start.seat = seat;
  episode.begin(machine, start, opponent);
  require_agreement(episode, shadow, game);
  while (episode.phase() == Stage::playing) {
    core::PlayedTurn turn;
    if (episode.machine_to_move()) {
      episode.machine_moves(state, random, turn);
      if (episode.resigned()) {
        REQUIRE(turn.count == 0);
        break;
      }
    } else {
      const auto legal = shadow.legal();
      const std::string& move = legal[random.below(legal.size())];
      const int ply = episode.ply();
      REQUIRE(episode.visitor_moves(ply, move, state.seq, turn) == core::Episode::MoveReply::played);
      if (episode.phase() != Stage::playing)
        REQUIRE(episode.visitor_moves(ply, move, state.seq, turn) == core::Episode::MoveReply::repeated);
    }
    REQUIRE(turn.count == 1);
    shadow.play(episode.playthrough().graph().move_text(turn.plies[0].edge));
    require_agreement(episode, shadow, game);
    const bool told = opponent == core::Episode::Opponent::visitor && !episode.machine_to_move();
    if (told) require_restored(machine, episode);
  }
  return episode;
}

}  // namespace

TEST_CASE("play through an episode agrees with the rules, and every ply's ticket restores it", "[contract]") {
  for (const auto& machine : machines()) {
    INFO(machine->row.name);
    core::MachineState state;
    core::start_machine(*machine, state, store::Why::created, 1);
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      Random random(seed);
      const Player seat = machine->boxes.seat() == Seat::either
                              ? (seed % 2 == 0 ? Player::first : Player::second)
                          : machine->boxes.seat() == Seat::first ? Player::first
                                                                 : Player::second;
      core::Episode episode = play(*machine, state, seat, core::Episode::Opponent::visitor, random);
      REQUIRE(episode.phase() == Stage::finished);
      // Learned, and then replayed from its row.
      const store::LogRow row = core::learn_episode(*machine, state, episode.submit(), 2);
      REQUIRE(episode.phase() == Stage::waiting);
      core::Episode again;
      REQUIRE(core::replay(*machine, row, again) == std::nullopt);
      require_same(again, episode);
      REQUIRE(again.outcome() == row.outcome);
      if (machine->listed()) REQUIRE(again.trace() == row.trace);
    }
  }
}

TEST_CASE("a machine against itself draws for both sides, and its row tells the same episode", "[contract]") {
  for (const auto& machine : machines()) {
    if (machine->boxes.seat() != Seat::either || !machine->listed()) continue;
    INFO(machine->row.name);
    core::MachineState state;
    core::start_machine(*machine, state, store::Why::created, 1);
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      Random random(seed);
      core::Episode episode = play(*machine, state, Player::first, core::Episode::Opponent::itself, random);
      const store::LogRow row = core::learn_episode(*machine, state, episode.submit(), 2);
      REQUIRE(row.self_play());
      core::Episode again;
      REQUIRE(core::replay(*machine, row, again) == std::nullopt);
      require_same(again, episode);
    }
  }
}

TEST_CASE("an experiment's games are those that episodes of the same machines give", "[contract]") {
  constexpr std::size_t kGames = 20;
  const core::Match::Reply any = [](const core::Playthrough& at, Random& random) {
    return strategy_move(Strategy::random, at.boxes(), nullptr, at.node(), random, at.moves());
  };
  for (const auto& machine : machines()) {
    if (!machine->listed()) continue;
    for (const bool has_other : {false, true}) {
      INFO(machine->row.name << (has_other ? " against a machine" : " against random moves"));
      store::MachineRow row = machine->row;
      row.seat = row.seat == "first" ? "second" : row.seat == "second" ? "first" : "either";
      const auto other = core::Machine::make(std::move(row));
      core::MachineState state, others_state;
      core::start_machine(*machine, state, store::Why::created, 1);
      core::start_machine(*other, others_state, store::Why::created, 1);

      ExperimentSetup setup;
      setup.machine = Contestant::untaught(machine->boxes, machine->rule);
      if (has_other) {
        setup.teacher = Teacher::machine;
        setup.other = Contestant::untaught(other->boxes, other->rule);
      }
      setup.games = kGames;
      const auto experiment = Experiment::make(std::move(setup));
      REQUIRE(experiment);
      Run run(*experiment, 7, 3);
      Random random = random_of_run(7, 3);
      core::Match match;
      while (run.play()) {
        const GameRecord& game = run.game();
        match.begin({machine.get(), &state}, game.side,
                    has_other ? core::Match::Seated{other.get(), &others_state} : core::Match::Seated{}, any);
        while (!match.over()) match.play(random);
        REQUIRE(std::ranges::equal(match.episode().playthrough().moves(), game.moves));
        REQUIRE(std::ranges::equal(match.episode().trace(), game.draws));
        const auto learned = core::learn_episode(*machine, state, match.lesson(), 2);
        REQUIRE(std::ranges::equal(learned.changes, game.changes));
        REQUIRE(result_of(learned.outcome, game.side) == game.result);
        if (!has_other) continue;
        const auto others = core::learn_episode(*other, others_state, match.others_lesson(), 2);
        REQUIRE(std::ranges::equal(others.changes, game.other_changes));
      }
      REQUIRE(run.result().results.size() == kGames);
    }
  }
}

}  // namespace episode_contract_tests
