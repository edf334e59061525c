#include "server/store/postgres_connection.hpp"

#include "engine/check.hpp"
#include "engine/parse_number.hpp"
#include "engine/text.hpp"
#include "server/store/postgres.hpp"

#include <libpq-fe.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <new>

namespace menagerie::store {
namespace {

/// Commits wait for the disk; and timeouts by which the database itself notices a server that vanished while
/// it holds a lock or waits for one.
const std::string kSession =
    "SELECT " + commit_waits(false) +
    " UNION ALL SELECT set_config(name, value, false) FROM (VALUES "
    "('idle_in_transaction_session_timeout', '5s'), ('tcp_user_timeout', '10000'), "
    "('tcp_keepalives_idle', '10'), ('tcp_keepalives_interval', '5'), ('tcp_keepalives_count', '3')) "
    "AS settings(name, value)";

/// The library's messages end in a new line and can have several.
std::string one_line(const char* message) {
  std::string text = message ? message : "";
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  std::ranges::replace(text, '\n', ' ');
  return text;
}

ErrorKind kind_of(std::string_view state, bool lost) {
  if (lost) return ErrorKind::unknown;
  if (state.starts_with("XX")) return ErrorKind::permanent;  // internal error, data or index corrupted
  if (state.starts_with("42")) return ErrorKind::schema;     // no such table, no permission
  return ErrorKind::transient;
}

/// The SQL with `put(n)` in the places of $n.
template <typename Put>
std::string with_places(std::string_view sql, Put put) {
  std::string text;
  for (std::size_t at = 0; at < sql.size();) {
    const std::size_t place = std::min(sql.find('$', at), sql.size());
    text += sql.substr(at, place - at);
    if (place == sql.size()) break;
    std::string_view rest = sql.substr(place + 1);
    const auto number = take_number<std::size_t>(rest);
    MENAGERIE_CHECK(number.has_value());
    text += put(*number);
    at = sql.size() - rest.size();
  }
  return text;
}

}  // namespace

PostgresFailure::PostgresFailure(const std::string& what, std::string its_state, bool is_lost)
    : Error(what, kind_of(its_state, is_lost)), state(std::move(its_state)), lost(is_lost) {}

PostgresResult::PostgresResult(pg_result* result) : result_(result) {}
void PostgresResult::Clear::operator()(pg_result* result) const { PQclear(result); }
void PostgresConnection::Finish::operator()(pg_conn* connection) const { PQfinish(connection); }

int PostgresResult::rows() const { return PQntuples(result_.get()); }

bool PostgresResult::is_null(int row, int column) const {
  return PQgetisnull(result_.get(), row, column) != 0;
}

std::string_view PostgresResult::text(int row, int column) const {
  return {PQgetvalue(result_.get(), row, column),
          static_cast<std::size_t>(PQgetlength(result_.get(), row, column))};
}

bool PostgresResult::is_boolean(int column) const {
  constexpr Oid kBoolean = 16;  // of pg_type: the same in every database
  return PQftype(result_.get(), column) == kBoolean;
}

std::int64_t PostgresResult::number(int row, int column) const {
  std::string_view digits = text(row, column);
  return take_number<std::int64_t>(digits).value_or(0);
}

std::string PostgresResult::bytes(int row, int column) const {
  std::size_t size = 0;
  const std::unique_ptr<unsigned char, decltype(&PQfreemem)> raw(
      PQunescapeBytea(reinterpret_cast<const unsigned char*>(PQgetvalue(result_.get(), row, column)), &size),
      &PQfreemem);
  return {reinterpret_cast<const char*>(raw.get()), raw ? size : 0};
}

PostgresConnection::PostgresConnection(std::string url, std::chrono::milliseconds patience)
    : url_(std::move(url)), name_(without_password(url_)), patience_(patience) {}

void PostgresConnection::open() {
  if (connection_ && PQstatus(connection_.get()) == CONNECTION_OK) return;
  // What the connection string says itself goes before these; `dbname` is that string. A peer that is gone
  // without a word is noticed within half a minute.
  constexpr std::array<std::array<const char*, 2>, 7> kDefaults = {
      {{"fallback_application_name", "menagerie"},
       {"connect_timeout", "5"},
       {"tcp_user_timeout", "10000"},
       {"keepalives_idle", "10"},
       {"keepalives_interval", "5"},
       {"keepalives_count", "3"},
       {"client_encoding", "UTF8"}}};
  std::vector<const char*> keys, values;
  for (const auto& [key, value] : kDefaults) {
    keys.push_back(key);
    values.push_back(value);
  }
  keys.insert(keys.end(), {"dbname", nullptr});
  values.insert(values.end(), {url_.c_str(), nullptr});
  connection_.reset(PQconnectdbParams(keys.data(), values.data(), 1));
  if (PQstatus(connection_.get()) != CONNECTION_OK) {
    const std::string why = one_line(PQerrorMessage(connection_.get()));
    connection_.reset();
    // No statement was sent yet: no outcome is unknown.
    throw PostgresFailure(name_ + ": " + (why.empty() ? "no connection" : why), "08001", false);
  }
  PQsetNoticeProcessor(connection_.get(), [](void*, const char*) {}, nullptr);
  PQsetnonblocking(connection_.get(), 1);
  try {
    prepare_session();
  } catch (const PostgresFailure& failure) {
    connection_.reset();
    // Nothing was sent yet that changes anything: no outcome is unknown.
    if (failure.lost) throw PostgresFailure(failure.what(), "08001", false);
    throw;
  } catch (...) {
    connection_.reset();
    throw;
  }
}

/// A server that is gone in the middle of a transaction must not keep its locks: no other could write. A
/// database that does not know these settings does without; what waits for the disk says so itself.
void PostgresConnection::prepare_session() {
  try {
    run(kSession);
  } catch (const PostgresFailure& failure) {
    if (failure.lost) throw;
  }
  if (check_) check_(*this);
}

PostgresFailure PostgresConnection::lost(const std::string& why) {
  connection_.reset();
  return {name_ + ": the connection is lost: " + why, "", true};
}

PostgresFailure PostgresConnection::failure_of(const PGresult* result) {
  const char* state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const char* text = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  const std::string code = state ? state : "";
  const std::string what = one_line(text ? text : PQresultErrorMessage(result));
  // 57P01-57P03, 08xxx: the server shuts down, or the connection broke while it worked.
  if (code.empty() || code.starts_with("57P0") || code.starts_with("08")) return lost(what);
  return {name_ + ": " + what, code, false};
}

std::string PostgresConnection::literal(const std::optional<std::string>& value) {
  if (!value) return "NULL";
  const std::unique_ptr<char, decltype(&PQfreemem)> quoted(
      PQescapeLiteral(connection_.get(), value->data(), value->size()), &PQfreemem);
  if (!quoted)
    throw PostgresFailure(name_ + ": " + one_line(PQerrorMessage(connection_.get())), "22021", false);
  return quoted.get();
}

/// The statement with its values in the places of $1, $2, ...
void PostgresConnection::add_text(const PostgresStatement& statement, std::string& text) {
  text += with_places(statement.sql, [&](std::size_t number) {
    MENAGERIE_CHECK(number >= 1 && number <= statement.values.size());
    return literal(statement.values[number - 1]);
  });
  text += ";\n";
}

/// Sends one statement with its values as parameters, which costs the database least.
void PostgresConnection::send(const PostgresStatement& statement) {
  std::vector<const char*> values;
  values.reserve(statement.values.size());
  for (const auto& value : statement.values) values.push_back(value ? value->c_str() : nullptr);
  if (PQsendQueryParams(connection_.get(), statement.sql.c_str(), static_cast<int>(values.size()), nullptr,
                        values.data(), nullptr, nullptr, 0) == 0)
    throw lost(one_line(PQerrorMessage(connection_.get())));
}

/// Sends several as one message, which the database carries out whole or not at all. Were each a message of
/// its own, and the line cut between two of them, the database would wait for the rest, and nobody else could
/// have the rows that it has locked by then.
void PostgresConnection::send(const std::string& text) {
  if (PQsendQuery(connection_.get(), text.c_str()) == 0)
    throw lost(one_line(PQerrorMessage(connection_.get())));
}

/// Sends what is left to send and reads until the next result is whole.
void PostgresConnection::wait_for_answer() {
  using namespace std::chrono;
  const auto end = steady_clock::now() + patience_;
  PGconn* connection = connection_.get();
  for (;;) {
    const int unsent = PQflush(connection);
    if (unsent < 0) throw lost(one_line(PQerrorMessage(connection)));
    if (unsent == 0 && PQisBusy(connection) == 0) return;
    const auto left = duration_cast<milliseconds>(end - steady_clock::now()).count();
    pollfd wait{PQsocket(connection), static_cast<short>(POLLIN | (unsent > 0 ? POLLOUT : 0)), 0};
    const int ready = left > 0 ? ::poll(&wait, 1, static_cast<int>(left)) : 0;
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0)
      throw lost("no answer for " + std::to_string(duration_cast<seconds>(patience_).count()) + " s");
    if ((wait.revents & (POLLIN | POLLHUP | POLLERR)) != 0 && PQconsumeInput(connection) == 0)
      throw lost(one_line(PQerrorMessage(connection)));
  }
}

