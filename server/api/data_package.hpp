// A machine's lists as a Frictionless data package (https://datapackage.org): a descriptor that tells tools
// which file holds what, column by column. It is valid for readers of version 2 (by `$schema`) and of version
// 1 (by `profile`). Pure functions; any thread.
#pragma once

#include "server/store/store.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie::api {

/// The licence of a museum's data unless its operator sets another: they hold no names, and anybody may use
/// them.
inline constexpr std::string_view kDataLicense = "CC0-1.0";
/// What is wrong with an SPDX identifier, as `CC-BY-4.0`; empty: nothing.
std::string data_license_fault(const std::string& text);

/// Whose data it is.
struct PackageOrigin {
  std::string public_url{};  ///< of the museum, without a slash at its end; empty: not known
  std::string license{kDataLicense};
};

/// A file's bytes, where they are fixed.
struct FileDigest {
  std::uint64_t bytes = 0;
  std::string sha256{};
};

struct PackagedFile {
  std::string list;  ///< one of list_names() (CSV), or sqlite
  std::string path;  ///< an address, or relative to the descriptor
  std::optional<FileDigest> digest{};
};

struct PackagedMachine {
  store::MachineRow row;
  std::uint64_t to = 1;      ///< the last log row
  std::int64_t time_ms = 0;  ///< its time
  std::string filters{};     ///< in words, where not all rows up to it are asked for
  std::vector<PackagedFile> files{};
};

/// A machine up to a row that its log has, without files.
PackagedMachine packaged_machine(store::Store& store, const store::MachineRow& row, std::uint64_t to);

/// The text of datapackage.json. Precondition: there is a machine.
std::string data_package_text(std::span<const PackagedMachine> machines, const PackageOrigin& origin);

}  // namespace menagerie::api
