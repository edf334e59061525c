#include "server/app/sealed_score.hpp"

#include "server/store/postgres.hpp"
#include "server/store/signal_block.hpp"

#include <spdlog/spdlog.h>

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace menagerie::app {
namespace {

using namespace std::chrono_literals;
using wire::SealedScore;

constexpr auto kLookEvery = 60s, kTryAgainAfter = 10s;

/// Zero where there is no such file yet. One that cannot be read is left as it is.
SealedScore read_file(const std::string& path) {
  SealedScore score;
  if (!std::filesystem::exists(path)) return score;
  std::ifstream file(path);
  file >> score.machines >> score.machines_as_people >> score.people >> score.people_as_machines;
  if (!file || score.machines_as_people > score.machines || score.people_as_machines > score.people)
    throw std::runtime_error(path +
                             " does not hold the four numbers of a score; without it, counting begins anew");
  return score;
}

/// Whole or not at all: under another name first.
void write_file(const std::string& path, const std::string& text) {
  const std::string part = path + ".part";
  const int file = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  bool well = file >= 0;
  if (well) {
    well = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    well = ::fsync(file) == 0 && well;
    well = ::close(file) == 0 && well;
  }
  if (!well || std::rename(part.c_str(), path.c_str()) != 0)
    throw std::system_error(errno, std::generic_category(), path);
}

}  // namespace

AddToScore score_in_file(const std::string& folder) {
  return [path = folder + "/sealed-score"](const SealedScore& more) {
    SealedScore score = read_file(path);
    if (more == SealedScore{}) return score;
    score += more;
    write_file(path, std::to_string(score.machines) + " " + std::to_string(score.machines_as_people) + " " +
                         std::to_string(score.people) + " " + std::to_string(score.people_as_machines) +
                         "\n");
    return score;
  };
}

AddToScore score_in_database(const std::string& url) {
  return [url](const SealedScore& more) {
    const auto [machines, machines_as_people, people, people_as_machines] = store::add_to_postgres_score(
        url, {more.machines, more.machines_as_people, more.people, more.people_as_machines});
    return SealedScore{machines, machines_as_people, people, people_as_machines};
  };
}

ScoreKeeper::ScoreKeeper(AddToScore add, std::function<void(const SealedScore&)> told)
    : add_(std::move(add)), told_(std::move(told)) {
  try_adding();
  const store::SignalBlock block;
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void ScoreKeeper::add(const SealedScore& more) {
  const std::lock_guard lock(mutex_);
  waiting_ += more;
  changed_.notify_one();
}

/// The last attempt is made while the server ends.
void ScoreKeeper::run(const std::stop_token& stop) {
  bool ends = false;
  while (!ends) {
    {
      std::unique_lock lock(mutex_);
      if (failed_) {
        changed_.wait_for(lock, stop, kTryAgainAfter, [] { return false; });
      } else {
        changed_.wait_for(lock, stop, kLookEvery, [this] { return waiting_ != SealedScore{}; });
      }
      ends = stop.stop_requested();
      if (ends && waiting_ == SealedScore{}) return;
    }
    failed_ = !try_adding();
  }
}

bool ScoreKeeper::try_adding() {
  SealedScore more;
  {
    const std::lock_guard lock(mutex_);
    more = std::exchange(waiting_, {});
  }
  try {
    told_(add_(more));
    return true;
  } catch (const std::exception& error) {
    if (!failed_) spdlog::warn("the sealed room's score is not kept, it is tried again: {}", error.what());
    const std::lock_guard lock(mutex_);
    waiting_ += more;
    return false;
  }
}

}  // namespace menagerie::app
