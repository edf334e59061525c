/**
 * The set-up of a kiosk, `?kiosk&setup`: how large a millimetre is on this screen, how far a seated visitor reaches,
 * whether it can be heard, and whether all is well. It ends with the address that the kiosk is started with.
 */
import { el } from "./dom.js";
import { go } from "./kiosk_guard.js";
import { measure, NUMBERS } from "./kiosk_options.js";
import { kiosk } from "./kiosk_words.js";
import { number } from "./language.js";

const BAR_MM = 100;
const REACH_STEP_MM = 50;
const LOOK_MS = 2000;
const BOARD_MM = 3 * 20; // the smallest board has three squares for fingers beside each other
const { setUp } = kiosk;

class SetUp {
  /**
   * @param {import("./kiosk_options.js").Options} options
   * @param {() => Promise<boolean>} answers whether the server does
   * @param {string[]} faults
   */
  constructor(options, answers, faults) {
    this.mm = options.mm;
    this.reach = options.reach;
    this.answers = answers;
    this.faults = faults;
    this.heard = false;
    this.bar = el("div", { class: "setup-bar", role: "img", "data-testid": "setup-bar" });
    this.line = el("div", { class: "setup-line", "aria-hidden": "true", "data-testid": "setup-line" });
    this.mmWords = el("output", { "data-testid": "setup-mm" });
    this.reachWords = el("output", { "data-testid": "setup-reach" });
    this.state = el("ul", { class: "setup-state", role: "status", "data-testid": "setup-state" });
    this.address = el("code", { "data-testid": "setup-address" });
    this.dialog = this.build();
  }

  build() {
    const button = (/** @type {string} */ label, /** @type {() => void} */ click, name = "") =>
      el("button", { type: "button", class: "btn quiet", click, ...(name ? { "data-testid": name } : {}) }, label);
    const step = (
      /** @type {string} */ what,
      /** @type {string} */ sign,
      /** @type {() => void} */ click,
      /** @type {string} */ name,
    ) => el("button", { type: "button", class: "btn quiet", "aria-label": what, click, "data-testid": name }, sign);
    const part = (/** @type {string} */ title, /** @type {import("./dom.js").Child[]} */ ...children) =>
      el("section", { class: "card" }, el("h2", {}, title), ...children);
    return el(
      "dialog",
      {
        class: "setup",
        "aria-labelledby": "setup-title",
        "data-testid": "setup",
        cancel: (/** @type {Event} */ event) => event.preventDefault(),
      },
      this.line,
      el("h1", { id: "setup-title" }, setUp.title),
      part(
        setUp.ruler,
        el("p", {}, setUp.rulerHow),
        this.bar,
        el(
          "div",
          { class: "setup-steps" },
          step(setUp.shorter, "−", () => this.stretch(-1), "setup-shorter"),
          step(setUp.longer, "+", () => this.stretch(1), "setup-longer"),
          this.mmWords,
        ),
      ),
      part(
        setUp.reach,
        el("p", {}, setUp.reachHow),
        el(
          "div",
          { class: "setup-steps" },
          step(setUp.lower, "−", () => this.lift(-REACH_STEP_MM), "setup-lower"),
          step(setUp.higher, "+", () => this.lift(REACH_STEP_MM), "setup-higher"),
          this.reachWords,
        ),
      ),
      part(
        setUp.sound,
        el(
          "div",
          { class: "setup-steps" },
          button(setUp.tone, () => this.tone(), "setup-tone"),
        ),
      ),
      part(setUp.state, this.state),
      part(
        setUp.done,
        el("p", {}, setUp.doneHow),
        el("p", {}, this.address),
        el(
          "div",
          { class: "setup-steps" },
          el(
            "button",
            { type: "button", class: "btn", "data-testid": "setup-start", click: () => go(this.addressNow()) },
            setUp.start,
          ),
        ),
      ),
    );
  }

  /** The bar gets longer or shorter by pixels: a millimetre has more or fewer of them. @param {number} by */
  stretch(by) {
    const [, low, high] = NUMBERS.mm;
    const pixels = Math.round(BAR_MM / this.mm) + by;
    this.mm = Math.min(high, Math.max(low, Math.round((BAR_MM / pixels) * 10_000) / 10_000));
    this.draw();
  }

  /** @param {number} by millimetres */
  lift(by) {
    const [, low, high] = NUMBERS.reach;
    this.reach = Math.min(high, Math.max(low, this.reach + by));
    this.draw();
  }

  async tone() {
    const { Sound } = await import("./sound.js");
    const sound = new Sound();
    sound.fanfare();
    this.heard = sound.context.state === "running";
    this.look();
  }

  /** The address of the kiosk as it is set up now. */
  addressNow() {
    const address = new URL(location.href);
    address.searchParams.delete("setup");
    address.searchParams.set("mm", String(this.mm));
    address.searchParams.set("reach", String(this.reach));
    return address.href.replace("kiosk=&", "kiosk&");
  }

  draw() {
    const { mm, reach } = this;
    measure({ mm, reach });
    this.bar.setAttribute("aria-label", setUp.bar(number(BAR_MM)));
    this.bar.textContent = setUp.bar(number(BAR_MM));
    this.mmWords.textContent = `mm=${mm}`;
    const all = reach / mm >= innerHeight;
    this.reachWords.textContent = `reach=${reach} · ${all ? setUp.reachAll : setUp.reachPart(number(reach))}`;
    this.line.hidden = all;
    this.address.textContent = this.addressNow();
    this.look();
  }

  /** Each thing is well, or says what is the matter. */
  async look() {
    const { mm } = this;
    const there = await this.answers();
    const kept = Boolean(navigator.serviceWorker?.controller);
    const [wide, high] = [innerWidth * mm, innerHeight * mm].map(Math.round);
    /** @type {[boolean, string][]} */
    const states = [
      [there, there ? setUp.server : setUp.serverNot],
      [kept, kept ? setUp.kept : setUp.keptNot],
      [
        Math.min(wide ?? 0, high ?? 0) >= BOARD_MM,
        (Math.min(wide ?? 0, high ?? 0) >= BOARD_MM ? setUp.screen : setUp.screenSmall)(
          number(wide ?? 0),
          number(high ?? 0),
        ),
      ],
      [this.heard, this.heard ? setUp.heard : setUp.heardNot],
      ...this.faults.map((fault) => /** @type {[boolean, string]} */ ([false, fault])),
    ];
    this.state.replaceChildren(...states.map(([good, words]) => el("li", { class: good ? "good" : "bad" }, words)));
  }

  open() {
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.draw();
    setInterval(() => this.look(), LOOK_MS);
  }
}

/**
 * Shows it; the page does not go on.
 * @param {import("./kiosk_options.js").Options} options
 * @param {() => Promise<boolean>} answers
 * @param {string[]} faults
 * @returns {Promise<void>}
 */
export function setUpKiosk(options, answers, faults) {
  new SetUp(options, answers, faults).open();
  return new Promise(() => {});
}
