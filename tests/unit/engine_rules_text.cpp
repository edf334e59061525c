// A rule as text: what can be entered, what it means, and what is said of a rule that cannot be.
#include "engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

namespace engine_rules_text_tests {

using namespace menagerie;
using namespace menagerie::tests;

namespace {

std::string fault_of(std::string_view text) {
  std::string why;
  REQUIRE(!parse_rule(text, &why));
  return why;
}

bool same_options(const Rule& a, const Rule& b) {
  for (int turn = 1; turn <= static_cast<int>(kRuleStartsMax) + 1; ++turn) {
    if (a.start_at(turn) != b.start_at(turn)) return false;
  }
  return a.win == b.win && a.draw == b.draw && a.loss == b.loss && a.floor == b.floor &&
         a.upkeep == b.upkeep && a.empty_box == b.empty_box && a.propagates == b.propagates &&
         a.prunes == b.prunes && a.chooses_most == b.chooses_most && a.delay == b.delay &&
         a.analyses == b.analyses && a.step == b.step && a.discount == b.discount && a.greedy == b.greedy;
}

Reinforcement random_reinforcement(Random& random) {
  Reinforcement result{static_cast<std::int64_t>(random.below(7)) - 3};
  if (result.change == -3) result.change = kAllOfColour;
  if (result.change != 0) result.scope = random.below(2) == 0 ? Scope::all : Scope::last;
  result.keeps_last = result.change < 0 && random.below(2) == 0;
  return result;
}

}  // namespace

TEST_CASE("a rule with options is its preset with those changed") {
  const Rule rule = parse_rule("scroggs-2015,win=+4,loss=-2/last,floor=1,start=8/4/2/1").value();
  Rule expected = *find_rule("scroggs-2015");
  expected.win = {4};
  expected.loss = {-2, Scope::last};
  expected.floor = 1;
  REQUIRE(same_options(rule, expected));
  REQUIRE(rule.name == "scroggs-2015,win=+4,loss=-2/last,floor=1");
  REQUIRE(rule.story.find("here with win=+4, loss=-2/last, floor=1.") != std::string::npos);
}

TEST_CASE("every option is read") {
  const Rule rule =
      parse_rule(
          "michie-1961,start=5,win=2/last,draw=-1/keep/last,loss=-all,floor=0,upkeep=2,empty=top-up,"
          "propagate=yes,prune=yes,choose=most,delay=3,analyse=yes")
          .value();
  REQUIRE(rule.start_at(7) == 5);
  REQUIRE(rule.win == Reinforcement{2, Scope::last});
  REQUIRE(rule.draw == Reinforcement{-1, Scope::last, true});
  REQUIRE(rule.loss == Reinforcement{kAllOfColour});
  REQUIRE(rule.upkeep == 2);
  REQUIRE(rule.empty_box == EmptyBox::top_up);
  REQUIRE((rule.propagates && rule.prunes && rule.chooses_most));
  REQUIRE(rule.delay == 3);
  REQUIRE(rule.analyses);
  REQUIRE(!parse_rule("tretyakov-pruned,prune=no,empty=resign")->prunes);
}

TEST_CASE("a rule is printed in its shortest form: a preset's name, where it is one") {
  REQUIRE(parse_rule("michie-1961,start=8/4/2")->name == "scroggs-2015");
  REQUIRE(parse_rule("michie-1961,start=8/4/2")->story == find_rule("scroggs-2015")->story);
  REQUIRE(parse_rule("gardner-her,win=+1")->name == "gardner-reward");
  REQUIRE(parse_rule("tretyakov,propagate=yes,prune=yes")->name == "tretyakov-pruned");
  REQUIRE(parse_rule("two-compartment,prune=yes")->name == "two-compartment");
  REQUIRE(parse_rule("gardner-her,analyse=yes")->name == "self-analysis");
  REQUIRE(parse_rule("gardner-her,start=1/1/1")->name == "gardner-her");
  REQUIRE(parse_rule("michie-1961,start=4/1/1")->name == "michie-1961,start=4/1");
  REQUIRE(parse_rule("tanner-carnival,win=+2,draw=0/last")->name == "nimble,win=+2,loss=0");
}

TEST_CASE("every rule is read back from its text") {
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    Rule rule;
    rule.start.resize(1 + random.below(4));
    for (std::int64_t& figure : rule.start) figure = 1 + static_cast<std::int64_t>(random.below(3));
    rule.win = random_reinforcement(random);
    rule.draw = random_reinforcement(random);
    rule.loss = random_reinforcement(random);
    rule.floor = static_cast<std::int64_t>(random.below(2));
    rule.upkeep = static_cast<std::int64_t>(random.below(2));
    rule.empty_box = random.below(2) == 0 ? EmptyBox::resign : EmptyBox::top_up;
    rule.propagates = random.below(2) == 0;
    rule.prunes = random.below(2) == 0;
    rule.chooses_most = random.below(2) == 0;
    rule.delay = static_cast<std::int64_t>(random.below(3));
    rule.analyses = random.below(2) == 0;
    rule.discount = static_cast<std::int64_t>(random.below(1001));
    rule.greedy = static_cast<std::int64_t>(random.below(1001));
    rule.step = static_cast<std::int64_t>(random.below(2));
    if (rule_fault(rule)) rule.step = 0;
    const std::string text = to_text(rule);
    INFO(text);
    REQUIRE(!rule_fault(rule));
    const auto back = parse_rule(text);
    REQUIRE(back);
    REQUIRE(same_options(*back, rule));
    REQUIRE(back->name == text);
    REQUIRE(to_text(*back) == text);
  }
}

