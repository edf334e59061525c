#include "server/net/authentication.hpp"

#include "engine/text.hpp"
#include "server/net/server.hpp"

namespace menagerie::net {
namespace {

constexpr std::string_view kBearer = "bearer ";

/// The token of an Authorization header; empty where it holds none.
std::string_view bearer_token(std::string_view authorization) {
  if (!same_letters(authorization.substr(0, kBearer.size()), kBearer)) return {};
  authorization.remove_prefix(kBearer.size());
  while (!authorization.empty() && authorization.front() == ' ') authorization.remove_prefix(1);
  return authorization;
}

}  // namespace

CredentialCheck check_credentials(Server& server, const AddressBook::Hold& connection,
                                  const Credentials& credentials) {
  const Config& config = server.config();
  if (!config.curator) return {api::Pass::closed};
  const bool any_host = config.public_url.empty();
  if (credentials.origin && !origin_allowed(*credentials.origin, credentials.host, config.origins, any_host))
    return {api::Pass::foreign};
  const std::string_view token = bearer_token(credentials.authorization);
  if (token.empty()) return {api::Pass::none};
  AddressBook& addresses = server.addresses();
  const std::int64_t now_ms = monotonic_ms();
  const auto wait_s = addresses.guess_wait_s(connection, now_ms);
  if (wait_s && !addresses.has_proved(connection, now_ms)) return {api::Pass::wait, *wait_s};
  if (config.curator->is(token)) {
    addresses.count_proof(connection, now_ms);
    return {api::Pass::curator};
  }
  if (wait_s) return {api::Pass::wait, *wait_s};
  addresses.count_guess(connection, now_ms);
  return {api::Pass::wrong};
}

}  // namespace menagerie::net
