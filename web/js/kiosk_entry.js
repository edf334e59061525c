/** The door to the kiosk: all that pages elsewhere load of it. */

export const HOME = "menagerie-kiosk-home"; // in a kiosk's own tab: the address that it was opened with
export const VISITOR = "menagerie-kiosk-visitor"; // there while a visitor is

function home() {
  try {
    return sessionStorage.getItem(HOME);
  } catch {
    return null;
  }
}

/** At a kiosk, waits until a visitor is there; elsewhere goes on at once. */
export async function visitorHere() {
  if (new URLSearchParams(location.search).has("kiosk")) {
    const { classList } = document.documentElement;
    classList.add("kiosk-veil"); // the page's own things are not seen while they get their places
    const { open } = await import("./kiosk.js");
    await open();
    return classList.remove("kiosk-veil");
  }
  const address = home();
  if (address === null) return undefined;
  location.replace(address); // a link that was touched while the kiosk's page was still being loaded
  return new Promise(() => {});
}
