/** The laboratory: a bench on which any machine is taught with other beads, rewards and opponents. The address is the run. */
import * as api from "./api.js";
import { ScoreChart } from "./books_chart.js";
import { byId, el } from "./dom.js";
import { visitorHere } from "./kiosk_entry.js";
import { about, number, translate, words } from "./language.js";
import { read, rows } from "./lab_form.js";
import { queryOf, settingsOf } from "./lab_spec.js";
import { still } from "./motion.js";
import { here } from "./root.js";

/** @typedef {import("./lab_spec.js").Settings} Settings */
/** @typedef {{game: number, result: "win"|"draw"|"loss", changes: [number, number, number, number][]}} Game */

const say = words.lab;
const GAMES_A_SECOND = /** @type {Record<string, number>} */ ({ slow: 2, quick: 60, all: Infinity });
const LIVES = 1000;
const GAMES_IN_ALL = 300_000; // what a server plays for one answer, if it was not told otherwise
const DEAR = 20; // games against the best reply, and strengths, count so many

translate();
document.title = say.titleOfPage;
await visitorHere();
const [machines, rules] = await known();
let { settings, machine, hidden } = settingsOf(location.hash.slice(1), machines, rules);
/** The life that is on the bench; null: it has not been asked for. @type {{games: Game[], end: any, scores: number[]}|null} */
let life = null;
let shown = 0; // games
let running = false;
/** @type {number[]} */
let kept = [];
/** @type {ScoreChart|null} */
let chart = null;
/** @type {{move: string, count: number}[]} */
let first = [];
let version = 0; // of the settings: what was asked for others is dropped
let speed = "quick";

const form = /** @type {HTMLFormElement} */ (byId("settings"));
const told = byId("told");
const button = (/** @type {string} */ id, /** @type {() => void} */ click, quiet = true) => el("button", { type: "button", class: `btn small${quiet ? " quiet" : ""}`, "data-testid": id, click }, /** @type {any} */ (say)[id]);
const run = button("run", () => (running ? pause() : start()), false);

/** The machines and rules that the bench has. Without the server the page says so, and goes no further. */
async function known() {
  try {
    const [all, rules] = await Promise.all([api.machines(), api.rules()]);
    return /** @type {const} */ ([all.filter(({ game }) => !["checkers-5x5"].includes(game)), rules]);
  } catch {
    byId("told").textContent = say.failed;
    return /** @type {Promise<never>} */ (new Promise(() => {}));
  }
}

const query = () => queryOf(settings, machine, rules);
const several = () => Math.max(2, Math.min(LIVES, Math.floor(GAMES_IN_ALL / Number(settings.games) / (settings.against?.includes("best") ? DEAR : 1))));

/** @param {string} spec @returns {Promise<any[]>} */
async function ask(spec) {
  const answer = await fetch(`${here("api/v1/experiments")}?${spec}`);
  if (!answer.ok) throw new Error(answer.status === 400 ? (await answer.json()).detail : say.failed);
  return (await answer.text()).trimEnd().split("\n").map((line) => JSON.parse(line));
}

/** Everything from the start: the settings have changed. */
async function reset() {
  version += 1;
  running = false;
  life = null;
  shown = 0;
  const now = version;
  const link = hidden.length ? `${query()}&hide=${hidden.join(",")}` : query();
  history.replaceState(null, "", `#${link}`);
  byId("view-title").textContent = machine.title;
  told.textContent = say.ready;
  chart = new ScoreChart({ games: Number(settings.games), even: say.even, kept, life: [-6, 6] });
  byId("chart").replaceChildren(chart.drawing);
  drawRule("");
  drawLinks();
  drawControls();
  const box = settings.boxes === "raw" ? null : await api.box(machine.name, 1).catch(() => null);
  if (now !== version) return;
  first = (box?.moves ?? []).map(({ move }) => ({ move, count: Number((settings.start ?? "1").split("/")[0]) }));
  drawFirst();
}

/** The life of these settings; asked for once. */
async function lived() {
  if (life) return life;
  const now = version;
  told.textContent = say.working;
  const lines = await ask(query());
  if (now !== version) return null;
  const games = lines.filter((line) => line.game);
  let score = 0;
  const scores = games.map(({ result }) => (score += result === "win" ? 1 : result === "loss" ? -1 : 0));
  life = { games, end: lines.at(-1).end, scores };
  chart = new ScoreChart({ games: Math.max(games.length, 10), even: say.even, kept, life: scores });
  byId("chart").replaceChildren(chart.drawing);
  return life;
}

/** Shows the next game of the life. @param {{games: Game[]}} of */
function step(of) {
  const game = of.games[shown];
  if (!game) return;
  shown += 1;
  for (const [box, bead, , after] of game.changes) {
    const kind = box === 1 ? first[bead] : undefined;
    if (kind) kind.count = after;
  }
}

/** @param {{games: Game[], end: any, scores: number[]}} of */
function show(of) {
  chart?.show(of.scores.slice(0, shown));
  drawFirst();
  drawRule(of.games[shown - 1]?.result ?? "");
  const over = shown >= of.games.length;
  if (over || !running) told.textContent = over ? say.told(of.end, about) : say.playing(number(shown), number(of.games.length));
  if (over) running = false;
  drawControls();
}

async function start() {
  if (life && shown >= life.games.length) await reset();
  running = true;
  drawControls();
  const of = await lived().catch(failed);
  if (!of) return;
  let last = performance.now();
  let due = 0;
  const now = version;
  while (running && now === version && shown < of.games.length) {
    const time = performance.now();
    due += still() ? Infinity : ((time - last) / 1000) * (GAMES_A_SECOND[speed] ?? 60);
    last = time;
    for (; due >= 1 && shown < of.games.length; due -= 1) step(of);
    show(of);
    await new Promise((next) => requestAnimationFrame(next));
  }
}

