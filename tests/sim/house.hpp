// A simulated museum of one server: on an in-memory disk that fails, with a virtual clock.
#pragma once

#include "index.hpp"
#include "steps.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace menagerie::sim {

class House {
 public:
  static const Exhibition& exhibition();  ///< every exhibit

  House(std::vector<std::string> names, std::size_t guests, Fault fault, std::uint64_t fault_at);

  // The steps.
  Visitor visitor(std::uint32_t number) {
    return {&server_, server_.guests()[number % server_.guests().size()].get()};
  }
  const Guest& guest(std::uint32_t number) { return *visitor(number).guest; }
  void learner_runs();
  void clock_runs(std::int64_t ms) {
    now_ms_ += ms;
    server_.tick();
  }
  /// Sets the disk's outcome for `count` operations after the next `after` ones.
  void disk_fails(store::DiskFault disk_fault, std::uint32_t after, std::uint32_t count);
  void crash_in(std::uint32_t operations) { crash_in_ = operations + 1; }
  /// The index's thread works, somebody looks for an episode, or something goes wrong with its file.
  void index(std::uint32_t what, std::uint32_t number);
  /// The program crashes and is started again.
  void restart();
  /// Completes everything that is queued, on a working disk.
  void settle();
  /// Checks everything that must hold once nothing is queued.
  void check() const;

 private:
  void open();
  std::vector<core::Loaded> load(store::Store& store) const;
  store::DiskFault disk_fault(store::Operation operation);

  std::vector<std::string> names_;
  std::shared_ptr<store::MemoryDisk> disk_;
  std::int64_t now_ms_ = 1'700'000'000'000;
  store::DiskFault disk_fault_ = store::DiskFault::none;
  std::uint32_t disk_fault_after_ = 0, disk_fault_count_ = 0, crash_in_ = 0;
  Told told_;
  SimIndex index_;
  SimServer server_;
};

}  // namespace menagerie::sim
