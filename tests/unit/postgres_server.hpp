// A PostgreSQL of the tests' own: made in a temporary folder, reached by a unix socket alone, run as an
// ordinary user, and gone with the test program.
#pragma once

#include <memory>
#include <string>

namespace menagerie::test {

class PostgresServer {
 public:
  /// The one that all tests of a program share; started when first asked for. Throws std::runtime_error,
  /// saying what is missing.
  static PostgresServer& shared();
  ~PostgresServer();
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;

  /// A new, empty database: its connection string.
  std::string create_database();
  /// Runs statements in a database.
  void run(const std::string& url, const std::string& sql) const;
  /// Ends it at once and starts it again, as after a power cut.
  void restart();
  /// Starts it again as a standby, which takes nothing until `SELECT pg_promote()`.
  void demote();

 private:
  PostgresServer();
  void start();
  void stop();

  std::string folder_, bin_;
  int process_ = 0;
  int databases_ = 0;
};

}  // namespace menagerie::test
