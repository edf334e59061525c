/** Attract mode: the museum's machines play for show, slowly, until somebody touches the screen. Nobody is taught. */
import * as api from "./api.js";
import { el } from "./dom.js";
import { firstGame, VISITOR } from "./kiosk_entry.js";
import { go } from "./kiosk_guard.js";
import { breath, Stage } from "./kiosk_scene.js";
import { still } from "./motion.js";
import { root } from "./root.js";
import { kiosk } from "./kiosk_words.js";
import { language, LANGUAGES, rich, words } from "./language.js";

const RETRY_MS = 2000;
const PAUSE_MS_MAX = 120_000; // a pause that nobody ends
const GAMES_MAX = still() ? 40 : 400; // then the page is loaded anew, in the server's newest version
const TURN_GAMES = still() ? 1 : 3; // of one machine in the hall, before the next
const SEEDS = 2 ** 32;
const KEPT_GAME = "menagerie-kiosk-game"; // the last one, for the time when the server is away

/** @returns {import("./protocol.js").ShowGame|null} */
function keptGame() {
  try {
    return JSON.parse(localStorage.getItem(KEPT_GAME) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @typedef {object} Hands
 * @property {boolean} hall every machine plays in its turn; otherwise the page's own
 * @property {string[]} faults for the operator
 * @property {() => Promise<boolean>} answers whether the server does
 * @property {() => void} renew loads the page anew
 */

export class Attraction {
  /** @param {Hands} hands */
  constructor(hands) {
    this.hands = hands;
    this.stage = new Stage();
    this.timer = 0;
    this.games = 0;
    this.turn = 0; // whose turn it is in the hall
    this.paused = this.opened = this.looking = false;
    /** @type {Generator<import("./kiosk_scene.js").Scene>|null} */
    this.scenes = null;
    this.first = firstGame;
    /** @type {(() => void)|null} what a visitor's touch does */
    this.visited = null;
    this.caption = el("span", { "data-testid": "caption" }, kiosk.waiting);
    this.away = el("p", { class: "note show-away", role: "status", "data-testid": "away" }, kiosk.away);
    this.away.hidden = true;
    this.play = el(
      "button",
      { type: "button", class: "btn show-play", autofocus: true, "data-testid": "play" },
      hands.hall ? kiosk.playHall : kiosk.play,
    );
    this.pauseButton = el(
      "button",
      {
        type: "button",
        class: "btn quiet",
        "data-testid": "pause",
        "aria-pressed": "false",
        click: (/** @type {Event} */ event) => this.pause(event),
      },
      kiosk.pause,
    );
    this.dialog = this.build();
  }

  build() {
    const languages = el(
      "div",
      { class: "languages", role: "group", "aria-label": words.site.language },
      ...Object.entries(LANGUAGES).map(([code, name]) =>
        el(
          "button",
          {
            type: "button",
            lang: code,
            "aria-pressed": String(code === language),
            "aria-label": `${code.toUpperCase()} ${name}`,
            click: (/** @type {Event} */ event) => this.speak(event, code),
          },
          code.toUpperCase(),
        ),
      ),
    );
    return el(
      "dialog",
      {
        class: "attract",
        "aria-label": kiosk.label,
        "data-testid": "attract",
        click: () => this.touch(),
        cancel: (/** @type {Event} */ event) => event.preventDefault(),
        keydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && event.preventDefault(),
      },
      el(
        "div",
        { class: "house" },
        el("span", { class: "brand" }, words.site.name, el("small", {}, words.site.tagline)),
        languages,
      ),
      this.stage.canvas,
      this.stage.stage,
      el(
        "div",
        { class: "show-plate" },
        this.stage.question,
        this.stage.head,
        this.stage.visitors,
        el("p", { class: "show-caption" }, this.caption),
      ),
      this.away,
      ...this.hands.faults.map((fault) => el("p", { class: "notice", role: "alert", "data-testid": "fault" }, fault)),
      el("div", { class: "show-hands" }, this.play, this.pauseButton),
      el("p", { class: "muted show-small" }, kiosk.forShow),
    );
  }

  /** Shows itself, and plays. A touch does nothing until somebody waits for a visitor. */
  show() {
    if (!this.dialog.isConnected) document.body.append(this.dialog);
    if (!this.dialog.open) this.dialog.showModal();
    this.wait(0, () => this.next()); // in a task of its own, so that a touch is answered in between
  }

  hide() {
    clearTimeout(this.timer);
    this.scenes = null;
    this.dialog.close();
    this.dialog.remove();
  }

  /**
   * @param {() => void} noted runs as soon as a visitor is there
   * @returns {Promise<void>} when a visitor is there, and the server too
   */
  untilVisited(noted) {
    this.show();
    return new Promise((done) => {
      this.visited = () => {
        noted();
        this.visited = null;
        this.hide();
        done();
      };
    });
  }

  /** @returns {Promise<void>} when the server is back; the visitor's game goes on then */
  async untilBack() {
    this.away.hidden = false;
    this.play.hidden = true;
    this.show();
    while (!(await this.hands.answers())) await new Promise((done) => setTimeout(done, RETRY_MS));
    this.play.hidden = false;
    this.away.hidden = true;
    this.hide();
  }

  /** A touch anywhere: the visitor's page begins, if there is a server to play with. */
  async touch() {
    if (!this.visited || this.looking) return;
    this.looking = true;
    const there = await this.hands.answers();
    this.looking = false;
    this.away.hidden = there;
    if (there) this.visited?.();
  }

  /** A visitor who chooses a language is there. @param {Event} event @param {string} code */
  async speak(event, code) {
    event.stopPropagation();
    if (code === language) return this.touch();
    const address = new URL(location.href);
    address.searchParams.set("lang", code);
    this.away.hidden = await this.hands.answers();
    if (!this.visited || !this.away.hidden) return;
    this.visited = null; // this page ends here
    sessionStorage.setItem(VISITOR, "1");
    go(address.href);
  }

  /** @param {Event} event */
  pause(event) {
    event.stopPropagation();
    this.paused = !this.paused;
    this.pauseButton.textContent = this.paused ? kiosk.goOn : kiosk.pause;
    this.pauseButton.setAttribute("aria-pressed", String(this.paused));
    if (this.paused) this.wait(PAUSE_MS_MAX, () => this.pause(event));
    else this.next();
  }

  /** One timer, whatever is waited for. @param {number} milliseconds @param {() => void} then */
  wait(milliseconds, then) {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(then, milliseconds);
  }

  /** The next scene, or the next game. */
  next() {
    const scene = this.scenes?.next();
    if (!scene || scene.done) return void this.begin();
    this.caption.replaceChildren(...rich(scene.value.caption));
    this.dialog.dataset.scene = String(Number(this.dialog.dataset.scene ?? 0) + 1);
    return this.wait(scene.value.ms, () => this.next());
  }

  /** The machine whose turn it is. @returns {Promise<string>} */
  async name() {
    if (!this.hands.hall || location.pathname !== root)
      return decodeURIComponent(location.pathname.replace(/\/+$/, "").split("/").pop() ?? "");
    const able = (await api.machines()).filter(({ dry }) => !dry);
    this.turn = (this.turn + 1) % (TURN_GAMES * Math.max(1, able.length));
    return able[Math.floor(this.turn / TURN_GAMES)]?.name ?? "";
  }

  async begin() {
    this.scenes = null;
    const game = (await this.first) ?? (await this.fetch());
    this.first = null;
    if (game) localStorage.setItem(KEPT_GAME, JSON.stringify(game));
    if (!this.dialog.open) return;
    this.games += 1;
    this.dialog.dataset.games = String(this.games);
    if (this.visited && this.games > GAMES_MAX && this.away.hidden) {
      this.games = 0;
      this.hands.renew();
    }
    if (game) {
      this.stage.set(game);
      await breath();
      this.scenes = this.stage.scenes(game);
    }
    if (this.paused || !this.dialog.open) return;
    if (game) this.next();
    else this.wait(RETRY_MS, () => this.next());
  }

  /** A new game; the last one once more while the server is away. */
  async fetch() {
    let name = "";
    try {
      name = await this.name();
      const game = await api.showGame(name, Math.floor(Math.random() * SEEDS));
      if (this.visited) this.away.hidden = true;
      return game;
    } catch (error) {
      if (!(error instanceof api.ApiError)) throw error;
      this.away.hidden = error.status !== 0 && error.status < 500;
      if (error.status === 404) this.caption.textContent = words.table.missing;
      const kept = this.away.hidden ? null : keptGame();
      return name === "" || kept?.machine === name ? kept : null;
    }
  }
}
