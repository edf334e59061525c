#include "server/net/interim_response.hpp"

#include "engine/check.hpp"

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/write.hpp>

#include <sstream>

namespace menagerie::net {

namespace http = boost::beast::http;

std::string interim_response(unsigned status,
                             std::span<const std::pair<std::string_view, std::string_view>> headers) {
  MENAGERIE_CHECK(status / 100 == 1);
  http::response<http::empty_body> message(http::int_to_status(status), 11);
  for (const auto& [name, value] : headers) {
    MENAGERIE_CHECK(value.find_first_of("\r\n") == std::string_view::npos);
    message.insert(name, value);
  }
  std::ostringstream text;
  text << message.base();
  return text.str();
}

}  // namespace menagerie::net
