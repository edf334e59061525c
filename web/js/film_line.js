/**
 * The line of a whole life: its lessons as a staircase, marks for all that was done to the machine, and the slider on
 * it.
 */
import { byId, el, svg } from "./dom.js";
import { words } from "./language.js";

/** @typedef {import("./film_source.js").Life} Life */
/** @typedef {{seq: number, kind: "life"|"act"|"plaque"|"dry", says: string}} Mark */

const WIDTH = 1000;
const HEIGHT = 100;
const say = words.film;

/** What happened besides lessons, first to last. @param {Life} life @returns {Mark[]} */
export function marksOf({ acts, finished, dry }) {
  /** @type {Mark[]} */
  const marks = [];
  const plaque = (/** @type {number|undefined} */ seq) => seq && marks.push({ seq, kind: "plaque", says: say.plaque });
  const emptied = (/** @type {number|undefined} */ seq) => seq && marks.push({ seq, kind: "dry", says: say.dry });
  for (const { seq, kind, era, detail } of acts) {
    if (kind === "reset") {
      plaque(detail?.finished?.seq);
      emptied(detail?.dry_seq);
    }
    const begins = kind === "reset" || kind === "start" || kind === "fork";
    marks.push({
      seq,
      kind: begins ? "life" : "act",
      says: kind === "reset" ? say.begins(String(era)) : (words.room.acts[kind] ?? kind),
    });
  }
  plaque(finished?.seq);
  emptied(dry?.seq);
  return marks.sort((a, b) => a.seq - b.seq);
}

/** From which row to which each life went. @param {Life} life @returns {[number, number][]} */
export function livesOf({ acts, seq }) {
  const begins = acts.filter(({ kind }) => ["start", "reset", "fork"].includes(kind)).map((act) => act.seq);
  return begins.map((from, i) => [from, (begins[i + 1] ?? seq + 1) - 1]);
}

export class FilmLine {
  /**
   * @param {Life} life
   * @param {Mark[]} marks
   * @param {(seq: number) => void} move the slider has been moved to that row
   */
  constructor(life, marks, move) {
    this.seq = life.seq;
    this.drawing = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId("line")));
    this.cursor = svg("path", { class: "cursor" });
    this.stairs = svg("g", {});
    const ticks = (/** @type {Mark["kind"]} */ kind, /** @type {number} */ top) =>
      svg("path", {
        class: kind,
        d: marks
          .filter((mark) => mark.kind === kind)
          .map(({ seq }) => `M${this.x(seq)} ${top}V${HEIGHT}`)
          .join(""),
      });
    this.drawing.replaceChildren(
      this.stairs,
      ticks("life", 0),
      ticks("act", 70),
      ticks("plaque", 40),
      ticks("dry", 70),
      this.cursor,
    );
    this.slider = /** @type {HTMLInputElement} */ (byId("slider"));
    this.slider.max = String(this.seq);
    this.slider.addEventListener("input", () => move(Number(this.slider.value)));
    byId("marks").replaceChildren(
      ...marks.map(({ seq, kind, says }) =>
        el(
          "li",
          {},
          el("button", { type: "button", class: `chapter ${kind}`, "data-seq": seq, click: () => move(seq) }, says),
        ),
      ),
    );
  }

  /** @param {number} seq */
  x(seq) {
    return ((Math.max(0, seq - 1) / Math.max(1, this.seq - 1)) * WIDTH).toFixed(2);
  }

  /** @param {number} seq @param {string} text what is heard there */
  show(seq, text) {
    this.slider.value = String(seq);
    this.slider.setAttribute("aria-valuetext", text);
    this.cursor.setAttribute("d", `M${this.x(seq)} 0V${HEIGHT}`);
  }

  /** Each life's staircase. @param {[number, number][][]} lives */
  draw(lives) {
    const heights = lives.flatMap((points) => points.map(([, height]) => height));
    const [low, high] = [Math.min(0, ...heights), Math.max(0, ...heights)];
    const y = (/** @type {number} */ height) =>
      (6 + ((high - height) / Math.max(6, high - low)) * (HEIGHT - 12)).toFixed(2);
    this.stairs.replaceChildren(
      svg("path", { class: "zero", d: `M0 ${y(0)}H${WIDTH}` }),
      svg("path", {
        class: "stair",
        d: lives
          .map((points) =>
            points
              .map(([seq, height], i) => (i ? `H${this.x(seq)}V${y(height)}` : `M${this.x(seq)} ${y(height)}`))
              .join(""),
          )
          .join(""),
      }),
    );
  }
}
