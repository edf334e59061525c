/**
 * What a visitor's moves were worth against a machine whose boxes know what their positions are worth. No rules of any
 * game are needed.
 */

/**
 * @typedef {{value?: "win"|"draw"|"loss"|null, moves: {keeps?: boolean|null}[]}} Box as REST tells of it, from the
 *   machine's view
 */
/** @typedef {{number: number|null, bead: number|null, ply: number}} Draw */

/**
 * The visitor's chances in one game: true where a won position was kept, false where it was given away. A chance is a
 * move of the visitor's in a position that is won for the visitor: behind a box that is lost, or behind a bead that did
 * not keep a won one. Kept is it where the machine's next box is lost, or the game was won at once. What no box tells
 * of is left out.
 * @param {Draw[]} draws of the machine in that game, in order
 * @param {(number: number) => Box|undefined} boxOf
 * @param {"win"|"draw"|"loss"} outcome from the machine's view
 * @returns {boolean[]}
 */
export function chancesOf(draws, boxOf, outcome) {
  const boxes = draws.map(({ number }) => (number === null ? undefined : boxOf(number)));
  return draws.flatMap(({ bead, ply }, i) => {
    const box = boxes[i];
    if (!box || bead === null || (box.value === "win" && box.moves[bead]?.keeps !== false)) return [];
    const next = draws[i + 1]?.ply === ply + 2 ? boxes[i + 1] : undefined;
    if (i + 1 === draws.length) return outcome === "loss" ? [true] : [];
    return next ? [next.value === "loss"] : [];
  });
}

export const STREAK = 6; // chances taken one after the other: then somebody is called perfect

/** @typedef {{chances: boolean[], holds: number|null}} Played a game, and HER's chance to hold after it */

/** The share of the last chances that were taken; null before the first. @param {Played[]} games */
export function takenOf(games) {
  const last = games.flatMap(({ chances }) => chances).slice(-STREAK);
  return last.length ? last.filter(Boolean).length / last.length : null;
}

/** The game after which the visitor had taken so many chances one after the other, or null. @param {Played[]} games */
export function youPerfectAt(games) {
  let streak = 0;
  for (const [i, { chances }] of games.entries()) {
    for (const taken of chances) {
      streak = taken ? streak + 1 : 0;
      if (streak === STREAK) return i + 1;
    }
  }
  return null;
}

/** The game after which nobody who makes no mistakes could beat her any more, or null. @param {Played[]} games */
export function herPerfectAt(games) {
  const at = games.findIndex(({ holds }) => holds !== null && holds > 1 - 1e-9);
  return at < 0 ? null : at + 1;
}
