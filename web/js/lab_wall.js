/** All boxes of a machine with their beads, on one canvas: only what has changed is drawn anew. */
import { beadOf } from "./bead.js";
import { byId, el } from "./dom.js";
import { number } from "./language.js";

/**
 * @typedef {{boxes: {moves: string[]}[], counts: (number[]|undefined)[], changed: Set<number>, marks: Map<number,
 *   "open"|"gains"|"loses">, beads: number, empty: number, layout: import("./protocol.js").Layout|null}} Shelf what is
 *   shown: a bench, or a film
 */
/** @typedef {{wallAbout: string, wallTold: (boxes: string, beads: string, empty: string) => string}} Words */

const SIDE_MIN = 14;
const SIDE_MAX = 62;
const NUMBERED = 36; // boxes of that size have room for their number
const paint = {
  open: "#fffaf0",
  gains: "#cfe3b5",
  loses: "#f0bfae",
  full: "#e5cfa4",
  empty: "#241811",
  rim: "#a9865a",
  lit: "#b9352b",
};

/** The colours of beads, as the page's style has them. */
class Colours {
  constructor() {
    /** @type {Map<string, string>} */
    this.known = new Map();
    this.probe = el("i", { hidden: true });
    document.body.append(this.probe);
  }

  /** @param {string} name */
  of(name) {
    const known = this.known.get(name);
    if (known) return known;
    this.probe.className = `k-${name}`;
    const colour = getComputedStyle(this.probe).getPropertyValue("--c").trim() || "#888";
    this.known.set(name, colour);
    return colour;
  }
}

export class LabWall {
  /** @param {HTMLElement} place @param {Words} say @param {number} [most] px that a box is wide at most */
  constructor(place, say, most = SIDE_MAX) {
    this.place = place;
    this.say = say;
    this.most = most;
    this.canvas = el("canvas", { role: "img", "aria-label": say.wallAbout, "data-testid": "wall" });
    place.replaceChildren(this.canvas);
    this.colours = new Colours();
    /** @type {Shelf|null} */
    this.bench = null;
    this.columns = this.side = 1;
    const { font, fontSize } = getComputedStyle(place);
    this.font = font;
    this.figure = parseFloat(fontSize); // px
    this.size = ""; // of the place, as it was measured last
    new ResizeObserver(() => this.size === this.sizeNow() || this.measure()).observe(place);
  }

  /** @param {Shelf} bench */
  show(bench) {
    this.bench = bench;
    this.measure();
  }

  sizeNow() {
    return `${this.place.clientWidth} ${this.place.clientHeight} ${devicePixelRatio}`;
  }

  /** How large a box can be, and all of them anew. */
  measure() {
    const { bench, place, canvas } = this;
    this.size = this.sizeNow();
    const boxes = bench?.boxes.length ?? 0;
    const [width, height] = [place.clientWidth, place.clientHeight];
    if (!boxes || !width) {
      canvas.width = canvas.height = 0;
      this.caption();
      return;
    }
    let side = Math.min(this.most, Math.floor(Math.sqrt((width * height) / boxes)));
    while (side > SIDE_MIN && Math.ceil(boxes / Math.floor(width / side)) * side > height) side -= 1;
    this.side = Math.max(SIDE_MIN, side);
    this.columns = Math.max(1, Math.floor(width / this.side));
    const rows = Math.ceil(boxes / this.columns);
    const ratio = devicePixelRatio || 1;
    canvas.width = this.columns * this.side * ratio;
    canvas.height = rows * this.side * ratio;
    canvas.style.setProperty("--width", `${this.columns * this.side}px`);
    canvas.style.setProperty("--height", `${rows * this.side}px`);
    canvas.getContext("2d")?.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (rows * this.side > height) place.setAttribute("tabindex", "0");
    else place.removeAttribute("tabindex");
    for (let box = 0; box < boxes; box += 1) this.box(box);
    bench?.changed.clear();
    this.caption();
  }

  /** What has changed since it was drawn. @param {number} [most] boxes at once; the others with the next time */
  draw(most = Infinity) {
    if (!this.bench || !this.canvas.width) return;
    const { changed } = this.bench;
    let left = most;
    for (const box of changed) {
      if (left <= 0) return;
      left -= 1;
      this.box(box);
      changed.delete(box);
    }
    this.caption();
  }

  /**
   * The box at a place of the screen, from 0; -1 where there is none.
   * @param {number} clientX
   * @param {number} clientY
   */
  boxAt(clientX, clientY) {
    const { left, top } = this.canvas.getBoundingClientRect();
    const column = Math.floor((clientX - left) / this.side);
    const box = Math.floor((clientY - top) / this.side) * this.columns + column;
    return column >= 0 && column < this.columns && this.bench?.counts[box] ? box : -1;
  }

  caption() {
    const { bench } = this;
    const text = bench?.boxes.length
      ? this.say.wallTold(number(bench.counts.filter(Boolean).length), number(bench.beads), number(bench.empty))
      : "";
    if (byId("wall-told").textContent !== text) byId("wall-told").textContent = text;
  }

  /** @param {number} at */
  box(at) {
    const { bench, side, columns, canvas } = this;
    const lies = bench?.counts[at];
    const about = bench?.boxes[at];
    const on = canvas.getContext("2d");
    if (!bench || !about || !on || !bench.layout) return;
    const [x, y] = [(at % columns) * side, Math.floor(at / columns) * side];
    on.clearRect(x, y, side, side);
    if (!lies) return;
    const mark = bench.marks.get(at);
    const empty = lies.every((count) => count === 0);
    on.fillStyle = empty ? paint.empty : mark ? paint[mark] : paint.full;
    on.strokeStyle = mark ? paint.lit : paint.rim;
    on.lineWidth = mark ? 2 : 1;
    on.beginPath();
    const gap = Math.max(1.5, side / 40);
    on.roundRect(x + gap, y + gap, side - 2 * gap, side - 2 * gap, gap + 0.5);
    on.fill();
    on.stroke();
    const head = side >= NUMBERED * (this.figure / 12) ? this.figure + 1 : 0;
    if (head) {
      on.fillStyle = empty ? "#eadcc0" : "#463526";
      on.font = this.font;
      on.fillText(String(at + 1), x + 4, y + head);
    }
    const across = Math.ceil(Math.sqrt(lies.length * (head ? 1.4 : 1)));
    const down = Math.ceil(lies.length / across);
    const cell = Math.min((side - 5) / across, (side - 5 - head) / down);
    lies.forEach((count, i) => {
      if (count === 0) return;
      const radius = (cell / 2) * Math.min(1, 0.42 + 0.13 * Math.log2(count));
      on.fillStyle = this.colours.of(beadOf(/** @type {any} */ (bench).layout, i, about.moves[i] ?? "").name);
      on.strokeStyle = "rgb(40 25 12 / 55%)";
      on.lineWidth = 0.6;
      on.beginPath();
      on.arc(
        x + side / 2 + ((i % across) - (across - 1) / 2) * cell,
        y + head + (side - head) / 2 + (Math.floor(i / across) - (down - 1) / 2) * cell,
        radius,
        0,
        2 * Math.PI,
      );
      on.fill();
      if (cell > 4) on.stroke();
    });
  }
}
