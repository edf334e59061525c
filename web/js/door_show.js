/**
 * What goes on at the wall of the hall's door: a box glides out, is shaken, and its bead becomes a mark. Where somebody
 * plays, the boxes are those of that game; where nobody does, the machine plays its twin for show, slowly.
 */
import * as api from "./api.js";
import { beadOf, glass } from "./bead.js";
import { Connection } from "./connection.js";
import { dots } from "./contents.js";
import { el } from "./dom.js";
import { still, Wait } from "./motion.js";
import { cellIndex, cellName, cellsOfPosition, turned, turnTo } from "./notation.js";
import { middle, picture } from "./picture.js";
import { number, words } from "./language.js";

/** @typedef {import("./protocol.js").Box} Box */
/**
 * @typedef {object} Opening a box that is opened, with the board as it stands on the table
 * @property {Box} box
 * @property {string[]} cells
 * @property {string[][]} moves what each of its beads stands for
 * @property {number} bead the one that is drawn; -1: none
 * @property {number} at the cell that it leads to
 */

const GLIDE_MS = 700;
const SHAKE_MS = 600;
const FLIGHT_MS = 800;
const LOOK_MS = 1600; // before the next box
const END_MS = 3500; // before the next game
const ASLEEP_MS = 1000;
const RETRY_MS = 15_000;
const TRAY_BEADS = 20;
const SEEDS = 2 ** 16;
const EASE = "cubic-bezier(.3, .7, .3, 1)";

export class DoorShow {
  /**
   * @param {HTMLElement} door
   * @param {import("./door_wall.js").DoorWall} wall filled
   * @param {string} name the machine
   */
  constructor(door, wall, name) {
    this.door = door;
    this.wall = wall;
    this.name = name;
    this.wait = new Wait();
    this.paused = this.looking = false; // looking: a box is out, and its bead has become a mark
    this.seen = true;
    this.shown = 0; // boxes that were out and are back
    /** @type {number|null} how many play, as it was last told */
    this.seats = null;
    /** @type {Opening|null} the newest of a visitor's */
    this.newest = null;
    /** @type {Opening[]} what is still to be shown of a game for show */
    this.game = [];
    /** @type {Set<number>} boxes opened in this game */
    this.opened = new Set();
    /** @type {Connection<import("./protocol.js").WatchFrame>|null} while somebody plays */
    this.watch = null;
    /** @type {Map<string, string>} the move of the bead that came last on each board in play */
    this.tables = new Map();
    this.box = el("div", { class: "door-box", "data-testid": "door-box", "aria-hidden": "true", hidden: true });
    this.pauseButton = el(
      "button",
      {
        type: "button",
        class: "btn small quiet door-pause",
        "data-testid": "door-pause",
        "aria-pressed": "false",
        click: () => this.pause(),
      },
      words.hall.pause,
    );
    door.append(this.box);
    if (still()) this.rest();
    else {
      door.append(this.pauseButton);
      new IntersectionObserver(([entry]) => {
        this.seen = Boolean(entry?.isIntersecting);
        this.tune();
      }).observe(door);
      document.addEventListener("visibilitychange", () => this.tune());
      this.run();
    }
  }

  /** Without motion the first box stands open, and nothing goes on. */
  rest() {
    const opening = this.first();
    if (!opening) return;
    this.put(opening);
    this.wall.mark([], 1);
  }

  /** The box that it opens first; which bead comes is not told. */
  first() {
    const box = this.wall.boxes.get(1);
    return box ? this.opening(cellsOfPosition(this.wall.board, box.box), -1) : null;
  }

  pause() {
    this.paused = !this.paused;
    this.pauseButton.textContent = this.paused ? words.hall.goOn : words.hall.pause;
    this.pauseButton.setAttribute("aria-pressed", String(this.paused));
    if (!this.paused) this.wait.hurry();
  }

  /** How many play at the machine now. @param {number} playing */
  playing(playing) {
    this.seats = playing;
    if (!still()) this.tune();
  }

