/**
 * Boards on which a solver answers every move: who can always win, and how soon. The address is the game and the moves
 * so far.
 */
import { Board } from "./board.js";
import { byId, el } from "./dom.js";
import { visitorHere } from "./kiosk_entry.js";
import { translate, words } from "./language.js";
import { sideColour } from "./notation.js";
import { short } from "./phrases.js";
import { here } from "./root.js";

/** @typedef {import("./protocol.js").Layout} Layout */
/** @typedef {import("./protocol.js").Analysis} Analysis */
/** @typedef {Analysis["moves"][0]} Proved a move */
/** @typedef {"win"|"draw"|"loss"} Worth to who is to move */

const say = words.answers;
const COLUMNS = ["3", "4", "5", "6", "7", "8"];
/**
 * What the books tell of: a first move, by the key of its words, or as Gardner writes it.
 * @type {Record<string, [string, string][]>}
 */
const TRIES = {
  hexapawn: [
    ["middle", "b1-b2"],
    ["side", "a1-a2"],
  ],
  octapawn: [
    ["corner", "a1-a2"],
    ["middle", "b1-b2"],
  ],
  extendapawn: [],
  "mini-checkers": [
    ["C5", "b4-a3"],
    ["C6", "b4-c3"],
    ["D6", "d4-c3"],
  ],
  "go-3x3": [
    ["middle", "b2"],
    ["side", "a2"],
    ["corner", "a1"],
  ],
  "nim-3x3": [
    ["whole", "a:3"],
    ["one", "a:1"],
  ],
};
const FIRST = "octapawn";
const SIGNS = { win: "✓", draw: "=", loss: "✗" };

/** A game without its number of columns. @param {string} game */
const kind = (game) => game.replace(/^(extendapawn)-\d$/, "$1");

/** @param {string} game @param {string[]} line */
const address = (game, line) => `#${game}${line.length ? `/${line.join(",")}` : ""}`;

/** What the address names. @returns {{game: string, line: string[]}} */
function named() {
  const [game = "", moves = ""] = location.hash
    .slice(1)
    .replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(parseInt(code, 16)))
    .split("/");
  return { game: game || FIRST, line: moves ? moves.split(",") : [] };
}

/** How good a move is to who makes it: the more, the better. @param {Analysis} analysis @param {Proved} move */
function merit({ to_move: side }, { value, plies, points }) {
  const sign = side === "first" ? 1 : -1;
  if (points !== null) return sign * points;
  return sign * value * (1000 - (plies ?? 0));
}

/** @param {number} merit @returns {Worth} */
const worthOf = (merit) => (merit > 0 ? "win" : merit < 0 ? "loss" : "draw");

/** @param {Analysis} analysis @param {Proved} move */
function told(analysis, move) {
  const worth = worthOf(merit(analysis, move));
  if (worth === "draw") return say.draw;
  if (move.points !== null) return (worth === "win" ? say.winBy : say.lossBy)(Math.abs(move.points));
  return say[worth](move.plies ?? 0);
}

/** What a side is called on that board. @param {Layout} layout @param {"first"|"second"} side */
function sideName(layout, side) {
  const letter = layout.movers[side === "first" ? 0 : 1];
  return say.sides[letter ? sideColour(layout, letter) : side];
}

/** The sentence over the board. @param {Layout} layout @param {Analysis} analysis */
function verdict(layout, { to_move: side, value, plies, points, end }) {
  const winner = sideName(layout, value > 0 ? "first" : "second");
  const by = Math.abs(points ?? 0);
  if (end && value === 0) return say.drawn;
  if (end) return points === null ? say.won(winner) : say.wonBy(winner, by);
  const all = value === 0 ? say.nobody : points === null ? say.wins(winner, plies ?? 0) : say.ahead(winner, by);
  return `${say.turn(sideName(layout, side))} ${all}`;
}

/** A board that says at each cell what a move there is worth. */
class ProvedBoard extends Board {
  /** @type {Analysis|null} */
  analysis = null;

