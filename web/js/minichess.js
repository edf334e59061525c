/** The page of minichess: its words, and its answer, which is covered until a visitor wants to know. */
import { byId } from "./dom.js";
import { visitorHere } from "./kiosk_entry.js";
import { cover } from "./know.js";
import { translate, words } from "./language.js";
import { drawing } from "./stories_pictures.js";

translate();
await visitorHere();
const { chess } = words;
for (const [id, name] of [
  ["board", "chess"],
  ["shelf", "shelf"],
])
  byId(/** @type {string} */ (id)).replaceChildren(/** @type {Element} */ (drawing(/** @type {string} */ (name))));
byId("answer").replaceWith(cover({ games: ["minichess"], question: chess.question, answer: () => [chess.answer] }));
