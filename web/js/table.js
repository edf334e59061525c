/** The page of one machine: wires its parts, and draws them at most once a frame. */
import * as api from "./api.js";
import { Board } from "./board.js";
import { OpenBox } from "./box.js";
import { Connection } from "./connection.js";
import { LifeCurve } from "./curve.js";
import { byId, el, number, onceAFrame, span } from "./dom.js";
import { Lesson } from "./lesson.js";
import { Room } from "./live.js";
import { Session } from "./session.js";
import { addBox, createTable, follow, isFrozen, phase, setBoxes, setCurve, shownPosition, title } from "./state.js";
import { boxInAddress, Wall } from "./wall.js";
import { drawnBead, headline, say, sides } from "./words.js";

const RELOAD_MS_MIN = 2000; // boxes and curve are not fetched again sooner
const FEW_BOXES = 8; // so many new ones are fetched one by one
const TICK_MS = 1000;

const name = decodeURIComponent(location.pathname.replace(/\/+$/, "").split("/").pop() ?? "");
const t = createTable(name);
const draw = onceAFrame(drawAll);
const session = new Session(t, draw);
const openBox = new OpenBox(byId("box"));
const lesson = new Lesson(byId("lesson"));
const dialog = /** @type {HTMLDialogElement} */ (byId("look"));
const wall = new Wall(byId("wall"), dialog, t);
const curve = new LifeCurve(byId("curve"));
const room = new Room(byId("room"));
session.busyLooking = () => dialog.open;
/** @type {Board|null} */
let board = null;
let wanted = boxInAddress(); // the box to be opened once it is there: 0 = none

/** Fetch something now, but not more often than every two seconds. @param {() => Promise<void>} fetchIt */
function seldom(fetchIt) {
  let last = 0;
  let timer = 0;
  return () => {
    if (timer) return;
    timer = window.setTimeout(() => {
      last = Date.now();
      timer = 0;
      fetchIt().then(draw, missing);
    }, Math.max(0, last + RELOAD_MS_MIN - Date.now()));
  };
}

const loadMachine = seldom(async () => {
  t.machine = await api.machine(name);
  document.documentElement.style.setProperty("--k", t.machine.colour);
});
const loadBoxes = seldom(async () => setBoxes(t, await api.boxes(name)));
const loadMissing = seldom(async () => {
  const numbers = [...t.missing.keys()];
  if (numbers.length > FEW_BOXES) setBoxes(t, await api.boxes(name));
  for (const no of numbers) {
    if (!t.missing.has(no)) continue;
    const box = await api.box(name, no).catch(() => null);
    if (box) addBox(t, box);
    else t.missing.delete(no); // it will be told of again
  }
});
const loadCurve = seldom(async () => setCurve(t, await api.curve(name)));
const loadRows = seldom(async () => {
  const episodes = await api.episodes(name, 5);
  const rows = episodes.map((e) => ({ seq: e.seq, kind: "episode", era: e.era, outcome: e.outcome, reason: e.reason, time: e.time,
    changes: e.changes.map((c) => /** @type {[number, number, number, number]} */ ([c.number, c.bead, c.before, c.after])) }));
  t.rows = [...t.rows, ...rows.filter((row) => !t.rows.some((known) => known.seq === row.seq))].sort((a, b) => b.seq - a.seq).slice(0, 6);
});

/** @param {unknown} error */
function missing(error) {
  if (!(error instanceof api.ApiError)) throw error;
  if (error.status === 404 && !t.machine && !t.hello) byId("missing").hidden = false;
}

/** @type {Connection<import("./protocol.js").WatchFrame>} */
const watch = new Connection(`watch?machine=${encodeURIComponent(name)}`, (frame) => {
  if (frame.type === "hello") {
    t.feed = { type: "feed", ...pick(frame), tables: t.feed?.tables ?? [] };
    if (frame.seq !== t.boxesSeq) loadBoxes();
    if (frame.seq !== t.curveSeq.at(-1)) loadCurve();
    loadRows();
  } else if (frame.type === "feed") {
    const need = follow(t, frame);
    if (need.boxes) loadBoxes();
    if (need.curve) loadCurve();
    session.follow(frame);
  }
  draw();
}, draw);

/** The figures in a watcher's hello. @param {import("./protocol.js").Hello} hello */
function pick({ seq, era, episodes, frozen, playing = 0, watching = 0, wins = 0, draws = 0, losses = 0, beads = 0 }) {
  return { seq, era, episodes, frozen, playing, watching, wins, draws, losses, beads };
}

/** @param {string} id @param {string} text */
function write(id, text) {
  const element = byId(id);
  if (element.textContent !== text) element.textContent = text;
}

