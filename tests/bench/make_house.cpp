// make_house: makes a database with a long log. Plays episodes of one machine against a random player and
// submits them to the server's own ledger and store, one after another, as if so many visitors had
// been there.
//   make_house --data DIR [--machine menace] [--episodes 1000000] [--seed 1] [--seconds-each 20]
// The same seed gives the same moves and beads; ids differ. The clock runs so that the last episode is
// learned now. A house that is there already is taught further. A machine that runs dry begins a new era.
#include "server/ledger/threaded_ledger.hpp"
#include "server/museum/museum.hpp"

#include "past_games.hpp"

#include <CLI/CLI.hpp>

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string>

namespace menagerie {
namespace {

constexpr std::uint64_t kWaitingMax = 20'000;     // episodes, as a house has it
constexpr std::uint64_t kReportedEach = 100'000;  // episodes

struct Options {
  std::string data, machine = "menace";
  std::uint64_t episodes = 1'000'000, seed = 1;
  std::int64_t seconds_each = 20;
};

std::int64_t now_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

/// How far the learner is: what it has published. Any thread.
class Published {
 public:
  void add(const ledger::Published& batch) {
    const std::lock_guard lock(mutex_);
    for (const store::LogRow& row : batch.rows) changes_ += row.changes.size();
    rows_ += batch.rows.size();
    for (const core::Answer& answer : batch.answers)
      refused_ += answer.verdict.kind == core::Verdict::Kind::learned ? 0 : 1;
    came_.notify_all();
  }
  /// Waits for all but `waiting` of so many rows; false where the learner refused one.
  bool wait_for(std::uint64_t rows, std::uint64_t waiting) {
    std::unique_lock lock(mutex_);
    came_.wait(lock, [&] { return rows_ + waiting >= rows || refused_ > 0; });
    return refused_ == 0;
  }
  std::uint64_t changes() {
    const std::lock_guard lock(mutex_);
    return changes_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable came_;
  std::uint64_t rows_ = 0, changes_ = 0, refused_ = 0;
};

void report(std::uint64_t episodes, const Options& options, double seconds) {
  if (::isatty(STDERR_FILENO) == 0) return;
  std::fprintf(stderr, "\r%llu of %llu episodes, %.0f a second", static_cast<unsigned long long>(episodes),
               static_cast<unsigned long long>(options.episodes), static_cast<double>(episodes) / seconds);
  if (episodes == options.episodes) std::fputc('\n', stderr);
}

int make(const Options& options) {
  std::atomic<std::int64_t> clock_ms =
      now_ms() - static_cast<std::int64_t>(options.episodes) * options.seconds_each * 1000;
  const core::Clock clock = [&] { return clock_ms.load(std::memory_order_relaxed); };
  auto store = store::open_sqlite(options.data, store::Mode::write);
  const std::vector<core::Loaded> machines = museum::open_museum(*store, clock);
  auto loaded = core::load_machine(*store, options.machine);
  if (!loaded) {
    std::fprintf(stderr,
                 "make_house: there is no machine \"%s\" in the museum; there are:", options.machine.c_str());
    for (const core::Loaded& it : machines) std::fprintf(stderr, " %s", it.machine->row.name.c_str());
    std::fputc('\n', stderr);
    return 2;
  }
  PastGames past(*std::move(loaded), options.seed, clock);
  Published published;
  ledger::ThreadedLedger learner(
      std::move(store), [&] { return store::open_sqlite(options.data, store::Mode::write); }, machines, clock,
      [&](std::shared_ptr<const ledger::Published> batch) { published.add(*batch); });
  const auto start = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  std::uint64_t rows = 0;
  bool good = true;
  for (std::uint64_t played = 1; good && played <= options.episodes; ++played) {
    clock_ms.fetch_add(options.seconds_each * 1000, std::memory_order_relaxed);
    learner.submit(past.next());
    good = published.wait_for(++rows, kWaitingMax);
    if (past.dry()) {  // the learner begins an era behind the episodes of its batch: none may be of the next
      good = good && published.wait_for(rows, 0);
      learner.begin_era_if_dry(past.number());
      past.begin_era();
      good = good && published.wait_for(++rows, 0);
    }
    if (played % kReportedEach == 0 || played == options.episodes) report(played, options, seconds());
  }
  good = good && published.wait_for(rows, 0);
  const bool stored = learner.stop(std::chrono::seconds{60});
  if (!good || !stored) {
    std::fputs(good ? "make_house: the last episodes could not be stored\n"
                    : "make_house: the learner refused an episode: this is a fault\n",
               stderr);
    return 1;
  }
  std::printf(
      "{\"machine\":\"%s\",\"episodes\":%llu,\"log_rows\":%llu,\"bead_changes\":%llu,\"seconds\":%.1f,"
      "\"episodes_per_s\":%.0f}\n",
      options.machine.c_str(), static_cast<unsigned long long>(options.episodes),
      static_cast<unsigned long long>(rows), static_cast<unsigned long long>(published.changes()), seconds(),
      static_cast<double>(options.episodes) / seconds());
  return 0;
}

}  // namespace
}  // namespace menagerie

int main(int argc, char** argv) {
  menagerie::Options options;
  CLI::App command{
      "Makes a museum with a long past: episodes of one machine against a random player, learned "
      "by the museum's own learner.",
      "make_house"};
  command.add_option("--data", options.data, "folder of the museum; made where it is not there")->required();
  command.add_option("--machine", options.machine, "the exhibit to teach")->capture_default_str();
  command.add_option("--episodes", options.episodes, "how many")
      ->check(CLI::Range(1.0, 1e9))
      ->capture_default_str();
  command.add_option("--seed", options.seed, "number that all draws and moves follow from")
      ->capture_default_str();
  command.add_option("--seconds-each", options.seconds_each, "time between two episodes")
      ->check(CLI::Range(0, 86400))
      ->capture_default_str();
  try {
    command.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return command.exit(error) == 0 ? 0 : 2;
  }
  try {
    return menagerie::make(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "make_house: %s\n", error.what());
    return 1;
  }
}