  /** Follows the game while it is looked at; who only walks past is no onlooker. */
  tune() {
    const wanted = Boolean(this.seats) && this.seen && !document.hidden;
    if (wanted === Boolean(this.watch)) return;
    this.watch?.close();
    this.watch = this.newest = null;
    this.tables.clear();
    this.game = [];
    if (wanted)
      this.watch = new Connection(
        `watch?machine=${encodeURIComponent(this.name)}&counted=false`,
        (frame) => this.follow(frame),
        () => {},
      );
    this.door.dataset.mode = "show";
  }

  /**
   * The last bead of each board tells which box was opened; that of a game's last one comes with its lesson.
   * @param {import("./protocol.js").WatchFrame} frame
   */
  follow(frame) {
    if (frame.type !== "feed" || !frame.tables) return;
    const { board, boxes } = this.wall;
    if (frame.tables.length) this.door.dataset.mode = "live";
    for (const { table, position, drawn } of frame.tables) {
      const cells = cellsOfPosition(board, position);
      if (!drawn || !cells || this.tables.get(table) === drawn) continue;
      this.tables.set(table, drawn);
      const at = cellIndex(board, drawn);
      this.turnTo(
        this.opening(
          cells.map((piece, i) => (i === at ? "." : piece)),
          at,
        ),
      );
    }
    for (const { changes } of frame.rows ?? []) {
      const [no = 0, bead = 0] = changes.at(-1) ?? [];
      const box = boxes.get(no);
      const move = box?.moves[bead]?.move;
      if (box && move && !this.opened.has(no))
        this.turnTo(this.opening(cellsOfPosition(board, box.box), cellIndex(board, move)));
    }
  }

  /** A visitor's box is lit in the wall at once, and is the next that comes out. @param {Opening|null} opening */
  turnTo(opening) {
    if (!opening) return;
    this.newest = opening;
    this.light(opening);
    this.wall.mark(this.opened, this.wall.out);
    if (this.box.hidden || this.looking) this.wait.hurry();
  }

  /** @param {Opening} opening */
  light({ box, cells }) {
    if (!cells.includes(this.wall.board.pieces[1] ?? "")) this.opened.clear(); // its first box: a game begins
    this.opened.add(box.number);
  }

  /**
   * The box that has this position on its label, and the bead that leads to that cell.
   * @param {string[]} cells
   * @param {number} at
   * @returns {Opening|null}
   */
  opening(cells, at) {
    const { board, boxes } = this.wall;
    for (const box of boxes.values()) {
      const turn = turnTo(board, cells, cellsOfPosition(board, box.box));
      if (turn === undefined) continue;
      const places = box.moves.map(({ orbit }) =>
        cells.flatMap((_, i) => (orbit.some((move) => cellIndex(board, move) === turned(board, turn, i)) ? [i] : [])),
      );
      return {
        box,
        cells,
        moves: places.map((all) => all.map((i) => cellName(board, i))),
        bead: places.findIndex((all) => all.includes(at)),
        at,
      };
    }
    return null;
  }

  /** The next box to open: a visitor's, or one of a game for show. @returns {Promise<Opening|null>} */
  async next() {
    const { newest } = this;
    this.newest = null;
    if (newest || this.watch) return newest;
    if (!this.game.length) {
      const show = await api.showGame(this.name, Math.floor(Math.random() * SEEDS)).catch(() => null);
      for (const { drawn } of show?.plies ?? []) {
        const opening = drawn?.move
          ? this.opening(cellsOfPosition(this.wall.board, drawn.position), cellIndex(this.wall.board, drawn.move))
          : null;
        if (opening && opening.bead >= 0) this.game.push(opening);
      }
    }
    return this.game.shift() ?? null;
  }

  async run() {
    for (;;) {
      while (this.paused || document.hidden || !this.seen) await this.sleep(ASLEEP_MS);
      const opening = await this.next();
      while (this.paused) await this.sleep(ASLEEP_MS); // it was stopped meanwhile
      if (opening) await this.show(opening);
      else await this.sleep(RETRY_MS);
    }
  }

  /** @param {number} milliseconds @returns {Promise<void>} */
  sleep(milliseconds) {
    return new Promise((done) => this.wait.start(milliseconds, done));
  }

