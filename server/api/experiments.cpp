// experiments: machines that are taught as a query or a body says, and thrown away.
#include "server/api/body.hpp"
#include "server/api/experiment_lives.hpp"
#include "server/api/resources.hpp"
#include "server/api/routes.hpp"
#include "server/store/thread_priority.hpp"

#include <algorithm>
#include <chrono>

namespace menagerie::api {
namespace {

constexpr std::size_t kGamesMax = 10'000;  // a life
constexpr std::size_t kPieceBytes = 64 * 1024;
constexpr std::chrono::milliseconds kPieceTime{40};
/// A game against the best response, which is worked out anew, and a strength that is told, take about as
/// long as so many games.
constexpr std::size_t kEvaluationGames = 20;

/// What an experiment costs, in games.
std::size_t cost_of(const ExperimentSpec& spec) {
  const auto best = [](Teacher teacher) { return teacher == Teacher::best_response; };
  const bool evaluates = best(spec.teacher) || std::ranges::any_of(spec.phases, best, &Phase::teacher);
  const std::size_t points = spec.every == 0 ? 0 : spec.games / spec.every + 2;
  return spec.lives * (spec.games * (evaluates ? kEvaluationGames : 1) + points * kEvaluationGames);
}

void check_cost(const ExperimentSpec& spec, const wire::Limits& limits) {
  if (spec.games > kGamesMax)
    throw BadExperiment("games", "\"games\" is " + std::to_string(spec.games) + "; it must be at most " +
                                     std::to_string(kGamesMax) + ": the command line has no such limit");
  if (spec.lives > limits.experiment_games_max || cost_of(spec) > limits.experiment_games_max)
    throw BadExperiment("lives", "this is too much for one answer: games times lives are at most " +
                                     std::to_string(limits.experiment_games_max) +
                                     ", where games against the best response and strengths count as " +
                                     std::to_string(kEvaluationGames) +
                                     " each; `menagerie experiment` has no such limit");
}

/// The lines of an experiment, made a few hundredths of a second at a time.
class ExperimentSource : public Source {
 public:
  /// Throws BadExperiment and store::Error.
  ExperimentSource(ExperimentSpec spec, store::Store& record)
      : prepared_(std::move(spec), core::Machine::Listing::hosted, &record) {}

  bool next(store::Store& store, std::string& out) override {
    if (!begun_) out += experiment_line(prepared_.spec());
    begun_ = true;
    const auto end = std::chrono::steady_clock::now() + kPieceTime;
    const auto goes_on = [&] {
      store.look_at_stop();
      gives_way_.look();
      return out.size() < kPieceBytes && std::chrono::steady_clock::now() < end;
    };
    if (prepared_.spec().lives == 1) return play_rows(out, goes_on);
    return summary_done_ ? summary_->next(out) : play_lives(out, goes_on);
  }

 private:
  template <typename GoesOn>
  bool play_rows(std::string& out, GoesOn goes_on) {
    if (!life_) life_.emplace(prepared_, 0);
    do {
      if (!life_->play(&out)) return false;
    } while (goes_on());
    return true;
  }

  template <typename GoesOn>
  bool play_lives(std::string& out, GoesOn goes_on) {
    const std::size_t lives = prepared_.spec().lives;
    if (!summary_) summary_.emplace(prepared_.spec());
    do {
      if (!life_) life_.emplace(prepared_, lived_);
      if (life_->play(nullptr)) continue;
      summary_->set(lived_++, life_->record());
      life_.reset();
    } while (lived_ < lives && goes_on());
    summary_done_ = lived_ == lives;
    out.append(R"({"lived":)").append(std::to_string(lived_)).append("}\n");
    return true;
  }

  PreparedExperiment prepared_;
  std::optional<ExperimentRun> life_;
  std::optional<LivesSummary> summary_;
  std::size_t lived_ = 0;
  bool begun_ = false, summary_done_ = false;
  store::GivesWay gives_way_;
};

/// A body's members are the parameters of a query; a number or true stands for the text that it would be
/// there.
std::map<std::string, std::string> parameters_in(const Request& request) {
  std::map<std::string, std::string> parameters;
  const Body body(request, experiment_parameters());
  for (const std::string_view name : experiment_parameters()) {
    if (auto text = body.plain(std::string(name).c_str())) parameters.emplace(name, *std::move(text));
  }
  return parameters;
}

/// Machines of the museum, as they are now, and those that games have.
FindMachine machines_of(const Context& context) {
  return [&context](std::string_view name) {
    const museum::Room* room = context.rooms.find(name);
    return room == nullptr ? machine_named(name)
                           : std::optional(NamedMachine{room->machine().row, room->view()->state.seq});
  };
}

ExperimentSpec spec_of(const Context& context, const Call& call) {
  const bool posted = call.request.method == "POST";
  const auto parameters = posted ? parameters_in(call.request) : call.request.query;
  ExperimentSpec spec = parse_experiment(parameters, machines_of(context));
  check_cost(spec, context.limits);
  return spec;
}

}  // namespace

/// experiments?machine=..., or the same in a body
void run_experiment(Context& context, Call call) {
  ExperimentSpec spec = spec_of(context, call);
  answer_from_log(
      context, std::move(call),
      [spec = std::move(spec)](store::Store& store, const Request&) {
        Response response;
        try {
          response.source = std::make_unique<ExperimentSource>(spec, store);
        } catch (const BadExperiment&) {
          return problem_of(std::current_exception());
        }
        response.type = "application/x-ndjson";
        response.headers.emplace_back("Cache-Control", "no-store");
        return response;
      },
      Lane::costly);
}

void Resources::open_copy(const ClientKey& client, const std::string& name,
                          const std::map<std::string, std::string>& query, RoomAnswer answer) {
  if (auto room = context_->rooms.copies().find(name)) return answer(std::move(room), {});
  std::optional<ExperimentSpec> spec;
  try {
    spec = parse_experiment(query, machines_of(*context_));
  } catch (const BadExperiment&) {
    return answer(nullptr, problem_of(std::current_exception()));
  }
  auto begun = std::make_shared<StartedMachine>();
  context_->readers.read(
      {.client = client, .lane = Lane::costly},
      [spec = *std::move(spec), begun](store::Store& store) { *begun = start_described(spec, store); },
      [this, client, name, begun, answer = std::move(answer)](const std::exception_ptr& thrown) {
        if (thrown) return answer(nullptr, problem_of(thrown));
        auto room =
            context_->rooms.copies().open(name, client, std::move(begun->machine), std::move(begun->state));
        if (room) return answer(std::move(room), {});
        answer(nullptr, problem_for("300", 503, "too-many-copies", "Too many copies",
                                    "so many visitors teach copies of their own just now; try again later"));
      });
}

}  // namespace menagerie::api
