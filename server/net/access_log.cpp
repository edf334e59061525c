#include "server/net/access_log.hpp"

#include "server/ledger/clocks.hpp"

#include <spdlog/async.h>
#include <spdlog/fmt/fmt.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <array>
#include <ctime>
#include <stdexcept>
#include <utility>

namespace menagerie::net {
namespace {

constexpr std::size_t kLinesWaitingMax = 8192;
constexpr std::size_t kTargetMax = 2048;

/// As nginx escapes: \xHH for quotes, backslashes and what is no printable ASCII.
std::string escaped(std::string_view text) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text.substr(0, kTargetMax)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte < 0x7f && c != '"' && c != '\\') {
      out += c;
    } else {
      out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return out;
}

std::string time_of(std::int64_t now_ms) {
  const auto seconds = static_cast<std::time_t>(now_ms / 1000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 40> text{};
  std::strftime(text.data(), text.size(), "%d/%b/%Y:%H:%M:%S +0000", &parts);
  return text.data();
}

}  // namespace

std::string access_line(const api::Request& request, bool is_http_11, unsigned status,
                        std::uint64_t body_bytes, std::int64_t now_ms) {
  // A request that was not understood has no request line.
  const std::string line = request.method.empty() ? "-"
                                                  : fmt::format("{} {} HTTP/1.{}", escaped(request.method),
                                                                escaped(request.target), is_http_11 ? 1 : 0);
  return fmt::format("- - - [{}] \"{}\" {} {}", time_of(now_ms), line, status, body_bytes);
}

AccessLog::AccessLog(std::string path)
    : path_(std::move(path)), thread_(std::make_shared<spdlog::details::thread_pool>(kLinesWaitingMax, 1)) {
  reopen();
}

AccessLog::~AccessLog() = default;

void AccessLog::reopen() {
  std::shared_ptr<spdlog::sinks::sink> sink;
  try {
    if (path_ == "-") {
      sink = std::make_shared<spdlog::sinks::stdout_sink_mt>();
    } else {
      sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(path_);
    }
  } catch (const spdlog::spdlog_ex& error) {
    throw std::runtime_error("--access-log: " + path_ + " cannot be written: " + error.what());
  }
  auto logger = std::make_shared<spdlog::async_logger>("access", std::move(sink), thread_,
                                                       spdlog::async_overflow_policy::overrun_oldest);
  logger->set_pattern("%v");
  logger->flush_on(spdlog::level::info);
  logger_ = std::move(logger);
}

void AccessLog::write(const api::Request& request, bool is_http_11, unsigned status,
                      std::uint64_t body_bytes) {
  logger_->info("{}", access_line(request, is_http_11, status, body_bytes, ledger::wall_ms()));
}

}  // namespace menagerie::net
