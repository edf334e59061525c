/**
 * A drawer with Michie's fence: two strips of cardboard glued to its bottom as a V. Shaken, the beads lie anywhere;
 * tilted, they roll into the V, and the one in its corner is the bead that was drawn.
 */
import { glass } from "./bead.js";
import { el } from "./dom.js";

/** @typedef {import("./picture.js").Mark} Mark */

export const FENCE_MAX = 21; // six rows of beads: of more a part is shown
const JITTER = 0.24; // of the way to the next bead: where a bead lies once it is shaken
const ROW_HIGH = Math.sqrt(3) / 2; // of a bead, from row to row

/** @template T @param {T[]} all @returns {T[]} */
function mixed(all) {
  const cards = [...all];
  for (let i = cards.length - 1; i > 0; i -= 1) {
    const k = Math.floor(Math.random() * (i + 1));
    [cards[i], cards[k]] = [/** @type {T} */ (cards[k]), /** @type {T} */ (cards[i])];
  }
  return cards;
}

/**
 * How many of each colour are shown: all, or of many a part, and each colour that there is.
 * @param {number[]} counts
 */
export function shownOf(counts) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= FENCE_MAX) return [...counts];
  const shown = counts.map((count) => Math.ceil((count * FENCE_MAX) / total));
  for (let over = shown.reduce((sum, count) => sum + count, 0) - FENCE_MAX; over > 0; over -= 1) {
    const most = shown.indexOf(Math.max(...shown));
    shown[most] = (shown[most] ?? 0) - 1;
  }
  return shown;
}

/**
 * The places in the V from its corner on, in beads: how far in, and how far aside.
 * @param {number} n
 * @returns {[number, number][]}
 */
export function places(n) {
  /** @type {[number, number][]} */
  const found = [];
  for (let row = 0; found.length < n; row += 1) {
    const line = [...Array(row + 1).keys()].map((k) => k - row / 2).sort((a, b) => Math.abs(a) - Math.abs(b));
    for (const aside of line) if (found.length < n) found.push([row * ROW_HIGH, aside]);
  }
  return found;
}

export class Fence {
  /**
   * @param {Mark[]} marks
   * @param {number|null} apex which of them will lie in the corner; null: none does
   * @param {string} label for the ear
   */
  constructor(marks, apex, label) {
    const second =
      marks.some(({ compartments }) => compartments) && !marks.some(({ compartments }) => compartments?.[0]);
    const counts = shownOf(
      marks.map(({ count, compartments }) => (compartments ? (compartments[second ? 1 : 0] ?? 0) : count)),
    );
    if (apex !== null && !counts[apex]) counts[apex] = 1;
    const beads = counts.flatMap((count, i) =>
      [...Array(count).keys()].map(() => ({ i, bead: glass(/** @type {Mark} */ (marks[i]).bead) })),
    );
    const corner = beads.find(({ i }) => i === apex);
    this.corner = corner?.bead;
    /** From the corner on. @type {HTMLElement[]} */
    this.beads = [...(corner ? [corner] : []), ...mixed(beads.filter((each) => each !== corner))].map(
      ({ bead }) => bead,
    );
    this.place = el(
      "div",
      { class: "fence" },
      el("i", { class: "strip" }),
      el("i", { class: "strip" }),
      ...mixed(this.beads),
    );
    this.tray = el(
      "div",
      { class: "drawer fenced", role: "img", "aria-label": label, "data-testid": "fence" },
      this.place,
    );
    const laid = places(this.beads.length);
    this.place.style.setProperty("--rows", String(Math.max(3, 1 + Math.round((laid.at(-1)?.[0] ?? 0) / ROW_HIGH))));
    laid.forEach(([inward, aside], k) => {
      this.beads[k]?.style.setProperty("--in", inward.toFixed(3));
      this.beads[k]?.style.setProperty("--aside", aside.toFixed(2));
    });
    this.scatter();
  }

  /** Shaken: they lie anywhere, none upon another. */
  scatter() {
    this.place.classList.remove("rolled");
    const columns = Math.ceil(Math.sqrt(this.beads.length));
    const rows = Math.ceil(this.beads.length / columns);
    const cells = mixed([...Array(columns * rows).keys()]);
    const at = (/** @type {number} */ k, /** @type {number} */ of) =>
      (of > 1 ? Math.min(1, Math.max(0, (k + (Math.random() - 0.5) * JITTER) / (of - 1))) : 0.5).toFixed(3);
    this.beads.forEach((bead, k) => {
      const cell = cells[k] ?? 0;
      bead.style.setProperty("--x", at(cell % columns, columns));
      bead.style.setProperty("--y", at(Math.floor(cell / columns), rows));
    });
  }

  /** Tilted: they roll into the V. @param {string} label for the ear */
  roll(label) {
    this.place.classList.add("rolled");
    this.corner?.classList.add("apex");
    this.tray.setAttribute("aria-label", label);
  }
}
