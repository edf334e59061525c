// Rules as text: what is wrong with one, reading, printing.
#include "engine/parse_number.hpp"
#include "engine/rules.hpp"
#include "engine/text.hpp"

#include <algorithm>

namespace menagerie {
namespace {

using Fault = std::optional<std::string>;

constexpr std::string_view kOptions =
    "start, win, draw, loss, floor, upkeep, empty, propagate, prune, choose, delay, analyse, step, discount "
    "and greedy are the options";

std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; }

/// The parts of a text between `mark`s; one at least.
std::vector<std::string_view> parts_of(std::string_view text, char mark) {
  std::vector<std::string_view> parts;
  for (std::size_t mark_at = 0; (mark_at = text.find(mark)) != std::string_view::npos;) {
    parts.push_back(text.substr(0, mark_at));
    text.remove_prefix(mark_at + 1);
  }
  parts.push_back(text);
  return parts;
}

/// A whole number with an optional sign and nothing behind it.
std::optional<std::int64_t> number_in(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  return parse_number<std::int64_t>(text);
}

// What is wrong with one option: its name, and what would be right.

Fault figure_fault(std::string_view option, std::int64_t figure, std::int64_t least,
                   std::int64_t most = kRuleFigureMax) {
  if (figure >= least && figure <= most) return std::nullopt;
  return std::string(option) + ": " + std::to_string(figure) + " is not between " + std::to_string(least) +
         " and " + std::to_string(most);
}

Fault start_fault(const std::vector<std::int64_t>& start) {
  if (start.empty()) return "start: it needs at least one figure, such as 4/3/2/1";
  if (start.size() > kRuleStartsMax) {
    return "start: " + std::to_string(start.size()) + " figures are more than " +
           std::to_string(kRuleStartsMax);
  }
  for (const std::int64_t figure : start) {
    if (const Fault fault = figure_fault("start", figure, 1)) return fault;
  }
  return std::nullopt;
}

Fault reinforcement_fault(std::string_view option, const Reinforcement& result) {
  if (result.change == kAllOfColour) return std::nullopt;
  if (const Fault fault = figure_fault(option, result.change, -kRuleFigureMax)) return fault;
  if (result.keeps_last && result.change >= 0) {
    return std::string(option) + ": keep is only for a change that takes beads away, such as -1/keep";
  }
  return std::nullopt;
}

/// With a step, counts are values: results are what a game was worth, and nothing else changes a count.
Fault values_fault(const Rule& rule) {
  if (rule.greedy == 0) return "step: it needs greedy, such as greedy=900: a value is no number of beads";
  for (const Reinforcement& result : {rule.win, rule.draw, rule.loss}) {
    if (result.change < 0 || result.scope == Scope::last)
      return "step: win, draw and loss are then what a game was worth, such as 10000, 5000 and 0";
  }
  if (rule.propagates || rule.delay > 0 || rule.analyses)
    return "step: it does not go with propagate, delay or analyse";
  return std::nullopt;
}

// Reading one option. Each writes what it read into its target, or says what would be right.

Fault read_start(std::string_view value, std::vector<std::int64_t>& start) {
  start.clear();
  for (const std::string_view part : parts_of(value, '/')) {
    const std::optional<std::int64_t> figure = number_in(part);
    if (!figure) return "start: " + quoted(value) + " is not figures with / between, such as 4/3/2/1";
    start.push_back(*figure);
  }
  return std::nullopt;
}

Fault read_reinforcement(std::string_view option, std::string_view value, Reinforcement& result) {
  const Fault unread = std::string(option) + ": " + quoted(value) +
                       " is not a number or -all, with /last or /keep or both behind it, such as -1/last";
  const std::vector<std::string_view> parts = parts_of(value, '/');
  const std::optional<std::int64_t> change =
      parts[0] == "-all" ? std::optional(kAllOfColour) : number_in(parts[0]);
  if (!change || (*change == kAllOfColour) != (parts[0] == "-all")) return unread;
  result = {*change};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (parts[i] == "last" && result.scope == Scope::all) {
      result.scope = Scope::last;
    } else if (parts[i] == "keep" && !result.keeps_last) {
      result.keeps_last = true;
    } else {
      return unread;
    }
  }
  return std::nullopt;
}

