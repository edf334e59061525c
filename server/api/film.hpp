// A machine's film for a command of the command line: the very bytes that REST answers.
#pragma once

#include "server/core/machine.hpp"
#include "server/store/store.hpp"

#include <cstdint>
#include <functional>
#include <string_view>

namespace menagerie::api {

/// The most log rows of one piece.
inline constexpr std::uint64_t kFilmRowsMax = 16'384;

/// Writes the piece from row `from` to row `to`, some tens of KiB at a time. Precondition: the log has these
/// rows, kFilmRowsMax at most. Throws store::Error.
void write_film(store::Store& store, const core::Machine& machine, std::uint64_t from, std::uint64_t to,
                const std::function<void(std::string_view)>& write);

}  // namespace menagerie::api
