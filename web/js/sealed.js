/** The sealed room: a paper with the rules, five games against somebody next door, the question, and the door. */
import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { byId, el } from "./dom.js";
import { visitorHere } from "./kiosk_entry.js";
import { number, translate, words } from "./language.js";
import { spoken } from "./phrases.js";
import { picture } from "./picture.js";
import { readOnly } from "./root.js";

/** @typedef {import("./protocol.js").SealedHello} Hello */
/** @typedef {import("./protocol.js").Room} Room */
/** @typedef {"paper"|"waiting"|"room"|"asked"|"answered"|"open"} Stage */

const say = words.sealed;
const VISIT_KEY = "menagerie sealed visit"; // so that two tabs are not seated next door to each other
/** The board of the paper, until the server has told its own. @type {import("./protocol.js").Layout} */
const LAYOUT = { kind: "squares", columns: 3, rows: 3, pieces: ".wb", movers: "wb", start: "bbb/.../www w" };
const STEPS = ["bbb/.w./w.w b", ".bb/.b./w.w w", "b.w/.b./... b"]; // a step, a capture, the far row

/** @type {Connection<import("./protocol.js").SealedFrame>|null} */
let line = null;
/** @type {Hello|null} */
let hello = null;
/** @type {Board|null} */
let board = null;
/** @type {Room|null} */
let room = null;
/** @type {Stage} */
let stage = "paper";
let left = false;
/** What the visitor thought, by game and own move: 0 is nothing. @type {number[][]} */
let remarks = [];

const sit = /** @type {HTMLButtonElement} */ (byId("sit"));

/** @param {string} text */
function tell(text) {
  byId("told").textContent = text;
}

/** @param {Stage} next */
function show(next) {
  stage = next;
  byId("sealed").dataset.stage = next;
  byId("paper").hidden = next !== "paper";
  byId("lead").hidden = next !== "paper";
  byId("room").hidden = next !== "room";
  byId("asked").hidden = next !== "asked" && next !== "answered";
  byId("opened").hidden = next !== "open";
  byId("doorway").hidden = next === "room";
  sit.hidden = readOnly || (next !== "paper" && next !== "open");
  sit.textContent = next === "open" ? say.again : say.sit;
  if (next === "open") return;
  byId("doorway").classList.remove("wide");
  byId("behind").replaceChildren();
  byId("opened").before(byId("go"));
}

/** The visit of this browser, or this connection's where nothing can be kept. @param {string} fresh */
function visit(fresh) {
  try {
    const kept = localStorage.getItem(VISIT_KEY) ?? fresh;
    localStorage.setItem(VISIT_KEY, kept);
    return kept;
  } catch {
    return fresh;
  }
}

function enter() {
  if (!hello) return;
  remarks = [];
  left = false;
  room = null;
  line?.send({ type: "enter", visit: visit(hello.visit_token) });
}

function sitDown() {
  byId("sealed").focus({ preventScroll: true });
  scrollTo({ top: 0 });
  show("waiting");
  tell(line ? say.waits : say.coming);
  if (line) enter();
  else
    line = new Connection(
      "sealed",
      hear,
      (state) => {
        if (state === "down") lose();
      },
      () => {},
    );
}

/** The line is gone, and the room with it. */
function lose() {
  hello = null;
  if (stage !== "room" && stage !== "asked" && stage !== "answered") return;
  end(say.lost);
}

/** Back to the paper. @param {string} why */
function end(why) {
  line?.close();
  line = null;
  show("paper");
  tell(why);
}

/** @param {import("./protocol.js").SealedFrame} frame */
function hear(frame) {
  if (frame.type === "hello") {
    hello = frame;
    if (stage !== "waiting") return;
    tell(say.waits);
    enter();
  } else if (frame.type === "room") play(frame);
  else if (frame.type === "left") {
    left = true;
    tell(say.left);
  } else if (frame.type === "door") open(frame);
  else if (frame.code === "bad-visit") {
    // another server has given it, or this one with a key that is gone
    localStorage.removeItem(VISIT_KEY);
    enter();
  } else if (stage === "waiting") end(say.full);
  else if (room && frame.code !== "wrong-ply") {
    // a move that was not taken: the board as it was
    remarks.at(-1)?.pop();
    draw(room);
  }
}

