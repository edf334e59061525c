#include "server/api/machine_copies.hpp"

#include "server/api/content.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace menagerie::api {
namespace {

constexpr std::size_t kCopyPieceBytes = 128 * 1024;
constexpr std::uint64_t kHashedAtOnce = 8 << 20;

/// A copy is held by the source that sends it: the source goes on a reader's thread, and the file with it.
class CopySource : public Source {
 public:
  explicit CopySource(MachineCopies::Copy copy) : copy_(std::move(copy)) {}
  bool next(store::Store&, std::string& out) override {
    const std::uint64_t left = copy_->file->size() - at_;
    const std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>(kCopyPieceBytes, left));
    copy_->file->read(at_, count, out);
    at_ += count;
    return at_ < copy_->file->size();
  }
  bool skip(std::uint64_t count) override {
    at_ += std::min(count, copy_->file->size() - at_);
    return true;
  }

 private:
  MachineCopies::Copy copy_;
  std::uint64_t at_ = 0;
};

}  // namespace

CopyFile::CopyFile(const std::string& path) : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  struct stat status{};
  if (file_ < 0 || ::fstat(file_, &status) != 0) {
    const std::string why = std::strerror(errno);
    if (file_ >= 0) ::close(file_);
    throw store::Error("the export cannot be read back: " + why, store::ErrorKind::transient);
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
}

CopyFile::~CopyFile() { ::close(file_); }

