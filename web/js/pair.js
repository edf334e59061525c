/**
 * Two machines at one board: their walls on both sides, beads that leave and enter them, and a bell. The address is the
 * run.
 */
import { beadOf } from "./bead.js";
import { byId, el } from "./dom.js";
import { visitorHere } from "./kiosk_entry.js";
import { counted, number, translate, words } from "./language.js";
import { still } from "./motion.js";
import { picture } from "./picture.js";
import { here } from "./root.js";

/** @typedef {{box: string, turn: number, moves: string[], beads: number}} Box as it is at first */
/**
 * @typedef {{game: number, seat: string, result: "win"|"draw"|"loss", resigned: string|null, boards: string[],
 *   draws: number[][], other_draws: number[][], changes: number[][], other_changes: number[][]}} Game
 */
/**
 * @typedef {{experiment: any, layout: import("./protocol.js").Layout, sides: Box[][], games: Game[], end: any}} Life
 */

const say = words.pair;
const PRESETS = /** @type {const} */ ({
  rat: "machine=hexapawn&seat=first&rule=gardner-her&against=her&games=60&stop=dry",
  marktwo: "machine=hexapawn&seat=first&rule=mark-two&against=her&games=60",
  them: "machine=him&rule=gardner-her&against=her&games=200&stop=dry,defeats:12",
  himher: "machine=him&against=her&games=50",
});
const PLY_MS = /** @type {Record<string, number>} */ ({ slow: 700, quick: 60, all: 0 });
const BEADS_SHOWN = 12;

/** @type {Life|null} */
let life = null;
let at = 0; // games that were shown
let running = false;
let runs = 0; // of Go: only the newest goes on
/** @type {Promise<void>|null} the game that is being shown */
let showing = null;
let version = 0;
let speed = "quick";
let wins = [0, 0];
/** What lies in each box now, by side. @type {number[][][]} */
let counts = [[], []];
/** @type {HTMLElement[][]} */
let drawn = [[], []];

const query = () => location.hash.slice(1) || PRESETS.rat;
const preset = () => Object.entries(PRESETS).find(([, spec]) => query().replace(/&seed=\d+/, "") === spec)?.[0] ?? "";
const button = (/** @type {"run"|"one"|"again"} */ id, /** @type {() => void} */ click) =>
  el(
    "button",
    { type: "button", class: `btn small${id === "run" ? "" : " quiet"}`, "data-testid": id, click },
    say[id],
  );
const go = button("run", () => {
  if (running) running = false;
  else play();
  drawGo();
});
const one = button("one", () => {
  running = false;
  drawGo();
  step(still() ? 0 : (PLY_MS[speed] ?? 0));
});

/** @param {number} side */
function name(side) {
  const { machine, other } = life?.experiment ?? {};
  const row = side === 0 ? machine : other;
  if (preset() === "them") return say.players[side === 0 ? "them" : "weiland"] ?? "";
  return (
    (side === 0 && say.players[preset()])
    || /** @type {Record<string, string>} */ (words.titles)[row?.name]
    || row?.name
    || "…"
  );
}

/** A life that is on its way is not played yet. @param {boolean} is */
function loading(is) {
  go.disabled = one.disabled = is;
}

/** Shows that life, or this one anew. @param {string} spec */
function choose(spec) {
  loading(true);
  if (query() === spec) open();
  else location.hash = spec;
}

