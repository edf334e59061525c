#include "server/museum/house.hpp"

namespace menagerie::museum {
namespace {

const store::MachineRow kExhibits[] = {
    {0, "menace", "MENACE", "Donald Michie, Edinburgh 1961",
     "304 matchboxes that learned noughts and crosses before computers could.", "#b9352b",
     "noughts-and-crosses", "first", "michie-1961", "canonical", 0},
    {0, "menace-two", "MENACE Two", "MENACE's twin, playing second",
     "You start, and 289 boxes answer: the other half of noughts and crosses.", "#3b4a86",
     "noughts-and-crosses", "second", "scroggs-2015", "canonical", 0},
    {0, "her", "HER", "Martin Gardner, 1962",
     "Hexapawn in 24 boxes. Taught one game at a time, she loses nineteen at most, then never again.",
     "#1e5b5a", "hexapawn", "second", "gardner-her", "gardner-24", 0},
    {0, "him", "HIM", "Gardner's challenge to HER",
     "Rewarded as well as punished, and willing to play either side.", "#7a4b1f", "hexapawn", "either",
     "gardner-reward", "canonical", 0},
};

}  // namespace

std::span<const store::MachineRow> exhibits() { return kExhibits; }

const store::MachineRow* find_exhibit(std::string_view name) {
  for (const store::MachineRow& row : kExhibits) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

}  // namespace menagerie::museum
