#include "server/net/refusal.hpp"

#include <string>

namespace menagerie::net {

api::Response refusal(unsigned status, std::string_view type, std::string_view title, std::string_view detail,
                      int retry_after_s) {
  api::Response response = api::problem(status, type, title, detail);
  response.headers.emplace_back("Access-Control-Allow-Origin", "*");  // why a page may not is no secret
  if (status == 503 || status == 429) {
    response.headers.emplace_back("Retry-After", std::to_string(retry_after_s));
    response.headers.emplace_back("Access-Control-Expose-Headers", "Retry-After");
  }
  return response;
}

api::Response too_much_unread() {
  return refusal(503, "too-much-unread", "Too much is not read yet",
                 "clients of your address, or all clients, have not read what was sent; read it first");
}

}  // namespace menagerie::net
