/** The page that is shown while the server is away: says so, and comes back by itself. */
import { isGameKept } from "./offline_storage.js";
import { here, root } from "./root.js";
import { translate } from "./language.js";

const RETRY_MS = 2000;

translate();
const machine = location.pathname.slice(root.length).match(/^machine\/([^/]+)/)?.[1];
const kept = document.getElementById("kept");
if (kept && machine) kept.hidden = !isGameKept(decodeURIComponent(machine));

/** Loads the page again as soon as the server answers. */
async function look() {
  try {
    const answer = await fetch(here("readyz"), { cache: "no-store" });
    if (answer.ok) return location.reload();
  } catch {
    // not yet
  }
  setTimeout(look, RETRY_MS);
}

document.getElementById("retry")?.addEventListener("click", () => location.reload());
look();
