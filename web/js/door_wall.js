/** The wall behind the hall's door: every matchbox of one machine, drawn as one picture. */
import { beadOf, BY_INDEX } from "./bead.js";
import { condition, dots, freshCounts } from "./contents.js";
import { onceAFrame } from "./dom.js";

/** @typedef {import("./protocol.js").Box} Box */
/** @typedef {import("./protocol.js").Layout} Layout */

const SHAPE = 1.36; // how much wider than high the place of a box is
const GAP = 0.07; // between boxes, as a part of the place
const ROWS_MIN = 5;
const BEADS = 8; // in two rows
const SLICE_MS = 8; // of drawing, then a touch is answered
const COLOURS = ["hole", "under", "gold-box", "dust-box", "box", "side", "lit"];
const SCALE_MAX = 2; // finer ones are not seen

export class DoorWall {
  /** @param {HTMLCanvasElement} canvas @param {number} count boxes, before they are known */
  constructor(canvas, count) {
    this.canvas = canvas;
    this.count = count;
    /** @type {Map<number, Box>} */
    this.boxes = new Map();
    /** @type {Map<number, number>} */
    this.fresh = new Map();
    /** @type {Layout} until it is told */
    this.board = { kind: "squares", columns: 3, rows: 3, pieces: ".XO", movers: "", start: ".../.../..." };
    /** @type {number|null} the box that is out of its place */
    this.out = null;
    /** @type {Set<number>} opened in the game that is shown */
    this.opened = new Set();
    /** @type {Map<string, HTMLCanvasElement>} drawn beads by colour */
    this.beads = new Map();
    /** @type {Record<string, string>} */
    this.colours = {};
    this.columns = this.rows = this.wide = this.high = 0;
    this.scale = 1;
    this.drawing = this.pieces = 0;
    this.draw = onceAFrame(() => this.drawNow());
    /** @type {Set<number>} boxes that are to be drawn again, alone */
    this.stale = new Set();
    this.drawStale = onceAFrame(() => this.drawStaleNow());
    new ResizeObserver(this.draw).observe(canvas);
    for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"])
      matchMedia(query).addEventListener("change", this.draw);
  }

  /** @param {Box[]} boxes @param {Layout} board */
  fill(boxes, board) {
    this.boxes = new Map(boxes.map((box) => [box.number, box]));
    this.fresh = freshCounts(boxes);
    this.board = board;
    this.count = boxes.length || this.count;
    this.draw();
  }

  /**
   * The boxes of the game that is shown: those that were opened, and the one out.
   * @param {Iterable<number>} opened
   * @param {number|null} out
   */
  mark(opened, out) {
    const before = this.opened;
    this.opened = new Set(opened);
    for (const no of [...before, ...this.opened, this.out ?? 0, out ?? 0]) if (no) this.stale.add(no);
    this.out = out;
    this.drawStale();
  }

  /** Boxes that changed alone. */
  drawStaleNow() {
    const pen = this.canvas.getContext("2d");
    if (!this.columns || !pen) return this.drawNow();
    for (const no of this.stale) if (no <= this.count) this.drawBox(pen, no, this.scale);
    return this.stale.clear();
  }

  /** Where a box stands, in the wall's own pixels. @param {number} no */
  place(no) {
    if (!this.columns) this.drawNow();
    const i = (no - 1) % this.count;
    return {
      x: (i % this.columns) * this.wide,
      y: Math.floor(i / this.columns) * this.high,
      width: this.wide,
      height: this.high,
    };
  }

  drawNow() {
    const { canvas } = this;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const pen = canvas.getContext("2d");
    if (!width || !height || !pen) return;
    const scale = (this.scale = Math.min(SCALE_MAX, devicePixelRatio || 1));
    this.stale.clear();
    const size = [width, height, this.count, scale].join();
    // else boxes go over the old ones
    if (size !== canvas.dataset.size) [canvas.width, canvas.height] = [width * scale, height * scale];
    canvas.dataset.size = size;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    this.rows = Math.max(ROWS_MIN, Math.round(Math.sqrt((this.count * SHAPE * height) / width)));
    this.columns = Math.ceil(this.count / this.rows);
    this.rows = Math.ceil(this.count / this.columns);
    this.wide = width / this.columns;
    this.high = height / this.rows;
    this.beads.clear();
    this.readColours();
    this.plain = matchMedia("(forced-colors: active)").matches;
    const drawing = (this.drawing += 1);
    setTimeout(() => this.drawFrom(pen, 1, drawing)); // this task laid the page out
  }

  /** Boxes from that one on; the others in later tasks.
   * @param {CanvasRenderingContext2D} pen @param {number} no
   * @param {number} drawing a later one replaces it */
  drawFrom(pen, no, drawing) {
    if (drawing !== this.drawing) return;
    const until = performance.now() + SLICE_MS;
    if (no === 1) this.pieces = 0;
    this.pieces += 1;
    let next = no;
    for (; next <= this.count && performance.now() < until; next += 1) this.drawBox(pen, next, this.scale);
    if (next <= this.count) setTimeout(() => this.drawFrom(pen, next, drawing));
    else
      Object.assign(this.canvas.dataset, {
        columns: this.columns,
        rows: this.rows,
        boxes: this.boxes.size,
        pieces: this.pieces,
      });
  }

