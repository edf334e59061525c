/** The course of a score over the games: the band of many lives, the middle one, and a life that is being played. */
import { svg } from "./dom.js";
import { number } from "./language.js";

/** @typedef {[number, number, number]} Quantiles 5, 50 and 95 of 100 lives */
/** @typedef {{game: number, from?: number, words: string}} Mark a game, or all from one to another */

const WIDTH = 640;
/** Its words are larger there; who turns a phone changes it. */
export const phone = matchMedia("(max-width: 30rem)");
const LEFT = 40;
const BOTTOM = 26;
const TICKS = 5;

export class ScoreChart {
  /**
   * @param {object} of
   * @param {number} of.games
   * @param {string} of.even what the line of no score is called
   * @param {Quantiles[]} [of.band] by game
   * @param {number[][]} [of.others] middle ones of other choices, to be compared with
   * @param {Mark[]} [of.marks] games that the source names
   * @param {number[]} [of.kept] a life to compare with: its score after each game
   * @param {number[]} [of.life] the one that is to be shown, where it is known: it has room
   * @param {number[]} [of.beside] and another one beside it
   */
  constructor({ games, even, band = [], others = [], marks = [], kept = [], life = [], beside = [] }) {
    this.games = games;
    this.height = phone.matches ? 460 : 300; // on a phone it would be too flat
    this.row = phone.matches ? 32 : 17; // of words
    const compared = others.map((other) => other.slice(0, games)); // as far as this chart goes
    const scores = [
      0,
      ...compared.flat(),
      ...kept,
      ...life,
      ...beside,
      ...band.flatMap(([low, , high]) => [low, high]),
    ];
    this.lowest = scores.reduce((low, score) => Math.min(low, score));
    this.highest = scores.reduce((high, score) => Math.max(high, score));
    const spread = Math.max(6, this.highest - this.lowest);
    this.lowest -= spread / 12;
    this.highest += spread / 12;
    /** @type {SVGPathElement} */
    this.life = svg("path", { class: "life", "data-testid": "life" });
    /** @type {SVGPathElement} */
    this.beside = svg("path", { class: "beside", "data-testid": "beside-life" });
    this.drawing = svg(
      "svg",
      { class: "chart", viewBox: `0 0 ${WIDTH} ${this.height}`, "aria-hidden": "true" },
      svg("path", { class: "even", d: `M${LEFT} ${this.y(0)}H${WIDTH}` }),
      ...(band.length
        ? [
            svg("path", { class: "band", d: this.area(band) }),
            svg("path", { class: "median", d: this.stairs(band.map(([, middle]) => middle)) }),
          ]
        : []),
      ...compared.map((other) => svg("path", { class: "other", d: this.stairs(other) })),
      ...(kept.length ? [svg("path", { class: "kept", d: this.stairs(kept) })] : []),
      text(WIDTH - 6, this.y(0) - 5, even, "end"),
      ...this.ticks(),
      ...marks.flatMap((mark, row) => this.marked(mark, row, marks)),
      this.beside,
      this.life,
    );
  }

  /** @param {number} game */
  x(game) {
    return LEFT + (game / this.games) * (WIDTH - LEFT - 6);
  }

  /** @param {number} score */
  y(score) {
    return 8 + ((this.highest - score) / (this.highest - this.lowest)) * (this.height - BOTTOM - 12);
  }

  /** @param {Quantiles[]} band */
  area(band) {
    const point = (/** @type {number} */ score, /** @type {number} */ i) =>
      `${this.x(i + 1).toFixed(1)} ${this.y(score).toFixed(1)}`;
    const back = band.map(([low], i) => point(low, i)).reverse();
    return `M${LEFT} ${this.y(0)}L${band.map(([, , high], i) => point(high, i)).join("L")}L${back.join("L")}Z`;
  }

  /** @param {number[]} scores after each game */
  stairs(scores) {
    const steps = scores.map((score, i) => `H${this.x(i + 1).toFixed(1)}V${this.y(score).toFixed(1)}`);
    return `M${LEFT} ${this.y(0).toFixed(1)}${steps.join("")}`;
  }

  ticks() {
    const step = Math.max(1, Math.round(this.games / TICKS / 10) * 10);
    const games = Array.from({ length: Math.floor(this.games / step) + 1 }, (_, i) => i * step);
    return games.map((game) => text(this.x(game), this.height - 6, number(game), "middle"));
  }

  /**
   * @param {Mark} mark
   * @param {number} row of its words, from below: marks may be near each other, and the line's name stands above
   * @param {Mark[]} all of the chart: no line is to run through the words
   */
  marked({ game, from, words }, row, all) {
    const late = game > this.games * 0.6;
    const near = all.map((other) => other.game).filter((at) => Math.abs(this.x(at) - this.x(game)) < 20);
    const label = text(
      late ? this.x(from ?? game) - 6 : this.x(Math.max(...near)) + 6,
      this.height - BOTTOM - 8 - row * this.row,
      words,
      late ? "end" : "start",
    );
    label.setAttribute("class", "mark-words");
    const stretch =
      from === undefined
        ? []
        : [
            svg("rect", {
              class: "mark-stretch",
              x: this.x(from),
              y: 8,
              width: this.x(game) - this.x(from),
              height: this.height - BOTTOM - 8,
            }),
          ];
    return [...stretch, svg("path", { class: "mark", d: `M${this.x(game)} 8V${this.height - BOTTOM}` }), label];
  }

  /** Draws the life so far, and the one beside it. @param {number[]} [scores] @param {number[]} [beside] */
  show(scores = [], beside = []) {
    for (const [path, all] of /** @type {const} */ ([
      [this.life, scores],
      [this.beside, beside],
    ])) {
      const inside = all.map((score) => Math.max(this.lowest, Math.min(this.highest, score)));
      if (inside.length) path.setAttribute("d", this.stairs(inside));
      else path.removeAttribute("d");
    }
  }
}

/** @param {number} x @param {number} y @param {string} words */
function text(x, y, words, anchor = "start") {
  const element = svg("text", { x, y, "text-anchor": anchor });
  element.textContent = words;
  return element;
}
