/** A lesson's own page: the game, the boxes that it changed, and what became of its beads. The address has its code. */
import { ApiError, games, machine as fetchMachine } from "./api.js";
import { beadOf, glass } from "./bead.js";
import { Board } from "./board.js";
import { drawer } from "./box.js";
import { byId, el } from "./dom.js";
import { visitorHere } from "./kiosk_entry.js";
import { language, number, translate, words } from "./language.js";
import { titleOf } from "./machine.js";
import { beadName, spoken } from "./phrases.js";
import { picture } from "./picture.js";
import { here } from "./root.js";

/** @typedef {import("./protocol.js").Layout} Layout */
/** @typedef {import("./protocol.js").Lesson} Lesson */

const say = words.taught;
const PLY_MS = 1400;
const PRINTS = /** @type {const} */ ([
  ["picture", "card.png"],
  ["postcard", "card.pdf"],
  ["receipt", "receipt.png"],
]);
const typed = /** @type {HTMLInputElement} */ (byId("typed"));

/** @param {string} time */
const day = (time) => new Date(time).toLocaleDateString(language, { day: "numeric", month: "long", year: "numeric" });

/** The code in the address; nothing where there is none. */
function codeInAddress() {
  const [, code = ""] = location.pathname.match(/\/lesson\/([^/]+)\/*$/) ?? [];
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}

/** @param {string} code */
const address = (code) => here(`lesson/${encodeURIComponent(code)}`);

/** The game move by move, on a board that is only looked at. */
class Replay {
  /** @param {Lesson} lesson @param {Layout} layout @param {string} who */
  constructor(lesson, layout, who) {
    this.lesson = lesson;
    this.layout = layout;
    this.who = who;
    this.plies = lesson.episode.replay ?? [];
    this.at = this.plies.length;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    const place = el("div", { class: "taught-board" });
    this.caption = el("p", { class: "caption", role: "status", "data-testid": "caption" });
    const button = (/** @type {"back"|"play"|"next"} */ name, /** @type {() => void} */ click) =>
      el(
        "button",
        { type: "button", class: `btn small${name === "play" ? "" : " quiet"}`, "data-testid": name, click },
        say.step[name],
      );
    this.back = button("back", () => this.go(this.at - 1));
    this.play = button("play", () => (this.timer ? this.stop() : this.run()));
    this.next = button("next", () => this.go(this.at + 1));
    this.section = el(
      "section",
      { class: "card game", "aria-labelledby": "game" },
      el("h2", { id: "game" }, say.game),
      place,
      this.caption,
      el("div", { class: "actions" }, this.back, this.play, this.next),
    );
    const nothing = () => {};
    this.board = new Board(place, layout, { move: nothing, skip: nothing, wrong: nothing, point: nothing });
    this.draw();
  }

  /** @param {number} at plies that have been played */
  go(at) {
    this.stop();
    this.at = Math.max(0, Math.min(this.plies.length, at));
    this.draw();
  }

  run() {
    if (this.at === this.plies.length) this.at = -1; // from the start
    const step = () => {
      this.at += 1;
      this.timer = this.at < this.plies.length ? setTimeout(step, PLY_MS) : undefined;
      this.draw();
    };
    step();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.draw();
  }

  draw() {
    const { board, plies, at, layout, lesson } = this;
    const over = at === plies.length;
    const ply = plies[at - 1];
    board.draw({
      position: ply?.position ?? layout.start ?? "",
      ply: at,
      legal: [],
      last: ply?.move ?? null,
      pending: null,
      bead: null,
      end: over ? (lesson.episode.end ?? null) : null,
      phase: over ? "over" : "machine",
    });
    this.caption.textContent = this.words(at);
    this.back.setAttribute("aria-disabled", String(at === 0)); // who steps by the keyboard stays on it
    this.next.setAttribute("aria-disabled", String(over));
    this.play.textContent = this.timer ? say.step.pause : say.step.play;
  }

  /** @param {number} at */
  words(at) {
    const { plies, layout, lesson, who } = this;
    const { opponent, outcome, reason, trace } = lesson.episode;
    const ply = plies[at - 1];
    if (!ply) return say.start;
    const drawn = trace.find((draw) => draw.ply === ply.ply);
    const end =
      reason === "resign" ? say.gaveUp(who) : opponent === "itself" ? say.ownEnds[outcome] : say.ends[outcome](who);
    return [
      say.ply(number(at), number(plies.length)),
      ply.by === "machine" ? say.machine(who, spoken(ply.move)) : say.visitor(spoken(ply.move)),
      drawn ? say.drew(number(drawn.number), beadName(beadOf(layout, drawn.bead, drawn.move))) : "",
      at === plies.length ? end : "",
    ]
      .filter(Boolean)
      .join(" ");
  }
}

/**
 * What became of one change, in words.
 * @param {Lesson} lesson
 * @param {import("./protocol.js").LessonChange} change
 * @param {Layout} layout
 */
function toldOf(lesson, change, layout) {
  const bead = beadOf(layout, change.bead, change.move);
  const by = Math.abs(change.after - change.before);
  const name = beadName(bead);
  const still =
    change.still === null || lesson.taken_back
      ? ""
      : say.still(change.still, number(change.still), change.still === by);
  return el(
    "li",
    { "data-testid": "change", "data-still": change.still, "data-drawn": change.drawn_since },
    glass(bead, "small"),
    el(
      "span",
      {},
      [
        (change.still === null ? say.took : say.gave)(by, number(by), name),
        still,
        say.drawn(change.drawn_since, number(change.drawn_since), name),
      ]
        .filter(Boolean)
        .join(" "),
    ),
  );
}

/**
 * A box as it was and as it then became.
 * @param {Lesson} lesson
 * @param {Lesson["boxes"][0]} box
 * @param {Layout} layout
 */
function boxOf(lesson, box, layout) {
  const changes = lesson.changes.filter((change) => change.number === box.number);
  const marks = (/** @type {"before"|"after"} */ when) =>
    box.moves.map((move, i) => ({
      bead: beadOf(layout, i, move.move),
      moves: move.orbit.length ? move.orbit : [move.move],
      count: move[when],
      odds: 0,
      drawn: changes.some((change) => change.bead === i),
    }));
  const side = (/** @type {"before"|"after"} */ when) =>
    el("figure", {}, el("figcaption", {}, say[when]), drawer(marks(when)));
  return el(
    "article",
    { class: "card changed-card", "data-testid": "changed", "data-number": box.number },
    el("h3", {}, say.box(number(box.number))),
    el(
      "div",
      { class: "changed-box" },
      el(
        "div",
        { class: "tag" },
        picture(
          layout,
          box.box,
          marks("after").filter((mark) => mark.drawn),
          words.box.label(say.box(number(box.number))),
        ),
      ),
      side("before"),
      side("after"),
    ),
    el("ul", {}, ...changes.map((change) => toldOf(lesson, change, layout))),
  );
}

/** @param {Lesson} lesson @param {string} who */
function notice({ taken_back: back }, who) {
  if (!back) return null;
  const told = back.kind === "reset" ? say[/** @type {"dry"|"finished"|"curator"} */ (back.why)] : say[back.kind];
  return el("p", { class: "notice", "data-testid": "taken-back" }, told(day(back.time), who));
}

/** @param {Lesson} lesson @param {string} who */
function around({ machine, previous, next }, who) {
  const link = (/** @type {string|null} */ code, /** @type {"previous"|"next"} */ name) =>
    code
      ? el(
          "a",
          {
            class: "btn small quiet",
            href: address(code),
            rel: name === "next" ? "next" : "prev",
            "data-testid": `lesson-${name === "next" ? "after" : "before"}`,
          },
          say[name],
        )
      : null;
  return el(
    "nav",
    { class: "around", "aria-label": say.around },
    link(previous, "previous"),
    el(
      "a",
      { class: "btn small", href: here(`machine/${encodeURIComponent(machine)}`), "data-testid": "play-it" },
      say.play(who),
    ),
    link(next, "next") ?? el("span", { class: "cap" }, say.newest),
  );
}

/** The lesson on paper. @param {string} code */
const prints = (code) =>
  el(
    "span",
    { class: "prints" },
    ...PRINTS.map(([name, file]) =>
      el("a", { href: here(`api/v1/lessons/${code}/${file}?lang=${language}`), "data-testid": file }, say.prints[name]),
    ),
  );

/** Draws the code that a phone reads, once it is there. @param {Element} place @param {string} code */
async function drawCode(place, code) {
  const { isReached, qrCode } = await import("./qr.js");
  const { href } = new URL(address(code), location.href);
  const drawn = isReached(href) ? qrCode(href) : null;
  if (drawn) place.replaceChildren(drawn);
}

/** @param {string} code */
const plate = (code) =>
  el(
    "div",
    { class: "code" },
    el("span", { class: "cap", id: "code" }, say.code),
    el(
      "b",
      { class: "tiles", "data-testid": "code", role: "img", "aria-label": [...code].join(" ") },
      ...[...code].map((letter) => el("i", {}, letter)),
    ),
    el("span", { class: "cap" }, say.codeHow),
    prints(code),
    el("span", { class: "for-phones", "data-testid": "lesson-qr" }),
  );

/** @param {Lesson} lesson @param {Layout} layout @param {string} own the machine's title */
function draw(lesson, layout, own) {
  const who = titleOf(lesson.machine, own);
  const title = say.titleOf(number(lesson.number), who);
  document.title = say.titleOfPage(title);
  byId("title").textContent = title;
  byId("lead").textContent = (lesson.episode.opponent === "itself" ? say.ownLead : say.lead)(
    day(lesson.episode.time),
    who,
    number(lesson.number),
    number(lesson.lessons),
  );
  byId("lesson").replaceChildren(
    ...[
      notice(lesson, who),
      el(
        "div",
        { class: "taught-body" },
        new Replay(lesson, layout, who).section,
        el(
          "section",
          { class: "boxes-changed", "aria-labelledby": "boxes" },
          plate(lesson.lesson),
          el("h2", { id: "boxes" }, say.boxes),
          ...(lesson.boxes.length ? lesson.boxes.map((box) => boxOf(lesson, box, layout)) : [el("p", {}, say.nothing)]),
        ),
      ),
      around(lesson, who),
    ].filter((part) => part !== null),
  );
  byId("lesson").hidden = false;
  const place = document.querySelector(".for-phones");
  if (place) drawCode(place, lesson.lesson);
  byId("taught").dataset.stage = "lesson";
}

/** Asks for a code. @param {string} why */
function ask(why) {
  document.title = say.titleOfPage(say.title);
  byId("lead").textContent = why;
  byId("ask").hidden = false;
  byId("taught").dataset.stage = "ask";
}

/** The lesson; or what to say in its place. @param {string} code @returns {Promise<Lesson|string>} */
async function read(code) {
  const answer = await fetch(here(`api/v1/lessons/${encodeURIComponent(code)}`)).catch(() => null);
  if (answer?.ok) return answer.json();
  if (answer?.status !== 404) return say.failed;
  return ((await answer.json()).type.endsWith(":bad-code") ? say.slip : say.none)(code);
}

async function open() {
  const code = codeInAddress();
  if (!code) return ask(say.ask);
  typed.value = code;
  try {
    const [lesson, boards] = await Promise.all([read(code), games()]);
    if (typeof lesson === "string") return ask(lesson);
    const machine = await fetchMachine(lesson.machine);
    const game = boards.find(({ name }) => name === machine.game);
    if (!game) throw new ApiError(0, "");
    draw(lesson, game.board, machine.title);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    ask(say.failed);
  }
}

translate();
await visitorHere();
byId("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  if (typed.value.trim()) location.assign(address(typed.value.trim()) + location.search);
});
open();