TEST_CASE("a text that is no rule is refused with what would be right") {
  REQUIRE(fault_of("").find("there is no rule \"\": a rule is one of michie-1961, ") == 0);
  REQUIRE(fault_of("Michie-1961").find("there is no rule \"Michie-1961\"") == 0);
  REQUIRE(fault_of("michie-1961,") == "\"\" is not an option with its value, such as win=+4");
  REQUIRE(fault_of("michie-1961, win=3").find("there is no option \" win\": start, win, draw") == 0);
  REQUIRE(fault_of("michie-1961,win=3,win=4") == "the option \"win\" is given twice");
  REQUIRE(fault_of("michie-1961,win=") ==
          "win: \"\" is not a number or -all, with /last or /keep or both behind it, such as -1/last");
  for (const char* value : {"x", "3x", "+-3", "3/", "3/first", "-1/last/last", "-1/keep/keep", "all", "1.5",
                            "-9223372036854775808", "99999999999999999999"}) {
    INFO(value);
    REQUIRE(fault_of("michie-1961,win=" + std::string(value)).find("win: \"") == 0);
  }
  REQUIRE(fault_of("michie-1961,win=1000001") == "win: 1000001 is not between -1000000 and 1000000");
  REQUIRE(fault_of("michie-1961,win=3/keep") ==
          "win: keep is only for a change that takes beads away, such as -1/keep");
  REQUIRE(fault_of("michie-1961,start=4//2") ==
          "start: \"4//2\" is not figures with / between, such as 4/3/2/1");
  REQUIRE(fault_of("michie-1961,start=4/0") == "start: 0 is not between 1 and 1000000");
  REQUIRE(fault_of("michie-1961,floor=-1") == "floor: -1 is not between 0 and 1000000");
  REQUIRE(fault_of("michie-1961,floor=") == "floor: \"\" is not a number");
  REQUIRE(fault_of("michie-1961,upkeep=1000001") == "upkeep: 1000001 is not between 0 and 1000000");
  REQUIRE(fault_of("michie-1961,empty=refill") == "empty: \"refill\" is neither top-up nor resign");
  REQUIRE(fault_of("michie-1961,prune=1") == "prune: \"1\" is neither yes nor no");
  std::string long_start = "michie-1961,start=1";
  for (std::size_t i = 0; i < kRuleStartsMax; ++i) long_start += "/1";
  REQUIRE(fault_of(long_start) == "start: 65 figures are more than 64");
  REQUIRE(rule_fault(Rule{}) == "start: it needs at least one figure, such as 4/3/2/1");
}

TEST_CASE("the rules say whose they are") {
  const auto says = [](const char* rule, std::string_view words) {
    return find_rule(rule)->story.find(words) != std::string::npos;
  };
  CHECK(says("tretyakov-propagating", "a reader's comment"));
  CHECK(says("tretyakov-pruned", "the same reader's comment"));
  CHECK(says("two-compartment", "Tretyakov's answer to a reader's comment"));
  CHECK(says("two-compartment", "not equivalent to the reader's propagation"));
  CHECK(says("top-up", "a reader's comment on Scroggs's MENACE page"));
}

}  // namespace engine_rules_text_tests
