// Tickets: an episode so far with a keyed hash (BLAKE2b), so that it can go on after a lost line, a
// reload or a restart with nothing stored for it; and the draws' seeds, keyed too.
#pragma once

#include "engine/game.hpp"
#include "server/core/episode.hpp"
#include "server/store/id.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace menagerie::museum {

/// The museum's key; lives in the data folder, never logged. Subkeys are derived from it.
struct Secrets {
  std::array<unsigned char, 32> ticket_key{};
  std::array<unsigned char, 16> draw_key{};
  std::array<unsigned char, 32> visit_key{};

  /// Those of a room that shows a machine as it was after row `seq`: its tickets are good there only.
  Secrets of_past(std::int64_t machine, std::uint64_t seq) const;
  /// Those of the visitor's own copy with that name.
  Secrets of_copy(std::string_view name) const;
  static Secrets from(const std::array<unsigned char, 32>& signing_key);
  /// Reads `house.key` in the folder, or makes it (mode 0600) from the system's randomness. Throws
  /// std::runtime_error saying what is wrong with the file.
  static Secrets open(const std::string& folder);

  using SigningKey = std::array<unsigned char, 32>;
  /// A new key, from the system's randomness.
  static SigningKey fresh_key();
  /// The key in `house.key` of a folder; empty where there is none. Throws as open() does.
  static std::optional<SigningKey> key_in(const std::string& folder);
  /// Writes `house.key` in a folder that has none. Throws std::runtime_error.
  static void keep(const std::string& folder, const SigningKey& key);
};

inline constexpr std::size_t kTicketTextMax = 696;  ///< characters: 522 bytes in base64

/// Writes into `text` and returns the part of it that is the ticket.
std::string_view write_ticket(const core::Ticket& ticket, const Secrets& secrets,
                              std::span<char, kTicketTextMax> text);
/// Nothing where the text is no ticket of this museum. Those of version 1 have the seq 0.
std::optional<core::Ticket> read_ticket(std::string_view text, const Secrets& secrets);

inline constexpr std::size_t kVisitTextMax = 44;  ///< characters: 33 bytes in base64

/// A visit as its visitor keeps it: its id, which lists show to everybody, and a keyed hash, which says that
/// the server gave it to him. Only its holder may go on as the visit.
std::string write_visit(const store::Id& visit, const Secrets& secrets);
/// Nothing where the text is no visit that this museum has given.
std::optional<store::Id> read_visit(std::string_view text, const Secrets& secrets);

/// The seed of the machine's draw behind those moves, as a ticket numbers them: the same whenever just these
/// are played again, so that a lost answer can be given once more, and another one behind any other moves, so
/// that an older ticket foretells no draw. Precondition: the moves are as many as fit a ticket.
std::uint64_t draw_seed(const Secrets& secrets, const store::Id& episode,
                        std::span<const std::uint8_t> moves);

/// The seed of what machines play against themselves before the museum opens: each museum's own.
std::uint64_t self_play_seed(const Secrets& secrets);

/// Makes ids: UUIDv7 (RFC 9562), time first, then random bits from the system.
class IdSource {
 public:
  explicit IdSource(core::Clock clock) : clock_(std::move(clock)) {}
  store::Id next();

 private:
  core::Clock clock_;
  std::int64_t last_ms_ = 0;
  std::uint16_t counter_ = 0;
  std::array<unsigned char, 1024> pool_{};
  std::size_t pool_used_ = 1024;
};

}  // namespace menagerie::museum
