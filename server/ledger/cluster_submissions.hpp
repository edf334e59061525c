// Episodes between the learner and the inbox's rows.
#pragma once

#include "server/core/machine.hpp"
#include "server/core/verdict.hpp"
#include "server/store/inbox.hpp"

#include <string>
#include <string_view>

namespace menagerie::ledger {

store::LogRow to_row(const core::Finished& episode);
core::Finished to_finished(const store::LogRow& row);

/// The code of an episode from another server whose row does not replay.
inline constexpr std::string_view kBadEpisode = "bad-episode";

/// A verdict without a log row as the inbox has it, and back.
std::string to_text(const core::Verdict& verdict);
core::Verdict verdict_of(std::string_view text);

}  // namespace menagerie::ledger
