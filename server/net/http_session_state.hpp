// The HttpSession: one HTTP connection. Declared here for the files that define its parts: the connection's
// life (http_session.cpp), what a request's header says and for whom it counts (http_head.cpp), and the
// answer on its way out (http_answer.cpp). Private to these; network thread only.
#pragma once

#include "server/api/content.hpp"
#include "server/api/http.hpp"
#include "server/api/url.hpp"
#include "server/net/http_session.hpp"
#include "server/net/http_text.hpp"
#include "server/net/listener.hpp"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace menagerie::net {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;

struct Stream;  // a long answer on its way

class HttpSession final : public Connection, public std::enable_shared_from_this<HttpSession> {
 public:
  HttpSession(Server& server, Socket socket, Arrival arrival)
      : Connection(server, arrival.refusal ? Kind::refused : Kind::http),
        socket_(std::move(socket)),
        arrival_(std::move(arrival)),
        holder_(AddressKey::of(arrival_.peer)),
        buffer_(server.limits().header_bytes_max + 8192) {}
  ~HttpSession() override {
    if (server_) end_export(&Traffic::exports_broken);
  }

  void read();

  void sweep(std::int64_t now_ms) override;
  void shut(unsigned code, std::string_view reason) override;
  void drop() override;
  void orphan() override;

 private:
  enum class Phase : std::uint8_t { reading, answering, writing, lingering };
  using Parser = http::request_parser<http::string_body>;

  void read_request_line();
  void on_header(const error_code& error, std::size_t bytes);
  bool take_head();
  std::string_view head_fault() const;
  bool asks_to_close() const;
  void authenticate();
  void read_body();
  void on_request();
  void on_read_error(const error_code& error);
  bool count_client();
  void upgrade(const api::Target& target);
  void dispatch();
  void refuse(unsigned status, std::string_view type, std::string_view title, std::string_view detail);
  void respond(api::Response response);
  void set_head(const api::Response& response, Framing framing);
  void stream(api::Response response);
  void end_export(std::uint64_t Traffic::*how);
  bool count_first(api::Response& response);
  void counted(const std::shared_ptr<Stream>& stream);
  void let_go(const std::shared_ptr<Stream>& stream);
  std::int64_t bytes_taken() const;
  bool takes_enough();
  void make_next(const std::shared_ptr<Stream>& stream);
  void send_next(const std::shared_ptr<Stream>& stream);
  void write(std::shared_ptr<Stream> stream);
  void on_written(const error_code& error, std::shared_ptr<Stream> stream);
  void linger();
  void discard(std::size_t discarded);
  void set_deadline(std::int64_t after_ms) { deadline_ms_ = Server::now_ms() + after_ms; }

  Socket socket_;
  Arrival arrival_;
  AddressKey holder_;  // whose arrival_.hold is
  beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  api::Request request_;
  Phase phase_ = Phase::reading;
  bool keep_alive_ = true;
  bool is_http_11_ = true;
  bool timed_out_ = false;
  std::int64_t deadline_ms_ = 0;  // 0 = none
  AddressBook::Hold export_;
  AddressBook::Buffered buffered_;
  bool exporting_ = false;
  std::uint64_t written_ = 0;      // bytes that the system has taken for the client, of all answers
  std::size_t writing_ = 0;        // and of what is being written now
  std::int64_t taken_before_ = 0;  // bytes that the client had taken when its time began
  std::string head_;
  std::shared_ptr<const std::string> body_;
};

}  // namespace menagerie::net
