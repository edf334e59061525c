// Keeps the score of the sealed room: four numbers, in a file of the data folder or in a table of the
// database that several servers share. It is no part of the record.
#pragma once

#include "server/wire/sealed_text.hpp"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

namespace menagerie::app {

/// Adds to the score durably, and returns what it is then. Throws std::exception where that fails.
using AddToScore = std::function<wire::SealedScore(const wire::SealedScore& more)>;
/// In the file sealed-score of `folder`. Where there is none, or it cannot be understood, it begins at zero.
AddToScore score_in_file(const std::string& folder);
/// In the database at `url`.
AddToScore score_in_database(const std::string& url);

/// Adds on a thread of its own, since a disk or a database may take its time. What cannot be added is tried
/// again every ten seconds, and is lost with the server.
class ScoreKeeper {
 public:
  /// `told` hears the score now, after each addition, and every minute, as other servers may add to it: on
  /// the constructing thread, then on the keeper's.
  ScoreKeeper(AddToScore add, std::function<void(const wire::SealedScore&)> told);
  /// Any thread.
  void add(const wire::SealedScore& more);

 private:
  void run(const std::stop_token& stop);
  bool try_adding();

  AddToScore add_;
  std::function<void(const wire::SealedScore&)> told_;
  bool failed_ = false;  // the last attempt; it was logged
  std::mutex mutex_;
  std::condition_variable_any changed_;
  wire::SealedScore waiting_;
  std::jthread thread_;
};

}  // namespace menagerie::app
