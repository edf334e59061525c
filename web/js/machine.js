/** What every page says of a machine: its name, its story, and how good it is. */
import { words } from "./language.js";

/**
 * What a machine is called in the page's language, where it is one of the museum's own.
 * @param {string} name
 * @param {string} own
 */
export const titleOf = (name, own) => words.titles[name] ?? own;

/**
 * Its story, likewise: also where an earlier release wrote another one into the record.
 * @param {string} name
 * @param {string} own
 */
export const storyOf = (name, own) => words.stories[name] ?? own;

/** Who made it, likewise. @param {string} name @param {string} own */
export const makerOf = (name, own) => words.makers[name] ?? own;

/**
 * How many of its games it holds, as a share; null where it is not known.
 * @param {import("./protocol.js").Strength|null} strength
 * @param {string} [seat]
 * @param {"optimal"|"best_response"} [against] somebody who never errs, or the best reply to its beads
 */
export function holds(strength, seat = "", against = "optimal") {
  const side = strength?.sides.find((one) => one.side === seat) ?? strength?.sides[0];
  return side ? side[against].win + side[against].draw : null;
}