function pause() {
  running = false;
  if (life) show(life);
}

async function one() {
  running = false;
  const of = await lived().catch(failed);
  if (!of) return;
  step(of);
  show(of);
}

/** @param {unknown} error */
function failed(error) {
  running = false;
  told.textContent = error instanceof Error ? error.message : say.failed;
  drawControls();
  return null;
}

/** A thousand lives, or as many as may be: their band. */
async function many() {
  running = false;
  const now = version;
  told.textContent = say.working;
  const lines = await ask(`${query()}&lives=${several()}`).catch(failed);
  if (!lines || now !== version) return;
  const band = lines.filter((line) => line.score).map(({ score }) => score);
  chart = new ScoreChart({ games: band.length, even: say.even, band, kept, life: life?.scores ?? [] });
  byId("chart").replaceChildren(chart.drawing);
  chart.show(life?.scores.slice(0, shown) ?? []);
  told.textContent = say.band(lines.at(-1).figures, about);
}

function keep() {
  kept = life ? life.scores.slice(0, shown) : [];
  if (life) chart = new ScoreChart({ games: Math.max(life.games.length, 10), even: say.even, kept, life: life.scores });
  if (chart) byId("chart").replaceChildren(chart.drawing);
  if (life) show(life);
}

function another() {
  settings.seed = String(Number(settings.seed) + 1);
  drawForm();
  reset().then(start);
}

const controls = [run, button("one", one), button("again", () => reset()), button("another", another), button("keep", keep)];
const lives = el("button", { type: "button", class: "btn small quiet", "data-testid": "lives", click: many });

function drawControls() {
  run.textContent = running ? say.pause : say.run;
  lives.textContent = say.lives(number(several()));
}

function drawFirst() {
  const most = Math.max(1, ...first.map(({ count }) => count));
  byId("first").replaceChildren(...(first.length ? [el("h3", {}, machine.seat === "first" ? say.first : say.firstSeveral), el("ul", { class: "bars" }, ...first.map(({ move, count }) => {
    const track = el("span", { class: "track", "aria-hidden": "true" }, el("i"));
    track.style.setProperty("--share", String(count / most));
    return el("li", { class: "bar" }, el("span", {}, move), track, el("b", {}, number(count)));
  }))] : []));
}

/** The rule as lines; the one that the last game carried out is marked. @param {string} result */
function drawRule(result) {
  const { lines } = say;
  const all = [["", lines.start(settings.start ?? "1")], ["", lines.draw(settings.choose ?? "chance")], ["", lines.empty(settings.empty ?? "resign")],
    ["win", lines.after(lines.win, settings.win ?? "0")], ["draw", lines.after(lines.tie, settings.draw ?? "0")], ["loss", lines.after(lines.loss, settings.loss ?? "0")],
    ...(Number(settings.upkeep) > 0 ? [["", lines.upkeep(String(settings.upkeep))]] : [])];
  byId("rule").replaceChildren(...all.map(([when, text]) => el("li", { class: when && when === result ? "now" : null, "aria-current": when && when === result ? "step" : null }, String(text))));
}

function drawLinks() {
  const spec = query();
  const copy = el("button", { type: "button", class: "btn small quiet", "data-testid": "copy", click: async () => {
    await navigator.clipboard?.writeText(location.href).catch(() => {});
    copy.textContent = say.copied;
  } }, say.copy);
  byId("links").replaceChildren(copy, el("button", { type: "button", class: "btn small quiet", click: () => print() }, say.print), el("p", {}, el("a", { href: `${here("api/v1/experiments")}?${spec}`, download: `${machine.name}.ndjson` }, say.rows)),
    el("p", { class: "cap" }, say.command), el("pre", { tabindex: "0" }, say.spec(spec)));
}

function drawForm() {
  const opponents = /** @type {[string, string][]} */ (Object.entries(say.opponents)).filter(([name]) => name !== "itself" || machine.seat === "either");
  const others = machines.filter(({ game, name }) => game === /** @type {any} */ (machine).game && name !== machine.name).map(({ name, title }) => /** @type {[string, string]} */ ([name, title]));
  const known = [...opponents, ...others];
  if (!known.some(([name]) => name === settings.against)) known.push([String(settings.against), String(settings.against)]);
  form.replaceChildren(...rows(settings, machines, known));
  for (const id of hidden) form.querySelector(`[data-set="${CSS.escape(id)}"]`)?.toggleAttribute("hidden", true);
}

/** What the address says. */
function open() {
  ({ settings, machine, hidden } = settingsOf(location.hash.slice(1), machines, rules));
  drawForm();
  reset();
}

form.addEventListener("change", () => {
  if (!form.reportValidity()) return;
  const before = machine.name;
  settings = read(form, settings);
  if (settings.machine !== before) ({ settings, machine } = settingsOf(`machine=${settings.machine}&against=${settings.against === "itself" ? "optimal" : settings.against}&games=${settings.games}&seed=${settings.seed}`, machines, rules));
  drawForm();
  reset();
});
form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", open);

byId("go").replaceChildren(...controls, lives, el("fieldset", { class: "choices" }, el("legend", { class: "hear" }, say.speed), ...Object.entries(say.speeds).map(([key, label]) =>
  el("label", {}, el("input", { type: "radio", name: "speed", value: key, checked: key === speed, change: () => { speed = key; } }), el("span", {}, label)))));
open();
