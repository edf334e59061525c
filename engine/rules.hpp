// Learning rules as data, and the one function that applies them.
//
// A rule is one row of options (rules_table.cpp); a family of its own (propagating, pruning) is one
// small function that an option switches on. A Rule is a plain value, read from any thread.
#pragma once

#include "engine/boxes.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie {

/// Which of an episode's beads a change is made to: all, or each player's last one.
enum class Scope : std::uint8_t { all, last };

/// As a change: every bead of that colour is taken from the box.
inline constexpr std::int64_t kAllOfColour = std::numeric_limits<std::int64_t>::min();

/// What happens to the drawn beads after one kind of result.
struct Reinforcement {
  std::int64_t change = 0;  ///< beads added (or taken away, if negative) for each bead drawn, or kAllOfColour
  Scope scope = Scope::all;
  bool keeps_last = false;  ///< the last bead of a colour stays in the box

  bool operator==(const Reinforcement&) const = default;
};

/// What the machine does at a box without a bead.
enum class EmptyBox : std::uint8_t {
  resign,  ///< a loss; the trace ends at the box before
  top_up   ///< draws as if there were one bead of each colour; so many are put in when it learns
};

/// A learning rule. `rule_fault` says which are valid; every function here expects a valid one.
struct Rule {
  std::string name;                 ///< a preset's, or the text form (to_text) of any other
  std::string story;                ///< one sentence for people, with its source
  std::vector<std::int64_t> start;  ///< beads of each colour, see start_at()
  Reinforcement win{};              ///< this and the next two: from the view of the player who drew the beads
  Reinforcement draw{};
  Reinforcement loss{};
  std::int64_t floor = 0;   ///< no count is taken below this (nor lifted to it)
  std::int64_t upkeep = 0;  ///< after each game every colour of every box is brought up to this
  EmptyBox empty_box = EmptyBox::resign;
  /// On reaching a non-empty box with at most one bead of every colour, the bead that the player drew
  /// before loses one, unless it is the last of its colour (Tretyakov 2012).
  bool propagates = false;
  /// Draws only among colours with two or more beads, if there are any (Tretyakov 2012).
  bool prunes = false;
  /// Draws the colour with the most beads, any of them alike where several have as many: the greatest value
  /// of a table, as reinforcement learning mostly chooses (the author's word on Tretyakov 2012: argmax).
  bool chooses_most = false;
  /// After a loss every bead drawn gains so many for each draw that its player made in that game: the longer
  /// a lost game was, the more (Sandiford's Mark II learned to delay its defeat; the numbers are ours).
  std::int64_t delay = 0;
  /// The solver is asked after a loss which of the loser's draws was the mistake: its last one that made a
  /// position that was not lost a lost one (BoxSet::mistakes). `loss` is for that bead alone, whatever its
  /// scope; where every position that it drew in was lost already, nothing changes. Where nobody can tell,
  /// or the boxes' mistakes were not found, `loss` is as without this. (Samuel's checkers player of 1959
  /// looked over its past games.)
  bool analyses = false;
  /// Q-learning (Watkins 1989; the author's word on Tretyakov 2012: a box is a row of its table): where
  /// `step` is not 0, a count is no number of beads but what its move is worth, and after each game every
  /// bead drawn goes by so many thousandths of the way to what came of it: of its player's last draw that is
  /// win.change, draw.change or loss.change, of an earlier one `discount` thousandths of the greatest count
  /// in the box that the player drew from next. Counts stay 1 at least.
  std::int64_t step = 0;
  std::int64_t discount = 1000;
  /// In so many of a thousand draws a colour with the most is drawn, as chooses_most, else any colour alike;
  /// 0: draws are made as the other options say.
  std::int64_t greedy = 0;
  /// Told and drawn as boxes of two compartments, see compartments_of(). Only a way to show a pruning rule:
  /// it changes no draw and no lesson.
  bool two_compartments = false;

  /// Beads of each colour that a box of that turn (1, 2, ...) starts with: by turn, and 1 after the
  /// last figure; a single figure stands for every turn.
  std::int64_t start_at(int turn) const;
};

std::span<const Rule> all_rules();             ///< the presets, in the order in which they are listed
const Rule* find_rule(std::string_view name);  ///< the preset of that name, or null

// Any other combination (rules_text.cpp).

/// The largest figure in a rule: far beyond any use, and far from where 64-bit counts could overflow.
inline constexpr std::int64_t kRuleFigureMax = 1'000'000;
/// The most figures in Rule::start.
inline constexpr std::size_t kRuleStartsMax = 64;

/// What is wrong with a rule, where, and what would be right, in one line; nothing if it is valid.
std::optional<std::string> rule_fault(const Rule& rule);

