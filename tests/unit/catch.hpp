// Catch2, of the release that the system has: 2 is one header, 3 is a library (Debian 13, Ubuntu 24.04).
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>

using Catch::Approx;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
#else
#include <catch2/catch.hpp>

#include <string>

using Catch::StartsWith;
inline auto ContainsSubstring(const std::string& text) { return Catch::Contains(text); }
#endif
