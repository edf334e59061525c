/**
 * The laboratory: a bench on which any machine is taught with other beads, rewards and opponents, and another rule
 * beside it. The address is the run.
 */
import * as api from "./api.js";
import { ScoreChart } from "./books_chart.js";
import { byId, el } from "./dom.js";
import { visitorHere } from "./kiosk_entry.js";
import { ask, Bench } from "./lab_bench.js";
import { besideRows, read, rows } from "./lab_form.js";
import { drawLinks, drawRule, drawTable } from "./lab_paper.js";
import { besideOf, besideRule, linkOf, ruleOf, settingsOf } from "./lab_spec.js";
import { LabStage } from "./lab_stage.js";
import { LabWall } from "./lab_wall.js";
import { about, number, translate, words } from "./language.js";
import { still } from "./motion.js";
import { readOnly } from "./root.js";

/** @typedef {import("./lab_spec.js").Settings} Settings */

const say = words.lab;
const STEPS_A_SECOND = /** @type {Record<string, number>} */ ({ moves: 1.1, slow: 2, quick: 60 }); // moves, or games
const LIVES = 1000;
const GAMES_IN_ALL = 300_000; // what a server plays for one answer, if it was not told otherwise
const BOXES_A_FRAME = 24; // of a fast run, drawn anew
const DEAR = 20; // games against the best reply, and strengths, count so many

translate();
document.title = say.titleOfPage;
await visitorHere();
const [machines, rules] = await known();
let { settings, machine, beside, hidden } = settingsOf(location.hash.slice(1), machines, rules);
/** @type {Bench[]} the one beside it is the second */
let benches = [];
let at = 0; // the bench whose settings, boxes and board are shown
let running = false;
/** @type {number[]} */
let kept = [];
/** @type {ScoreChart|null} */
let chart = null;
/** @type {import("./books_chart.js").Quantiles[]} */
let band = [];
let runs = 0; // only the last one goes on
let version = 0; // of the settings: what was asked for others is dropped
let speed = "quick";
/** @type {import("./lab_seat.js").Seat|null} where the visitor plays himself */
let seat = null;

const form = /** @type {HTMLFormElement} */ (byId("settings"));
const fields = byId("fields");
const told = byId("told");
const wall = new LabWall(byId("wall"), say);
const stage = new LabStage();
const shown = () => /** @type {Bench} */ (benches[at] ?? benches[0]);
const first = () => /** @type {Bench} */ (benches[0]);
const button = (/** @type {string} */ id, /** @type {() => void} */ click, quiet = true) =>
  el(
    "button",
    { type: "button", class: `btn small${quiet ? " quiet" : ""}`, "data-testid": id, click },
    /** @type {any} */ (say)[id],
  );
const run = button("run", () => (running ? pause() : start()), false);

/** The machines and rules that the bench has. Without the server the page says so, and goes no further. */
async function known() {
  try {
    const [all, rules] = await Promise.all([api.machines(), api.rules()]);
    return /** @type {const} */ ([all.filter(({ game }) => !/^(go|checkers-5)/.test(game)), rules]);
  } catch {
    byId("told").textContent = say.failed;
    byId("bench").removeAttribute("data-empty");
    return /** @type {Promise<never>} */ (new Promise(() => {}));
  }
}

const several = () =>
  Math.max(
    2,
    Math.min(
      LIVES,
      Math.floor(GAMES_IN_ALL / Number(settings.games) / (settings.against?.includes("best") ? DEAR : 1)),
    ),
  );

/** Everything from the start: the settings have changed. */
async function reset() {
  version += 1;
  running = false;
  seat?.leave();
  seat = null;
  const now = version;
  benches = [settings, ...(beside ? [beside] : [])].map((each) => new Bench(each, machine, rules));
  at = Math.min(at, benches.length - 1);
  band = [];
  history.replaceState(null, "", `#${linkOf(first().query, beside ? besideRule(beside, rules) : "", hidden)}`);
  byId("view-title").textContent = machine.title;
  told.textContent = say.ready;
  drawChart();
  drawLinks(benches, machine.name);
  drawControls();
  await Promise.all(benches.map((bench) => bench.prepare().catch(() => {})));
  if (now === version) look();
}

