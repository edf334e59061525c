// Which of some words was meant by one that is misspelt. Pure; any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace menagerie::app {

/// `; did you mean WORD?`, with the one of `words` that is spelt most like `word`; empty where none is near
/// it: letters left out, put in, changed or swapped with their neighbours, at most one for each three
/// letters.
std::string did_you_mean(std::string_view word, std::span<const std::string> words);

}  // namespace menagerie::app
