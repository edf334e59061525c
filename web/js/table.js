/**
 * The page of one machine: wires its parts. What is known stands in one table; at most once a frame the parts are drawn
 * as it says, and what it asks for is loaded.
 */
import * as api from "./api.js";
import { Board } from "./board.js";
import { OpenBox } from "./box.js";
import { Connection } from "./connection.js";
import { byId, el, onceAFrame } from "./dom.js";
import { visitorHere } from "./kiosk_entry.js";
import { drawnBead } from "./phrases.js";
import { keepOffline } from "./offline_storage.js";
import { Plate } from "./plate.js";
import { boxInAddress, here, readOnly } from "./root.js";
import { still } from "./motion.js";
import { RulesPanel } from "./rules.js";
import { Session } from "./session.js";
import { Speaker } from "./speaker.js";
import {
  addBox,
  createTable,
  follow as take,
  isFrozen,
  isTold,
  isUnderWay,
  machineSeat,
  phase,
  rowOf,
  setBoxes,
  setCurve,
  shownPosition,
} from "./state.js";
import { Turn } from "./turn.js";
import { number, translate, words } from "./language.js";

const RELOAD_MS_MIN = 2000; // boxes and curve are not fetched again sooner
const RELOAD_MS_MAX = 60_000; // nor later, where the server could not give them
const MANY_BOXES = 1000; // so many are fetched when their wall comes near, or the visitor has moved
const FEW_BOXES = 8; // so many new ones are fetched one by one
const TICK_MS = 1000;

translate();
keepOffline();
await visitorHere();
const name = decodeURIComponent(location.pathname.replace(/\/+$/, "").split("/").pop() ?? "");
const t = createTable(name, Number(new URLSearchParams(location.search).get("as_of")) || 0);
document.body.classList.toggle("past", t.asOf > 0);
const draw = onceAFrame(renew);
const refused = (/** @type {string|null} */ why) => {
  t.refused = why;
  draw();
};
const session = new Session(t, draw, refused);
const openBox = new OpenBox(byId("box"), {
  glow: (squares) => board?.glow(squares),
  guess: (bead) => session.guess(bead),
});
const plate = new Plate(t);
const turn = new Turn(t, session, draw, () => board?.enter());
const rules = new RulesPanel(byId("rules"), byId("rules-open"), draw);
const speaker = new Speaker(byId("spoken"));
/** @type {import("./gesture.js").Gesture|null} */
let gesture = null;
/** @type {import("./sound_switch.js").SoundSwitch|null} */
let sound = null;
const atKiosk = new URLSearchParams(location.search).has("kiosk");
/** @type {Board|null} */
let board = null;
/** @type {import("./below.js").Below|null} */
let below = null;
/** @type {import("./dry.js").DryPage|null} only a machine that has run dry needs it */
let dryPage = null;
/** @type {import("./feast.js").Feast|null} */
let feast = null;
/** @type {typeof import("./prizes.js")|null} */
let prizesPage = null;
/** @type {HTMLElement|null} what is bold has its own typeface */
let isBold = null;
/** @type {Promise<import("./learn.js").Learn>|null} */
let learn = null;
let isTwinOffered = false;
let isGreeted = t.asOf > 0;
let wanted = boxInAddress(); // the box to be opened once it is there: 0 = none

/** Load a part of the page now, but only once. @param {() => Promise<void>} loadIt */
function once(loadIt) {
  let isWanted = false;
  return () => {
    if (isWanted) return;
    isWanted = true;
    loadIt().then(draw, loadAnew);
  };
}

/**
 * Fetch something now, but not more often than every two seconds; what the server could not give is asked for again,
 * ever more seldom.
 * @param {() => Promise<void>} fetchIt
 */
function seldom(fetchIt) {
  let last = 0;
  let timer = 0;
  let again = 0;
  let wait = RELOAD_MS_MIN;
  const ask = () => {
    if (timer) return;
    timer = window.setTimeout(
      () => {
        last = Date.now();
        timer = 0;
        fetchIt().then(
          () => {
            wait = RELOAD_MS_MIN;
            draw();
          },
          (error) => {
            missing(error);
            clearTimeout(again);
            again = window.setTimeout(error.passing ? ask : draw, wait);
            wait = Math.min(RELOAD_MS_MAX, 2 * wait);
          },
        );
      },
      Math.max(0, last + RELOAD_MS_MIN - Date.now()),
    );
  };
  return ask;
}

