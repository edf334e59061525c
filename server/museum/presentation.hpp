// What the visitors of one room are shown: the texts of its frames. It decides nothing.
#pragma once

#include "server/museum/seating.hpp"
#include "server/museum/ticket.hpp"
#include "server/wire/phrases.hpp"
#include "server/wire/play_text.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace menagerie::museum {

/// Network thread. A returned std::string_view lasts until the next text is written.
class Presentation {
 public:
  /// `state` is the room's, which goes on with its log; all three must outlive the presentation.
  Presentation(const core::Machine& machine, const core::MachineState& state, const Secrets& secrets)
      : machine_(machine), state_(state), secrets_(secrets), phrases_(machine.boxes) {}

  /// The facts of the machine now, to which a room adds what concerns the visitor.
  wire::HelloFrame hello() const;
  /// To be called as soon as play has come to a position that state() will tell of: see wire::Phrases.
  void prefetch(Table& table) {
    phrases_of(table).prefetch(table.episode.playthrough().node(), table.episode.playthrough().orientation());
  }
  /// Where an episode stands, with its ticket, and how it ended where it did.
  std::string_view state(Table& table, const core::PlayedTurn& turn);
  /// Precondition: the row is an episode. `in_log`: not a visitor's own copy's.
  std::string_view learned(const store::LogRow& row, bool in_log);
  /// Precondition: the machine is dry.
  std::string dry(std::optional<std::int64_t> new_era_ms) const;
  /// `["a1","b1"]`: what may be played now.
  std::string legal_moves(Table& table);

 private:
  wire::Phrases& phrases_of(Table& table);

  const core::Machine& machine_;
  const core::MachineState& state_;
  const Secrets& secrets_;
  wire::Phrases phrases_;
  wire::TextWriter writer_;
};

}  // namespace menagerie::museum
