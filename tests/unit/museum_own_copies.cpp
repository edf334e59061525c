// A visitor's own copy of a machine: it learns from him alone, in memory.
#include "museum_fixtures.hpp"

namespace museum_own_copies_tests {

using namespace menagerie;
using namespace menagerie::test;

namespace {

constexpr const char* kName = "a-name-drawn-by-lot";
constexpr museum::OwnCopies::Owner kHere{1}, kThere{2};

struct Begun {
  std::shared_ptr<core::Machine> machine;
  core::MachineState state;
};

Begun begin(const char* exhibit, const char* rule = nullptr) {
  store::MachineRow row = *museum::find_exhibit(exhibit);
  if (rule != nullptr) row.rule = rule;
  Begun begun{core::Machine::make(row), {}};
  core::start_machine(*begun.machine, begun.state, store::Why::created, 0);
  return begun;
}

std::shared_ptr<museum::Room> open_copy(TestHouse& house, const std::string& name,
                                        const museum::OwnCopies::Owner& owner, Begun begun) {
  return house.rooms->copies().open(name, owner, std::move(begun.machine), std::move(begun.state));
}

}  // namespace

TEST_CASE("a copy learns by its own rule from its visitor alone, and no exhibit does") {
  const Folder folder;
  TestHouse house(folder.path());
  std::mt19937 rng(5);
  const auto copy = open_copy(house, kName, kHere, begin("her", "gardner-her,loss=-2,start=3"));
  REQUIRE(copy != nullptr);
  const auto before = copy->state();
  Guest guest;
  copy->join(guest.visitor);
  CHECK(guest.newest("hello")["copy"] == true);
  for (int game = 0; game < 6; ++game) house.play(*copy, guest, rng);
  CHECK(guest.count("learned") == 6);
  CHECK(copy->state().seq == before.seq + 6);
  CHECK(copy->state().tally.episodes == 6);
  CHECK(copy->state().beads != before.beads);
  CHECK(house.room("her").state().seq == 1);
  CHECK(house.rooms->copies().find(kName) == copy);
  CHECK(verify_folder(folder.path()) == "ok");
}

TEST_CASE("a game of a copy is learned once, and its ticket is good there only") {
  const Folder folder;
  TestHouse house(folder.path());
  std::mt19937 rng(6);
  const auto copy = open_copy(house, kName, kHere, begin("menace"));
  const auto other = open_copy(house, "another-name-by-lot", kHere, begin("menace"));
  Guest guest, elsewhere;
  copy->join(guest.visitor);
  copy->begin(guest.visitor, {});
  const std::string first = guest.newest("state")["ticket"];
  other->join(elsewhere.visitor);
  other->resume(elsewhere.visitor, {first, {}, false});
  CHECK(elsewhere.newest("error")["code"] == "bad-ticket");
  house.play_out(*copy, guest, rng);
  house.pump_until([&] { return guest.count("learned") == 1; });
  const std::uint64_t seq = copy->state().seq;
  copy->resume(guest.visitor, {first, {}, false});
  house.pump_until([&] { return guest.count("learned") == 2 || guest.count("error") > 0; });
  CHECK(copy->state().seq == seq);
}

TEST_CASE("a copy that has learned many games still knows the newest ones") {
  const Folder folder;
  TestHouse house(folder.path());
  std::mt19937 rng(7);
  const auto copy = open_copy(house, kName, kHere, begin("menace"));
  Guest guest;
  copy->join(guest.visitor);
  const auto repeat = [&](const std::string& ticket) {  // whether the copy learns from it again
    const std::uint64_t seq = copy->state().seq;
    const std::size_t told = guest.count("learned");
    copy->resume(guest.visitor, {ticket, {}, false});
    house.pump_until([&] { return guest.count("learned") > told; });
    return copy->state().seq > seq;
  };
  std::vector<std::string> tickets;
  for (int game = 0; game < 300; ++game) {
    house.play(*copy, guest, rng);
    tickets.push_back(guest.newest("state")["ticket"]);
    guest.frames.erase(guest.frames.begin(), guest.frames.end() - 2);
  }
  CHECK_FALSE(repeat(tickets.back()));
  CHECK_FALSE(repeat(tickets[300 - 256]));
  CHECK(repeat(tickets.front()));  // forgotten: nothing grows for ever
}

TEST_CASE("copies are bounded for an address and in all, and forgotten half an hour after the visitor left") {
  const Folder folder;
  TestHouse house(folder.path());
  house.limits.copies_max = 3;
  house.limits.copies_per_address_max = 2;
  museum::OwnCopies& copies = house.rooms->copies();
  auto one = open_copy(house, "copy-number-0001", kHere, begin("her"));
  auto two = open_copy(house, "copy-number-0002", kHere, begin("her"));
  CHECK(one != two);
  CHECK(open_copy(house, "copy-number-0003", kHere, begin("her")) == nullptr);
  CHECK(open_copy(house, "copy-number-0002", kHere, begin("her")) == two);
  CHECK(open_copy(house, "copy-number-0003", kThere, begin("her")) != nullptr);
  CHECK(open_copy(house, "copy-number-0004", kThere, begin("her")) == nullptr);
  one = nullptr;
  house.now_ms += museum::OwnCopies::kKeptMs + 1;
  copies.tick();
  CHECK(copies.find("copy-number-0001") == nullptr);
  CHECK(copies.find("copy-number-0002") == two);
  CHECK(copies.size() == 1);
}

}  // namespace museum_own_copies_tests
