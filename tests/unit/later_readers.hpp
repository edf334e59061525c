// Readers whose jobs run in the test's own thread, when it says so.
#pragma once

#include "server/api/readers.hpp"

#include <deque>
#include <exception>
#include <memory>
#include <utility>

namespace menagerie::test {

class Later : public api::Readers {
 public:
  void read(const api::ReadOrder&, Work work, Done done) override {
    jobs_.emplace_back(std::move(work), std::move(done));
  }
  void dispose(std::shared_ptr<void> what) override { disposed += what != nullptr; }
  /// Those that the jobs ask for, too.
  void run_all(store::Store& store) {
    while (!jobs_.empty()) {
      const auto [work, done] = std::move(jobs_.front());
      jobs_.pop_front();
      std::exception_ptr thrown;
      try {
        work(store);
      } catch (...) {
        thrown = std::current_exception();
      }
      done(thrown);
    }
  }
  bool is_idle() const { return jobs_.empty(); }
  int disposed = 0;

 private:
  std::deque<std::pair<Work, Done>> jobs_;
};

}  // namespace menagerie::test
