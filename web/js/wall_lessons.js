/**
 * Lessons on the wall: a light runs along the boxes that were opened, in the order in which they were; then the beads
 * fly in or fall out. Where many come in a second only the first are lit, and the rest shown as they are.
 */
import { signOf } from "./lesson_sign.js";
import { still } from "./motion.js";
import { LAMP } from "./wall_boxes.js";

/** @typedef {import("./state.js").Row} Row */
/** @typedef {{at: number, run: (now: number) => void}} Happening */
/** @typedef {{no: number, changes: [number, number, number][]}} Step a box with its changes: bead, before, after */

const HOP_MS = 300; // from box to box
const FLIGHT_MS = 650;
const FALL_MS = 800;
const BETWEEN_MS = 70; // beads
const HOLD_MS = 1500; // a box stays lit at least so long after, so that none flashes twice in a second
const STILL_MS = 3000; // without motion
const QUICK = 0.45; // so much time is taken where many are under way
const QUICK_FROM = 3;
const LESSONS_MAX = 12; // under way at once
const ASK_MS = 4000; // then a lesson is shown by its changes alone
const BEADS_MAX = 4; // that are shown flying of one change,
const BEADS_QUICK = 1; // and where many lessons are under way

/** @param {Row} row @returns {Step[]} */
export function stepsOf(row) {
  /** @type {Step[]} */
  const steps = [];
  for (const [no, bead, before, after] of row.changes) {
    const last = steps.at(-1);
    if (last?.no === no) last.changes.push([bead, before, after]);
    else steps.push({ no, changes: [[bead, before, after]] });
  }
  return steps;
}

/**
 * All boxes that were opened, in their order: also those whose beads stay as they are.
 * @param {number[]} opened
 * @param {Step[]} changed
 * @returns {Step[]}
 */
export function inOrder(opened, changed) {
  const left = [...changed];
  const steps = opened.map((no) => {
    const i = left.findIndex((step) => step.no === no);
    return (i < 0 ? null : left.splice(i, 1)[0]) ?? { no, changes: [] };
  });
  return [...steps, ...left];
}

/**
 * @typedef {object} Hands
 * @property {(seq: number) => Promise<string[]>} opened the labels of the boxes that were opened in that game
 * @property {(no: number, beads: number) => void} heard beads came into a box, or were taken
 */

export class Lessons {
  /**
   * @param {import("./wall_boxes.js").WallBoxes} wall
   * @param {import("./wall_sky.js").Sky} sky
   * @param {HTMLElement} place tells what is shown
   * @param {Hands} hands
   */
  constructor(wall, sky, place, hands) {
    this.wall = wall;
    this.sky = sky;
    this.place = place;
    this.hands = hands;
    this.life = 0; // of what is shown: a lesson from before is not begun
    this.fillings = 0; // of the wall: what a lesson from before changed is in its boxes
    this.paused = false;
    this.timer = 0;
    this.underWay = 0;
    /** @type {Happening[]} what is to come, the next one first */
    this.coming = [];
    /** @type {Map<number, number>} by box: lessons that have not come to it yet */
    this.waiting = new Map();
    /** @type {Map<number, Map<number, number>>} by box: what its beads are once they have */
    this.counts = new Map();
  }

  /** A frame of the feed. @param {Row[]} rows @param {[number, number, number][]} counts */
  take(rows, counts) {
    const lessons = rows.filter(({ kind, itself, changes }) => kind === "episode" && (changes.length || !itself));
    for (const [no, bead, count] of counts) {
      const box = this.counts.get(no) ?? new Map();
      this.counts.set(no, box.set(bead, count));
    }
    if (!document.hidden && !this.paused)
      for (const row of lessons.slice(0, LESSONS_MAX - this.underWay)) this.expect(row);
    for (const no of [...this.counts.keys()]) if (!this.waiting.has(no)) this.settle(no);
    const last = rows.at(-1)?.seq;
    if (last) this.place.dataset.seq = String(last);
  }

  /**
   * A lesson is about to be shown: its boxes wait for it. Where there is time, it is asked which boxes were opened at
   * all.
   * @param {Row} row
   */
  async expect(row) {
    const changed = stepsOf(row).filter(({ no }) => this.wall.boxes.has(no));
    for (const { no } of changed) this.waiting.set(no, (this.waiting.get(no) ?? 0) + 1);
    const { life, fillings } = this;
    this.underWay += 1;
    /** @type {string[]} */
    let labels = [];
    if (this.underWay <= QUICK_FROM)
      labels = await Promise.race([
        this.hands.opened(row.seq).catch(() => []),
        new Promise((done) => setTimeout(() => done([]), ASK_MS)),
      ]);
    if (life !== this.life) return;
    const numbers = new Map([...this.wall.boxes.values()].map(({ box, number }) => [box, number]));
    this.begin(
      row,
      inOrder(
        labels.flatMap((label) => numbers.get(label) ?? []),
        changed,
      ),
      fillings,
    );
  }

