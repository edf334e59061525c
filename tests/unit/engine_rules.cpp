// What each rule does with an episode: facts' table, by hand.
#include "engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

namespace engine_rules_tests {

using namespace menagerie;
using namespace menagerie::tests;

namespace {

const std::vector<Draw> kTrace{{0, 0, 1}, {2, 1, 3}, {13, 0, 5}};

/// The changes that a rule makes to HER's new beads for one episode with kTrace.
std::vector<BeadChange> taught(std::string_view rule_name, Outcome outcome) {
  const BoxSet boxes = her_boxes();
  const Rule& rule = *find_rule(rule_name);
  std::vector<std::int64_t> beads = start_beads(rule, boxes);
  std::vector<BeadChange> changes;
  learn(rule, boxes, beads, kTrace, outcome, changes);
  return changes;
}

/// The beads that a game of hexapawn which that seat lost takes away, by their moves.
std::vector<std::string> taken(std::string_view rule_name, Seat seat, const std::vector<std::string>& moves) {
  BoxSet boxes = boxes_of(hexapawn(), seat, BoxConvention::raw);
  boxes.find_mistakes();
  const Rule rule = parse_rule(rule_name).value();
  std::vector<Draw> trace;
  Node node = 0;
  for (std::uint16_t ply = 0; ply < moves.size(); ++ply) {
    const Edge edge = hexapawn().find_edge(node, moves[ply]);
    REQUIRE(edge != kNone);
    const std::uint32_t box = boxes.box_at(node, 0);
    if (plays(seat, hexapawn().to_move(node)) && box != kNone)
      trace.push_back({box, static_cast<std::uint16_t>(boxes.bead_at(edge, 0)), ply});
    node = hexapawn().target(edge);
  }
  const Outcome lost = win_of(seat == Seat::first ? Player::second : Player::first);
  REQUIRE(hexapawn().outcome(node) == lost);
  std::vector<std::int64_t> beads = start_beads(rule, boxes);
  std::vector<BeadChange> changes;
  learn(rule, boxes, beads, trace, lost, changes);
  std::vector<std::string> names;
  for (const BeadChange& change : changes) {
    REQUIRE(change.after == change.before - 1);
    names.push_back(boxes.boxes()[change.box].beads[change.bead].move);
  }
  return names;
}

}  // namespace

TEST_CASE("starts are by turn, and one bead after the last figure") {
  const Rule& michie = *find_rule("michie-1961");
  REQUIRE(michie.start_at(1) == 4);
  REQUIRE(michie.start_at(4) == 1);
  REQUIRE(michie.start_at(5) == 1);
  REQUIRE(find_rule("scroggs-2015")->start_at(1) == 8);
  REQUIRE(find_rule("gardner-her")->start_at(3) == 1);
  REQUIRE(find_rule("no-such-rule") == nullptr);
}

TEST_CASE("MENACE is rewarded for every bead of a win or a draw, and pays for every one of a loss") {
  REQUIRE(taught("michie-1961", Outcome::second_wins) ==
          std::vector<BeadChange>{{0, 0, 4, 7}, {2, 1, 3, 6}, {13, 0, 2, 5}});
  REQUIRE(taught("michie-1961", Outcome::draw) ==
          std::vector<BeadChange>{{0, 0, 4, 5}, {2, 1, 3, 4}, {13, 0, 2, 3}});
  REQUIRE(taught("michie-1961", Outcome::first_wins) ==
          std::vector<BeadChange>{{0, 0, 4, 3}, {2, 1, 3, 2}, {13, 0, 2, 1}});
}

TEST_CASE("HER pays for the last bead of a loss only") {
  REQUIRE(taught("gardner-her", Outcome::second_wins).empty());
  REQUIRE(taught("gardner-her", Outcome::draw).empty());
  REQUIRE(taught("gardner-her", Outcome::first_wins) == std::vector<BeadChange>{{13, 0, 1, 0}});
  REQUIRE(taught("gardner-reward", Outcome::second_wins) ==
          std::vector<BeadChange>{{0, 0, 1, 2}, {2, 1, 1, 2}, {13, 0, 1, 2}});
  REQUIRE(taught("gardner-reward", Outcome::first_wins) == std::vector<BeadChange>{{13, 0, 1, 0}});
}

TEST_CASE("a change that an empty count or the floor swallows whole is not recorded") {
  const BoxSet boxes = her_boxes();
  Rule rule = *find_rule("michie-1961");
  rule.loss.change = -3;
  std::vector<std::int64_t> beads(boxes.bead_count(), 2);
  std::vector<BeadChange> changes;
  const std::vector<Draw> twice{{0, 0, 1}, {0, 0, 3}};
  learn(rule, boxes, beads, twice, Outcome::first_wins, changes);
  REQUIRE(changes == std::vector<BeadChange>{{0, 0, 2, 0}});
  rule.floor = 1;
  beads.assign(boxes.bead_count(), 2);
  changes.clear();
  learn(rule, boxes, beads, twice, Outcome::first_wins, changes);
  REQUIRE(changes == std::vector<BeadChange>{{0, 0, 2, 1}});
  beads[0] = 0;  // below the floor already: a loss does not lift it
  changes.clear();
  learn(rule, boxes, beads, twice, Outcome::first_wins, changes);
  REQUIRE(changes.empty());
}

TEST_CASE("a bead drawn twice changes twice, each time from where it was") {
  const BoxSet boxes = her_boxes();
  std::vector<std::int64_t> beads = start_beads(*find_rule("michie-1961"), boxes);
  std::vector<BeadChange> changes;
  learn(*find_rule("michie-1961"), boxes, beads, std::vector<Draw>{{0, 0, 1}, {0, 0, 3}}, Outcome::draw,
        changes);
  REQUIRE(changes == std::vector<BeadChange>{{0, 0, 4, 5}, {0, 0, 5, 6}});
}

TEST_CASE("an episode against itself teaches each side what came of its own moves") {
  const BoxSet boxes = boxes_of(hexapawn(), Seat::either);
  const Rule& rule = *find_rule("gardner-reward");
  std::vector<std::int64_t> beads = start_beads(rule, boxes);
  std::vector<BeadChange> changes;
  const std::vector<Draw> both{{0, 0, 0}, {1, 0, 1}, {4, 0, 2}, {5, 0, 3}, {20, 0, 4}};
  learn(rule, boxes, beads, both, Outcome::first_wins, changes);
  REQUIRE(changes == std::vector<BeadChange>{{0, 0, 1, 2}, {4, 0, 1, 2}, {5, 0, 1, 0}, {20, 0, 1, 2}});
}

TEST_CASE("a single start figure stands for every turn") {
  for (const char* name : {"tretyakov", "tretyakov-propagating", "tretyakov-pruned", "two-compartment"}) {
    REQUIRE(find_rule(name)->start_at(1) == 2);
    REQUIRE(find_rule(name)->start_at(9) == 2);
  }
  REQUIRE(find_rule("cs441")->start_at(5) == 32);
  REQUIRE(find_rule("nimble")->start_at(5) == 1);
  REQUIRE(find_rule("nimble-two-beads")->start_at(5) == 2);
  REQUIRE(find_rule("top-up")->start_at(5) == 1);
}

TEST_CASE("Tanner's machine is only rewarded, NIMBLE as Gardner's other system has it") {
  REQUIRE(taught("tanner-carnival", Outcome::second_wins) ==
          std::vector<BeadChange>{{0, 0, 1, 2}, {2, 1, 1, 2}, {13, 0, 1, 2}});
  REQUIRE(taught("tanner-carnival", Outcome::draw).empty());
  REQUIRE(taught("tanner-carnival", Outcome::first_wins).empty());
  REQUIRE(taught("nimble", Outcome::second_wins) ==
          std::vector<BeadChange>{{0, 0, 1, 4}, {2, 1, 1, 4}, {13, 0, 1, 4}});
  REQUIRE(taught("nimble", Outcome::first_wins) == std::vector<BeadChange>{{13, 0, 1, 0}});
  REQUIRE(taught("nimble-two-beads", Outcome::second_wins) ==
          std::vector<BeadChange>{{0, 0, 2, 3}, {2, 1, 2, 3}, {13, 0, 2, 3}});
  REQUIRE(taught("nimble-two-beads", Outcome::first_wins) == std::vector<BeadChange>{{13, 0, 2, 1}});
}

TEST_CASE("Tretyakov: a loss takes all of the last colour, a draw one but never its last") {
  REQUIRE(taught("tretyakov", Outcome::second_wins).empty());
  REQUIRE(taught("tretyakov", Outcome::first_wins) == std::vector<BeadChange>{{13, 0, 2, 0}});
  REQUIRE(taught("tretyakov", Outcome::draw) == std::vector<BeadChange>{{13, 0, 2, 1}});
  const BoxSet boxes = her_boxes();
  std::vector<std::int64_t> beads(boxes.bead_count(), 1);
  std::vector<BeadChange> changes;
  learn(*find_rule("tretyakov"), boxes, beads, kTrace, Outcome::draw, changes);
  REQUIRE(changes.empty());  // the last of its colour stays
  beads.assign(boxes.bead_count(), 0);
  learn(*find_rule("tretyakov"), boxes, beads, kTrace, Outcome::draw, changes);
  learn(*find_rule("tretyakov"), boxes, beads, kTrace, Outcome::first_wins, changes);
  REQUIRE(changes.empty());  // nothing is left to take
}

TEST_CASE("propagating: reaching a box that is nearly spent costs the bead of the move before") {
  const BoxSet boxes = her_boxes();
  const Rule& rule = *find_rule("tretyakov-propagating");
  std::vector<std::int64_t> beads = start_beads(rule, boxes);
  const auto fill = [&](std::uint32_t box, std::int64_t count) {
    for (std::size_t i = 0; i < boxes.boxes()[box].beads.size(); ++i) {
      beads[boxes.boxes()[box].first_bead + i] = count;
    }
  };
  const auto learned = [&](Outcome outcome) {
    std::vector<BeadChange> changes;
    learn(rule, boxes, beads, kTrace, outcome, changes);
    return changes;
  };
  REQUIRE(learned(Outcome::second_wins).empty());
  fill(13, 1);
  REQUIRE(learned(Outcome::second_wins) == std::vector<BeadChange>{{2, 1, 2, 1, true}});
  REQUIRE(learned(Outcome::second_wins).empty());  // 2's second bead is the last of its colour now
  fill(2, 1);
  REQUIRE(learned(Outcome::first_wins) == std::vector<BeadChange>{{0, 0, 2, 1, true}, {13, 0, 1, 0}});
  fill(0, 2);
  fill(2, 0);  // an empty box propagates nothing: only episodes that overtake each other meet it
  fill(13, 2);
  REQUIRE(learned(Outcome::second_wins).empty());
  fill(0, 1);  // no move before the first
  fill(2, 2);
  REQUIRE(learned(Outcome::second_wins).empty());
}

TEST_CASE("a propagated change is made to the same player's bead, in an episode against itself") {
  const BoxSet boxes = boxes_of(hexapawn(), Seat::either);
  const Rule& rule = *find_rule("tretyakov-propagating");
  std::vector<std::int64_t> beads = start_beads(rule, boxes);
  for (std::size_t i = 0; i < boxes.boxes()[4].beads.size(); ++i) beads[boxes.boxes()[4].first_bead + i] = 1;
  std::vector<BeadChange> changes;
  learn(rule, boxes, beads, std::vector<Draw>{{0, 0, 0}, {1, 0, 1}, {4, 0, 2}}, Outcome::first_wins, changes);
  REQUIRE(changes == std::vector<BeadChange>{{1, 0, 2, 0}, {0, 0, 2, 1, true}});
}

TEST_CASE("a change's reason is its episode's, but for a propagated one") {
  REQUIRE(BeadChange{0, 0, 2, 1}.reason(Reason::draw) == Reason::draw);
  REQUIRE(BeadChange{0, 0, 2, 1, true}.reason(Reason::draw) == Reason::propagate);
  REQUIRE(to_text(Reason::propagate) == "propagate");
}

TEST_CASE("pruning draws among colours with two beads or more, if there are any") {
  const std::vector<std::int64_t> counts{2, 1, 0, 3};
  const std::vector<std::int64_t> ones{1, 0, 1};
  const auto weights = [](std::string_view rule, const std::vector<std::int64_t>& box) {
    std::vector<std::int64_t> out;
    for (std::size_t i = 0; i < box.size(); ++i) out.push_back(draw_weight(*find_rule(rule), box, i));
    return out;
  };
  for (const char* rule : {"tretyakov-pruned", "two-compartment"}) {
    REQUIRE(weights(rule, counts) == std::vector<std::int64_t>{2, 0, 0, 3});
    REQUIRE(weights(rule, ones) == ones);
    REQUIRE(weights(rule, {0, 0}) == std::vector<std::int64_t>{0, 0});
  }
  REQUIRE(weights("tretyakov", counts) == counts);
}

TEST_CASE("top-up: after each game no colour of any box is without a bead") {
  const BoxSet boxes = her_boxes();
  const Rule& rule = *find_rule("top-up");
  std::vector<std::int64_t> beads(boxes.bead_count(), 1);
  beads.back() = 0;
  const auto last_box = static_cast<std::uint32_t>(boxes.boxes().size() - 1);
  const auto last_bead = static_cast<std::uint16_t>(boxes.boxes().back().beads.size() - 1);
  std::vector<BeadChange> changes;
  learn(rule, boxes, beads, std::vector<Draw>{{2, 1, 3}, {0, 0, 5}}, Outcome::first_wins, changes);
  REQUIRE(changes ==
          std::vector<BeadChange>{
              {2, 1, 1, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {2, 1, 0, 1}, {last_box, last_bead, 0, 1}});
}

TEST_CASE("a rule that tops up an empty box draws from it, and puts the beads in when it learns") {
  const BoxSet boxes = her_boxes();
  const Rule rule = parse_rule("gardner-her,empty=top-up").value();
  const std::vector<std::int64_t> none{0, 0, 0};
  for (std::size_t i = 0; i < 3; ++i) REQUIRE(draw_weight(rule, none, i) == 1);
  REQUIRE(draw_weight(rule, std::vector<std::int64_t>{0, 4}, 0) == 0);
  std::vector<std::int64_t> beads(boxes.bead_count(), 0);
  Random random(1);
  const auto opponent = [](Node node, Random& r) { return random_move(hexapawn(), node, r); };
  const PlayedEpisode episode = play_episode(rule, boxes, beads, Player::second, opponent, random);
  REQUIRE(!episode.resigned);
  REQUIRE(boxes.boxes()[0].beads.size() == 2);
  std::vector<BeadChange> changes;
  learn(rule, boxes, beads, std::vector<Draw>{{0, 1, 1}}, Outcome::first_wins, changes);
  REQUIRE(changes == std::vector<BeadChange>{{0, 0, 0, 1}, {0, 1, 0, 1}, {0, 1, 1, 0}});
}

TEST_CASE("CS 441: both sides of an episode learn, three up, one down, never below one") {
  const BoxSet boxes = boxes_of(noughts(), Seat::either);
  const Rule& rule = *find_rule("cs441");
  std::vector<std::int64_t> beads = start_beads(rule, boxes);
  const std::vector<Draw> both{{0, 0, 0}, {1, 0, 1}, {20, 0, 2}};
  std::vector<BeadChange> changes;
  learn(rule, boxes, beads, both, Outcome::draw, changes);
  REQUIRE(changes.empty());
  learn(rule, boxes, beads, both, Outcome::first_wins, changes);
  REQUIRE(changes == std::vector<BeadChange>{{0, 0, 32, 35}, {1, 0, 32, 31}, {20, 0, 32, 35}});
  for (int i = 0; i < 40; ++i) learn(rule, boxes, beads, both, Outcome::first_wins, changes);
  REQUIRE(beads[boxes.boxes()[1].first_bead] == 1);
  REQUIRE(beads[boxes.boxes()[0].first_bead] == 35 + 3 * 40);
}

TEST_CASE("HER resigns at an empty box and loses the bead before it") {
  const BoxSet boxes = her_boxes();
  const Rule& rule = *find_rule("gardner-her");
  std::vector<std::int64_t> beads = start_beads(rule, boxes);
  for (const Box& box : boxes.boxes()) {
    for (std::size_t i = 0; i < box.beads.size(); ++i) beads[box.first_bead + i] = box.turn == 1 ? 1 : 0;
  }
  Random random(3);
  const auto opponent = [](Node node, Random& r) { return random_move(hexapawn(), node, r); };
  PlayedEpisode episode;
  while (!episode.resigned) {  // until White does not lose at once
    play_episode(rule, boxes, beads, Player::second, opponent, random, episode);
  }
  std::vector<BeadChange> changes;
  learn(rule, boxes, beads, episode.trace, episode.outcome, changes);
  REQUIRE(changes == std::vector<BeadChange>{{episode.trace[0].box, episode.trace[0].bead, 1, 0}});
}

TEST_CASE("an episode without draws teaches nothing") {
  const BoxSet boxes = her_boxes();
  for (const Rule& rule : all_rules()) {
    std::vector<std::int64_t> beads = start_beads(rule, boxes);
    std::vector<BeadChange> changes;
    learn(rule, boxes, beads, {}, Outcome::first_wins, changes);
    REQUIRE(changes.empty());
  }
}

TEST_CASE("names of seats, conventions and reasons are read back") {
  for (const Seat seat : kSeats) REQUIRE(parse_seat(to_text(seat)) == seat);
  for (const BoxConvention convention : kConventions) {
    REQUIRE(parse_box_convention(to_text(convention)) == convention);
  }
  REQUIRE(!parse_seat("third"));
  REQUIRE(!parse_box_convention(""));
  REQUIRE(to_text(Reason::resign) == "resign");
}

TEST_CASE("who chooses most draws the fullest colour, any of those alike") {
  const Rule rule = parse_rule("tretyakov,choose=most").value();
  const std::vector<std::int64_t> counts{2, 5, 0, 5};
  REQUIRE(draw_odds(rule, counts) == std::vector<double>{0, 0.5, 0, 0.5});
  REQUIRE(draw_odds(rule, std::vector<std::int64_t>{0, 0}) == std::vector<double>{0, 0});  // it resigns
  const Rule topped_up = parse_rule("tretyakov,choose=most,empty=top-up").value();
  REQUIRE(draw_odds(topped_up, std::vector<std::int64_t>{0, 0}) == std::vector<double>{0.5, 0.5});
}

TEST_CASE("Mark Two is rewarded for every move that its defeat was delayed") {
  REQUIRE(taught("mark-two", Outcome::first_wins) ==
          std::vector<BeadChange>{{0, 0, 1, 4}, {2, 1, 1, 4}, {13, 0, 1, 4}});  // three draws, one bead each
  REQUIRE(taught("mark-two", Outcome::second_wins) ==
          std::vector<BeadChange>{{0, 0, 1, 4}, {2, 1, 1, 4}, {13, 0, 1, 4}});
  REQUIRE(taught("mark-two", Outcome::draw).empty());
}

TEST_CASE("self-analysis takes the bead that gave a game away, and no other") {
  using Moves = std::vector<std::string>;
  // c3-c2 gave it away, as a2xb3 or b1-b2 wins then: whatever is drawn later is too late.
  const Moves early{"a1-a2", "c3-c2", "b1-b2", "a3xb2", "a2-a3"};
  REQUIRE(taken("self-analysis", Seat::second, early) == Moves{"c3-c2"});
  REQUIRE(taken("gardner-her", Seat::second, early) == Moves{"a3xb2"});
  REQUIRE(taken("michie-1961,analyse=yes", Seat::second, early) == Moves{"c3-c2"});
  // b3xa2 was right, and a2-a1 would have won at once.
  const Moves late{"a1-a2", "b3xa2", "b1-b2", "c3-c2", "b2-b3"};
  REQUIRE(taken("michie-1961,analyse=yes", Seat::second, late) == Moves{"c3-c2"});
  REQUIRE(taken("michie-1961", Seat::second, late) == Moves{"b3xa2", "c3-c2"});
  // b1xc2 gave it back, as b3xc2 or b3xa2 wins then: of two mistakes the last one lost the game.
  REQUIRE(taken("michie-1961,analyse=yes", Seat::second, {"a1-a2", "c3-c2", "b1xc2", "b3-b2", "c2-c3"}) ==
          Moves{"b3-b2"});
  // White is lost from the start, and so no move of these was a mistake.
  REQUIRE(taken("self-analysis", Seat::first, {"a1-a2", "b3xa2", "b1-b2", "a2-a1"}).empty());
}

TEST_CASE("where boards may not come back nobody can tell the mistake, and a loss is the base rule's") {
  BoxSet boxes = boxes_of(graph_of(*find_game("go-2x2")), Seat::first);
  boxes.find_mistakes();
  REQUIRE(boxes.mistakes().empty());
  for (const std::string_view name : {"self-analysis", "gardner-her"}) {
    std::vector<std::int64_t> beads(boxes.bead_count(), 1);
    std::vector<BeadChange> changes;
    learn(*find_rule(name), boxes, beads, std::vector<Draw>{{0, 0, 0}, {1, 0, 2}}, Outcome::second_wins,
          changes);
    REQUIRE(changes == std::vector<BeadChange>{{1, 0, 1, 0}});
  }
}

TEST_CASE("Q-learning moves what a move is worth towards what came of it") {
  REQUIRE(taught("q-learning", Outcome::second_wins) == std::vector<BeadChange>{{13, 0, 5000, 5500}});
  REQUIRE(taught("q-learning", Outcome::first_wins) == std::vector<BeadChange>{{13, 0, 5000, 4500}});
  REQUIRE(taught("q-learning", Outcome::draw).empty());
  const BoxSet boxes = her_boxes();
  const Rule rule = parse_rule("q-learning,discount=900,step=500,win=8000").value();
  std::vector<std::int64_t> beads = start_beads(rule, boxes);
  beads[boxes.boxes()[2].first_bead] = 7000;  // the best that came next, though another one was drawn
  std::vector<BeadChange> changes;
  learn(rule, boxes, beads, kTrace, Outcome::second_wins, changes);
  REQUIRE(changes == std::vector<BeadChange>{{0, 0, 5000, 5650}, {2, 1, 5000, 4750}, {13, 0, 5000, 6500}});
  for (int i = 0; i < 200; ++i) learn(rule, boxes, beads, kTrace, Outcome::first_wins, changes);
  REQUIRE(*std::min_element(beads.begin(), beads.end()) >= 1);
}

TEST_CASE("who is greedy draws the best mostly, and any other sometimes") {
  const Rule rule = parse_rule("q-learning,greedy=700").value();
  const std::vector<double> odds = draw_odds(rule, std::vector<std::int64_t>{5000, 6000, 6000});
  REQUIRE(odds[0] == Approx(0.1));
  REQUIRE(odds[1] == Approx(0.45));
  REQUIRE(odds[2] == odds[1]);
  for (const std::string_view text :
       {"q-learning,greedy=0", "q-learning,greedy=1001", "q-learning,step=1001", "q-learning,discount=-1",
        "q-learning,loss=-1", "q-learning,win=+3/last", "q-learning,propagate=yes", "q-learning,analyse=yes",
        "michie-1961,step=100"})
    REQUIRE(!parse_rule(text));
}

}  // namespace engine_rules_tests
