// The index beside a simulated log: the server's own queue, and a file that fails, is damaged and falls back.
#pragma once

#include "told.hpp"

#include "server/store/index_queue.hpp"
#include "tests/memory_store.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace menagerie::sim {

class SimIndex {
 public:
  SimIndex(store::MemoryDisk& log, Fault fault);

  /// A program begins: the file is as the one before left it.
  void open();
  /// What has just been committed.
  void add(std::span<const store::LogRow> rows);
  /// Where an episode is, as SqliteStore looks for it; the index's thread works meanwhile.
  std::optional<store::Place> find(const store::Id& id);
  /// Somebody asks for an episode of the log.
  void look(std::uint32_t which);

  /// Its thread has the processor for one turn.
  void run();
  /// `count` operations on the file fail after the next `after` ones.
  void fail(std::uint32_t after, std::uint32_t count) {
    file_.works = after;
    file_.failures = count;
  }
  /// Nothing in the file can be read any more.
  void damage() { file_.is_damaged = true; }
  /// The power is cut: what was written last is not on the disk.
  void fall_back() { file_.now = file_.before; }

  /// With a disk that works it comes to have each episode of the log where it is, and no other.
  void check();

 private:
  /// Keeps where episodes are; their boxes and visits take the same way.
  struct File : store::IndexFile {
    File(store::MemoryDisk& disk, Fault put_in) : log(disk), fault(put_in) {}

    store::SeqByMachine open() override;
    void clear() override;
    store::SeqByMachine indexed_up_to() override;
    void write(std::span<const store::IndexEntry> rows) override;
    std::vector<store::IndexEntry> read_log(std::int64_t machine, std::uint64_t after, std::uint64_t last,
                                            std::size_t most) override;
    /// Throws where the operation is to fail.
    void work();

    struct Contents {
      std::unordered_map<store::Id, store::Place, store::IdHash> places;
      store::SeqByMachine up_to;
    };
    store::MemoryDisk& log;
    const Fault fault;
    Contents now, before;
    std::uint32_t works = 0, failures = 0;
    bool is_damaged = false;
  };

  store::MemoryDisk& log_;
  File file_;
  std::unique_ptr<store::IndexQueue> queue_;
  std::uint64_t asked_ = 0;
  /// The newest rows of which the program knows that they are in the log: others are not asked for.
  store::SeqByMachine committed_;
};

}  // namespace menagerie::sim
