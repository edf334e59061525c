// sim --seed N --histories M: runs M histories with seeds from N on. Ends with `M histories, 0 failures`; a
// failure prints its seed and the shortest history that shows it. --fault NAME injects a deliberate fault
// into every history, which must be detected in at least one of them.
#include "history.hpp"

#include <spdlog/spdlog.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

using namespace menagerie::sim;

int usage() {
  std::fputs("usage: sim [--seed N] [--histories M] [--fault skip-change|drop-verdict|apply-twice]\n",
             stderr);
  return 2;
}

void print(const History& history, const std::string& what) {
  std::printf("seed %llu: %s\n", static_cast<unsigned long long>(history.seed), what.c_str());
  std::printf("the shortest history that shows it, with %zu visitors at", history.guests);
  for (const std::string& machine : history.machines) std::printf(" %s", machine.c_str());
  std::printf(":\n");
  for (const Step& step : history.steps) std::printf("  %s\n", step.text().c_str());
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t seed = 1, histories = 1000;
  Fault fault = Fault::none;
  std::string_view fault_name;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view option = argv[i];
    if (i + 1 == argc) return usage();
    if (option == "--seed") {
      seed = std::strtoull(argv[i + 1], nullptr, 10);
    } else if (option == "--histories") {
      histories = std::strtoull(argv[i + 1], nullptr, 10);
    } else if (option == "--fault") {
      fault_name = argv[i + 1];
      if (fault_name == "skip-change") fault = Fault::skip_change;
      if (fault_name == "drop-verdict") fault = Fault::drop_verdict;
      if (fault_name == "apply-twice") fault = Fault::apply_twice;
      if (fault == Fault::none) return usage();
    } else {
      return usage();
    }
  }
  spdlog::set_level(spdlog::level::off);  // what the house would log of the faults is what is tested
  std::uint64_t failures = 0;
  for (std::uint64_t i = 0; i < histories; ++i) {
    const History history = History::of(seed + i, fault);
    if (!history.run()) continue;
    ++failures;
    const History shortest = history.shrunk();
    print(shortest, *shortest.run());
    if (fault != Fault::none) {
      std::printf("the fault %s was found by history %llu\n", std::string(fault_name).c_str(),
                  static_cast<unsigned long long>(i + 1));
      return 0;
    }
    if (failures == 3) {
      histories = i + 1;
      break;
    }
  }
  if (fault != Fault::none) {
    std::printf("the fault %s was not found by %llu histories\n", std::string(fault_name).c_str(),
                static_cast<unsigned long long>(histories));
    return 1;
  }
  const Seen& seen = Seen::all();
  const auto number = [](std::uint64_t it) { return static_cast<unsigned long long>(it); };
  std::printf(
      "verdicts: %llu learned, %llu known, %llu of an era that was over, %llu frozen; %llu acts, %llu "
      "restarts, %llu eras of finished machines, "
      "%llu commits of unknown outcome\n",
      number(seen.verdicts[0]), number(seen.verdicts[1]), number(seen.verdicts[2]), number(seen.verdicts[3]),
      number(seen.acts), number(seen.restarts), number(seen.finished), number(seen.unknown_commits));
  std::printf("%llu histories, %llu failures\n", static_cast<unsigned long long>(histories),
              static_cast<unsigned long long>(failures));
  return failures == 0 ? 0 : 1;
}
