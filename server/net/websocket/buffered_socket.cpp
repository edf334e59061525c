#include "server/net/websocket/buffered_socket.hpp"

#include <boost/asio/error.hpp>

namespace menagerie::net {

namespace asio = boost::asio;

BufferedSocket::BufferedSocket(Socket socket, Owner& owner) : socket_(std::move(socket)), owner_(&owner) {
  error_code ignored;
  socket_.non_blocking(true, ignored);
}

void BufferedSocket::close() {
  error_code ignored;
  socket_.close(ignored);
}

void BufferedSocket::shut_down_sending() {
  error_code ignored;
  socket_.shutdown(Socket::shutdown_send, ignored);
}

bool BufferedSocket::flush(error_code& error) {
  while (sent_ < outgoing_.size()) {
    sent_ += socket_.write_some(asio::buffer(outgoing_) + sent_, error);
    if (error == asio::error::would_block) {
      error = {};
      return false;
    }
    if (error) return false;
  }
  sent_ = 0;
  std::string().swap(outgoing_);  // clear() would keep the memory
  return true;
}

}  // namespace menagerie::net
