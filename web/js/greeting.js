/** The greeting, a line of three seconds: how many games came before. Once a visit in the hall and at each table. */
import { el } from "./dom.js";
import { still } from "./motion.js";
import { isFrozen, isUnderWay, phase, title } from "./state.js";
import { visitors } from "./visitors_words.js";
import { number } from "./language.js";

const KEY = "menagerie greeted";
const SHOWN_MS = 3000;
const FADE_MS = 500; // the last of them

/** Whether the visitor has not been greeted there yet; from now on he has. @param {string} where */
function comesIn(where) {
  try {
    const greeted = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    if (greeted.includes(where)) return false;
    sessionStorage.setItem(KEY, JSON.stringify([...greeted, where]));
    return true;
  } catch {
    return false; // what cannot be kept would be said on every page
  }
}

/** Shows it, and takes it away. @param {HTMLElement} line @param {() => boolean} isThere @param {() => void} gone */
function show(line, isThere, gone) {
  setTimeout(
    () => isThere() && !still() && line.animate({ opacity: [1, 0] }, { duration: FADE_MS, easing: "ease-in" }),
    SHOWN_MS - FADE_MS,
  );
  setTimeout(() => isThere() && gone(), SHOWN_MS);
}

/**
 * In the place of a line of the page's, which comes back.
 * @param {HTMLElement} place
 * @param {string} where
 * @param {() => string} text
 */
export function greetAt(place, where, text) {
  if (!comesIn(where)) return;
  const line = el("p", { class: `${place.className} greeting`, role: "status", "data-testid": "greeting" });
  place.before(line);
  place.hidden = true;
  setTimeout(() => (line.textContent = text())); // a screen reader says what comes into a line that is there
  show(
    line,
    () => true,
    () => {
      line.remove();
      place.hidden = false;
    },
  );
}

/**
 * At a table, where words have one place.
 * @param {import("./state.js").Table} t
 * @param {HTMLElement} line of notes
 * @param {() => void} changed
 */
export function greetAtTable(t, line, changed) {
  const { feed } = t;
  if (!feed || !t.play || t.note || t.dry || isFrozen(t) || isUnderWay(t) || phase(t) === "over" || !comesIn(t.name))
    return;
  const taught = feed.wins + feed.draws + feed.losses;
  const text = (t.note = visitors.welcome(taught, number(taught), title(t)));
  line.classList.add("greeting");
  changed();
  show(
    line,
    () => t.note === text,
    () => {
      t.note = "";
      changed();
    },
  );
}
