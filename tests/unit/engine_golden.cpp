// Golden files: what the engine says, written out, so that a change of behaviour is seen in review.
// GOLDEN_UPDATE=1 rewrites them; the commit then says what changed.
#include "engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <sstream>

namespace engine_golden_tests {

using namespace menagerie;
using namespace menagerie::tests;

namespace {

/// Of longer lists than this one line is kept: how many boxes and beads, and a digest of the list.
constexpr std::size_t kBoxesMax = 400;

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string_view to_text(Outcome outcome) {
  return outcome == Outcome::draw ? "draw" : outcome == Outcome::first_wins ? "first wins" : "second wins";
}

void compare_or_rewrite(const std::string& name, const std::string& text) {
  const std::string path = std::string(MENAGERIE_GOLDEN_DIR) + "/" + name;
  const char* update = std::getenv("GOLDEN_UPDATE");
  if (update != nullptr && std::string_view(update) == "1") {
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream golden;
  golden << file.rdbuf();
  INFO(path << " (GOLDEN_UPDATE=1 rewrites it)");
  REQUIRE(file.good());
  REQUIRE(golden.str() == text);
}

std::string playthrough(const Game& game) {
  std::ostringstream text;
  Random random(1961);
  GameGraph graph = GameGraph::grown(game);
  std::vector<Edge> moves;
  Node node = 0;
  for (int ply = 0;; ++ply) {
    text << ply << "  " << game.text(graph.position(node)) << ' ';
    const auto outcome = graph.outcome(node);
    if (outcome || ply == game.length_max()) {
      text << ' ' << to_text(outcome.value_or(Outcome::draw)) << '\n';
      return text.str();
    }
    const Edge played = random_move(graph, node, random, moves);
    for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
      text << ' ' << (edge == played ? "[" : "") << graph.move_text(edge) << (edge == played ? "]" : "");
    }
    text << '\n';
    moves.push_back(played);
    node = graph.follow(played);
  }
}

std::string box_list(const BoxSet& boxes) {
  std::ostringstream text;
  text << boxes.boxes().size() << " boxes, " << boxes.bead_count() << " beads\n";
  for (std::size_t i = 0; i < boxes.boxes().size(); ++i) {
    const Box& box = boxes.boxes()[i];
    text << i + 1 << "  turn " << box.turn << "  " << box.text << " ";
    for (const Bead& bead : box.beads) {
      text << ' ' << bead.move;
      if (bead.orbit.size() > 1) text << '(' << joined(bead.orbit) << ')';
    }
    text << '\n';
  }
  return text.str();
}

/// FNV-1a over 64-bit words: enough to fingerprint behaviour.
class Fingerprint {
 public:
  void add(std::uint64_t word) {
    for (int byte = 0; byte < 8; ++byte) hash_ = (hash_ ^ ((word >> (8 * byte)) & 0xff)) * 0x100000001b3u;
  }
  void add(std::string_view text) {
    for (const char letter : text) add(static_cast<std::uint64_t>(letter));
  }
  std::string text() const {
    std::ostringstream text;
    text << std::hex << std::setfill('0') << std::setw(16) << hash_;
    return text.str();
  }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325u;
};

/// 1,000 episodes of the games of 1961 and 1962, and 100 of every other.
int signature_episodes(const Game& game) {
  return game.name() == "noughts-and-crosses" || game.name() == "hexapawn" ? 1'000 : 100;
}

/// A machine learns: against a random player, and a machine that plays either seat every third time
/// against itself.
std::string signature(const BoxSet& boxes, const Rule& rule) {
  const GameGraph& graph = boxes.graph();
  const int episodes = signature_episodes(graph.game());
  PlayedEpisode episode;
  const Opponent at_random = [&](Node node, Random& random) {
    return random_move(graph, node, random, episode.moves);
  };
  std::vector<std::int64_t> beads = start_beads(rule, boxes);
  std::vector<BeadChange> changes;
  Fingerprint fingerprint;
  Random random(304);
  for (int i = 0; i < episodes; ++i) {
    if (boxes.seat() == Seat::either && i % 3 == 2) {
      play_itself(rule, boxes, beads, random, episode);
    } else {
      play_episode(rule, boxes, beads, machine_player(boxes.seat(), i), at_random, random, episode);
    }
    changes.clear();
    learn(rule, boxes, beads, episode.trace, episode.outcome, changes);
    for (const Edge edge : episode.moves) fingerprint.add(edge);
    fingerprint.add(static_cast<std::uint64_t>(episode.outcome));
    for (const BeadChange& change : changes) fingerprint.add(static_cast<std::uint64_t>(change.after));
  }
  for (const std::int64_t count : beads) fingerprint.add(static_cast<std::uint64_t>(count));
  return fingerprint.text();
}

}  // namespace

TEST_CASE("golden: one seeded random episode of each game", "[golden]") {
  for (const Game* game : all_games()) {
    compare_or_rewrite(std::string(game->name()) + ".playthrough.txt", playthrough(*game));
  }
}

TEST_CASE("golden: every box", "[golden]") {
  std::ostringstream digests;
  for (const Game* game : small_games()) {
    for (const Seat seat : {Seat::first, Seat::second}) {  // either's boxes are these together
      for (const BoxConvention convention : kConventions) {
        const auto boxes = BoxSet::make(graph_of(*game), seat, convention);
        if (!boxes) continue;
        std::ostringstream name;
        name << game->name() << '-' << to_text(seat) << '-' << to_text(convention);
        const std::string list = box_list(*boxes);
        const bool part = convention == BoxConvention::rotations ||
                          convention == BoxConvention::mirror;  // enough by digest
        if (!part && boxes->boxes().size() <= kBoxesMax) {
          compare_or_rewrite(name.str() + ".boxes.txt", list);
          continue;
        }
        Fingerprint digest;
        digest.add(list);
        digests << name.str() << ' ' << boxes->boxes().size() << " boxes, " << boxes->bead_count()
                << " beads, " << digest.text() << '\n';
      }
    }
  }
  compare_or_rewrite("long.boxes.txt", digests.str());
}

TEST_CASE("golden: the signature of play and learning", "[golden]") {
  std::ostringstream text;
  for (const Game* game : small_games()) {
    for (const Seat seat : kSeats) {
      BoxSet boxes = boxes_of(graph_of(*game), seat);
      boxes.find_mistakes();
      for (const Rule& rule : all_rules()) {
        text << game->name() << ' ' << to_text(seat) << ' ' << rule.name << ' ' << signature(boxes, rule)
             << '\n';
      }
    }
  }
  compare_or_rewrite("signature.txt", text.str());
}

}  // namespace engine_golden_tests
