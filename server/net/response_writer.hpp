// The response of an HTTP connection on its way to the client: in one piece, or made by readers' threads
// piece by piece as the client reads. Beast serializes it. Private to the HTTP connection; network thread.
#pragma once

#include "server/api/http.hpp"
#include "server/net/client_identity.hpp"
#include "server/net/connection.hpp"
#include "server/net/http_message.hpp"
#include "server/net/limiter.hpp"
#include "server/net/traffic.hpp"

#include <boost/beast/http/serializer.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>

namespace menagerie::net {

class ResponseWriter {
 public:
  class Owner {
   public:
    /// The whole response has been handed to the kernel.
    virtual void on_response_sent() = 0;
    /// The connection is broken, or the rest of the response could not be made: nothing more can be sent.
    virtual void on_response_failed() = 0;
    /// Keeps the owner, and the writer in it, alive.
    virtual std::shared_ptr<void> keep_alive() = 0;

   protected:
    ~Owner() = default;
  };

  /// What the request decides of its response's framing.
  struct Delivery {
    bool keep_alive = true;
    bool is_http_11 = true;
  };

  /// All of these belong to the owner's connection and live as long as the writer does.
  ResponseWriter(Owner& owner, Server& server, Socket& socket, ClientIdentity& client)
      : owner_(owner), server_(&server), socket_(socket), client_(client) {}
  ~ResponseWriter();
  ResponseWriter(const ResponseWriter&) = delete;
  ResponseWriter& operator=(const ResponseWriter&) = delete;

  /// Sends `response`, the answer to `request`, which must stay as it is until the owner hears of the end.
  /// Where the client's address has too much under way already, sends that instead. Precondition: nothing
  /// else is being sent.
  void send(api::Response response, const api::Request& request, Delivery delivery);

  /// Whether the client has taken too little for too long. To be asked every second or so.
  bool has_stalled(std::int64_t now_ms);
  /// The server is destroyed: releases what is counted there.
  void orphan();

 private:
  using Serializer = boost::beast::http::response_serializer<boost::beast::http::buffer_body>;
  struct Stream;

  void send_now(api::Response response);
  void send_whole(api::Response response);
  void send_stream(api::Response response);
  std::optional<api::Response> hold_stream(const api::Response& response);
  bool measure_first(api::Response& response);
  void measured(const std::shared_ptr<Stream>& stream);
  void begin_message(const api::Response& response, Framing framing, bool header_first);
  void make_next(const std::shared_ptr<Stream>& stream);
  void on_made(const std::shared_ptr<Stream>& stream, const std::exception_ptr& thrown);
  void send_piece();
  void write();
  void on_written(const boost::system::error_code& error, std::size_t bytes);
  void on_piece_sent();
  void finish();
  void fail();
  void note_access() const;
  void release();
  void dispose(const std::shared_ptr<Stream>& stream);
  void end_export(std::uint64_t Traffic::* how);
  std::int64_t bytes_taken() const;
  void start_deadline();

  Owner& owner_;
  Server* server_;  ///< null once orphaned
  Socket& socket_;
  ClientIdentity& client_;
  const api::Request* request_ = nullptr;  ///< while it is answered
  Delivery delivery_;
  std::optional<HttpMessage> message_;
  std::optional<Serializer> serializer_;     ///< of message_
  bool header_only_ = false;                 ///< HEAD, 204, 304: the body is not sent
  std::shared_ptr<const std::string> body_;  ///< of a response in one piece
  std::shared_ptr<Stream> stream_;           ///< of one made piece by piece
  std::string piece_;                        ///< of stream_, being sent
  unsigned status_ = 0;                      ///< of the response that is being sent
  std::uint64_t body_bytes_ = 0;             ///< of its body, handed out so far
  AddressBook::Hold export_;                 ///< counts stream_, or
  AddressBook::Buffered buffered_;           ///< the bytes that wait for the client
  bool counts_as_export_ = false;            ///< in Traffic
  std::int64_t deadline_ms_ = 0;             ///< 0: nothing waits for the client
  std::uint64_t written_ = 0;                ///< bytes that the kernel has taken, of all responses
  std::int64_t taken_before_ = 0;            ///< bytes that the client had taken when its time began
};

}  // namespace menagerie::net
