/**
 * All matchboxes of a machine on a projector: a tray for each, with its beads lying in it, drawn from pictures made
 * beforehand.
 */
import { beadOf } from "./bead.js";
import { condition, dots } from "./contents.js";
import { DoorWall } from "./door_wall.js";
import { el } from "./dom.js";
import { SIDE } from "./lesson_sign.js";
import { picture } from "./picture.js";

/** @typedef {import("./protocol.js").Box} Box */
/** @typedef {{paint: string, path: string}} Look of a lesson: its colour, and its visitor's shape where it had one */
/**
 * @typedef {Look & {holders: number, tag: number}} Light on a box, as many lessons hold it; tag: beads that came or
 *   went
 */

/**
 * Boxes are drawn on a canvas that is not in the page, and shown as a picture of it: a browser without a graphics card
 * copies each canvas that it was drawn on to the screen again in every frame, changed or not.
 * @typedef {{pen: CanvasRenderingContext2D, canvas: HTMLCanvasElement, shown: ImageBitmapRenderingContext}} Pane
 */

const GROUND = "#33251d";
const EDGE = 0.05; // between boxes, as a part of the place
/**
 * How many beads lie beside and above each other, by the width of the place: ever smaller where there are more.
 * @type {{from: number, heaps: [number, number][]}[]}
 */
const HEAPS = [
  {
    from: 34,
    heaps: [
      [4, 3],
      [6, 5],
      [9, 7],
      [13, 9],
    ],
  },
  {
    from: 0,
    heaps: [
      [3, 2],
      [5, 4],
    ],
  },
];
const NUMBERED = 96; // a place so high has room for a number that can be read
const TAGGED = 26;
const LINE_MAX = 5; // half of the line around a box that is lit
export const LAMP = { win: "#ffd75a", draw: "#fff3d6", loss: "#ff6a4d" };

const SHAPE = 1.36; // how much wider than high the place of a box is
const SHAPE_WEIGHS = 0.15;
const ROWS_AROUND = 4;
const LABEL_MIN = 130; // a place so wide has room for a label
const LABELS_MAX = 60;
const LABEL = 0.44; // of its width
// the wall is so many wide and so many high at most: only where a box changes a pane is copied to the screen
const PANES = 8;
const SCALE_MAX = 2;
const DRAW_MS = 3; // of a frame for boxes that changed,
const PANES_MAX = 2; // and no more panes, each of which is copied

export class WallBoxes extends DoorWall {
  /** @param {HTMLElement} place */
  constructor(place) {
    super(/** @type {HTMLCanvasElement} */ (place), 0);
    /** Some boxes on a pane each, row by row. @type {Pane[][]} */
    this.panes = [];
    /** @type {Set<Pane>} drawn anew, and not shown yet */
    this.wet = new Set();
    this.paneRows = this.paneColumns = 1;
    this.label = 0; // how much of a box its label takes
    this.size = { width: 0, height: 0 };
    /** @type {Map<number, Light>} */
    this.lights = new Map();
    /** @type {Map<string, HTMLCanvasElement>} trays by their state, lights by their colour */
    this.sprites = new Map();
    this.drawn = 0;
    this.answers = false; // whether it is told which boxes are learned
  }

  /**
   * The boxes as they are told, to be shown as they are until lessons change them.
   * @param {Box[]} boxes
   * @param {import("./protocol.js").Layout} board
   */
  fill(boxes, board) {
    super.fill(
      boxes.map((box) => ({
        ...box,
        solved: this.answers && box.solved,
        moves: box.moves.map((move) => ({ ...move })),
      })),
      board,
    );
  }

  /** @param {number} no @param {number} bead @param {number} count */
  setCount(no, bead, count) {
    const box = this.boxes.get(no);
    const move = box?.moves[bead];
    if (!box || !move || move.beads === count) return;
    box.beads += count - move.beads;
    move.beads = count;
    box.solved = this.answers && box.beads > 0 && box.moves.every(({ beads, keeps }) => !beads || keeps === true);
    this.redraw(no);
  }

