// menagerie export: a machine's record as REST gives it, from the data folder.
#include "engine/text.hpp"
#include "server/api/lists.hpp"
#include "server/app/command.hpp"
#include "server/app/export_film.hpp"
#include "server/app/export_package.hpp"
#include "server/app/new_file.hpp"
#include "server/app/progress.hpp"
#include "server/app/public_url.hpp"
#include "server/app/store_location.hpp"
#include "server/museum/museum.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>

namespace menagerie::app {
namespace {

struct ExportOptions {
  StoreLocation place;
  std::string machine, out, web;
  std::string format;  ///< empty: as the ending of `out` says, else csv
  api::ListOrder order;
  api::PackageOrigin origin;  ///< of a data package
};

struct Filter {
  const char* name;
  const char* what;
};
constexpr Filter kFilters[] = {
    {"from", "the first log row's number"},
    {"to", "the last log row's number"},
    {"era", "rows of this era"},
    {"box", "what concerns this box, by its number or position (history, draws)"},
    {"episode", "of this episode, by its id (history, draws, log)"},
    {"visit", "of this visit, by its id (log, episodes)"},
    {"since", "learned then or later, as 2026-11-20T10:00:00Z"},
    {"until", "learned before then"},
    {"kind", "episode, act, start, reset, ... (log)"},
    {"outcome", "win, draw or loss, the machine's (log, episodes)"},
    {"after", "only what stands behind this SEQ or SEQ:ORDINAL (history, draws, log)"},
    {"before", "only rows before this one (episodes)"},
    {"limit", "at most so many lines"},
};

void add_options(CLI::App& command, ExportOptions& options) {
  add_place_options(command, options.place);
  command.add_option("--machine", options.machine,
                     "its name, such as menace; a data package without it holds every machine");
  command
      .add_option("--format", options.format,
                  "csv, ndjson, json, sqlite, datapackage or film; where it is not given, as the ending of "
                  "--out says, or csv")
      ->check(CLI::IsMember({"csv", "ndjson", "json", "sqlite", "datapackage", "film"}));
  command.add_option("--out", options.out,
                     "file to write (datapackage, film: folder); without it, standard output");
  command
      .add_option("--list", options.order.list,
                  "history (bead changes, a line each), draws (of beads, a line each), log (its rows), or "
                  "episodes (newest first)")
      ->check(CLI::IsMember(api::list_names()))
      ->capture_default_str();
  command
      .add_option("--public-url", options.origin.public_url,
                  "the museum's address, which a data package names as its source")
      ->check([](const std::string& text) { return public_url_fault(text); });
  command.add_option("--web", options.web,
                     "folder of the pages, for a film; without it, web beside the program or "
                     "share/menagerie/web");
  add_data_license(command, options.origin.license);
  for (const Filter& filter : kFilters) {
    const std::string name = filter.name;
    command
        .add_option_function<std::string>(
            "--" + name, [&options, name](const std::string& value) { options.order.query[name] = value; },
            filter.what)
        ->group("Filters");
  }
}

std::string format_of(const ExportOptions& options) {
  if (!options.format.empty()) return options.format;
  const std::string ending = lower_case(std::filesystem::path(options.out).extension().string());
  for (const char* format : {"csv", "ndjson", "json", "sqlite"}) {
    if (ending == std::string(".") + format) return format;
  }
  return "csv";
}

core::Loaded load(store::Store& store, const ExportOptions& options) {
  if (options.machine.empty()) throw Usage("--machine is required: it names whose record is exported");
  return options.place.load(store, options.machine);
}

/// Writes the list to `out`; `name` is what people call that.
void write_list(store::Store& store, const ExportOptions& options, std::ostream& out,
                const std::string& name) {
  const core::Loaded loaded = load(store, options);
  const auto fault = api::write_list(store, loaded, options.order, [&](std::string_view piece) {
    out.write(piece.data(), static_cast<std::streamsize>(piece.size()));
    if (!out) throw std::runtime_error(name + " cannot be written: " + std::strerror(errno));
  });
  if (fault) throw Usage(*fault);
  out.flush();
  if (!out) throw std::runtime_error(name + " cannot be written: " + std::strerror(errno));
}

void write_list_file(store::Store& store, const ExportOptions& options) {
  const Progress progress("exporting " + options.machine);
  write_whole(options.out, [&](std::ostream& out) { write_list(store, options, out, options.out); });
}

/// Refuses filters and --list for what is of a whole record; `why` says so.
void require_whole(const ExportOptions& options, const std::string& why) {
  if (options.order.query.empty() && options.order.list == "history") return;
  const std::string name = options.order.query.empty() ? "list" : options.order.query.begin()->first;
  throw Usage(why + ": --" + name + " is for csv, ndjson and json");
}

/// Refuses standard output for what is no list; `what` is made, as `example`.
void require_out(const ExportOptions& options, const std::string& format, const std::string& what,
                 const std::string& example) {
  if (options.out.empty() || options.out == "-")
    throw Usage("--format " + format + " makes a " + what + ": name it with --out, such as " + example);
}

void write_machine_file(store::Store& store, const ExportOptions& options) {
  require_out(options, "sqlite", "file", options.machine + ".sqlite");
  require_whole(options, "a SQLite file holds a machine's whole record");
  const core::Loaded loaded = load(store, options);
  NewFile file(options.out);
  {
    Progress progress("exporting " + options.machine, loaded.state.seq);
    const auto copy = store.copy_machine(loaded.machine->row.machine, file.path());
    while (copy->copy()) progress.done(copy->done());
  }
  file.put_in_place(true);
}

/// A folder with the lists of a machine, or of all, and what describes them.
void write_package_folder(store::Store& store, ExportOptions& options) {
  require_out(options, "datapackage", "folder", "menagerie-data");
  if (options.order.list != "history")
    throw Usage("a data package holds every list: --list is for csv, ndjson and json");
  std::vector<core::Loaded> machines;
  if (!options.machine.empty()) {
    machines.push_back(load(store, options));
  } else if (!options.order.query.empty()) {
    throw Usage("--" + options.order.query.begin()->first + " is for one machine: name it with --machine");
  } else {
    for (const store::MachineRow& row : store.machines()) {
      options.machine = row.name;
      machines.push_back(load(store, options));
    }
  }
  while (options.origin.public_url.ends_with('/')) options.origin.public_url.pop_back();
  write_package(store, machines, {options.out, options.order.query, options.origin});
}

void write_film(store::Store& store, const ExportOptions& options) {
  require_out(options, "film", "folder", options.machine + "-film");
  require_whole(options, "a film is of a machine's whole life");
  write_film_folder(store, load(store, options), options.out, web_folder(options.web));
}

}  // namespace

int export_record(int argc, const char* const* argv) {
  CLI::App command{
      "Prints what a machine of a museum has lived through: every bead change (--list history), every draw "
      "(draws), every log row (log) or every episode (episodes), the same bytes as the server answers at "
      "/api/v1/machines/NAME/history.csv and so on; or makes a SQLite file of its whole record, a folder "
      "with the lists as CSV and a datapackage.json that describes every column, or a folder with the film "
      "of its life, a page that any web server can show. The museum is only read; its server may be running.",
      "menagerie export"};
  ExportOptions options;
  add_options(command, options);
  command.footer(
      "csv and ndjson are whole where there is no --limit. json is a page with \"next\", as over HTTP. A "
      "SQLite file has the tables of the museum's database and the views episodes, bead_history, draws and "
      "boxes_now. A data package (https://datapackage.org) names each file's bytes and SHA-256, its columns "
      "and the licence; --from, --to, --era, --since and --until narrow all its lists.");
  if (const int status = parse(command, with_environment(command, arguments_of(argc, argv))); status >= 0)
    return status;

  const std::string format = format_of(options);
  const auto store = options.place.open();
  options.order.form = format;
  if (format == "sqlite") {
    write_machine_file(*store, options);
  } else if (format == "film") {
    write_film(*store, options);
  } else if (format == "datapackage") {
    write_package_folder(*store, options);
  } else if (options.out.empty() || options.out == "-") {
    write_list(*store, options, std::cout, "standard output");
  } else {
    write_list_file(*store, options);
  }
  return 0;
}

}  // namespace menagerie::app