/// Reads a rule: a preset's name, then any options, each once, with commas between and no spaces:
///   start=8/4/2/1      as Rule::start
///   win=+4  draw=0  loss=-1/last/keep  loss=-all/last
///                      beads for each bead drawn (-all: every bead of the colour); /last: only for the
///                      last one drawn; /keep: unless it is the last of its colour
///   floor=1  upkeep=1  as Rule::floor, Rule::upkeep
///   empty=resign       or empty=top-up
///   propagate=yes  prune=no
///   choose=most        or choose=chance: as Rule::chooses_most
///   delay=1            as Rule::delay
///   analyse=yes        as Rule::analyses
///   step=100  discount=1000  greedy=900
///                      as Rule::step, Rule::discount, Rule::greedy
/// Nothing where it cannot be read or is not valid; `why` then says so in one line.
std::optional<Rule> parse_rule(std::string_view text, std::string* why = nullptr);

/// The shortest text that parse_rule reads as this rule (where two presets are the same rule, the one
/// that it is named after). Only name, story and the way it is shown do not count.
std::string to_text(const Rule& rule);

/// An option of a rule, as parse_rule() reads it.
struct RuleOption {
  std::string_view name;
  std::string value;
};
/// All options, in one order for every rule.
std::vector<RuleOption> options_of(const Rule& rule);

/// One drawn bead. The machine's moves at plies without a box are not drawn.
struct Draw {
  std::uint32_t box = 0;   ///< index into BoxSet::boxes()
  std::uint16_t bead = 0;  ///< index into Box::beads
  std::uint16_t ply = 0;   ///< of the move that it made; even plies are the first player's

  bool operator==(const Draw&) const = default;
};

/// Why a count changed. An episode's own reason is one of the first four.
enum class Reason : std::uint8_t { win, draw, loss, resign, propagate };
std::string_view to_text(Reason reason);

/// One count of one box changed.
struct BeadChange {
  std::uint32_t box = 0;
  std::uint16_t bead = 0;
  std::int64_t before = 0;
  std::int64_t after = 0;
  bool propagated = false;  ///< its reason is Reason::propagate, and else that of its log row

  /// The reason of this change in an episode that ended for `episode`.
  Reason reason(Reason episode) const { return propagated ? Reason::propagate : episode; }
  bool operator==(const BeadChange&) const = default;
};

/// The beads of a new machine: a flat array, box by box.
std::vector<std::int64_t> start_beads(const Rule& rule, const BoxSet& boxes);

/// How much a bead weighs in a draw from a box with these counts: it is drawn with probability weight /
/// sum of the weights. Where all weights are 0 the machine resigns. Counts are >= 0.
/// Precondition: bead < counts.size().
std::int64_t draw_weight(const Rule& rule, std::span<const std::int64_t> counts, std::size_t bead);

/// Whether each bead weighs just its count in any box, so that draw_weight need not be asked.
inline bool draws_by_count(const Rule& rule) {
  return !rule.prunes && !rule.chooses_most && rule.greedy == 0 && rule.empty_box == EmptyBox::resign;
}

/// The chance of every bead in a draw with these weights; all 0 where the machine resigns.
std::vector<double> odds_of(std::span<const std::int64_t> weights);
/// The same for a draw from a box with these counts, all of whose moves may be played.
std::vector<double> draw_odds(const Rule& rule, std::span<const std::int64_t> counts);

/// Beads of one colour in a box of two compartments. Draws are made from A while any colour has a bead
/// there, and from B otherwise.
struct Compartments {
  std::int64_t a = 0;
  std::int64_t b = 0;
};
/// How `count` beads of a colour lie in two compartments: one in B as long as there is one, the others in
/// A. Nothing where the rule has no compartments.
std::optional<Compartments> compartments_of(const Rule& rule, std::int64_t count);

/// Applies `rule` to `beads` for one finished episode, and appends what changed to `changes`: in trace
/// order, for each draw first what reaching its box does (to the draw before it, to the box), then
/// what the outcome does to its bead; at the end the upkeep, box by box. All but a propagated change
/// have the episode's own reason, upkeep and topping up too.
/// A change that the floor or an empty count swallows whole is not recorded; one that it swallows in
/// part is recorded as far as it went. Every draw in the trace is rewarded for the player who made it
/// (its ply tells), and the draw before it is that player's, so an episode against itself teaches both
/// sides. `beads` are those of all boxes, or of the first ones: boxes that another thread adds meanwhile
/// are none of this episode's. Precondition: every draw names a box and bead of them.
void learn(const Rule& rule, const BoxSet& boxes, std::span<std::int64_t> beads, std::span<const Draw> trace,
           Outcome outcome, std::vector<BeadChange>& changes);

}  // namespace menagerie
