/** The wall for a projector: all boxes of a machine, live. Without a machine in the address, one after another. */
import { ask, isTold, whenChanged } from "./answers.js";
import * as api from "./api.js";
import { Connection } from "./connection.js";
import { byId, el } from "./dom.js";
import { visitorHere } from "./kiosk_entry.js";
import { keepOffline } from "./offline_storage.js";
import { here } from "./root.js";
import { createTable, follow, rowOf, ROWS_MAX, setBoxes, setCurve } from "./state.js";
import { titleOf } from "./machine.js";
import { translate, words } from "./language.js";
import { Lessons } from "./wall_lessons.js";
import { WallBoxes } from "./wall_boxes.js";
import { Panel } from "./wall_panel.js";
import { Sky } from "./wall_sky.js";

/** @typedef {import("./state.js").Table} Table */

const RETRY_MS = 4000;
const RELOAD_MS = 3000; // boxes are fetched no more often
const PANEL_MS = 500; // its figures are drawn no more often
const HURRY_MS = 8000; // a server that was away for a night is found again so soon
const TURN_S = 30; // of one machine, before the next
const TURN_S_MIN = 5;
const WAIT_S_MAX = 10; // for lessons under way, beyond its turn

translate();
keepOffline();
await visitorHere();
const asked = new URLSearchParams(location.search);
const place = byId("wall");
const wall = new WallBoxes(byId("boxes"));
const panel = new Panel(() => t?.machine && ask(t.machine.game));
/** @type {import("./wall_sound.js").WallSound|null} */
let sound = null;
const lessons = new Lessons(wall, new Sky(byId("sky")), place, {
  opened: (seq) => api.openedIn(t?.name ?? "", seq),
  heard: (no, beads) => sound?.lesson(no, beads),
});
/** @type {Table|null} */
let t = null;
/** @type {Connection<import("./protocol.js").WatchFrame>|null} */
let line = null;
let [panelTimer, panelAt, boxesTimer, boxesAt, since] = [0, 0, 0, -RELOAD_MS, 0];

function drawPanel() {
  if (panelTimer) return;
  panelTimer = window.setTimeout(
    () => {
      panelTimer = 0;
      panelAt = performance.now();
      const sums = wall.sums();
      place.dataset.beads = String(sums.beads);
      if (t) panel.draw(t, wall.answers ? sums : { ...sums, gold: null });
    },
    Math.max(0, panelAt + PANEL_MS - performance.now()),
  );
}

/** What is told now is of another machine than that which is shown. @param {Table} of */
const isGone = (of) => of !== t;

/** Boxes, curve and lessons anew; later where the server does not answer. */
function load() {
  if (boxesTimer) return;
  boxesTimer = window.setTimeout(
    async () => {
      boxesTimer = 0;
      boxesAt = performance.now();
      const of = t;
      if (of) await fetchAll(of).catch((error) => again(error, of));
    },
    Math.max(0, boxesAt + RELOAD_MS - performance.now()),
  );
}

/** @param {unknown} error @param {Table} of */
function again(error, of) {
  if (!(error instanceof api.ApiError)) throw error;
  if (!isGone(of)) setTimeout(() => !isGone(of) && load(), RETRY_MS);
}

/** @param {Table} of */
async function fetchAll(of) {
  const [boxes, curve, episodes] = await Promise.all([
    api.boxes(of.name),
    api.curve(of.name),
    api.episodes(of.name, ROWS_MAX),
  ]);
  if (isGone(of)) return;
  setBoxes(of, boxes);
  setCurve(of, curve);
  const rows = episodes.map(rowOf);
  of.rows = [...of.rows, ...rows.filter(({ seq }) => !of.rows.some((row) => row.seq === seq))]
    .sort((a, b) => b.seq - a.seq)
    .slice(0, ROWS_MAX);
  lessons.refill();
  wall.answers = isTold(of.machine?.game ?? "");
  if (of.hello) wall.fill([...of.boxes.values()], of.hello.board);
  place.dataset.loaded = of.name;
  drawPanel();
}

