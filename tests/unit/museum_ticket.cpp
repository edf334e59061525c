// Tickets carry every part of an episode, and nothing that was touched; ids are ordered in time.
#include "museum_fixtures.hpp"

#include <filesystem>
#include <fstream>

namespace museum_ticket_tests {

using namespace menagerie;

TEST_CASE("a ticket of any length comes back whole, and no other text is one") {
  const museum::Secrets secrets = museum::Secrets::from({7});
  const museum::Secrets others = museum::Secrets::from({8});
  std::mt19937 rng(5);
  for (std::size_t length = 0; length <= 440; length += length < 120 ? 1 : 40) {
    core::Ticket ticket;
    ticket.machine = static_cast<std::int64_t>(rng());
    ticket.era = static_cast<std::uint32_t>(rng());
    for (auto& byte : ticket.id.bytes) byte = static_cast<std::uint8_t>(rng());
    for (auto& byte : ticket.visit.bytes) byte = static_cast<std::uint8_t>(rng());
    ticket.started_ms = 1'700'000'000'000 + static_cast<std::int64_t>(rng());
    ticket.seat = rng() % 2 == 0 ? Player::first : Player::second;
    for (std::size_t i = 0; i < length; ++i) ticket.moves.push_back(static_cast<std::uint8_t>(rng()));
    std::array<char, museum::kTicketTextMax> room;
    const std::string text(museum::write_ticket(ticket, secrets, room));
    CHECK(text.find_first_of("+/= ") == std::string::npos);
    const auto back = museum::read_ticket(text, secrets);
    REQUIRE(back);
    CHECK(back->machine == ticket.machine);
    CHECK(back->era == ticket.era);
    CHECK(back->id == ticket.id);
    CHECK(back->visit == ticket.visit);
    CHECK(back->started_ms == ticket.started_ms);
    CHECK(back->seat == ticket.seat);
    CHECK(back->moves == ticket.moves);
    CHECK_FALSE(museum::read_ticket(text, others));
    CHECK_FALSE(museum::read_ticket(text.substr(1), secrets));
    CHECK_FALSE(museum::read_ticket(text.substr(0, text.size() - 1), secrets));
    CHECK_FALSE(museum::read_ticket(text + "A", secrets));
  }
  CHECK_FALSE(museum::read_ticket(std::string(5000, 'A'), secrets));
}

TEST_CASE("every museum's machines have taught themselves in games of their own") {
  const museum::Secrets secrets = museum::Secrets::from({7});
  CHECK(museum::self_play_seed(secrets) == museum::self_play_seed(museum::Secrets::from({7})));
  CHECK(museum::self_play_seed(secrets) != museum::self_play_seed(museum::Secrets::from({8})));
}

TEST_CASE("draws are keyed: the same moves of an episode have one seed, any others have their own") {
  const museum::Secrets secrets = museum::Secrets::from({7});
  const store::Id one{{1}}, two{{2}};
  using Moves = std::vector<std::uint8_t>;
  const Moves moves{4, 0, 2};
  const auto seed = [&](const store::Id& id, const Moves& played) {
    return museum::draw_seed(secrets, id, played);
  };
  CHECK(seed(one, moves) == seed(one, Moves{4, 0, 2}));
  CHECK(seed(one, moves) != seed(one, {4, 1, 2}));  // another move before, at the same ply
  CHECK(seed(one, moves) != seed(one, {4, 0, 2, 0}));
  CHECK(seed(one, moves) != seed(one, {4, 0}));
  CHECK(seed(one, moves) != seed(two, moves));
  CHECK(seed(one, moves) != museum::draw_seed(museum::Secrets::from({8}), one, moves));
}

TEST_CASE("a visit is only what this house has signed") {
  const museum::Secrets secrets = museum::Secrets::from({7});
  store::Id visit;
  for (std::size_t i = 0; i < visit.bytes.size(); ++i) visit.bytes[i] = static_cast<std::uint8_t>(i * 17);
  const std::string token = museum::write_visit(visit, secrets);
  CHECK(token.size() == museum::kVisitTextMax);
  CHECK(museum::read_visit(token, secrets) == visit);
  CHECK_FALSE(museum::read_visit(token, museum::Secrets::from({8})));
  CHECK_FALSE(museum::read_visit("", secrets));
  CHECK_FALSE(museum::read_visit(visit.text(), secrets));
  CHECK_FALSE(museum::read_visit(token + "A", secrets));
  for (std::size_t at = 0; at < token.size(); ++at) {
    std::string forged = token;
    forged[at] = forged[at] == 'A' ? 'B' : 'A';
    CHECK_FALSE(museum::read_visit(forged, secrets));
    CHECK_FALSE(museum::read_visit(token.substr(0, at), secrets));
    for (int byte = 0; byte < 256; ++byte) {  // none is taken for another one
      forged[at] = static_cast<char>(byte);
      if (forged != token) REQUIRE_FALSE(museum::read_visit(forged, secrets));
    }
  }
}

TEST_CASE("ids ascend, also within a millisecond and when the clock goes back") {
  std::int64_t now = 1'700'000'000'000;
  museum::IdSource ids([&] { return now; });
  store::Id last = ids.next();
  for (int i = 0; i < 20'000; ++i) {
    if (i % 5000 == 4999) now += i % 10'000 == 9999 ? -5 : 3;
    const store::Id next = ids.next();
    REQUIRE(last < next);
    last = next;
  }
  CHECK(store::Id::parse(last.text()) == last);
  CHECK(last.text()[14] == '7');
}

TEST_CASE("the house key is made once, kept, and a broken one is refused") {
  test::Folder folder;
  const museum::Secrets made = museum::Secrets::open(folder.path());
  CHECK(museum::Secrets::open(folder.path()).ticket_key == made.ticket_key);
  std::filesystem::remove(folder.path() + "/house.key");
  std::ofstream(folder.path() + "/house.key.part") << "what a power cut left";
  const museum::Secrets other = museum::Secrets::open(folder.path());
  CHECK(other.ticket_key != made.ticket_key);
  CHECK(museum::Secrets::open(folder.path()).ticket_key == other.ticket_key);
  CHECK_FALSE(std::filesystem::exists(folder.path() + "/house.key.part"));
  std::filesystem::resize_file(folder.path() + "/house.key", 31);
  CHECK_THROWS_WITH(museum::Secrets::open(folder.path()), ContainsSubstring("exactly 32 bytes"));
}

}  // namespace museum_ticket_tests
