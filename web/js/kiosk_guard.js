/** No way out of a kiosk's pages: they stay in this tab, at one place of its history, as large as they are. */
import { addressOf } from "./kiosk_options.js";
import { here, root } from "./root.js";

const BASE = "menagerie-kiosk-base"; // the place before the page's own: back leads here, and nothing is shown of it
const HERE = "menagerie-kiosk-here";
const GUARDED = "menagerie-kiosk-guarded";
const KEYS = /^(F\d+|Browser\w+|ContextMenu|Launch\w+|PrintScreen)$/;

/** Goes to a page of the museum's without a step in the history. @param {string} address */
export function go(address) {
  if (new URL(address, location.href).href === location.href) location.reload();
  else location.replace(address);
}

/**
 * Where a link may lead: to the hall and to machines, from a kiosk that shows the hall.
 * @param {HTMLAnchorElement} link
 * @param {boolean} hall
 */
function wayOf(link, hall) {
  const inside =
    link.origin === location.origin && (link.pathname === root || link.pathname.startsWith(here("machine/")));
  return inside && hall ? addressOf(link.pathname, location.search) : null;
}

/** @param {boolean} hall */
function keepLinks(hall) {
  document.addEventListener(
    "click",
    (event) => {
      const link = /** @type {Element} */ (event.target).closest?.("a");
      if (!link) return;
      event.preventDefault();
      if (link.classList.contains("skip")) return;
      const way = wayOf(link, hall);
      if (way) go(way);
    },
    { capture: true },
  );
}

/** Back and forward stay on this page. */
function keepPlace() {
  const stay = () => {
    history.replaceState(BASE, "");
    history.pushState(HERE, "");
  };
  const known = sessionStorage.getItem(GUARDED) !== null;
  sessionStorage.setItem(GUARDED, "1");
  if (!known || history.state === BASE) stay();
  addEventListener("popstate", () => history.state === BASE && stay());
}

/** @param {Event} event */
const prevent = (event) => event.preventDefault();

/** @param {KeyboardEvent} event */
const leads = (event) => event.ctrlKey || event.metaKey || event.altKey || KEYS.test(event.key);

/** @param {boolean} hall whether the museum's other pages are within */
export function guard(hall) {
  keepLinks(hall);
  keepPlace();
  for (const name of ["contextmenu", "selectstart", "dragstart", "dragover", "drop", "auxclick", "gesturestart"])
    document.addEventListener(name, prevent, { capture: true });
  document.addEventListener("keydown", (event) => leads(event) && event.preventDefault(), { capture: true });
  document.addEventListener("wheel", (event) => event.ctrlKey && event.preventDefault(), {
    capture: true,
    passive: false,
  });
  document.addEventListener("touchmove", (event) => event.touches.length > 1 && event.preventDefault(), {
    capture: true,
    passive: false,
  });
}
