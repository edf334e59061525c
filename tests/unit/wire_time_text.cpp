// Times as texts.
#include "server/wire/time_text.hpp"

#include "tests/unit/catch.hpp"

namespace wire_time_text_tests {

using namespace menagerie;

TEST_CASE("times as RFC 3339 has them") {
  CHECK(wire::parse_time("1970-01-01T00:00:00Z") == 0);
  CHECK(wire::parse_time("2026-11-20T10:31:58.410Z") == 1795170718410);
  CHECK(wire::parse_time("2026-11-20t11:31:58.41+01:00") == 1795170718410);
  CHECK(wire::parse_time("2026-11-20T11:31:58.41 01:00") == 1795170718410);  // a plus in a query
  CHECK(wire::parse_time("2026-11-20T05:01:58.4099999-05:30") == 1795170718410);
  CHECK(wire::parse_time("2024-02-29T23:59:60Z") == wire::parse_time("2024-03-01T00:00:00Z"));
  for (const char* wrong :
       {"", "2026", "2026-11-20", "2026-11-20T10:31Z", "2026-11-20T10:31:58", "2026-13-20T10:31:58Z",
        "2026-02-29T10:31:58Z", "2026-11-20T24:31:58Z", "2026-11-20T10:31:58.Z", "2026-11-20T10:31:58+1:00",
        "2026-11-20T10:31:58+25:00", "2026-11-20T10:31:58Z ", "+026-11-20T10:31:58Z",
        "2026-11-20T10:31:58.4x1Z", "yesterday", "1795170718"}) {
    INFO(wrong);
    CHECK_FALSE(wire::parse_time(wrong));
  }
}

TEST_CASE("times as they are sent") {
  CHECK(wire::time_text(1795170718410) == "2026-11-20T10:31:58.410Z");
  CHECK(wire::time_text(0) == "1970-01-01T00:00:00.000Z");
  CHECK(wire::time_text(1'700'000'000'123) == "2023-11-14T22:13:20.123Z");
  CHECK(wire::time_text(1'709'251'199'999) == "2024-02-29T23:59:59.999Z");
  CHECK(wire::time_text(4'102'444'800'000) == "2100-01-01T00:00:00.000Z");
  CHECK(wire::time_text(-1) == "1969-12-31T23:59:59.999Z");
  CHECK(wire::parse_time(wire::time_text(951868799999)) == 951868799999);  // the end of a leap day
  CHECK(wire::http_date(1795170718410) == "Fri, 20 Nov 2026 10:31:58 GMT");
}

}  // namespace wire_time_text_tests
