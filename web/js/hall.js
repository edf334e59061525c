/** The hall: every machine's label, alive with its numbers. */
import * as api from "./api.js";
import { Connection } from "./connection.js";
import { stairs } from "./curve.js";
import { byId, el, onceAFrame, svg } from "./dom.js";
import { visitorHere } from "./kiosk_entry.js";
import { holds, makerOf, storyOf, titleOf } from "./machine.js";
import { play } from "./motion.js";
import { keepOffline } from "./offline_storage.js";
import { picture } from "./picture.js";
import { here, readOnly } from "./root.js";
import { rulesName } from "./rules.js";
import { counted, number, percent, translate, words } from "./language.js";

/** @typedef {import("./protocol.js").Machine} Machine */
/**
 * @typedef {object} Exhibit
 * @property {Machine} machine
 * @property {HTMLElement} card
 * @property {Record<string, HTMLElement>} parts what changes on it
 * @property {SVGSVGElement} curve
 * @property {[number, number][]} points
 * @property {number} era
 * @property {number} loadedSeq the log row after which its board and strength were fetched; -1: never
 */

const WIDTH = 260;
const HEIGHT = 48;
const POINTS_MAX = 240;
const START_HERE = "menace"; // everybody knows its game, and its first box is the first that was ever built
const SETTLED_MS = 3000; // a machine in play is asked for its board and strength no sooner

translate();
if (readOnly) document.querySelector("[data-words='hall.lead']")?.replaceChildren(words.site.readOnlyLead);
keepOffline();
await visitorHere();
/** @type {Map<string, Exhibit>} */
const exhibits = new Map();
/** @type {Set<Exhibit>} */
const changed = new Set();
/** @type {Map<string, import("./protocol.js").Layout>} by game */
const boards = new Map();
const draw = onceAFrame(() => {
  for (const exhibit of changed) drawExhibit(exhibit);
  changed.clear();
  drawTotals();
});

/** What only a card that is looked at needs. */
const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const exhibit = exhibits.get(/** @type {HTMLElement} */ (target).dataset.name ?? "");
    if (!exhibit) continue;
    exhibit.card.classList.toggle("seen", isIntersecting);
    if (isIntersecting) loadMore(exhibit);
  }
}, { rootMargin: "200px" });

/** @param {Machine} machine @returns {Exhibit} */
function build(machine) {
  const part = (/** @type {string} */ name, /** @type {"span"|"b"} */ tag = "span") => (parts[name] = el(tag, { class: name }));
  /** @type {Record<string, HTMLElement>} */
  const parts = {};
  const curve = svg("svg", { class: "stairs", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const href = here(`machine/${encodeURIComponent(machine.name)}`);
  const title = titleOf(machine.name, machine.title);
  const word = Math.max(...title.split(/[\s-]/).map((each) => each.length)); // no word is broken
  const size = title.length > 18 || word > 9 ? "long longer" : title.length > 9 || word > 6 ? "long" : "";
  const game = words.games[rulesName(machine.game)]?.name ?? machine.game;
  const card = el("a", { class: "exhibit", href, "data-testid": "exhibit", "data-name": machine.name, "data-episodes": machine.episodes },
    machine.name === START_HERE ? el("span", { class: "here" }, words.hall.startHere) : null,
    el("div", { class: "in" },
      el("div", { class: "top" }, el("div", {}, el("span", { class: "yr" }, makerOf(machine.name, machine.maker)), el("h2", { class: size }, title), el("span", { class: "game" }, game)), part("position")),
      el("p", {}, storyOf(machine.name, machine.story)),
      el("div", { class: "life" }, curve, part("holds")),
      el("div", { class: "record" }, part("episodes", "b"), " ", part("results")),
      el("div", { class: "foot" }, part("now"), el("span", { class: "sit" }, words.hall.play))));
  card.style.setProperty("--k", machine.colour);
  const start = boards.get(machine.game);
  if (start) parts.position?.replaceChildren(picture(start, start.start ?? "", [], words.hall.board));
  seen.observe(card);
  return { machine, card, parts, curve, points: [], era: machine.era, loadedSeq: -1 };
}

/** @param {HTMLElement|undefined} element @param {string} text */
function write(element, text) {
  if (!element || element.textContent === text) return;
  const first = element.textContent === "";
  element.textContent = text;
  if (!first) play(element, "tick");
}

/** @param {Exhibit} exhibit */
function drawExhibit({ machine, card, parts, curve, points }) {
  const { hall } = words;
  card.dataset.episodes = String(machine.episodes);
  card.classList.toggle("finished", Boolean(machine.finished));
  const played = machine.wins + machine.draws + machine.losses;
  const alone = machine.episodes - played;
  write(parts.episodes, machine.episodes ? hall.lessons(counted("games", machine.episodes)) : hall.fresh);
  write(parts.results, played ? hall.record(number(machine.wins), number(machine.draws), number(machine.losses)) : alone ? hall.itself(counted("games", alone)) : "");
  write(parts.now, machine.frozen ? hall.frozen : machine.dry ? hall.dry : machine.finished ? hall.finished : machine.playing ? hall.here(machine.playing) : hall.free);
  parts.now?.classList.toggle("lively", machine.playing > 0);
  curve.replaceChildren(...stairs(points, WIDTH, HEIGHT));
}

function drawTotals() {
  let [lessons, playing, boxes] = [0, 0, 0];
  for (const { machine } of exhibits.values()) {
    lessons += machine.episodes;
    playing += machine.playing;
    boxes += machine.boxes;
  }
  const { hall } = words;
  byId("totals").textContent = exhibits.size
    ? `${hall.totals(counted("machines", exhibits.size), counted("matchboxes", boxes), counted("games", lessons))} ${playing ? hall.playing(playing) : hall.nobody}` : "";
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

/** Whether nothing is left on the board: where the last counter was taken, the start tells more. @param {string} position */
const isBare = (position) => /^[0./]*( |$)/.test(position);

/** Its curve, its last board and its strength. @param {Exhibit} exhibit */
async function loadMore(exhibit) {
  const { machine, parts } = exhibit;
  if (exhibit.loadedSeq === machine.seq) return;
  if (exhibit.loadedSeq < 0) loadCurve(machine.name);
  exhibit.loadedSeq = machine.seq;
  const layout = boards.get(machine.game);
  const strength = api.strength(machine.name).catch(() => null);
  const position = machine.episodes ? await api.lastPosition(machine.name).catch(() => null) : null;
  if (layout && position && !isBare(position)) parts.position?.replaceChildren(picture(layout, position, [], words.hall.board));
  const share = holds(await strength);
  write(parts.holds, share === null ? words.strength.none : words.hall.holds(percent(share)));
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
    const [list, games] = await Promise.all([api.machines(), boards.size ? [] : api.games()]);
    for (const { name, board } of games) boards.set(name, board);
    for (const machine of list) {
      const known = exhibits.get(machine.name);
      if (known) update(/** @type {any} */ ({ ...machine, dry: Boolean(machine.dry), finished: Boolean(machine.finished) }));
      else {
        const exhibit = build(machine);
        exhibits.set(machine.name, exhibit);
        changed.add(exhibit);
        byId("hall").append(exhibit.card);
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
setInterval(() => {
  for (const exhibit of exhibits.values()) if (exhibit.card.classList.contains("seen")) loadMore(exhibit);
}, SETTLED_MS);
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  document.querySelector(/** @type {"a"} */ ("a.exhibit"))?.focus();
});
load();
