#include "server/api/experiment_spec.hpp"

#include "engine/check.hpp"
#include "engine/parse_number.hpp"
#include "engine/solver.hpp"
#include "engine/text.hpp"
#include "server/core/record.hpp"
#include "server/museum/museum.hpp"
#include "server/wire/excerpt.hpp"

#include <algorithm>

namespace menagerie::api {
namespace {

constexpr std::size_t kManyMax = 10'000'000;
constexpr std::uint64_t kSeedMax = (std::uint64_t{1} << 53) - 1;
constexpr std::string_view kNames[] = {"machine", "seat", "rule", "boxes", "against", "games",
                                       "lives",   "seed", "stop", "every", "boards"};
constexpr std::string_view kTeacherNames =
    "random, optimal, fastest-win, longest-delay, best-response, itself or a machine";

[[noreturn]] void refuse(std::string_view field, std::string_view given, std::string_view right) {
  throw BadExperiment(field, "\"" + std::string(field) + "\" is \"" + wire::excerpt(given) +
                                 "\"; it must be " + std::string(right));
}

class Reader {
 public:
  Reader(const std::map<std::string, std::string>& parameters, const FindMachine& find)
      : parameters_(parameters), find_(find) {}

  ExperimentSpec spec() {
    for (const auto& [name, value] : parameters_) {
      if (std::ranges::find(kNames, name) == std::end(kNames))
        throw BadExperiment("", "there is no parameter \"" + wire::excerpt(name) +
                                    "\"; there are machine, seat, rule, boxes, against, games, lives, seed, "
                                    "stop, every and boards");
    }
    read_machine();
    spec_.games = number("games", 1, kManyMax, spec_.games);
    spec_.lives = number("lives", 1, kManyMax, spec_.lives);
    spec_.seed = number("seed", 0, kSeedMax, spec_.seed);
    spec_.every = number("every", 0, kManyMax, spec_.every);
    spec_.boards = number("boards", 0, 1, 0) == 1;
    if (spec_.boards && spec_.lives > 1) refuse("boards", "1", "0 where there are several lives");
    read_teachers();
    read_stop();
    return std::move(spec_);
  }

 private:
  const std::string* given(const std::string& name) const {
    const auto found = parameters_.find(name);
    return found == parameters_.end() ? nullptr : &found->second;
  }

