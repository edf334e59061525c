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
    const { open } = await import("./kiosk.js");
    return open();
  }
  const address = home();
  if (address === null) return undefined;
  location.replace(address); // a link that was touched while the kiosk's page was still being loaded
  return new Promise(() => {});
}
