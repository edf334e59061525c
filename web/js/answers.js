/**
 * What a solver knows of a game (who wins if nobody makes a mistake, which boxes hold none) is covered until the
 * visitor wants it: asked for that game, played three games of it, or took off the covers of the whole museum. Kept in
 * this browser alone. `answers=shown` in the address, for a projector or a kiosk, covers nothing; nor does a museum
 * whose server was told so (`--answers shown`).
 */

const KEY = "menagerie-answers";
export const GAMES = 3;

/**
 * @typedef {{shown?: boolean, asked?: string[], played?: Record<string, number>, votes?: Record<string, string>}} Kept
 *   by game
 */

/** Nothing is covered here, whatever the visitor wants. */
export const neverCovered =
  document.documentElement.dataset.answers === "shown"
  || new URLSearchParams(location.search).get("answers") === "shown";
/** @type {Kept} where nothing can be kept it lasts as long as this page */
let here = {};
/** @type {Set<() => void>} */
const waiting = new Set();
addEventListener("storage", ({ key }) => key === KEY && tell());

/** @returns {Kept} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return here;
  }
}

/** @param {Kept} more */
function keep(more) {
  here = { ...kept(), ...more };
  try {
    localStorage.setItem(KEY, JSON.stringify(here));
  } catch {
    // no storage
  }
  tell();
}

function tell() {
  for (const each of waiting) each();
}

/**
 * Calls it whenever an answer may have been covered or uncovered, also from another tab.
 * @param {() => void} changed
 */
export const whenChanged = (changed) => waiting.add(changed);

/** Whether no answer of the museum is covered. */
export const isShown = () => neverCovered || kept().shown === true;

/** Whether the answers of all these games are told. @param {string[]} games */
export function isTold(...games) {
  const { asked = [], played = {} } = kept();
  return isShown() || games.every((game) => asked.includes(game) || (played[game] ?? 0) >= GAMES);
}

/** The boxes as they may be shown. @param {string} game @param {import("./protocol.js").Box[]} boxes */
export const covered = (game, boxes) => (isTold(game) ? boxes : boxes.map((box) => ({ ...box, solved: null })));

/** The visitor wants to know. @param {string[]} games */
export const ask = (...games) => keep({ asked: [...new Set([...(kept().asked ?? []), ...games])] });

/** A game has been played to its end. @param {string} game */
export function played(game) {
  const { played: before = {} } = kept();
  keep({ played: { ...before, [game]: (before[game] ?? 0) + 1 } });
}

/** For the whole museum: shows all, or covers all, also what was told before. @param {boolean} shown */
export const showAll = (shown) => keep({ shown, asked: [], played: {} });

/** Who wins, as the visitor thinks, or undefined. @param {string} game */
export const voteOf = (game) => kept().votes?.[game];

/** @param {string} game @param {string} who */
export const vote = (game, who) => keep({ votes: { ...kept().votes, [game]: who } });