  std::uint64_t number(const std::string& name, std::uint64_t low, std::uint64_t high,
                       std::uint64_t fallback) const {
    const std::string* text = given(name);
    if (text == nullptr) return fallback;
    const auto read = parse_number<std::uint64_t>(*text);
    if (!read || *read < low || *read > high)
      refuse(name, *text, "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
    return *read;
  }

  /// The row of its log that a machine begins at: what stands behind the @ of its name, if there is one.
  static std::optional<std::uint64_t> row_of_log(std::string_view field, std::string_view name,
                                                 const std::optional<std::uint64_t>& newest) {
    const std::size_t at = name.find('@');
    if (at == std::string_view::npos) return std::nullopt;
    if (!newest)
      refuse(field, name, "without @: it is for a machine of a museum, with its own seat and boxes");
    if (name.substr(at + 1) == "now") return newest;
    const auto seq = parse_number<std::uint64_t>(name.substr(at + 1));
    if (!seq || *seq < 1 || *seq > *newest) {
      refuse(field, name,
             "a name with @now, or with @ and a row of its log: 1 to " + std::to_string(*newest));
    }
    return seq;
  }

  NamedMachine machine_of(std::string_view field, std::string_view name) const {
    if (auto named = find_(name.substr(0, name.find('@')))) return *std::move(named);
    std::string known;
    for (const store::MachineRow& row : museum::exhibits()) known += row.name + ", ";
    refuse(field, name, (field == "against" ? std::string(kTeacherNames) + ": " : "") + known + "or a game");
  }

  void read_machine() {
    const std::string* name = given("machine");
    if (name == nullptr) throw BadExperiment("machine", "\"machine\" is missing: an exhibit or a game");
    NamedMachine named = machine_of("machine", *name);
    spec_.machine = named.row;
    if (const std::string* seat = given("seat")) {
      // A published set of boxes is of one seat.
      if (*seat != spec_.machine.seat) spec_.machine.convention = to_text(BoxConvention::canonical);
      spec_.machine.seat = *seat;
    }
    if (const std::string* rule = given("rule")) spec_.machine.rule = *rule;
    if (const std::string* boxes = given("boxes")) spec_.machine.convention = *boxes;
    const bool its_own =
        spec_.machine.seat == named.row.seat && spec_.machine.convention == named.row.convention;
    if (!its_own) named.newest.reset();
    spec_.at = row_of_log("machine", *name, named.newest);
  }

  Teacher teacher_of(std::string_view name) {
    const auto teacher = parse_teacher(name);
    if (teacher && *teacher != Teacher::machine) return *teacher;
    NamedMachine named = machine_of("against", name);
    store::MachineRow& row = named.row;
    if (row.game != spec_.machine.game)
      refuse("against", name, "a machine that plays " + spec_.machine.game + ": this one plays " + row.game);
    if (spec_.other && spec_.other->name != row.name) refuse("against", name, "one machine in all the games");
    // As Gardner says of HIM and HER: to play a machine of both seats, one of a single seat is made for both.
    if (spec_.machine.seat == to_text(Seat::either) && row.seat != spec_.machine.seat) {
      row.seat = spec_.machine.seat;
      row.convention = to_text(BoxConvention::canonical);
      named.newest.reset();
    }
    const auto at = row_of_log("against", name, named.newest);
    if (spec_.other && spec_.other_at != at) refuse("against", name, "one machine in all the games");
    spec_.other_at = at;
    spec_.other = std::move(row);
    return Teacher::machine;
  }

  void read_teachers() {
    const std::string* against = given("against");
    if (against == nullptr) return;
    const auto parts = split(*against, ',');
    if (parts.empty()) refuse("against", *against, kTeacherNames);
    spec_.teacher = teacher_of(parts.front());
    for (const std::string_view part : std::span(parts).subspan(1)) {
      const std::size_t colon = std::min(part.find(':'), part.size());
      const auto from = parse_number<std::size_t>(part.substr(0, colon));
      if (!from || colon == part.size())
        refuse("against", *against,
               "teachers, each but the first behind its game, as optimal,21:best-response");
      spec_.phases.push_back({*from, teacher_of(part.substr(colon + 1))});
    }
  }

  void read_stop() {
    const std::string* stop = given("stop");
    if (stop == nullptr) return;
    constexpr std::string_view kDefeats = "defeats:";
    for (const std::string_view part : split(*stop, ',')) {
      const std::size_t defeats = part.starts_with(kDefeats)
                                      ? parse_number<std::size_t>(part.substr(kDefeats.size())).value_or(0)
                                      : 0;
      if (part == "dry") {
        spec_.until_dry = true;
      } else if (part == "unbeatable") {
        spec_.until_unbeatable = true;
      } else if (defeats > 0) {
        spec_.until_defeats = defeats;
      } else {
        refuse("stop", *stop, "any of dry, unbeatable and defeats:8, with commas between");
      }
    }
  }

  const std::map<std::string, std::string>& parameters_;
  const FindMachine& find_;
  ExperimentSpec spec_;
};

nlohmann::ordered_json json_of(const store::MachineRow& row, const std::optional<std::uint64_t>& at) {
  nlohmann::ordered_json json = {{"name", row.name},
                                 {"game", row.game},
                                 {"seat", row.seat},
                                 {"rule", row.rule},
                                 {"boxes", row.convention}};
  if (at) json["at"] = *at;
  return json;
}

std::shared_ptr<core::Machine> put_together(const store::MachineRow& row, core::Machine::Listing listing) {
  std::shared_ptr<core::Machine> machine;
  try {
    machine = core::Machine::make(row, listing);
  } catch (const std::invalid_argument& error) {
    throw BadExperiment("machine", row.name + ": " + error.what());
  }
  const bool hosted = listing == core::Machine::Listing::hosted;
  if (!machine->listed() || (hosted && machine->graph->node_count() > PreparedExperiment::kPositionsMax))
    throw BadExperiment("machine", row.game +
                                       " has too many positions to be played here; the command line "
                                       "has no such limit");
  return machine;
}

/// A machine as it begins.
Contestant contestant(const core::Machine& machine, const std::optional<std::uint64_t>& at,
                      store::Store* record) {
  if (!at) return Contestant::untaught(machine.boxes, machine.rule);
  MENAGERIE_CHECK(record != nullptr);
  return {&machine.boxes, &machine.rule, core::state_at(*record, machine, *at).beads};
}

}  // namespace

nlohmann::ordered_json ExperimentSpec::json() const {
  const auto name_of = [&](Teacher it) {
    if (it != Teacher::machine) return std::string(to_text(it));
    return other->name + (other_at ? "@" + std::to_string(*other_at) : "");
  };
  std::string against = name_of(teacher), stop;
  for (const Phase& phase : phases)
    against += "," + std::to_string(phase.from) + ":" + name_of(phase.teacher);
  const auto add = [&](bool wanted, const std::string& what) {
    if (wanted) stop += (stop.empty() ? "" : ",") + what;
  };
  add(until_dry, "dry");
  add(until_unbeatable, "unbeatable");
  add(until_defeats > 0, "defeats:" + std::to_string(until_defeats));
  return {{"machine", json_of(machine, at)},
          {"other", other ? json_of(*other, other_at) : nlohmann::ordered_json(nullptr)},
          {"against", against},
          {"games", games},
          {"lives", lives},
          {"seed", seed},
          {"stop", stop},
          {"every", every},
          {"boards", boards}};
}

std::optional<NamedMachine> machine_named(std::string_view name) {
  if (const store::MachineRow* exhibit = museum::find_exhibit(name)) return NamedMachine{*exhibit};
  const Game* game = find_game(name);
  if (game == nullptr) return std::nullopt;
  store::MachineRow row;
  row.name = row.game = game->name();
  row.seat = to_text(Seat::first);
  row.rule = "michie-1961";
  row.convention = to_text(BoxConvention::canonical);
  for (const store::MachineRow& it : museum::exhibits()) {
    if (it.game != row.game) continue;
    row.seat = it.seat;
    row.rule = it.rule;
    break;
  }
  return NamedMachine{row};
}

StartedMachine start_described(const ExperimentSpec& spec, store::Store& record) {
  StartedMachine begun{put_together(spec.machine, core::Machine::Listing::hosted), {}};
  if (begun.machine->rule.step > 0 || begun.machine->rule.greedy > 0)
    throw BadExperiment("rule", spec.machine.rule + " learns values, not beads: nobody can sit down at it");
  core::start_machine(*begun.machine, begun.state, store::Why::created, 0);
  if (spec.at) begun.state = core::state_at(record, *begun.machine, *spec.at);
  begun.state.frozen = false;
  return begun;
}

std::span<const std::string_view> experiment_parameters() { return kNames; }

ExperimentSpec parse_experiment(const std::map<std::string, std::string>& parameters,
                                const FindMachine& find) {
  return Reader(parameters, find).spec();
}

PreparedExperiment::PreparedExperiment(ExperimentSpec spec, core::Machine::Listing listing,
                                       store::Store* record)
    : spec_(std::move(spec)), machine_(put_together(spec_.machine, listing)) {
  if (spec_.other) other_ = put_together(*spec_.other, listing);
  const bool solvable = !machine_->graph->repetition_forbidden();
  if (solvable) solution_ = solve(*machine_->graph);
  ExperimentSetup setup;
  setup.machine = contestant(*machine_, spec_.at, record);
  if (other_) setup.other = contestant(*other_, spec_.other_at, record);
  setup.solution = solvable ? &solution_ : nullptr;
  setup.teacher = spec_.teacher;
  setup.phases = spec_.phases;
  setup.games = spec_.games;
  setup.until_dry = spec_.until_dry;
  setup.until_perfect = spec_.until_unbeatable;
  setup.until_defeats_in_row = spec_.until_defeats;
  std::string why;
  experiment_ = Experiment::make(std::move(setup), &why);
  if (!experiment_) throw BadExperiment("against", why);
  if (spec_.every > 0 && !experiment_->evaluated())
    throw BadExperiment("every", spec_.machine.game + " is not evaluated: its strength is not told");
}

}  // namespace menagerie::api
