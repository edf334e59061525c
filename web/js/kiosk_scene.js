/**
 * A game for show, scene after scene, before the wall of its boxes: the board, the box that the machine opens, and a
 * caption. It knows no rules.
 */
import * as api from "./api.js";
import { Board } from "./board.js";
import { OpenBox } from "./box.js";
import { DoorWall } from "./door_wall.js";
import { el, onceAFrame } from "./dom.js";
import { drawLamps } from "./lamps.js";
import { drawnBead, drawWords, outcomeWords, say, spoken } from "./phrases.js";
import { makerOf, titleOf } from "./machine.js";
import { still } from "./motion.js";
import { createTable } from "./state.js";
import { kiosk } from "./kiosk_words.js";
import { visitors } from "./visitors_words.js";
import { counted, number, words } from "./language.js";

/** @typedef {import("./protocol.js").ShowGame} ShowGame */
/** @typedef {import("./protocol.js").ShowPly} ShowPly */
/** @typedef {{caption: string, ms: number}} Scene what is said, and how long it is shown */

const GAME_MS = 4000; // a whole game; slower, and told move by move, for who wants no motion
const QUICK_START_MS = 300;
const QUICK_END_MS = 1100;
const QUICK_MS_MIN = 90;
const WALL_BOXES = 304; // before they are known
const WALL_BOXES_MAX = 1000; // more are not told apart from where one stands
const START_MS = 4000;
const SHAKE_MS = 2600;
const DRAWN_MS = 3800;
const MOVE_MS = 2800;
const END_MS = 6000;
const LAMPS_MAX = 24;
const NO_HANDS = { move: () => {}, skip: () => {}, wrong: () => {}, point: () => {} };

/** Ends the task that runs, so that a touch is answered before the next step. @returns {Promise<void>} */
export const breath = () =>
  new Promise((done) => {
    setTimeout(done);
  });

export class Stage {
  constructor() {
    this.question = el("h1", { "data-testid": "show-question" }, kiosk.question(counted("matchboxes", WALL_BOXES)));
    this.title = el("b", { "data-testid": "show-title" });
    this.maker = el("span", { class: "yr" });
    this.canvas = el("canvas", { class: "show-wall", "aria-hidden": "true", "data-testid": "show-wall" });
    this.wall = new DoorWall(this.canvas, WALL_BOXES);
    this.walled = ""; // whose boxes the wall has
    this.visitors = el("p", { class: "lamps show-lamps", "data-testid": "lamps" });
    this.place = el("div", { class: "show-boards", inert: true });
    this.box = el("div", { class: "open", inert: true });
    this.openBox = new OpenBox(this.box, { glow: () => {}, guess: () => {} });
    /** @type {import("./state.js").Table|null} whose box is shown */
    this.shown = null;
    this.drawBox = onceAFrame(() => setTimeout(() => this.drawBoxNow())); // when the board has been painted
    this.head = el("p", { class: "show-head" }, this.title, " ", this.maker);
    this.stage = el(
      "div",
      { class: "show-stage" },
      el("div", { class: "card show-board" }, this.place),
      el("div", { class: "card show-box" }, this.box),
    );
    /**
     * One board for each game, for good: a board listens to the window.
     * @type {Map<string, {board: Board, place: HTMLElement}>}
     */
    this.boards = new Map();
    /** @type {Board|null} */
    this.board = null;
  }

  /** @param {ShowGame} game */
  boardOf(game) {
    const known = this.boards.get(game.game);
    if (known) return known;
    const place = el("div", { class: "board-place" });
    const made = { board: new Board(place, game.board, NO_HANDS), place };
    this.boards.set(game.game, made);
    return made;
  }

  /** The game's board and its machine's wall, before its first scene. @param {ShowGame} game */
  set(game) {
    this.title.textContent = titleOf(game.machine, game.title);
    this.maker.textContent = makerOf(game.machine, game.maker);
    const { board, place } = this.boardOf(game);
    this.board = board;
    this.place.replaceChildren(place);
    this.fill(game);
  }

  /** Who is at the machine now, its boxes on the wall, and how many they are. @param {ShowGame} game */
  async fill(game) {
    const walled = this.walled === game.machine;
    this.walled = game.machine;
    try {
      const { boxes, playing, watching } = await api.machine(game.machine);
      drawLamps(
        this.visitors,
        playing,
        watching,
        LAMPS_MAX,
        playing ? visitors.teaching(playing, number(playing)) : visitors.nobody,
      );
      if (walled) return;
      this.question.textContent = boxes ? kiosk.question(counted("matchboxes", boxes)) : kiosk.questionMade;
      if (boxes && boxes <= WALL_BOXES_MAX) this.wall.fill((await api.boxes(game.machine)).boxes, game.board);
    } catch {
      this.walled = ""; // the next game asks again
    }
  }

