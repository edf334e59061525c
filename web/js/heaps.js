/**
 * Many beads as they lie in a drawer: each is drawn, all have one size, and they fill the tray. For who has so many.
 */
import { glass } from "./bead.js";
import { el } from "./dom.js";
import { number } from "./language.js";

/** @typedef {import("./bead.js").Bead} Bead */

const RADIUS_MAX = 22; // pixels
const RADIUS_MIN = 1;
const LABEL = 30; // a heap is at least as wide as its figure
const UP = Math.sqrt(3); // radii from layer to layer

/**
 * What a drawing of that size needs: layers, and the width of each heap.
 * @param {number[]} counts
 * @param {number} radius
 * @param {number} height
 * @param {number} label
 */
function measure(counts, radius, height, label) {
  const layers = Math.max(1, 1 + Math.floor((height - 2 * radius) / (UP * radius)));
  return counts.map((count) => Math.max(label, (Math.ceil(count / layers) + 0.5) * 2 * radius));
}

/**
 * Where the beads of a heap lie, the ones at the bottom of its middle first.
 * @param {number} width
 * @param {number} height
 * @param {number} radius
 * @returns {[number, number][]}
 */
function places(width, height, radius) {
  /** @type {[number, number, number][]} */
  const all = [];
  const across = Math.max(1, Math.floor(width / (2 * radius) - 0.5 + 1e-6));
  const from = (width - (across + 0.5) * 2 * radius) / 2;
  for (let layer = 0; radius * (2 + UP * layer) <= height + 1e-6; layer += 1) {
    for (let i = 0; i < across; i += 1) {
      const x = from + radius * (1 + 2 * i + (layer % 2));
      all.push([x, height - radius * (1 + UP * layer), layer + (0.9 * Math.abs(x - width / 2)) / radius]);
    }
  }
  return all.sort((a, b) => a[2] - b[2]).map(([x, y]) => [x, y]);
}

/** One bead, to be drawn again and again. @param {string} colour @param {number} radius in dots of the screen */
function stamp(colour, radius) {
  const canvas = el("canvas");
  canvas.width = canvas.height = Math.ceil(2 * radius);
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const disc = () => {
    pen.beginPath();
    pen.arc(radius, radius, radius * 0.96, 0, 7);
    pen.fill();
  };
  pen.fillStyle = colour;
  disc();
  const shine = pen.createRadialGradient(radius * 0.66, radius * 0.56, 0, radius, radius, radius);
  shine.addColorStop(0, "rgb(255 255 255 / 85%)");
  shine.addColorStop(0.35, "rgb(255 255 255 / 12%)");
  shine.addColorStop(1, "rgb(40 25 12 / 45%)");
  pen.fillStyle = shine;
  disc();
  return canvas;
}

export class Heaps {
  /**
   * @param {HTMLElement} tray @param {{bead: Bead, drawn?: boolean}[]} beads
   * @param {number[]} most so many of each there must be room for
   */
  constructor(tray, beads, most) {
    this.tray = tray;
    this.most = most;
    /** @type {number[]} */
    this.counts = most.map(() => 0);
    this.radius = 0;
    this.each = 1; // beads that one drawn bead stands for
    this.heaps = beads.map(({ bead, drawn }) => {
      const canvas = el("canvas", { "aria-hidden": "true" });
      const figure = el("small");
      const lying = glass(bead);
      return {
        canvas,
        figure,
        lying,
        at: /** @type {[number, number][]} */ ([]),
        shown: -1,
        bead: /** @type {HTMLCanvasElement|null} */ (null),
        element: el(
          "span",
          { class: `heap ${drawn ? "drawn" : ""}` },
          canvas,
          el("span", { class: "heap-label" }, lying, figure),
        ),
      };
    });
    tray.classList.add("heaps");
    tray.replaceChildren(...this.heaps.map(({ element }) => element));
    const watch = new ResizeObserver(() => {
      if (!tray.isConnected) return watch.disconnect();
      this.lay();
    });
    watch.observe(tray);
  }

  /** Finds the size with which all there may be fill the tray. */
  lay() {
    const { tray, heaps, most } = this;
    const style = getComputedStyle(tray);
    const width = tray.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const height =
      tray.clientHeight
      - parseFloat(style.paddingTop)
      - parseFloat(style.paddingBottom)
      - (heaps[0]?.figure.parentElement?.offsetHeight ?? 0)
      - 2;
    if (width < 8 || height < 8) return;
    const label = Math.min(LABEL, width / heaps.length);
    const needs = () =>
      measure(
        most.map((count) => Math.ceil(count / this.each)),
        this.radius,
        height,
        label,
      ).reduce((sum, each) => sum + each, 0);
    for (this.each = 1, this.radius = RADIUS_MAX; this.radius > RADIUS_MIN && needs() > width; this.radius *= 0.97);
    while (needs() > width && needs() > label * heaps.length + 1) this.each += 1;
    const widths = measure(
      most.map((count) => Math.ceil(count / this.each)),
      this.radius,
      height,
      label,
    );
    const scale = Math.min(1, width / widths.reduce((sum, each) => sum + each, 0));
    const dots = devicePixelRatio;
    heaps.forEach((heap, i) => {
      const wide = (widths[i] ?? label) * scale;
      heap.canvas.style.width = `${wide}px`;
      heap.canvas.style.height = `${height}px`;
      heap.canvas.width = Math.round(wide * dots);
      heap.canvas.height = Math.round(height * dots);
      heap.at = places(wide, height, this.radius);
      heap.shown = -1;
      heap.bead = null;
    });
    this.draw(this.counts);
  }

  /** @param {number[]} counts */
  draw(counts) {
    this.counts = counts;
    const dots = devicePixelRatio;
    this.heaps.forEach((heap, i) => {
      const count = counts[i] ?? 0;
      heap.figure.textContent = number(count);
      heap.element.dataset.beads = String(count);
      heap.element.classList.toggle("gone", count === 0);
      const shown = Math.min(heap.at.length, Math.ceil(count / this.each));
      if (shown === heap.shown) return;
      heap.shown = shown;
      heap.element.dataset.shown = String(shown);
      const pen = heap.canvas.getContext("2d");
      if (!pen || !this.radius) return;
      pen.clearRect(0, 0, heap.canvas.width, heap.canvas.height);
      const bead = (heap.bead ??= stamp(
        getComputedStyle(heap.lying).getPropertyValue("--c") || "#999",
        this.radius * dots,
      ));
      for (const [x, y] of heap.at.slice(0, shown).reverse())
        pen.drawImage(bead, (x - this.radius) * dots, (y - this.radius) * dots);
    });
  }
}
