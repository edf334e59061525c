// The answer on its way out: in one piece, or made by readers' threads piece by piece as the client reads.
#include "engine/check.hpp"
#include "server/api/ranges.hpp"
#include "server/net/http_session_state.hpp"
#include "server/net/pages.hpp"

#include <boost/asio/write.hpp>

#include <linux/sockios.h>
#include <spdlog/spdlog.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace menagerie::net {
namespace {

/// A body from here on counts as buffered until its client has read it; smaller ones fit what the system
/// itself holds for a connection.
constexpr std::size_t kBufferedFrom = 64 * 1024;

}  // namespace

/// A long answer on its way: while one piece is sent a reader's thread makes the next, and no more than
/// that, so that a client that does not read on costs two pieces and no reader.
struct Stream {
  std::unique_ptr<api::Source> source;
  std::optional<api::GzipStream> gzip;
  std::optional<api::Response> counting;  ///< set: nothing is sent yet, this answer's length is being found
  std::function<void(std::uint64_t)> measured;
  std::uint64_t length = 0;  ///< bytes that the source has made
  bool chunked = true;
  bool more = true;      ///< the source is not at its end
  bool making = false;   ///< a reader has it: the members below are the reader's
  bool sending = false;  ///< a piece is being sent
  std::string raw, zipped, out;

  /// Makes the next bytes to send, perhaps none yet; on a reader's thread, which it has for one piece.
  void make(store::Store& store) {
    out.clear();
    raw.clear();
    more = source->next(store, raw);
    length += raw.size();
    if (counting) return;
    if (!gzip && !chunked) return out.swap(raw);
    zipped.clear();
    if (gzip) gzip->add(raw, !more, zipped);
    const std::string& body = gzip ? zipped : raw;
    out = chunked ? chunk_text(body, !more) : body;
  }
};

void HttpSession::refuse(unsigned status, std::string_view type, std::string_view title,
                         std::string_view detail) {
  respond(refusal(status, type, title, detail));
}

void HttpSession::respond(api::Response response) {
  MENAGERIE_CHECK(phase_ == Phase::answering);
  if (response.source) return stream(std::move(response));
  const bool has_body = response.status != 304 && response.status != 204;
  body_ = has_body && request_.method != "HEAD" ? std::move(response.body) : nullptr;
  const std::size_t length = body_ ? body_->size() : response.body ? response.body->size() : 0;
  // A body that somebody else holds too, as the pages are, takes no room of its own.
  if (length > kBufferedFrom && body_ && body_.use_count() == 1 && arrival_.hold) {
    auto buffered = server_->addresses().buffer(arrival_.hold, length);
    if (!buffered) {
      body_ = nullptr;
      return refuse(503, "too-much-unread", "Too much is not read yet",
                    "clients of your address, or all clients, have not read what was sent; read it first");
    }
    buffered_ = std::move(*buffered);
  }
  Framing framing;
  if (has_body) framing.length = length;
  if (body_) response.body = body_;
  set_head(response, framing);
  response.body = nullptr;
  write(nullptr);
}

/// The answer's first lines; it is counted as given.
void HttpSession::set_head(const api::Response& response, Framing framing) {
  framing.date = server_->date();
  framing.keep_alive = keep_alive_;
  head_ = header_text(response, framing);
  server_->traffic().answered(response.status);
}

void HttpSession::stream(api::Response response) {
  const bool has_body = request_.method != "HEAD";
  if (has_body) {
    auto hold = server_->addresses().begin_export(arrival_.hold);
    if (!hold) {
      return refuse(429, "too-many-exports", "Too many exports at once",
                    "your address has " + std::to_string(server_->limits().exports_per_client_max) +
                        " exports under way; wait for one to end");
    }
    export_ = std::move(*hold);
  }
  if (has_body && count_first(response)) return;
  auto state = std::make_shared<Stream>();
  state->chunked = is_http_11_ && !response.length;
  if (response.gzip) state->gzip.emplace();
  Framing framing;
  framing.length = response.length;
  framing.chunked = state->chunked;
  set_head(response, framing);
  body_ = nullptr;
  if (!has_body) return write(nullptr);
  state->source = std::move(response.source);
  if (response.status == 200) state->measured = std::move(response.measured);
  exporting_ = true;
  ++server_->traffic().exports_under_way;
  write(std::move(state));
}

/// A part was asked for of something whose length nobody knows: begins to make it once, to count its bytes.
/// True: it is answered then.
bool HttpSession::count_first(api::Response& response) {
  if (response.length || !response.again || !api::asks_for_part(request_, response.etag)) return false;
  auto state = std::make_shared<Stream>();
  state->source = std::move(response.source);
  state->counting.emplace(std::move(response));
  make_next(state);
  return true;
}