const loadMachine = seldom(async () => {
  t.machine = await api.machine(name);
  document.documentElement.style.setProperty("--k", t.machine.colour);
});
const fetchBoxes = seldom(async () => setBoxes(t, await api.boxes(name, t.asOf)));
let boxesWait = false; // they are many, and nobody looks at them yet
function loadBoxes() {
  boxesWait =
    (t.hello?.boxes ?? 0) > MANY_BOXES && !below?.wall.near && !isUnderWay(t) && !t.dry && !wanted && !t.boxesSeq;
  if (!boxesWait) fetchBoxes();
}
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
const loadCurve = seldom(async () => setCurve(t, await api.curve(name, t.asOf)));
const loadStrength = seldom(async () => {
  if (t.learned) return; // the lesson's own is fetched with it
  t.strength = await api.strength(name, t.asOf);
});
const loadRows = seldom(async () => {
  const episodes = await api.episodes(name, 5);
  const rows = episodes.map(rowOf);
  t.rows = [...t.rows, ...rows.filter((row) => !t.rows.some((known) => known.seq === row.seq))]
    .sort((a, b) => b.seq - a.seq)
    .slice(0, 6);
});

/** @param {unknown} error */
function missing(error) {
  if (!(error instanceof api.ApiError)) throw error;
  if (error.status !== 404 || t.machine || t.hello) return;
  session.line.close(); // it is not asked for again
  import("./style.js")
    .then(({ style }) => style("lost"))
    .then(() => {
      byId("missing").hidden = false;
    });
  byId("stage").hidden = byId("below").hidden = true;
  document.body.classList.add("missing");
}

const isUnbeatable = () => Boolean(t.strength?.sides.length && t.strength.sides.every((side) => side.unbeatable));

/**
 * How good the machine was before the visitor's lesson, and after it. Asked again where the server had no time for it.
 */
let asked = 0;
async function loadTaught() {
  const { learned } = t;
  if (!learned || asked === learned.seq) return;
  const { seq } = learned;
  asked = seq;
  try {
    const after = await api.strengthAround(name, seq);
    t.strength = after;
    if (isUnbeatable()) below?.plaques.load();
    if (t.learned?.seq === seq && after.evaluated && after.before) t.taught = { before: after.before, after };
  } catch (error) {
    if (!(error instanceof api.ApiError)) throw error;
    if (error.passing)
      setTimeout(() => {
        if (asked === seq) asked = 0;
        draw();
      }, RELOAD_MS_MIN);
  }
  draw();
}

/**
 * Follows the machine: its boxes, its life, who else is there.
 * @returns {Connection<import("./protocol.js").WatchFrame>}
 */
const watch = () =>
  new Connection(
    `watch?machine=${encodeURIComponent(name)}`,
    (frame) => {
      if (frame.type === "hello") {
        t.feed = { type: "feed", ...pick(frame), tables: t.feed?.tables ?? [], dry: t.dry };
        if (frame.seq !== t.boxesSeq) loadBoxes();
        if (frame.seq !== t.curveSeq.at(-1)) loadCurve();
        loadRows();
        loadStrength();
      } else if (frame.type === "feed") {
        const need = take(t, frame);
        if (need.boxes) loadBoxes();
        if (need.curve) loadCurve();
        if (frame.from !== undefined) loadStrength();
        if (frame.rows?.some((row) => row.kind !== "episode") || isUnbeatable()) below?.plaques.load();
        session.follow(frame);
      }
      draw();
    },
    draw,
  );

/** The figures in a watcher's hello. @param {import("./protocol.js").WatchHello} hello */
function pick({ machine, seq, era, episodes, frozen, playing, watching, wins, draws, losses, beads }) {
  return { machine, seq, era, episodes, frozen, playing, watching, wins, draws, losses, beads };
}

/** @param {import("./state.js").Hello} hello */
function makeBoard(hello) {
  const made = new Board(byId("board"), hello.board, {
    move: (move, ply) => (t.hand ? below?.operator?.move(move) : session.move(move, ply)),
    skip: () => session.skip(),
    wrong: (why) => turn.tell(why && t.hand ? t.hand.words.replaceAll("*", "") : why),
    point: (square) => {
      for (const odd of byId("box").querySelectorAll(".odd"))
        odd.classList.toggle(
          "lit",
          square !== "" && (odd.getAttribute("data-squares") ?? "").split(" ").includes(square),
        );
    },
  });
  rules.set(hello.game, hello.board, machineSeat(t) === "first" ? "second" : "first");
  requestAnimationFrame(() => setTimeout(comeAfter)); // when the board has been painted
  return made;
}

