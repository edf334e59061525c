// Documents that cost seconds to make and are the same bytes for everybody, as a machine's labels: made once
// for all who ask meanwhile, and kept while there is room. Network thread; what is made is made by readers'
// threads, a piece at a time.
#pragma once

#include "server/api/http.hpp"
#include "server/api/readers.hpp"
#include "server/api/waiters.hpp"
#include "server/wire/limits.hpp"

#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

namespace menagerie::api {

/// As many documents as may be made at once, for one client or in all, are being made.
struct TooManyDocuments : std::runtime_error {
  TooManyDocuments() : std::runtime_error("too many documents are being made") {}
};

class Documents {
 public:
  /// As it was made, in pieces: to join them would take the memory of two documents.
  struct Document {
    std::deque<std::string> pieces;
    std::size_t size = 0;  ///< bytes of all pieces
  };
  using Bytes = std::shared_ptr<const Document>;
  /// Called once, on the network thread, later or at once; with the bytes, or with what was thrown.
  using Ready = std::function<void(const Bytes& bytes, std::exception_ptr thrown)>;
  using Make = std::function<std::unique_ptr<Source>()>;

  /// `limits` must outlive it. The readers must outlive it too.
  Documents(Readers& readers, const wire::Limits& limits) : readers_(readers), limits_(limits) {}

  /// The document with that (strong) tag: kept, or made by the source that `make` gives.
  void get(const ClientKey& client, const std::string& tag, const Make& make, Ready ready);
  /// Whether it can be had at once.
  Bytes find(const std::string& tag);
  std::size_t kept_bytes() const { return kept_bytes_; }

 private:
  struct Making {
    std::string tag;
    ClientKey client{};
    std::unique_ptr<Source> source;
    std::shared_ptr<Document> bytes = std::make_shared<Document>();
    bool more = true;
    Waiters<Ready> waiting;
  };
  struct Entry {
    std::string tag;
    Bytes bytes;
  };

  void join(Making& making, const ClientKey& client, Ready ready);
  void make_on(const std::shared_ptr<Making>& making);
  void end(const std::shared_ptr<Making>& making, std::exception_ptr thrown);
  void keep(const std::string& tag, const Bytes& bytes);

  Readers& readers_;
  const wire::Limits& limits_;
  std::map<std::string, std::shared_ptr<Making>> under_way_;
  std::list<Entry> kept_;  ///< the one used last first
  std::size_t kept_bytes_ = 0;
};

/// The body of an answer: that document, which others hold too.
std::unique_ptr<Source> source_of(Documents::Bytes bytes);

}  // namespace menagerie::api
