#include "server/app/machine_checks.hpp"

#include "server/app/progress.hpp"
#include "server/store/backup.hpp"

#include <stdexcept>

namespace menagerie::app {

std::uint64_t rows_in(store::Store& store) {
  std::uint64_t rows = 0;
  for (const store::MachineRow& row : store.machines()) rows += store.newest(row.machine);
  return rows;
}

std::vector<museum::MachineCheck> verify_all(store::Store& store) {
  Progress progress("replaying log rows", rows_in(store));
  return museum::verify(store, [&](std::uint64_t rows) { progress.done(rows); });
}

std::string sentence(const museum::MachineCheck& check) {
  const museum::Fault& fault = *check.fault;
  std::string text = "machine " + check.machine + ", seq " + std::to_string(fault.seq);
  if (!fault.box.empty()) text += ", box " + fault.box;
  if (!fault.bead.empty()) text += ", bead " + fault.bead;
  return text + ": " + fault.what;
}

std::uint64_t require_verified(const std::string& path, const std::string& name) {
  if (const auto damage = store::damage_in(path))
    throw std::runtime_error(name + ": the file is damaged: " + *damage);
  std::uint64_t rows = 0;
  for (const museum::MachineCheck& check : verify_all(*store::open_sqlite_file(path))) {
    if (check.fault)
      throw std::runtime_error(name + ": its beads are not what its log says: " + sentence(check));
    rows += check.rows;
  }
  return rows;
}

}  // namespace menagerie::app
