#include "server/app/export_package.hpp"

#include "engine/parse_number.hpp"
#include "server/api/lists.hpp"
#include "server/api/sha256.hpp"
#include "server/app/new_file.hpp"
#include "server/app/options.hpp"
#include "server/app/progress.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <vector>

namespace menagerie::app {
namespace {

namespace fs = std::filesystem;

/// A file while it is written: counted and hashed.
class HashedFile {
 public:
  HashedFile(const std::string& path, std::string name)
      : out_(path, std::ios::binary), name_(std::move(name)) {}

  void write(std::string_view piece) {
    out_.write(piece.data(), static_cast<std::streamsize>(piece.size()));
    require_written();
    hash_.add(piece);
    bytes_ += piece.size();
  }
  api::FileDigest end() {
    out_.flush();
    require_written();
    return {bytes_, hash_.hex()};
  }

 private:
  void require_written() const {
    if (!out_) throw std::runtime_error(name_ + " cannot be written: " + std::strerror(errno));
  }

  std::ofstream out_;
  std::string name_;
  api::Sha256 hash_;
  std::uint64_t bytes_ = 0;
};

void make_folder(const std::string& folder) {
  std::error_code fault;
  if (fs::exists(folder, fault) && !fs::is_directory(folder, fault))
    throw Usage("--out \"" + folder + "\" is a file; a data package is a folder");
  fs::create_directories(folder, fault);
  if (fault) throw std::runtime_error(folder + " cannot be made: " + fault.message());
}

/// The number of the last row in the package; what is wrong with `--to` is told by the first list.
std::uint64_t last_row(const core::Loaded& machine, const PackageOrder& order) {
  const auto to = order.query.find("to");
  const std::uint64_t newest = machine.state.seq;
  if (to == order.query.end()) return newest;
  return std::min(parse_number<std::uint64_t>(to->second).value_or(newest), newest);
}

/// The filters but for `to`, as `era 1, since 2026-11-20T10:00:00Z`.
std::string filters_of(const PackageOrder& order) {
  std::string text;
  for (const auto& [name, value] : order.query) {
    if (name != "to") text.append(text.empty() ? "" : ", ").append(name).append(" ").append(value);
  }
  return text;
}

}  // namespace

void write_package(store::Store& store, std::span<const core::Loaded> machines, const PackageOrder& order) {
  make_folder(order.folder);
  std::deque<NewFile> files;
  std::vector<api::PackagedMachine> packaged;
  const auto path_of = [&](const std::string& name) { return (fs::path(order.folder) / name).string(); };
  for (const core::Loaded& machine : machines) {
    const store::MachineRow& row = machine.machine->row;
    const Progress progress("exporting " + row.name);
    api::PackagedMachine& package =
        packaged.emplace_back(api::packaged_machine(store, row, last_row(machine, order)));
    package.filters = filters_of(order);
    for (const std::string& list : api::list_names()) {
      const std::string name = row.name + "-" + list + ".csv";
      HashedFile out(files.emplace_back(path_of(name)).path(), path_of(name));
      api::ListOrder list_order{list, "csv", order.query};
      list_order.query.try_emplace("to", std::to_string(package.to));
      const auto fault =
          api::write_list(store, machine, list_order, [&](std::string_view piece) { out.write(piece); });
      if (fault) throw Usage(*fault);
      package.files.push_back({list, name, out.end()});
    }
  }
  const std::string name = path_of("datapackage.json");
  HashedFile descriptor(files.emplace_back(name).path(), name);
  descriptor.write(api::data_package_text(packaged, order.origin));
  descriptor.end();
  for (NewFile& file : files) file.put_in_place(true);
}

}  // namespace menagerie::app
