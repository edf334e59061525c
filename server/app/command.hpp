// What every command shares: its CLI11 application, and how its errors come out.
#pragma once

#include "server/app/options.hpp"

#include <CLI/CLI.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace menagerie::app {

/// Parses `argv` with `command`; -1 to go on, otherwise the exit status.
inline int parse(CLI::App& command, std::vector<std::string> arguments) {
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 takes them
  try {
    command.parse(std::move(arguments));
    return -1;
  } catch (const CLI::Success& success) {  // --help
    return command.exit(success);
  } catch (const CLI::ParseError& error) {
    std::fprintf(stderr, "%s: %s (see %s --help)\n", command.get_name().c_str(), error.what(),
                 command.get_name().c_str());
    return kBadUsage;
  }
}

/// The most games or runs that a command takes.
inline constexpr std::size_t kManyMax = 10'000'000;

/// --format, for what is printed.
inline void add_format(CLI::App& command, std::string& format) {
  command.add_option("--format", format, "text, json or csv")
      ->check(CLI::IsMember({"text", "json", "csv"}))
      ->capture_default_str();
}

/// --seed, for what is drawn.
inline void add_seed(CLI::App& command, std::uint64_t& seed) {
  command.add_option("--seed", seed, "number that all draws follow from: the same seed, the same games")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
}

inline std::vector<std::string> arguments_of(int argc, const char* const* argv) {
  return {argv, argv + argc};
}

/// Lets MENAGERIE_<NAME> stand for --<name> wherever the flag itself is not given: the environment's
/// values come first and the last one given counts. Returns the arguments to parse.
inline std::vector<std::string> with_environment(CLI::App& command, std::vector<std::string> arguments) {
  std::vector<std::string> all;
  for (const CLI::Option* option : command.get_options()) {
    std::string name = option->get_name();
    if (name.rfind("--", 0) != 0 || name == "--help") continue;
    std::string variable = "MENAGERIE_";
    for (const char c : name.substr(2)) {
      variable += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
    // A list stands in one variable with commas, and a flag on the command line replaces it whole.
    const char* value = std::getenv(variable.c_str());
    if (value == nullptr || *value == '\0') continue;
    bool given = false;
    for (const std::string& argument : arguments)
      given = given || argument == name || argument.rfind(name + "=", 0) == 0;
    if (!given) all.push_back(name + "=" + value);
  }
  all.insert(all.end(), arguments.begin(), arguments.end());
  return all;
}

}  // namespace menagerie::app
