// Codes of lessons: one place, one code; and a slip is told.
#include "server/wire/lesson_code.hpp"

#include "tests/unit/catch.hpp"

#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace wire_lesson_code_tests {

using namespace menagerie;
using wire::lesson_code;
using wire::LessonCodeFault;
using wire::parse_lesson_code;

namespace {

std::vector<store::Place> places() {
  std::vector<store::Place> all;
  for (const std::int64_t machine : {1L, 2L, 20L, 21L, 22L, 200L, 549L, 550L, 1607L}) {
    for (const std::uint64_t seq : {1UL, 2UL, 22UL, 23UL, 24UL, 528UL, 529UL, 2314UL, 1'000'000UL})
      all.push_back({machine, seq});
    all.push_back({machine, store::kSeqMax});
  }
  std::mt19937_64 random(24);
  for (int i = 0; i < 2000; ++i)
    all.push_back({std::uniform_int_distribution<std::int64_t>(1, wire::kLessonMachineMax)(random),
                   random() % store::kSeqMax + 1});
  return all;
}

}  // namespace

TEST_CASE("a lesson's code leads back to its place, and no two places share one") {
  std::set<std::string> codes;
  for (const store::Place& place : places()) {
    const std::string code = lesson_code(place);
    CHECK(code.find_first_not_of(wire::kLessonCharacters) == std::string::npos);
    CHECK(parse_lesson_code(code).place == place);
    codes.insert(code);
  }
  const auto all = places();
  std::set<std::pair<std::int64_t, std::uint64_t>> different;
  for (const store::Place& place : all) different.insert({place.machine, place.seq});
  CHECK(codes.size() == different.size());
}

TEST_CASE("a code is short, and fixed for good") {
  CHECK(lesson_code({1, 2}) == "24T");
  CHECK(lesson_code({3, 2314}) == "46CMM");
  CHECK(lesson_code({1, 1'000'000}).size() == 7);
  CHECK(lesson_code({200, 1'000'000}).size() == 9);
}

TEST_CASE("every code of up to four characters is the code of what it leads to") {
  const std::string_view characters = wire::kLessonCharacters;
  int found = 0;
  for (const char a : characters) {
    for (const char b : characters) {
      for (const char c : characters) {
        for (const char d : characters) {
          for (const std::string& code : {std::string{a, b, c}, std::string{a, b, c, d}}) {
            const auto place = parse_lesson_code(code).place;
            if (!place) continue;
            ++found;
            REQUIRE(lesson_code(*place) == code);
          }
        }
      }
    }
  }
  CHECK(found > 10'000);
}

TEST_CASE("a character that is wrong, and two that have changed places, are told") {
  for (const store::Place& place : {store::Place{1, 7}, store::Place{4, 2314}, store::Place{321, 987'654}}) {
    const std::string code = lesson_code(place);
    for (std::size_t i = 0; i < code.size(); ++i) {
      for (const char other : wire::kLessonCharacters) {
        std::string wrong = code;
        wrong[i] = other;
        if (wrong != code) CHECK(parse_lesson_code(wrong).fault == LessonCodeFault::check);
        if (wrong != code) CHECK_FALSE(parse_lesson_code(wrong).place);
      }
      for (std::size_t j = i + 1; j < code.size(); ++j) {
        std::string wrong = code;
        std::swap(wrong[i], wrong[j]);
        if (wrong != code) CHECK_FALSE(parse_lesson_code(wrong).place);
      }
    }
  }
}

TEST_CASE("a code is taken as it is typed, and what is none says why") {
  const std::string code = lesson_code({3, 2314});
  CHECK(parse_lesson_code("46c-mm").place == store::Place{3, 2314});
  CHECK(parse_lesson_code(" 46C MM ").place == store::Place{3, 2314});
  CHECK(parse_lesson_code("46CMO").fault == LessonCodeFault::character);
  CHECK(parse_lesson_code("46CMO").character == "O");
  CHECK(parse_lesson_code("46\xC3\xA4MM").character == "\xC3\xA4");
  CHECK(parse_lesson_code("4").fault == LessonCodeFault::length);
  CHECK(parse_lesson_code("").fault == LessonCodeFault::length);
  CHECK(parse_lesson_code(std::string(200, '2')).fault == LessonCodeFault::length);
}

}  // namespace wire_lesson_code_tests
