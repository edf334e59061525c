#include "server/api/token.hpp"

#include "engine/check.hpp"

#include <sodium.h>

#include <algorithm>
#include <stdexcept>

namespace menagerie::api {

void wipe(char* secret, std::size_t bytes) { sodium_memzero(secret, bytes); }

void wipe(std::string& secret) {
  wipe(secret.data(), secret.size());
  secret.clear();
}

Token::Token(std::string& plain) {
  MENAGERIE_CHECK(sodium_init() >= 0);
  const bool visible = std::ranges::all_of(plain, [](unsigned char c) { return c > 0x20 && c < 0x7f; });
  const std::size_t size = plain.size();
  if (visible && size >= kTokenMin && size <= kTokenMax) {
    randombytes_buf(key_.data(), key_.size());
    hash_ = hash_of(plain);
    wipe(plain);
    return;
  }
  wipe(plain);
  throw std::invalid_argument(
      !visible ? "the curator's token may hold visible ASCII characters only, and no blanks"
               : "the curator's token has " + std::to_string(size) + " characters; it must have " +
                     std::to_string(kTokenMin) + " to " + std::to_string(kTokenMax) +
                     ", such as `openssl rand -hex 32` prints");
}

Token::Hash Token::hash_of(std::string_view text) const {
  Hash hash;
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(text.data()),
                     text.size(), key_.data(), key_.size());
  return hash;
}

bool Token::is(std::string_view guess) const {
  return sodium_memcmp(hash_of(guess).data(), hash_.data(), hash_.size()) == 0;
}

}  // namespace menagerie::api