  /** @param {Opening} opening */
  async show(opening) {
    const no = opening.box.number;
    this.light(opening);
    this.put(opening);
    this.wall.mark(this.opened, no);
    this.glide(no, false);
    await this.sleep(GLIDE_MS);
    this.box.classList.add("shaking");
    await this.sleep(SHAKE_MS);
    this.box.classList.remove("shaking");
    this.fly(opening);
    await this.sleep(FLIGHT_MS);
    this.land(opening);
    this.looking = true;
    if (!this.newest) await this.sleep(this.game.length || this.watch ? LOOK_MS : END_MS);
    this.looking = false;
    this.glide(no, true);
    await this.sleep(GLIDE_MS);
    this.box.hidden = true;
    this.wall.mark(this.opened, null);
    this.shown += 1;
    this.door.dataset.shown = String(this.shown);
  }

  /** @param {Opening} opening */
  put({ box, cells, moves, bead }) {
    const { board } = this.wall;
    const beads = box.moves.map(({ move }, i) => beadOf(board, i, move));
    const marks = beads.map((each, i) => ({
      bead: each,
      moves: moves[i] ?? [],
      count: box.moves[i]?.beads ?? 0,
      drawn: false,
      odds: 0,
    }));
    this.picture = picture(board, cells.join(""), marks);
    const shown = dots(box, TRAY_BEADS);
    const tray = shown.map((i, at) =>
      glass(/** @type {import("./bead.js").Bead} */ (beads[i]), at === shown.lastIndexOf(bead) ? "mine" : ""),
    );
    this.drawn = tray[shown.lastIndexOf(bead)] ?? null;
    this.box.replaceChildren(
      el("div", { class: "door-label" }, el("b", {}, words.box.no(number(box.number))), this.picture),
      el("div", { class: "door-tray" }, ...tray),
    );
    Object.assign(this.box.dataset, { number: box.number, bead });
    this.box.hidden = false;
  }

  /** Out of its place in the wall, or back. @param {number} no @param {boolean} back */
  glide(no, back) {
    const place = this.wall.place(no);
    const [wall, box] = [this.wall.canvas.getBoundingClientRect(), this.box.getBoundingClientRect()];
    const [dx, dy] = [
      wall.left + place.x + place.width / 2 - box.left - box.width / 2,
      wall.top + place.y + place.height / 2 - box.top - box.height / 2,
    ];
    const home = { transform: `translate(${dx}px, ${dy}px) scale(${place.width / box.width})`, opacity: 0.6 };
    const here = { transform: "none", opacity: 1 };
    this.box.animate(back ? [here, home] : [home, here], { duration: GLIDE_MS, easing: EASE, fill: "forwards" });
  }

  /** The drawn bead on its way to its square. @param {Opening} opening */
  fly({ at }) {
    const { drawn, picture: label } = this;
    if (!drawn || !label) return;
    const [from, to] = [drawn.getBoundingClientRect(), label.getBoundingClientRect()];
    const { width, height } = label.viewBox.baseVal;
    const [x, y] = middle(this.wall.board, cellName(this.wall.board, at));
    const dx = to.left + ((x + 2) / width) * to.width - from.left - from.width / 2;
    const dy = to.top + ((y + 2) / height) * to.height - from.top - from.height / 2;
    const rise = { transform: `translate(${dx * 0.45}px, ${Math.min(0, dy) - from.height}px) scale(1.5)`, offset: 0.5 };
    drawn.animate([{ transform: "none" }, rise, { transform: `translate(${dx}px, ${dy}px) scale(1.1)` }], {
      duration: FLIGHT_MS,
      easing: "ease-in-out",
      fill: "forwards",
    });
  }

  /** The bead is a mark now. @param {Opening} opening */
  land({ cells, at }) {
    if (at < 0) return;
    const after = picture(
      this.wall.board,
      cells.map((piece, i) => (i === at ? this.wall.board.pieces[1] : piece)).join(""),
    );
    this.picture?.replaceWith(after);
    this.picture = after;
    if (this.drawn) this.drawn.style.visibility = "hidden"; // where it lay stays empty
  }
}