  /** @param {import("./board.js").BoardView} view */
  draw(view) {
    super.draw(view);
    const { analysis, chosen } = this;
    for (const cell of this.cells) {
      const name = cell.dataset.cell ?? "";
      const moves = cell.dataset.mark && analysis ? analysis.moves.filter(({ move }) => leads(move, chosen, name)) : [];
      const best = moves.reduce(
        (/** @type {Proved|null} */ most, move) =>
          analysis && (!most || merit(analysis, move) > merit(analysis, most)) ? move : most,
        null,
      );
      if (!best || !analysis) {
        delete cell.dataset.worth;
        continue;
      }
      cell.dataset.worth = worthOf(merit(analysis, best));
      cell.dataset.sign = SIGNS[worthOf(merit(analysis, best))];
      cell.setAttribute("aria-label", `${cell.getAttribute("aria-label")}, ${told(analysis, best)}`);
    }
  }
}

/**
 * Whether a move goes on as was chosen, and by that cell.
 * @param {string} move
 * @param {string[]} chosen
 * @param {string} name
 */
function leads(move, chosen, name) {
  if (move === name) return true;
  const cells = move.split(/[-x]/);
  if (cells.length < 2) return false;
  if (chosen.includes(name) || !chosen.length) return cells[0] === name;
  return chosen.every((cell, i) => cells[i] === cell) ? cells.indexOf(name) >= chosen.length : cells[0] === name;
}

/** @type {Map<string, Promise<any>>} what was asked for, by its address */
const asked = new Map();

/** @param {string} path @returns {Promise<any>} */
function ask(path) {
  const known = asked.get(path);
  if (known) return known;
  const answer = fetch(here(`api/v1/games/${path}`)).then((it) => {
    if (!it.ok) throw new Error(it.status === 400 || it.status === 404 ? say.bad : say.failed);
    return it.json();
  });
  asked.set(path, answer);
  answer.catch(() => asked.delete(path));
  return answer;
}

/** The line that was gone furthest, of which the board shows a part. @type {{game: string, line: string[]}} */
let furthest = { game: "", line: [] };
let version = 0;
/** @type {{game: string, board: ProvedBoard}|null} */
let standing = null;

const button = (/** @type {"back"|"forward"|"again"} */ id, /** @type {() => void} */ click) =>
  el("button", { type: "button", class: "btn small quiet", "data-testid": id, click }, say[id]);
/** @param {number} length of the furthest line */
const part = (length) => {
  location.hash = address(furthest.game, furthest.line.slice(0, Math.max(0, length)));
};
const back = button("back", () => part(named().line.length - 1));
const forward = button("forward", () => part(named().line.length + 1));
const again = button("again", () => part(0));

/** @param {string} move */
function play(move) {
  const { game, line } = named();
  location.hash = address(game, [...line, move]);
}

/** Asks for what the address names, and shows it. */
async function show() {
  version += 1;
  const now = version;
  const { game, line } = named();
  choose(game, line);
  const thinking = setTimeout(() => {
    if (now === version) byId("verdict").textContent = say.working;
  }, 400);
  try {
    const moves = line.map(encodeURIComponent).join(",");
    const [{ board: layout }, analysis] = await Promise.all([
      ask(game),
      ask(`${encodeURIComponent(game)}/analysis${moves ? `?moves=${moves}` : ""}`),
    ]);
    if (now === version) drawAnswer(layout, analysis);
  } catch (error) {
    if (now !== version) return;
    byId("verdict").textContent = error instanceof TypeError || !(error instanceof Error) ? say.failed : error.message;
    byId("moves").replaceChildren();
  } finally {
    clearTimeout(thinking);
  }
}

