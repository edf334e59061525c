// datapackage.json: the descriptor's text, and machines/{machine}/datapackage.json.
#include "server/api/data_package.hpp"

#include "engine/check.hpp"
#include "engine/text.hpp"
#include "server/api/content.hpp"
#include "server/api/listing_source.hpp"
#include "server/api/lists.hpp"
#include "server/api/schema_files.hpp"
#include "server/api/sha256.hpp"
#include "server/api/url.hpp"
#include "server/wire/append.hpp"
#include "server/wire/time_text.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace menagerie::api {
namespace {

const Listing& listing_of(std::string_view list) {
  const auto found = std::ranges::find(listings(), list, &Listing::name);
  MENAGERIE_CHECK(found != listings().end());
  return **found;
}

/// The columns of every list, by its name: made of openapi.yaml when the program is built.
const Json& table_schemas() {
  static const Json tables = [] {
    const auto file = std::ranges::find(schema_files(), "tables.json", &SchemaFile::name);
    MENAGERIE_CHECK(file != schema_files().end());
    return Json::parse(file->text);
  }();
  return tables;
}

/// A list's columns, and how its rows hang together with those of the machine's log.
Json table_schema(const std::string& machine, const std::string& list) {
  Json schema = table_schemas().at(list);
  MENAGERIE_CHECK(joined(schema["fields"], ",", [](const Json& it) {
                    return it.at("name").get<std::string>();
                  }) == listing_of(list).columns);
  const Json row = Json::array({"machine", "seq"});
  const bool has_lines_of_rows = list == "history" || list == "draws";
  schema["primaryKey"] = has_lines_of_rows ? Json::array({"machine", "seq", "ordinal"}) : row;
  if (list != "log") {
    const Json log = {{"resource", machine + "-log"}, {"fields", row}};
    schema["foreignKeys"].push_back(Json{{"fields", row}, {"reference", log}});
  }
  return schema;
}

Json file_json(const PackagedMachine& machine, const PackagedFile& file) {
  const std::string& name = machine.row.name;
  Json json;
  json["name"] = name + "-" + file.list;
  const auto tell = [&](std::string_view what, std::string_view lines) {
    json["title"] = std::string(what) + machine.row.title;
    json["description"] = lines;
  };
  if (file.list == "sqlite") {
    tell("Whole record of ",
         "Its tables and the views episodes, bead_history, draws and boxes_now, of one moment.");
    json.update({{"path", file.path}, {"format", "sqlite"}, {"mediatype", "application/vnd.sqlite3"}});
    return json;
  }
  json["type"] = "table";
  json["profile"] = "tabular-data-resource";
  if (file.list == "history") tell("Bead changes of ", "Every bead change, a line each, oldest first.");
  if (file.list == "draws") tell("Draws of ", "Every bead that was drawn, a line each, oldest first.");
  if (file.list == "log") tell("Log of ", "Every row of its log, episodes and acts, oldest first.");
  if (file.list == "episodes") tell("Episodes of ", "Every episode, newest first.");
  json.update({{"path", file.path}, {"format", "csv"}, {"mediatype", "text/csv"}, {"encoding", "utf-8"}});
  if (file.digest) {
    json["bytes"] = file.digest->bytes;
    json["hash"] = "sha256:" + file.digest->sha256;
  }
  json["schema"] = table_schema(name, file.list);
  return json;
}

std::string description_of(const PackagedMachine& machine) {
  const store::MachineRow& row = machine.row;
  const std::string of_these = machine.filters.empty() ? "" : "those with " + machine.filters + " of ";
  return "What " + row.title + ", a matchbox learning machine (" + row.game + ", " + row.seat + ", rule " +
         row.rule + "), has lived through: " + of_these + "rows 1 to " + std::to_string(machine.to) +
         " of its log.";
}

/// Adds what the package says of itself.
void put_head(Json& json, std::span<const PackagedMachine> machines, const PackageOrigin& origin) {
  const PackagedMachine& first = machines.front();
  const bool single = machines.size() == 1;
  json["$schema"] = "https://datapackage.org/profiles/2.0/datapackage.json";
  const auto is_table = [](const PackagedFile& file) { return file.list != "sqlite"; };
  const bool tabular = std::ranges::all_of(
      machines, [&](const PackagedMachine& machine) { return std::ranges::all_of(machine.files, is_table); });
  json["profile"] = tabular ? "tabular-data-package" : "data-package";
  json["name"] = single ? first.row.name : "menagerie";
  json["title"] = single ? first.row.title : "Menagerie: " + std::to_string(machines.size()) + " machines";
  std::string description;
  std::int64_t time_ms = 0;
  for (const PackagedMachine& machine : machines) {
    description.append(description.empty() ? "" : " ").append(description_of(machine));
    time_ms = std::max(time_ms, machine.time_ms);
  }
  json["description"] = std::move(description);
  const std::string page =
      single ? origin.public_url + "/machine/" + percent_encoded(first.row.name) : origin.public_url;
  if (!origin.public_url.empty()) json["homepage"] = page;
  json["created"] = wire::time_text(time_ms);
  json["licenses"].push_back(
      Json{{"name", origin.license}, {"path", "https://spdx.org/licenses/" + origin.license + ".html"}});
  Json source;
  source["title"] =
      single ? "The log of " + first.row.title + " in a Menagerie museum" : "The logs of a Menagerie museum";
  if (!origin.public_url.empty()) source["path"] = page;
  json["sources"].push_back(std::move(source));
}

/// Reads the tables of a closed range, whose paths are known, and then gives the descriptor with their bytes
/// and hashes.
class PackageSource : public Source {
 public:
  PackageSource(const core::Machine& machine, PackagedMachine package, PackageOrigin origin)
      : machine_(machine), package_(std::move(package)), origin_(std::move(origin)) {}

