// The REST resources against a real house: routes, problems, episodes, the curve, every bead in order.
#include "museum_fixtures.hpp"

#include "server/api/content.hpp"
#include "server/api/curve.hpp"
#include "server/api/listing.hpp"
#include "server/api/resources.hpp"
#include "server/api/url.hpp"

#include <algorithm>

namespace api_resources_tests {

using namespace menagerie;
using namespace menagerie::test;

namespace {

/// Reads at once, in the test's own thread.
class Here : public api::Readers {
 public:
  explicit Here(const std::string& folder) : store_(store::open_sqlite(folder, store::Mode::read)) {}
  void read(const api::ReadOrder&, Work work, Done done) override {
    std::exception_ptr thrown;
    try {
      ++reads;
      work(*store_);
    } catch (...) {
      thrown = std::current_exception();
    }
    done(thrown);
  }
  void dispose(std::shared_ptr<void>) override {}
  std::string all_of(api::Source& source) {
    std::string text;
    while (source.next(*store_, text)) {
    }
    return text;
  }
  int reads = 0;

 private:
  std::unique_ptr<store::Store> store_;
};

struct Asked {
  Folder folder;
  TestHouse house{folder.path()};
  Here readers{folder.path()};
  api::Resources resources{*house.rooms, readers, house.limits};
  std::mt19937 rng{7};

