#include "server/app/version.hpp"

#include "server/store/postgres.hpp"
#include "server/store/store.hpp"

#include <sodium.h>
#include <spdlog/fmt/fmt.h>
#include <spdlog/version.h>
#include <zlib.h>
#include <CLI/Version.hpp>
#include <boost/version.hpp>
#include <nlohmann/json.hpp>

namespace menagerie::app {

std::string built_from() { return MENAGERIE_COMMIT; }

std::string version_text() {
  std::string text = "menagerie " MENAGERIE_VERSION "\n";
  const std::string commit = built_from();
  if (!commit.empty()) text += fmt::format("commit {}\n", commit);
  const auto add = [&](std::string_view name, std::string_view version) {
    text += fmt::format("{} {}\n", name, version);
  };
  add("SQLite", store::sqlite_version());
  add("libpq", store::postgres_library_version());
  add("Boost",
      fmt::format("{}.{}.{}", BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000, BOOST_VERSION % 100));
  add("libsodium", sodium_version_string());
  add("zlib", zlibVersion());
  add("spdlog", fmt::format("{}.{}.{}", SPDLOG_VER_MAJOR, SPDLOG_VER_MINOR, SPDLOG_VER_PATCH));
  add("JSON for Modern C++", fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                                         NLOHMANN_JSON_VERSION_PATCH));
  add("CLI11", CLI11_VERSION);
  return text;
}

}  // namespace menagerie::app