function drawAll() {
  if (!t.hello) {
    drawLine();
    return;
  }
  board ??= new Board(byId("board"), t.hello.board, (move) => session.move(move), () => session.skip());
  const { play } = t;
  const now = phase(t);
  const drawn = play?.drawn;
  const machines = drawn && drawn.bead !== null && !t.drawing && play?.played.at(-1)?.move === drawn.move;
  board.draw({ position: shownPosition(t), ply: t.drawing ? Math.max(0, (play?.ply ?? 0) - (drawn?.bead === null ? 0 : 1)) : play?.ply ?? 0, phase: now, legal: play?.legal ?? [],
    last: t.drawing ? play?.played.at(-2)?.move ?? null : play?.played.at(-1)?.move ?? null, pending: t.pending,
    bead: machines && drawn?.bead !== null && drawn ? drawnBead(t, drawn, drawn.bead) : null });
  drawTurn(now);
  drawPlate();
  drawLine();
  if (t.missing.size) loadMissing();
  openBox.draw(t);
  lesson.draw(t);
  wall.draw();
  drawWanted();
  curve.draw(t.curveSeq, t.curveHeight);
  room.draw(t);
}

let sayKey = "";

/** @param {"waiting"|"your-turn"|"machine"|"over"} now */
function drawTurn(now) {
  const turn = byId("turn");
  const words = headline(t);
  const outcome = now === "over" ? t.play?.outcome ?? "" : "";
  if (turn.textContent !== words || turn.dataset.outcome !== outcome) {
    turn.replaceChildren(outcome ? el("span", { "data-testid": "outcome", "data-outcome": outcome, class: `stamp ${outcome}` }, words) : words);
    turn.dataset.outcome = outcome;
  }
  write("sides", sides(t));
  const sentence = say(t);
  const key = sentence.map((part) => (typeof part === "string" ? part : part.textContent)).join("");
  if (key !== sayKey) {
    sayKey = key;
    byId("say").replaceChildren(...sentence);
  }
  byId("note").hidden = !t.note;
  write("note", t.note);
  byId("next").hidden = !(now === "over" && (t.learned || t.spared));
  byId("next").classList.toggle("counting", t.held);
  byId("give-up").hidden = !(now === "your-turn" && (t.play?.ply ?? 0) > 1);
  byId("seats").hidden = t.hello?.seat !== "either";
  for (const input of document.querySelectorAll("#seats input")) {
    if (input instanceof HTMLInputElement) input.checked = input.value === t.starts;
  }
  write("seat-machine", `${title(t)} starts`);
  const dry = byId("dry");
  dry.hidden = !t.dry || isFrozen(t);
  if (t.dry?.new_era_at) write("dry-count", span(Math.max(0, Date.parse(t.dry.new_era_at) - Date.now())));
}

function drawPlate() {
  const { machine, feed } = t;
  document.title = `${title(t)} · Menagerie`;
  write("nav-name", title(t));
  write("title", title(t));
  write("maker", machine?.maker ?? "");
  write("story", machine?.story ?? "");
  write("life", `The life of ${title(t)}`);
  byId("frozen").hidden = !isFrozen(t);
  if (!feed) return;
  write("lessons", number(feed.episodes));
  write("wins", number(feed.wins));
  write("draws", number(feed.draws));
  write("losses", number(feed.losses));
}

/** Opens the box that the address names, as a label's code does. */
function drawWanted() {
  byId("labels").hidden = !t.boxes.size;
  if (!wanted || !t.boxesSeq) return;
  if (t.boxes.has(wanted)) wall.look(wanted);
  else t.note = `There is no box ${wanted} on this wall.`;
  wanted = 0;
}

function drawLine() {
  const line = byId("line");
  line.dataset.state = t.line;
  line.hidden = t.line !== "down";
}

byId("next").addEventListener("click", () => session.next());
byId("give-up").addEventListener("click", () => session.giveUp());
byId("seats").addEventListener("change", (event) => {
  if (event.target instanceof HTMLInputElement) session.chooseStarts(event.target.value === "machine" ? "machine" : "you");
});
addEventListener("hashchange", () => {
  wanted = boxInAddress();
  draw();
});
byId("labels").setAttribute("href", `/api/v1/machines/${encodeURIComponent(name)}/labels.pdf`);
byId("csv").setAttribute("href", `/api/v1/machines/${encodeURIComponent(name)}/history.csv`);
byId("facts").setAttribute("href", `/api/v1/machines/${encodeURIComponent(name)}`);
setInterval(draw, TICK_MS);
loadMachine();
draw();
void watch;