/// Reads the results of what was sent. Throws what failed; then the database has undone it.
std::vector<PostgresResult> PostgresConnection::collect() {
  std::vector<PostgresResult> results;
  std::optional<PostgresFailure> failed;
  for (;;) {
    wait_for_answer();
    PGresult* raw = PQgetResult(connection_.get());
    if (raw == nullptr) break;
    PostgresResult result(raw);
    switch (PQresultStatus(raw)) {
      case PGRES_COMMAND_OK:
      case PGRES_TUPLES_OK:
      case PGRES_EMPTY_QUERY:
        results.push_back(std::move(result));
        break;
      default:
        if (!failed) failed = failure_of(raw);
        if (!connection_) throw *failed;
    }
  }
  if (failed) throw *failed;
  return results;
}

PostgresResult PostgresConnection::run(const PostgresStatement& statement) {
  std::vector<PostgresResult> results = run_together({&statement, 1});
  if (results.empty()) throw lost("there was no answer");
  return std::move(results.front());
}

std::vector<PostgresResult> PostgresConnection::run_together(std::span<const PostgresStatement> statements) {
  open();
  try {
    if (statements.size() == 1) {
      send(statements.front());
    } else {
      std::string text;
      for (const PostgresStatement& statement : statements) add_text(statement, text);
      send(text);
    }
    return collect();
  } catch (const std::bad_alloc&) {  // with an answer that is read by half nothing else can be asked
    throw lost("there is not enough memory for the answer");
  }
}

