// Lists that grow while others read them. Run under ThreadSanitizer too.
#include "engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

namespace engine_append_list_tests {

using namespace menagerie;
using namespace menagerie::tests;

TEST_CASE("an append list keeps its elements, in order, where they are") {
  for (const std::size_t first : {0u, 1u, 64u, 65u, 1000u}) {
    AppendList<std::string> list(first);
    REQUIRE((list.empty() && list.size() == 0 && list.begin() == list.end()));
    std::vector<const std::string*> addresses;
    for (std::size_t i = 0; i < 5000; ++i) {
      REQUIRE(list.append(std::to_string(i)) == i);
      addresses.push_back(&list[i]);
    }
    REQUIRE(list.size() == 5000);
    REQUIRE((list.front() == "0" && list.back() == "4999"));
    std::size_t i = 0;
    for (const std::string& text : list) {
      REQUIRE(text == std::to_string(i));
      REQUIRE(&text == addresses[i++]);
    }
    REQUIRE(i == 5000);
  }
}

TEST_CASE("an append list that was moved is whole, and the one it came from is empty") {
  AppendList<int> list;
  for (int i = 0; i < 200; ++i) list.append(i);
  AppendList<int> moved(std::move(list));
  REQUIRE((moved.size() == 200 && moved[199] == 199));
  REQUIRE(list.empty());  // NOLINT(bugprone-use-after-move): it says so
  moved.append(200);
  REQUIRE(moved.back() == 200);
}

TEST_CASE("a text index finds what was added and nothing else") {
  std::vector<std::string> texts;
  TextIndex index;
  const auto text_of = [&](std::uint32_t number) -> std::string_view { return texts[number]; };
  REQUIRE(index.find("0", text_of) == TextIndex::kAbsent);
  for (std::uint32_t i = 0; i < 3000; ++i) {
    texts.push_back(std::to_string(i * i));
    REQUIRE(index.find(texts.back(), text_of) == TextIndex::kAbsent);
    index.add(texts.back(), i);
    REQUIRE(index.find(texts[i / 2], text_of) == i / 2);
  }
  for (std::uint32_t i = 0; i < 3000; ++i) REQUIRE(index.find(texts[i], text_of) == i);
  REQUIRE(index.find("2", text_of) == TextIndex::kAbsent);
  REQUIRE(index.find("", text_of) == TextIndex::kAbsent);
}

TEST_CASE("boxes are read while one thread makes more") {
  constexpr std::uint32_t kBoxes = 3000;
  MadeBoxes boxes(hexapawn().game(), Seat::second);
  std::atomic<int> wrong{0};
  const auto read = [&] {
    for (std::size_t size = 0; size < kBoxes;) {
      size = boxes.boxes().size();
      if (size == 0) continue;
      const Box& last = boxes.boxes()[size - 1];
      const bool whole = last.text == std::to_string(size - 1) && last.beads.size() == 2 &&
                         last.first_bead == 2 * (size - 1) && boxes.bead_count() >= 2 * size;
      const std::uint32_t found = boxes.find(last.text);  // kNone for a moment: it is entered last
      if (!whole || (found != kNone && found != size - 1) || boxes.find("no") != kNone) ++wrong;
      if (size > 1 && boxes.find(std::to_string(size - 2)) != size - 2) ++wrong;
    }
  };
  std::thread one(read);
  std::thread another(read);
  for (std::uint32_t i = 0; i < kBoxes; ++i) {
    boxes.add({kNone, std::to_string(i), 1, 0, {{"a", {"a"}}, {"b", {"b"}}}});
  }
  one.join();
  another.join();
  REQUIRE(wrong == 0);
  REQUIRE(boxes.bead_count() == 2 * kBoxes);
}

}  // namespace engine_append_list_tests