  /** @param {Row} row @param {Step[]} steps @param {number} fillings */
  begin(row, steps, fillings) {
    const look = row.itself ? { paint: LAMP[row.outcome ?? "draw"], path: "" } : signOf(row.seq);
    const calm = still();
    const quick = this.underWay > QUICK_FROM;
    const how = { calm, pace: quick ? QUICK : 1, beads: quick ? BEADS_QUICK : BEADS_MAX, fillings };
    const { pace } = how;
    const now = performance.now();
    steps.forEach((step, i) => this.at(now + (calm ? 0 : i * HOP_MS * pace), () => this.light(step.no, look)));
    if (steps.length > 1 && !calm)
      this.sky.runLight(
        look.paint,
        steps.map(({ no }) => this.wall.middle(no)),
        Math.max(22, this.wall.wide * 0.45),
        { start: now, ms: HOP_MS * pace },
        quick,
      );
    const told = now + (calm ? 0 : steps.length * HOP_MS * pace);
    // all at once: for each beginning of a flight the browser sorts all layers of the page again
    this.at(told, () =>
      steps.forEach((step, i) => this.move(step, how, told + (calm ? 0 : i * 2 * BETWEEN_MS * pace))),
    );
    const end = told + (calm ? STILL_MS : FALL_MS + HOLD_MS * pace);
    steps.forEach((step, i) => this.at(end + (calm ? 0 : i * BETWEEN_MS), () => this.unlight(step.no)));
    this.at(end + steps.length * BETWEEN_MS, () => {
      this.underWay -= 1;
      // a shorter lesson may end before the one before it
      this.place.dataset.taught = String(Math.max(row.seq, Number(this.place.dataset.taught ?? 0)));
    });
    this.tick(now);
  }

  /** @param {number} at @param {(now: number) => void} run */
  at(at, run) {
    let i = this.coming.length;
    while (i > 0 && (this.coming[i - 1]?.at ?? 0) > at) i -= 1;
    this.coming.splice(i, 0, { at, run });
  }

  /** What is due; then it waits for the next. @param {number} now */
  tick(now) {
    clearTimeout(this.timer);
    while (this.coming[0] && this.coming[0].at <= now) this.coming.shift()?.run(now);
    const [next] = this.coming;
    if (next) this.timer = window.setTimeout(() => this.tick(performance.now()), next.at - now);
  }

  /** @param {number} no @param {import("./wall_boxes.js").Look} look */
  light(no, { paint, path }) {
    const { lights } = this.wall;
    const known = lights.get(no);
    lights.set(no, { holders: (known?.holders ?? 0) + 1, paint, path, tag: known?.tag ?? 0 });
    this.wall.redraw(no);
    this.tell();
  }

  /** @param {number} no */
  unlight(no) {
    const { lights } = this.wall;
    const known = lights.get(no);
    if (known && known.holders > 1) known.holders -= 1;
    else {
      lights.delete(no);
      this.wall.redraw(no);
    }
    this.tell();
  }

  tell() {
    const { dataset } = this.place;
    dataset.paints = [...this.wall.lights].map(([no, { paint }]) => `${no} ${paint}`).join();
    dataset.lit = [...this.wall.lights.keys()].join(" ");
    dataset.drawn = String(this.wall.drawn);
  }

  /**
   * The beads of one box on their way.
   * @param {Step} step
   * @param {{calm: boolean, pace: number, beads: number, fillings: number}} how
   * @param {number} start
   */
  move({ no, changes }, { calm, pace, beads, fillings }, start) {
    if (!changes.length) return;
    const { wall } = this;
    const sum = changes.reduce((all, [, before, after]) => all + after - before, 0);
    this.at(start, () => this.hands.heard(no, sum));
    let [landed, i] = [start, 0];
    for (const [bead, before, after] of calm ? [] : changes) {
      for (let k = Math.min(beads, Math.abs(after - before)); k > 0; k -= 1, i += 1) {
        const delay = i * BETWEEN_MS * pace;
        this.fly(no, bead, after > before, start + delay, (after > before ? FLIGHT_MS : FALL_MS) * pace);
        if (after > before) landed = start + delay + FLIGHT_MS * pace;
      }
    }
    this.at(landed, () => {
      if (fillings === this.fillings) for (const [bead, , after] of changes) wall.setCount(no, bead, after);
      const light = wall.lights.get(no);
      if (light) wall.lights.set(no, { ...light, tag: sum });
      wall.redraw(no);
      const left = (this.waiting.get(no) ?? 1) - 1;
      if (left > 0) this.waiting.set(no, left);
      else this.settle(no);
    });
  }

  /** @param {number} no @param {number} bead @param {boolean} comes @param {number} start @param {number} ms */
  fly(no, bead, comes, start, ms) {
    const { wall, sky } = this;
    const box = wall.boxes.get(no);
    if (!box) return;
    const { width, height } = wall.size;
    const spot = wall.spot(no, Math.max(0, Math.min(wall.heap(box.beads).most, box.beads) - 1), box.beads);
    const edge = width > height ? { x: width + spot.r, y: height / 2 } : { x: width / 2, y: height + spot.r };
    const floor = {
      x: spot.x + (no % 2 ? 1 : -1) * wall.wide * 0.3,
      y: Math.min(height + spot.r, spot.y + height * 0.45),
    };
    const { name } = wall.beadAt(box, bead);
    if (comes) sky.flyIn(name, edge, spot, { start, ms });
    else sky.fallOut(name, spot, floor, { start, ms });
  }

  /** The box as it is by all that was told. @param {number} no */
  settle(no) {
    this.waiting.delete(no);
    for (const [bead, count] of this.counts.get(no) ?? []) this.wall.setCount(no, bead, count);
    this.counts.delete(no);
  }

  /** The wall is filled anew, with all that was told so far. */
  refill() {
    this.fillings += 1;
    this.counts.clear();
  }

  /** Nothing is under way any more: another machine. */
  clear() {
    this.life += 1;
    this.coming = [];
    this.underWay = 0;
    this.waiting.clear();
    this.counts.clear();
    this.wall.lights.clear();
    this.sky.clear();
    this.tell();
  }
}
