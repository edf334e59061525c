// Acts and what they change, in sentences: for previews, for the answer to an order, and for the audit. Pure;
// any thread.
#pragma once

#include "server/core/acts.hpp"

#include <string>
#include <string_view>

namespace menagerie::api {

/// What an act is, as its log row tells it. May throw store::Error.
std::string act_summary(const store::LogRow& act, std::string_view title);
/// What it does to episodes and beads; true before as after it.
std::string effect_summary(const core::Effect& effect);

}  // namespace menagerie::api
