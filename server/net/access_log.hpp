// The access log: one line for each answer, in the Common Log Format of Apache and nginx, with a dash in
// place of the client's address: none is kept.
//   - - - [22/Nov/2026:20:05:09 +0000] "GET /api/v1/machines HTTP/1.1" 200 8123
// Written by a thread of its own; where that falls behind, the oldest lines are left out, and nobody waits.
#pragma once

#include "server/api/http.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace spdlog {
class logger;
namespace details {
class thread_pool;
}
}  // namespace spdlog

namespace menagerie::net {

class AccessLog {
 public:
  /// Appends to the file, which is made where it is not there; `-` is standard output. Throws
  /// std::runtime_error.
  explicit AccessLog(std::string path);
  ~AccessLog();
  AccessLog(const AccessLog&) = delete;
  AccessLog& operator=(const AccessLog&) = delete;

  /// Opens the file anew, as after it was renamed. Throws std::runtime_error; the old one is written on then.
  void reopen();

  /// `body_bytes`: of the answer's body, as it was sent.
  void write(const api::Request& request, bool is_http_11, unsigned status, std::uint64_t body_bytes);

 private:
  std::string path_;
  std::shared_ptr<spdlog::logger> logger_;
  std::shared_ptr<spdlog::details::thread_pool>
      thread_;  ///< ends first, so that it writes to no logger that is gone
};

/// The line, without its end. What a request holds of quotes and unprintable characters is escaped.
std::string access_line(const api::Request& request, bool is_http_11, unsigned status,
                        std::uint64_t body_bytes, std::int64_t now_ms);

}  // namespace menagerie::net
