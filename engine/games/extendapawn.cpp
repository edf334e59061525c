// Extendapawn: hexapawn on three rows of three to eight columns.
#include "engine/games/hexapawn.hpp"

namespace menagerie {
namespace {

#define MENAGERIE_ORIGIN(what_is_known) \
  "Brown stretched hexapawn to any number of columns and worked out who wins each: the first player, " \
  "exactly when the number ends in 1, 4, 5, 7 or 8. " what_is_known

constexpr std::string_view kSources =
    "Brown 1965, Extendapawn, Mathematics Magazine 38:286; Gardner 1962, Mathematical Games, Scientific "
    "American, March, for the rules.";

constexpr GameStory story(std::string_view title, std::string_view origin) {
  return {title, "", origin, kSources};
}

}  // namespace

const Game& extendapawn_3() {
  static const Pawns game("extendapawn-3", 3, 3,
                          story("Extendapawn, 3 columns",
                                MENAGERIE_ORIGIN("On three columns it is hexapawn itself, under its name in "
                                                 "Brown's row: the second player wins.")));
  return game;
}

const Game& extendapawn_4() {
  static const Pawns game(
      "extendapawn-4", 3, 4,
      story("Extendapawn, 4 columns",
            MENAGERIE_ORIGIN("Here the first player wins; about a hundred boxes play it, "
                             "the next step for a builder to whom HER's 24 are too few.")));
  return game;
}

const Game& extendapawn_5() {
  static const Pawns game("extendapawn-5", 3, 5,
                          story("Extendapawn, 5 columns",
                                MENAGERIE_ORIGIN("Here the first player wins, and a machine has 2.4 to 2.8 "
                                                 "times MENACE's boxes: 730 as the second player, 858 as "
                                                 "the first.")));
  return game;
}

const Game& extendapawn_6() {
  static const Pawns game(
      "extendapawn-6", 3, 6,
      story("Extendapawn, 6 columns",
            MENAGERIE_ORIGIN("Here the second player wins, with some five thousand boxes: "
                             "a wall of matchboxes.")));
  return game;
}

const Game& extendapawn_7() {
  static const Pawns game("extendapawn-7", 3, 7,
                          story("Extendapawn, 7 columns",
                                MENAGERIE_ORIGIN("Here the first player wins; each column more takes about "
                                                 "six times the boxes, some thirty thousand by now.")));
  return game;
}

const Game& extendapawn_8() {
  static const Pawns game("extendapawn-8", 3, 8,
                          story("Extendapawn, 8 columns",
                                MENAGERIE_ORIGIN("Here the first player wins; with some two hundred thousand "
                                                 "boxes it can be worked out, but hardly built.")));
  return game;
}

#undef MENAGERIE_ORIGIN

}  // namespace menagerie
