// A machine's film for a command of the command line: the very bytes that REST answers.
#pragma once

#include "server/core/machine.hpp"
#include "server/store/store.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace menagerie::api {

/// The most log rows of one piece.
inline constexpr std::uint64_t kFilmRowsMax = 16'384;
/// Those of the pieces that the page asks for, and that are exported.
inline constexpr std::uint64_t kFilmPieceRows = 4096;

/// Writes the piece from row `from` to row `to`, some tens of KiB at a time. Precondition: the log has these
/// rows, kFilmRowsMax at most. Throws store::Error.
void write_film(store::Store& store, const core::Machine& machine, std::uint64_t from, std::uint64_t to,
                const std::function<void(std::string_view)>& write);

/// What the page of a film asks for besides its pieces, as one JSON object: the machine, its boxes and its
/// game's board, the acts, and each era's staircase. Throws store::Error.
std::string film_life(store::Store& store, const core::Loaded& loaded);

}  // namespace menagerie::api
