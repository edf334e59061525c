// An experiment described as data: which machine is taught by whom, for how many games and lives, with which
// seed. The same description gives the same games, over REST and on the command line.
#pragma once

#include "engine/experiments.hpp"
#include "server/api/http.hpp"
#include "server/core/machine.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace menagerie::api {

/// What is wrong with a description: the parameter, and what would be right, in one line.
struct BadExperiment : BadRequest {
  BadExperiment(std::string_view its_field, std::string_view what)
      : BadRequest(400, "bad-experiment", "Bad experiment", what, its_field) {}
};

struct ExperimentSpec {
  store::MachineRow machine;
  std::optional<store::MachineRow> other;  ///< a machine that teaches it, and learns itself
  Teacher teacher = Teacher::random;
  std::vector<Phase> phases;
  std::size_t games = 100;  ///< a life, at most
  std::size_t lives = 1;
  std::uint64_t seed = 1;
  bool until_dry = false, until_unbeatable = false;
  std::size_t until_defeats = 0;  ///< lost one after another; 0: not looked at
  bool boards = false;            ///< of one life: every board, draw and box is told too
  std::size_t every = 0;          ///< its strength is told after 0, every, 2 * every ... games; 0: never
  /// Where they begin with the beads that the exhibit had after that row of its log; else with their first.
  std::optional<std::uint64_t> at, other_at;

  nlohmann::ordered_json json() const;
};

/// A machine that a name stands for.
struct NamedMachine {
  store::MachineRow row;
  std::optional<std::uint64_t> newest{};  ///< the last row of its log, where it has one that can be read
};
/// The machine of that name, or nothing.
using FindMachine = std::function<std::optional<NamedMachine>(std::string_view)>;

/// An exhibit as it is at first, or the machine that a game has by default; nothing for an unknown name.
std::optional<NamedMachine> machine_named(std::string_view name);

/// A machine put together as a description says, with the state that it begins in.
struct StartedMachine {
  std::shared_ptr<core::Machine> machine;
  core::MachineState state;
};
/// `spec`: as parse_experiment() gives it. `record` and what is thrown: as PreparedExperiment's.
StartedMachine start_described(const ExperimentSpec& spec, store::Store& record);

/// The names of an experiment's parameters.
std::span<const std::string_view> experiment_parameters();

/// Reads the parameters of a query: `machine` and, if wanted, `seat`, `rule`, `boxes`, `against`
/// (`random`, or several as `optimal,21:best-response`; a machine's name for that machine), `games`, `lives`,
/// `seed`, `stop` (`dry,unbeatable,defeats:8`), `every` and `boards`. Behind a
/// machine's name, `@now` or `@120` is the row of its log that it begins at. Throws BadExperiment.
ExperimentSpec parse_experiment(const std::map<std::string, std::string>& parameters,
                                const FindMachine& find);

/// A description with its machines put together. Immutable: any thread may play lives of it.
class PreparedExperiment {
 public:
  /// Games with more positions are not played for an answer over REST.
  static constexpr std::size_t kPositionsMax = 500'000;

  /// Throws BadExperiment where the parts do not fit each other, and store::Error. `record`: where the log of
  /// a machine stands that begins as it was at a row; may be null where none does. Not kept.
  PreparedExperiment(ExperimentSpec spec, core::Machine::Listing listing, store::Store* record = nullptr);

  const ExperimentSpec& spec() const { return spec_; }
  const core::Machine& machine() const { return *machine_; }
  const core::Machine* other() const { return other_.get(); }  ///< or null
  const Experiment& experiment() const { return *experiment_; }

 private:
  ExperimentSpec spec_;
  std::shared_ptr<const core::Machine> machine_, other_;
  Solution solution_;
  std::optional<Experiment> experiment_;  // last: it points to all of these
};

}  // namespace menagerie::api