void CopyFile::read(std::uint64_t at, std::size_t count, std::string& out) const {
  const std::size_t before = out.size();
  out.resize(before + count);
  for (std::size_t done = 0; done < count;) {
    const ssize_t got =
        ::pread(file_, out.data() + before + done, count - done, static_cast<off_t>(at + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw store::Error("the export cannot be read back", store::ErrorKind::transient);
    done += static_cast<std::size_t>(got);
  }
}

/// A copy on its way. While a read is under way its members are that reader's.
struct MachineCopies::Making {
  std::int64_t machine = 0;
  std::uint64_t seq = 0;  ///< that was asked for
  ClientKey client{};
  std::unique_ptr<store::MachineFile> source;
  std::shared_ptr<MachineCopy> copy;
  TagHash hash;
  std::uint64_t hashed = 0;
  std::string piece;
  Waiters<Ready> waiting;

  /// One short read; false once the copy is whole.
  bool step(store::Store& store) {
    if (copy) return hash_on();
    if (!source) {
      source = store.copy_machine(machine, "");
      return true;
    }
    if (source->copy()) return true;
    copy = std::make_shared<MachineCopy>();
    copy->machine = machine;
    copy->client = client;
    copy->seq = source->all();
    copy->file = std::make_shared<const CopyFile>(source->path());
    source = nullptr;  // its name goes, its bytes stay as long as they are open: nothing is left by a crash
    return true;
  }

 private:
  bool hash_on() {
    const std::uint64_t count = std::min(kHashedAtOnce, copy->file->size() - hashed);
    piece.clear();
    copy->file->read(hashed, static_cast<std::size_t>(count), piece);
    hash.add(piece);
    hashed += count;
    if (hashed < copy->file->size()) return true;
    copy->tag = hash.etag();
    std::string().swap(piece);
    return false;
  }
};

void MachineCopies::get(const ClientKey& client, std::int64_t machine, std::uint64_t seq, Ready ready) {
  for (Entry& it : kept_) {
    if (it.copy->machine != machine || it.copy->seq < seq) continue;
    it.until_ms = kept_until();
    return ready(it.copy, nullptr);
  }
  for (const auto& it : under_way_) {
    if (it->machine == machine && it->seq >= seq) return join(*it, client, std::move(ready));
  }
  // A client that has many made leaves half of the room to others.
  const std::size_t for_one_max = std::max<std::size_t>(1, limits_.export_copies_max / 2);
  if (in_use_for(client) >= for_one_max || !make_room())
    return ready(nullptr, std::make_exception_ptr(TooManyCopies()));
  auto making = std::make_shared<Making>();
  making->machine = machine;
  making->seq = seq;
  making->client = client;
  join(*making, client, std::move(ready));
  under_way_.push_back(making);
  copy_on(making);
}

void MachineCopies::join(Making& making, const ClientKey& client, Ready ready) {
  if (!making.waiting.add(client, ready, limits_)) ready(nullptr, std::make_exception_ptr(TooManyReads()));
}

MachineCopies::Copy MachineCopies::find(std::int64_t machine, std::string_view tag) {
  for (auto it = kept_.rbegin(); it != kept_.rend(); ++it) {
    if (it->copy->machine != machine || (!tag.empty() && it->copy->tag != tag)) continue;
    it->until_ms = kept_until();
    return it->copy;
  }
  return nullptr;
}

void MachineCopies::tick(std::int64_t now_ms) {
  now_ms_ = now_ms;
  for (std::size_t i = kept_.size(); i-- > 0;) {
    if (now_ms_ >= kept_[i].until_ms) drop(kept_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

std::size_t MachineCopies::in_use() const {
  const auto held = std::ranges::count_if(all_, [](const auto& it) { return !it.expired(); });
  return static_cast<std::size_t>(held) + under_way_.size();
}

/// Those that were made for the client and are being made or sent, also to other clients.
std::size_t MachineCopies::in_use_for(const ClientKey& client) const {
  auto count = std::ranges::count(under_way_, client, &Making::client);
  for (const auto& it : all_) {
    const Copy copy = it.lock();
    if (!copy || copy->client != client) continue;
    const auto kept = std::ranges::count(kept_, copy, &Entry::copy);
    count += copy.use_count() > 1 + kept;  // somebody sends it, besides this function and `kept_`
  }
  return static_cast<std::size_t>(count);
}

/// Lets go of the oldest copies that are only kept until there is room for another one; false where that does
/// not help.
bool MachineCopies::make_room() {
  for (;;) {
    std::erase_if(all_, [](const auto& it) { return it.expired(); });
    std::uint64_t bytes = 0;
    for (const auto& it : all_) {
      if (const Copy copy = it.lock()) bytes += copy->file->size();
    }
    if (in_use() < limits_.export_copies_max && bytes < limits_.export_bytes_max) return true;
    const auto oldest = std::ranges::find_if(kept_, [](const Entry& it) { return it.copy.use_count() == 1; });
    if (oldest == kept_.end()) return false;
    drop(oldest);
  }
}

/// Somebody may still be sending it; otherwise it is closed by a reader, and counts no longer.
void MachineCopies::drop(std::vector<Entry>::iterator it) {
  Copy copy = std::move(it->copy);
  kept_.erase(it);
  if (copy.use_count() > 1) return;
  std::erase_if(all_, [&](const auto& other) { return other.lock() == copy; });
  readers_.dispose(std::const_pointer_cast<MachineCopy>(std::move(copy)));
}

void MachineCopies::copy_on(const std::shared_ptr<Making>& making) {
  const auto more = std::make_shared<bool>(false);
  readers_.read(
      {.client = making->client, .lane = Lane::costly, .continues = true},
      [making, more](store::Store& store) { *more = making->step(store); },
      [this, making, more](std::exception_ptr thrown) {
        if (!thrown && *more) return copy_on(making);
        end(making, std::move(thrown));
      });
}

void MachineCopies::end(const std::shared_ptr<Making>& making, std::exception_ptr thrown) {
  std::erase(under_way_, making);
  Copy copy;
  if (thrown) {
    readers_.dispose(std::move(making->source));
    readers_.dispose(std::move(making->copy));
  } else {
    copy = std::move(making->copy);
    all_.push_back(copy);
    kept_.push_back({copy, kept_until()});
  }
  making->waiting.answer(copy, thrown);
}

std::unique_ptr<Source> source_of(MachineCopies::Copy copy) {
  return std::make_unique<CopySource>(std::move(copy));
}

}  // namespace menagerie::api
