/** The rooms of the hall, the easiest game first, and the machines in them. */
import { el } from "./dom.js";
import { makerOf, titleOf } from "./machine.js";
import { picture } from "./picture.js";
import { here } from "./root.js";
import { counted, number, words } from "./language.js";

/** @typedef {import("./protocol.js").Machine} Machine */

/** By the names of the games that are played there. @type {[string, RegExp][]} */
const ROOMS = [
  ["noughts", /^noughts/],
  ["pawns", /^(hexa|octa|extenda)pawn/],
  ["heaps", /^nim/],
  ["checkers", /^mini-checkers/],
  ["go", /^go-/],
  ["end", /^checkers/],
  ["more", /^/],
];
const GAMES = 10; // so many beads say how good it is
const STACK_SHAPE = 1.1; // boxes beside each other for one above another
const STACK_VAST = 1000; // a stack of so many boxes has a line of its own

/** A room, made when its first machine comes, in its order. @param {HTMLElement} hall @param {string} game */
export function roomOf(hall, game) {
  const at = ROOMS.findIndex(([, games]) => games.test(game));
  const name = ROOMS[at]?.[0] ?? "more";
  const known = hall.querySelector(`[data-room="${name}"] .machines`);
  if (known) return known;
  const machines = el("div", { class: "machines" });
  const room = el(
    "section",
    { class: "room", "data-room": name, "data-testid": "room", "aria-labelledby": `room-${name}` },
    el("h2", { id: `room-${name}` }, words.hall.rooms[name] ?? ""),
    machines,
  );
  const next = [...hall.querySelectorAll(".room")].find(
    (other) => ROOMS.findIndex(([each]) => each === /** @type {HTMLElement} */ (other).dataset.room) > at,
  );
  hall.insertBefore(room, next ?? null);
  return machines;
}

/** How many boxes it has. @param {number} boxes */
export const sizeOf = (boxes) => (boxes ? counted("boxes", boxes) : words.hall.makes);

/** Its boxes as a stack, every box of every machine of one size. @param {HTMLElement} place @param {number} boxes */
export function drawStack(place, boxes) {
  if (place.dataset.boxes === String(boxes)) return;
  place.dataset.boxes = String(boxes);
  const columns = Math.max(1, Math.ceil(Math.sqrt(boxes * STACK_SHAPE)));
  const layers = [
    [boxes % columns, 1],
    [columns, Math.floor(boxes / columns)],
  ].filter(([wide, high]) => wide && high);
  place.replaceChildren(
    ...layers.map(([wide, high]) => {
      const layer = el("i");
      layer.style.setProperty("--wide", String(wide));
      layer.style.setProperty("--high", String(high));
      return layer;
    }),
  );
}

/**
 * Ten games against somebody who never errs: gold are those that it would not lose.
 * @param {HTMLElement} place
 * @param {number|null} share null: not reckoned
 */
export function drawTen(place, share) {
  if (share === null) {
    // what it said before is no longer so, and the same figure may come again
    delete place.dataset.gold;
    place.removeAttribute("role");
    place.removeAttribute("aria-label");
    return place.replaceChildren(words.strength.none);
  }
  // ten only where it never loses
  const gold = share > 1 - 1e-9 ? GAMES : Math.min(GAMES - 1, Math.round(GAMES * share));
  if (place.dataset.gold === String(gold)) return undefined;
  place.dataset.gold = String(gold);
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", words.hall.ten(number(gold)));
  return place.replaceChildren(...Array.from({ length: GAMES }, (_, i) => el("i", { class: i < gold ? "gold" : "" })));
}

/**
 * @param {Machine} machine
 * @param {import("./protocol.js").Layout|undefined} board
 * @returns {{card: HTMLElement, parts: Record<"position"|"ten"|"stack"|"size"|"now", HTMLElement>}} what changes on the
 *   card is in its parts
 */
export function exhibit(machine, board) {
  const part = (/** @type {string} */ name) => el("span", { class: name });
  const parts = {
    position: part("position"),
    ten: part("ten"),
    stack: part("stack"),
    size: part("size"),
    now: part("now"),
  };
  parts.stack.setAttribute("aria-hidden", "true");
  const card = el(
    "a",
    {
      class: `exhibit ${machine.boxes > STACK_VAST ? "vast" : ""}`,
      href: here(`machine/${encodeURIComponent(machine.name)}`),
      "data-testid": "exhibit",
      "data-name": machine.name,
      "data-episodes": machine.episodes,
    },
    parts.position,
    el("h3", {}, titleOf(machine.name, machine.title)),
    el("span", { class: "yr" }, makerOf(machine.name, machine.maker)),
    parts.ten,
    parts.size,
    parts.stack,
    parts.now,
  );
  card.style.setProperty("--k", machine.colour);
  parts.size.textContent = sizeOf(machine.boxes);
  if (board) parts.position.replaceChildren(picture(board, board.start ?? "", [], words.hall.board));
  return { card, parts };
}
