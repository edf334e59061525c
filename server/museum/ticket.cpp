#include "server/museum/ticket.hpp"

#include <sodium.h>

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <span>
#include <stdexcept>

#include "engine/check.hpp"

namespace menagerie::museum {
namespace {

constexpr std::uint8_t kVersion = 2;
constexpr std::uint8_t kVersionWithoutSeq = 1;  // still read: a ticket lives for a day
constexpr std::size_t kMacBytes = 16;
constexpr std::uint8_t kVisitVersion = 1;
constexpr std::size_t kVisitBytes = 1 + 16;
constexpr std::size_t kTicketBytesMax = kTicketTextMax / 4 * 3 - 1;
constexpr std::size_t kFixedBytesWithoutSeq = 1 + 8 + 4 + 16 + 16 + 8 + 1 + 2;
constexpr std::size_t kFixedBytes = kFixedBytesWithoutSeq + 8;

template <typename Number>
unsigned char* put(unsigned char* at, Number number) {
  std::memcpy(at, &number, sizeof number);
  return at + sizeof number;
}

template <typename Number>
const unsigned char* get(const unsigned char* at, Number& number) {
  std::memcpy(&number, at, sizeof number);
  return at + sizeof number;
}

/// Base64 for addresses, without padding (RFC 4648, section 5). libsodium's takes constant time, which
/// public text does not need: it would be the slowest part of a ticket.
std::string_view base64url(std::span<const unsigned char> bytes, std::span<char> text) {
  static constexpr char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  text = text.first((bytes.size() * 4 + 2) / 3);
  std::size_t to = 0, at = 0;
  for (; at + 3 <= bytes.size(); at += 3, to += 4) {
    const std::uint32_t bits =
        static_cast<std::uint32_t>(bytes[at] << 16 | bytes[at + 1] << 8 | bytes[at + 2]);
    for (std::size_t i = 0; i < 4; ++i) text[to + i] = kLetters[bits >> (18 - 6 * i) & 63];
  }
  if (to == text.size()) return {text.data(), to};
  const std::uint32_t low = at + 2 == bytes.size() ? bytes[at + 1] : 0u;
  const std::uint32_t bits = static_cast<std::uint32_t>(bytes[at]) << 16 | low << 8;
  for (std::size_t i = 0; to < text.size(); ++i) text[to++] = kLetters[bits >> (18 - 6 * i) & 63];
  return {text.data(), to};
}

/// Undoes base64url(): how many bytes there are, or nothing where the text is not of that form or has more.
std::optional<std::size_t> bytes_of(std::string_view text, std::span<unsigned char> bytes) {
  if (!std::ranges::all_of(text, [](char c) { return c > 0; }))
    return {};  // libsodium 1.0.18 takes the byte 0xB8 for '_'
  std::size_t size = 0;
  const char* end = nullptr;
  const int failed = sodium_base642bin(bytes.data(), bytes.size(), text.data(), text.size(), nullptr, &size,
                                       &end, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
  if (failed != 0 || end != text.data() + text.size()) return {};
  return size;
}

/// A ticket's bytes, with the key before them.
struct Sealed {
  std::array<unsigned char, 32> key;
  std::array<unsigned char, kTicketBytesMax> bytes;

  /// The hash of the key and the first `size` bytes. BLAKE2b cannot be extended, so a key put first is as
  /// good as its keyed mode (which is no more than that, padded to a block of 128 bytes), and a ticket of
  /// a short game is one block instead of two: hashing is the slowest part of our own code in a move.
  void hash(std::size_t size, unsigned char* mac) const {
    crypto_generichash(mac, kMacBytes, key.data(), key.size() + size, nullptr, 0);
  }
};
static_assert(offsetof(Sealed, bytes) == sizeof(Sealed::key));

void need_sodium() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium cannot start");
}

std::runtime_error key_error(const std::string& path, std::string_view what) {
  return std::runtime_error(path + ": " + std::string(what));
}

/// Whole or not at all, so that a power cut leaves no half of a key. The folder is this museum's alone.
void write_key(const std::string& folder, const std::string& path, const std::array<unsigned char, 32>& key) {
  const std::string part = path + ".part";
  const int file = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) throw key_error(path, std::strerror(errno));
  const bool written =
      ::write(file, key.data(), key.size()) == static_cast<ssize_t>(key.size()) && ::fsync(file) == 0;
  ::close(file);
  const int within = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool there =
      written && ::rename(part.c_str(), path.c_str()) == 0 && within >= 0 && ::fsync(within) == 0;
  if (within >= 0) ::close(within);
  if (there) return;
  ::unlink(part.c_str());
  throw key_error(path, "the key could not be written");
}

}  // namespace

