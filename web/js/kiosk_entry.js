/** The door to the kiosk: all that pages elsewhere load of it. */
import { here, root } from "./root.js";

export const HOME = "menagerie-kiosk-home"; // in a kiosk's own tab: the address that it was opened with
export const VISITOR = "menagerie-kiosk-visitor"; // there while a visitor is

const atKiosk = new URLSearchParams(location.search).has("kiosk");

/** What a kiosk's page needs besides its own, asked for at once: no file waits for another. */
const SCRIPTS = [
  "kiosk",
  "kiosk_guard",
  "kiosk_idle",
  "kiosk_options",
  "kiosk_scene",
  "kiosk_show",
  "kiosk_words",
  "board",
  "box",
  "door_wall",
  "drag",
  "lamps",
  "phrases",
  "state",
  "visitors_words",
];

/** @param {string} rel @param {string} path */
function load(rel, path) {
  const link = Object.assign(document.createElement("link"), { rel, href: here(path) });
  document.head.append(link);
  return new Promise((done) => (link.onload = link.onerror = done));
}
if (atKiosk) for (const name of SCRIPTS) load("modulepreload", `js/${name}.js`);

/** When a kiosk's styles are there. */
export const dressed = Promise.all(
  atKiosk
    ? ["css/box.css", "css/kiosk.css"].map(
        (path) => document.querySelector(`link[href$="/${path}"]`) ?? load("stylesheet", path),
      )
    : [],
);

const machine = location.pathname === root ? "menace" : location.pathname.replace(/\/+$/, "").split("/").pop();

/** The first game for show, of the page's machine or of the hall's first, is asked for at once; null: there is none.
 * @type {Promise<import("./protocol.js").ShowGame|null>|null} */
export const firstGame = atKiosk
  ? fetch(here(`api/v1/machines/${machine}/show-game?seed=${Date.now() % 2 ** 32}`))
      .then((answer) => (answer.ok ? answer.json() : null))
      .catch(() => null)
  : null;

function home() {
  try {
    return sessionStorage.getItem(HOME);
  } catch {
    return null;
  }
}

/** At a kiosk, waits until a visitor is there; elsewhere goes on at once. */
export async function visitorHere() {
  if (atKiosk) {
    const { classList } = document.documentElement;
    classList.add("kiosk-veil"); // the page itself is not drawn meanwhile
    const { open } = await import("./kiosk.js");
    await open();
    return classList.remove("kiosk-veil");
  }
  const address = home();
  if (address === null) return undefined;
  location.replace(address); // a link that was touched while the kiosk's page was still being loaded
  return new Promise(() => {});
}
