// Which ids are surely new: whatever is forgotten, an id that is in the log is never said to be absent.
#include "server/store/recent_ids.hpp"

#include "tests/unit/catch.hpp"

#include <cstdint>
#include <optional>

namespace store_recent_ids_tests {

using namespace menagerie::store;

namespace {

/// The id number `number` of those made in that millisecond, as servers make them (UUIDv7), or of another
/// version.
Id id_of(std::uint64_t ms, std::uint64_t number, std::uint8_t version = 7) {
  Id id;
  for (std::size_t i = 0; i < 6; ++i) id.bytes[i] = static_cast<std::uint8_t>(ms >> (8 * (5 - i)));
  id.bytes[6] = static_cast<std::uint8_t>(version << 4 | (number >> 8 & 0xf));
  id.bytes[7] = static_cast<std::uint8_t>(number);
  id.bytes[15] = static_cast<std::uint8_t>(number >> 12);
  return id;
}

constexpr std::int64_t kNow = 1'000'000;

}  // namespace

TEST_CASE("an id is surely absent only where no row of the log can have it") {
  RecentIds ids;
  CHECK_FALSE(ids.ready());
  CHECK_FALSE(ids.surely_absent(id_of(9, 0)));  // nothing is known yet
  CHECK_FALSE(ids.add_if_surely_absent(id_of(9, 0), {1, 1}));
  ids.begin(100);
  ids.forget(id_of(5, 3), {1, 1});
  REQUIRE(ids.ready());
  CHECK_FALSE(ids.surely_absent(id_of(5, 2)));  // the log may hold it
  CHECK_FALSE(ids.surely_absent(id_of(5, 3)));
  CHECK(ids.surely_absent(id_of(5, 4)));
  CHECK_FALSE(ids.add_if_surely_absent(id_of(5, 3), {1, 1}));
  CHECK(ids.add_if_surely_absent(id_of(5, 4), {1, 8}));
  CHECK_FALSE(ids.add_if_surely_absent(id_of(5, 4), {2, 9}));
  CHECK(ids.find(id_of(5, 4)) == std::optional(Place{1, 8}));
  CHECK_FALSE(ids.surely_absent(id_of(5, 4)));
  ids.add(id_of(2, 0), {3, 4});  // an older one that was looked up in the log
  CHECK(ids.find(id_of(2, 0)) == std::optional(Place{3, 4}));
  ids.clear();
  CHECK_FALSE(ids.ready());
  CHECK_FALSE(ids.find(id_of(5, 4)));
}

TEST_CASE("ids that are forgotten are no longer said to be absent") {
  constexpr std::uint64_t kAdded = 150'000;  // several generations
  const std::uint8_t version = GENERATE(std::uint8_t{7}, std::uint8_t{4});
  RecentIds ids;
  ids.begin(kNow);
  std::uint64_t refused = 0;
  for (std::uint64_t i = 0; i < kAdded; ++i) {
    const Id id = id_of(1 + i / 16, i % 16, version);
    if (!ids.surely_absent(id) || !ids.add_if_surely_absent(id, {1, i + 1})) ++refused;
    if (i % 64 == 0) ids.trim(kNow);
  }
  CHECK(refused == 0);
  std::uint64_t found = 0, absent = 0, wrong = 0, gaps = 0;
  for (std::uint64_t i = 0; i < kAdded; ++i) {
    const Id id = id_of(1 + i / 16, i % 16, version);
    const std::optional<Place> place = ids.find(id);
    if (ids.surely_absent(id)) ++absent;
    if (place && *place != Place{1, i + 1}) ++wrong;
    if (found > 0 && !place) ++gaps;  // what is remembered are the newest
    if (place) ++found;
  }
  CHECK(absent == 0);
  CHECK(wrong == 0);
  CHECK(gaps == 0);
  CHECK(found >= 32'768);
  CHECK(found < kAdded / 2);
  CHECK(ids.surely_absent(id_of(2 + kAdded / 16, 0, version)));
}

TEST_CASE("ids come late: one that is older than the newest of the generation before is still found") {
  RecentIds ids;
  ids.begin(kNow);
  const Id late = id_of(10, 1);
  for (std::uint64_t i = 0; i < 40'000; ++i) ids.add(id_of(10 + i, 0), {1, i + 1});
  ids.trim(kNow);
  CHECK(ids.surely_absent(late));  // all added so far are remembered
  REQUIRE(ids.add_if_surely_absent(late, {2, 1}));
  for (std::uint64_t i = 0; i < 40'000; ++i) ids.add(id_of(100'000 + i, 0), {1, 40'001 + i});
  ids.trim(kNow);  // forgets the first 40,000
  CHECK(ids.find(late) == std::optional(Place{2, 1}));
  CHECK_FALSE(ids.find(id_of(10, 0)));
  CHECK_FALSE(ids.surely_absent(id_of(10 + 39'999, 0)));
  CHECK_FALSE(ids.surely_absent(id_of(10, 2)));  // never added, but older than what is forgotten
}

TEST_CASE("ids from a clock that is ahead hide no other ids, and are not forgotten") {
  const Id ahead = id_of(kNow + 365, 0), later = id_of(kNow + 400, 0);
  RecentIds ids;
  ids.begin(kNow);
  ids.forget(id_of(5, 0), {1, 1});
  ids.forget(ahead, {1, 2});
  REQUIRE(ids.add_if_surely_absent(later, {1, 3}));
  for (int generation = 0; generation < 3; ++generation) {
    for (std::uint64_t i = 0; i < 40'000; ++i) {
      const auto ms = 10 + 100'000 * static_cast<std::uint64_t>(generation) + i;
      REQUIRE(ids.add_if_surely_absent(id_of(ms, 0), {2, i + 1}));
    }
    ids.trim(kNow);
  }
  CHECK(ids.surely_absent(id_of(kNow - 1, 0)));
  CHECK_FALSE(ids.surely_absent(id_of(5, 0)));
  CHECK_FALSE(ids.surely_absent(id_of(10 + 39'998, 1)));  // older than what is forgotten
  CHECK(ids.find(ahead) == std::optional(Place{1, 2}));
  CHECK(ids.find(later) == std::optional(Place{1, 3}));
  CHECK_FALSE(ids.add_if_surely_absent(ahead, {3, 1}));
  CHECK_FALSE(ids.add_if_surely_absent(later, {3, 1}));
}

TEST_CASE("so many ids from a clock that is ahead that they are not kept are not said to be absent") {
  RecentIds ids;
  ids.begin(0);
  for (std::uint64_t i = 0; i < 40'000; ++i) ids.forget(id_of(10 + i, 0), {1, i + 1});
  std::uint64_t absent = 0;
  for (std::uint64_t i = 0; i < 40'000; ++i) absent += ids.surely_absent(id_of(10 + i, 0)) ? 1 : 0;
  CHECK(absent == 0);
}

}  // namespace store_recent_ids_tests
