// The score of the sealed room on disk: four numbers in a file of the data folder. It is no part of the
// record: no backup has it, and where it is lost the count begins anew.
#pragma once

#include "server/wire/sealed_text.hpp"

#include <string>
#include <thread>

namespace menagerie::app {

/// One thread at a time.
class SealedScoreFile {
 public:
  explicit SealedScoreFile(const std::string& folder) : path_(folder + "/sealed-score") {}

  /// What the file says; zeros where there is none, or it cannot be understood.
  wire::SealedScore read() const;
  /// Writes it durably, on a thread of its own, since a disk may take its time. A failure is logged.
  void write(const wire::SealedScore& score);

 private:
  std::string path_;
  std::jthread writer_;  // joined before the next one begins
};

}  // namespace menagerie::app