  bool next(store::Store& store, std::string& out) override {
    PackagedFile& file = package_.files[at_];
    if (!table_) table_ = source_of(file.list);
    piece_.clear();
    const bool more = table_->next(store, piece_);
    hash_.add(piece_);
    bytes_ += piece_.size();
    if (more) return true;
    table_.reset();
    file.digest = FileDigest{std::exchange(bytes_, 0), hash_.hex()};
    if (++at_ < package_.files.size()) return true;
    out.append(data_package_text(std::span(&package_, 1), origin_));
    return false;
  }

 private:
  std::unique_ptr<Source> source_of(std::string_view list) const {
    ListQuery query;
    query.filters.to = package_.to;
    query.filters.closed = true;
    query.before = package_.to + 1;
    query.form = Form::csv;
    return std::make_unique<ListingSource>(machine_, listing_of(list), query, RowRange{1, package_.to, {}});
  }

  const core::Machine& machine_;
  PackagedMachine package_;
  PackageOrigin origin_;
  std::size_t at_ = 0;  ///< which file is being read
  std::unique_ptr<Source> table_;
  Sha256 hash_;
  std::uint64_t bytes_ = 0;
  std::string piece_;
};

/// The addresses of a machine's downloads: in full where the server knows its own, else beside the
/// descriptor.
void put_downloads(PackagedMachine& package, const PackageOrigin& origin, bool closed) {
  std::string folder;
  if (!origin.public_url.empty())
    folder = origin.public_url + "/api/v1/machines/" + percent_encoded(package.row.name) + "/";
  const std::string range = closed ? "?to=" + std::to_string(package.to) : "";
  for (const std::string& list : list_names())
    package.files.push_back({list, folder + list + ".csv" + range});
  if (!closed) package.files.push_back({"sqlite", folder + "export.sqlite"});
}

/// The tag of a closed range's descriptor: what stands in it but for bytes and hashes, and the row that
/// closes the range; as for the lists, that row stands for all before it.
std::string closed_etag(const PackagedMachine& package, const PackageOrigin& origin,
                        const store::LogRow& last) {
  std::string key = data_package_text(std::span(&package, 1), origin);
  wire::append_all(key, "\n", package.row.created_ms, "\n", last.id.text());
  return etag_of(key);
}

Response package_response(store::Store& store, const core::Machine& machine, std::uint64_t to, bool closed,
                          const PackageOrigin& origin) {
  PackagedMachine package = packaged_machine(store, machine.row, to);
  put_downloads(package, origin, closed);
  if (!closed) return text_response(data_package_text(std::span(&package, 1), origin));
  Response response;
  if (const auto last = store.row_at(machine.row.machine, to))
    response.etag = closed_etag(package, origin, *last);
  response.source = std::make_unique<PackageSource>(machine, std::move(package), origin);
  return response;
}

}  // namespace

std::string data_license_fault(const std::string& text) {
  const bool fits = !text.empty() && std::ranges::all_of(text, [](const unsigned char c) {
    return std::isalnum(c) || c == '-' || c == '.' || c == '_';
  });
  return fits ? "" : "\"" + text + "\" is no SPDX identifier; one looks like CC0-1.0 or CC-BY-4.0";
}

PackagedMachine packaged_machine(store::Store& store, const store::MachineRow& row, std::uint64_t to) {
  PackagedMachine machine{.row = row, .to = to};
  const auto last = store.row_at(row.machine, to);
  machine.time_ms = last ? last->time_ms : row.created_ms;
  return machine;
}

std::string data_package_text(std::span<const PackagedMachine> machines, const PackageOrigin& origin) {
  MENAGERIE_CHECK(!machines.empty());
  Json json;
  put_head(json, machines, origin);
  json["resources"] = Json::array();
  for (const PackagedMachine& machine : machines) {
    for (const PackagedFile& file : machine.files) json["resources"].push_back(file_json(machine, file));
  }
  return json.dump(1) + "\n";
}

void show_data_package(Context& context, Call call) {
  static constexpr std::string_view kParameters[] = {"to"};
  read_names(call, kParameters);
  const std::uint64_t to = seq_in_query(call, "to", call.state().seq);
  const core::Machine& machine = call.machine();
  const bool closed = call.query("to") != nullptr;
  const PackageOrigin origin{context.public_url, context.data_license};
  answer_from_log(context, std::move(call),
                  [&machine, to, closed, origin](store::Store& store, const Request&) {
                    return package_response(store, machine, to, closed, origin);
                  });
}

}  // namespace menagerie::api
