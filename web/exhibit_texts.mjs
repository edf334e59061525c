// Writes what the server says of the museum's own machines, their makers and stories as the English messages have them,
// as a C++ file, with what pages cover until a visitor wants to know.
import messages from "./js/messages/en.js";
import know from "./js/messages/know/en.js";

const literal = (text) => JSON.stringify(text); // no text holds what JSON and C++ write in different ways
const rows = Object.keys(messages.stories).map((name) => {
  const story = [messages.stories[name], know.more[name]].filter(Boolean).join(" ");
  return `    {${[name, messages.makers[name], story].map(literal).join(", ")}},\n`;
});
export const exhibitTexts = `// Made from web/js/messages by tests/prepare.mjs.
#include "server/museum/exhibit_texts.hpp"

namespace menagerie::museum {
namespace {
constexpr ExhibitTexts kTexts[] = {
${rows.join("")}};
}  // namespace
std::span<const ExhibitTexts> exhibit_texts() { return kTexts; }
}  // namespace menagerie::museum
`;
