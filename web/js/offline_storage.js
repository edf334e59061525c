/** What outlives the server's absence: the page that is shown then, and the visitor's game. */
import { here } from "./root.js";

/** Where a visitor's game at that machine is kept, in sessionStorage. @param {string} machine */
export const keptKey = (machine) => `menagerie ${machine}`;

/** Whether a game at that machine can go on. @param {string} machine */
export function isGameKept(machine) {
  try {
    return Boolean(JSON.parse(sessionStorage.getItem(keptKey(machine)) ?? "{}").ticket);
  } catch {
    return false;
  }
}

/** Has a page of ours shown where the browser would show its own, while the server is away. */
export function keepOffline() {
  // only over HTTPS and on this machine; without it the browser's own page is shown
  navigator.serviceWorker?.register(here("service_worker.js")).catch(() => {});
}
