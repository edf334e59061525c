// The hash chain of a log: each row's link is a hash of the link before it and of all that the row says. Two
// logs whose links at a seq are equal are equal up to there. Private to store/.
#pragma once

#include "server/store/store.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace menagerie::store {

using ChainLink = std::array<std::uint8_t, 32>;

/// The link of `row`, whose bead changes and trace as text are `changes` and `trace`. Before a log's first
/// row stands the empty link, all zero. Its machine's number is no part of it, so that a copy has the same
/// links.
ChainLink next_link(const ChainLink& before, const LogRow& row, std::string_view changes,
                    std::string_view trace);

}  // namespace menagerie::store
