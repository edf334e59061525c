// sim --seed N --histories M: runs M histories with seeds from N on. Ends with `M histories, 0 failures`; a
// failure prints its seed and the shortest history that shows it. --cluster: of three servers on one
// database. --fault NAME injects a deliberate fault into every history, which must be detected in at least
// one of them.
#include "cluster_history.hpp"
#include "history.hpp"

#include <spdlog/spdlog.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace {

using namespace menagerie::sim;

const std::map<std::string_view, Fault> kFaults = {{"skip-change", Fault::skip_change},
                                                   {"drop-verdict", Fault::drop_verdict},
                                                   {"drop-batch", Fault::drop_batch},
                                                   {"apply-twice", Fault::apply_twice},
                                                   {"no-lock", Fault::no_lock},
                                                   {"skip-row", Fault::skip_row},
                                                   {"forget-known", Fault::forget_known},
                                                   {"no-chain", Fault::no_chain},
                                                   {"forget-indexed", Fault::forget_indexed}};

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
      "  --cluster      of three servers on one database, instead of one on a disk\n"
      "  --seed N       of the first history (1)\n"
      "  --histories M  how many (1000)\n"
      "  --fault NAME   puts a fault in, which must be found: skip-change, drop-verdict, drop-batch, "
      "apply-twice;\n"
      "                 of one server also forget-indexed, with --cluster no-lock, skip-row, forget-known or "
      "no-chain\n",
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
  const std::pair<const char*, std::uint64_t> all[] = {
      {"verdicts learned", seen.verdicts[0]},
      {"known", seen.verdicts[1]},
      {"of an era that was over", seen.verdicts[2]},
      {"frozen", seen.verdicts[3]},
      {"episodes that a ticket played on in another way", seen.replayed},
      {"tickets resumed", seen.resumed},
      {"with one of another server", seen.elsewhere},
      {"acts", seen.acts},
      {"rooms of machines that were created", seen.created},
      {"eras of finished machines", seen.finished},
      {"of dry ones", seen.dry},
      {"crashes", seen.crashes},
      {"restarts", seen.restarts},
      {"pauses within a turn", seen.pauses},
      {"commits of unknown outcome", seen.unknown_commits},
      {"episodes that came while their turn was waited for", seen.gathered},
      {"turns that wrote the index", seen.indexed},
      {"look-ups that it could not answer", seen.left_to_log},
      {"failovers that lost rows", seen.failovers},
      {"servers that they stopped", seen.stopped}};
  for (const auto& [what, count] : all) std::printf("%llu %s\n", number(count), what);
}

std::uint64_t seed_played = 0;

/// A broken invariant of the server ends the program: the seed is told, and the history is not shortened.
void on_abort(int) { std::fprintf(stderr, "seed %llu\n", number(seed_played)); }

template <typename AnyHistory>
int run(const Options& options, Fault fault) {
  std::uint64_t failures = 0, histories = options.histories;
  for (std::uint64_t i = 0; i < histories; ++i) {
    const AnyHistory history = AnyHistory::of(options.seed + i, fault);
    seed_played = history.seed;
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
  print_seen(Seen::all());
  std::printf("%llu histories, %llu failures\n", number(histories), number(failures));
  return failures == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = Options::of(argc, argv);
  if (options.help) return usage(stdout);
  std::signal(SIGABRT, on_abort);
  spdlog::set_level(spdlog::level::off);  // what the house would log of the faults is what is tested
  const auto fault = kFaults.find(options.fault);
  const bool known = fault != kFaults.end();
  if (options.wrong || (!options.fault.empty() && !known)) return usage(stderr);
  const Fault put_in = known ? fault->second : Fault::none;
  return options.cluster ? run<ClusterHistory>(options, put_in) : run<History>(options, put_in);
}