Fault read_figure(std::string_view option, std::string_view value, std::int64_t& figure) {
  const std::optional<std::int64_t> number = number_in(value);
  if (!number) return std::string(option) + ": " + quoted(value) + " is not a number";
  figure = *number;
  return std::nullopt;
}

/// Reads one of two words: `yes` makes `chosen` true, `no` false.
Fault read_choice(std::string_view option, std::string_view value, std::string_view yes, std::string_view no,
                  bool& chosen) {
  if (value != yes && value != no) {
    return std::string(option) + ": " + quoted(value) + " is neither " + std::string(yes) + " nor " +
           std::string(no);
  }
  chosen = value == yes;
  return std::nullopt;
}

Fault read_option(std::string_view option, std::string_view value, Rule& rule) {
  if (option == "start") return read_start(value, rule.start);
  if (option == "win") return read_reinforcement(option, value, rule.win);
  if (option == "draw") return read_reinforcement(option, value, rule.draw);
  if (option == "loss") return read_reinforcement(option, value, rule.loss);
  if (option == "floor") return read_figure(option, value, rule.floor);
  if (option == "upkeep") return read_figure(option, value, rule.upkeep);
  if (option == "propagate") return read_choice(option, value, "yes", "no", rule.propagates);
  if (option == "prune") return read_choice(option, value, "yes", "no", rule.prunes);
  if (option == "choose") return read_choice(option, value, "most", "chance", rule.chooses_most);
  if (option == "delay") return read_figure(option, value, rule.delay);
  if (option == "analyse") return read_choice(option, value, "yes", "no", rule.analyses);
  if (option == "step") return read_figure(option, value, rule.step);
  if (option == "discount") return read_figure(option, value, rule.discount);
  if (option == "greedy") return read_figure(option, value, rule.greedy);
  if (option == "empty") {
    bool top_up = false;
    const Fault fault = read_choice(option, value, "top-up", "resign", top_up);
    rule.empty_box = top_up ? EmptyBox::top_up : EmptyBox::resign;
    return fault;
  }
  return "there is no option " + quoted(option) + ": " + std::string(kOptions);
}

Fault read(const std::vector<std::string_view>& parts, Rule& rule) {
  std::vector<std::string_view> seen;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::size_t equals = parts[i].find('=');
    if (equals == std::string_view::npos) {
      return quoted(parts[i]) + " is not an option with its value, such as win=+4";
    }
    const std::string_view option = parts[i].substr(0, equals);
    if (std::find(seen.begin(), seen.end(), option) != seen.end()) {
      return "the option " + quoted(option) + " is given twice";
    }
    seen.push_back(option);
    if (const Fault fault = read_option(option, parts[i].substr(equals + 1), rule)) return fault;
  }
  return rule_fault(rule);
}

/// Where there is no change, who it is made to does not matter.
Reinforcement plain(Reinforcement result) { return result.change == 0 ? Reinforcement{} : result; }

std::string text_of(const Reinforcement& result) {
  std::string text = result.change == kAllOfColour ? "-all" : std::to_string(result.change);
  if (result.change > 0) text.insert(text.begin(), '+');
  if (result.scope == Scope::last) text += "/last";
  return result.keeps_last ? text + "/keep" : text;
}

/// A start without figures that say nothing: behind the last one stands 1 anyhow.
std::vector<std::int64_t> shortest(std::vector<std::int64_t> start) {
  while (start.size() > 2 && start.back() == 1) start.pop_back();
  if (start.size() == 2 && start[0] == 1 && start[1] == 1) start.pop_back();
  return start;
}

/// The rule without what says nothing.
Rule shortest(Rule rule) {
  rule.start = shortest(std::move(rule.start));
  for (Reinforcement* result : {&rule.win, &rule.draw, &rule.loss}) *result = plain(*result);
  return rule;
}

