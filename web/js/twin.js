/** Who can be played while a machine does not learn: its twin, or another one. */
import * as api from "./api.js";
import { titleOf } from "./machine.js";
import { here } from "./root.js";
import { words } from "./language.js";

/** @typedef {import("./state.js").Table} Table */

/**
 * One that learns, of the same game where there is one.
 * @param {Table} t
 * @returns {Promise<import("./protocol.js").Machine|null>}
 */
export async function twinOf(t) {
  const machines = await api.machines().catch(() => []);
  const others = machines.filter((each) => each.name !== t.name && !each.dry);
  return (
    others.find((each) => each.game === t.hello?.game && !each.frozen)
    ?? others.find((each) => !each.frozen)
    ?? others[0]
    ?? null
  );
}

/** @param {HTMLElement} link @param {import("./protocol.js").Machine} twin */
export function lead(link, twin) {
  link.setAttribute("href", here(`machine/${encodeURIComponent(twin.name)}`));
  link.textContent = words.dry.twin(titleOf(twin.name, twin.title));
  link.hidden = false;
}
