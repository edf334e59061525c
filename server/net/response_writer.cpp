#include "server/net/response_writer.hpp"

#include "engine/check.hpp"
#include "server/api/content.hpp"
#include "server/api/ranges.hpp"
#include "server/net/access_log.hpp"
#include "server/net/monotonic_clock.hpp"
#include "server/net/refusal.hpp"
#include "server/net/server.hpp"

#include <boost/beast/http/error.hpp>
#include <boost/beast/http/write.hpp>

#include <linux/sockios.h>
#include <spdlog/spdlog.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <utility>

namespace menagerie::net {

namespace http = boost::beast::http;
using boost::system::error_code;

namespace {

/// A body from here on counts as buffered until its client has read it; smaller ones fit what the kernel
/// itself holds for a connection.
constexpr std::size_t kBufferedFrom = 64 * 1024;
/// A page that is made in pieces holds two of them, the one that is sent and the next one.
constexpr std::size_t kPageBuffered = 2 * 128 * 1024;

}  // namespace

/// A response that is made piece by piece: while one piece is sent a reader's thread makes the next, and no
/// more than that, so that a client that does not read on costs two pieces and no reader.
struct ResponseWriter::Stream {
  std::unique_ptr<api::Source> source;
  api::Lane lane = api::Lane::costly;
  std::optional<api::GzipStream> gzip;
  /// Set: nothing is sent yet; the length of this response is being found.
  std::optional<api::Response> measuring;
  std::function<void(std::uint64_t)> measured;
  std::uint64_t length = 0;  ///< bytes that the source has made
  bool more = true;          ///< the source is not at its end
  bool making = false;       ///< a reader's thread has it: the members above and below are the reader's
  bool sending = false;      ///< the header or a piece is being sent
  std::string raw, made;

