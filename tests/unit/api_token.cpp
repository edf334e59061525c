// The curator's token: what is one, that it is known again, and that it is wiped.
#include "server/api/token.hpp"

#include "museum_fixtures.hpp"

namespace api_token_tests {

using namespace menagerie;

namespace {

std::string fault_of(std::string text) {
  try {
    api::Token token(text);
    return "";
  } catch (const std::invalid_argument& error) {
    CHECK(text.empty());
    return error.what();
  }
}

}  // namespace

TEST_CASE("a token is known again, and nothing else is") {
  std::string plain = "sixteen-letters!";
  const api::Token token(plain);
  CHECK(plain.empty());
  CHECK(token.is("sixteen-letters!"));
  for (const char* guess :
       {"", "sixteen-letters", "sixteen-letters!!", "Sixteen-letters!", "sixteen-letters! "})
    CHECK_FALSE(token.is(guess));
}

TEST_CASE("what is no token is refused without being told, and wiped") {
  CHECK_THAT(fault_of("opensesame"), ContainsSubstring("10 characters; it must have 16 to 512"));
  CHECK_THAT(fault_of(std::string(513, 'x')), ContainsSubstring("513"));
  CHECK_THAT(fault_of("a token with blanks in it"), ContainsSubstring("visible ASCII"));
  CHECK_THAT(fault_of("zu-lang-und-größer"), ContainsSubstring("visible ASCII"));
  CHECK_THAT(fault_of("opensesame"), !ContainsSubstring("opensesame"));
  CHECK(fault_of(std::string(512, 'x')).empty());
}

}  // namespace api_token_tests
