// Credits, connections, episodes and exports: time is passed in, no socket is opened.
#include "server/net/limiter.hpp"

#include "tests/unit/catch.hpp"

namespace net_limiter_tests {

using namespace menagerie;
using namespace menagerie::net;

namespace {

AddressKey key(const char* address) { return AddressKey::of(boost::asio::ip::make_address(address)); }

}  // namespace

TEST_CASE("a bucket starts full, empties, and fills with time") {
  TokenBucket bucket;
  for (int i = 0; i < 3; ++i) CHECK(bucket.take(1000, 2, 3));
  CHECK_FALSE(bucket.take(1000, 2, 3));
  CHECK(bucket.retry_after_s(2) == 1);
  CHECK(bucket.take(1500, 2, 3));  // half a second: one credit
  CHECK_FALSE(bucket.take(1500, 2, 3));
  CHECK(bucket.is_full(3000, 2, 3));
  for (int i = 0; i < 3; ++i) CHECK(bucket.take(1'000'000, 2, 3));  // never more than the burst
  CHECK_FALSE(bucket.take(1'000'000, 2, 3));
}

TEST_CASE("a connection that goes too fast is refused, and one that does not stop is an abuse") {
  wire::Limits limits;
  limits.frames_per_second_max = 10;
  limits.frames_burst_max = 5;
  FrameCredits credits;
  for (int i = 0; i < 5; ++i) CHECK(credits.take(0, limits) == FrameCredits::Admission::fine);
  for (int i = 0; i < 10; ++i) CHECK(credits.take(0, limits) == FrameCredits::Admission::too_fast);
  CHECK(credits.take(0, limits) == FrameCredits::Admission::abuse);
  CHECK(credits.retry_after_s(limits) == 1);
  CHECK(credits.take(1000, limits) == FrameCredits::Admission::fine);  // a pause forgives
}

TEST_CASE("no frame limit means no frame is refused") {
  wire::Limits limits;
  limits.frames_per_second_max = 0;
  FrameCredits credits;
  for (int i = 0; i < 10'000; ++i) REQUIRE(credits.take(0, limits) == FrameCredits::Admission::fine);
}

TEST_CASE("an address has so many connections and exports, and gets them back") {
  wire::Limits limits;
  limits.connections_per_address_max = 2;
  limits.exports_per_client_max = 1;
  AddressBook book(limits);
  auto first = book.enter(key("192.0.2.1"));
  REQUIRE(first);
  {
    const auto second = book.enter(key("192.0.2.1"));
    REQUIRE(second);
    CHECK_FALSE(book.enter(key("192.0.2.1")));
    CHECK(book.enter(key("192.0.2.2")));
  }
  CHECK(book.enter(key("192.0.2.1")));

  auto exporting = book.begin_export(*first);
  REQUIRE(exporting);
  CHECK_FALSE(book.begin_export(*first));
  exporting->release();
  CHECK(book.begin_export(*first));
}

TEST_CASE("bytes that are not read yet are counted by address and in all, and given back") {
  wire::Limits limits;
  limits.buffered_bytes_per_address_max = 100;
  limits.buffered_bytes_max = 150;
  AddressBook book(limits);
  auto one = book.enter(key("192.0.2.1"));
  auto other = book.enter(key("192.0.2.2"));
  REQUIRE((one && other));
  auto first = book.buffer(*one, 60);
  REQUIRE(first);
  CHECK_FALSE(book.buffer(*one, 41));
  auto second = book.buffer(*one, 40);
  REQUIRE(second);
  CHECK_FALSE(book.buffer(*other, 51));
  auto third = book.buffer(*other, 50);
  REQUIRE(third);
  CHECK(book.buffered() == 150);
  AddressBook::Buffered moved = std::move(*first);
  moved.release();
  CHECK(book.buffered() == 90);
  CHECK(book.buffer(*one, 60));  // and goes at once
  CHECK(book.buffered() == 90);
}

TEST_CASE("a hold that is moved counts once") {
  wire::Limits limits;
  limits.connections_per_address_max = 1;
  AddressBook book(limits);
  AddressBook::Hold kept;
  {
    auto hold = book.enter(key("::1"));
    REQUIRE(hold);
    kept = std::move(*hold);
  }
  CHECK(kept);
  CHECK_FALSE(book.enter(key("::1")));
  kept.release();
  CHECK(book.enter(key("::1")));
}

TEST_CASE("episodes are counted by address, and idle addresses are forgotten") {
  wire::Limits limits;
  limits.episodes_per_minute_max = 2;
  AddressBook book(limits);
  auto one = book.enter(key("192.0.2.1"));
  auto other = book.enter(key("192.0.2.1"));
  REQUIRE((one && other));
  CHECK_FALSE(book.begin_episode(*one, 0));
  CHECK_FALSE(book.begin_episode(*other, 0));
  CHECK(book.begin_episode(*one, 0) == 30);
  CHECK_FALSE(book.begin_episode(*one, 30'000));
  one->release();
  other->release();
  book.tidy(31'000);
  CHECK(book.size() == 1);  // its bucket is still filling
  book.tidy(91'000);
  CHECK(book.size() == 0);
}

TEST_CASE("practices are counted by address, and come back with time") {
  wire::Limits limits;
  limits.practices_per_minute_max = 2;
  AddressBook book(limits);
  auto one = book.enter(key("192.0.2.1"));
  auto other = book.enter(key("192.0.2.2"));
  REQUIRE((one && other));
  CHECK_FALSE(book.begin_practice(*one, 0));
  CHECK_FALSE(book.begin_practice(*one, 0));
  CHECK(book.begin_practice(*one, 0) == 30);
  CHECK_FALSE(book.begin_practice(*other, 0));
  CHECK_FALSE(book.begin_practice(*one, 30'000));
  one->release();
  other->release();
  book.tidy(31'000);
  CHECK(book.size() == 1);  // its practices are still coming back
  book.tidy(91'000);
  CHECK(book.size() == 0);
}

TEST_CASE("an address has so many seats in the sealed room, and gets one back") {
  wire::Limits limits;
  limits.sealed_seats_per_address_max = 1;
  AddressBook book(limits);
  auto one = book.enter(key("192.0.2.1"));
  auto other = book.enter(key("192.0.2.2"));
  REQUIRE((one && other));
  auto seat = book.take_sealed_seat(*one);
  CHECK(seat);
  CHECK_FALSE(book.take_sealed_seat(*one));
  CHECK(book.take_sealed_seat(*other));
  seat->release();
  CHECK(book.take_sealed_seat(*one));
}

TEST_CASE("an address that has shown the right token is remembered for hours") {
  wire::Limits limits;
  AddressBook book(limits);
  auto one = book.enter(key("192.0.2.1"));
  REQUIRE(one);
  CHECK_FALSE(book.has_proved(*one, 0));
  book.count_proof(*one, 0);
  CHECK(book.has_proved(*one, AddressBook::kProvedForMs - 1));
  CHECK_FALSE(book.has_proved(*one, AddressBook::kProvedForMs));
  one->release();
  book.tidy(AddressBook::kProvedForMs - 1);
  CHECK(book.size() == 1);
  book.tidy(AddressBook::kProvedForMs);
  CHECK(book.size() == 0);
}

TEST_CASE("wrong tokens are counted by address, and come back with time") {
  wire::Limits limits;
  limits.curator_guesses_per_minute_max = 2;
  AddressBook book(limits);
  auto one = book.enter(key("192.0.2.1"));
  auto other = book.enter(key("192.0.2.2"));
  REQUIRE((one && other));
  book.count_guess(*one, 0);
  CHECK_FALSE(book.guess_wait_s(*one, 0));
  book.count_guess(*one, 0);
  CHECK(book.guess_wait_s(*one, 0) == 30);
  CHECK(book.guess_wait_s(*one, 20'000) == 10);
  CHECK_FALSE(book.guess_wait_s(*other, 0));
  CHECK_FALSE(book.guess_wait_s(*one, 30'000));
  one->release();
  other->release();
  book.tidy(31'000);
  CHECK(book.size() == 1);  // its guesses are still coming back
  book.tidy(61'000);
  CHECK(book.size() == 0);
}

}  // namespace net_limiter_tests
