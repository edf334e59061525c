/** The hall: a wall of matchboxes behind the door, and the rooms with every machine. */
import * as api from "./api.js";
import { Connection } from "./connection.js";
import { DoorWall } from "./door_wall.js";
import { byId, onceAFrame } from "./dom.js";
import { visitorHere } from "./kiosk_entry.js";
import { holds } from "./machine.js";
import { play } from "./motion.js";
import { keepOffline } from "./offline_storage.js";
import { picture } from "./picture.js";
import { here, readOnly } from "./root.js";
import { drawStack, drawTen, exhibit, roomOf, sizeOf } from "./rooms.js";
import { counted, number, translate, words } from "./language.js";

/** @import { HouseFrame, HouseMachine, Layout, Machine } from "./protocol.js" */
/**
 * @typedef {object} Exhibit
 * @property {Omit<Machine, keyof HouseMachine> & HouseMachine} machine with what the feed told last
 * @property {HTMLElement} card
 * @property {ReturnType<typeof exhibit>["parts"]} parts what changes on it
 * @property {number} loadedSeq the log row after which its board and strength were fetched; -1: never
 */

const AT_THE_DOOR = "menace"; // everybody knows its game
const BOXES_AT_THE_DOOR = 304;
const SETTLED_MS = 3000; // boxes, board and strength are asked for no sooner

translate();
if (readOnly) {
  document.querySelector("[data-words='hall.lead']")?.replaceChildren(words.site.readOnlyLead);
  byId("door-play").replaceChildren(words.site.readOnlyPlay);
}
byId("door-play").setAttribute("href", here(`machine/${AT_THE_DOOR}`));
keepOffline();
await visitorHere();
const wall = new DoorWall(/** @type {HTMLCanvasElement} */ (byId("door-wall")), BOXES_AT_THE_DOOR);
wall.draw();
/** @type {import("./door_show.js").DoorShow|null} */
let show = null;
let wallSeq = -1; // the log row whose beads the wall has
/** @type {Map<string, Exhibit>} */
const exhibits = new Map();
/** @type {Set<Exhibit>} */
const changed = new Set();
/** @type {Map<string, Layout>} by game */
const boards = new Map();
const draw = onceAFrame(() => {
  for (const exhibit of changed) drawExhibit(exhibit);
  changed.clear();
  drawTotals();
});

/** What only a card that is looked at needs. */
const seen = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const exhibit = exhibits.get(/** @type {HTMLElement} */ (target).dataset.name ?? "");
      if (!exhibit) continue;
      exhibit.card.classList.toggle("seen", isIntersecting);
      if (isIntersecting) loadMore(exhibit);
    }
  },
  { rootMargin: "200px" },
);

/** @param {HTMLElement} element @param {string} text */
function write(element, text) {
  if (element.textContent === text) return;
  const first = element.textContent === "";
  element.textContent = text;
  if (!first) play(element, "tick");
}

/** @param {Exhibit} exhibit */
function drawExhibit({ machine, card, parts }) {
  const { hall } = words;
  card.dataset.episodes = String(machine.episodes);
  card.classList.toggle("finished", Boolean(machine.finished));
  drawStack(parts.stack, machine.boxes);
  write(parts.size, sizeOf(machine.boxes));
  const state = machine.frozen
    ? hall.frozen
    : machine.dry
      ? hall.dry
      : machine.finished
        ? hall.finished
        : machine.playing
          ? hall.here(number(machine.playing))
          : "";
  write(parts.now, state || (machine.episodes ? hall.lessons(counted("games", machine.episodes)) : hall.fresh));
  parts.now.classList.toggle("lively", machine.playing > 0);
}

function drawTotals() {
  let [lessons, boxes] = [0, 0];
  for (const { machine } of exhibits.values()) {
    lessons += machine.episodes;
    boxes += machine.boxes;
  }
  if (!exhibits.size) return;
  const { hall } = words;
  byId("totals").textContent = hall.totals(
    counted("machines", exhibits.size),
    counted("matchboxes", boxes),
    counted("games", lessons),
  );
  import("./hall_visitors.js").then(({ drawVisitors }) =>
    drawVisitors([...exhibits.values()].map(({ machine }) => machine)),
  );
}

/** The wall's boxes as they are now, and what goes on there. */
async function drawWall() {
  const at = exhibits.get(AT_THE_DOOR)?.machine;
  const board = boards.get(at?.game ?? "");
  if (!at || !board) return;
  show?.playing(at.playing);
  if (at.seq <= wallSeq) return;
  wallSeq = at.seq;
  const known = await api.boxes(AT_THE_DOOR).catch(() => null);
  if (!known) return void (wallSeq = -1);
  wall.fill((await import("./answers.js")).covered(at.game, known.boxes), board);
  if (show) return;
  const { DoorShow } = await import("./door_show.js");
  show ??= new DoorShow(byId("door"), wall, AT_THE_DOOR);
  show.playing(at.playing);
}

/**
 * Whether nothing is left on the board: where the last counter was taken, the start tells more.
 * @param {string} position
 */
const isBare = (position) => /^[0./]*( |$)/.test(position);

/** Its last board, its size and its strength. @param {Exhibit} exhibit */
async function loadMore(exhibit) {
  const { machine, parts } = exhibit;
  if (exhibit.loadedSeq === machine.seq) return;
  exhibit.loadedSeq = machine.seq;
  const layout = boards.get(machine.game);
  const strength = api.strength(machine.name).catch((error) => {
    if (error.passing) exhibit.loadedSeq = -1; // it is asked for again
    return null;
  });
  const position = machine.episodes ? await api.lastPosition(machine.name).catch(() => null) : null;
  if (layout && position && !isBare(position))
    parts.position.replaceChildren(picture(layout, position, [], words.hall.board));
  drawTen(parts.ten, holds(await strength));
}

/** @param {HouseMachine} news */
function update(news) {
  const exhibit = exhibits.get(news.name);
  if (!exhibit) return false;
  Object.assign(exhibit.machine, news);
  changed.add(exhibit);
  if (news.name === AT_THE_DOOR) show?.playing(news.playing);
  return true;
}

async function load() {
  try {
    const [list, games] = await Promise.all([api.machines(), boards.size ? [] : api.games()]);
    for (const { name, board } of games) boards.set(name, board);
    for (const machine of list) {
      const told = { ...machine, dry: Boolean(machine.dry), finished: Boolean(machine.finished) };
      if (!update(told)) {
        const made = { machine: told, ...exhibit(machine, boards.get(machine.game)), loadedSeq: -1 };
        exhibits.set(machine.name, made);
        changed.add(made);
        roomOf(byId("hall"), machine.game).append(made.card);
        seen.observe(made.card);
      }
    }
    byId("hall").firstElementChild?.after(byId("key"));
    byId("empty").hidden = list.length > 0;
    drawWall();
  } catch {
    setTimeout(load, 4000);
  }
  draw();
}

/** @type {Connection<HouseFrame>} */
const watch = new Connection(
  "watch",
  (frame) => {
    let unknown = false;
    for (const machine of frame.machines ?? []) if (!update(machine)) unknown = true;
    if (unknown && exhibits.size) load();
    draw();
  },
  (state) => {
    byId("line").dataset.state = state;
    byId("line").hidden = state !== "down";
  },
);
void watch;
setInterval(() => {
  for (const exhibit of exhibits.values()) if (exhibit.card.classList.contains("seen")) loadMore(exhibit);
  drawWall();
}, SETTLED_MS);
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  document.querySelector(/** @type {"a"} */ ("a.exhibit"))?.focus();
});
load();