  /** That box alone, in the next frame. @param {number} no */
  redraw(no) {
    this.stale.add(no);
    this.drawStale();
  }

  drawNow() {
    const { canvas: place } = this;
    const [width, height] = [place.clientWidth, place.clientHeight];
    if (!width || !height || !this.count) return;
    this.size = { width, height };
    const scale = (this.scale = Math.min(SCALE_MAX, devicePixelRatio || 1));
    for (const made of [this.stale, this.sprites, this.beads]) made.clear();
    Object.assign(this, this.grid(width, height));
    this.wide = Math.floor((width / this.columns) * scale) / scale;
    this.high = Math.floor((height / this.rows) * scale) / scale;
    this.label = this.count <= LABELS_MAX && this.wide >= LABEL_MIN && this.high >= LABEL_MIN * 0.6 ? LABEL : 0;
    this.paneRows = Math.ceil(this.rows / PANES);
    this.paneColumns = Math.ceil(this.columns / PANES);
    this.panes = Array.from({ length: Math.ceil(this.rows / this.paneRows) }, (_, row) =>
      Array.from({ length: Math.ceil(this.columns / this.paneColumns) }, (_, column) => this.pane(row, column, scale)),
    );
    place.replaceChildren(...this.panes.flat().map(({ canvas }) => canvas), ...(this.label ? [this.labels()] : []));
    this.readColours();
    this.plain = matchMedia("(forced-colors: active)").matches;
    this.drawFrom(this.paneOf(1).pen, 1, (this.drawing += 1));
  }

  /**
   * So many rows and columns that the boxes fill the wall, and look like boxes.
   * @param {number} width
   * @param {number} height
   */
  grid(width, height) {
    let best = { rows: 1, columns: this.count, mark: -Infinity };
    const about = Math.round(Math.sqrt((this.count * SHAPE * height) / width));
    for (let wanted = Math.max(1, about - ROWS_AROUND); wanted <= about + ROWS_AROUND; wanted += 1) {
      const columns = Math.ceil(this.count / Math.min(wanted, this.count));
      const rows = Math.ceil(this.count / columns);
      const [wide, high] = [width / columns, Math.floor(height / rows)];
      const mark =
        (this.count * wide * high) / (width * height) - SHAPE_WEIGHS * Math.abs(Math.log(wide / high / SHAPE));
      if (mark > best.mark) best = { rows, columns, mark };
    }
    return { rows: best.rows, columns: best.columns };
  }

  /** Large boxes have their labels: the board on each. */
  labels() {
    const all = [...this.boxes.values()].map((box) => {
      const { x, y, width: w, height: h } = this.place(box.number);
      const label = el("div", { class: "box-label" }, picture(this.board, box.box));
      const at = {
        left: x + w * (EDGE + 0.025),
        top: y + h * (EDGE + 0.06),
        width: w * (LABEL - EDGE - 0.03),
        height: h * (1 - 2 * EDGE - 0.22),
      };
      for (const [side, pixels] of Object.entries(at)) label.style.setProperty(side, `${pixels}px`);
      return label;
    });
    return el("div", { class: "box-labels", "aria-hidden": "true" }, ...all);
  }

  /** @param {number} row @param {number} column @param {number} scale @returns {Pane} */
  pane(row, column, scale) {
    const [left, top] = [column * this.paneColumns * this.wide, row * this.paneRows * this.high];
    const [columns, rows] = [this.columns - column * this.paneColumns, this.rows - row * this.paneRows];
    const pixels = (/** @type {number} */ length) => Math.max(1, Math.round(length * scale)); // none has no picture
    const size = {
      width: pixels(Math.min(this.paneColumns, columns) * this.wide),
      height: pixels(Math.min(this.paneRows, rows) * this.high),
    };
    const [drawn, canvas] = [
      Object.assign(document.createElement("canvas"), size),
      Object.assign(document.createElement("canvas"), size),
    ];
    for (const [side, length] of Object.entries({ left, top, width: size.width / scale, height: size.height / scale }))
      canvas.style.setProperty(side, `${length}px`);
    const pen = /** @type {CanvasRenderingContext2D} */ (drawn.getContext("2d", { alpha: false }));
    pen.fillStyle = GROUND;
    pen.fillRect(0, 0, drawn.width, drawn.height);
    pen.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
    return {
      pen,
      canvas,
      shown: /** @type {ImageBitmapRenderingContext} */ (canvas.getContext("bitmaprenderer", { alpha: false })),
    };
  }

