#include "server/store/row_chain.hpp"

#include "server/store/act_text.hpp"
#include "server/store/row_text.hpp"

#include <sodium.h>

#include <span>

namespace menagerie::store {
namespace {

/// Hashes values so that no two lists of them are the same bytes: numbers in eight bytes, texts behind their
/// length.
class Hash {
 public:
  Hash() { crypto_generichash_init(&state_, nullptr, 0, std::tuple_size_v<ChainLink>); }
  void bytes(std::span<const std::uint8_t> value) {
    crypto_generichash_update(&state_, value.data(), value.size());
  }
  void number(std::uint64_t value) {
    std::array<std::uint8_t, 8> bytes_of;
    for (std::size_t i = 0; i < 8; ++i) bytes_of[i] = static_cast<std::uint8_t>(value >> (8 * i));
    bytes(bytes_of);
  }
  void number(std::int64_t value) { number(static_cast<std::uint64_t>(value)); }
  void text(std::string_view value) {
    number(static_cast<std::uint64_t>(value.size()));
    bytes({reinterpret_cast<const std::uint8_t*>(value.data()), value.size()});
  }
  ChainLink end() {
    ChainLink link;
    crypto_generichash_final(&state_, link.data(), link.size());
    return link;
  }

 private:
  crypto_generichash_state state_;
};

}  // namespace

ChainLink next_link(const ChainLink& before, const LogRow& row, std::string_view changes,
                    std::string_view trace) {
  Hash hash;
  hash.bytes(before);
  hash.number(row.seq);
  hash.text(to_text(row.kind));
  hash.number(std::uint64_t{row.era});
  hash.number(row.time_ms);
  hash.number(std::uint64_t{row.clock_back});
  hash.text(changes);
  if (row.kind != Kind::episode) {
    hash.text(act_text(*row.act));
    return hash.end();
  }
  hash.bytes(row.id.bytes);
  hash.bytes(row.visit.bytes);
  hash.number(row.started_ms);
  for (const std::string_view text :
       {to_text(row.seat), std::string_view(row.opponent), std::string_view(row.moves), trace,
        to_text(row.outcome), menagerie::to_text(row.reason)})
    hash.text(text);
  return hash.end();
}

}  // namespace menagerie::store
