// The answer on its way out: in one piece, or made by readers' threads piece by piece as the client reads.
#include "engine/check.hpp"
#include "server/net/http_session_state.hpp"
#include "server/net/pages.hpp"

#include <boost/asio/write.hpp>

#include <spdlog/spdlog.h>

#include <array>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace menagerie::net {

/// A long answer on its way: while one piece is sent a reader's thread makes the next, and no more than
/// that, so that a client that does not read on costs two pieces and no reader.
struct Stream {
  std::unique_ptr<api::Source> source;
  std::optional<api::GzipStream> gzip;
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
  Framing framing;
  if (has_body) framing.length = response.body ? response.body->size() : 0;
  set_head(response, framing);
  body_ = has_body && request_.method != "HEAD" ? response.body : nullptr;
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
  exporting_ = true;
  ++server_->traffic().exports_under_way;
  write(std::move(state));
}

/// Counts the export under way, if there is one, as ended.
void HttpSession::end_export(std::uint64_t Traffic::*how) {
  if (!std::exchange(exporting_, false)) return;
  --server_->traffic().exports_under_way;
  ++(server_->traffic().*how);
}

/// Has a reader make the next piece.
void HttpSession::make_next(const std::shared_ptr<Stream>& stream) {
  stream->making = true;
  server_->resources().readers().read(
      {.client = holder_.bytes, .lane = api::Lane::costly, .continues = true},
      [stream](store::Store& store) { stream->make(store); },
      [self = shared_from_this(), stream](std::exception_ptr thrown) {
        stream->making = false;
        if (!self->server_ || !self->socket_.is_open()) return;
        if (thrown) {  // the missing end of the body tells the client
          spdlog::error("net: an export broke off: the log could not be read");
          return self->drop();
        }
        // Nothing to send yet, as while a hash is made: behind the other exports that wait.
        if (stream->out.empty() && stream->more) return self->make_next(stream);
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
  const std::int64_t write_ms = server_->limits().write_s * 1000;
  set_deadline(write_ms);
  const std::array<asio::const_buffer, 2> buffers = {asio::buffer(head_),
                                                     body_ ? asio::buffer(*body_) : asio::const_buffer()};
  const auto progress = [this, write_ms](const error_code& error, std::size_t) -> std::size_t {
    set_deadline(write_ms);
    return error ? 0 : 65536;
  };
  asio::async_write(
      socket_, buffers, progress,
      [self = shared_from_this(), stream = std::move(stream)](const error_code& error, std::size_t) mutable {
        if (self->server_) self->on_written(error, std::move(stream));
      });
}

void HttpSession::on_written(const error_code& error, std::shared_ptr<Stream> stream) {
  if (error) return drop();
  if (stream) {
    stream->sending = false;
    phase_ = Phase::answering;
    deadline_ms_ = 0;
    if (!stream->making && !stream->out.empty()) return send_next(stream);
    if (stream->making) return;  // it is sent when it is made
    if (stream->more) return make_next(stream);
  }
  end_export(&Traffic::exports_whole);
  export_.release();
  std::string().swap(head_);
  body_ = nullptr;
  if (keep_alive_) return read();
  linger();
}

}  // namespace menagerie::net