/** What can be chosen, and what the books say of the game. @param {string} game @param {string[]} line */
function choose(game, line) {
  const going = furthest.game === game && line.every((move, i) => furthest.line[i] === move);
  if (!going || furthest.line.length < line.length) furthest = { game, line };
  for (const each of document.querySelectorAll("[data-game]"))
    each.setAttribute(
      "aria-pressed",
      String(each.getAttribute("data-game") === (each.closest("#columns") ? game : kind(game))),
    );
  byId("columns").hidden = kind(game) !== "extendapawn";
  byId("asked").textContent = say.asked[kind(game)] ?? "";
  // who is on a link by the keyboard stays there
  if (byId("tries").dataset.of !== game)
    byId("tries").replaceChildren(
      ...(TRIES[kind(game)] ?? []).map(([key, move]) =>
        el("a", { class: "btn small quiet", href: address(game, [move]) }, say.tries[key] ?? key),
      ),
    );
  byId("tries").dataset.of = game;
  byId("board-title").textContent = kind(game) === "extendapawn" ? say.wide(game.slice(-1)) : (say.names[game] ?? "…");
  for (const each of [back, again]) each.setAttribute("aria-disabled", String(line.length === 0));
  forward.setAttribute("aria-disabled", String(line.length >= furthest.line.length));
  const inside = byId("line").contains(document.activeElement);
  byId("line").replaceChildren(
    ...[say.start, ...furthest.line.map(short)].map((text, i) =>
      el(
        "li",
        {},
        el(
          "a",
          { href: address(game, furthest.line.slice(0, i)), "aria-current": i === line.length ? "true" : null },
          text,
        ),
      ),
    ),
  );
  if (inside) /** @type {HTMLElement|null} */ (byId("line").querySelector("[aria-current]"))?.focus();
}

/** @param {Layout} layout @param {Analysis} analysis */
function drawAnswer(layout, analysis) {
  const { game, line, position, moves, end } = analysis;
  if (standing?.game !== game) {
    const place = byId("board");
    place.style.setProperty("--columns", String(layout.columns));
    place.style.setProperty("--rows", String(layout.kind === "piles" ? 3 : layout.rows));
    standing = {
      game,
      board: new ProvedBoard(place, layout, {
        move: play,
        skip: () => {},
        wrong: (why) => {
          byId("wrong").textContent = why;
        },
        point: () => {},
      }),
    };
  }
  standing.board.analysis = analysis;
  standing.board.draw({
    position,
    ply: line.length,
    phase: end ? "over" : "your-turn",
    legal: moves.map(({ move }) => move),
    last: line.at(-1) ?? null,
    pending: null,
    bead: null,
    end,
  });
  byId("wrong").textContent = "";
  byId("verdict").textContent = verdict(layout, analysis);
  drawMoves(analysis);
  document.body.dataset.shown = address(game, line);
}

/** The moves, the best first. @param {Analysis} analysis */
function drawMoves(analysis) {
  const list = byId("moves");
  const inside = list.contains(document.activeElement);
  const sorted = analysis.moves
    .map((move) => ({ move, merit: merit(analysis, move) }))
    .sort((a, b) => b.merit - a.merit);
  list.replaceChildren(
    ...sorted.map(({ move, merit: its }) => {
      const best = its === sorted[0]?.merit;
      return el(
        "li",
        {},
        el(
          "button",
          {
            type: "button",
            class: `proved ${worthOf(its)}`,
            "data-move": move.move,
            "data-best": best,
            click: () => play(move.move),
          },
          el("b", {}, short(move.move), move.published && el("small", {}, ` ${move.published}`)),
          el("span", {}, told(analysis, move)),
          best && el("i", { "aria-hidden": "true" }, "★"),
          best && el("span", { class: "hear" }, `, ${say.best}`),
        ),
      );
    }),
  );
  if (inside) (list.querySelector("button") ?? back).focus();
}

translate();
document.title = say.titleOfPage;
await visitorHere();
const chip = (/** @type {string} */ game, /** @type {string} */ text) =>
  el(
    "button",
    {
      type: "button",
      class: "btn small quiet",
      "data-game": game,
      "aria-pressed": "false",
      click: () => {
        location.hash = address(game === "extendapawn" ? "extendapawn-4" : game, []);
      },
    },
    text,
  );
byId("games").replaceChildren(...Object.keys(TRIES).map((game) => chip(game, say.names[game] ?? game)));
byId("columns").replaceChildren(...COLUMNS.map((columns) => chip(`extendapawn-${columns}`, columns)));
byId("steps").replaceChildren(back, forward, again);
addEventListener("hashchange", show);
await show();
