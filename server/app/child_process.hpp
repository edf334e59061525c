// Another run of this program, as a process of its own, and what it prints.
#pragma once

#include <sys/types.h>

#include <stop_token>
#include <string>
#include <vector>

namespace menagerie::app {

struct ChildResult {
  bool success = false;  ///< exit status 0
  std::string output;    ///< standard output and standard error, at most the last 4 KiB
};

/// Runs `menagerie ARGUMENTS...` to its end, with the priority of the calling thread and no open file of this
/// process. Where `stop` is requested it is terminated. Throws std::runtime_error where it cannot be started.
ChildResult run_self(const std::vector<std::string>& arguments, const std::stop_token& stop);

}  // namespace menagerie::app
