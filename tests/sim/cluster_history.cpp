#include "cluster_history.hpp"

#include <array>

namespace menagerie::sim {
namespace {

using S = const Step<Cluster>&;

/// The next commit, or one of the next statements.
Trigger trigger(S step) { return {step.b % 3 == 0 ? 1 : 1 + step.b / 3 % 16, step.b % 3 == 0}; }

const auto kKinds = step_kinds<Cluster>({
    {"turn", 50, [](Cluster& it, S s) { it.turn(s.a); }},
    {"play", 26, [](Cluster& it, S s) { it.play(s.a, s.b, s.c); }},
    {"play-twice", 4, [](Cluster& it, S s) { it.play_twice(s.a, s.b, s.c); }},
    {"submit-again", 8, [](Cluster& it, S s) { it.submit_again(s.a, s.b); }},
    {"time", 10, [](Cluster& it, S s) { it.clock_runs(s.b % 6 == 0 ? s.c % 40'000 : s.c % 2'000); }},
    {"pause", 3, [](Cluster& it, S s) { it.pause(s.a, s.b % 40'000); }},
    {"pause-within", 8,
     [](Cluster& it, S s) { it.pause_within(s.a, trigger(s), s.c % 4 == 0 ? s.c % 3'000 : s.c % 40'000); }},
    {"crash", 1, [](Cluster& it, S s) { it.crash(s.a); }},
    {"crash-within", 3, [](Cluster& it, S s) { it.crash_within(s.a, trigger(s), s.c % 2 == 0); }},
    {"end", 1, [](Cluster& it, S s) { it.end(s.a); }},
    {"statements-fail", 7,
     [](Cluster& it, S s) {
       static constexpr std::array kAnswers{Answer::refused, Answer::lost, Answer::kept};
       it.statements_fail(s.a, trigger(s), kAnswers[s.c % 3], 1 + s.c / 3 % 3);
     }},
    {"cut-off", 5, [](Cluster& it, S s) { it.cut_off(s.a, trigger(s), s.c % 60'000, s.c % 2 == 0); }},
    {"clock", 3,
     [](Cluster& it, S s) {
       const std::int64_t ms = s.c % 3 == 0 ? 3'600'000 : s.c % 50;
       it.clock_jumps(s.a, s.b % 2 == 0 ? ms : -ms);
     }},
    {"database-restarts", 2, [](Cluster& it, S s) { it.database_restarts(s.b % 2 == 0 ? 0 : s.c % 30'000); }},
    {"standby-follows", 4, [](Cluster& it, S) { it.standby_follows(); }},
    {"database-fails-over", 2, [](Cluster& it, S) { it.database_fails_over(); }},
});

}  // namespace

ClusterHistory ClusterHistory::of(std::uint64_t seed, Fault fault) {
  Random random(seed);
  ClusterHistory history;
  history.seed = seed;
  history.fault = fault;
  history.fault_at = 1 + random.below(4);
  history.fails_over = seed % 4 == 0 || fault == Fault::no_chain;
  history.steps = draw_steps(random, kKinds, 300);
  return history;
}

}  // namespace menagerie::sim
