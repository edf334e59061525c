// sim --seed N --histories M: runs M histories with seeds from N on. Ends with `M histories, 0 failures`; a
// failure prints its seed and the shortest history that shows it. --cluster: of several servers on one
// database. --fault NAME injects a deliberate fault into every history, which must be detected in at least
// one of them.
#include "cluster_history.hpp"
#include "history.hpp"

#include <spdlog/spdlog.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

namespace {

using namespace menagerie::sim;

const std::map<std::string_view, Fault> kFaults = {{"skip-change", Fault::skip_change},
                                                   {"drop-verdict", Fault::drop_verdict},
                                                   {"apply-twice", Fault::apply_twice}};
const std::map<std::string_view, ClusterFault> kClusterFaults = {{"no-lock", ClusterFault::no_lock},
                                                                 {"skip-row", ClusterFault::skip_row},
                                                                 {"forget-known", ClusterFault::forget_known},
                                                                 {"no-chain", ClusterFault::no_chain}};

struct Options {
  std::uint64_t seed = 1, histories = 1000;
  bool cluster = false, help = false, wrong = false;
  std::string_view fault;

  static Options of(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
      const std::string_view option = argv[i];
      const char* const value = i + 1 < argc ? argv[i + 1] : nullptr;
      if (option == "--cluster") {
        options.cluster = true;
        continue;
      }
      if (option == "--help") {
        options.help = true;
        continue;
      }
      options.wrong = options.wrong || value == nullptr;
      if (options.wrong) return options;
      if (option == "--seed") {
        options.seed = std::strtoull(value, nullptr, 10);
      } else if (option == "--histories") {
        options.histories = std::strtoull(value, nullptr, 10);
      } else if (option == "--fault") {
        options.fault = value;
      } else {
        options.wrong = true;
      }
      ++i;
    }
    return options;
  }
};

int usage(std::FILE* to) {
  std::fputs(
      "usage: sim [--cluster] [--seed N] [--histories M] [--fault NAME]\n"
      "Plays histories of failures and restarts, from a seed, and checks that nothing is lost.\n"
      "  --cluster      of three servers on one database, instead of one with its rooms\n"
      "  --seed N       of the first history (1)\n"
      "  --histories M  how many (1000)\n"
      "  --fault NAME   puts a fault in, which must be found: skip-change, drop-verdict or apply-twice;\n"
      "                 with --cluster no-lock, skip-row, forget-known or no-chain\n",
      to);
  return to == stdout ? 0 : 2;
}

unsigned long long number(std::uint64_t it) { return it; }

template <typename AnyHistory>
void print(const AnyHistory& history, const std::string& what) {
  std::printf("seed %llu: %s\n", number(history.seed), what.c_str());
  std::printf("the shortest history that shows it, with %s:\n", history.setting().c_str());
  for (const auto& step : history.steps) std::printf("  %s\n", step.text().c_str());
}

void print_seen(const Seen& seen) {
  std::printf(
      "verdicts: %llu learned, %llu known, %llu of an era that was over, %llu frozen; %llu acts, %llu "
      "restarts, %llu eras of finished machines, "
      "%llu commits of unknown outcome\n",
      number(seen.verdicts[0]), number(seen.verdicts[1]), number(seen.verdicts[2]), number(seen.verdicts[3]),
      number(seen.acts), number(seen.restarts), number(seen.finished), number(seen.unknown_commits));
}

void print_seen(const ClusterSeen& seen) {
  std::printf(
      "verdicts: %llu learned, %llu known, %llu of an era that was over, %llu frozen; %llu acts; %llu rooms "
      "of "
      "machines that were created; %llu eras of dry machines; %llu pauses within a turn, %llu crashes, %llu "
      "commits of unknown outcome; %llu failovers that lost rows stopped %llu servers\n",
      number(seen.verdicts[0]), number(seen.verdicts[1]), number(seen.verdicts[2]), number(seen.verdicts[3]),
      number(seen.acts), number(seen.created), number(seen.eras), number(seen.pauses), number(seen.crashes),
      number(seen.unknown), number(seen.failovers), number(seen.stopped));
}

template <typename AnyHistory, typename AnyFault, typename AnySeen>
int run(const Options& options, AnyFault fault, const AnySeen& seen) {
  std::uint64_t failures = 0, histories = options.histories;
  for (std::uint64_t i = 0; i < histories; ++i) {
    const AnyHistory history = AnyHistory::of(options.seed + i, fault);
    if (!history.run()) continue;
    ++failures;
    const AnyHistory shortest = shrink(history);
    print(shortest, *shortest.run());
    if (!options.fault.empty()) {
      std::printf("the fault %s was found by history %llu\n", std::string(options.fault).c_str(),
                  number(i + 1));
      return 0;
    }
    if (failures == 3) histories = i + 1;
  }
  if (!options.fault.empty()) {
    std::printf("the fault %s was not found by %llu histories\n", std::string(options.fault).c_str(),
                number(histories));
    return 1;
  }
  print_seen(seen);
  std::printf("%llu histories, %llu failures\n", number(histories), number(failures));
  return failures == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = Options::of(argc, argv);
  if (options.help) return usage(stdout);
  spdlog::set_level(spdlog::level::off);  // what the house would log of the faults is what is tested
  const auto fault = kFaults.find(options.fault);
  const auto cluster_fault = kClusterFaults.find(options.fault);
  const bool known = options.cluster ? cluster_fault != kClusterFaults.end() : fault != kFaults.end();
  if (options.wrong || (!options.fault.empty() && !known)) return usage(stderr);
  if (options.cluster)
    return run<ClusterHistory>(options, known ? cluster_fault->second : ClusterFault::none,
                               ClusterSeen::all());
  return run<History>(options, known ? fault->second : Fault::none, Seen::all());
}
