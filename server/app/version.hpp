// What `menagerie --version` prints, and `status` tells.
#pragma once

#include <string>

namespace menagerie::app {

/// The version in the first line; below it the commit, where it is known, and the libraries.
std::string version_text();

/// The commit that the program was built from; empty where it is not known.
std::string built_from();

}  // namespace menagerie::app
