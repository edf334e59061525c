#include "server/app/sealed_score.hpp"

#include "server/store/signal_block.hpp"

#include <spdlog/spdlog.h>

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <system_error>
#include <utility>

namespace menagerie::app {
namespace {

/// Whole or not at all: under another name first.
bool write_file(const std::string& path, const std::string& text) {
  const std::string part = path + ".part";
  const int file = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return false;
  bool well = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  well = ::fsync(file) == 0 && well;
  well = ::close(file) == 0 && well;
  return well && std::rename(part.c_str(), path.c_str()) == 0;
}

}  // namespace

wire::SealedScore SealedScoreFile::read() const {
  wire::SealedScore score;
  std::ifstream file(path_);
  file >> score.machines >> score.machines_as_people >> score.people >> score.people_as_machines;
  const bool fits =
      file && score.machines_as_people <= score.machines && score.people_as_machines <= score.people;
  return fits ? score : wire::SealedScore{};
}

void SealedScoreFile::write(const wire::SealedScore& score) {
  if (writer_.joinable()) writer_.join();
  const std::string text = std::to_string(score.machines) + " " + std::to_string(score.machines_as_people) +
                           " " + std::to_string(score.people) + " " +
                           std::to_string(score.people_as_machines) + "\n";
  const auto work = [path = path_, text] {
    if (!write_file(path, text))
      spdlog::warn("{}: the sealed room's score is not kept: {}", path,
                   std::generic_category().message(errno));
  };
  const store::SignalBlock block;
  try {
    writer_ = std::jthread(work);
  } catch (const std::system_error&) {  // no more threads are allowed
    work();
  }
}

}  // namespace menagerie::app