Secrets Secrets::of_past(std::int64_t machine, std::uint64_t seq) const {
  std::string place;
  for (std::size_t i = 0; i < 8; ++i)
    place += static_cast<char>(static_cast<std::uint64_t>(machine) >> (8 * i));
  for (std::size_t i = 0; i < 8; ++i) place += static_cast<char>(seq >> (8 * i));
  return of_copy(place);
}

Secrets Secrets::of_copy(std::string_view name) const {
  need_sodium();
  Secrets secrets = *this;
  crypto_generichash(secrets.ticket_key.data(), secrets.ticket_key.size(),
                     reinterpret_cast<const unsigned char*>(name.data()), name.size(), ticket_key.data(),
                     ticket_key.size());
  return secrets;
}

Secrets Secrets::from(const std::array<unsigned char, 32>& signing_key) {
  need_sodium();
  Secrets secrets;
  static_assert(crypto_kdf_KEYBYTES == 32);
  crypto_kdf_derive_from_key(secrets.ticket_key.data(), secrets.ticket_key.size(), 1, "tickets_",
                             signing_key.data());
  crypto_kdf_derive_from_key(secrets.visit_key.data(), secrets.visit_key.size(), 3, "visits__",
                             signing_key.data());
  crypto_kdf_derive_from_key(secrets.draw_key.data(), secrets.draw_key.size(), 2, "draws___",
                             signing_key.data());
  return secrets;
}

Secrets::SigningKey Secrets::fresh_key() {
  need_sodium();
  SigningKey key{};
  randombytes_buf(key.data(), key.size());
  return key;
}

std::optional<Secrets::SigningKey> Secrets::key_in(const std::string& folder) {
  const std::string path = folder + "/house.key";
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    if (errno != ENOENT) throw key_error(path, std::strerror(errno));
    return std::nullopt;
  }
  SigningKey key{};
  unsigned char extra = 0;
  const bool whole = ::read(file, key.data(), key.size()) == static_cast<ssize_t>(key.size()) &&
                     ::read(file, &extra, 1) == 0;
  ::close(file);
  if (!whole)
    throw key_error(path,
                    "a key is exactly 32 bytes; take it from the backup, or move it away to get a new one");
  return key;
}

void Secrets::keep(const std::string& folder, const SigningKey& key) {
  write_key(folder, folder + "/house.key", key);
}

Secrets Secrets::open(const std::string& folder) {
  if (const auto key = key_in(folder)) return from(*key);
  const SigningKey key = fresh_key();
  keep(folder, key);
  return from(key);
}

std::string_view write_ticket(const core::Ticket& ticket, const Secrets& secrets,
                              std::span<char, kTicketTextMax> text) {
  Sealed sealed;
  sealed.key = secrets.ticket_key;
  auto& raw = sealed.bytes;
  const std::size_t moves = std::min(ticket.moves.size(), raw.size() - kFixedBytes - kMacBytes);
  unsigned char* at = put(raw.data(), kVersion);
  at = put(at, ticket.machine);
  at = put(at, ticket.era);
  at = put(at, ticket.id.bytes);
  at = put(at, ticket.visit.bytes);
  at = put(at, ticket.started_ms);
  at = put(at, static_cast<std::uint8_t>(ticket.seat));
  at = put(at, ticket.seq);
  at = put(at, static_cast<std::uint16_t>(moves));
  at = std::copy_n(ticket.moves.data(), moves, at);
  const auto size = static_cast<std::size_t>(at - raw.data());
  sealed.hash(size, at);
  return base64url({raw.data(), size + kMacBytes}, text);
}

