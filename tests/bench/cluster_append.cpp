// cluster_append: how many episodes a second become durable in one machine's log on PostgreSQL, in batches.
//   cluster_append --store URL --episodes N --batch B             through the server's learner and store
//   cluster_append --store URL --episodes N --batch B --by-hand   a bare loop over libpq that inserts the
//   rows
//                                                                 which the first way left there, column by
//                                                                 column, into a table of the same make
// Both commit each batch by itself and wait for it. Games and parameters are made before the clock starts.
#include "past_games.hpp"
#include "server/ledger/writer.hpp"
#include "server/museum/museum.hpp"
#include "server/store/postgres.hpp"

#include <CLI/CLI.hpp>

#include <libpq-fe.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace menagerie {
namespace {

struct Options {
  std::string store;
  std::size_t episodes = 10'000, batch = 100;
  bool by_hand = false;
};

constexpr std::int64_t kBegan = 1'700'000'000'000;

class Watch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

core::Loaded create(store::Store& store) {
  store::MachineRow row = *museum::find_exhibit("menace");
  const auto machine = core::Machine::make(row);
  core::MachineState state;
  const store::LogRow start = core::start_machine(*machine, state, store::Why::created, kBegan);
  store.create_machine(row, machine->boxes, {start}, state.snapshot(*machine));
  return *core::load_machine(store, row.name);
}

double teach(const Options& options) {
  std::int64_t now_ms = kBegan;
  const core::Clock clock = [&] { return ++now_ms; };
  const auto open = [&] { return store::open_postgres(options.store, store::Mode::write); };
  auto store = open();
  const core::Loaded loaded = create(*store);
  PastGames games(loaded, 1, clock);
  std::vector<core::Finished> episodes;
  while (episodes.size() < options.episodes) episodes.push_back(games.next());
  std::size_t learned = 0;
  ledger::Writer writer(std::move(store), open, {loaded}, clock,
                        [&](std::shared_ptr<const ledger::Published> it) { learned += it->rows.size(); });
  const Watch watch;
  for (std::size_t first = 0; first < episodes.size(); first += options.batch) {
    ledger::Work work;
    for (std::size_t i = first; i < std::min(episodes.size(), first + options.batch); ++i)
      work.inbox.episodes.push_back(std::move(episodes[i]));
    writer.take(std::move(work));
    if (!writer.proceed()) throw std::runtime_error(writer.why());
  }
  const double seconds = watch.seconds();
  if (learned != options.episodes) throw std::runtime_error("the learner refused an episode");
  return seconds;
}

// ---- by hand

using Result = std::unique_ptr<PGresult, decltype(&PQclear)>;

Result checked(PGconn* connection, PGresult* answer) {
  Result result(answer, PQclear);
  const ExecStatusType status = PQresultStatus(result.get());
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
    throw std::runtime_error(PQerrorMessage(connection));
  return result;
}

/// An element of an array's text.
void add_element(std::string& array, const PGresult* rows, int row, int column) {
  if (array.size() > 1) array += ',';
  if (PQgetisnull(rows, row, column) != 0) {
    array += "NULL";
    return;
  }
  array += '"';
  for (const char* at = PQgetvalue(rows, row, column); *at != '\0'; ++at) {
    if (*at == '"' || *at == '\\') array += '\\';
    array += *at;
  }
  array += '"';
}

double insert(const Options& options) {
  const std::unique_ptr<PGconn, decltype(&PQfinish)> held(PQconnectdb(options.store.c_str()), PQfinish);
  PGconn* connection = held.get();
  checked(connection, PQexec(connection, "DROP TABLE IF EXISTS log_by_hand"));
  checked(connection, PQexec(connection, "CREATE TABLE log_by_hand (LIKE log INCLUDING ALL)"));
  const Result columns = checked(
      connection, PQexec(connection,
                         "SELECT attname, format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = "
                         "'log'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum"));
  const Result rows =
      checked(connection, PQexec(connection, "SELECT * FROM log WHERE kind = 'episode' ORDER BY seq"));
  const int count = PQntuples(rows.get()), width = PQntuples(columns.get());
  std::string sql = "INSERT INTO log_by_hand SELECT * FROM unnest(";
  for (int column = 0; column < width; ++column) {
    sql += (column == 0 ? "$" : ",$") + std::to_string(column + 1) +
           "::" + PQgetvalue(columns.get(), column, 1) + "[]";
  }
  sql += ")";
  std::vector<std::vector<std::string>> batches;
  for (int row = 0; row < count; ++row) {
    if (static_cast<std::size_t>(row) % options.batch == 0)
      batches.emplace_back(static_cast<std::size_t>(width), "{");
    for (int column = 0; column < width; ++column)
      add_element(batches.back()[static_cast<std::size_t>(column)], rows.get(), row, column);
  }
  const Watch watch;
  for (std::vector<std::string>& batch : batches) {
    std::vector<const char*> values;
    for (std::string& array : batch) values.push_back((array += '}').c_str());
    checked(connection,
            PQexecParams(connection, sql.c_str(), width, nullptr, values.data(), nullptr, nullptr, 0));
  }
  if (static_cast<std::size_t>(count) != options.episodes) throw std::runtime_error("the log has other rows");
  return watch.seconds();
}

}  // namespace
}  // namespace menagerie

int main(int argc, char** argv) {
  menagerie::Options options;
  CLI::App command{"Durable episodes a second in one machine's log on PostgreSQL.", "cluster_append"};
  command.add_option("--store", options.store, "an empty database; with --by-hand, one that was filled")
      ->required();
  command.add_option("--episodes", options.episodes, "how many")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_option("--batch", options.batch, "episodes in one commit")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_flag("--by-hand", options.by_hand, "insert what the log has, without the server's code");
  CLI11_PARSE(command, argc, argv);
  try {
    const double seconds = options.by_hand ? menagerie::insert(options) : menagerie::teach(options);
    std::printf("%.0f\n", static_cast<double>(options.episodes) / seconds);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "cluster_append: %s\n", error.what());
    return 1;
  }
  return 0;
}