/** The bench that is looked at has changed. */
function look() {
  byId("bench").removeAttribute("data-empty");
  wall.show(shown());
  stage.draw(shown());
  drawFirst();
  drawRule(shown());
}

/**
 * The lives of these settings; each is asked for once.
 * @param {boolean} moves whether they are to be seen move by move
 */
async function lived(moves) {
  const now = version;
  const before = benches.map(({ life }) => life);
  if (before.includes(null)) told.textContent = say.working;
  try {
    await Promise.all(
      benches.map(async (bench, i) => {
        if (i) await frame();
        return bench.live(moves);
      }),
    );
  } catch (error) {
    if (now === version) failed(error);
    return false;
  }
  if (now !== version) return false;
  if (before.includes(null)) {
    await frame();
    if (now === version) drawChart();
  }
  return now === version;
}

/** The chart anew, with all that is known by now. */
function drawChart() {
  const [one, two] = benches;
  const games =
    Math.max(one?.life?.games.length ?? 0, two?.life?.games.length ?? 0, band.length) || Number(settings.games);
  chart = new ScoreChart({
    games: Math.max(games, one?.life ? 10 : 1),
    even: say.even,
    band,
    kept,
    life: one?.life?.scores ?? [-6, 6],
    beside: two?.life?.scores ?? [],
  });
  byId("chart").replaceChildren(
    chart.drawing,
    el(
      "ul",
      { class: "legend", hidden: benches.length < 2 },
      el("li", { class: "one" }, say.benches[0]),
      el("li", { class: "two" }, say.benches[1]),
    ),
  );
  drawCurves();
}

const drawCurves = () => chart?.show(...benches.map(({ life, shown }) => life?.scores.slice(0, shown) ?? []));

/** What a run changes beside the curve. */
const parts = [
  (/** @type {number} */ most = Infinity) => wall.draw(most),
  () => stage.drawWords(shown()),
  () => stage.drawBoard(shown()),
  () => stage.drawLabel(shown()),
  () => stage.drawBeads(shown(), 0),
  () => stage.drawBeads(shown(), 1),
  () => drawRule(shown()),
  () => drawFirst(),
];

/** What stands for a run that is not going on. */
const rest = [
  () => drawTable(benches),
  () => {
    running = false;
    drawControls();
  },
  () => {
    told.textContent = benches.every((bench) => bench.over) ? result() : playing();
  },
];
let frames = 0; // of a fast run

/**
 * All of it anew; in a fast run one thing in every other frame, the curve and something else by turns: all at once is
 * too much for one frame of a slow phone.
 * @param {boolean} [fast]
 */
function show(fast = false) {
  if (fast) {
    frames += 1;
    if (frames % 4 === 0) parts[(frames / 4) % parts.length]?.(BOXES_A_FRAME);
    else if (frames % 4 === 2) drawCurves();
    return;
  }
  if (benches.every((bench) => bench.over)) running = false;
  for (const part of [drawCurves, ...parts, ...(running ? [] : rest)]) part();
}

const playing = () =>
  shown().ply > 0
    ? String(byId("now").textContent)
    : say.playing(number(shown().shown), number(shown().life?.games.length ?? 0));

/** What became of the life, or of both. */
function result() {
  const all = benches.map(({ life }) => say.told(life?.end, about));
  return all.length > 1 ? all.map((text, i) => `${say.benches[i]}: ${text}`).join(" ") : String(all[0]);
}

/** The next game of every bench that has one. */
function stepGames() {
  for (const bench of benches) if (!bench.over) bench.play();
}

function stepMoves() {
  for (const bench of benches) if (!bench.over) bench.move();
}

/** The next frame: what is done before and after it is too much for one of a slow phone. */
const frame = () => new Promise((next) => requestAnimationFrame(next));

