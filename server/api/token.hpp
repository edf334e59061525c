// The curator's token, of which only a keyed hash is kept. Immutable; any thread.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace menagerie::api {

/// As short and as long as a token may be, in characters.
inline constexpr std::size_t kTokenMin = 16, kTokenMax = 512;

class Token {
 public:
  /// Takes the token over as a hash, and wipes `plain`, also when it throws. A guess costs one short hash, so
  /// the token itself must be beyond guessing. Throws std::invalid_argument (what is wrong, what would be
  /// right, never the token) where it is too short or long, or holds anything but visible ASCII characters.
  explicit Token(std::string& plain);

  /// Whether this is the token; in a time that does not tell how much of it is right.
  bool is(std::string_view guess) const;

 private:
  using Hash = std::array<unsigned char, 32>;
  Hash hash_of(std::string_view text) const;

  Hash key_, hash_;
};

/// Overwrites a secret.
void wipe(std::string& secret);
void wipe(char* secret, std::size_t bytes);

}  // namespace menagerie::api
