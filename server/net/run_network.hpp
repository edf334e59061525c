// The top of the network thread.
#pragma once

#include <spdlog/spdlog.h>
#include <boost/asio/io_context.hpp>

#include <exception>

namespace menagerie::net {

/// Runs `io` until it is stopped. False where a handler threw: it is not known which connections are whole,
/// nor whether the next one would be accepted, so that the server must end and be started anew.
inline bool run_network(boost::asio::io_context& io) {
  try {
    io.run();
    return true;
  } catch (const std::exception& thrown) {
    spdlog::critical("net: {}; the server ends, so that it is started anew", thrown.what());
    return false;
  }
}

}  // namespace menagerie::net
