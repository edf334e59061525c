// menagerie copy: moves a museum between SQLite and PostgreSQL.
#include "server/museum/copy.hpp"
#include "server/app/command.hpp"
#include "server/app/machine_checks.hpp"
#include "server/app/progress.hpp"
#include "server/app/store_location.hpp"
#include "server/museum/ticket.hpp"
#include "server/store/postgres.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <iostream>

namespace menagerie::app {
namespace {

namespace fs = std::filesystem;

std::unique_ptr<store::Store> open_for_writing(const StoreLocation& place) {
  return place.is_postgres() ? store::open_postgres(place.store, store::Mode::write)
                             : store::open_sqlite(place.data, store::Mode::write);
}

void require_sound(store::Store& store, const StoreLocation& place) {
  for (const museum::MachineCheck& check : verify_all(store)) {
    if (check.fault)
      throw std::runtime_error(place.name() + ": its beads are not what its log says: " + sentence(check));
  }
}

/// The key goes along, so that the tickets of games in progress are good at the new place too.
void copy_key(const StoreLocation& from, const StoreLocation& to) {
  const auto key = from.is_postgres()
                       ? std::optional(store::postgres_key(from.store, museum::Secrets::fresh_key()))
                       : museum::Secrets::key_in(from.data);
  if (!key) return;
  if (to.is_postgres()) {
    store::postgres_key(to.store, *key);
  } else {
    museum::Secrets::keep(to.data, *key);
  }
}

}  // namespace

int copy(int argc, const char* const* argv) {
  CLI::App command{
      "Copies a museum, all machines and their whole record, to another place: from a data folder (SQLite) "
      "into an empty PostgreSQL database, or back into a new folder. No server may have either of them open. "
      "Both are verified, every bead, and compared row by row before it says that it is done.",
      "menagerie copy"};
  std::string from_word, to_word;
  command.add_option("--from", from_word, "folder of the museum, or postgresql://USER@HOST/DATABASE")
      ->required();
  command.add_option("--to", to_word, "a folder that has no museum, or a database that has none")->required();
  take_last(command);
  command.footer(
      "What is copied stays as it is. The key that signs tickets goes along: games in progress can be "
      "resumed at the new place. Passwords: PGPASSWORD or ~/.pgpass.");
  if (const int status = parse(command, arguments_of(argc, argv)); status >= 0) return status;

  ::umask(0077);  // as `serve` has it
  const StoreLocation from = place_of(from_word), to = place_of(to_word);
  if (!from.is_postgres() && !fs::exists(fs::path(from.data) / "menagerie.db"))
    throw Usage("--from " + from.data + ": there is no museum in this folder");
  const std::unique_ptr<store::Store> source = open_for_writing(from);
  if (from.is_postgres() && !store::postgres_left_episodes(from.store).empty())
    throw std::runtime_error(
        from.name() +
        ": the table inbox_left has episodes of an older release that are not learned yet; start `menagerie "
        "serve` on this database once, which learns them. What it says it cannot learn stays there: DROP "
        "TABLE inbox_left removes it");
  const std::unique_ptr<store::Store> target = open_for_writing(to);
  // Servers that have the source open wait meanwhile; the target has nothing that one could have open.
  const auto pause = from.is_postgres() ? store::pause_postgres(from.store) : nullptr;
  const std::uint64_t rows = rows_in(*source);
  {
    Progress progress("copying log rows", rows);
    museum::copy_record(*source, *target, [&](std::uint64_t done) { progress.done(done); });
  }
  copy_key(from, to);
  std::string difference;
  {
    Progress progress("comparing log rows", rows);
    difference =
        museum::record_difference(*source, *target, [&](std::uint64_t done) { progress.done(done); });
  }
  if (!difference.empty()) throw std::runtime_error(from.name() + " and " + to.name() + ": " + difference);
  require_sound(*source, from);
  require_sound(*target, to);
  for (const StoreLocation* place : {&from, &to}) {
    if (!place->is_postgres()) continue;
    if (const auto fault = store::postgres_fault(place->store))
      throw std::runtime_error(place->name() + ": " + *fault);
  }
  std::cout << to.name() << ": " << counted(rows, "log row") << " copied, verified on both sides\n";
  return 0;
}

}  // namespace menagerie::app