async function start() {
  if (seat || benches.every((bench) => bench.over)) await reset();
  running = true;
  drawControls();
  const now = version;
  const mine = (runs += 1);
  await frame();
  if (now !== version || mine !== runs || !(await lived(speed === "moves"))) return;
  const goesOn = () => running && mine === runs && now === version;
  let last = performance.now();
  let due = speed === "moves" ? 1 : 0;
  let fast = false;
  while (goesOn() && !benches.every((bench) => bench.over)) {
    const time = performance.now();
    due = still() || speed === "all" ? Infinity : due + ((time - last) / 1000) * (STEPS_A_SECOND[speed] ?? 60);
    last = time;
    if (due >= 1) {
      if (speed === "moves" && !still() && (await lived(true))) stepMoves();
      else for (let steps = due; steps >= 1 && !benches.every((bench) => bench.over); steps -= 1) stepGames();
      due = due % 1 || 0;
      fast = speed === "quick" && !still();
      show(fast);
    }
    await frame();
  }
  if (!fast) return;
  while (goesOn() && shown().changed.size > BOXES_A_FRAME) {
    wall.draw(BOXES_A_FRAME);
    await frame();
  }
  for (const part of [drawCurves, ...parts, ...rest]) {
    if (!goesOn()) return;
    part();
    await frame();
  }
}

function pause() {
  running = false;
  if (benches.every(({ life }) => life)) show();
  drawControls();
}

/** @param {() => void} step @param {boolean} moves */
async function one(step, moves) {
  running = false;
  if (seat) await reset();
  if (!(await lived(moves))) return;
  step();
  show();
}

/** The visitor sits down at a copy of his own. */
async function sit() {
  beside = null;
  drawForm();
  await reset();
  const now = version;
  const { Seat } = await import("./lab_seat.js");
  if (now !== version) return;
  seat = new Seat(
    first(),
    (text) => {
      told.textContent = text;
    },
    () => {
      drawChart();
      drawFirst();
      wall.draw();
      stage.draw(first());
      drawTable(benches);
    },
  );
  byId("now").textContent = say.seatAbout;
  byId("now").scrollIntoView({ block: "start", behavior: still() ? "instant" : "smooth" });
}

/** @param {unknown} error */
function failed(error) {
  running = false;
  // what the browser itself says of a lost network or a cut answer is English, whatever the page speaks
  const own = error instanceof TypeError || error instanceof SyntaxError || !(error instanceof Error);
  told.textContent = own ? say.failed : error.message;
  drawControls();
}

/** A thousand lives, or as many as may be: their band. */
async function many() {
  running = false;
  const now = version;
  told.textContent = say.working;
  drawControls();
  const lines = await ask(`${first().query}&lives=${several()}`).catch((error) => {
    if (now === version) failed(error);
  });
  if (!lines || now !== version) return;
  band = lines.filter((line) => line.score).map(({ score }) => score);
  drawChart();
  told.textContent = say.band(lines.at(-1).figures, about);
}

function keep() {
  const { life, shown: games } = first();
  kept = life?.scores.slice(0, games) ?? [];
  drawChart();
}

function another() {
  settings.seed = String(Number(settings.seed) + 1);
  if (beside) beside.seed = settings.seed;
  drawForm();
  reset().then(start);
}

const controls = [
  run,
  button("oneMove", () => one(stepMoves, true)),
  button("one", () => one(stepGames, false)),
  button("again", () => reset()),
  button("another", another),
  button("keep", keep),
  ...(readOnly ? [] : [button("sit", sit)]),
];
const lives = el("button", { type: "button", class: "btn small quiet", "data-testid": "lives", click: many });

function drawControls() {
  for (const [each, text] of /** @type {const} */ ([
    [run, running ? say.pause : say.run],
    [lives, say.lives(number(several()))],
  ]))
    if (each.textContent !== text) each.textContent = text;
}

/** The colours of the first box, as bars. */
function drawFirst() {
  const bench = shown();
  const kinds = (bench.boxes[0]?.moves ?? []).map((move, i) => ({ move, count: bench.counts[0]?.[i] ?? 0 }));
  const most = Math.max(1, ...kinds.map(({ count }) => count));
  const bars = byId("first").querySelectorAll(".bar");
  if (bars.length !== kinds.length || bars[0]?.firstChild?.textContent !== kinds[0]?.move) {
    byId("first").replaceChildren(
      ...(kinds.length
        ? [
            el("h3", {}, machine.seat === "first" ? say.first : say.firstSeveral),
            el(
              "ul",
              { class: "bars" },
              ...kinds.map(({ move }) =>
                el(
                  "li",
                  { class: "bar" },
                  el("span", {}, move),
                  el("span", { class: "track", "aria-hidden": "true" }, el("i")),
                  el("b"),
                ),
              ),
            ),
          ]
        : []),
    );
  }
  byId("first")
    .querySelectorAll(".bar")
    .forEach((bar, i) => {
      const { count } = /** @type {{count: number}} */ (kinds[i]);
      /** @type {HTMLElement} */ (bar.children[1]).style.setProperty("--share", String(count / most));
      const figure = number(count);
      if (bar.lastChild?.textContent !== figure) /** @type {Node} */ (bar.lastChild).textContent = figure;
    });
}

