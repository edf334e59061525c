#include "server/net/sha1.hpp"

#include <bit>
#include <cstddef>
#include <string>

namespace menagerie::net {
namespace {

using State = std::array<std::uint32_t, 5>;

constexpr std::size_t kBlockSize = 64;

std::uint32_t word_at(std::string_view block, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < 4; ++i) word = word << 8 | static_cast<unsigned char>(block[at + i]);
  return word;
}

void add_block(State& state, std::string_view block) {
  std::array<std::uint32_t, 80> words;
  for (std::size_t t = 0; t < 16; ++t) words[t] = word_at(block, 4 * t);
  for (std::size_t t = 16; t < 80; ++t)
    words[t] = std::rotl(words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16], 1);
  auto [a, b, c, d, e] = state;
  for (std::size_t t = 0; t < 80; ++t) {
    const std::uint32_t f = t < 20   ? ((b & c) | (~b & d)) + 0x5A827999
                            : t < 40 ? (b ^ c ^ d) + 0x6ED9EBA1
                            : t < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8F1BBCDC
                                     : (b ^ c ^ d) + 0xCA62C1D6;
    const std::uint32_t next = std::rotl(a, 5) + f + e + words[t];
    e = d;
    d = c;
    c = std::rotl(b, 30);
    b = a;
    a = next;
  }
  const State sum = {a, b, c, d, e};
  for (std::size_t i = 0; i < state.size(); ++i) state[i] += sum[i];
}

}  // namespace

std::array<std::uint8_t, 20> sha1(std::string_view text) {
  const std::uint64_t bits = std::uint64_t{text.size()} * 8;
  std::string padded(text);
  padded += '\x80';
  while (padded.size() % kBlockSize != kBlockSize - sizeof bits) padded += '\0';
  for (std::size_t i = sizeof bits; i-- > 0;) padded += static_cast<char>(bits >> (8 * i) & 0xFF);
  State state = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
  for (std::size_t at = 0; at < padded.size(); at += kBlockSize)
    add_block(state, std::string_view(padded).substr(at, kBlockSize));
  std::array<std::uint8_t, 20> digest;
  for (std::size_t i = 0; i < digest.size(); ++i)
    digest[i] = static_cast<std::uint8_t>(state[i / 4] >> (8 * (3 - i % 4)));
  return digest;
}

}  // namespace menagerie::net