  /** All at once: each reading after a change has the page styled anew. */
  readColours() {
    const probes = BY_INDEX.map(({ name }) => Object.assign(document.createElement("i"), { className: `k-${name}` }));
    this.canvas.append(...probes);
    const read = (/** @type {Element} */ from, /** @type {string} */ name) =>
      getComputedStyle(from).getPropertyValue(`--${name}`).trim();
    for (const name of COLOURS) this.colours[name] = read(this.canvas, name);
    for (const probe of probes) this.colours[probe.className] = read(probe, "c");
    for (const probe of probes) probe.remove();
  }

  /** @param {string} name */
  colour(name) {
    return this.colours[name] || "#888";
  }

  /** @param {CanvasRenderingContext2D} pen @param {ReturnType<DoorWall["place"]>} place */
  blank(pen, { x, y, width, height }) {
    pen.clearRect(x, y, width, height);
  }

  /** @param {CanvasRenderingContext2D} pen @param {number} no @param {number} scale */
  drawBox(pen, no, scale) {
    const place = this.place(no);
    this.blank(pen, place);
    const box = this.boxes.get(no);
    const state = box ? condition(box, this.fresh) : "dust";
    const [x, y] = [place.x + place.width * GAP, place.y + place.height * GAP];
    const [w, h] = [place.width * (1 - 2 * GAP), place.height * (1 - 2 * GAP)];
    const isOut = no === this.out;
    if (this.plain) return this.drawPlain(pen, { x, y, w, h }, state, isOut || this.opened.has(no));
    if (isOut) {
      pen.fillStyle = this.colour("hole");
      pen.fillRect(x, y, w, h);
      return;
    }
    pen.fillStyle = this.colour("under");
    pen.fillRect(x + 1, y + h * 0.08, w, h);
    pen.fillStyle = this.colour(
      state === "gold" ? "gold-box" : state === "dust" ? "dust-box" : state === "empty" ? "hole" : "box",
    );
    pen.fillRect(x, y, w, h);
    pen.fillStyle = this.colour("side");
    pen.fillRect(x, y + h * 0.88, w, h * 0.12);
    pen.lineWidth = this.opened.has(no) ? Math.max(2, w * 0.06) : Math.max(0.75, w * 0.02);
    pen.strokeStyle = this.colour(this.opened.has(no) ? "lit" : "side");
    pen.strokeRect(x + 0.5, y + 0.5, w - 1, h - 1);
    if (!box) return;
    const r = Math.min(w * 0.098, h * 0.15);
    pen.globalAlpha = state === "dust" ? 0.5 : 1;
    dots(box, BEADS).forEach((move, i) => {
      const bead = beadOf(this.board, move, box.moves[move]?.move ?? "");
      const image = this.bead(bead.name, r * scale);
      pen.drawImage(
        image,
        x + w * (0.2 + 0.2 * (i % 4)) - r,
        y + h * (0.28 + 0.34 * Math.floor(i / 4)) - r,
        2 * r,
        2 * r,
      );
    });
    pen.globalAlpha = 1;
  }

  /** With forced colours: states by lines.
   * @param {CanvasRenderingContext2D} pen @param {{x: number, y: number, w: number, h: number}} at
   * @param {string} state @param {boolean} open */
  drawPlain(pen, { x, y, w, h }, state, open) {
    pen.strokeStyle = open ? "highlight" : "canvastext";
    pen.lineWidth = open ? 4 : state === "gold" ? 3 : 1;
    pen.setLineDash(state === "dust" && !open ? [2, 3] : []);
    pen.strokeRect(x + 1, y + 1, w - 2, h - 2);
    pen.setLineDash([]);
  }

  /** A bead, drawn once for all boxes. @param {string} name @param {number} r */
  bead(name, r) {
    const known = this.beads.get(name);
    if (known) return known;
    const image = document.createElement("canvas");
    image.width = image.height = Math.max(2, Math.ceil(2 * r));
    const pen = image.getContext("2d");
    const middle = image.width / 2;
    if (pen) {
      pen.fillStyle = this.colour(`k-${name}`);
      pen.beginPath();
      pen.arc(middle, middle, middle * 0.94, 0, 7);
      pen.fill();
      pen.strokeStyle = "rgb(40 25 12 / 40%)";
      pen.lineWidth = Math.max(0.5, r * 0.12);
      pen.stroke();
      pen.fillStyle = "rgb(255 255 255 / 80%)";
      pen.beginPath();
      pen.arc(middle * 0.68, middle * 0.64, middle * 0.27, 0, 7);
      pen.fill();
    }
    this.beads.set(name, image);
    return image;
  }
}
