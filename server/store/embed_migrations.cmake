# Writes OUT, a C++ file that holds the SQL files FILES (named NNNN_name.sql) and INDEX as string literals.
file(READ ${INDEX} index)
list(SORT FILES)
set(rows "")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  string(REGEX MATCH "^0*([0-9]+)_" number ${name})
  file(READ ${file} sql)
  # A string literal may hold 64 KiB; a migration is far shorter.
  string(APPEND rows "    {${CMAKE_MATCH_1}, \"${name}\", R\"SQL(${sql})SQL\"},\n")
endforeach()
file(WRITE ${OUT} "// Made from schema/sqlite at build time.
#include \"server/store/migrations.hpp\"

namespace menagerie::store {
namespace {
constexpr Migration kMigrations[] = {
${rows}};
}  // namespace
std::span<const Migration> migrations() { return kMigrations; }
std::string_view index_schema() { return R\"SQL(${index})SQL\"; }
}  // namespace menagerie::store
")
