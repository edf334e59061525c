#include "server/app/store_location.hpp"

#include "engine/text.hpp"
#include "server/store/postgres.hpp"

#include <filesystem>

namespace menagerie::app {

std::string StoreLocation::name() const {
  return is_postgres() ? menagerie::store::without_password(store) : data;
}

bool StoreLocation::is_file() const {
  std::error_code ignored;
  return !is_postgres() && std::filesystem::is_regular_file(data, ignored);
}

std::unique_ptr<menagerie::store::Store> StoreLocation::open() const {
  using menagerie::store::Mode;
  if (is_postgres()) return menagerie::store::open_postgres(store, Mode::read);
  return is_file() ? menagerie::store::open_sqlite_file(data)
                   : menagerie::store::open_sqlite(data, Mode::read);
}

CLI::Option* add_store_option(CLI::App& command, std::string& store) {
  return command
      .add_option("--store", store,
                  "PostgreSQL database that holds the museum instead of a folder: "
                  "postgresql://USER@HOST/DATABASE, with the password in PGPASSWORD or ~/.pgpass")
      ->check([](const std::string& text) -> std::string {
        if (!menagerie::store::is_postgres(text))
          return "this is no address of a PostgreSQL database, which begins with postgresql://, nor settings "
                 "such as host=HOST dbname=DATABASE; a museum on SQLite is named by --data";
        try {
          menagerie::store::without_password(text);
        } catch (const menagerie::store::Error& error) {
          return error.what();
        }
        return {};
      });
}

void add_place_options(CLI::App& command, StoreLocation& place, const std::string& data_text) {
  command.add_option("--data", place.data, data_text)->capture_default_str();
  add_store_option(command, place.store);
}

std::string usual_place() {
  for (const char* name : {"MENAGERIE_STORE", "MENAGERIE_DATA"}) {
    if (const char* value = std::getenv(name); value != nullptr && *value != '\0') return value;
  }
  return "data";
}

core::Loaded StoreLocation::load(menagerie::store::Store& opened, const std::string& machine) const {
  if (auto loaded = core::load_machine(opened, lower_case(machine))) return *std::move(loaded);
  std::string known;
  for (const auto& row : opened.machines()) known += " " + row.name;
  throw Usage("there is no machine \"" + machine + "\" in " + name() + "; there are:" + known);
}

StoreLocation place_of(const std::string& word) {
  StoreLocation place;
  (menagerie::store::is_postgres(word) ? place.store : place.data) = word;
  return place;
}

}  // namespace menagerie::app
