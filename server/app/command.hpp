// What all commands share: the CLI11 application and the reporting of errors.
#pragma once

#include "engine/parse_number.hpp"
#include "server/app/options.hpp"

#include <CLI/CLI.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace menagerie::app {

/// Prints one line that says what is wrong with the command line; returns the exit status.
int print_bad_usage(const CLI::App& command, const std::string& what);

/// The error in words, with the flag that was meant where one is misspelt. To be called before the command
/// parses anything else.
std::string what_is_wrong(const CLI::App& command, const CLI::ParseError& error);
/// `; did you mean NAME?` for a line of a config file whose setting is misspelt; else empty.
std::string setting_hint(const CLI::App& command, std::string_view line);

/// Parses `argv` with `command`; -1 to go on, otherwise the exit status.
int parse(CLI::App& command, std::vector<std::string> arguments);

/// `1 log row`, `2 log rows`; `many` where it is not the noun with an s.
inline std::string counted(std::uint64_t count, std::string_view one, std::string_view many = {}) {
  std::string text = std::to_string(count) + " ";
  if (count == 1) return text.append(one);
  return many.empty() ? text.append(one).append("s") : text.append(many);
}

/// Restricts an option to numbers from `least` to `most`, and shows the range in --help.
template <typename Number>
CLI::Option* in_range(CLI::Option* option, Number least, Number most) {
  const auto written = [](Number number) {
    if constexpr (std::is_floating_point_v<Number>) return std::to_string(static_cast<std::int64_t>(number));
    return std::to_string(number);
  };
  const std::string from = written(least), to = written(most);
  const auto fault = [=](const std::string& text) -> std::string {
    const std::optional<Number> number = parse_number<Number>(text);
    if (number && *number >= least && *number <= most) return {};
    return "\"" + text + "\" is no " + (std::is_floating_point_v<Number> ? "" : "whole ") + "number from " +
           from + " to " + to;
  };
  return option->check(fault)->type_name(from + ".." + to);
}

/// The most games or runs that a command takes.
inline constexpr std::size_t kManyMax = 10'000'000;

/// --format, for what is printed.
inline void add_format(CLI::App& command, std::string& format) {
  command.add_option("--format", format, "text, json or csv")
      ->check(CLI::IsMember({"text", "json", "csv"}))
      ->capture_default_str();
}

/// --data-license, for data packages.
void add_data_license(CLI::App& command, std::string& license);

/// --seed, for what is drawn.
inline void add_seed(CLI::App& command, std::uint64_t& seed) {
  CLI::Option* option =
      command.add_option("--seed", seed, "number that all draws follow from: the same seed, the same games");
  in_range(option, std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max())->capture_default_str();
}

inline std::vector<std::string> arguments_of(int argc, const char* const* argv) {
  return {argv, argv + argc};
}

/// Of an option that is given several times the last value counts, except for lists.
void take_last(CLI::App& command);

/// Uses MENAGERIE_<NAME> as the value of --<name> where the flag is not given: values from the environment
/// are put first, and the last value wins. Returns the arguments to parse.
std::vector<std::string> with_environment(CLI::App& command, std::vector<std::string> arguments);

}  // namespace menagerie::app
