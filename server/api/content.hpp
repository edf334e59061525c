// What is said about a body: its entity tag, its gzip form, and which form a client takes. Pure
// functions; any thread.
#pragma once

#include "server/api/http.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace menagerie::api {

/// A strong entity tag, with its quotes: a BLAKE2b hash of the bytes.
std::string etag_of(std::string_view bytes);
/// The same of bytes that come in pieces.
class TagHash {
 public:
  TagHash();
  ~TagHash();
  void add(std::string_view bytes);
  /// Call it once.
  std::string etag();

 private:
  struct State;
  std::unique_ptr<State> state_;
};
/// The tag of the same content's gzip form (other bytes, so another tag).
std::string gzip_etag(std::string_view etag);
/// Whether an If-None-Match header names `etag`. Weak tags match too (RFC 9110, 13.1.2).
bool etag_matches(std::string_view if_none_match, std::string_view etag);

/// Whether an Accept-Encoding header takes gzip.
bool accepts_gzip(std::string_view accept_encoding);
/// Which of `types` an Accept header prefers: an index into it, or -1 where it takes none of them.
/// An empty header takes the first; of equals the first in `types` is taken.
int preferred_type(std::string_view accept, std::span<const std::string_view> types);
inline constexpr std::string_view kFilmType = "application/vnd.menagerie.film";
/// Cache-Control of what never changes.
inline constexpr std::string_view kImmutable = "public, max-age=31536000, immutable";

/// Whether bodies of this type get smaller by gzip.
bool is_compressible(std::string_view type);

std::string gzip(std::string_view bytes, int level);

/// gzip of a long text, piece by piece.
class GzipStream {
 public:
  GzipStream();
  ~GzipStream();
  /// Appends the compressed form of the next piece to `out`; `last` ends the stream. Of a large piece some
  /// may be kept back until the next one; a small one is whole at once.
  void add(std::string_view piece, bool last, std::string& out);

 private:
  friend std::string gzip(std::string_view bytes, int level);
  struct State;
  std::unique_ptr<State> state_;
};

/// Makes an answer with a body or a source ready to leave: entity tag (of a body; a source's is given or
/// there is none), 304 where the client has it already, gzip where that is taken and pays.
Response finished(const Request& request, Response response);

}  // namespace menagerie::api
