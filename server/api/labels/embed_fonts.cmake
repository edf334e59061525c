# Writes OUT, a C++ file that holds files of the folder FONTS as arrays.
set(FILES
  display league-gothic-latin-400-normal.woff2
  text source-serif-4-latin-400-normal.woff2
  small inter-latin-500-normal.woff2)
set(arrays "")
set(cases "")
while(FILES)
  list(POP_FRONT FILES face name)
  file(READ ${FONTS}/${name} hex HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  string(APPEND arrays "constexpr unsigned char k_${face}[] = {${bytes}};\n")
  string(APPEND cases "    case Face::${face}: return k_${face};\n")
endwhile()
file(WRITE ${OUT} "// Made from web/fonts at build time.
#include \"server/api/labels/fonts.hpp\"

namespace menagerie::api::labels {
namespace {
${arrays}}  // namespace
std::span<const unsigned char> font_file(Face face) {
  switch (face) {
${cases}  }
  return {};
}
}  // namespace menagerie::api::labels
")
