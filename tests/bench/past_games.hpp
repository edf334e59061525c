// Games of one machine against a random player, one after another, as if so many visitors had been there.
#pragma once

#include "engine/players.hpp"
#include "server/core/playthrough.hpp"
#include "server/core/record.hpp"
#include "server/museum/ticket.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace menagerie {

/// Plays, and folds what it played as the learner will: the next game is drawn from the beads as they
/// will be then, while the learner is still committing.
class PastGames {
 public:
  PastGames(core::Loaded loaded, std::uint64_t seed, core::Clock clock)
      : machine_(std::move(loaded.machine)),
        state_(std::move(loaded.state)),
        random_(seed),
        ids_(clock),
        clock_(std::move(clock)) {}

  core::Finished next() {
    if (played_++ % kEpisodesOfAVisit == 0) visit_ = ids_.next();
    core::Finished episode = play();
    core::learn_episode(*machine_, state_, episode, clock_());
    return episode;
  }
  bool dry() const { return state_.dry.has_value(); }
  void begin_era() { core::begin_era(*machine_, state_, store::Why::dry, clock_()); }
  std::int64_t number() const { return machine_->row.machine; }

 private:
  static constexpr std::uint64_t kEpisodesOfAVisit = 10;  // about as many as people stay for

  core::Finished play() {
    core::Finished episode;
    episode.machine = machine_->row.machine;
    episode.era = state_.era;
    episode.id = ids_.next();
    episode.visit = visit_;
    episode.started_ms = clock_();
    episode.seat = seat();
    playthrough_.begin(*machine_);
    while (!playthrough_.ended() && !episode.resigned) {
      const Edge edge = playthrough_.to_move() == episode.seat ? draw(episode) : random_visitor();
      if (edge == kNone) break;
      if (!episode.moves.empty()) episode.moves += ' ';
      episode.moves += playthrough_.graph().move_text(edge);
      playthrough_.play(edge);
    }
    episode.outcome = playthrough_.outcome().value_or(Outcome::draw);
    if (episode.resigned)
      episode.outcome = episode.seat == Player::first ? Outcome::second_wins : Outcome::first_wins;
    return episode;
  }

  Player seat() {
    switch (machine_->boxes.seat()) {
      case Seat::first:
        return Player::first;
      case Seat::second:
        return Player::second;
      case Seat::either:
        break;
    }
    return random_.below(2) == 0 ? Player::first : Player::second;
  }

  Edge random_visitor() {
    return random_move(playthrough_.graph(), playthrough_.node(), random_, playthrough_.moves());
  }

  Edge draw(core::Finished& episode) {
    const MachineMove made =
        machine_move(machine_->rule, playthrough_.boxes(), counts(), playthrough_.node(),
                     playthrough_.orientation(), playthrough_.ply(), random_, playthrough_.moves());
    episode.resigned = made.edge == kNone;
    if (made.draw) episode.trace.push_back(*made.draw);
    return made.edge;
  }

  /// What lies in the boxes of the playthrough; of one that is met for the first time, what it is made with.
  std::span<const std::int64_t> counts() {
    if (!playthrough_.has_own_graph()) return state_.beads;
    counts_.resize(playthrough_.boxes().bead_count());
    const std::uint32_t local = playthrough_.box();
    if (local == kNone) return counts_;
    const Box& box = playthrough_.boxes().boxes()[local];
    const auto counts = std::span(counts_).subspan(box.first_bead, box.beads.size());
    const std::uint32_t number = machine_->boxes.find(box.text);
    if (state_.has(number)) {
      std::ranges::copy(state_.beads_in(machine_->boxes.boxes()[number]), counts.begin());
    } else {
      std::ranges::fill(counts, machine_->rule.start_at(playthrough_.ply() / 2 + 1));
    }
    return counts_;
  }

  std::shared_ptr<core::Machine> machine_;
  core::MachineState state_;
  Random random_;
  museum::IdSource ids_;
  core::Clock clock_;
  core::Playthrough playthrough_;
  std::vector<std::int64_t> counts_;
  store::Id visit_;
  std::uint64_t played_ = 0;
};

}  // namespace menagerie