void PostgresConnection::run_script(const std::string& sql) {
  open();
  try {
    send(sql);
    collect();
  } catch (const PostgresFailure&) {
    roll_back();
    throw;
  }
}

std::vector<std::string> PostgresConnection::wait_for_notices(int ms) {
  open();
  PGconn* connection = connection_.get();
  pollfd wait{PQsocket(connection), POLLIN, 0};
  if (::poll(&wait, 1, ms) < 0 && errno != EINTR) throw lost(std::strerror(errno));
  if (PQconsumeInput(connection) == 0) throw lost(one_line(PQerrorMessage(connection)));
  std::vector<std::string> texts;
  while (PGnotify* notice = PQnotifies(connection)) {
    texts.emplace_back(notice->extra);
    PQfreemem(notice);
  }
  return texts;
}

void PostgresConnection::roll_back() noexcept {
  if (!connection_ || PQtransactionStatus(connection_.get()) == PQTRANS_IDLE) return;
  try {
    if (PQstatus(connection_.get()) == CONNECTION_OK) {
      run("ROLLBACK");
      return;
    }
  } catch (const std::exception&) {  // the server rolls back when a connection ends
  }
  connection_.reset();
}

// ---- texts

void PostgresArray::comma() {
  if (text_.size() > 1) text_ += ',';
}

void PostgresArray::add(std::string_view text) {
  comma();
  text_ += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') text_ += '\\';
    text_ += c;
  }
  text_ += '"';
}

void PostgresArray::add_number(std::int64_t number) {
  comma();
  text_ += std::to_string(number);
}

void PostgresArray::add_null() {
  comma();
  text_ += "NULL";
}

std::string PostgresArray::take() { return std::move(text_ += '}'); }

std::string commit_waits(bool in_transaction) {
  return std::string(
             "set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN "
             "'remote_apply' THEN 'remote_apply' ELSE 'on' END, ") +
         (in_transaction ? "true)" : "false)");
}

std::string bytea_text(std::span<const std::uint8_t> bytes) {
  std::string text = "\\x";
  for (const std::uint8_t byte : bytes) {
    text += kHexDigits[byte >> 4];
    text += kHexDigits[byte & 15];
  }
  return text;
}

std::string postgres_library_version() {
  return std::to_string(PQlibVersion() / 10000) + "." + std::to_string(PQlibVersion() % 10000);
}

std::string without_password(const std::string& url) {
  const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options(
      PQconninfoParse(url.c_str(), nullptr), &PQconninfoFree);
  // What the library says of a string that it cannot read may hold the password.
  if (!options)
    throw Error(
        "this is no address of a PostgreSQL database: it looks like postgresql://USER@HOST/DATABASE, with a "
        "password only in PGPASSWORD or ~/.pgpass",
        ErrorKind::permanent);
  std::map<std::string, std::string> said;
  for (const PQconninfoOption* it = options.get(); it->keyword != nullptr; ++it) {
    if (it->val != nullptr) said[it->keyword] = it->val;
  }
  std::string text = "postgresql://";
  if (said.contains("user")) text += said["user"] + "@";
  // A folder of a unix socket can only stand behind the question mark.
  const bool folder = said["host"].starts_with("/");
  if (!folder) text += said["host"];
  if (said.contains("port")) text += ":" + said["port"];
  text += "/" + said["dbname"];
  if (folder) text += "?host=" + said["host"];
  return text;
}

}  // namespace menagerie::store