/// The length is known: the answer begins anew.
void HttpSession::counted(const std::shared_ptr<Stream>& stream) {
  api::Response response = *std::exchange(stream->counting, std::nullopt);
  let_go(stream);
  response.length = stream->length;
  if (response.measured) response.measured(stream->length);
  response.source = response.again();
  api::take_part(request_, response);
  export_.release();
  respond(std::move(response));
}

/// Counts the export under way, if there is one, as ended.
void HttpSession::end_export(std::uint64_t Traffic::*how) {
  if (!std::exchange(exporting_, false)) return;
  --server_->traffic().exports_under_way;
  ++(server_->traffic().*how);
}

/// What the source holds, as a large file without a name, goes on a reader's thread.
void HttpSession::let_go(const std::shared_ptr<Stream>& stream) {
  if (!stream->making) server_->resources().readers().dispose(std::move(stream->source));
}

/// Has a reader make the next piece.
void HttpSession::make_next(const std::shared_ptr<Stream>& stream) {
  stream->making = true;
  server_->resources().readers().read(
      {.client = holder_.bytes, .lane = api::Lane::costly, .continues = true},
      [stream](store::Store& store) { stream->make(store); },
      [self = shared_from_this(), stream](std::exception_ptr thrown) {
        stream->making = false;
        if (!self->server_) return;
        if (!self->socket_.is_open()) return self->let_go(stream);
        if (thrown) {  // the missing end of the body tells the client
          spdlog::error("net: an export broke off: the log could not be read");
          self->let_go(stream);
          return self->drop();
        }
        // Nothing to send yet, as while a hash is made: behind the other exports that wait.
        if (stream->out.empty() && stream->more) return self->make_next(stream);
        if (stream->counting) return self->counted(stream);
        if (!stream->sending) self->send_next(stream);
      });
}

/// Sends the piece that was made.
void HttpSession::send_next(const std::shared_ptr<Stream>& stream) {
  head_.swap(stream->out);
  stream->out.clear();
  if (stream->more) make_next(stream);
  write(stream);
}

void HttpSession::write(std::shared_ptr<Stream> stream) {
  phase_ = Phase::writing;
  if (stream) stream->sending = true;
  taken_before_ = bytes_taken();
  set_deadline(server_->limits().write_s * 1000);
  const std::array<asio::const_buffer, 2> buffers = {asio::buffer(head_),
                                                     body_ ? asio::buffer(*body_) : asio::const_buffer()};
  const auto progress = [this](const error_code& error, std::size_t bytes) -> std::size_t {
    writing_ = bytes;
    return error ? 0 : 65536;
  };
  asio::async_write(socket_, buffers, progress,
                    [self = shared_from_this(), stream = std::move(stream)](const error_code& error,
                                                                            std::size_t bytes) mutable {
                      self->written_ += bytes;
                      self->writing_ = 0;
                      if (self->server_) self->on_written(error, std::move(stream));
                    });
}

/// What the client's side has confirmed: the system takes a lot for a client that reads nothing.
std::int64_t HttpSession::bytes_taken() const {
  int held = 0;
  if (::ioctl(const_cast<Socket&>(socket_).native_handle(), SIOCOUTQ, &held) != 0) held = 0;
  return static_cast<std::int64_t>(written_ + writing_) - held;
}

/// A client's time is over, with something to be sent still: whether it has taken so much that it gets more
/// time.
bool HttpSession::takes_enough() {
  const wire::Limits& limits = server_->limits();
  const std::int64_t taken = bytes_taken();
  const std::int64_t least = static_cast<std::int64_t>(limits.read_bytes_per_second_min) * limits.write_s;
  if (taken - taken_before_ < std::max<std::int64_t>(least, 1)) return false;
  taken_before_ = taken;
  set_deadline(limits.write_s * 1000);
  return true;
}

void HttpSession::on_written(const error_code& error, std::shared_ptr<Stream> stream) {
  if (error) {
    if (stream) let_go(stream);
    return drop();
  }
  if (stream) {
    stream->sending = false;
    phase_ = Phase::answering;
    deadline_ms_ = 0;
    if (!stream->making && !stream->out.empty()) return send_next(stream);
    if (stream->making) return;  // it is sent when it is made
    if (stream->more) return make_next(stream);
    if (stream->measured) stream->measured(stream->length);
    let_go(stream);
  }
  end_export(&Traffic::exports_whole);
  export_.release();
  std::string().swap(head_);
  body_ = nullptr;
  buffered_.release();
  if (keep_alive_) return read();
  linger();
}

}  // namespace menagerie::net
