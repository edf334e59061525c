# Writes OUT, a C++ file that holds the SQL files FILES and POSTGRES (named NNNN_name.sql) and INDEX as string literals.
file(READ ${INDEX} index)

function(rows_of files variable)
  list(SORT files)
  set(rows "")
  foreach(file IN LISTS files)
    get_filename_component(name ${file} NAME)
    string(REGEX MATCH "^0*([0-9]+)_" number ${name})
    file(READ ${file} sql)
    # A string literal may hold 64 KiB; a migration is far shorter.
    string(APPEND rows "    {${CMAKE_MATCH_1}, \"${name}\", R\"SQL(${sql})SQL\"},\n")
  endforeach()
  set(${variable} "${rows}" PARENT_SCOPE)
endfunction()

rows_of("${FILES}" sqlite)
rows_of("${POSTGRES}" postgres)
file(WRITE ${OUT} "// Made from schema/sqlite and schema/postgres at build time.
#include \"server/store/migrations.hpp\"

namespace menagerie::store {
namespace {
constexpr Migration kMigrations[] = {
${sqlite}};
constexpr Migration kPostgresMigrations[] = {
${postgres}};
}  // namespace
std::span<const Migration> migrations() { return kMigrations; }
std::span<const Migration> postgres_migrations() { return kPostgresMigrations; }
std::string_view index_schema() { return R\"SQL(${index})SQL\"; }
}  // namespace menagerie::store
")
