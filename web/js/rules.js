/** How a game is played: one line, how to win, and three steps drawn from the game's own positions. */
import { el } from "./dom.js";
import { picture } from "./picture.js";
import { words } from "./language.js";

/** @typedef {import("./protocol.js").Layout} Layout */
/** @typedef {{words: string, steps: [string, string, string]}} Rules the words under which its rules are told, and three positions */

/** By the game's name. Positions are written as the game writes them. @type {Record<string, Rules>} */
export const RULES = {
  "noughts-and-crosses": { words: "noughts-and-crosses", steps: [".../.../...", "O../.X./...", "O.X/OX./X.."] },
  hexapawn: { words: "hexapawn", steps: ["bbb/w../.ww b", "b.b/b../.ww w", "w.b/..b/... b"] },
  octapawn: { words: "hexapawn", steps: ["bbbb/..../w.../.www b", "b.bb/..../b.../.www w", "w..b/..b./..../...w b"] },
  "extendapawn-4": { words: "hexapawn", steps: ["bbbb/w.../.www b", "b.bb/b.../.www w", "w..b/..b./...w b"] },
  "nim-3x3": { words: "nim", steps: ["333", "313", "000"] },
  "nim-3x3-misere": { words: "misere", steps: ["333", "313", "001"] },
  "mini-checkers": { words: "checkers", steps: ["...b/b.../..../w.w. w", ".b../..../..../B.w. w", ".b../..../..../B... w"] },
  "mini-checkers-russian": { words: "russian", steps: [".b.b/..../.w../..w. b", ".b.W/..../..../..w. b", "...W/..../..../..w. b"] },
  "checkers-5x5": { words: "checkers", steps: ["..b.b/.b.../...../...../w.w.w w", "..b.b/...../...../...b./w...w w", "..b.b/...../...../...b./..... w"] },
  "go-2x2": { words: "go", steps: ["../.. b", "b./w. b", "b./.b w"] },
  "go-3x3": { words: "go", steps: [".../.../... b", "wb./.../... b", ".b./b../... w"] },
};

/** The messages under which a game's rules are told: boards of other sizes have the same. @param {string} game */
export const rulesName = (game) => RULES[game]?.words ?? (/^(octapawn|extendapawn)/.test(game) ? "hexapawn" : game);

/** @param {string} game @param {Layout} layout @returns {Rules} */
function rulesOf(game, layout) {
  const start = layout.start ?? "";
  return RULES[game] ?? { words: rulesName(game), steps: [start, start, start] };
}

const KEY = "menagerie rules";
const key = (/** @type {string} */ game) => `${KEY} ${game}`;

/** Whether the visitor has seen this game's rules. @param {string} game */
export function known(game) {
  try {
    return localStorage.getItem(key(game)) !== null;
  } catch {
    return false;
  }
}

/** @param {string} game */
export function remember(game) {
  try {
    localStorage.setItem(key(game), "1");
  } catch {
    // the rules will be shown again
  }
}

/** The rules card. @param {string} game @param {Layout} layout @param {() => void} close */
export function rulesCard(game, layout, close) {
  const rules = rulesOf(game, layout);
  const text = words.games[rules.words];
  const steps = rules.steps.map((position, i) => el("li", {},
    picture(layout, position, [], words.rules.step(i + 1)), el("span", {}, text?.steps[i] ?? "")));
  return [
    el("div", { class: "heading" }, el("h2", { id: "rules-title" }, words.rules.title(text?.name ?? game))),
    el("p", {}, text?.line ?? "", " ", el("b", {}, text?.win ?? "")),
    el("ol", { class: "steps" }, ...steps),
    el("div", { class: "actions" }, el("button", { type: "button", class: "btn small", "data-testid": "rules-close", click: close }, words.rules.close)),
  ];
}

/** The rules in their place on the stage: open on a visitor's first game of that kind, and at every touch of the button. */
export class RulesPanel {
  /** @param {HTMLElement} panel @param {HTMLElement} button */
  constructor(panel, button) {
    this.panel = panel;
    this.button = button;
    this.game = this.over = "";
    this.asked = false; // the visitor opened it: it stays until the visitor closes it, or the game is over
    button.addEventListener("click", () => {
      this.asked = this.panel.hidden;
      this.open(this.panel.hidden);
    });
  }

  /** @param {string} game @param {Layout} layout */
  set(game, layout) {
    this.game = game;
    this.panel.replaceChildren(...rulesCard(game, layout, () => this.open(false)));
    this.open(!known(game));
  }

  /** @param {boolean} open */
  open(open) {
    if (this.game && !open) remember(this.game);
    this.panel.hidden = !open;
    this.button.setAttribute("aria-expanded", String(open));
  }

  /** There is no game to play: what else is there comes first, and the rules stay unseen. */
  stepAside() {
    if (this.asked || this.panel.hidden) return;
    this.panel.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
  }

  /** A game has begun, or one is over: what happens on the stage is to be seen. @param {string} over the episode that has just ended, or "" */
  yield(over) {
    const ended = over !== "" && over !== this.over;
    this.over = over;
    if (!this.panel.hidden && (ended || !this.asked)) this.open(false);
  }
}
