// menagerie verify: is every bead what the log says?
#include "server/app/command.hpp"
#include "server/app/machine_checks.hpp"
#include "server/app/store_location.hpp"
#include "server/store/backup.hpp"
#include "server/store/postgres.hpp"

#include <nlohmann/json.hpp>

#include <iostream>

namespace menagerie::app {
namespace {

nlohmann::ordered_json to_json(const museum::MachineCheck& check) {
  nlohmann::ordered_json json = {{"machine", check.machine}, {"rows", check.rows}, {"ok", !check.fault}};
  if (check.fault) {
    const museum::Fault& fault = *check.fault;
    json["fault"] = {{"seq", fault.seq}, {"box", fault.box}, {"bead", fault.bead}, {"what", fault.what}};
  }
  return json;
}

}  // namespace

int verify(int argc, const char* const* argv) {
  CLI::App command{
      "Replays every machine's log from its first row and compares each bead change and the newest snapshot "
      "with what the rule makes of it, and the database's schema with what this program makes. Changes "
      "nothing; the server may be running.",
      "menagerie verify"};
  StoreLocation place;
  std::string format = "text";
  add_place_options(command, place);
  command.add_option("--format", format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  if (const int status = parse(command, with_environment(command, arguments_of(argc, argv))); status >= 0)
    return status;

  const std::unique_ptr<store::Store> store = place.open();
  const std::vector<museum::MachineCheck> checks = verify_all(*store);
  const std::optional<std::string> schema =
      place.is_postgres() ? store::postgres_fault(place.store) : store::schema_fault_in(place.data);
  bool ok = !schema;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const museum::MachineCheck& check : checks) {
    ok = ok && !check.fault;
    if (format == "json") {
      list.push_back(to_json(check));
    } else if (check.fault) {
      std::cout << sentence(check) << '\n';
    } else {
      std::cout << check.machine << ": " << counted(check.rows, "log row") << " replayed, ok\n";
    }
  }
  if (format == "json") {
    nlohmann::ordered_json json{{"ok", ok}, {"machines", std::move(list)}};
    if (schema) json["schema"] = *schema;
    std::cout << json.dump() << '\n';
  } else {
    if (schema) std::cout << *schema << '\n';
    std::cout << (ok ? "ok" : "not ok") << '\n';
  }
  return ok ? 0 : kFailed;
}

}  // namespace menagerie::app