/** @param {Table} of @param {import("./protocol.js").WatchFrame} frame */
function take(of, frame) {
  if (isGone(of)) return;
  if (frame.type === "hello") {
    of.hello = frame;
    panel.open(of);
    if (of.boxesSeq !== frame.seq || !of.boxesSeq) load();
  } else if (frame.type === "feed") {
    const missing = follow(of, frame);
    if (missing.boxes || missing.curve || of.missing.size) load();
    if (frame.from !== undefined && of.boxesSeq) lessons.take(frame.rows ?? [], frame.counts ?? []);
    panel.learned((frame.outcomes ?? "").length);
  }
  drawPanel();
}

/** @param {import("./connection.js").LineState} state */
function tellLine(state) {
  place.dataset.line = state;
  byId("line").hidden = state !== "down";
}

/** @param {string} name @param {import("./protocol.js").Machine} machine */
function open(name, machine) {
  line?.close();
  clearTimeout(boxesTimer);
  boxesTimer = 0;
  boxesAt = -RELOAD_MS; // at once
  lessons.clear();
  const of = (t = createTable(name));
  of.machine = machine;
  since = performance.now();
  place.dataset.machine = name;
  document.documentElement.style.setProperty("--k", machine.colour);
  document.title = words.site.titleOf(`${titleOf(name, machine.title)}: ${words.projector.title}`);
  line = new Connection(
    `watch?machine=${encodeURIComponent(name)}&counted=false`,
    (frame) => take(of, frame),
    tellLine,
  );
}

/** @param {string} name */
async function openAsked(name) {
  try {
    open(name, await api.machine(name));
  } catch (error) {
    if (!(error instanceof api.ApiError)) throw error;
    if (error.status === 404) lost();
    else setTimeout(() => openAsked(name), RETRY_MS);
  }
}

function lost() {
  place.replaceChildren(
    el(
      "div",
      { class: "lost" },
      el("h1", {}, words.table.missing),
      el("a", { class: "btn", href: here("wall") }, words.projector.all),
    ),
  );
}

/** The next machine that has boxes; where somebody plays, only those that are played. */
async function next() {
  let wait = RETRY_MS;
  try {
    const all = (await api.machines()).filter(({ boxes }) => boxes > 0);
    const played = all.filter(({ playing }) => playing > 0);
    const turn = played.length ? played : all;
    const later = turn.slice(turn.findIndex(({ name }) => name === t?.name) + 1);
    const machine = later[0] ?? turn[0];
    if (machine && machine.name !== t?.name) open(machine.name, machine);
    wait = 1000 * Math.max(TURN_S_MIN, Number(asked.get("seconds")) || TURN_S);
  } catch (error) {
    if (!(error instanceof api.ApiError)) throw error;
  }
  setTimeout(turnOver, wait);
}

/** Its time is over; lessons under way are shown to their end. */
function turnOver() {
  const waits = lessons.paused || (lessons.underWay > 0 && performance.now() - since < 1000 * (TURN_S + WAIT_S_MAX));
  if (waits) setTimeout(turnOver, 500);
  else next();
}

byId("pause").addEventListener("click", () => {
  lessons.paused = !lessons.paused;
  byId("pause").textContent = lessons.paused ? words.projector.goOn : words.projector.pause;
  byId("pause").setAttribute("aria-pressed", String(lessons.paused));
});
byId("sound").addEventListener("click", async () => {
  const { WallSound } = await import("./wall_sound.js");
  sound?.context.close();
  sound = sound ? null : new WallSound();
  byId("sound").setAttribute("aria-pressed", String(sound !== null));
});
whenChanged(load);
setInterval(() => line?.hurry(), HURRY_MS);
setInterval(drawPanel, 1000); // lessons of the last second
const name = asked.get("machine");
if (name) openAsked(name);
else next();
