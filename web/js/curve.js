/** The life of a machine in one line, as Gardner drew it: up a win, level a draw, down a loss. */
import { number } from "./dom.js";

/** @param {string} name of a custom property of the page's style */
const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export class LifeCurve {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** @type {uPlot|null} */
    this.plot = null;
    /** @type {[number[], number[]]} */
    this.data = [[], []];
    this.drawnTo = "";
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.rebuild());
    new ResizeObserver(() => this.rebuild()).observe(place);
    document.fonts.ready.then(() => this.rebuild());
  }

  /** @param {number[]} seqs @param {number[]} heights */
  draw(seqs, heights) {
    const key = `${seqs.length} ${seqs.at(-1)} ${heights.at(-1)} ${seqs[0]}`;
    if (key === this.drawnTo) return;
    this.drawnTo = key;
    this.data = seqs.length === 1 ? [[...seqs, (seqs[0] ?? 0) + 1], [...heights, heights[0] ?? 0]] : [[...seqs], [...heights]];
    if (this.plot) this.plot.setData(this.data);
    else this.rebuild();
    const end = heights.at(-1) ?? 0;
    this.place.setAttribute("aria-label", `The life of the machine: after log row ${number(seqs.at(-1) ?? 0)} it stands ${number(Math.abs(end))} ${end >= 0 ? "above" : "below"} where it began.`);
  }

  rebuild() {
    const width = Math.floor(this.place.clientWidth);
    if (width < 50 || this.data[0].length < 2) return;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const font = `500 ${Math.round(rem * 0.75)}px Inter, system-ui, sans-serif`;
    const axis = { stroke: token("--ink-2"), font, ticks: { show: false }, grid: { stroke: token("--line"), width: 1, dash: [rem * 0.15, rem * 0.3] } };
    const colour = getComputedStyle(this.place).color;
    const last = this.data;
    this.plot?.destroy();
    this.place.replaceChildren();
    this.plot = new uPlot({
      width, height: Math.floor(this.place.clientHeight), padding: [rem * 0.6, rem * 0.8, 0, 0],
      cursor: { show: false }, legend: { show: false }, scales: { x: { time: false }, y: { range: yRange } },
      series: [{}, { stroke: colour, width: Math.max(2, rem * 0.16), paths: uPlot.paths.stepped({ align: 1 }), points: { show: false } }],
      axes: [
        { ...axis, size: rem * 1.7, gap: rem * 0.3, space: rem * 5, values: (/** @type {unknown} */ _, /** @type {number[]} */ v) => v.map((n) => (Number.isInteger(n) ? number(n) : "")), grid: { show: false } },
        { ...axis, size: rem * 2.7, gap: rem * 0.3, space: rem * 2.2, values: (/** @type {unknown} */ _, /** @type {number[]} */ v) => v.map((n) => (Number.isInteger(n) ? (n > 0 ? `+${number(n)}` : n < 0 ? `−${number(-n)}` : "0") : "")) },
      ],
      hooks: { draw: [(/** @type {any} */ plot) => this.head(plot, colour, rem)] },
    }, last, this.place);
  }

  /** Where the machine stands now. @param {any} plot @param {string} colour @param {number} rem */
  head(plot, colour, rem) {
    const [seqs, heights] = this.data;
    const x = plot.valToPos(seqs.at(-1), "x", true);
    const y = plot.valToPos(heights.at(-1), "y", true);
    const ctx = /** @type {CanvasRenderingContext2D} */ (plot.ctx);
    ctx.save();
    ctx.beginPath();
    ctx.arc(x, y, rem * 0.34 * devicePixelRatio, 0, 2 * Math.PI);
    ctx.fillStyle = colour;
    ctx.fill();
    ctx.restore();
  }
}

/** Never a flat line without air around it. @param {unknown} _ @param {number} low @param {number} high @returns {[number, number]} */
function yRange(_, low, high) {
  const pad = Math.max(2, (high - low) * 0.12);
  return [Math.floor(Math.min(0, low) - pad), Math.ceil(Math.max(0, high) + pad)];
}
