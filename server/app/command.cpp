#include "server/app/command.hpp"

#include "server/app/nearest.hpp"
#include "server/app/redacted.hpp"

#include <algorithm>

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
