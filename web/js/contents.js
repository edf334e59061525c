/** What a matchbox on a wall shows from afar: a few of its beads, and its state. */

/** @typedef {import("./protocol.js").Box} Box */

/**
 * So many of a box's beads as there is room for, by their shares (largest remainder).
 * @param {Box} box
 * @param {number} most
 * @returns {number[]} bead indices
 */
export function dots(box, most) {
  if (box.beads <= 0) return [];
  const room = Math.min(most, box.beads);
  const shares = box.moves.map((move, i) => ({ i, exact: (move.beads / box.beads) * room }));
  /** @type {number[]} */
  const list = [];
  for (const share of shares) for (let k = 0; k < Math.floor(share.exact); k += 1) list.push(share.i);
  const rest = shares.map((share) => ({ i: share.i, left: share.exact % 1 })).sort((a, b) => b.left - a.left);
  for (const { i } of rest) if (list.length < room) list.push(i);
  return list.sort((a, b) => a - b);
}

/**
 * By turn: how many beads of one kind a box has that was never changed.
 * @param {Box[]} boxes
 * @returns {Map<number, number>}
 */
export function freshCounts(boxes) {
  /** @type {Map<number, Map<number, number>>} */
  const votes = new Map();
  for (const box of boxes) {
    const count = box.moves[0]?.beads ?? 0;
    if (count === 0 || box.moves.some((move) => move.beads !== count)) continue;
    const turn = votes.get(box.turn) ?? new Map();
    votes.set(box.turn, turn.set(count, (turn.get(count) ?? 0) + 1));
  }
  return new Map([...votes].map(([turn, counts]) => [turn, [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0]));
}

/**
 * @param {Box} box
 * @param {Map<number, number>} fresh
 * @param {boolean} [touched] whether it was seen changing
 * @returns {"empty"|"gold"|"dust"|""}
 */
export function condition(box, fresh, touched = false) {
  if (box.beads === 0) return "empty";
  if (box.solved && box.moves.length > 1) return "gold";
  return !touched && box.moves.every((move) => move.beads === fresh.get(box.turn)) ? "dust" : "";
}