std::optional<core::Ticket> read_ticket(std::string_view text, const Secrets& secrets) {
  Sealed sealed;
  sealed.key = secrets.ticket_key;
  auto& raw = sealed.bytes;
  const std::optional<std::size_t> all = bytes_of(text, raw);
  if (!all || *all < kFixedBytesWithoutSeq + kMacBytes) return std::nullopt;
  const std::size_t size = *all - kMacBytes;
  std::array<unsigned char, kMacBytes> mac;
  sealed.hash(size, mac.data());
  if (sodium_memcmp(mac.data(), raw.data() + size, mac.size()) != 0) return std::nullopt;
  core::Ticket ticket;
  std::uint8_t version = 0, seat = 0;
  std::uint16_t moves = 0;
  const unsigned char* at = get(raw.data(), version);
  at = get(at, ticket.machine);
  at = get(at, ticket.era);
  at = get(at, ticket.id.bytes);
  at = get(at, ticket.visit.bytes);
  at = get(at, ticket.started_ms);
  at = get(at, seat);
  const bool has_seq = version == kVersion;
  if ((!has_seq && version != kVersionWithoutSeq) || (has_seq && size < kFixedBytes)) return std::nullopt;
  if (has_seq) at = get(at, ticket.seq);
  at = get(at, moves);
  if (size != (has_seq ? kFixedBytes : kFixedBytesWithoutSeq) + moves || seat > 1) return std::nullopt;
  ticket.seat = static_cast<Player>(seat);
  ticket.moves.assign(at, at + moves);
  return ticket;
}

std::string write_visit(const store::Id& visit, const Secrets& secrets) {
  std::array<unsigned char, kVisitBytes + kMacBytes> raw;
  unsigned char* at = put(put(raw.data(), kVisitVersion), visit.bytes);
  crypto_generichash(at, kMacBytes, raw.data(), kVisitBytes, secrets.visit_key.data(),
                     secrets.visit_key.size());
  std::array<char, kVisitTextMax> text;
  return std::string(base64url(raw, text));
}

std::optional<store::Id> read_visit(std::string_view text, const Secrets& secrets) {
  std::array<unsigned char, kVisitBytes + kMacBytes> raw;
  if (bytes_of(text, raw) != raw.size() || raw[0] != kVisitVersion) return std::nullopt;
  std::array<unsigned char, kMacBytes> mac;
  crypto_generichash(mac.data(), mac.size(), raw.data(), kVisitBytes, secrets.visit_key.data(),
                     secrets.visit_key.size());
  if (sodium_memcmp(mac.data(), raw.data() + kVisitBytes, mac.size()) != 0) return std::nullopt;
  store::Id visit;
  get(raw.data() + 1, visit.bytes);
  return visit;
}

std::uint64_t draw_seed(const Secrets& secrets, const store::Id& episode,
                        std::span<const std::uint8_t> moves) {
  std::array<unsigned char, 20 + kTicketBytesMax> message;
  MENAGERIE_CHECK(moves.size() <= kTicketBytesMax);
  unsigned char* end = put(put(message.data(), episode.bytes), static_cast<std::uint32_t>(moves.size()));
  end = std::copy(moves.begin(), moves.end(), end);
  std::uint64_t seed = 0;
  static_assert(crypto_shorthash_BYTES == sizeof seed && crypto_shorthash_KEYBYTES == 16);
  unsigned char bytes[crypto_shorthash_BYTES];
  crypto_shorthash(bytes, message.data(), static_cast<std::size_t>(end - message.data()),
                   secrets.draw_key.data());
  std::memcpy(&seed, bytes, sizeof seed);
  return seed;
}

std::uint64_t self_play_seed(const Secrets& secrets) { return draw_seed(secrets, store::Id{}, {}); }

store::Id IdSource::next() {
  if (pool_used_ + 8 > pool_.size()) {
    randombytes_buf(pool_.data(), pool_.size());
    pool_used_ = 0;
  }
  const std::int64_t now = clock_();
  if (now > last_ms_) {
    last_ms_ = now;
    counter_ = 0;
  } else if (++counter_ == 0x1000) {  // 12 bits a millisecond: borrow from the next one
    ++last_ms_;
    counter_ = 0;
  }
  store::Id id;
  for (int i = 0; i < 6; ++i) {
    id.bytes[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(last_ms_ >> (8 * (5 - i)));
  }
  id.bytes[6] = static_cast<std::uint8_t>(0x70 | (counter_ >> 8));
  id.bytes[7] = static_cast<std::uint8_t>(counter_ & 0xff);
  std::copy_n(pool_.data() + pool_used_, 8, id.bytes.data() + 8);
  id.bytes[8] = static_cast<std::uint8_t>((id.bytes[8] & 0x3f) | 0x80);
  pool_used_ += 8;
  return id;
}

}  // namespace menagerie::museum
