/**
 * The switch for sound: off at first on the web, on at a kiosk; it remembers. The sounds themselves come when a game is
 * over, or at a touch.
 */
import { byId } from "./dom.js";

/** @typedef {import("./state.js").Table} Table */

const KEPT = "menagerie-sound"; // the page reads it too, before this is loaded

export class SoundSwitch {
  /** @param {Table} t @param {boolean} on */
  constructor(t, on) {
    this.t = t;
    this.on = on;
    /** @type {import("./sound.js").Sound|null} */
    this.sound = null;
    this.wanted = false;
    byId("sound").setAttribute("aria-pressed", String(on));
  }

  toggle() {
    this.on = !this.on;
    byId("sound").setAttribute("aria-pressed", String(this.on));
    try {
      localStorage.setItem(KEPT, this.on ? "on" : "off");
    } catch {
      // no storage: it lasts as long as this page
    }
    if (this.on) this.load();
  }

  async load() {
    if (this.wanted) return;
    this.wanted = true;
    const { Sound } = await import("./sound.js");
    this.sound = new Sound();
    this.sound.draw(this.t, true);
  }

  /** The sounds are heard from the first game's end on. */
  loadWanted() {
    if (this.on && this.t.play?.outcome) this.load();
  }

  draw() {
    this.sound?.draw(this.t, !this.on);
  }

  /**
   * What no game of the table's tells: something went well, or was done by hand.
   * @param {"fanfare"|"rattle"|"bead"} [what]
   */
  async cheer(what = "fanfare") {
    if (!this.on) return;
    await this.load();
    this.sound?.[what]();
  }
}
