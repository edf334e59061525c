/** The life of a machine in one line, as Gardner drew it: up a win, level a draw, down a loss. */
import { svg } from "./dom.js";

/**
 * The staircase as a drawing.
 * @param {[number, number][]} points log row and height, oldest first
 * @param {number} width
 * @param {number} height of the drawing
 */
export function stairs(points, width, height) {
  const heights = points.map(([, h]) => h);
  const [low, high] = [Math.min(0, ...heights), Math.max(0, ...heights)];
  const [from, to] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 1];
  const y = (/** @type {number} */ h) => (4 + ((high - h) / Math.max(6, high - low)) * (height - 8)).toFixed(1);
  const x = (/** @type {number} */ seq) => (((seq - from) / Math.max(12, to - from)) * (width - 5)).toFixed(1);
  const zero = svg("path", { class: "zero", d: `M0 ${y(0)}H${width}` });
  if (!points.length) return [zero];
  const line = points.map(([seq, h], i) => (i ? `H${x(seq)}V${y(h)}` : `M0 ${y(h)}`)).join("");
  const [lastSeq, lastHeight] = points.at(-1) ?? [0, 0];
  return [
    zero,
    svg("path", { class: "stair", d: line }),
    svg("path", { class: "head", d: `M${x(lastSeq)} ${y(lastHeight)}h.01` }),
  ];
}

const WIDTH = 600;
const HEIGHT = 160;

/** The card of a machine's life. */
export class LifeCurve {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.drawing = svg("svg", {
      class: "stairs",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    });
    this.drawnTo = "";
    place.replaceChildren(this.drawing);
  }

  /** @param {number[]} seqs @param {number[]} heights */
  draw(seqs, heights) {
    const key = `${seqs.length} ${seqs[0]} ${seqs.at(-1)} ${heights.at(-1)}`;
    if (key === this.drawnTo) return;
    this.drawnTo = key;
    this.drawing.replaceChildren(
      ...stairs(
        seqs.map((seq, i) => [seq, heights[i] ?? 0]),
        WIDTH,
        HEIGHT,
      ),
    );
  }
}
