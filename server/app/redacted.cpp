#include "server/app/redacted.hpp"

#include "engine/text.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace menagerie::app {
namespace {

constexpr std::string_view kHidden = "***";
constexpr std::string_view kEnds = " \t\n\"'";

/// `//USER:PASSWORD@` at `slashes`; what has no such form stays. A password that is not encoded may have any
/// character but those that end an address in a sentence.
void hide_in_address(std::string& text, std::size_t slashes) {
  const std::size_t end = std::min(text.find_first_of(kEnds, slashes), text.size());
  const std::size_t at = text.rfind('@', end - 1);
  const std::size_t colon = text.find(':', slashes);
  if (at == std::string::npos || colon == std::string::npos || colon > at) return;
  text.replace(colon + 1, at - colon - 1, kHidden);
}

/// The value behind a `password=` that ends at `from`: in single quotes, or up to a blank or the next
/// setting.
void hide_value(std::string& text, std::size_t from) {
  while (from < text.size() && text[from] == ' ') ++from;
  std::size_t end = from;
  if (end < text.size() && text[end] == '\'') {
    for (++end; end < text.size() && text[end] != '\''; ++end) {
      if (text[end] == '\\') ++end;
    }
    end = std::min(end + 1, text.size());
  } else {
    end = std::min(text.find_first_of(std::string(kEnds) + "&", from), text.size());
  }
  text.replace(from, end - from, kHidden);
}

/// Where `word` ends in `text`, small letters or capitals, with blanks and an equals sign behind it; the
/// first one from `from` on.
std::size_t end_of_setting(const std::string& text, std::string_view word, std::size_t from) {
  const auto same = [](char a, char b) { return same_letters(a, b); };
  auto at = text.begin() + static_cast<std::ptrdiff_t>(from);
  while ((at = std::search(at, text.end(), word.begin(), word.end(), same)) != text.end()) {
    at += static_cast<std::ptrdiff_t>(word.size());
    const auto equals = std::find_if(at, text.end(), [](char c) { return c != ' '; });
    if (equals != text.end() && *equals == '=') return static_cast<std::size_t>(equals - text.begin()) + 1;
  }
  return std::string::npos;
}

}  // namespace

std::string redacted(std::string text) {
  for (std::size_t at = text.find("://"); at != std::string::npos; at = text.find("://", at + 1))
    hide_in_address(text, at + 1);
  for (std::size_t at = end_of_setting(text, "password", 0); at != std::string::npos;
       at = end_of_setting(text, "password", at))
    hide_value(text, at);
  return text;
}

}  // namespace menagerie::app
