// What `menagerie --version` prints.
#pragma once

#include <string>

namespace menagerie::app {

/// The version in the first line; below it the commit, where it is known, and the libraries.
std::string version_text();

}  // namespace menagerie::app