  /** A table with nobody at it, as the page's drawing takes it. @param {ShowGame} game */
  table(game) {
    const t = createTable(game.machine);
    const { title, maker, board, seat, seq } = game;
    t.machine = /** @type {any} */ ({ title, maker });
    t.hello = /** @type {any} */ ({ type: "hello", title, board, seat, seq, boxes: null, game: game.game });
    return t;
  }

  /**
   * @param {import("./state.js").Table} t
   * @param {ShowPly|null} ply
   * @param {string} position
   * @param {ShowGame["end"]|null} end
   */
  draw(t, ply, position, end) {
    const drawn = ply?.drawn ?? null;
    const bead = drawn && drawn.bead !== null && !t.drawing ? drawnBead(t, drawn, drawn.bead) : null;
    this.board?.draw({
      position,
      ply: ply ? ply.ply + 1 : 0,
      phase: end ? "over" : "machine",
      legal: [],
      last: ply && !t.drawing ? ply.move : null,
      pending: null,
      bead,
      end,
    });
    this.shown = t;
    this.drawBox();
  }

  /** Nothing of the stage is seen before its first box is. */
  drawBoxNow() {
    if (this.shown) this.openBox.draw(this.shown);
    this.stage.classList.add("set");
  }

  /** @param {ShowGame} game @returns {Generator<Scene>} */
  *scenes(game) {
    const title = titleOf(game.machine, game.title);
    const twin = game.twin ? titleOf(game.twin.machine, game.twin.title) : kiosk.other;
    const t = this.table(game);
    let position = game.board.start ?? "";
    /** @type {ShowPly|null} */
    let last = null;
    this.draw(t, null, position, null);
    const start =
      game.twin === null
        ? kiosk.startAlone(title)
        : game.twin.machine === game.machine
          ? kiosk.startItself(title)
          : kiosk.start(title, twin);
    const slow = still();
    const quick = Math.max(QUICK_MS_MIN, (GAME_MS - QUICK_START_MS - QUICK_END_MS) / game.plies.length);
    /** @type {Set<number>} */
    const opened = new Set();
    this.wall.mark(opened, null);
    yield { caption: start, ms: slow ? START_MS : QUICK_START_MS };
    for (const ply of game.plies) {
      const no = ply.drawn?.number ?? null;
      if (no !== null && this.walled === game.machine) this.wall.mark(opened.add(no), no);
      if (slow) yield* this.ply(game, t, ply, position);
      else yield this.quickPly(game, t, ply, start, quick);
      position = ply.position;
      last = ply;
    }
    this.wall.mark(opened, null);
    this.draw(t, last, position, game.end);
    yield {
      caption: game.outcome === "loss" ? words.turn.won(twin) : outcomeWords(t, game.outcome),
      ms: slow ? END_MS : QUICK_END_MS,
    };
  }

  /**
   * A move at a glance: where the machine drew, its box with the bead.
   * @param {ShowGame} game
   * @param {import("./state.js").Table} t
   * @param {ShowPly} ply
   * @param {string} caption
   * @param {number} ms
   * @returns {Scene}
   */
  quickPly(game, t, ply, caption, ms) {
    this.lay(game, t, ply);
    this.draw(t, ply, ply.position, null);
    return { caption, ms };
  }

  /**
   * The table as it is after that move.
   * @param {ShowGame} game
   * @param {import("./state.js").Table} t
   * @param {ShowPly} ply
   */
  lay(game, t, { drawn, move, position, ply }) {
    t.play = {
      type: "state",
      episode: `${game.machine} ${game.seq} ${ply}`,
      seat: game.seat,
      ply: ply + 1,
      position,
      legal: [],
      played: [{ move, position }],
      ...(drawn ? { drawn } : {}),
    };
    if (drawn) t.trace = [{ drawn, ply }];
  }

  /**
   * @param {ShowGame} game
   * @param {import("./state.js").Table} t
   * @param {ShowPly} ply
   * @param {string} before
   * @returns {Generator<Scene>}
   */
  *ply(game, t, ply, before) {
    const { drawn, move, position } = ply;
    this.lay(game, t, ply);
    if (drawn) {
      t.drawing = true;
      this.draw(t, ply, before, null);
      yield { caption: say(t), ms: SHAKE_MS };
      t.drawing = false;
      this.draw(t, ply, position, null);
      yield { caption: drawWords(t, true), ms: DRAWN_MS };
      return;
    }
    this.draw(t, ply, position, null);
    const how = spoken(move);
    if (ply.by === "machine") yield { caption: words.say.noBox(titleOf(game.machine, game.title), how), ms: MOVE_MS };
    else
      yield {
        caption:
          game.twin === null
            ? kiosk.random(how)
            : game.twin.machine === game.machine
              ? kiosk.itself(how)
              : kiosk.twin(titleOf(game.twin.machine, game.twin.title), how),
        ms: MOVE_MS,
      };
  }
}
