/**
 * Whether something on the way cuts this page's connection after the same time again and again, as a proxy does that
 * does not wait long enough. A browser says of such a close no more than of any other that nobody asked for (1006).
 */

const ALIKE = 3;
const SPREAD_MS = 1000;
const SOON_MS = 1500; // what ends sooner is no time limit

/** @typedef {{silentMs: number, ageMs: number}} Cut */

/** @param {number[]} times */
const areAlike = (times) =>
  times.length === ALIKE && Math.min(...times) >= SOON_MS && Math.max(...times) - Math.min(...times) <= SPREAD_MS;

export class Cuts {
  constructor() {
    /** @type {Cut[]} */
    this.last = [];
  }

  /**
   * A connection was cut, and another one stood at once. After how many seconds they are cut, if that is always the
   * same; null otherwise.
   * @param {Cut} cut @returns {number|null}
   */
  add(cut) {
    this.last = [...this.last, cut].slice(-ALIKE);
    const alike = [this.last.map(({ silentMs }) => silentMs), this.last.map(({ ageMs }) => ageMs)].find(areAlike);
    return alike ? Math.round(Math.max(...alike) / 1000) : null;
  }

  /** What was seen so far tells nothing. */
  clear() {
    this.last = [];
  }
}
