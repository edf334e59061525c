// The number parser.
#include "engine/parse_number.hpp"

#include "tests/unit/catch.hpp"

#include <cstdint>

namespace engine_parse_number_tests {

using namespace menagerie;

TEST_CASE("a text that is a number and nothing else") {
  CHECK(parse_number<int>("-12") == -12);
  CHECK(parse_number<std::uint64_t>("18446744073709551615") == 18446744073709551615u);
  CHECK(parse_number<std::uint16_t>("0") == 0);
  CHECK(parse_number<double>("0.5") == 0.5);
  for (const char* wrong : {"", " 1", "1 ", "+1", "-1", "1.5", "0x1", "65536", "one"}) {
    INFO(wrong);
    CHECK_FALSE(parse_number<std::uint16_t>(wrong));
  }
  CHECK(parse_hexadecimal<std::uint32_t>("00ffEE") == 0xFFEE);
  CHECK_FALSE(parse_hexadecimal<std::uint32_t>("0xff"));
}

TEST_CASE("a number is taken off the front of a text") {
  std::string_view text = "12:34";
  CHECK(take_number<int>(text) == 12);
  CHECK(text == ":34");
  CHECK_FALSE(take_number<int>(text));
  CHECK(text == ":34");
}

}  // namespace engine_parse_number_tests
