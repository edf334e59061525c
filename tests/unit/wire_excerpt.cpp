// What an error text repeats of an input.
#include "server/wire/excerpt.hpp"

#include "tests/unit/catch.hpp"

namespace wire_excerpt_tests {

using namespace menagerie::wire;

TEST_CASE("an excerpt has 200 bytes at most, and no half of a character") {
  CHECK(excerpt("") == "");
  CHECK(excerpt(std::string(200, 'x')) == std::string(200, 'x'));
  CHECK(excerpt(std::string(201, 'x')) == std::string(197, 'x') + "...");
  for (const std::string character : {"\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x8E\xB2"}) {
    for (std::size_t before = 0; before < 4; ++before) {
      std::string text(before, 'x');
      while (text.size() <= 300) text += character;
      const std::string cut = excerpt(text);
      CHECK(cut.size() <= kExcerptMax);
      CHECK(cut.size() > kExcerptMax - 4);
      CHECK((cut.size() - 3 - before) % character.size() == 0);
    }
  }
}

}  // namespace wire_excerpt_tests