/** @param {Room} next */
function play(next) {
  const fresh = room?.game !== next.game;
  const own = (next.ply % 2 === 1) === (next.seat === "first");
  room = next;
  if (fresh) {
    remarks.push([]);
    show("room");
    byId("game").textContent = say.game(
      number(next.game),
      number(hello?.games ?? 0),
      next.seat === "first" ? words.sides.white : words.sides.black,
    );
    board ??= new Board(byId("board"), hello?.board ?? LAYOUT, {
      move,
      skip: () => {},
      wrong: (why) => {
        byId("wrong").textContent = why;
      },
      point: () => {},
    });
    // a sentence that has the keyboard is shut until the next move
    if (next.game === 1 || byId("nine").contains(document.activeElement)) board.enter();
  }
  draw(next);
  tell([left && fresh && next.game > 1 ? say.left : "", saying(next, own)].filter(Boolean).join(" "));
  if (next.outcome && next.game === hello?.games && !left) ask();
}

/** @param {Room} at @param {boolean} own whether the last move was the visitor's @returns {string} */
function saying({ ply, played, legal, outcome, game }, own) {
  const came = played && !own ? say.came(spoken(played)) : "";
  if (outcome) return [came, say.ends[outcome], game < (hello?.games ?? 0) ? say.soon : ""].filter(Boolean).join(" ");
  if (legal.length) return [came, say.your].filter(Boolean).join(" ");
  return ply === 0 ? say.first : say.carries;
}

/** @param {Room} at */
function draw({ position, ply, legal, played, outcome, end: why }) {
  board?.draw({
    position,
    ply,
    legal,
    last: played,
    pending: null,
    bead: null,
    end: why ?? null,
    phase: outcome ? "over" : legal.length ? "your-turn" : "machine",
  });
  drawRemarks();
}

/** @param {string} to @param {number} ply */
function move(to, ply) {
  if (!room || !board) return;
  board.draw({ ...board.view, legal: [], pending: to, phase: "machine" });
  line?.send({ type: "move", game: room.game, ply, move: to });
  remarks.at(-1)?.push(0);
  drawRemarks();
}

/** The nine sentences: one may be chosen for the last own move. */
function drawRemarks() {
  const now = remarks.at(-1)?.at(-1);
  byId("when").hidden = now !== undefined;
  for (const [i, button] of [...byId("nine").children].entries()) {
    button.setAttribute("aria-pressed", String(now === i + 1));
    button.toggleAttribute("disabled", now === undefined);
  }
}

/** @param {number} remark from 1 */
function think(remark) {
  const game = remarks.at(-1);
  if (!game?.length) return;
  game[game.length - 1] = game.at(-1) === remark ? 0 : remark;
  drawRemarks();
}

function ask() {
  show("asked");
  for (const button of byId("who").children) button.removeAttribute("disabled");
  byId("asked-title").focus();
}

/** @param {"machine"|"person"} who */
function guess(who) {
  for (const button of byId("who").children) button.setAttribute("disabled", "");
  show("answered");
  tell(say.answer);
  line?.send({ type: "guess", who, remarks: remarks.map((game) => game.join("")).join("/") });
}

/** @param {import("./protocol.js").Door} door */
async function open(door) {
  const { opened } = await import("./sealed_door.js");
  show("open");
  tell("");
  opened(door, hello?.board ?? LAYOUT, door.remarks || remarks.map((game) => game.join("")).join("/"));
}

translate();
document.title = say.titleOfPage;
await visitorHere();
const { line: how, win, steps } = words.games.hexapawn ?? { line: "", win: "", steps: [] };
byId("rules").append(
  el("p", {}, how),
  el("p", {}, el("b", {}, say.win), ` ${win}`),
  el(
    "ol",
    { class: "steps" },
    ...STEPS.map((position, i) => el("li", {}, picture(LAYOUT, position), el("span", {}, steps[i] ?? ""))),
  ),
);
byId("nine").append(
  ...say.nine.map((text, i) =>
    el("button", { type: "button", "aria-pressed": "false", disabled: true, click: () => think(i + 1) }, text),
  ),
);
byId("who").append(
  .../** @type {const} */ (["machine", "person"]).map((who) =>
    el(
      "button",
      {
        type: "button",
        class: `btn${who === "person" ? " quiet" : ""}`,
        "data-testid": `guess-${who}`,
        click: () => guess(who),
      },
      say[who],
    ),
  ),
);
sit.addEventListener("click", sitDown);
sit.disabled = false;
show("paper");
if (readOnly) tell(say.readOnly);
