#include "cluster_history.hpp"

#include <array>

namespace menagerie::sim {
namespace {

/// The next commit, or one of the next statements.
Trigger trigger(const ClusterStep& step) {
  return {step.b % 3 == 0 ? 1 : 1 + step.b / 3 % 16, step.b % 3 == 0};
}

struct Kind {
  const char* name;
  std::uint32_t weight;
  void (*happen)(Cluster& cluster, const ClusterStep& step);
};

constexpr std::array kKinds = {
    Kind{"turn", 40, [](Cluster& it, const ClusterStep& step) { it.turn(step.a); }},
    Kind{"play", 26,
         [](Cluster& it, const ClusterStep& step) { it.play(step.a, step.b, step.c, step.c % 5 != 0); }},
    Kind{"play-twice", 4,
         [](Cluster& it, const ClusterStep& step) {
           it.play(step.a, step.b, step.c, true);
           it.submit_again(step.a + 1, 0);
         }},
    Kind{"submit-again", 8, [](Cluster& it, const ClusterStep& step) { it.submit_again(step.a, step.b); }},
    Kind{"act", 6, [](Cluster& it, const ClusterStep& step) { it.act(step.a, step.b, step.c, step.b / 16); }},
    Kind{"time", 10,
         [](Cluster& it, const ClusterStep& step) {
           it.time_passes(step.b % 6 == 0 ? step.c % 40'000 : step.c % 2'000);
         }},
    Kind{"pause", 3, [](Cluster& it, const ClusterStep& step) { it.pause(step.a, step.b % 40'000); }},
    Kind{"pause-within", 8,
         [](Cluster& it, const ClusterStep& step) {
           it.pause_within(step.a, trigger(step), step.c % 4 == 0 ? step.c % 3'000 : step.c % 40'000);
         }},
    Kind{"crash", 1, [](Cluster& it, const ClusterStep& step) { it.crash(step.a); }},
    Kind{"crash-within", 3,
         [](Cluster& it, const ClusterStep& step) {
           it.crash_within(step.a, trigger(step), step.c % 2 == 0);
         }},
    Kind{"end", 1, [](Cluster& it, const ClusterStep& step) { it.end(step.a); }},
    Kind{"statements-fail", 7,
         [](Cluster& it, const ClusterStep& step) {
           static constexpr std::array kAnswers{Answer::refused, Answer::lost, Answer::kept};
           it.statements_fail(step.a, trigger(step), kAnswers[step.c % 3], 1 + step.c / 3 % 3);
         }},
    Kind{"cut-off", 5,
         [](Cluster& it, const ClusterStep& step) {
           it.cut_off(step.a, trigger(step), step.c % 60'000, step.c % 2 == 0);
         }},
    Kind{"clock", 3,
         [](Cluster& it, const ClusterStep& step) {
           it.clock_jumps(step.a, (step.b % 2 == 0 ? 1 : -1) *
                                      static_cast<std::int64_t>(step.c % 3 == 0 ? 3'600'000 : step.c % 50));
         }},
    Kind{"database-restarts", 2,
         [](Cluster& it, const ClusterStep& step) {
           it.database_restarts(step.b % 2 == 0 ? 0 : step.c % 30'000);
         }},
    Kind{"standby-follows", 4, [](Cluster& it, const ClusterStep&) { it.standby_follows(); }},
    Kind{"database-fails-over", 2, [](Cluster& it, const ClusterStep&) { it.database_fails_over(); }},
};

std::uint32_t number(Random& random) { return static_cast<std::uint32_t>(random.below(1u << 30)); }

std::size_t draw_kind(Random& random) {
  std::uint32_t sum = 0;
  for (const Kind& it : kKinds) sum += it.weight;
  auto at = static_cast<std::uint32_t>(random.below(sum));
  std::size_t kind = 0;
  for (; at >= kKinds[kind].weight; ++kind) at -= kKinds[kind].weight;
  return kind;
}

}  // namespace

std::string ClusterStep::text() const {
  return std::string(kKinds[what].name) + " " + std::to_string(a) + " " + std::to_string(b) + " " +
         std::to_string(c);
}

ClusterHistory ClusterHistory::of(std::uint64_t seed, ClusterFault fault) {
  Random random(seed);
  ClusterHistory history;
  history.seed = seed;
  history.fault = fault;
  history.fails_over = seed % 4 == 0 || fault == ClusterFault::no_chain;
  const std::size_t steps = 20 + random.below(180);
  for (std::size_t i = 0; i < steps; ++i) {
    const auto server = static_cast<std::uint32_t>(random.below(Cluster::kServers));
    history.steps.push_back({draw_kind(random), server, number(random), number(random)});
  }
  return history;
}

std::optional<std::string> ClusterHistory::run() const {
  seed_entropy(seed);
  Cluster cluster(fault, fails_over);
  try {
    for (const ClusterStep& step : steps) {
      kKinds[step.what].happen(cluster, step);
      if (cluster.failure()) return cluster.failure();
    }
    cluster.settle();
    if (!cluster.failure()) cluster.check();
  } catch (const Failure& failure) {
    return cluster.failure() ? *cluster.failure() : failure.what;
  } catch (const std::exception& error) {
    return cluster.failure() ? *cluster.failure() : error.what();
  }
  return cluster.failure();
}

}  // namespace menagerie::sim
