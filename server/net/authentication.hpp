// Authenticates the curator by a request's header. Private to net/; no Beast.
// Network thread.
#pragma once

#include "server/api/http.hpp"
#include "server/net/limiter.hpp"

#include <optional>
#include <string_view>

namespace menagerie::net {

class Server;

/// The headers that decide.
struct Credentials {
  std::string_view authorization;  ///< empty: none
  std::string_view host;
  std::optional<std::string_view> origin;
};

struct CredentialCheck {
  api::Pass pass = api::Pass::none;
  int retry_after_s = 1;  ///< Pass::wait
};

/// A wrong token counts as a guess by the address of `connection`; while that has none left, no token of its
/// is looked at, unless it has shown the right one lately.
CredentialCheck check_credentials(Server& server, const AddressBook::Hold& connection,
                                  const Credentials& credentials);

}  // namespace menagerie::net
