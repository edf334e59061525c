/**
 * The film as it runs: which row is shown, what lies in the boxes then, and what has changed since the last picture. It
 * draws nothing.
 */
import { FilmMoment } from "./film_reader.js";

/** @typedef {import("./film_source.js").FilmSource} FilmSource */
/** @typedef {import("./film_source.js").Life} Life */

/** The boxes, as the wall draws them. */
export class Reel {
  /** @param {FilmSource} source @param {Life} life */
  constructor(source, life) {
    this.source = source;
    this.life = life;
    this.layout = life.layout;
    this.boxes = life.boxes.map(({ box, turn, moves }) => ({ box, turn, moves: moves.map(({ move }) => move) }));
    /** Beads by box and colour; boxes that are not made yet are not there. @type {(number[]|undefined)[]} */
    this.counts = [];
    /** Boxes that are to be drawn anew. @type {Set<number>} */
    this.changed = new Set();
    /** What the shown row did to its boxes. @type {Map<number, "open"|"gains"|"loses">} */
    this.marks = new Map();
    this.beads = 0;
    this.empty = 0;
    this.made = 0;
    /** @type {FilmMoment|null} */
    this.moment = null;
    /** The row that is wanted; the shown one may be another, while its piece is on its way. */
    this.wanted = 0;
    /** Which box a place among all beads is in. @type {number[]} */
    this.boxOf = [];
    life.boxes.forEach(({ moves }, box) => moves.forEach(() => this.boxOf.push(box)));
  }

  get seq() {
    return this.moment?.seq ?? 0;
  }

  /**
   * Shows that row if its piece is there.
   * @param {number} seq
   * @param {boolean} [marks] whether its boxes are marked
   * @returns {boolean}
   */
  go(seq, marks = true) {
    this.wanted = seq;
    const piece = this.source.at(seq);
    if (!piece) return false;
    if (this.moment?.piece !== piece) this.moment = new FilmMoment(piece);
    this.moment.go(seq);
    this.take(marks);
    return true;
  }

  /** Shows that row as soon as it can be. @param {number} seq @param {boolean} [marks] */
  async come(seq, marks = true) {
    if (this.go(seq, marks)) return true;
    await this.source.fetch(seq);
    return this.wanted === seq && this.go(seq, marks);
  }

  /** @param {boolean} marks */
  take(marks) {
    const moment = /** @type {FilmMoment} */ (this.moment);
    const { sizes } = moment.piece;
    let at = 0;
    [this.beads, this.empty, this.made] = [0, 0, moment.boxes];
    for (let box = 0; box < this.boxes.length; box += 1) {
      const size = sizes[box] ?? 0;
      const lies = this.counts[box];
      if (box >= moment.boxes) {
        if (lies) this.changed.add(box);
        this.counts[box] = undefined;
        continue;
      }
      let [sum, same] = [0, lies !== undefined];
      const now = lies ?? (this.counts[box] = Array(size).fill(0));
      for (let bead = 0; bead < size; bead += 1, at += 1) {
        const count = moment.beads[at] ?? 0;
        same &&= now[bead] === count;
        now[bead] = count;
        sum += count;
      }
      if (!same) this.changed.add(box);
      this.beads += sum;
      this.empty += Number(sum === 0);
    }
    for (const box of this.marks.keys()) this.changed.add(box);
    this.marks.clear();
    if (!marks || moment.about.kind !== "episode") return;
    for (const [box, by] of this.touched()) this.marks.set(box, by > 0 ? "gains" : "loses");
    for (const box of this.marks.keys()) this.changed.add(box);
  }

  /** The boxes that the shown row changed, and by how many beads. @returns {Map<number, number>} */
  touched() {
    /** @type {Map<number, number>} */
    const by = new Map();
    for (const [place, change] of this.moment?.changes() ?? []) {
      const box = this.boxOf[place] ?? 0;
      by.set(box, (by.get(box) ?? 0) + change);
    }
    return by;
  }

  /**
   * The boxes that differ most from what lay in them then, most first.
   * @param {number[][]} then
   * @param {number} most
   */
  differences(then, most) {
    /** @type {{box: number, by: number}[]} */
    const list = [];
    for (let box = 0; box < this.boxes.length; box += 1) {
      const [before, now] = [then[box], this.counts[box]];
      const by = (now ?? []).reduce((sum, count, i) => sum + Math.abs(count - (before?.[i] ?? 0)), 0);
      if (now && by > 0) list.push({ box, by });
    }
    return { all: list.length, boxes: list.sort((a, b) => b.by - a.by || a.box - b.box).slice(0, most) };
  }
}