/** What can wait until the board stands. */
async function comeAfter() {
  if (t.asOf) {
    // the past does not change: nothing to follow there
    loadBoxes();
    loadCurve();
    loadStrength();
  } else watch();
  const scripts = await import("./below.js").catch(loadAnew);
  if (!scripts) return;
  below = new scripts.Below(t, draw, {
    session,
    changed: draw,
    tell: (why) => turn.tell(why),
    speak: (text) => speaker.read(text),
    toBoard: () => board?.enter(),
    sound: (what) => sound?.cheer(what),
  });
  draw();
}

/**
 * A script was lost with the server or the network. A browser may keep such a failure for as long as the page lives, so
 * the page is loaded anew, once, when the connection stands; the game goes on from its ticket. @param {unknown} error
 */
function loadAnew(error) {
  const [entry] = performance.getEntriesByType("navigation");
  if (/** @type {PerformanceNavigationTiming|undefined} */ (entry)?.type === "reload") throw error; // not for ever
  const timer = setInterval(() => {
    if (t.line !== "open") return;
    clearInterval(timer);
    location.reload();
  }, RELOAD_MS_MIN);
}

/** After something has been learned, or a part has come. */
function renew() {
  if (!t.hello) return turn.drawLine();
  board ??= makeBoard(t.hello);
  follow();
  drawAll(board);
  below?.wall.flashed();
  loadWanted();
  lookWanted();
}

/** What the parts keep of their own follows the table, before it is drawn. */
function follow() {
  const now = phase(t);
  const { play } = t;
  turn.follow();
  feast?.follow(now);
  below?.follow();
  if (now === "over" || (play && play.ply > 1)) rules.yield(now === "over" ? (play?.episode ?? "") : "");
  if (t.dry || feast?.isOpen || t.hand) rules.stepAside();
}

/** Draws what the table says. @param {Board} board */
function drawAll(board) {
  const { play } = t;
  const now = phase(t);
  const drawn = play?.drawn;
  const machines = drawn && drawn.bead !== null && !t.drawing && play?.played.at(-1)?.move === drawn.move;
  const before = t.drawing ? play?.played.at(-2) : play?.played.at(-1);
  // the machine's move is the visitor's to make
  const byHand = t.hand?.step === "play" && drawn ? drawn.beads.flatMap(({ moves }) => moves) : null;
  board.draw({
    position: shownPosition(t),
    ply: t.drawing ? Math.max(0, (play?.ply ?? 0) - 1) : (play?.ply ?? 0),
    phase: byHand ? "your-turn" : now,
    legal: byHand ?? play?.legal ?? [],
    last: (t.replay && t.dry ? t.replay.plies[t.replay.at - 1] : before)?.move ?? null,
    pending: t.pending,
    bead: machines && drawn?.bead !== null && drawn ? drawnBead(t, drawn, drawn.bead) : null,
    end: now === "over" && isTold(t, "line") ? (play?.end ?? null) : null,
  });
  const held = t.hand !== null;
  const over = now === "over" && isTold(t, "lesson");
  byId("stage").dataset.phase = now;
  byId("stage").dataset.outcome = now === "over" ? (play?.outcome ?? "") : "";
  byId("lesson").hidden = !over || held;
  byId("box").hidden = over || t.dry !== null || held || Boolean(feast?.isOpen);
  drawFeast();
  drawDry();
  if (!wantsTwin()) byId("twin").hidden = true;
  if (t.strength?.prizes) prizesPage?.drawPrizes(byId("prizes"), name, t.strength.prizes);
  byId("labels").hidden = !t.boxes.size && !t.hello?.boxes;
  turn.draw(now);
  plate.draw();
  openBox.draw(t);
  gesture?.draw(t, board);
  below?.draw();
  speaker.draw(t, below?.heard, rules.isNew);
  below?.operator?.speak();
  sound?.draw();
}

/** Loads what the table as it is asks for, once each. */
function loadWanted() {
  if (boxesWait) loadBoxes();
  if (t.missing.size) loadMissing();
  if (t.learned) loadTaught();
  if (!isBold && isUnderWay(t))
    isBold = document.head.appendChild(el("link", { rel: "stylesheet", href: here("css/bold.css") }));
  if (t.machine?.finished && !t.asOf) loadFeast();
  if (t.dry) loadDryPage();
  dryPage?.load();
  if (t.strength?.prizes) loadPrizes();
  sound?.loadWanted();
  loadTwin();
  if ((t.pending || t.drawing) && !still()) loadGesture();
  // a first visit has the rules to read
  if (!isGreeted && t.feed && t.play && (atKiosk || byId("rules").hidden)) greet();
}

