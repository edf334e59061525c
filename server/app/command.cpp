#include "server/app/command.hpp"

#include "server/app/nearest.hpp"
#include "server/app/redacted.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace menagerie::app {
namespace {

std::vector<std::string> flags_of(const CLI::App& command) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  }
  return flags;
}

}  // namespace

int print_bad_usage(const CLI::App& command, const std::string& what) {
  std::fprintf(stderr, "%s: %s (see %s --help)\n", command.get_name().c_str(), redacted(what).c_str(),
               command.get_name().c_str());
  return kBadUsage;
}

std::string what_is_wrong(const CLI::App& command, const CLI::ParseError& error) {
  std::string what = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr) return what;
  const std::vector<std::string> flags = flags_of(command);
  for (const std::string& argument : command.remaining()) {
    if (!argument.starts_with("--")) continue;
    if (const std::string hint = did_you_mean(argument.substr(0, argument.find('=')), flags); !hint.empty())
      return what + hint;
  }
  return what;
}

std::string setting_hint(const CLI::App& command, std::string_view line) {
  std::vector<std::string> names = flags_of(command);
  for (std::string& name : names) name.erase(0, 2);
  line = line.substr(0, line.find_first_of("= \t"));
  return did_you_mean(line, names);
}

void take_last(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    if (option->get_items_expected_max() == 1) option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  }
}

std::vector<std::string> with_environment(CLI::App& command, std::vector<std::string> arguments) {
  take_last(command);
  std::vector<std::string> all;
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (!name.starts_with("--") || name == "--help") continue;
    std::string variable = "MENAGERIE_";
    for (const char c : name.substr(2))
      variable += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    // A list is one variable with commas; a flag on the command line replaces the whole list.
    const char* value = std::getenv(variable.c_str());
    if (value == nullptr || *value == '\0') continue;
    const bool given = std::ranges::any_of(
        arguments, [&](const std::string& it) { return it == name || it.starts_with(name + "="); });
    if (!given) all.push_back(name + "=" + value);
  }
  all.insert(all.end(), arguments.begin(), arguments.end());
  return all;
}

int parse(CLI::App& command, std::vector<std::string> arguments) {
  std::reverse(arguments.begin(), arguments.end());  // in the order that CLI11 expects
  try {
    command.parse(std::move(arguments));
    return -1;
  } catch (const CLI::Success& success) {  // --help
    return command.exit(success);
  } catch (const CLI::ParseError& error) {
    return print_bad_usage(command, what_is_wrong(command, error));
  }
}

}  // namespace menagerie::app
