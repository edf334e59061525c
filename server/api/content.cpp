#include "server/api/content.hpp"

#include "engine/check.hpp"
#include "engine/parse_number.hpp"
#include "engine/text.hpp"
#include "server/api/ranges.hpp"

#include <sodium.h>
#include <zlib.h>

#include <array>

namespace menagerie::api {
namespace {

constexpr std::size_t kGzipFrom = 1000;  // bytes; a smaller body fits one packet anyway
constexpr int kGzipLevel = 6;
constexpr int kStreamLevel = 3;  // long exports: the reader's time counts more than the last tenth of size

/// Takes the part before the next `separator` off the front of `rest`.
std::string_view next_part(std::string_view& rest, char separator) {
  const std::size_t at = rest.find(separator);
  const std::string_view part = rest.substr(0, at);
  rest = at == std::string_view::npos ? std::string_view{} : rest.substr(at + 1);
  return trimmed(part);
}

/// One item of an Accept header: what it names and how much it is wanted.
struct AcceptItem {
  std::string_view name;
  double weight = 1;
};

AcceptItem read_accept_item(std::string_view text) {
  AcceptItem item;
  item.name = next_part(text, ';');
  while (!text.empty()) {
    const std::string_view parameter = next_part(text, ';');
    if (parameter.starts_with("q=") || parameter.starts_with("Q=")) {
      item.weight = parse_number<double>(parameter.substr(2)).value_or(0);
    }
  }
  return item;
}

/// How exactly `pattern` names `type`: 0 not at all, 1 by */*, 2 by text/*, 3 in full.
int exactness(std::string_view pattern, std::string_view type) {
  if (same_letters(pattern, type)) return 3;
  if (pattern == "*/*") return 1;
  const bool family = pattern.ends_with("/*") && type.starts_with(pattern.substr(0, pattern.size() - 1));
  return family ? 2 : 0;
}

double weight_of(std::string_view accept, std::string_view type) {
  int best = 0;
  double weight = 0;
  while (!accept.empty()) {
    const AcceptItem item = read_accept_item(next_part(accept, ','));
    const int exact = exactness(item.name, type);
    if (exact > best) {
      best = exact;
      weight = item.weight;
    }
  }
  return weight;
}

}  // namespace

struct TagHash::State {
  static constexpr std::size_t kBytes = 16;
  crypto_generichash_state hash;
};

TagHash::TagHash() : state_(std::make_unique<State>()) {
  crypto_generichash_init(&state_->hash, nullptr, 0, State::kBytes);
}
TagHash::~TagHash() = default;

void TagHash::add(std::string_view bytes) {
  crypto_generichash_update(&state_->hash, reinterpret_cast<const unsigned char*>(bytes.data()),
                            bytes.size());
}

std::string TagHash::etag() {
  std::array<unsigned char, State::kBytes> hash{};
  crypto_generichash_final(&state_->hash, hash.data(), hash.size());
  std::array<char, 2 * State::kBytes + 1> hex{};
  sodium_bin2hex(hex.data(), hex.size(), hash.data(), hash.size());
  return '"' + std::string(hex.data()) + '"';
}

std::string etag_of(std::string_view bytes) {
  TagHash hash;
  hash.add(bytes);
  return hash.etag();
}

std::string gzip_etag(std::string_view etag) {
  if (etag.size() < 2) return {};
  return std::string(etag.substr(0, etag.size() - 1)) + "-gzip\"";
}

bool etag_matches(std::string_view if_none_match, std::string_view etag) {
  while (!if_none_match.empty()) {
    std::string_view tag = next_part(if_none_match, ',');
    if (tag == "*") return true;
    if (tag.starts_with("W/")) tag.remove_prefix(2);
    if (!tag.empty() && tag == etag) return true;
  }
  return false;
}

bool accepts_gzip(std::string_view accept_encoding) {
  double gzip_weight = -1, any_weight = -1;
  while (!accept_encoding.empty()) {
    const AcceptItem item = read_accept_item(next_part(accept_encoding, ','));
    if (same_letters(item.name, "gzip") || same_letters(item.name, "x-gzip")) gzip_weight = item.weight;
    if (item.name == "*") any_weight = item.weight;
  }
  return gzip_weight >= 0 ? gzip_weight > 0 : any_weight > 0;
}

int preferred_type(std::string_view accept, std::span<const std::string_view> types) {
  if (trimmed(accept).empty()) return 0;
  int best = -1;
  double most = 0;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const double weight = weight_of(accept, types[i]);
    if (weight > most) {
      most = weight;
      best = static_cast<int>(i);
    }
  }
  return best;
}