  api::Response ask(std::string_view target, std::string_view method = "GET", std::string_view accept = "") {
    api::Target parsed = api::parse_target(target).value();
    api::Request request;
    request.method = method;
    request.path = parsed.path;
    request.query = parsed.query;
    request.accept = accept;
    std::optional<api::Response> answer;
    resources.handle(request, [&](api::Response response) {
      REQUIRE_FALSE(answer);
      answer = std::move(response);
    });
    REQUIRE(answer);
    return std::move(*answer);
  }
  json ask_json(std::string_view target) {
    const api::Response response = ask(target);
    INFO(*response.body);
    REQUIRE(response.status == 200);
    return json::parse(*response.body);
  }
  void play(int episodes) {
    Guest guest;
    museum::Room& room = house.room("menace");
    room.join(guest.visitor);
    for (int i = 0; i < episodes; ++i) house.play(room, guest, rng);
    room.leave(guest.visitor);
  }
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("machines, boxes and games as JSON") {
  Asked it;
  CHECK(it.ask_json("/api/v1/machines")["machines"][0]["name"] == "menace");
  const json machine = it.ask_json("/api/v1/machines/menace");
  CHECK(machine["boxes"] == 304);
  CHECK(machine["beads"] == 1720);
  CHECK(machine["dry"].is_null());
  const json boxes = it.ask_json("/api/v1/machines/menace/boxes");
  CHECK(boxes["boxes"].size() == 304);
  CHECK(it.ask_json("/api/v1/machines/menace/boxes") == boxes);
  CHECK(it.ask_json("/api/v1/machines/menace/boxes/1") == boxes["boxes"][0]);
  const std::string name = boxes["boxes"][41]["box"];
  CHECK(it.ask_json("/api/v1/machines/menace/boxes/" + api::percent_encoded(name)) == boxes["boxes"][41]);
  CHECK(it.ask_json("/api/v1/games")["games"].size() == all_games().size());
  CHECK(it.ask_json("/api/v1/games/noughts-and-crosses")["positions"] == 5478);
}

TEST_CASE("problems say what is wrong and what would be right") {
  Asked it;
  const auto detail = [&](std::string_view target, unsigned status, std::string_view method = "GET",
                          std::string_view accept = "") {
    const api::Response response = it.ask(target, method, accept);
    CHECK(response.status == status);
    CHECK(response.type == "application/problem+json");
    return json::parse(*response.body)["detail"].get<std::string>();
  };
  CHECK_THAT(detail("/api/v1/machines/nobody", 404), ContainsSubstring("menace, menace-two, her, him"));
  CHECK_THAT(detail("/api/v1/games/chess", 404), ContainsSubstring("hexapawn"));
  CHECK_THAT(detail("/api/v1/machines/menace/boxes/305", 404), ContainsSubstring("1 to 304"));
  CHECK_THAT(detail("/api/v1/machines/menace/episodes?limit=10001", 400), ContainsSubstring("1 to 10000"));
  CHECK_THAT(detail("/api/v1/machines/menace/episodes?before=x", 400),
             ContainsSubstring("number of a log row"));
  CHECK_THAT(detail("/api/v1/machines/menace/episodes/x", 400), ContainsSubstring("UUID"));
  CHECK_THAT(detail("/api/v1/machines/menace/history.json?after=1:x", 400), ContainsSubstring("SEQ:ORDINAL"));
  CHECK_THAT(detail("/api/v1/machines/menace/history", 406, "GET", "image/png"),
             ContainsSubstring("text/csv"));
  CHECK_THAT(detail("/api/v1/machines", 406, "GET", "text/csv"), ContainsSubstring("application/json"));
  CHECK_THAT(detail("/api/v1/machines", 405, "PUT"), ContainsSubstring("GET, HEAD, POST, OPTIONS"));
  CHECK_THAT(detail("/api/v1/games", 405, "POST"), ContainsSubstring("GET, HEAD, OPTIONS"));
  CHECK_THAT(detail("/api/v1/machines", 401, "POST"), ContainsSubstring("Authorization: Bearer"));
  CHECK_THAT(detail("/api/v1/audit", 401), ContainsSubstring("Authorization: Bearer"));
  detail("/api/v1/nothing", 404);
  detail("/api/v1/machines/menace/episodes/018bcfe5-6800-7000-8000-000000000000", 404);
  CHECK(it.ask("/api/v1/machines", "OPTIONS").status == 204);
}

TEST_CASE("episodes come newest first, page by page, and one by one") {
  Asked it;
  it.play(5);
  std::vector<std::uint64_t> seqs;
  json next = "/api/v1/machines/menace/episodes?limit=2";
  while (next.is_string()) {
    const json page = it.ask_json(next.get<std::string>());
    for (const json& episode : page["episodes"]) {
      seqs.push_back(episode["seq"]);
      json whole = it.ask_json("/api/v1/machines/menace/episodes/" + episode["id"].get<std::string>());
      CHECK(whole["replay"].size() == episode["moves"].size());
      CHECK(whole["end"]["reason"].is_string());
      whole.erase("replay");
      whole.erase("end");
      CHECK(whole == episode);
    }
    next = page["next"];
  }
  CHECK(seqs == std::vector<std::uint64_t>{6, 5, 4, 3, 2});
  const std::string id = it.ask_json("/api/v1/machines/menace/episodes")["episodes"][0]["id"];
  CHECK(it.ask("/api/v1/machines/her/episodes/" + id).status == 404);
}

TEST_CASE("the curve is read once for each seq") {
  Asked it;
  it.play(8);
  const json curve = it.ask_json("/api/v1/machines/menace/curve");
  CHECK(curve["seq"] == 9);
  CHECK(curve["from"] == 2);
  CHECK(curve["staircase"].size() == 8);
  CHECK(curve["first_box"][0] == json({1, 12}));
  const core::MachineState& state = it.house.room("menace").state();
  const std::int64_t height =
      static_cast<std::int64_t>(state.tally.wins) - static_cast<std::int64_t>(state.tally.losses);
  CHECK(curve["staircase"].back() == json({9, height}));
  CHECK(curve["first_box"].back()[1] == state.beads[0] + state.beads[1] + state.beads[2]);
  it.play(1);
  CHECK(it.ask_json("/api/v1/machines/menace/curve")["seq"] == 10);
}

TEST_CASE("only so many wait for a curve that is being read: others are told to come back") {
  Asked it;
  it.house.limits.reads_waiting_per_address_max = 3;
  std::vector<std::function<void()>> jobs;
  struct Later : api::Readers {
    std::vector<std::function<void()>>& jobs;
    explicit Later(std::vector<std::function<void()>>& all) : jobs(all) {}
    void read(const api::ReadOrder&, Work, Done done) override {
      jobs.push_back([done = std::move(done)] { done(nullptr); });
    }
    void dispose(std::shared_ptr<void>) override {}
  } later(jobs);
  api::Resources resources(*it.house.rooms, later, it.house.limits);
  std::vector<unsigned> statuses;
  api::Request request;
  request.method = "GET";
  request.path = "/api/v1/machines/menace/curve";
  for (int i = 0; i < 5; ++i)
    resources.handle(request, [&](const api::Response& response) { statuses.push_back(response.status); });
  CHECK(statuses == std::vector<unsigned>{503, 503});
  CHECK(jobs.size() == 1);  // one read for all
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const std::function<void()> job = jobs[i];  // it adds others
    job();
  }
  CHECK(statuses.size() == 5);
}

TEST_CASE("a long curve keeps at most 500 points, and the last one exactly") {
  api::Samples samples;
  for (std::int64_t i = 1; i <= 100'000; ++i) {
    samples.add({static_cast<std::uint64_t>(i), -i});
    if (i % 777 == 0) {
      const auto points = samples.points();
      REQUIRE(points.size() <= api::Samples::kPointsMax);
      REQUIRE(points.back() == api::Samples::Point{i, -i});
    }
  }
  const auto points = samples.points();
  CHECK(points.size() > 240);
  CHECK(points.front() == api::Samples::Point{1, -1});
  CHECK(std::is_sorted(points.begin(), points.end()));
}

TEST_CASE("history: the stream, the pages and the beads agree") {
  Asked it;
  it.play(12);
  const std::string base = "/api/v1/machines/menace/history";
  const api::Response stream = it.ask(base + ".csv");
  REQUIRE(stream.source);
  CHECK(stream.type == "text/csv; charset=utf-8");
  const std::vector<std::string> csv = lines_of(it.readers.all_of(*stream.source));
  CHECK(csv[0] == "machine,seq,ordinal,time,era,episode,turn,box,move,before,after,reason\r");
  CHECK(csv[1].ends_with(",1,.../.../...,a1,0,4,start\r"));

  std::vector<std::string> paged = {csv[0]};
  std::string next = base + ".csv?limit=7";
  for (int pages = 0; !next.empty() && pages < 10'000; ++pages) {
    const api::Response page = it.ask(next);
    const std::vector<std::string> lines = lines_of(*page.body);
    CHECK(lines.size() <= 8);
    paged.insert(paged.end(), lines.begin() + 1, lines.end());
    next.clear();
    for (const auto& [name, value] : page.headers) {
      if (name == "Link") next = value.substr(1, value.find('>') - 1);
    }
  }
  CHECK(paged == csv);

  const api::Response nd = it.ask(base + ".ndjson");
  std::map<std::pair<std::string, std::string>, std::int64_t> beads;
  for (const std::string& line : lines_of(it.readers.all_of(*nd.source))) {
    const json change = json::parse(line);
    std::int64_t& count = beads[{change["box"], change["move"]}];
    REQUIRE(count == change["before"]);
    count = change["after"];
  }
  const museum::Room& room = it.house.room("menace");
  for (const Box& box : room.machine().boxes.boxes()) {
    for (std::size_t i = 0; i < box.beads.size(); ++i) {
      REQUIRE(beads[{box.text, box.beads[i].move}] == room.state().beads[box.first_bead + i]);
    }
  }
}

TEST_CASE("history: filters, cursors and formats") {
  Asked it;
  it.play(3);
  const std::string base = "/api/v1/machines/menace/history";
  const json all = it.ask_json(base + ".json?after=1");
  CHECK(all["next"].is_null());
  CHECK(all["changes"][0]["seq"] == 2);
  const json only = it.ask_json(base + ".json?from=3&to=3");
  for (const json& change : only["changes"]) CHECK(change["seq"] == 3);
  const json second = it.ask_json(base + ".json?after=2:1&limit=1");
  CHECK(second["changes"][0] == all["changes"][1]);
  CHECK(it.ask_json(base + ".json?after=4")["changes"].empty());
  CHECK(it.ask(base, "GET", "text/csv").source);
  CHECK(it.ask(base, "GET", "application/x-ndjson").type == "application/x-ndjson");
  CHECK(it.ask(base).type == "application/json");
}

TEST_CASE("history: a page over 64 KiB is made in pieces, and is the same page") {
  Asked it;
  it.play(40);
  const std::string base = "/api/v1/machines/menace/history";
  for (const std::string form : {".json", ".csv", ".ndjson"}) {
    INFO(form);
    const api::Response shorter = it.ask(base + form + "?limit=230");
    CHECK(shorter.body);
    CHECK_FALSE(shorter.source);
    const api::Response longer = it.ask(base + form + "?limit=1150");
    REQUIRE(longer.source);
    CHECK_FALSE(longer.is_export);
    const std::string text = it.readers.all_of(*longer.source);
    CHECK(text.size() > 64 * 1024);
    CHECK(longer.length == text.size());
    CHECK(longer.etag == api::etag_of(text));
    const auto link = std::ranges::find(longer.headers, "Link", &std::pair<std::string, std::string>::first);
    REQUIRE(link != longer.headers.end());
    // The same lines as five short pages that follow one another.
    std::string next = base + form + "?limit=230", together;
    for (int page = 0; page < 5; ++page) {
      const api::Response part = it.ask(next);
      std::string body = *part.body;
      if (form == ".csv" && page > 0) body.erase(0, body.find('\n') + 1);
      if (form == ".json") {
        const json parsed = json::parse(body);
        for (const json& line : parsed["changes"]) together += line.dump();
      } else {
        together += body;
      }
      const std::string& header =
          std::ranges::find(part.headers, "Link", &std::pair<std::string, std::string>::first)->second;
      next = header.substr(1, header.find('>') - 1);
    }
    if (form == ".json") {
      const json parsed = json::parse(text);
      std::string lines;
      for (const json& line : parsed["changes"]) lines += line.dump();
      CHECK(lines == together);
      CHECK(link->second == "<" + parsed["next"].get<std::string>() + ">; rel=\"next\"");
    } else {
      CHECK(text == together);
    }
    CHECK(it.ask(base + form + "?limit=10000&from=2&to=2").body);
  }
}

TEST_CASE("cursors and CSV fields") {
  CHECK(api::Cursor::parse("102:3") == api::Cursor{102, 3});
  CHECK(api::Cursor::parse("102") == api::Cursor{102, api::Cursor::kWholeRow});
  for (const char* wrong : {"", ":", "1:", ":1", "-1", "1:2:3", "1 ", "99999999999999999999", "1:x"}) {
    CHECK_FALSE(api::Cursor::parse(wrong));
  }
  CHECK(api::Cursor{5, 2}.text() == "5:2");
  CHECK(api::csv_field("bbb/w../.ww b") == "bbb/w../.ww b");
  CHECK(api::csv_field("a,\"b\"") == "\"a,\"\"b\"\"\"");
}

}  // namespace api_resources_tests
