#include "engine/check.hpp"
#include "server/museum/exhibit_texts.hpp"
#include "server/museum/museum.hpp"

#include <utility>

namespace menagerie::museum {
namespace {

const ExhibitTexts* texts_of(std::string_view name) {
  for (const ExhibitTexts& texts : exhibit_texts()) {
    if (texts.name == name) return &texts;
  }
  return nullptr;
}

store::MachineRow exhibit(std::string name, std::string title, std::string colour, std::string game,
                          std::string seat, std::string rule, std::string convention = "canonical") {
  const ExhibitTexts* const texts = texts_of(name);
  MENAGERIE_CHECK(texts != nullptr);
  return {0,
          std::move(name),
          std::move(title),
          std::string(texts->maker),
          std::string(texts->story),
          std::move(colour),
          std::move(game),
          std::move(seat),
          std::move(rule),
          std::move(convention),
          0};
}

const store::MachineRow kExhibits[] = {
    exhibit("menace", "MENACE", "#b9352b", "noughts-and-crosses", "first", "michie-1961"),
    exhibit("menace-two", "MENACE Two", "#3b4a86", "noughts-and-crosses", "second", "scroggs-2015"),
    exhibit("her", "HER", "#1e5b5a", "hexapawn", "second", "gardner-her", "gardner-24"),
    exhibit("him", "HIM", "#7a4b1f", "hexapawn", "either", "gardner-reward"),
    exhibit("carnival", "Carnival", "#a8481f", "hexapawn", "second", "tanner-carnival"),
    exhibit("nimble", "NIMBLE", "#4f6b3a", "nim-3x3", "either", "nimble"),
    exhibit("minicheckers", "Mini-checkers", "#8c2f39", "mini-checkers-russian", "second", "tretyakov",
            "tretyakov-24"),
    exhibit("minicheckers-gardner", "Gardner's mini-checkers", "#5d4a7e", "mini-checkers", "first",
            "two-compartment"),
    exhibit("octapawn", "Octapawn", "#2f5f7a", "octapawn", "second", "gardner-her"),
    exhibit("extendapawn", "Extendapawn", "#7d6a1c", "extendapawn-4", "second", "gardner-reward"),
    exhibit("go-2x2", "Go on 2 x 2", "#3d3d3a", "go-2x2", "second", "michie-1961"),
    exhibit("go-3x3", "Go on 3 x 3", "#54524a", "go-3x3", "second", "michie-1961"),
    exhibit("caswell", "Caswell's checkers", "#6e3b2a", "checkers-5x5", "second", "tretyakov"),
    exhibit("ellis", "Ellis", "#20647c", "noughts-and-crosses", "either", "tretyakov-pruned"),
};

/// Games that a machine plays against itself before the museum opens.
constexpr std::pair<std::string_view, std::size_t> kSelfPlayGames[] = {{"ellis", 2000}};

}  // namespace

std::span<const store::MachineRow> exhibits() { return kExhibits; }

const store::MachineRow* find_exhibit(std::string_view name) {
  for (const store::MachineRow& row : kExhibits) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

store::MachineRow as_shown(store::MachineRow row) {
  if (const ExhibitTexts* const texts = texts_of(row.name)) {
    row.maker = texts->maker;
    row.story = texts->story;
  }
  return row;
}

std::size_t games_before_opening(std::string_view name) {
  for (const auto& [machine, games] : kSelfPlayGames) {
    if (machine == name) return games;
  }
  return 0;
}

}  // namespace menagerie::museum