  /** Where that box stands. @param {number} no */
  paneOf(no) {
    const i = (no - 1) % this.count;
    return /** @type {Pane} */ (
      this.panes[Math.floor(Math.floor(i / this.columns) / this.paneRows)]?.[
        Math.floor((i % this.columns) / this.paneColumns)
      ]
    );
  }

  /** What was drawn comes to be seen. */
  show() {
    for (const { pen, shown } of this.wet)
      createImageBitmap(pen.canvas).then((picture) => shown.transferFromImageBitmap(picture));
    this.wet.clear();
  }

  /** @param {number} no */
  middle(no) {
    const { x, y, width, height } = this.place(no);
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** So many as a frame has time for; the others in the next ones. */
  drawStaleNow() {
    if (!this.columns) return this.drawNow();
    const until = performance.now() + DRAW_MS;
    for (const no of this.stale) {
      this.stale.delete(no);
      if (no <= this.count) this.drawBox(null, no, this.scale);
      if (performance.now() > until || this.wet.size >= PANES_MAX) break;
    }
    return this.stale.size ? this.drawStale() : undefined;
  }

  /** How many boxes are in each state, and the beads in all of them. */
  sums() {
    const sums = { gold: 0, dust: 0, empty: 0, beads: 0 };
    for (const box of this.boxes.values()) {
      const state = condition(box, this.fresh);
      if (state) sums[state] += 1;
      sums.beads += box.beads;
    }
    return sums;
  }

  /** Where so many beads lie in a tray, from its place's corner. @param {number} beads */
  heap(beads) {
    const { label, high: h } = this;
    const w = this.wide * (1 - label);
    const heaps = HEAPS.find(({ from }) => w >= from)?.heaps ?? [];
    const [across, up] = heaps.find(([x, y]) => x * y >= beads) ?? heaps.at(-1) ?? [3, 2];
    const tray = {
      x: this.wide * label + w * (EDGE + 0.07),
      y: h * (EDGE + 0.09),
      w: w * (0.86 - 2 * EDGE),
      h: h * (0.76 - 2 * EDGE),
    };
    return { ...tray, r: Math.min(tray.w / (2 * across + 1), tray.h / (1.8 * up + 0.4)), across, most: across * up };
  }

  /**
   * The middle of the i-th bead of a box that has so many.
   * @param {number} no
   * @param {number} i
   * @param {number} beads
   */
  spot(no, i, beads) {
    const { x, y, w, h, r, across } = this.heap(beads);
    const place = this.place(no);
    const row = Math.floor(i / across);
    const roll = (((no * 31 + i * 17) % 7) - 3) * 0.035 * r;
    const step = w / (across + 0.5);
    return {
      x: place.x + x + step * (0.5 + (i % across) + (row % 2) * 0.5) + roll,
      y: place.y + y + h - r * (1.02 + 1.8 * row) - Math.abs(roll),
      r,
    };
  }

  /** @param {Box} box @param {number} move */
  beadAt(box, move) {
    return beadOf(this.board, move, box.moves[move]?.move ?? "");
  }

  /** @param {CanvasRenderingContext2D} pen @param {ReturnType<DoorWall["place"]>} place */
  blank(pen, { x, y, width, height }) {
    pen.fillStyle = this.plain ? "canvas" : GROUND;
    pen.fillRect(x, y, width, height);
  }

  /** @param {CanvasRenderingContext2D|null} _ @param {number} no @param {number} scale */
  drawBox(_, no, scale) {
    this.drawn += 1;
    const pane = this.paneOf(no);
    const { pen } = pane;
    if (!this.wet.size) queueMicrotask(() => this.show());
    this.wet.add(pane);
    if (this.plain) super.drawBox(pen, no, scale);
    else {
      this.blank(pen, this.place(no));
      this.paintBox(pen, no, scale);
    }
  }

  /** @param {CanvasRenderingContext2D} pen @param {number} no @param {number} scale */
  paintBox(pen, no, scale) {
    const { x, y, width: w, height: h } = this.place(no);
    const box = this.boxes.get(no);
    const state = box ? condition(box, this.fresh) : "dust";
    pen.drawImage(this.tray(state, scale), x, y, w, h);
    if (box) {
      const largest = this.heap(0).r * scale; // drawn once, and shown smaller where there are more
      pen.globalAlpha = state === "dust" ? 0.55 : 1;
      dots(box, this.heap(box.beads).most).forEach((move, i) => {
        const spot = this.spot(no, i, box.beads);
        pen.drawImage(
          this.bead(this.beadAt(box, move).name, largest),
          spot.x - spot.r,
          spot.y - spot.r,
          2 * spot.r,
          2 * spot.r,
        );
      });
      pen.globalAlpha = 1;
    }
    if (h >= NUMBERED) {
      pen.font = `500 ${Math.min(h * 0.12, 22)}px ${this.colours?.fontFamily}`;
      pen.fillStyle = state === "empty" ? "#c9b18a" : "#3a281a";
      pen.fillText(String(no), x + w * (EDGE + 0.03), y + h * (1 - EDGE - 0.085));
    }
    const light = this.lights.get(no);
    if (light) this.drawLight(pen, { x, y, w, h }, light);
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {{x: number, y: number, w: number, h: number}} at
   * @param {Light} light
   */
  drawLight(pen, { x, y, w, h }, { paint, path, tag }) {
    const line = this.line();
    pen.drawImage(this.glow(paint, this.scale), x, y, w, h);
    if (w < TAGGED) return;
    const side = Math.max(10, Math.min(h * 0.32, 48));
    const corner = this.label
      ? { x: x + w - side - line * 3, y: y + h - side - line * 3, size: side }
      : { x: x + line * 1.6, y: y + line * 1.6, size: side }; // a label hides the other one
    if (path) this.drawSign(pen, corner, { paint, path });
    if (!tag) return;
    const size = Math.max(11, Math.min(h * 0.3, 44));
    const text = tag > 0 ? `+${tag}` : `−${-tag}`;
    pen.font = `500 ${size}px ${this.colours?.fontFamily}`;
    const wide = pen.measureText(text).width + size * 0.7;
    const [left, top] = [x + w - wide - line * 0.5, y + line * 0.5];
    pen.fillStyle = tag > 0 ? "#23613a" : "#9c261d";
    pen.beginPath();
    pen.roundRect(left, top, wide, size * 1.2, size * 0.3);
    pen.fill();
    pen.fillStyle = "#fff";
    pen.fillText(text, left + size * 0.35, top + size * 0.96);
  }

  /**
   * The visitor's sign, in the corner of a box that is lit for him.
   * @param {CanvasRenderingContext2D} pen
   * @param {{x: number, y: number, size: number}} at
   * @param {Look} look
   */
  drawSign(pen, { x, y, size }, { paint, path }) {
    pen.save();
    pen.translate(x, y);
    pen.scale(size / SIDE, size / SIDE);
    const shape = new Path2D(path);
    pen.lineWidth = 4;
    pen.lineJoin = "round";
    pen.strokeStyle = "#fff";
    pen.stroke(shape);
    pen.fillStyle = paint;
    pen.fill(shape);
    pen.restore();
  }

  /** Half of the line around a box that is lit. */
  line() {
    return Math.max(2, Math.min(LINE_MAX, this.wide * 0.045));
  }

  /** An empty box, drawn once for all of that state. @param {string} state @param {number} scale */
  tray(state, scale) {
    return this.sprite(state, scale, (pen, w, h) => this.drawTray(pen, state, w, h));
  }

  /** The light on a box, drawn once for all of that colour. @param {string} paint @param {number} scale */
  glow(paint, scale) {
    return this.sprite(paint, scale, (pen, w, h) => {
      const glow = pen.createRadialGradient(w / 2, h / 2, 0, w / 2, h / 2, w * 0.6);
      glow.addColorStop(0, "transparent");
      glow.addColorStop(1, paint);
      pen.fillStyle = glow;
      pen.globalAlpha = 0.75;
      pen.fillRect(0, 0, w, h);
      pen.globalAlpha = 1;
      const line = this.line() * scale;
      for (const [colour, wide] of /** @type {[string, number][]} */ ([
        [paint, 2.6 * line],
        ["#fff", line * 0.5],
      ])) {
        pen.strokeStyle = colour;
        pen.lineWidth = wide;
        pen.strokeRect(line, line, w - 2 * line, h - 2 * line);
      }
    });
  }

  /**
   * A picture of the size of a box, drawn once.
   * @param {string} name
   * @param {number} scale
   * @param {(pen: CanvasRenderingContext2D, w: number, h: number) => void} draw
   */
  sprite(name, scale, draw) {
    const known = this.sprites.get(name);
    if (known) return known;
    const image = document.createElement("canvas");
    image.width = Math.max(2, Math.ceil(this.wide * scale));
    image.height = Math.max(2, Math.ceil(this.high * scale));
    const pen = image.getContext("2d");
    if (pen) draw(pen, image.width, image.height);
    this.sprites.set(name, image);
    return image;
  }

  /** @param {CanvasRenderingContext2D} pen @param {string} state @param {number} w @param {number} h */
  drawTray(pen, state, w, h) {
    const box = (
      /** @type {number} */ x,
      /** @type {number} */ y,
      /** @type {number} */ wide,
      /** @type {number} */ high,
      /** @type {string|CanvasGradient} */ paint,
      round = 0.03,
    ) => {
      pen.fillStyle = paint;
      pen.beginPath();
      pen.roundRect(x * w, y * h, wide * w, high * h, round * w);
      pen.fill();
    };
    const shade = (/** @type {number} */ from, /** @type {number} */ to, /** @type {string[]} */ ...colours) => {
      const gradient = pen.createLinearGradient(0, from * h, 0, to * h);
      colours.forEach((colour, i) => gradient.addColorStop(i / (colours.length - 1), colour));
      return gradient;
    };
    const [rim = "", floor = ""] = {
      gold: ["#f0c552", "#8a6410"],
      dust: ["#a3927c", "#6b5d4e"],
      empty: ["#6e5740", "#1d120b"],
    }[state] ?? ["#d3ae78", "#7d5e3a"];
    const side = 1 - 2 * EDGE;
    box(EDGE, EDGE + 0.03, side, side, "#1a110b");
    box(EDGE, EDGE, side, side - 0.02, shade(0, 1, "#fff2cf", rim, rim));
    box(EDGE + 0.02, 1 - EDGE - 0.055, side - 0.04, 0.025, this.colour("side"), 0.01);
    const own = 1 - this.label;
    if (this.label) box(EDGE + 0.02, EDGE + 0.05, this.label - EDGE - 0.02, 0.74 - EDGE, "#f8f0de", 0.015);
    box(
      this.label + (EDGE + 0.06) * own,
      EDGE + 0.07,
      (side - 0.12) * own,
      0.77 - 2 * EDGE,
      state === "empty" ? shade(0.1, 0.8, "#0c0704", "#1d120b") : shade(0.1, 0.85, "#1c120a", floor, floor, rim),
      0.03 * own,
    );
  }
}
