/**
 * What moves before a wall of boxes: beads that fly in or fall out, and the light that runs from box to box. Each is a
 * small element that the browser's compositor moves along a path: the page's thread only starts it, and no box behind
 * it is drawn again.
 */
import { el } from "./dom.js";

/** @typedef {{x: number, y: number}} Point */
/** @typedef {Point & {r: number, alpha: number}} Spot where something is, how large and how clear */
/** @typedef {{name: string, colour: string}} Look a class, and a colour where the class has none */
/** @typedef {{start: number, ms: number}} Time when it begins by the page's clock, and how long it takes */

const BEAD_STEPS = 10; // straight pieces of a path
const HOP_STEPS = 5; // of each hop of a light
const TAIL = [0, 0.09, 0.18]; // so many hops behind
const R_DRAWN = 32; // as wall.css has it
const R_FAR = 15; // a bead that flies is at least so large, to be seen

/** Slow at its end. @param {number} t */
const landing = (t) => 1 - (1 - t) ** 3;

export class Sky {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** Elements that rest, by their class, to be used again. @type {Map<string, HTMLElement[]>} */
    this.resting = new Map();
    /** @type {Set<Animation>} */
    this.flights = new Set();
  }

  /** Nothing moves any more. */
  clear() {
    for (const flight of this.flights) flight.cancel();
  }

  /**
   * Moves something along a path: where it is at each part of its time, from 0 to 1.
   * @param {Look} look
   * @param {(t: number) => Spot} spotAt
   * @param {number} steps
   * @param {Time} time
   */
  send({ name, colour }, spotAt, steps, { start, ms }) {
    const element = this.rested(name);
    if (colour) element.style.setProperty("--c", colour);
    const frames = Array.from({ length: steps + 1 }, (_, i) => {
      const { x, y, r, alpha } = spotAt(i / steps);
      return {
        transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${(r / R_DRAWN).toFixed(3)})`,
        opacity: alpha,
      };
    });
    const flight = element.animate(frames, { delay: Math.max(0, start - performance.now()), duration: ms });
    this.flights.add(flight);
    flight.onfinish = flight.oncancel = () => {
      this.flights.delete(flight);
      this.resting.get(name)?.push(element);
    };
  }

  /** An element that rests; all have the same size, so that the page need not be laid out. @param {string} name */
  rested(name) {
    const resting = this.resting.get(name) ?? [];
    this.resting.set(name, resting);
    const known = resting.pop();
    if (known) return known;
    const element = el("i", { class: `mover ${name}` });
    this.place.append(element);
    return element;
  }

  /**
   * A bead in an arc from the edge into its box, ever smaller.
   * @param {string} name
   * @param {Point} from
   * @param {Point & {r: number}} to
   * @param {Time} time
   */
  flyIn(name, from, to, time) {
    const high = Math.hypot(to.x - from.x, to.y - from.y) * 0.12;
    const more = Math.max(1.6 * to.r, R_FAR - to.r);
    this.send(
      { name: `bead k-${name}`, colour: "" },
      (t) => {
        const s = landing(t);
        return {
          x: from.x + (to.x - from.x) * s,
          y: from.y + (to.y - from.y) * s - Math.sin(Math.PI * s) * high,
          r: to.r + more * (1 - s),
          alpha: Math.min(1, 4 * t),
        };
      },
      BEAD_STEPS,
      time,
    );
  }

  /**
   * A bead out of its box and down.
   * @param {string} name
   * @param {Point & {r: number}} from
   * @param {Point} to
   * @param {Time} time
   */
  fallOut(name, from, to, time) {
    const more = Math.max(0.7 * from.r, 0.6 * R_FAR - from.r);
    this.send(
      { name: `bead k-${name}`, colour: "" },
      (t) => ({
        x: from.x + (to.x - from.x) * t,
        y: from.y + (to.y - from.y) * (1.6 * t * t - 0.6 * t),
        r: from.r + more * Math.min(1, 5 * t),
        alpha: t < 0.7 ? 1 : (1 - t) / 0.3,
      }),
      BEAD_STEPS,
      time,
    );
  }

  /**
   * A light from point to point, in hops of the same time.
   * @param {string} colour
   * @param {Point[]} points
   * @param {number} r
   * @param {Time} hop the first one
   * @param {boolean} plain without its tail
   */
  runLight(colour, points, r, { start, ms }, plain) {
    const hops = points.length - 1;
    for (const [i, behind] of (plain ? [0] : TAIL).entries()) {
      this.send(
        { name: "glow", colour },
        (t) => {
          const at = Math.min(hops - 1, Math.floor(t * hops + 1e-6));
          const s = t * hops - at;
          const [from, to] = /** @type {[Point, Point]} */ ([points[at], points[at + 1]]);
          return {
            x: from.x + (to.x - from.x) * s,
            y: from.y + (to.y - from.y) * s - Math.sin(Math.PI * s) * r,
            r: r * (1 - i * 0.22),
            alpha: 0.9 - i * 0.26,
          };
        },
        hops * HOP_STEPS,
        { start: start + behind * ms, ms: hops * ms },
      );
    }
  }
}
