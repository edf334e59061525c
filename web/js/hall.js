/** The hall: every machine's label, alive with its numbers. */
import * as api from "./api.js";
import { Connection } from "./connection.js";
import { byId, counted, el, number, onceAFrame, svg } from "./dom.js";
import { play } from "./motion.js";

/** @typedef {import("./protocol.js").Machine} Machine */
/** @typedef {{machine: Machine, card: HTMLElement, figures: Record<string, HTMLElement>, curve: SVGSVGElement, points: [number, number][], era: number}} Exhibit */

const WIDTH = 260;
const HEIGHT = 48;
const POINTS_MAX = 240;

/** @type {Map<string, Exhibit>} */
const exhibits = new Map();
/** @type {Set<Exhibit>} */
const changed = new Set();
const draw = onceAFrame(() => {
  for (const exhibit of changed) drawExhibit(exhibit);
  changed.clear();
  drawTotals();
});

/** @param {Machine} machine @returns {Exhibit} */
function build(machine) {
  /** @type {Record<string, HTMLElement>} */
  const figures = {};
  const figure = (/** @type {string} */ key, /** @type {string} */ label) => {
    figures[key] = el("b", {});
    return el("span", { class: `figure ${key}` }, figures[key], label);
  };
  const curve = svg("svg", { class: "stairs", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  figures.now = el("span", { class: "now" });
  const href = `/machine/${encodeURIComponent(machine.name)}`;
  const card = el("a", { class: "exhibit", href, "data-testid": "exhibit", "data-name": machine.name, "data-episodes": machine.episodes },
    el("div", { class: "in" }, el("span", { class: "yr" }, machine.maker), el("h2", { class: machine.title.length > 18 ? "long longer" : machine.title.length > 9 ? "long" : "" }, machine.title), el("p", {}, machine.story),
      curve, el("div", { class: "figures" }, figure("episodes", "lessons"), figure("wins", "it won"), figure("draws", "drawn"), figure("losses", "it lost")),
      el("div", { class: "foot" }, el("span", {}, counted(machine.boxes, "matchbox", "matchboxes")), figures.now)));
  card.style.setProperty("--k", machine.colour);
  return { machine, card, figures, curve, points: [], era: machine.era };
}

/** @param {HTMLElement|undefined} element @param {string} text */
function write(element, text) {
  if (!element || element.textContent === text) return;
  const first = element.textContent === "";
  element.textContent = text;
  if (!first) play(element, "tick");
}

/** @param {Exhibit} exhibit */
function drawExhibit({ machine, card, figures, curve, points }) {
  card.dataset.episodes = String(machine.episodes);
  for (const key of /** @type {const} */ (["episodes", "wins", "draws", "losses"])) write(figures[key], number(machine[key]));
  const now = machine.frozen ? "frozen: it plays, and learns nothing" : machine.dry ? "resting, out of beads" : machine.playing ? `${number(machine.playing)} playing now` : "free: sit down";
  write(figures.now, now);
  figures.now?.classList.toggle("lively", machine.playing > 0);
  curve.replaceChildren(...stairs(points));
}

/** @param {[number, number][]} points */
function stairs(points) {
  const heights = points.map(([, height]) => height);
  const [low, high] = [Math.min(0, ...heights), Math.max(0, ...heights)];
  const [from, to] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 1];
  const y = (/** @type {number} */ h) => (4 + ((high - h) / Math.max(6, high - low)) * (HEIGHT - 8)).toFixed(1);
  const x = (/** @type {number} */ seq) => (((seq - from) / Math.max(12, to - from)) * (WIDTH - 5)).toFixed(1);
  const zero = svg("path", { class: "zero", d: `M0 ${y(0)}H${WIDTH}` });
  if (!points.length) return [zero];
  const line = points.map(([seq, h], i) => (i ? `H${x(seq)}V${y(h)}` : `M0 ${y(h)}`)).join("");
  return [zero, svg("path", { class: "stair", d: line })];
}

function drawTotals() {
  let [lessons, playing, boxes] = [0, 0, 0];
  for (const { machine } of exhibits.values()) {
    lessons += machine.episodes;
    playing += machine.playing;
    boxes += machine.boxes;
  }
  byId("totals").textContent = exhibits.size
    ? `${counted(exhibits.size, "machine")}, ${counted(boxes, "matchbox", "matchboxes")}, ${counted(lessons, "lesson")} learned so far. ${playing ? `${counted(playing, "visitor")} playing now.` : "Nobody is playing just now."}` : "";
}

/** @param {string} name */
async function loadCurve(name) {
  const curve = await api.curve(name).catch(() => null);
  const exhibit = exhibits.get(name);
  if (!curve || !exhibit) return;
  const step = Math.ceil(curve.staircase.length / POINTS_MAX);
  exhibit.points = curve.staircase.filter((_, i, all) => i % step === 0 || i === all.length - 1);
  exhibit.era = curve.era;
  changed.add(exhibit);
  draw();
}

/** @param {import("./protocol.js").HouseMachine} news */
function update(news) {
  const exhibit = exhibits.get(news.name);
  if (!exhibit) return false;
  const { machine, points } = exhibit;
  const up = news.wins - machine.wins - (news.losses - machine.losses);
  if (news.era !== exhibit.era) {
    exhibit.era = news.era;
    loadCurve(news.name);
  } else if (news.seq > machine.seq && points.length) {
    points.push([news.seq, (points.at(-1)?.[1] ?? 0) + up]);
    if (points.length > 2 * POINTS_MAX) exhibit.points = points.filter((_, i) => i % 2 === 0 || i === points.length - 1);
  } else if (news.seq > machine.seq) loadCurve(news.name);
  Object.assign(machine, news);
  changed.add(exhibit);
  return true;
}

async function load() {
  try {
    const list = await api.machines();
    for (const machine of list) {
      const known = exhibits.get(machine.name);
      if (known) update(/** @type {any} */ ({ ...machine, dry: Boolean(machine.dry) }));
      else {
        const exhibit = build(machine);
        exhibits.set(machine.name, exhibit);
        changed.add(exhibit);
        byId("hall").append(exhibit.card);
        loadCurve(machine.name);
      }
    }
    byId("empty").hidden = list.length > 0;
  } catch {
    setTimeout(load, 4000);
  }
  draw();
}

/** @type {Connection<import("./protocol.js").HouseFrame>} */
const watch = new Connection("watch", (frame) => {
  let unknown = false;
  for (const machine of frame.machines ?? []) if (!update(machine)) unknown = true;
  if (unknown && exhibits.size) load();
  draw();
}, (state) => {
  byId("line").dataset.state = state;
  byId("line").hidden = state !== "down";
});
void watch;
load();
