/** What every page says of a machine: its story, and how good it is. */
import { words } from "./language.js";

/** A machine's story in the page's language, where the museum's own machine has one. @param {string} name @param {string} own */
export const storyOf = (name, own) => words.stories[name] ?? own;

/** Who made it, likewise. @param {string} name @param {string} own */
export const makerOf = (name, own) => words.makers[name] ?? own;

/** How many of its games it holds against a perfect player, as a share; null where it is not known. @param {import("./protocol.js").Strength|null} strength @param {string} [seat] */
export function holds(strength, seat = "") {
  const side = strength?.sides.find((one) => one.side === seat) ?? strength?.sides[0];
  return side ? side.optimal.win + side.optimal.draw : null;
}
