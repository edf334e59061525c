// What an error text repeats of a client's input. Pure function; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace menagerie::wire {

/// The most bytes of an input that an error text repeats.
inline constexpr std::size_t kExcerptMax = 200;

/// `input`, where it is longer its beginning, with `...` in place of the rest: kExcerptMax bytes at most, and
/// no character of UTF-8 cut in two.
std::string excerpt(std::string_view input);

}  // namespace menagerie::wire
