#include "server/api/documents.hpp"

#include <algorithm>
#include <utility>

namespace menagerie::api {
namespace {

constexpr std::ptrdiff_t kMadeAtOnceMax = 16;  // in all

constexpr std::size_t kSentAtOnceMax = 128 * 1024;  // a piece can be the whole document

class DocumentSource : public Source {
 public:
  explicit DocumentSource(Documents::Bytes bytes) : bytes_(std::move(bytes)) {}

  bool next(store::Store&, std::string& out) override {
    if (piece_ == bytes_->pieces.size()) return false;
    const std::string& piece = bytes_->pieces[piece_];
    const std::size_t count = std::min(kSentAtOnceMax, piece.size() - at_);
    out.append(piece, at_, count);
    step(count);
    return piece_ < bytes_->pieces.size();
  }

  bool skip(std::uint64_t count) override {
    while (count > 0 && piece_ < bytes_->pieces.size()) {
      const std::uint64_t here = std::min<std::uint64_t>(count, bytes_->pieces[piece_].size() - at_);
      step(static_cast<std::size_t>(here));
      count -= here;
    }
    return true;
  }

 private:
  void step(std::size_t count) {
    at_ += count;
    if (at_ < bytes_->pieces[piece_].size()) return;
    ++piece_;
    at_ = 0;
  }

  Documents::Bytes bytes_;
  std::size_t piece_ = 0, at_ = 0;  // the next byte: in which piece, and where in it
};

}  // namespace

Documents::Bytes Documents::find(const std::string& tag) {
  const auto found = std::ranges::find(kept_, tag, &Entry::tag);
  if (found == kept_.end()) return nullptr;
  kept_.splice(kept_.begin(), kept_, found);
  return found->bytes;
}

void Documents::get(const ClientKey& client, const std::string& tag, const Make& make, Ready ready) {
  if (const Bytes bytes = find(tag)) return ready(bytes, nullptr);
  if (const auto found = under_way_.find(tag); found != under_way_.end())
    return join(*found->second, client, std::move(ready));
  const auto of_client =
      std::ranges::count_if(under_way_, [&](const auto& it) { return it.second->client == client; });
  if (of_client >= static_cast<std::ptrdiff_t>(limits_.exports_per_client_max) ||
      std::ssize(under_way_) >= kMadeAtOnceMax)
    return ready(nullptr, std::make_exception_ptr(TooManyDocuments()));
  auto making = std::make_shared<Making>();
  making->tag = tag;
  making->client = client;
  making->source = make();
  join(*making, client, std::move(ready));
  under_way_.emplace(tag, making);
  make_on(making);
}

void Documents::join(Making& making, const ClientKey& client, Ready ready) {
  if (!making.waiting.add(client, ready, limits_)) ready(nullptr, std::make_exception_ptr(TooManyReads()));
}

void Documents::make_on(const std::shared_ptr<Making>& making) {
  readers_.read(
      {.client = making->client, .lane = Lane::costly, .continues = true},
      [making](store::Store& store) {
        std::string piece;
        making->more = making->source->next(store, piece);
        if (piece.empty()) return;
        piece.shrink_to_fit();
        making->bytes->size += piece.size();
        making->bytes->pieces.push_back(std::move(piece));
      },
      [this, making](std::exception_ptr thrown) {
        if (!thrown && making->more) return make_on(making);
        end(making, std::move(thrown));
      });
}

void Documents::end(const std::shared_ptr<Making>& making, std::exception_ptr thrown) {
  under_way_.erase(making->tag);
  if (!thrown) keep(making->tag, making->bytes);
  readers_.dispose(std::move(making->source));
  making->waiting.answer(thrown ? nullptr : making->bytes, thrown);
}

void Documents::keep(const std::string& tag, const Bytes& bytes) {
  if (bytes->size > limits_.document_cache_bytes_max) return;
  kept_.push_front({tag, bytes});
  kept_bytes_ += bytes->size;
  while (kept_bytes_ > limits_.document_cache_bytes_max) {
    kept_bytes_ -= kept_.back().bytes->size;
    kept_.pop_back();
  }
}

std::unique_ptr<Source> source_of(Documents::Bytes bytes) {
  return std::make_unique<DocumentSource>(std::move(bytes));
}

}  // namespace menagerie::api
