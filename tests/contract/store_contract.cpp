// What every Store promises, on each of them: nothing here knows which one it has.
#include "museum_fixtures.hpp"
#include "postgres_server.hpp"
#include "server/store/postgres.hpp"
#include "tests/memory_store.hpp"

namespace store_contract_tests {

using namespace menagerie;
using namespace menagerie::test;

namespace {

using store::ErrorKind;

std::int64_t the_time() { return 1'700'000'000'000; }

/// A place where a store is kept, and can be opened again.
class Keep {
 public:
  virtual ~Keep() = default;
  virtual std::unique_ptr<store::Store> open() = 0;
};

class SqliteKeep : public Keep {
 public:
  std::unique_ptr<store::Store> open() override {
    return store::open_sqlite(folder_.path(), store::Mode::write);
  }

 private:
  Folder folder_;
};

class MemoryKeep : public Keep {
 public:
  std::unique_ptr<store::Store> open() override { return store::open_memory(disk_); }

 private:
  std::shared_ptr<store::MemoryDisk> disk_ = std::make_shared<store::MemoryDisk>();
};

class PostgresKeep : public Keep {
 public:
  std::unique_ptr<store::Store> open() override { return store::open_postgres(url_, store::Mode::write); }

 private:
  std::string url_ = PostgresServer::shared().create_database();
};

std::unique_ptr<Keep> keep_of(const std::string& kind) {
  if (kind == "postgresql") return std::make_unique<PostgresKeep>();
  if (kind == "memory") return std::make_unique<MemoryKeep>();
  return std::make_unique<SqliteKeep>();
}

/// Puts up MENACE, HER and the smallest Go, which makes its boxes when it meets them: machines 1, 2 and 3.
std::vector<core::Loaded> open_house(store::Store& store) {
  std::vector<core::Loaded> house;
  for (const char* name : {"menace", "her", "go-2x2"}) {
    store::MachineRow row = *museum::find_exhibit(name);
    const auto machine = core::Machine::make(row);
    core::MachineState state;
    const store::LogRow start = core::start_machine(*machine, state, store::Why::created, the_time());
    row.machine = store.create_machine(row, machine->boxes, {start}, state.snapshot(*machine));
    house.push_back(core::load_machine(store, row));
  }
  return house;
}

store::Id id_of(std::uint32_t number) {
  store::Id id;
  for (std::size_t i = 0; i < 4; ++i) id.bytes[5 - i] = static_cast<std::uint8_t>(number >> (8 * i));
  for (std::size_t i = 0; i < 4; ++i) id.bytes[8 + i] = static_cast<std::uint8_t>(number >> (8 * i));
  return id;
}

store::LogRow episode(std::int64_t machine, std::uint64_t seq, std::uint32_t id) {
  store::LogRow row;
  row.machine = machine;
  row.seq = seq;
  row.time_ms = the_time() + static_cast<std::int64_t>(seq);
  row.id = id_of(id);
  row.visit = id_of(id % 3 + 1000);
  row.started_ms = 17;
  row.seat = Player::second;
  row.moves = "a1 b2";
  row.opponent = "visitor";
  row.trace = {{0, 1, 0}};
  row.changes = {{id % 2, 1, 4, 5}};
  row.outcome = Outcome::first_wins;
  row.reason = Reason::loss;
  return row;
}

std::vector<store::Id> append(store::Store& store, const std::vector<store::LogRow>& rows) {
  return store.append(rows, {}, {});
}

ErrorKind kind_of(store::Store& store, const std::vector<store::LogRow>& rows) {
  try {
    append(store, rows);
  } catch (const store::Error& error) {
    return error.kind;
  }
  FAIL("it was appended");
  return ErrorKind::transient;
}

void check_same(const store::LogRow& a, const store::LogRow& b) {
  CHECK(a.machine == b.machine);
  CHECK(a.seq == b.seq);
  CHECK(a.kind == b.kind);
  CHECK(a.era == b.era);
  CHECK(a.time_ms == b.time_ms);
  CHECK(a.changes == b.changes);
  CHECK(a.id == b.id);
  CHECK(a.visit == b.visit);
  CHECK(a.started_ms == b.started_ms);
  CHECK(a.seat == b.seat);
  CHECK(a.opponent == b.opponent);
  CHECK(a.moves == b.moves);
  CHECK(a.trace == b.trace);
  CHECK(a.outcome == b.outcome);
  CHECK(a.reason == b.reason);
  CHECK(a.act == b.act);
}

}  // namespace

TEST_CASE("store contract: rows come back as they were appended, also after it was opened again") {
  const auto keep = keep_of(GENERATE("sqlite", "memory", "postgresql"));
  std::vector<store::LogRow> rows = {episode(1, 2, 1), episode(1, 3, 2), episode(2, 2, 3)};
  store::LogRow act;
  act.machine = 1;
  act.seq = 4;
  act.kind = store::Kind::freeze;
  act.time_ms = the_time() + 4;
  act.act = {store::Why::curator, store::Freeze{}};
  rows.push_back(act);
  {
    const auto store = keep->open();
    open_house(*store);
    CHECK(append(*store, rows).empty());
  }
  const auto store = keep->open();
  const auto back = store->log_after(1, 1, 10);
  REQUIRE(back.size() == 3);
  check_same(back[0], rows[0]);
  check_same(back[1], rows[1]);
  check_same(back[2], rows[3]);
  check_same(store->log_after(2, 1, 10).at(0), rows[2]);
  CHECK(store->log_after(1, 1, 2).size() == 2);
  CHECK(store->log_after(1, 4, 2).empty());
  CHECK(store->episodes_before(1, 4, 10).size() == 2);
  CHECK(store->episodes_before(1, 3, 10).size() == 1);
  const auto acts = store->acts(1);
  REQUIRE(acts.size() == 2);
  CHECK(acts[0].kind == store::Kind::start);
  CHECK(acts[0].changes.empty());
  CHECK(acts[1].act == act.act);
  store->each_after(1, 1, 1, store::RowPart::but_changes, [&](const store::LogRow& row) {
    CHECK(row.changes.empty());
    CHECK(row.moves == "a1 b2");
  });
  store->each_after(1, 1, 1, store::RowPart::changes, [&](const store::LogRow& row) {
    CHECK(row.changes == rows[0].changes);
    CHECK(row.id == rows[0].id);
    CHECK(row.reason == rows[0].reason);
  });
  CHECK(store->last_before(1, the_time() + 3) == 2);
  CHECK(store->last_before(1, the_time()) == 0);
  CHECK(store->last_before(1, INT64_MAX) == 4);
}

TEST_CASE("store contract: a row states its seq, and gets it or none") {
  const auto keep = keep_of(GENERATE("sqlite", "memory", "postgresql"));
  auto store = keep->open();
  open_house(*store);
  CHECK(append(*store, {episode(1, 2, 1)}).empty());
  CHECK(kind_of(*store, {episode(1, 4, 2)}) == ErrorKind::conflict);                    // a gap
  CHECK(kind_of(*store, {episode(1, 2, 2)}) == ErrorKind::conflict);                    // taken
  CHECK(kind_of(*store, {episode(1, 3, 2), episode(1, 5, 3)}) == ErrorKind::conflict);  // a gap within
  CHECK(kind_of(*store, {episode(1, 3, 2), episode(1, 3, 3)}) == ErrorKind::conflict);
  CHECK(store->log_after(1, 1, 10).size() == 1);
  CHECK_FALSE(store->find_episode(id_of(2)));
  store = nullptr;
  store = keep->open();
  CHECK(kind_of(*store, {episode(1, 4, 2)}) == ErrorKind::conflict);
  CHECK(append(*store, {episode(1, 3, 2), episode(2, 2, 3)}).empty());
  CHECK(store->log_after(1, 1, 10).size() == 2);
}

TEST_CASE("store contract: an episode enters the log once, whatever the caller believes") {
  const auto keep = keep_of(GENERATE("sqlite", "memory", "postgresql"));
  auto store = keep->open();
  open_house(*store);
  CHECK(append(*store, {episode(1, 2, 7), episode(1, 3, 8)}).empty());
  const auto refused = [&] {
    CHECK(append(*store, {episode(1, 4, 7)}) == std::vector{id_of(7)});
    CHECK(append(*store, {episode(2, 2, 7)}) == std::vector{id_of(7)});  // in another machine's log
    CHECK(append(*store, {episode(1, 4, 9), episode(1, 5, 8)}) == std::vector{id_of(8)});
    CHECK(append(*store, {episode(1, 4, 9), episode(1, 5, 9)}) == std::vector{id_of(9)});  // in one batch
    CHECK(store->log_after(1, 1, 10).size() == 2);
    CHECK(store->log_after(2, 1, 10).empty());
    CHECK_FALSE(store->place_of_episode(id_of(9)));
    CHECK(store->place_of_episode(id_of(8)) == store::Place{1, 3});
  };
  refused();
  store = nullptr;
  store = keep->open();
  refused();
  CHECK(append(*store, {episode(1, 4, 9), episode(1, 5, 1)}).empty());  // also one with an older id
  CHECK(append(*store, {episode(1, 6, 1)}) == std::vector{id_of(1)});
}

TEST_CASE("store contract: very many ids are each found once, in any order of theirs") {
  const auto keep = keep_of(GENERATE("sqlite", "memory", "postgresql"));
  auto store = keep->open();
  open_house(*store);
  constexpr std::uint32_t kEpisodes = 96'000;  // more than are held ready
  std::uint64_t seq = 1;
  std::vector<store::LogRow> rows;
  for (std::uint32_t i = 0; i < kEpisodes; ++i) {
    rows.push_back(episode(1, ++seq, 1000 + (i ^ 0x3f)));  // near their order, as episodes end
    if (rows.size() < 3000) continue;
    REQUIRE(append(*store, rows).empty());
    rows.clear();
  }
  for (const std::uint32_t i : {0u, 1u, 20'000u, 45'000u, 70'000u, kEpisodes - 1}) {
    CHECK(append(*store, {episode(1, seq + 1, 1000 + i)}) == std::vector{id_of(1000 + i)});
    CHECK(store->find_episode(id_of(1000 + i))->seq == 2 + (i ^ 0x3f));
  }
  CHECK(append(*store, {episode(1, seq + 1, 999)}).empty());
}

TEST_CASE("store contract: snapshots, and what is looked up") {
  const auto keep = keep_of(GENERATE("sqlite", "memory", "postgresql"));
  const auto store = keep->open();
  const auto house = open_house(*store);
  const core::Loaded& menace = house.front();
  REQUIRE(menace.machine->row.machine == 1);
  std::vector<store::LogRow> rows;
  for (std::uint32_t i = 0; i < 6; ++i) rows.push_back(episode(1, 2 + i, 50 + i));
  store::Snapshot snapshot = menace.state.snapshot(*menace.machine);
  snapshot.seq = 7;
  snapshot.frozen = true;
  snapshot.tally = {6, 1, 2, 3};
  snapshot.beads[1] = 5'000'000'000;
  CHECK(store->append(rows, {}, {&snapshot, 1}).empty());
  CHECK(store->snapshot_seqs(1) == std::vector<std::uint64_t>{1, 7});
  CHECK(store->snapshot_at(1, 6)->seq == 1);
  const auto back = store->snapshot_at(1, store::kSeqMax);
  REQUIRE(back);
  CHECK(back->seq == 7);
  CHECK(back->beads == snapshot.beads);
  CHECK(back->tally == snapshot.tally);
  CHECK(back->frozen);
  CHECK(store->changes_of_box(1, 0, 1, 10) == std::vector<std::uint64_t>{2, 4, 6});
  CHECK(store->changes_of_box(1, 1, 3, 10) == std::vector<std::uint64_t>{5, 7});
  CHECK(store->changes_of_box(1, 1, 1, 1) == std::vector<std::uint64_t>{3});
  const auto first = store->first_changes(1, 3);
  CHECK(first.at(0) == 4);
  CHECK(first.at(1) == 5);
  CHECK(store->episodes_of_visit(id_of(50 % 3 + 1000)) == std::vector<store::Place>{{1, 2}, {1, 5}});
  CHECK(store->episodes_of_visit(id_of(4)).empty());
}

TEST_CASE("store contract: machines that are created, with the boxes that they make") {
  const auto keep = keep_of(GENERATE("sqlite", "memory", "postgresql"));
  const auto store = keep->open();
  const auto house = open_house(*store);
  CHECK(store->machines().size() == house.size());
  const auto go =
      std::ranges::find_if(house, [](const auto& it) { return it.machine->row.name == "go-2x2"; });
  core::Machine& machine = *go->machine;
  CHECK(store->made_boxes(machine.row.machine).empty());
  core::make_boxes(machine, "a1 a2", Player::second);
  REQUIRE_FALSE(machine.boxes.boxes().empty());
  const Box& box = machine.boxes.boxes().front();
  const store::MadeBox made{machine.row.machine, 0, &box, machine.rule.start_at(box.turn)};
  store::LogRow row = episode(machine.row.machine, 2, 4);
  row.changes = {{0, 0, 4, 5}};
  CHECK(store->append({&row, 1}, {&made, 1}, {}).empty());
  const auto boxes = store->made_boxes(machine.row.machine);
  REQUIRE(boxes.size() == 1);
  CHECK(boxes[0].text == box.text);
  CHECK(boxes[0].turn == box.turn);
  REQUIRE(boxes[0].beads.size() == box.beads.size());
  CHECK(boxes[0].beads[0].move == box.beads[0].move);
  CHECK(boxes[0].beads[0].orbit == box.beads[0].orbit);
  CHECK_FALSE(store->check_boxes(machine.row.machine, machine.boxes));
  CHECK(store->check_boxes(1, machine.boxes));
  const core::Machine& menace = *house.front().machine;
  const store::Snapshot snapshot = house.front().state.snapshot(menace);
  const std::vector<store::LogRow> rows = store->log_after(1, 0, snapshot.seq);
  CHECK_THROWS_AS(store->create_machine(menace.row, menace.boxes, rows, snapshot),
                  store::Error);  // the name is taken
  store::MachineRow other = menace.row;
  other.name = "other";
  CHECK_THROWS_AS(store->create_machine(other, menace.boxes, {}, snapshot), store::Error);
  std::vector<store::LogRow> second = rows;
  second.front().seq = 2;
  CHECK_THROWS_AS(store->create_machine(other, menace.boxes, second, snapshot), store::Error);
  store::Snapshot ahead = snapshot;
  ahead.seq += 1;
  CHECK_THROWS_AS(store->create_machine(other, menace.boxes, rows, ahead), store::Error);
  CHECK(store->machines().size() == house.size());
}

}  // namespace store_contract_tests