  /// Makes the next bytes to send, perhaps none yet; on a reader's thread, which it has for one piece.
  void make(store::Store& store) {
    made.clear();
    raw.clear();
    more = source->next(store, raw);
    length += raw.size();
    if (measuring) return;
    if (gzip) return gzip->add(raw, !more, made);
    made.swap(raw);
  }
};

ResponseWriter::~ResponseWriter() {
  if (server_) end_export(&Traffic::exports_broken);
}

void ResponseWriter::orphan() {
  server_ = nullptr;
  buffered_.release();
  export_.release();
}

void ResponseWriter::send(api::Response response, const api::Request& request, Delivery delivery) {
  MENAGERIE_CHECK(server_ != nullptr && request_ == nullptr);
  request_ = &request;
  delivery_ = delivery;
  send_now(std::move(response));
}

void ResponseWriter::send_now(api::Response response) {
  if (response.source) return send_stream(std::move(response));
  send_whole(std::move(response));
}

void ResponseWriter::send_whole(api::Response response) {
  const bool has_body = response.status != 304 && response.status != 204;
  const std::size_t length = response.body ? response.body->size() : 0;
  body_ = has_body && request_->method != "HEAD" && length != 0 ? response.body : nullptr;
  // A body that somebody else holds too, as the files of the pages are, takes no room of its own.
  const bool is_own = body_ && body_.use_count() == 2;
  if (length > kBufferedFrom && is_own && client_.hold()) {
    auto buffered = server_->addresses().buffer(client_.hold(), length);
    if (!buffered) return send_now(too_much_unread());
    buffered_ = std::move(*buffered);
  }
  Framing framing;
  if (has_body) framing.length = length;
  begin_message(response, framing, body_ == nullptr);
  header_only_ = body_ == nullptr;
  // The serializer only reads what it is given.
  if (body_) message_->body() = {const_cast<char*>(body_->data()), body_->size(), false};
  start_deadline();
  write();
}

void ResponseWriter::send_stream(api::Response response) {
  const bool is_head = request_->method == "HEAD";
  if (!is_head) {
    if (auto refused = hold_stream(response)) return send_now(*std::move(refused));
    if (measure_first(response)) return;
  }
  Framing framing;
  framing.length = response.length;
  framing.chunked = delivery_.is_http_11 && !response.length;
  begin_message(response, framing, true);
  header_only_ = is_head;
  if (!is_head) {
    message_->body() = {nullptr, 0, true};
    stream_ = std::make_shared<Stream>();
    stream_->sending = true;
    if (response.gzip) stream_->gzip.emplace();
    stream_->source = std::move(response.source);
    stream_->lane = response.lane;
    if (response.status == 200) stream_->measured = std::move(response.measured);
    counts_as_export_ = response.is_export;
    if (counts_as_export_) ++server_->traffic().exports_under_way;
  }
  start_deadline();
  write();
}

/// Counts what is under way for the client's address; the refusal where that is too much.
std::optional<api::Response> ResponseWriter::hold_stream(const api::Response& response) {
  if (!client_.hold()) return std::nullopt;
  if (!response.is_export) {
    auto buffered = server_->addresses().buffer(client_.hold(), kPageBuffered);
    if (!buffered) return too_much_unread();
    buffered_ = std::move(*buffered);
    return std::nullopt;
  }
  auto hold = server_->addresses().begin_export(client_.hold());
  if (!hold) {
    return refusal(429, "too-many-exports", "Too many exports at once",
                   "your address has " + std::to_string(server_->limits().exports_per_client_max) +
                       " exports under way; wait for one to end");
  }
  export_ = std::move(*hold);
  return std::nullopt;
}

/// Where a range is asked of a response whose length is not known: begins to make it once, to measure it.
/// True: it is answered then.
bool ResponseWriter::measure_first(api::Response& response) {
  if (response.length || !response.again || !api::asks_for_part(*request_, response.etag)) return false;
  stream_ = std::make_shared<Stream>();
  stream_->source = std::move(response.source);
  stream_->measuring.emplace(std::move(response));
  make_next(stream_);
  return true;
}

/// The length is known: the response begins anew.
void ResponseWriter::measured(const std::shared_ptr<Stream>& stream) {
  api::Response response = *std::exchange(stream->measuring, std::nullopt);
  dispose(stream);
  stream_ = nullptr;
  response.length = stream->length;
  if (response.measured) response.measured(stream->length);
  response.source = response.again();
  api::take_part(*request_, response);
  export_.release();
  send_now(std::move(response));
}

/// The response is counted with its status.
void ResponseWriter::begin_message(const api::Response& response, Framing framing, bool header_first) {
  framing.date = server_->date();
  framing.keep_alive = delivery_.keep_alive;
  message_.emplace(message_of(response, framing));
  serializer_.emplace(*message_);
  serializer_->split(header_first);
  server_->traffic().answered(response.status);
  status_ = response.status;
  body_bytes_ = body_ ? body_->size() : 0;
}

/// Closing a source can take long (a large file without a name), so a reader's thread does it.
void ResponseWriter::dispose(const std::shared_ptr<Stream>& stream) {
  if (!stream->making) server_->resources().readers().dispose(std::move(stream->source));
}

/// Has a reader make the next piece.
void ResponseWriter::make_next(const std::shared_ptr<Stream>& stream) {
  MENAGERIE_CHECK(!stream->making && stream->more);
  stream->making = true;
  server_->resources().readers().read(
      {.client = client_.key().bytes, .lane = stream->lane, .continues = true},
      [stream](store::Store& store) { stream->make(store); },
      [this, self = owner_.keep_alive(), stream](std::exception_ptr thrown) {
        stream->making = false;
        if (server_) on_made(stream, thrown);
      });
}

void ResponseWriter::on_made(const std::shared_ptr<Stream>& stream, const std::exception_ptr& thrown) {
  if (!socket_.is_open()) return dispose(stream);
  if (thrown) {  // the missing end of the body tells the client
    spdlog::error("net: an export was broken off, as the log could not be read: {}", api::what_of(thrown));
    return fail();
  }
  // Nothing to send yet, as while a hash is made: behind the other exports that wait.
  const bool nothing = stream->made.empty() && stream->more;
  if (nothing) return make_next(stream);
  if (stream->measuring) return measured(stream);
  if (!stream->sending) send_piece();
}

/// Sends the piece that was made, and has the next one made meanwhile.
void ResponseWriter::send_piece() {
  MENAGERIE_CHECK(stream_ && !stream_->making && !stream_->sending);
  piece_.swap(stream_->made);
  body_bytes_ += piece_.size();
  stream_->made.clear();
  const bool more = stream_->more;
  // An empty chunk would end a chunked body: the last piece may be empty, and is none then.
  message_->body() = {piece_.empty() ? nullptr : piece_.data(), piece_.size(), more};
  stream_->sending = true;
  if (more) make_next(stream_);
  start_deadline();
  write();
}

void ResponseWriter::write() {
  http::async_write_some(socket_, *serializer_,
                         [this, self = owner_.keep_alive()](const error_code& error, std::size_t bytes) {
                           written_ += bytes;
                           if (server_) on_written(error, bytes);
                         });
}

void ResponseWriter::on_written(const error_code& error, std::size_t) {
  if (error == http::error::need_buffer) return on_piece_sent();
  if (error) return fail();
  if (serializer_->is_done() || (header_only_ && serializer_->is_header_done())) return finish();
  write();
}

/// The serializer asks for the next piece.
void ResponseWriter::on_piece_sent() {
  MENAGERIE_CHECK(stream_);
  stream_->sending = false;
  deadline_ms_ = 0;
  if (stream_->making) return;  // it is sent when it is made
  if (!stream_->made.empty() || !stream_->more) return send_piece();
  make_next(stream_);
}

void ResponseWriter::finish() {
  if (stream_) {
    if (stream_->measured) stream_->measured(stream_->length);
    dispose(stream_);
  }
  end_export(&Traffic::exports_whole);
  note_access();
  release();
  owner_.on_response_sent();
}

void ResponseWriter::fail() {
  if (stream_) dispose(stream_);
  deadline_ms_ = 0;
  note_access();
  owner_.on_response_failed();
}

void ResponseWriter::note_access() const {
  AccessLog* log = server_->access_log();
  if (log && message_) log->write(*request_, delivery_.is_http_11, status_, body_bytes_);
}

/// What the response had.
void ResponseWriter::release() {
  export_.release();
  buffered_.release();
  serializer_.reset();
  message_.reset();
  body_ = nullptr;
  stream_ = nullptr;
  std::string().swap(piece_);
  request_ = nullptr;
  deadline_ms_ = 0;
}

/// Counts the export under way, if there is one, as ended.
void ResponseWriter::end_export(std::uint64_t Traffic::* how) {
  if (!std::exchange(counts_as_export_, false)) return;
  --server_->traffic().exports_under_way;
  ++(server_->traffic().*how);
}

/// What the client's side has confirmed: the kernel takes a lot for a client that reads nothing.
std::int64_t ResponseWriter::bytes_taken() const {
  int held = 0;
  if (::ioctl(socket_.native_handle(), SIOCOUTQ, &held) != 0) held = 0;
  return static_cast<std::int64_t>(written_) - held;
}

void ResponseWriter::start_deadline() {
  taken_before_ = bytes_taken();
  deadline_ms_ = monotonic_ms() + server_->limits().write_s * 1000;
}

/// A client that takes bytes fast enough gets more time.
bool ResponseWriter::has_stalled(std::int64_t now_ms) {
  if (deadline_ms_ == 0 || now_ms < deadline_ms_) return false;
  const wire::Limits& limits = server_->limits();
  const std::int64_t least = static_cast<std::int64_t>(limits.read_bytes_per_second_min) * limits.write_s;
  if (bytes_taken() - taken_before_ < std::max<std::int64_t>(least, 1)) return true;
  start_deadline();
  return false;
}

}  // namespace menagerie::net
