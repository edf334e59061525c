#include "server/net/documentation.hpp"

#include <filesystem>

namespace menagerie::net {

std::string documentation(std::string_view name) {
  namespace fs = std::filesystem;
  std::error_code problem;
  const fs::path program = fs::read_symlink("/proc/self/exe", problem).parent_path();
  // PREFIX/bin/menagerie, and build/PRESET/menagerie.
  for (const fs::path& folder : {program / "../share/doc/menagerie", program / "../.."}) {
    const fs::path path = (folder / name).lexically_normal();
    if (!problem && fs::exists(path, problem)) return path.string();
  }
  return std::string(name);
}

}  // namespace menagerie::net
