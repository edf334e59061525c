/**
 * What moves before a wall of boxes: beads that fly in or fall out, and the light that runs from box to box. It is drawn
 * on the wall's own panes and wiped from them: a layer of its own would be blended over all of the screen in each frame,
 * which a computer without a graphics card cannot do at 3840 x 2160.
 */

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{kind: "in"|"out"|"light", image: CanvasImageSource, from: Point, to: Point, r: number, start: number, ms: number}} Mover */

const TAIL = [0, 0.09, 0.18];
const GLOW = 64;
const R_FAR = 15; // a bead that flies is at least so large, to be seen

/** Slow at its end. @param {number} t */
const landing = (t) => 1 - (1 - t) ** 3;

export class Sky {
  /** @param {import("./wall_boxes.js").WallBoxes} wall */
  constructor(wall) {
    this.wall = wall;
    /** @type {Mover[]} */
    this.movers = [];
    /** What was drawn in the last frame. @type {[number, number, number][]} */
    this.wet = [];
    /** @type {Map<string, HTMLCanvasElement>} */
    this.glows = new Map();
  }

  /** @param {Mover} mover */
  add(mover) {
    this.movers.push(mover);
  }

  clear() {
    this.movers = [];
    this.draw(0);
  }

  /** A soft light, drawn once. @param {string} colour */
  glow(colour) {
    const known = this.glows.get(colour);
    if (known) return known;
    const image = document.createElement("canvas");
    image.width = image.height = 2 * GLOW;
    const pen = image.getContext("2d");
    if (pen) {
      const light = pen.createRadialGradient(GLOW, GLOW, 0, GLOW, GLOW, GLOW);
      light.addColorStop(0, "#fff");
      light.addColorStop(0.18, colour);
      light.addColorStop(1, "transparent");
      pen.fillStyle = light;
      pen.fillRect(0, 0, 2 * GLOW, 2 * GLOW);
    }
    this.glows.set(colour, image);
    return image;
  }

  /** @param {number} now @returns {boolean} whether something still moves */
  draw(now) {
    for (const [x, y, r] of this.wet) this.wall.wipe(x - r - 1, y - r - 1, 2 * r + 2, 2 * r + 2);
    this.wet = [];
    this.movers = this.movers.filter(({ start, ms }) => now < start + ms);
    for (const mover of this.movers) {
      const t = (now - mover.start) / mover.ms;
      if (t < 0) continue;
      if (mover.kind === "in") this.flyIn(mover, t);
      else if (mover.kind === "out") this.fallOut(mover, t);
      else this.runLight(mover, t);
    }
    return this.movers.length > 0;
  }

  /** @param {CanvasImageSource} image @param {number} x @param {number} y @param {number} r @param {number} alpha */
  stamp(image, x, y, r, alpha) {
    for (const { pen } of this.wall.touched(x - r, y - r, 2 * r, 2 * r)) {
      pen.globalAlpha = alpha;
      pen.drawImage(image, x - r, y - r, 2 * r, 2 * r);
      pen.globalAlpha = 1;
    }
    this.wet.push([x, y, r]);
  }

  /** In an arc from the edge into its box, ever smaller. @param {Mover} mover @param {number} t */
  flyIn({ image, from, to, r }, t) {
    const s = landing(t);
    const rise = Math.sin(Math.PI * s) * Math.hypot(to.x - from.x, to.y - from.y) * 0.12;
    this.stamp(image, from.x + (to.x - from.x) * s, from.y + (to.y - from.y) * s - rise, r + Math.max(1.6 * r, R_FAR - r) * (1 - s), Math.min(1, 4 * t));
  }

  /** Out of its box and down. @param {Mover} mover @param {number} t */
  fallOut({ image, from, to, r }, t) {
    this.stamp(image, from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * (1.6 * t * t - 0.6 * t), r + Math.max(0.7 * r, 0.6 * R_FAR - r) * Math.min(1, 5 * t), t < 0.7 ? 1 : (1 - t) / 0.3);
  }

  /** @param {Mover} mover @param {number} t */
  runLight({ image, from, to, r }, t) {
    for (const [i, behind] of TAIL.entries()) {
      const s = Math.max(0, t - behind);
      this.stamp(image, from.x + (to.x - from.x) * s, from.y + (to.y - from.y) * s - Math.sin(Math.PI * s) * r, r * (1 - i * 0.22), 0.9 - i * 0.26);
    }
  }
}
