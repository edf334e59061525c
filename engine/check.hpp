// What to do about our own mistakes: stop at once, and say where. Also in release builds, because a
// machine that learned from a broken invariant would be wrong for good.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace menagerie {

[[noreturn]] inline void check_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: broken invariant: %s\n", file, line, condition);
  std::abort();
}

}  // namespace menagerie

#define MENAGERIE_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::menagerie::check_failed(#condition, __FILE__, __LINE__))
