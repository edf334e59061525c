// Where the program's documentation lies, so that a log line names a file that is there.
#pragma once

#include <string>
#include <string_view>

namespace menagerie::net {

/// Path of a file of the documentation by its name in the repository, such as `docker/README.md`: where a
/// package has installed it beside the program, or in the checkout that the program was built in. `name`
/// itself if it is in neither place. Looks at the disk; any thread.
std::string documentation(std::string_view name);

}  // namespace menagerie::net
