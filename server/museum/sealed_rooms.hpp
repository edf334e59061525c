// All sealed rooms of this server, and those who wait for a seat in one. Everybody who waits is seated in the
// same round, on the beat of a clock, so that how long one has waited does not tell with whom one plays; the
// lot decides that. Nothing is stored but one score. Network thread.
#pragma once

#include "server/museum/room.hpp"
#include "server/museum/sealed_room.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace menagerie::museum {

class SealedRooms {
 public:
  /// `context` outlives it.
  explicit SealedRooms(Room::Context& context);
  SealedRooms(const SealedRooms&) = delete;
  SealedRooms& operator=(const SealedRooms&) = delete;

  /// What is to be done with each guess, which adds to the score.
  void keep_guesses(std::function<void(const wire::SealedScore& more)> keep) {
    common_.keep = std::move(keep);
  }
  /// The score as it is kept. Guesses that are not kept yet may lack in it: no number becomes less.
  void take_score(const wire::SealedScore& kept);
  const wire::SealedScore& score() const { return common_.score; }

  void join(SealedVisitor& visitor);   ///< sends `hello`
  void leave(SealedVisitor& visitor);  ///< the connection is gone
  // What a visitor does; a refusal says why it does not count.
  std::optional<wire::Refusal> enter(SealedVisitor& visitor, const wire::SealedEnter& frame);
  std::optional<wire::Refusal> move(SealedVisitor& visitor, const wire::SealedMove& frame);
  std::optional<wire::Refusal> guess(SealedVisitor& visitor, const wire::SealedGuess& frame);

  /// The beat: seats those who wait, where a round is due, and hands on the moves that are. Once a second.
  void tick();

 private:
  void stand(SealedVisitor& visitor);
  void seat_round(std::int64_t now_ms);
  void open_room(SealedVisitor& one, SealedVisitor* two, std::int64_t now_ms);

  Room::Context& context_;
  SealedRoom::Common common_;
  Random random_;
  std::vector<std::unique_ptr<SealedRoom>> rooms_;
  std::vector<SealedVisitor*> waiting_;
  std::size_t seats_ = 0;
  std::int64_t next_round_ms_ = 0;
};

}  // namespace menagerie::museum
