// What the two training loops share: how many games, the clock, and the line of figures.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace menagerie::bench {

/// How the games ended, from the machine's view, so that loops of the same machine can be compared.
struct Tally {
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t plies = 0;

  void add(bool win, bool draw, std::size_t length) {
    wins += win ? 1 : 0;
    draws += draw ? 1 : 0;
    plies += length;
  }
};

/// Each machine plays so many games: all of the curve counts, and no one machine's habits.
inline constexpr std::uint64_t kGamesEach = 10'000;

/// Plays about as many games as the first argument says (ten million) and prints one line of JSON.
/// `start_anew()` makes a new machine, `play(tally)` plays one game and learns. What main() should return.
template <typename StartAnew, typename Play>
int run(const char* label, int argc, char** argv, StartAnew start_anew, Play play) {
  const std::uint64_t asked = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000'000;
  const std::uint64_t games = (asked + kGamesEach - 1) / kGamesEach * kGamesEach;
  if (games == 0) return 2;
  Tally tally;
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t machines = games / kGamesEach; machines > 0; --machines) {
    start_anew();
    for (std::uint64_t game = 0; game < kGamesEach; ++game) play(tally);
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  const auto share = [&](std::uint64_t count) {
    return static_cast<double>(count) / static_cast<double>(games);
  };
  std::printf("{\"label\":\"%s\",\"games_per_s\":%.0f,\"win\":%.4f,\"draw\":%.4f,\"plies\":%.4f}\n", label,
              static_cast<double>(games) / seconds.count(), share(tally.wins), share(tally.draws),
              share(tally.plies));
  return 0;
}

}  // namespace menagerie::bench