/** The rule that the bench beside has, or "" where something in it is changed. @param {Settings} settings */
const presetOf = (settings) => (ruleOf(String(settings.base), settings, rules) === settings.base ? settings.base : "");

/** A second bench that begins as the first one. */
const twin = () => besideOf(settings, ruleOf(machine.rule, settings, rules), machine, rules);

function drawForm() {
  const opponents = /** @type {[string, string][]} */ (Object.entries(say.opponents)).filter(
    ([name]) => name !== "itself" || machine.seat === "either",
  );
  const others = machines
    .filter(({ game, name }) => game === machine.game && name !== machine.name)
    .map(({ name, title }) => /** @type {[string, string]} */ ([name, title]));
  const known = [...opponents, ...others];
  if (!known.some(([name]) => name === settings.against))
    known.push([String(settings.against), String(settings.against)]);
  at = beside ? at : 0;
  fields.replaceChildren(
    ...(beside && at === 1
      ? besideRows(
          beside,
          rules.map(({ name }) => name),
          presetOf(beside),
        )
      : rows(settings, machines, known)),
  );
  byId("which").hidden = !beside;
  for (const [i, each] of [...byId("which").querySelectorAll("input")].entries()) each.checked = i === at;
  byId("beside").textContent = beside ? say.alone : say.beside;
  byId("beside").hidden = hidden.includes("beside");
  for (const id of hidden) form.querySelector(`[data-set="${CSS.escape(id)}"]`)?.toggleAttribute("hidden", true);
}

/** What the address says. */
function open() {
  ({ settings, machine, beside, hidden } = settingsOf(location.hash.slice(1), machines, rules));
  drawForm();
  reset();
}

/** @param {HTMLInputElement} changed */
function change(changed) {
  if (!form.reportValidity()) return;
  if (at === 1 && beside)
    beside =
      changed.name === "rule" && changed.value ? besideOf(beside, changed.value, machine, rules) : read(form, beside);
  else {
    const before = machine.name;
    settings = read(form, settings);
    if (settings.machine !== before) {
      const against = settings.against === "itself" ? "optimal" : settings.against;
      const query = `machine=${settings.machine}&against=${against}&games=${settings.games}&seed=${settings.seed}`;
      ({ settings, machine } = settingsOf(query, machines, rules));
    }
    if (beside)
      beside = settings.machine === before ? besideOf(settings, besideRule(beside, rules), machine, rules) : twin();
  }
  drawForm();
  reset();
}

form.addEventListener("change", ({ target }) => change(/** @type {HTMLInputElement} */ (target)));
form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", open);

/**
 * @param {string} name
 * @param {string} hear
 * @param {[string, string][]} choices
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
const radios = (name, hear, choices, chosen, choose) =>
  el(
    "fieldset",
    { class: "choices" },
    el("legend", { class: "hear" }, hear),
    ...choices.map(([value, label]) =>
      el(
        "label",
        {},
        el("input", {
          type: "radio",
          name,
          value,
          checked: value === chosen,
          change: (/** @type {Event} */ event) => {
            event.stopPropagation();
            choose(value);
          },
        }),
        el("span", {}, label),
      ),
    ),
  );

byId("go").replaceChildren(
  ...controls,
  lives,
  radios("speed", say.speed, Object.entries(say.speeds), speed, (value) => {
    speed = value;
  }),
);
byId("which").replaceChildren(
  radios(
    "which",
    say.which,
    say.benches.map((name, i) => /** @type {[string, string]} */ ([String(i), name])),
    "0",
    (value) => {
      at = Number(value);
      drawForm();
      look();
    },
  ),
);
byId("beside").addEventListener("click", () => {
  beside = beside ? null : twin();
  at = beside ? 1 : 0;
  drawForm();
  reset();
});
open();