/** Who comes in is told how many games were before. */
async function greet() {
  isGreeted = true;
  (await import("./greeting.js")).greetAtTable(t, byId("note"), draw);
}

/** A machine that nobody can beat any more is a feast. */
function drawFeast() {
  byId("stage").classList.toggle("gold", Boolean(t.machine?.finished) && !t.asOf);
  feast?.draw();
}

const loadFeast = once(async () => {
  const { Feast } = await import("./feast.js");
  feast = new Feast(byId("feast"), t, draw);
});

/** What a drawn move looks like comes with the first move. */
const loadGesture = once(async () => {
  const { Gesture } = await import("./gesture.js");
  gesture = new Gesture();
});

/** Whether sound was left on, or off; null: neither. */
function keptSound() {
  try {
    return localStorage.getItem("menagerie-sound");
  } catch {
    return null;
  }
}

/** The switch for sound has its script where it is touched, and where it is on already. @param {boolean} touched */
async function wantSound(touched) {
  const { SoundSwitch } = await import("./sound_switch.js");
  sound ??= new SoundSwitch(t, (keptSound() ?? (atKiosk ? "on" : "off")) === "on");
  if (touched) sound.toggle();
  draw();
}

/** The stage has two sides: the table, and a copy that learns before one's eyes. @param {boolean} learns */
async function showTab(learns) {
  byId("stage").classList.toggle("learning", learns);
  byId("tab-play").setAttribute("aria-pressed", String(!learns));
  byId("tab-learn").setAttribute("aria-pressed", String(learns));
  if (learns) learn ??= import("./learn.js").then(({ Learn }) => new Learn(t, () => sound?.cheer()));
  try {
    (await learn)?.show(learns);
  } catch (error) {
    learn = null; // the next touch asks for it again
    loadAnew(error);
  }
}

function drawDry() {
  byId("dry-page").hidden = !t.dry;
  byId("stage").toggleAttribute("data-dry", t.dry !== null);
  dryPage?.draw();
}

const loadDryPage = once(async () => {
  const { DryPage } = await import("./dry.js");
  dryPage = new DryPage(byId("dry-page"), t, draw);
});

/** A frozen machine can be played, and learns nothing: who wants to teach is shown to one that does. */
const wantsTwin = () => isFrozen(t) && !t.asOf && !t.dry;
async function loadTwin() {
  if (wantsTwin() === isTwinOffered) return;
  isTwinOffered = wantsTwin();
  if (!isTwinOffered) return;
  const { lead, twinOf } = await import("./twin.js");
  const twin = await twinOf(t);
  if (twin && isTwinOffered) lead(byId("twin"), twin);
}

const loadPrizes = once(async () => {
  prizesPage = await import("./prizes.js");
});

/** Opens the box that the address names, as a label's code does. */
function lookWanted() {
  if (!wanted || !t.boxesSeq || !below) return;
  if (t.boxes.has(wanted)) below.wall.look(wanted);
  else {
    t.note = words.wall.missing(number(wanted));
    draw();
  }
  wanted = 0;
}

byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  showTab(false);
  board?.enter();
});
byId("sound").hidden = readOnly;
byId("sound").addEventListener("click", () => wantSound(true));
if (atKiosk || keptSound() === "on") wantSound(false);
addEventListener("hashchange", () => {
  wanted = boxInAddress();
  draw();
});
byId("tab-play").addEventListener("click", () => showTab(false));
byId("tab-learn").addEventListener("click", () => showTab(true));
byId("rules-open").addEventListener("click", () => showTab(false));
byId("labels").setAttribute("href", here(`api/v1/machines/${encodeURIComponent(name)}/labels.pdf`));
byId("csv").setAttribute("href", here(`api/v1/machines/${encodeURIComponent(name)}/history.csv`));
setInterval(() => {
  if (t.hello) turn.drawDry();
  below?.drawTimes();
  below?.reach();
}, TICK_MS);
byId("board").addEventListener("keydown", async (event) => {
  if (event.key.toLowerCase() !== "b" || event.ctrlKey || event.metaKey || event.altKey) return;
  const { boardWords } = await import("./read_board.js");
  speaker.read(boardWords(t));
});
loadMachine();
draw();
