// The descriptions of all routes and frames, as they stand in schema/, and what is made of them (the columns
// of CSV as Table Schemas, in tables.json), built into the program. Constant; any thread.
#pragma once

#include <span>
#include <string_view>

namespace menagerie::api {

struct SchemaFile {
  std::string_view name;  ///< `openapi.yaml`, ...
  std::string_view type;  ///< its media type
  std::string_view text;
};
std::span<const SchemaFile> schema_files();

}  // namespace menagerie::api