/// The options that make `base` into `rule`, each with a comma before it.
std::string difference(const Rule& base, const Rule& rule) {
  const std::vector<RuleOption> from = options_of(shortest(base)), to = options_of(shortest(rule));
  std::string text;
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (from[i].value != to[i].value) text.append(",").append(to[i].name).append("=").append(to[i].value);
  }
  return text;
}

/// What to call a rule that is no preset: its text, and the story of the rule that it was made from.
Rule described(Rule rule) {
  rule.name = to_text(rule);
  if (const Rule* preset = find_rule(rule.name)) return *preset;
  const std::size_t comma = rule.name.find(',');
  std::string options;
  for (const char c : rule.name.substr(comma + 1))
    options += c == ',' ? std::string(", ") : std::string(1, c);
  const Rule& base = *find_rule(std::string_view(rule.name).substr(0, comma));
  rule.story = base.story.substr(0, base.story.size() - 1) + "; here with " + options + ".";
  return rule;
}

}  // namespace

std::optional<std::string> rule_fault(const Rule& rule) {
  if (const Fault fault = start_fault(rule.start)) return fault;
  if (const Fault fault = reinforcement_fault("win", rule.win)) return fault;
  if (const Fault fault = reinforcement_fault("draw", rule.draw)) return fault;
  if (const Fault fault = reinforcement_fault("loss", rule.loss)) return fault;
  if (const Fault fault = figure_fault("floor", rule.floor, 0)) return fault;
  if (const Fault fault = figure_fault("upkeep", rule.upkeep, 0)) return fault;
  if (const Fault fault = figure_fault("delay", rule.delay, 0)) return fault;
  if (const Fault fault = figure_fault("step", rule.step, 0, 1000)) return fault;
  if (const Fault fault = figure_fault("discount", rule.discount, 0, 1000)) return fault;
  if (const Fault fault = figure_fault("greedy", rule.greedy, 0, 1000)) return fault;
  return rule.step > 0 ? values_fault(rule) : std::nullopt;
}

std::vector<RuleOption> options_of(const Rule& rule) {
  const auto number = [](std::int64_t it) { return std::to_string(it); };
  return {{"start", joined(rule.start, "/", number)},
          {"win", text_of(rule.win)},
          {"draw", text_of(rule.draw)},
          {"loss", text_of(rule.loss)},
          {"floor", number(rule.floor)},
          {"upkeep", number(rule.upkeep)},
          {"empty", rule.empty_box == EmptyBox::top_up ? "top-up" : "resign"},
          {"propagate", rule.propagates ? "yes" : "no"},
          {"prune", rule.prunes ? "yes" : "no"},
          {"choose", rule.chooses_most ? "most" : "chance"},
          {"delay", number(rule.delay)},
          {"analyse", rule.analyses ? "yes" : "no"},
          {"step", number(rule.step)},
          {"discount", number(rule.discount)},
          {"greedy", number(rule.greedy)}};
}

std::optional<Rule> parse_rule(std::string_view text, std::string* why) {
  const std::vector<std::string_view> parts = parts_of(text, ',');
  const Rule* base = find_rule(parts[0]);
  Rule rule = base != nullptr ? *base : Rule{};
  const Fault fault = base == nullptr
                          ? Fault("there is no rule " + quoted(parts[0]) + ": a rule is one of " +
                                  joined(all_rules(), ", ", &Rule::name) + ", and options behind it")
                          : read(parts, rule);
  if (!fault) return parts.size() == 1 ? rule : described(std::move(rule));
  if (why != nullptr) *why = *fault;
  return std::nullopt;
}

std::string to_text(const Rule& rule) {
  const Rule* namesake = find_rule(rule.name);
  if (namesake != nullptr && difference(*namesake, rule).empty()) return rule.name;
  std::string text;
  for (const Rule& base : all_rules()) {
    const std::string options = difference(base, rule);
    if (options.empty()) return base.name;
    std::string candidate = base.name + options;
    if (text.empty() || candidate.size() < text.size()) text = std::move(candidate);
  }
  return text;
}

}  // namespace menagerie
