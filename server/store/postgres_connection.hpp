// A connection to PostgreSQL through libpq. Correctness depends on nothing that a session keeps: no prepared
// statement, no setting, no LISTEN; so that it works behind a pooler that gives each transaction another
// session. One thread at a time. Private to store/.
#pragma once

#include "server/store/store.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct pg_conn;    // the library's PGconn
struct pg_result;  // and PGresult

namespace menagerie::store {

/// What a statement answered.
class PostgresResult {
 public:
  explicit PostgresResult(pg_result* result);
  int rows() const;
  bool is_null(int row, int column) const;
  std::string_view text(int row, int column) const;
  /// 0 where there is none.
  std::int64_t number(int row, int column) const;
  std::uint64_t count(int row, int column) const { return static_cast<std::uint64_t>(number(row, column)); }
  bool flag(int row, int column) const { return text(row, column) == "t"; }
  std::string bytes(int row, int column) const;  ///< of a bytea
  bool is_boolean(int column) const;

 private:
  struct Clear {
    void operator()(pg_result* result) const;
  };
  std::unique_ptr<pg_result, Clear> result_;
};

/// A statement that failed; or the connection, where `lost`.
struct PostgresFailure : Error {
  PostgresFailure(const std::string& what, std::string its_state, bool is_lost);
  bool is(std::string_view sqlstate) const { return state == sqlstate; }
  /// Whether the same transaction can succeed if repeated at once: it conflicted with another one.
  bool is_retryable() const { return is("40001") || is("40P01"); }
  std::string state;  ///< SQLSTATE; empty where the server said none
  bool lost;          ///< no answer came: whether the statement was carried out is not known
};

/// A statement and the values of its $1, $2, ... as text, each for the type that the statement casts it to;
/// one without a value is null. No other $ stands in it.
struct PostgresStatement {
  std::string sql;
  std::vector<std::optional<std::string>> values{};
};

class PostgresConnection {
 public:
  /// Connects when it is first needed. `patience`: the longest that an answer is waited for.
  PostgresConnection(std::string url, std::chrono::milliseconds patience);
  PostgresConnection(const PostgresConnection&) = delete;
  PostgresConnection& operator=(const PostgresConnection&) = delete;

  /// Connects where it is not connected, or not any more. Throws PostgresFailure.
  void open();
  /// From now on looks with this, each time that it has connected, before anything else is sent. What `check`
  /// throws ends the connection.
  void check_when_open(std::function<void(PostgresConnection&)> check) { check_ = std::move(check); }
  /// Carries out one statement, in a transaction of its own.
  PostgresResult run(const PostgresStatement& statement);
  PostgresResult run(std::string sql, std::vector<std::optional<std::string>> values = {}) {
    return run(PostgresStatement{std::move(sql), std::move(values)});
  }
  /// Carries out several in one round trip and, where they begin and end none themselves, in one transaction.
  std::vector<PostgresResult> run_together(std::span<const PostgresStatement> statements);
  /// Carries out a text of several statements, as a migration is; it may begin and end a transaction.
  void run_script(const std::string& sql);

  /// Rolls back where a transaction was begun; ends the connection where that fails.
  void roll_back() noexcept;

  /// Waits for a notice of a channel that it listens to, at most so long. Returns the texts of all that came.
  std::vector<std::string> wait_for_notices(int ms);

  /// Where it leads, without the password: for messages.
  const std::string& name() const { return name_; }
  /// Ends it: the next statement connects again.
  void close() { connection_.reset(); }

 private:
  std::string literal(const std::optional<std::string>& value);
  void add_text(const PostgresStatement& statement, std::string& text);
  void send(const PostgresStatement& statement);
  void send(const std::string& text);
  void wait_for_answer();
  std::vector<PostgresResult> collect();
  PostgresFailure failure_of(const pg_result* result);
  PostgresFailure lost(const std::string& why);

  void prepare_session();

  std::string url_, name_;
  std::chrono::milliseconds patience_;
  std::function<void(PostgresConnection&)> check_;
  struct Finish {
    void operator()(pg_conn* connection) const;
  };
  std::unique_ptr<pg_conn, Finish> connection_;
};

/// An expression that makes commits wait until they are on disk, whatever is the default of the database or
/// the role: those of the session, or `in_transaction` that of the statement's own, since behind a pooler the
/// session's setting may be another one's. A default that waits for still more is left as it is.
std::string commit_waits(bool in_transaction);

/// Text of an array parameter, element by element.
class PostgresArray {
 public:
  void add(std::string_view text);  ///< quoted
  void add_number(std::int64_t number);
  void add_null();
  std::string take();

 private:
  void comma();
  std::string text_ = "{";
};

/// A bytea as text: \x6d656e.
std::string bytea_text(std::span<const std::uint8_t> bytes);

}  // namespace menagerie::store
