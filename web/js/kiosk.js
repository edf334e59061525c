/**
 * The page at a kiosk: attract mode until a visitor comes, then the page as it is everywhere, with nothing that leads
 * out of it, until nobody is there any more. The next visitor gets a page that is loaded anew, with nothing of the last
 * one's.
 */
import { el } from "./dom.js";
import { dressed, HOME, VISITOR } from "./kiosk_entry.js";
import { go, guard } from "./kiosk_guard.js";
import { Presence } from "./kiosk_idle.js";
import { measure, readOptions } from "./kiosk_options.js";
import { breath } from "./kiosk_scene.js";
import { Attraction } from "./kiosk_show.js";
import { here } from "./root.js";
import { kiosk } from "./kiosk_words.js";
import { number, words } from "./language.js";

const KEPT = "menagerie-kiosk"; // what begins so is the kiosk's own; all else is the visitor's
const ANSWER_MS_MAX = 3000;
const RETRY_MS = 2000;
const SIGN_BEADS = ["white", "lilac", "silver", "black", "gold", "green", "amber", "red", "pink"]; // Michie's nine

const { pathname, search } = location;

/** Whether the server answers, and is ready. */
async function answers() {
  try {
    return (await fetch(here("readyz"), { cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS_MAX) })).ok;
  } catch {
    return false;
  }
}

/** Nothing of the last visitor stays: no game, no visit, no language, no rules that were read. */
function forget() {
  for (const storage of [sessionStorage, localStorage]) {
    for (const key of Object.keys(storage)) if (!key.startsWith(KEPT) || key === VISITOR) storage.removeItem(key);
  }
}

/** A new visitor's page, in the server's newest version; at its own time while the server is away. */
async function renew() {
  if (await answers()) go(sessionStorage.getItem(HOME) ?? pathname + search);
  else setTimeout(renew, RETRY_MS);
}

/** The page is kept by the service worker, so that a reload while the server is away shows it. */
async function keepPage() {
  await document.fonts.ready;
  const files = performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(
      ({ origin, pathname: path }) =>
        origin === location.origin && !path.startsWith(here("api/")) && path.includes("."),
    );
  const worker = await navigator.serviceWorker?.ready;
  worker?.active?.postMessage({ keep: [pathname, ...new Set(files.map(({ pathname: path }) => path))] });
}

/** @param {import("./kiosk_options.js").Options} options */
async function dress(options) {
  const root = document.documentElement;
  root.classList.add("kiosk", options.hall ? "kiosk-hall" : "kiosk-machine");
  measure(options);
  await dressed;
  document.body.prepend(
    el(
      "div",
      { class: "sign", "aria-hidden": "true" },
      el("b", {}, words.site.name),
      el("span", {}, words.site.tagline),
      el("div", { class: "sign-beads" }, ...SIGN_BEADS.map((name) => el("i", { class: `bead k-${name}` }))),
    ),
  );
  document.getElementById("wall")?.toggleAttribute("inert", true);
}

/** Opens the kiosk; resolves when a visitor is there and the page may begin. */
export async function open() {
  const options = readOptions(search, pathname);
  await dress(options);
  await breath();
  const faults = options.faults.map(({ name, value, low, high }) =>
    kiosk.fault(name, value, number(low), number(high)),
  );
  keepPage();
  if (new URLSearchParams(search).has("setup"))
    return (await import("./kiosk_setup.js")).setUpKiosk(options, answers, faults);
  guard(options.hall);
  await breath();
  const attraction = new Attraction({ hall: options.hall, faults, answers, renew });
  await breath();
  if (sessionStorage.getItem(VISITOR) === null) {
    sessionStorage.setItem(HOME, pathname + search);
    forget();
    await attraction.untilVisited(() => sessionStorage.setItem(VISITOR, "1"));
  } else if (!(await answers())) await attraction.untilBack();
  const presence = new Presence(options, () => {
    forget();
    attraction.show();
    renew();
  });
  return presence.start();
}
