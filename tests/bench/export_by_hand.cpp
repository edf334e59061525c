// export_by_hand: the baseline for history.csv. A tight hand-written loop from the log table to the same
// CSV: one prepared statement, one pass, one buffer, straight to standard output.
//   export_by_hand DIR/menagerie.db MACHINE >FILE
// The seconds of CPU that it took go to standard error.
#include <sqlite3.h>
#include <sys/resource.h>
#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::size_t kBufferBytes = 1 << 20;
constexpr std::size_t kLineBytesMax = 512;

char buffer[kBufferBytes];
std::size_t used = 0;

[[noreturn]] void die(const char* what) {
  std::fprintf(stderr, "export_by_hand: %s\n", what);
  std::exit(1);
}

void flush() {
  for (std::size_t at = 0; at < used;) {
    const ssize_t written = write(STDOUT_FILENO, buffer + at, used - at);
    if (written <= 0) die("cannot write");
    at += static_cast<std::size_t>(written);
  }
  used = 0;
}

void put(std::string_view text) {
  std::memcpy(buffer + used, text.data(), text.size());
  used += text.size();
}
void put(std::int64_t number) {
  used = static_cast<std::size_t>(std::to_chars(buffer + used, buffer + used + 24, number).ptr - buffer);
}

sqlite3_stmt* prepare(sqlite3* db, const char* sql) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(db, sql, -1, &statement, nullptr) != SQLITE_OK) die(sqlite3_errmsg(db));
  return statement;
}
std::string_view text_at(sqlite3_stmt* statement, int column) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
  return {text ? text : "", static_cast<std::size_t>(sqlite3_column_bytes(statement, column))};
}

std::string field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

/// `,turn,box,move,` of each bead of each box.
std::vector<std::vector<std::string>> read_names(sqlite3* db, std::int64_t machine) {
  std::vector<std::vector<std::string>> names(1);
  sqlite3_stmt* statement =
      prepare(db,
              "SELECT number, turn, box, move FROM box JOIN bead USING (machine, number) "
              "WHERE machine = ? ORDER BY number, bead");
  sqlite3_bind_int64(statement, 1, machine);
  while (sqlite3_step(statement) == SQLITE_ROW) {
    const auto number = static_cast<std::size_t>(sqlite3_column_int64(statement, 0));
    names.resize(number + 1);
    names[number].push_back("," + std::string(text_at(statement, 1)) + "," + field(text_at(statement, 2)) +
                            "," + field(text_at(statement, 3)) + ",");
  }
  sqlite3_finalize(statement);
  return names;
}

/// 2026-11-20T10:00:00.000Z; the day is worked out only where it is another one.
std::string_view time_text(std::int64_t ms) {
  static char text[] = "0000-00-00T00:00:00.000Z";
  static std::int64_t last_day = -1;
  const std::int64_t day = ms / 86'400'000;
  if (day != last_day) {
    last_day = day;
    const std::time_t seconds = day * 86'400;
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    char date[64];
    std::snprintf(date, sizeof date, "%04d-%02d-%02d", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
    std::memcpy(text, date, 10);
  }
  const auto digits = [&](int at, std::int64_t number, int count) {
    for (int i = count - 1; i >= 0; --i, number /= 10) text[at + i] = static_cast<char>('0' + number % 10);
  };
  const std::int64_t in_day = ms % 86'400'000;
  digits(11, in_day / 3'600'000, 2);
  digits(14, in_day / 60'000 % 60, 2);
  digits(17, in_day / 1000 % 60, 2);
  digits(20, in_day % 1000, 3);
  return {text, 24};
}

void put_id(const void* blob) {
  static constexpr char kHex[] = "0123456789abcdef";
  const auto* bytes = static_cast<const unsigned char*>(blob);
  for (int i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) buffer[used++] = '-';
    buffer[used++] = kHex[bytes[i] >> 4];
    buffer[used++] = kHex[bytes[i] & 15];
  }
}

std::int64_t number_at(const char*& at) {
  while (*at != '-' && (*at < '0' || *at > '9')) ++at;
  std::int64_t number = 0;
  for (; *at >= '0' && *at <= '9'; ++at) number = number * 10 + (*at - '0');
  return number;
}

/// The lines of the log row that `log` stands on.
void put_row(sqlite3_stmt* log, std::string_view machine,
             const std::vector<std::vector<std::string>>& names) {
  const char* at = text_at(log, 4).data() + 1;
  if (*at == ']') return;
  const std::string_view reason = text_at(log, 5);
  const bool each = text_at(log, 6) == "itself" && text_at(log, 7) != "draw";
  if (used + kLineBytesMax > kBufferBytes) flush();
  const std::size_t begin = used;
  put(machine);
  put(",");
  put(sqlite3_column_int64(log, 0));
  put(",");
  const std::size_t head_bytes = used - begin;  // the ordinal comes behind this
  put(",");
  put(time_text(sqlite3_column_int64(log, 1)));
  put(",");
  put(sqlite3_column_int64(log, 2));
  put(",");
  if (const void* id = sqlite3_column_blob(log, 3)) put_id(id);
  char row[kLineBytesMax];  // what the lines of a log row have in common
  const std::size_t row_bytes = used - begin;
  std::memcpy(row, buffer + begin, row_bytes);
  used = begin;
  for (std::int64_t ordinal = 1; *at != ']'; ++ordinal) {
    if (used + kLineBytesMax > kBufferBytes) flush();
    const auto box = static_cast<std::size_t>(number_at(at));
    const auto bead = static_cast<std::size_t>(number_at(at));
    const std::int64_t before = number_at(at), after = number_at(at);
    const bool propagated = *at == ',';
    if (propagated) number_at(at);
    ++at;
    put({row, head_bytes});
    put(ordinal);
    put({row + head_bytes, row_bytes - head_bytes});
    put(names[box][bead]);
    put(before);
    put(",");
    put(after);
    put(",");
    put(propagated ? "propagate" : each ? (after > before ? "win" : "loss") : reason);
    put("\r\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) die("usage: export_by_hand DIR/menagerie.db MACHINE");
  sqlite3* db = nullptr;
  if (sqlite3_open_v2(argv[1], &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK)
    die(sqlite3_errmsg(db));
  sqlite3_stmt* find = prepare(db, "SELECT machine FROM machine WHERE name = ?");
  sqlite3_bind_text(find, 1, argv[2], -1, SQLITE_STATIC);
  if (sqlite3_step(find) != SQLITE_ROW) die("there is no such machine");
  const std::int64_t machine = sqlite3_column_int64(find, 0);
  const auto names = read_names(db, machine);
  sqlite3_stmt* log = prepare(
      db,
      "SELECT row & 1099511627775, time_ms, era, id, changes, coalesce(reason, kind), opponent, outcome "
      "FROM log WHERE row > ? << 40 AND row < (?1 + 1) << 40 ORDER BY row");
  sqlite3_bind_int64(log, 1, machine);
  put("machine,seq,ordinal,time,era,episode,turn,box,move,before,after,reason\r\n");
  while (sqlite3_step(log) == SQLITE_ROW) put_row(log, argv[2], names);
  flush();
  sqlite3_finalize(log);
  sqlite3_close(db);
  rusage used_by_us{};
  getrusage(RUSAGE_SELF, &used_by_us);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  std::fprintf(stderr, "%.6f\n", seconds(used_by_us.ru_utime) + seconds(used_by_us.ru_stime));
}