/** Asks for the life that the address names. */
async function open() {
  version += 1;
  const now = version;
  running = false;
  loading(true);
  if (life) byId("told").textContent = say.working;
  try {
    const answer = await fetch(`${here("api/v1/experiments")}?${query()}&boards=1`);
    if (!answer.ok) throw new Error(answer.status === 400 ? (await answer.json()).detail : say.failed);
    const lines = (await answer.text())
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const { board: layout } = await (await fetch(here(`api/v1/games/${lines[0].experiment.machine.game}`))).json();
    if (now !== version) return;
    const { boxes, other_boxes: others } = lines.find((line) => line.boxes);
    life = {
      experiment: lines[0].experiment,
      layout,
      sides: [boxes, others ?? []],
      games: lines.filter((line) => line.game),
      end: lines.at(-1).end,
    };
    begin();
    loading(false);
  } catch (error) {
    if (now !== version) return;
    // what the browser itself says of a lost network or a cut answer is English, whatever the page speaks
    const own = error instanceof TypeError || error instanceof SyntaxError || !(error instanceof Error);
    byId("told").textContent = own ? say.failed : error.message;
  }
}

/** Both walls as they are at first. */
function begin() {
  if (!life) return;
  const { layout } = life;
  at = 0;
  wins = [0, 0];
  counts = life.sides.map((boxes) => boxes.map(({ moves, beads }) => moves.map(() => beads)));
  drawn = life.sides.map((boxes) => boxes.map((_, i) => el("div", { class: "small-box", "data-box": i + 1 })));
  ["one", "two"].forEach((id, side) => {
    byId(id).replaceChildren(...(drawn[side] ?? []));
    byId(`${id}-name`).textContent = name(side);
    drawn[side]?.forEach((_, box) => drawBox(side, box));
  });
  byId("board").replaceChildren(picture(layout, layout.start ?? ""));
  byId("told").textContent = say.ready;
  byId("about").textContent = say.about[preset()] ?? "";
  byId("command").textContent = `${say.spec(query())}\n${location.href}`;
  for (const each of document.querySelectorAll("[data-preset]"))
    each.setAttribute("aria-pressed", String(each.getAttribute("data-preset") === preset()));
  drawFigures();
  drawGo();
}

/** @param {number} side @param {number} box */
function drawBox(side, box) {
  const place = drawn[side]?.[box];
  const about = life?.sides[side]?.[box];
  const beads = counts[side]?.[box];
  if (!place || !about || !beads || !life) return;
  const { layout } = life;
  const dots = about.moves.flatMap((move, i) =>
    Array.from({ length: Math.min(BEADS_SHOWN, beads[i] ?? 0) }, () =>
      el("i", { class: `dot-bead k-${beadOf(layout, i, move).name}` }),
    ),
  );
  place.classList.toggle(
    "empty",
    beads.every((count) => count === 0),
  );
  place.replaceChildren(el("small", {}, String(box + 1)), ...dots);
}

function drawFigures() {
  if (!life) return;
  byId("game-name").textContent = at
    ? say.game(number(at), number(life.games.length))
    : life.experiment.machine.game === "hexapawn"
      ? (words.games.hexapawn?.name ?? "")
      : name(0);
  ["one", "two"].forEach((id, side) => {
    byId(`${id}-wins`).textContent = say.wins(number(wins[side] ?? 0));
  });
}

function drawGo() {
  go.textContent = running ? say.pause : say.run;
}

const wait = (/** @type {number} */ ms) => new Promise((next) => setTimeout(next, ms));

/** Opens the boxes of the moves one after the other. @param {Game} game @param {number} ms */
async function showMoves(game, ms) {
  if (!life) return;
  const now = version;
  const by = [
    ...game.draws.map(([ply, box]) => ({ ply, box, side: 0 })),
    ...game.other_draws.map(([ply, box]) => ({ ply, box, side: 1 })),
  ];
  for (const [ply, board] of game.boards.entries()) {
    if (now !== version) return;
    byId("board").replaceChildren(picture(life.layout, board));
    const draw = by.find((each) => each.ply === ply);
    if (draw) drawn[draw.side]?.[(draw.box ?? 0) - 1]?.classList.add("open");
    if (ms) await wait(ms);
  }
}

/** Shows the next game, or goes on with the one that is being shown: none is counted twice. @param {number} ms a ply */
function step(ms) {
  showing ??= showGame(ms).finally(() => {
    showing = null;
  });
  return showing;
}

