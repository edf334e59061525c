# Writes OUT, a C++ file that holds the descriptions FILES as string literals.
set(rows "")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  get_filename_component(ending ${file} LAST_EXT)
  if(ending STREQUAL ".yaml")
    set(type application/yaml)
  elseif(name STREQUAL "messages.schema.json")
    set(type application/schema+json)
  else()
    set(type application/json)
  endif()
  file(READ ${file} text)
  string(APPEND rows "    {\"${name}\", \"${type}\", R\"SCHEMA(${text})SCHEMA\"sv},\n")
endforeach()
file(WRITE ${OUT} "// Made from schema at build time.
#include \"server/api/schema_files.hpp\"

namespace menagerie::api {
namespace {
using namespace std::string_view_literals;  // their lengths need not be counted, which is limited
constexpr SchemaFile kSchemaFiles[] = {
${rows}};
}  // namespace
std::span<const SchemaFile> schema_files() { return kSchemaFiles; }
}  // namespace menagerie::api
")
