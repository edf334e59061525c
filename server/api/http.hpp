// HTTP without sockets: what a resource is asked and what it answers. net/ turns these into bytes.
#pragma once

#include "server/api/readers.hpp"
#include "server/store/store.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace menagerie::api {

/// How far a request is authenticated as the curator's. net/ decides, before any body is read.
enum class Pass : std::uint8_t {
  none,     ///< no token, or the route needs none
  curator,  ///< the right token
  wrong,    ///< another one
  wait,     ///< an address that has guessed too often; the token was not looked at
  foreign,  ///< from a page of another site
  closed    ///< the server has no curator's token
};

struct Request {
  std::string method;    ///< `GET`, `HEAD`, ...
  std::string target{};  ///< as it was asked for, path and query; for the access log alone
  std::string path;      ///< still percent-encoded: a resource decodes its own part
  std::map<std::string, std::string> query;  ///< percent-decoded; of a name given twice, the last
  std::string accept, accept_encoding, accept_language, if_none_match, range, if_range;
  ClientKey client{};  ///< address, as limits count it; never stored or logged
  std::string content_type, body;
  Pass pass = Pass::none;
  int retry_after_s = 1;  ///< Pass::wait: seconds
  /// The path under which visitors have the museum, in front of every link: empty, or as `/menagerie`.
  std::string base{};
};

/// A long answer, made piece by piece on a reader thread.
class Source {
 public:
  virtual ~Source() = default;
  /// Appends the next piece (some tens of KiB) to `out`; false once there is no more. Reads in short
  /// transactions: nothing stays open between two calls. `store` is the calling thread's own and may
  /// be another one at the next call. May throw store::Error.
  virtual bool next(store::Store& store, std::string& out) = 0;
  /// Leaves the next `count` bytes out without making them; false where it cannot. Before the first next().
  virtual bool skip(std::uint64_t) { return false; }
};

/// Calls `write` with all pieces, one after the other, for a caller that has a store and no server.
template <typename Write>
void each_piece(Source& source, store::Store& store, const Write& write) {
  std::string piece;
  for (bool more = true; more; piece.clear()) {
    more = source.next(store, piece);
    write(std::string_view(piece));
  }
}

struct Response {
  unsigned status = 200;
  std::string type = "application/json";  ///< with its charset where it is text
  std::vector<std::pair<std::string, std::string>> headers;
  std::string etag;                         ///< with its quotes; empty = none
  std::shared_ptr<const std::string> body;  ///< null where `source` is set, or nothing is to be said
  std::unique_ptr<Source> source;
  Lane lane = Lane::costly;             ///< which readers call `source`
  std::optional<std::uint64_t> length;  ///< of all that `source` makes, where that is known
  bool gzip = false;                    ///< what `source` makes is to be compressed on its way
  bool is_export = true;                ///< `source` counts as an export of its client; a page does not
  bool ranges = false;  ///< the etag stands for these very bytes, so that parts may be asked for
  /// Where `length` is not known: makes `source` again. For a request for a part it is made once to be
  /// counted.
  std::function<std::unique_ptr<Source>()> again;
  /// Called with the length of all that `source` has made, on the network thread; may be empty.
  std::function<void(std::uint64_t)> measured;
};

/// An RFC 9457 problem. `type` is the last part of its URI: `not-found`, `bad-cursor`, ... `field` is the
/// member of a request's body that it is about, where it is one.
Response problem(unsigned status, std::string_view type, std::string_view title, std::string_view detail,
                 std::string_view field = {});

/// Thrown where a request asks for what cannot be had, and becomes that problem. `what()` is its detail: what
/// is wrong, and what would be right.
struct BadRequest : std::runtime_error {
  BadRequest(unsigned status_, std::string_view type_, std::string_view title_, std::string_view detail,
             std::string_view field_ = {})
      : std::runtime_error(std::string(detail)), status(status_), type(type_), title(title_), field(field_) {}
  unsigned status;
  std::string type, title;
  std::string field;  ///< the member of a body that is wrong; may be empty
};

/// Called once, on the network thread.
using Respond = std::function<void(Response)>;

}  // namespace menagerie::api
