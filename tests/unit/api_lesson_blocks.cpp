// What became of colours since a row, summed up in blocks: the same as reading every row, wherever the rows
// begin and end.
#include "server/api/lesson_blocks.hpp"

#include "museum_fixtures.hpp"

namespace api_lesson_blocks_tests {

using namespace menagerie;
using namespace menagerie::test;

TEST_CASE("blocks of the log tell of every colour what its rows tell") {
  const Folder folder;
  TestHouse house(folder.path());
  std::mt19937 rng(7);
  Guest guest;
  museum::Room& room = house.room("her");
  room.join(guest.visitor);
  for (int game = 0; game < 23; ++game) house.play(room, guest, rng);
  const auto view = room.view();
  const std::int64_t machine = view->machine->row.machine;
  const auto store = store::open_sqlite(folder.path(), store::Mode::read);
  std::vector<api::Since> colours;
  for (std::uint32_t box = 0; box < view->state.box_count; ++box) {
    for (std::uint16_t bead = 0; bead < view->machine->boxes.boxes()[box].beads.size(); ++bead)
      colours.push_back({.colour = {box, bead}, .floor = 9});
  }
  for (const std::uint64_t rows : {1, 4, 5, 100}) {
    api::LessonBlocks blocks(rows);
    std::uint64_t drawn = 0;
    for (std::uint64_t last = 0; last <= view->state.seq; last += 3) {
      for (std::uint64_t after = 0; after <= last; ++after) {
        std::vector<api::Since> expected = colours, found = colours;
        api::follow_colours(*store, machine, after, last, expected);
        blocks.follow(*store, machine, after, last, found);
        CHECK(blocks.covers(machine, after, last));
        for (std::size_t i = 0; i < colours.size(); ++i) {
          REQUIRE(found[i].drawn == expected[i].drawn);
          REQUIRE(found[i].floor == expected[i].floor);
          drawn += found[i].drawn;
        }
      }
    }
    CHECK(drawn > 0);
    CHECK_FALSE(blocks.covers(machine + 1, 0, 4 * rows));

    api::LessonBlocks ahead(rows);
    const std::uint64_t last = view->state.seq;
    for (std::uint64_t summed = 0; summed < last / rows; ++summed) {
      CHECK(ahead.covers(machine, 0, summed * rows));
      CHECK_FALSE(ahead.covers(machine, 0, (summed + 1) * rows));
      ahead.sum_up_first(*store, machine, last, 1);
    }
    CHECK(ahead.covers(machine, 0, last));
    ahead.sum_up_first(*store, machine, last, 1);  // there is nothing left to do
  }
}

}  // namespace api_lesson_blocks_tests
