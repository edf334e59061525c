// What is made once for all who ask: documents, and the copies behind export.sqlite.
#include "server/api/content_lengths.hpp"
#include "server/api/documents.hpp"
#include "server/api/machine_copies.hpp"

#include "later_readers.hpp"
#include "museum_fixtures.hpp"

#include <string>
#include <vector>

namespace api_shared_tests {

using namespace menagerie;
using namespace menagerie::api;
using namespace menagerie::test;

namespace {

const ClientKey kOne = {1}, kOther = {2};

/// So many pieces of ten bytes.
class Pieces : public Source {
 public:
  explicit Pieces(int pieces) : left_(pieces) {}
  bool next(store::Store&, std::string& out) override {
    if (left_ < 0) throw std::runtime_error("cannot be drawn");
    out += "0123456789";
    return --left_ > 0;
  }

 private:
  int left_;
};

struct Place {
  Folder folder;
  TestHouse house{folder.path()};
  std::unique_ptr<store::Store> store = store::open_sqlite(folder.path(), store::Mode::read);
  Later readers;
  wire::Limits limits;
};

}  // namespace

TEST_CASE("a document is made once for all who ask, and kept while there is room") {
  Place it;
  it.limits.document_cache_bytes_max = 50;
  Documents documents(it.readers, it.limits);
  int made = 0;
  std::vector<std::size_t> sizes;
  const auto ask = [&](const ClientKey& client, const std::string& tag, int pieces) {
    documents.get(
        client, tag,
        [&made, pieces] {
          ++made;
          return std::make_unique<Pieces>(pieces);
        },
        [&sizes](const Documents::Bytes& bytes, std::exception_ptr thrown) {
          sizes.push_back(thrown ? 0 : bytes->size);
        });
  };
  ask(kOne, "a", 3);
  ask(kOther, "a", 3);
  ask(kOne, "a", 3);
  CHECK(made == 1);
  CHECK(sizes.empty());
  it.readers.run_all(*it.store);
  CHECK(sizes == std::vector<std::size_t>{30, 30, 30});
  ask(kOne, "a", 3);  // kept
  CHECK(made == 1);
  ask(kOne, "b", 3);  // there is no room for both
  it.readers.run_all(*it.store);
  CHECK(documents.kept_bytes() == 30);
  CHECK_FALSE(documents.find("a"));
  REQUIRE(documents.find("b"));
  const auto read = [&](std::uint64_t skip) {
    const std::unique_ptr<Source> source = source_of(documents.find("b"));
    CHECK(source->skip(skip));
    std::string text;
    while (source->next(*it.store, text)) continue;
    return text;
  };
  CHECK(read(0).size() == 30);
  for (const std::size_t skip : {1, 10, 15, 29, 30, 31})
    CHECK(read(skip) == read(0).substr(std::min<std::size_t>(skip, 30)));
  ask(kOne, "c", 9);  // too large to be kept, given all the same
  it.readers.run_all(*it.store);
  CHECK(sizes.back() == 90);
  CHECK(documents.kept_bytes() == 30);
  ask(kOne, "d", -1);
  it.readers.run_all(*it.store);
  CHECK(sizes.back() == 0);
  CHECK(made == 4);
  CHECK(it.readers.disposed == 4);
}

TEST_CASE("one client has only so many documents made at once") {
  Place it;
  it.limits.exports_per_client_max = 2;
  Documents documents(it.readers, it.limits);
  int refused = 0;
  const auto ask = [&](const ClientKey& client, const std::string& tag) {
    documents.get(
        client, tag, [] { return std::make_unique<Pieces>(1); },
        [&](const Documents::Bytes&, std::exception_ptr thrown) { refused += thrown != nullptr; });
  };
  for (const char* tag : {"a", "b", "c"}) ask(kOne, tag);
  CHECK(refused == 1);
  ask(kOther, "c");
  ask(kOne, "c");  // with the other one
  CHECK(refused == 1);
  it.readers.run_all(*it.store);
  ask(kOne, "d");
  CHECK(refused == 1);
  it.readers.run_all(*it.store);
}

TEST_CASE("a copy of a machine's record is made once a seq, shared, and kept for a while") {
  Place it;
  it.limits.export_kept_s = 60;
  it.limits.export_copies_max = 2;
  MachineCopies copies(it.readers, it.limits);
  std::vector<MachineCopies::Copy> got;
  int refused = 0;
  const auto ask = [&](std::int64_t machine, std::uint64_t seq, const ClientKey& client = kOne) {
    copies.get(client, machine, seq, [&](const MachineCopies::Copy& copy, std::exception_ptr thrown) {
      if (copy) got.push_back(copy);
      refused += thrown != nullptr;
    });
    it.readers.run_all(*it.store);
  };
  const auto machines = it.store->machines();
  const std::int64_t first = machines[0].machine, second = machines[1].machine, third = machines[2].machine;
  copies.tick(1000);
  ask(first, 1);
  ask(first, 1);
  REQUIRE(got.size() == 2);
  CHECK(got[0] == got[1]);
  CHECK(got[0]->seq >= 1);
  CHECK(got[0]->tag.size() == 34);
  CHECK(copies.in_use() == 1);
  std::string bytes;
  const auto source = source_of(got[0]);
  while (source->next(*it.store, bytes)) {
  }
  CHECK(bytes.size() == got[0]->file->size());
  CHECK(bytes.starts_with("SQLite format 3"));

  CHECK(copies.find(first, "") == got[0]);
  CHECK(copies.find(first, got[0]->tag) == got[0]);
  CHECK_FALSE(copies.find(first, "\"another\""));
  CHECK_FALSE(copies.find(second, ""));

  ask(second, 1, kOther);
  CHECK(copies.in_use() == 2);
  ask(third, 1, kOther);  // both others are held: there is no room
  CHECK(refused == 1);
  got.erase(got.begin() + 2);
  ask(third, 1, kOther);  // the second one was only kept
  CHECK(refused == 1);
  CHECK(copies.in_use() == 2);
  CHECK_FALSE(copies.find(second, ""));

  copies.tick(61'000);  // asked for at 1000, all of them
  CHECK_FALSE(copies.find(third, ""));
}

TEST_CASE("one client never has all the copies, made or being made") {
  Place it;
  it.limits.export_copies_max = 4;
  MachineCopies copies(it.readers, it.limits);
  std::vector<MachineCopies::Copy> got;
  int refused = 0;
  const auto ask = [&](const ClientKey& client, std::int64_t machine) {
    copies.get(client, machine, 1, [&](const MachineCopies::Copy& copy, std::exception_ptr thrown) {
      if (copy) got.push_back(copy);
      refused += thrown != nullptr;
    });
  };
  const auto machines = it.store->machines();
  REQUIRE(machines.size() >= 4);
  for (std::size_t i = 0; i < 4; ++i) ask(kOne, machines[i].machine);
  CHECK(refused == 2);
  ask(kOther, machines[2].machine);  // there is room for others
  ask(kOne, machines[2].machine);    // and what is made for them can be had
  CHECK(refused == 2);
  it.readers.run_all(*it.store);
  REQUIRE(got.size() == 4);
  ask(kOne, machines[3].machine);  // both of its own are being sent
  CHECK(refused == 3);
  got.erase(got.begin());
  ask(kOne, machines[3].machine);
  CHECK(refused == 3);
  it.readers.run_all(*it.store);
  CHECK(got.size() == 4);
}

TEST_CASE("only so many wait for one thing, of one client and in all") {
  wire::Limits limits;
  limits.reads_waiting_per_address_max = 2;
  limits.reads_waiting_max = 3;
  using Ready = std::function<void(int)>;
  Waiters<Ready> waiters;
  int heard = 0;
  const auto add = [&](const ClientKey& client) {
    Ready ready = [&heard](int made) { heard += made; };
    return waiters.add(client, ready, limits);
  };
  CHECK(add(kOne));
  CHECK(add(kOne));
  CHECK_FALSE(add(kOne));
  CHECK(add(kOther));
  CHECK_FALSE(add(kOther));
  waiters.answer(7);
  CHECK(heard == 21);
  CHECK(add(kOne));
}

TEST_CASE("lengths are known of the last bodies only") {
  ContentLengths lengths;
  CHECK_FALSE(lengths.find("a"));
  lengths.put("a", 7);
  lengths.put("a", 7);
  CHECK(lengths.find("a") == 7);
  for (std::size_t i = 0; i < ContentLengths::kTagsMax; ++i) lengths.put(std::to_string(i), i);
  CHECK_FALSE(lengths.find("a"));
  CHECK(lengths.find("0") == 0);
}

}  // namespace api_shared_tests
