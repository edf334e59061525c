// rules: the learning rules by name, their options, and what else a new machine is made of.
#include "server/api/routes.hpp"

#include "server/core/acts.hpp"

namespace menagerie::api {
namespace {

struct Option {
  std::string_view name, values, about;
};
constexpr Option kOptions[] = {
    {"start", "4/3/2/1",
     "Beads of each colour in a box, by turn; 1 after the last figure. One figure stands for every turn."},
    {"win", "+3",
     "Beads for each bead drawn in a game that is won: a number, or -all for every bead of the "
     "colour. /last: only for the last one drawn. /keep: unless it is the last of its colour."},
    {"draw", "+1", "The same for a draw."},
    {"loss", "-1/last", "The same for a loss."},
    {"floor", "0", "No count is taken below this."},
    {"upkeep", "0", "After each game every colour of every box is brought up to this."},
    {"empty", "resign",
     "What happens at an empty box: resign, or top-up (one bead of each colour is put in)."},
    {"propagate", "no",
     "yes: on reaching a box with at most one bead of every colour, the bead before loses one."},
    {"prune", "no", "yes: draws only among colours with two or more beads, if there are any."},
    {"choose", "chance", "most: always draws a colour that has the most beads, any of those alike."},
    {"delay", "0", "After a loss, so many for each bead drawn and each draw that the loser had made."},
    {"analyse", "no",
     "yes: after a loss the solver is asked which bead was the mistake, and the loss is for that one alone."},
    {"step", "0",
     "Q-learning: counts are what moves are worth, and go by so many thousandths of the way to what came of "
     "them. For experiments only, with greedy."},
    {"discount", "1000",
     "With step: how many thousandths of the best that came next a move before it is worth."},
    {"greedy", "0", "In so many of a thousand draws a colour that has the most, else any alike."},
};

Json options_json(const Rule& rule) {
  Json options;
  for (const RuleOption& option : options_of(rule)) options[option.name] = option.value;
  return options;
}

std::string_view about(BoxConvention convention) {
  switch (convention) {
    case BoxConvention::canonical:
      return "One box for all positions that are the same but for turning and mirroring.";
    case BoxConvention::rotations:
      return "One box for all positions that are the same but for turning: 554 boxes for noughts and "
             "crosses, first. For square boards.";
    case BoxConvention::mirror:
      return "One box for a position and its mirror image, left and right: 1,125 boxes for noughts and "
             "crosses, first.";
    case BoxConvention::raw:
      return "One box for each position as it stands, turned and mirrored ones apart. Not for games whose "
             "boxes are made when first met.";
    case BoxConvention::gardner_24:
      return "Gardner's published 24; for hexapawn, second.";
    case BoxConvention::tretyakov_24:
      return "Tretyakov's published 24; for mini-checkers-russian, second.";
  }
  return {};
}

}  // namespace

void list_rules(Context&, Call call) {
  Json json;
  json["rules"] = Json::array();
  for (const Rule& rule : all_rules())
    json["rules"].push_back({{"name", rule.name}, {"story", rule.story}, {"options", options_json(rule)}});
  json["options"] = Json::array();
  for (const auto& [name, values, text] : kOptions)
    json["options"].push_back({{"name", name}, {"example", values}, {"about", text}});
  json["seats"] = Json::array();
  for (const Seat seat : core::kSeats) json["seats"].push_back(to_text(seat));
  json["boxes"] = Json::array();
  for (const BoxConvention convention : core::kConventions)
    json["boxes"].push_back({{"name", to_text(convention)}, {"about", about(convention)}});
  call.answer(json);
}

}  // namespace menagerie::api
