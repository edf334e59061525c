// What became of colours since a row, summed up in blocks: the same as reading every row, wherever the rows
// begin and end.
#include "server/api/lesson_blocks.hpp"
#include "server/api/routes.hpp"

#include "later_readers.hpp"
#include "museum_fixtures.hpp"

namespace api_lesson_blocks_tests {

using namespace menagerie;
using namespace menagerie::test;

namespace {

constexpr std::uint64_t kRows = 4;  // of a block

/// A store in which one machine's log cannot be read.
class UnreadableLog : public FailingStore {
 public:
  UnreadableLog(std::unique_ptr<store::Store> inner, std::int64_t machine)
      : FailingStore(std::move(inner), std::make_shared<std::atomic<bool>>(false)), machine_(machine) {}
  void each_after(std::int64_t machine, std::uint64_t after, std::size_t limit, store::RowPart part,
                  const std::function<void(const store::LogRow&)>& each) override {
    if (machine == machine_) throw store::damaged("log");
    FailingStore::each_after(machine, after, limit, part, each);
  }

 private:
  std::int64_t machine_;
};

}  // namespace

TEST_CASE("a log that cannot be read does not keep the other machines from being summed up") {
  const Folder folder;
  TestHouse house(folder.path());
  std::mt19937 rng(7);
  Guest guest;
  for (const char* name : {"menace", "her"}) {
    museum::Room& room = house.room(name);
    room.join(guest.visitor);
    for (std::uint64_t game = 0; game < 2 * kRows; ++game) house.play(room, guest, rng);
    room.leave(guest.visitor);
  }
  const core::Machine& menace = house.room("menace").machine();
  const core::Machine& her = house.room("her").machine();
  for (const bool is_first : {true, false}) {
    const std::int64_t unreadable = (is_first ? menace : her).row.machine;
    const std::int64_t readable = (is_first ? her : menace).row.machine;
    Later readers;
    api::Context context{.rooms = *house.rooms,
                         .readers = readers,
                         .limits = house.limits,
                         .lesson_blocks = api::LessonBlocks(kRows)};
    UnreadableLog damaged(store::open_sqlite(folder.path(), store::Mode::read), unreadable);
    api::sum_up_lessons(context);
    readers.run_all(damaged);
    CHECK(context.lesson_blocks.covers(readable, 0, 2 * kRows));
    CHECK_FALSE(context.lesson_blocks.covers(unreadable, 0, kRows));

    api::sum_up_lessons(context);  // the next tick: it can be read again
    readers.run_all(*store::open_sqlite(folder.path(), store::Mode::read));
    CHECK(context.lesson_blocks.covers(unreadable, 0, 2 * kRows));
    api::sum_up_lessons(context);
    CHECK(readers.is_idle());
  }
}

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
