// The socket of one WebSocket: bytes in when the reactor says that there are some, bytes out of one buffer.
//
// What is to be sent is appended to outgoing() and leaves with flush() in as few send() as possible. When the
// kernel takes no more, the rest stays in the buffer, is sent as room appears, and the owner hears when all
// of it is out. Buffers are released when empty. Network thread only.
#pragma once

#include "server/net/connection.hpp"
#include "server/net/reactor.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace menagerie::net {

class Transport final : public Reactor::Client {
 public:
  using error_code = boost::system::error_code;

  /// Both are called in the reactor's turn; they may close the transport.
  class Owner {
   public:
    virtual void on_readable() = 0;  ///< receive() until may_have_more() says no
    /// All that flush() left is out, or lost with `error`.
    virtual void on_drained(const error_code& error) = 0;

   protected:
    ~Owner() = default;
  };

  /// Takes the socket over from Asio. `owner` outlives the transport; one that cannot be set up is not open.
  Transport(Socket socket, Reactor& reactor, Owner& owner);
  ~Transport() { close(); }
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;

  Executor get_executor() const { return executor_; }
  bool is_open() const { return socket_ >= 0; }
  /// The owner hears no more.
  void close();
  /// Tells the peer that no more will come.
  void shut_down_sending();

  /// Bytes read; 0 where none have come. `error` is eof where the peer sends no more.
  std::size_t receive(std::span<char> room, error_code& error);
  /// Whether receive() may find something: it is told of once, and perhaps before all was received.
  bool may_have_more() const { return more_ || ended_; }

  /// What is to be sent, to append to. Reserves room for `more` bytes.
  std::string& outgoing(std::size_t more);
  /// Sends it. False: some is left (see Owner::on_drained), or `error` is set.
  bool flush(error_code& error);

 private:
  void ready(bool to_read, bool to_write, bool ended) override;
  bool send_outgoing(error_code& error);

  Executor executor_;
  Reactor* reactor_;
  Owner* owner_;
  int socket_ = -1;
  bool more_ = false;      // something came, and the last receive() did not take all of it
  bool ended_ = false;     // the peer sends no more
  bool draining_ = false;  // flush() left something
  std::size_t sent_ = 0;   // bytes of outgoing_ that are out
  std::string outgoing_;
};

}  // namespace menagerie::net
