/** Figures in words for the curator's desk, which speaks English. */

const figures = new Intl.NumberFormat("en");

/** @param {number} n */
export const number = (n) => figures.format(n);

/** "1 bead", "2 beads" @param {number} n @param {string} one @param {string} [many] */
export const counted = (n, one, many = `${one}s`) => `${number(n)} ${n === 1 ? one : many}`;

/** @param {number} milliseconds */
export function span(milliseconds) {
  const s = Math.max(0, Math.round(milliseconds / 1000));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min`;
  if (s < 86400) return `${Math.floor(s / 3600)} h`;
  return counted(Math.floor(s / 86400), "day");
}
