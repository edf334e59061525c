// The options of `menagerie serve`: flags, MENAGERIE_* environment, config file, defaults, in that
// order of precedence.
#pragma once

#include "server/wire/limits.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie::app {

/// A bad command line: the message is one line that says what, where and what would be right.
inline constexpr int kBadUsage = 2;
/// A check that failed.
inline constexpr int kFailed = 1;

/// Thrown by a command for a request that cannot be met; it ends like a bad command line.
struct Usage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct BackupOptions {
  std::string every = "off";  ///< `off`, or as 24h
  std::size_t keep = 7;
  std::string folder;  ///< empty: `backups` in the data folder
};

struct ServeOptions {
  std::string listen = "127.0.0.1:8080";
  std::string data = "data";
  std::string store;            ///< a PostgreSQL database instead of `data`; empty: SQLite
  std::string doorbell = "on";  ///< or "off"
  std::string web;              ///< empty: beside the program, or in share/menagerie/web
  std::string public_url;       ///< empty: http://ADDRESS:PORT
  std::string data_license;
  std::vector<std::string> allowed_origins;
  std::vector<std::string> trusted_proxies;
  std::string curator_token_file;  ///< empty: the environment's token, or no desk
  std::string metrics = "on";      ///< or "off"
  std::string log_format = "text";
  std::string log_level = "info";
  bool read_only = false;
  std::string answers = "covered";  ///< or "shown"
  std::string access_log;           ///< a file, or `-`; empty: none
  BackupOptions backups;
  wire::Limits limits;
};

/// `host:port`, `[v6]:port`, `:port` or `unix:/path`.
struct ListenAddress {
  std::string host;
  std::uint16_t port = 0;
  std::string path;  ///< of a unix socket; empty: host and port count
};
/// Throws std::invalid_argument with a one-line message.
ListenAddress parse_address(std::string_view text);

/// The folder of the pages: the given one; where none is, beside the program, or installed with it. Throws
/// std::runtime_error where there is none.
std::string web_folder(const std::string& given);

/// Parses the arguments that follow the word `serve` into `options`. Returns -1 to go on, otherwise
/// the exit status (help was printed, or a clear error).
int parse_serve(int argc, const char* const* argv, ServeOptions& options);

// The commands: each takes the arguments that follow its name and returns the exit status.
int serve(int argc, const char* const* argv);
int boxes(int argc, const char* const* argv);
int solve(int argc, const char* const* argv);
int evaluate(int argc, const char* const* argv);
int simulate(int argc, const char* const* argv);
int experiment(int argc, const char* const* argv);
int tournament(int argc, const char* const* argv);
int label(int argc, const char* const* argv);
int learn(int argc, const char* const* argv);
int export_record(int argc, const char* const* argv);
int verify(int argc, const char* const* argv);
int backup(int argc, const char* const* argv);
int restore(int argc, const char* const* argv);
int status(int argc, const char* const* argv);
int copy(int argc, const char* const* argv);
int healthcheck(int argc, const char* const* argv);

}  // namespace menagerie::app