/** @param {number} ms a ply */
async function showGame(ms) {
  const game = life?.games[at];
  if (!game || !life) return;
  const now = version;
  for (const box of document.querySelectorAll(".small-box.open, .small-box.gains, .small-box.loses"))
    box.classList.remove("open", "gains", "loses");
  if (ms) await showMoves(game, ms);
  else byId("board").replaceChildren(picture(life.layout, game.boards.at(-1) ?? ""));
  if (now !== version) return;
  [game.changes, game.other_changes].forEach((changes, side) =>
    changes.forEach(([box = 1, bead = 0, before = 0, after = 0]) => {
      const lies = counts[side]?.[box - 1];
      if (!lies) return;
      lies[bead] = after;
      drawBox(side, box - 1);
      drawn[side]?.[box - 1]?.classList.add(after > before ? "gains" : "loses");
    }),
  );
  at += 1;
  const winner = game.result === "win" ? 0 : game.result === "loss" ? 1 : -1;
  if (winner >= 0) wins[winner] = (wins[winner] ?? 0) + 1;
  drawFigures();
  tell(game, winner);
}

/** @param {Game} game @param {number} winner */
function tell(game, winner) {
  if (!life) return;
  const {
    end,
    games: { length },
  } = life;
  const over = at >= length;
  const bell = [end.last_win, end.last_defeat].findIndex(
    (last, side) => last === game.game && last < length - 1 && winner === side,
  );
  byId("told").classList.toggle("bell", bell >= 0);
  const loser = winner >= 0 ? 1 - winner : 0;
  const end_words = winner < 0 ? say.drawn : game.resigned ? say.resigns(name(loser)) : say.won(name(winner));
  if (over) {
    const last = Math.min(end.last_win ?? 0, end.last_defeat ?? 0);
    const rung = last > 0 && last < length - 1 ? `${say.bell(name(end.last_win === last ? 0 : 1), number(last))} ` : "";
    byId("told").textContent =
      `${end_words} ${rung}${say.over(name(0), counted("games", wins[0] ?? 0), name(1), number(wins[1] ?? 0))}`;
    running = false;
    drawGo();
  } else byId("told").textContent = bell >= 0 ? say.bell(name(bell), number(game.game)) : end_words;
}

async function play() {
  if (!life) return;
  if (at >= life.games.length) begin();
  running = true;
  drawGo();
  const now = version;
  const mine = (runs += 1);
  while (running && mine === runs && now === version && life && at < life.games.length) {
    const ms = still() ? 0 : (PLY_MS[speed] ?? 60);
    await step(ms);
    if (ms) await wait(ms * 3);
    else if (at % 20 === 0) await wait(0);
  }
}

/** Another seed, another life. */
function another() {
  const seed = Number(query().match(/&seed=(\d+)/)?.[1] ?? 1) + 1;
  choose(`${query().replace(/&seed=\d+/, "")}&seed=${seed}`);
}

translate();
document.title = say.titleOfPage;
await visitorHere();
byId("presets").replaceChildren(
  .../** @type {(keyof typeof PRESETS)[]} */ (Object.keys(PRESETS)).map((key) =>
    el(
      "button",
      {
        type: "button",
        class: "btn small quiet",
        "data-preset": key,
        "aria-pressed": "false",
        click: () => choose(PRESETS[key]),
      },
      say.names[key],
    ),
  ),
);
byId("go").replaceChildren(
  go,
  one,
  button("again", another),
  el(
    "fieldset",
    { class: "choices" },
    el("legend", { class: "hear" }, say.speed),
    ...Object.entries(say.speeds).map(([key, label]) =>
      el(
        "label",
        {},
        el("input", {
          type: "radio",
          name: "speed",
          value: key,
          checked: key === speed,
          change: () => {
            speed = key;
          },
        }),
        el("span", {}, label),
      ),
    ),
  ),
);
addEventListener("hashchange", open);
open();
