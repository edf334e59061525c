// What is said of the museum's own machines, in English: made from web/js/messages/en.js at build time.
#pragma once

#include <span>
#include <string_view>

namespace menagerie::museum {

struct ExhibitTexts {
  std::string_view name, maker, story;
};

/// One for each exhibit; from any thread, also before main().
std::span<const ExhibitTexts> exhibit_texts();

}  // namespace menagerie::museum
