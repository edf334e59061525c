// The files behind export.sqlite: one copy of a machine's record for all who ask for it at the same seq, kept
// for a moment for those who come back for the rest of it. Network thread; what is copied is copied by
// readers' threads, a short read at a time.
#pragma once

#include "server/api/http.hpp"
#include "server/api/readers.hpp"
#include "server/api/waiters.hpp"
#include "server/store/store.hpp"
#include "server/wire/limits.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie::api {

/// As many copies, or bytes in copies, as there may be are in use, in all or for one client.
struct TooManyCopies : std::runtime_error {
  TooManyCopies() : std::runtime_error("too many copies are in use") {}
};

/// A finished copy: a file without a name, whose bytes go with its last holder. Closing it can take
/// long, so it belongs on a reader's thread. Any thread reads it.
class CopyFile {
 public:
  /// Opens the file; throws store::Error.
  explicit CopyFile(const std::string& path);
  ~CopyFile();
  CopyFile(const CopyFile&) = delete;
  CopyFile& operator=(const CopyFile&) = delete;

  /// Appends at most `count` bytes from `at` on; throws store::Error.
  void read(std::uint64_t at, std::size_t count, std::string& out) const;
  std::uint64_t size() const { return size_; }

 private:
  int file_ = -1;
  std::uint64_t size_ = 0;
};

struct MachineCopy {
  std::int64_t machine = 0;
  std::uint64_t seq = 0;  ///< the last log row in it
  ClientKey client{};     ///< for whom it was made
  std::string tag;        ///< strong, from its bytes
  std::shared_ptr<const CopyFile> file;
};

class MachineCopies {
 public:
  using Copy = std::shared_ptr<const MachineCopy>;
  /// Called once, on the network thread, later or at once; with the copy, or with what was thrown.
  using Ready = std::function<void(const Copy& copy, std::exception_ptr thrown)>;

  /// Both must outlive it.
  MachineCopies(Readers& readers, const wire::Limits& limits) : readers_(readers), limits_(limits) {}

  /// A copy that goes up to `seq` at least.
  void get(const ClientKey& client, std::int64_t machine, std::uint64_t seq, Ready ready);
  /// One that is kept: with that tag, or, where it is empty, the newest; or null. For a client that has
  /// a part of it already.
  Copy find(std::int64_t machine, std::string_view tag);
  /// To be called every second or so, with a clock that never goes back: lets go of what nobody came back
  /// for.
  void tick(std::int64_t now_ms);
  /// Copies that take room on the disk: kept, being sent or being made.
  std::size_t in_use() const;

 private:
  struct Making;
  struct Entry {
    Copy copy;
    std::int64_t until_ms = 0;
  };

  bool make_room();
  std::size_t in_use_for(const ClientKey& client) const;
  void join(Making& making, const ClientKey& client, Ready ready);
  void copy_on(const std::shared_ptr<Making>& making);
  void end(const std::shared_ptr<Making>& making, std::exception_ptr thrown);
  void drop(std::vector<Entry>::iterator it);
  std::int64_t kept_until() const { return now_ms_ + limits_.export_kept_s * 1000; }

  Readers& readers_;
  const wire::Limits& limits_;
  std::int64_t now_ms_ = 0;
  std::vector<std::shared_ptr<Making>> under_way_;
  std::vector<Entry> kept_;                            ///< oldest first
  std::vector<std::weak_ptr<const MachineCopy>> all_;  ///< those that were made and may still be held
};

/// A copy's bytes.
std::unique_ptr<Source> source_of(MachineCopies::Copy copy);

}  // namespace menagerie::api
