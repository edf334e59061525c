// The compiled halves of Asio and Beast, once for the whole program.

// Beast asserts that five bytes of a last chunk are there when four can be ("0", CR, LF, CR), and goes on in
// the right way where assertions are off. A client that sends byte by byte must not end a debug build.
#define BOOST_ENABLE_ASSERT_HANDLER
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace boost {
void assertion_failed(char const* expression, char const* function, char const* file, long line);
void assertion_failed_msg(char const* expression, char const* message, char const* function, char const* file,
                          long line);
}  // namespace boost

#include <boost/asio/impl/src.hpp>
#include <boost/beast/src.hpp>

void boost::assertion_failed(char const* expression, char const* function, char const* file, long line) {
  if (std::strcmp(expression, "n >= 5") == 0 && std::strstr(file, "basic_parser") != nullptr) return;
  std::fprintf(stderr, "%s:%ld: %s: Assertion `%s' failed.\n", file, line, function, expression);
  std::abort();
}

void boost::assertion_failed_msg(char const* expression, char const*, char const* function, char const* file,
                                 long line) {
  assertion_failed(expression, function, file, line);
}
