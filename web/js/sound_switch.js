/** The switch for sound: off at first on the web, on at a kiosk; it remembers. The sounds come when a game is over, or when they are wanted. */
import { byId } from "./dom.js";
import { readOnly } from "./root.js";

/** @typedef {import("./state.js").Table} Table */

const KEPT = "menagerie-sound";

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

export class SoundSwitch {
  /** @param {Table} t */
  constructor(t) {
    this.t = t;
    this.on = (kept() ?? (new URLSearchParams(location.search).has("kiosk") ? "on" : "off")) === "on";
    /** @type {import("./sound.js").Sound|null} */
    this.sound = null;
    this.wanted = false;
    const button = byId("sound");
    button.hidden = readOnly;
    button.setAttribute("aria-pressed", String(this.on));
    button.addEventListener("click", () => {
      this.on = !this.on;
      button.setAttribute("aria-pressed", String(this.on));
      try {
        localStorage.setItem(KEPT, this.on ? "on" : "off");
      } catch {
        // no storage: it lasts as long as this page
      }
      if (this.on) this.load();
    });
  }

  async load() {
    if (this.wanted) return;
    this.wanted = true;
    const { Sound } = await import("./sound.js");
    this.sound = new Sound();
    this.sound.draw(this.t, true);
  }

  draw() {
    if (this.on && this.t.play?.outcome) this.load();
    this.sound?.draw(this.t, !this.on);
  }
}