bool is_compressible(std::string_view type) {
  return type.starts_with("text/") || type.starts_with("application/json") ||
         type.starts_with("application/problem") || type.starts_with("application/x-ndjson") ||
         type.starts_with("application/schema") || type.starts_with("application/manifest") ||
         type.starts_with("application/yaml") || type.starts_with("image/svg") || type == kFilmType;
}

/// A smaller piece has no other one right behind it: it is not kept back until more has come.
constexpr std::size_t kFlushedBelow = 4096;

struct GzipStream::State {
  z_stream z{};
  explicit State(int level) {
    const int gzip_window = 15 + 16;  // 16: a gzip header instead of zlib's
    const int failed = deflateInit2(&z, level, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY);
    if (failed) throw std::bad_alloc();
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { deflateEnd(&z); }

  void add(std::string_view piece, bool last, std::string& out) {
    const int flush = last                                             ? Z_FINISH
                      : !piece.empty() && piece.size() < kFlushedBelow ? Z_SYNC_FLUSH
                                                                       : Z_NO_FLUSH;
    std::array<unsigned char, 16384> room;
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
    z.avail_in = static_cast<uInt>(piece.size());
    do {
      z.next_out = room.data();
      z.avail_out = static_cast<uInt>(room.size());
      const int result = deflate(&z, flush);
      MENAGERIE_CHECK(result != Z_STREAM_ERROR);
      out.append(reinterpret_cast<const char*>(room.data()), room.size() - z.avail_out);
    } while (z.avail_out == 0);
  }
};

GzipStream::GzipStream() : state_(std::make_unique<State>(kStreamLevel)) {}
GzipStream::~GzipStream() = default;
void GzipStream::add(std::string_view piece, bool last, std::string& out) { state_->add(piece, last, out); }

std::string gzip(std::string_view bytes, int level) {
  GzipStream::State state(level);
  std::string out;
  state.add(bytes, true, out);
  return out;
}

Response finished(const Request& request, Response response) {
  if (!response.body && !response.source) return response;
  const bool compressible = is_compressible(response.type);
  if (compressible) response.headers.emplace_back("Vary", "Accept-Encoding");
  if (response.body && response.status == 200 && response.etag.empty())
    response.etag = etag_of(*response.body);
  const bool pays =
      response.body ? response.body->size() >= kGzipFrom : response.length.value_or(kGzipFrom) >= kGzipFrom;
  const bool part = response.ranges && asks_for_part(request, response.etag);  // of what is not compressed
  const bool zipped = compressible && pays && !part && accepts_gzip(request.accept_encoding);
  if (zipped) response.etag = gzip_etag(response.etag);
  if (response.status == 200 && !response.etag.empty() &&
      etag_matches(request.if_none_match, response.etag)) {
    response.status = 304;
    response.body = nullptr;
    response.source = nullptr;
    return response;
  }
  if (!zipped) {
    if (response.ranges) response.headers.emplace_back("Accept-Ranges", "bytes");
    take_part(request, response);
    return response;
  }
  response.headers.emplace_back("Content-Encoding", "gzip");
  response.gzip = response.source != nullptr;
  response.length.reset();
  response.again = nullptr;
  if (response.body) response.body = std::make_shared<const std::string>(gzip(*response.body, kGzipLevel));
  return response;
}

}  // namespace menagerie::api
