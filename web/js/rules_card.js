/**
 * How a game is played: one line, how to win, and three moves, each drawn as it stands before and after. The visitor's
 * own side moves, and wins.
 */
import { el } from "./dom.js";
import { cellsOfMove } from "./notation.js";
import { picture } from "./picture.js";
import { words } from "./language.js";

/** @typedef {import("./protocol.js").Layout} Layout */
/**
 * @typedef {[string, string, string]} Step the position before, the move, and the position after it, as the game writes
 *   them
 */
/** @typedef {{words: string, steps: Step[]}} Rules the words under which its rules are told */

/** @type {Step[]} */
const NIM = [
  ["333", "b:1", "323"],
  ["323", "a:3", "023"],
  ["002", "c:2", "000"],
];

/**
 * By the game's name; with "-first": where the visitor moves first, if that changes more than colours.
 * @type {Record<string, Rules>}
 */
export const RULES = {
  "noughts-and-crosses": {
    words: "noughts-and-crosses",
    steps: [
      [".../.X./...", "a3", "O../.X./..."],
      ["O../.X./X..", "c3", "O.O/.X./X.."],
      ["O.O/.XX/X..", "b3", "OOO/.XX/X.."],
    ],
  },
  "noughts-and-crosses-first": {
    words: "noughts-and-crosses",
    steps: [
      ["..O/.X./...", "a3", "X.O/.X./..."],
      ["X.O/.X./..O", "c2", "X.O/.XX/..O"],
      ["XOO/.XX/..O", "a2", "XOO/XXX/..O"],
    ],
  },
  hexapawn: {
    words: "hexapawn",
    steps: [
      ["bbb/.../www w", "b1-b2", "bbb/.w./w.w b"],
      [".bb/.b./w.w w", "a1xb2", ".bb/.w./..w b"],
      ["bb./.wb/w.w w", "b2xa3", "wb./..b/w.w b"],
    ],
  },
  octapawn: {
    words: "hexapawn",
    steps: [
      ["bbbb/..../..../wwww w", "b1-b2", "bbbb/..../.w../w.ww b"],
      ["bb.b/..b./.w../w.ww w", "b2xc3", "bb.b/..w./..../w.ww b"],
      [".b.b/b.w./..../w.ww w", "c3-c4", ".bwb/b.../..../w.ww b"],
    ],
  },
  "extendapawn-4": {
    words: "hexapawn",
    steps: [
      ["bbbb/..../wwww w", "b1-b2", "bbbb/.w../w.ww b"],
      [".bbb/.b../w.ww w", "a1xb2", ".bbb/.w../..ww b"],
      ["bbb./.w.b/w.ww w", "b2xa3", "wbb./...b/w.ww b"],
    ],
  },
  "nim-3x3": { words: "nim", steps: NIM },
  "nim-3x3-misere": { words: "misere", steps: [...NIM.slice(0, 2), ["002", "c:1", "001"]] },
  "mini-checkers": {
    words: "checkers",
    steps: [
      ["...b/..b./..../w.w. w", "c1-d2", "...b/..b./...w/w... b"],
      ["..../b.w./...w/.... w", "c3-d4", "...W/b.../...w/.... b"],
      [".W../..../.b../w... w", "a1xc3", ".W../..w./..../.... b"],
    ],
  },
  "mini-checkers-russian": {
    words: "russian",
    steps: [
      [".b.b/..../..../w.w. w", "c1-b2", ".b.b/..../.w../w... b"],
      ["...b/w.../...b/..w. w", "a3-b4", ".W.b/..../...b/..w. b"],
      ["...W/..b./..../..w. w", "d4xa1", "..../..../..../W.w. b"],
    ],
  },
  "checkers-5x5": {
    words: "checkers",
    steps: [
      ["b.b.b/...../...../...../w.w.w b", "c5-d4", "b...b/...b./...../...../w.w.w w"],
      ["...../...w./w..../...b./..... b", "d2-e1", "...../...w./w..../...../....B w"],
      ["...../.b.../...../...w./....B b", "e1xc3", "...../.b.../..B../...../..... w"],
    ],
  },
  "go-2x2": {
    words: "go",
    steps: [
      ["w./.. b", "b1", "w./.b w"],
      ["bw/.. b", "b1", "b./.b w"],
      ["wb/.. b", "a1", ".b/b. w"],
    ],
  },
  "go-3x3": {
    words: "go",
    steps: [
      ["..w/.b./... b", "a2", "..w/bb./... w"],
      [".../b../w.. b", "b1", ".../b../.b. w"],
      [".b./bbb/ww. b", "c1", ".b./bbb/..b w"],
    ],
  },
};

/** The messages under which a game's rules are told: boards of other sizes have the same. @param {string} game */
const rulesName = (game) => RULES[game]?.words ?? (/^(octapawn|extendapawn)/.test(game) ? "hexapawn" : game);

/** The same with the sides' colours changed; men go the other way. @param {Layout} layout @param {string} position */
function changed(layout, position) {
  const [board = "", mover = ""] = position.split(" ");
  const swap = (/** @type {string} */ text) =>
    text.replace(/[wb]/gi, (piece) => ({ w: "b", b: "w", W: "B", B: "W" })[piece] ?? piece);
  return `${swap(layout.kind === "points" ? board : [...board].reverse().join(""))} ${swap(mover)}`.trim();
}

/**
 * The moves that are drawn, for who plays on that seat.
 * @param {string} game
 * @param {Layout} layout
 * @param {"first"|"second"} seat
 * @returns {Step[]}
 */
export function stepsOf(game, layout, seat) {
  const { steps } = (seat === "first" && RULES[`${game}-first`]) || RULES[game] || { steps: [] };
  const own = layout.movers?.[seat === "first" ? 0 : 1];
  if (!own || steps[0]?.[0].endsWith(` ${own}`)) return steps;
  return steps.map(([before, , after]) => [changed(layout, before), "", changed(layout, after)]);
}

/** Before, arrow, after. @param {Layout} layout @param {Step} step @param {boolean} wins */
function pair(layout, [before, move, after], wins) {
  /** @type {import("./picture.js").Mark[]} */
  const way =
    cellsOfMove(move).length > 1
      ? [{ bead: { name: "green", letter: "" }, moves: [move], count: 1, drawn: false, odds: 0 }]
      : [];
  return el(
    "div",
    { class: "pair" },
    el("span", {}, picture(layout, before, way)),
    el("b", { class: "then", "aria-hidden": "true" }, "→"),
    el("span", { class: wins ? "wins" : null }, picture(layout, after)),
  );
}

/**
 * The rules card.
 * @param {string} game
 * @param {Layout} layout
 * @param {"first"|"second"} seat the visitor's
 * @param {() => void} close
 */
export function rulesCard(game, layout, seat, close) {
  const text = words.games[rulesName(game)];
  const steps = stepsOf(game, layout, seat);
  return [
    el("div", { class: "heading" }, el("h2", { id: "rules-title" }, words.rules.title(text?.name ?? game))),
    el("p", { class: "rules-line" }, text?.line ?? "", " ", el("b", {}, text?.win ?? "")),
    el(
      "ol",
      { class: "steps" },
      ...steps.map((step, i) => el("li", {}, pair(layout, step, i === 2), el("span", {}, text?.steps[i] ?? ""))),
    ),
    el(
      "div",
      { class: "actions" },
      el(
        "button",
        { type: "button", class: "btn small", "data-testid": "rules-close", click: close },
        words.rules.close,
      ),
    ),
  ];
}
