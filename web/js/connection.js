/**
 * A WebSocket that comes back by itself: every two seconds for a minute, then ever more seldom, and at once when the
 * browser is online again.
 */
import { Cuts } from "./cuts.js";
import { here } from "./root.js";

const DELAY_MIN_MS = 400;
const DELAY_SOON_MS = 2000;
const SOON_MS = 60_000; // most servers that are started anew are back by then
const DELAY_MAX_MS = 15_000;
const STEADY_MS = 3000; // a line that lasts so long counts as good
const LONGER_MS = 2000;
const PATIENCE_MS = 8000; // for an answer that is due at once
const PATIENCE_MAX_MS = 60_000;
const PROTOCOL = "menagerie.v1";

/** @typedef {"connecting"|"open"|"down"} LineState */

/**
 * @template Frame
 */
export class Connection {
  /**
   * @param {string} path under /api/v1/
   * @param {(frame: Frame) => void} onFrame
   * @param {(state: LineState) => void} onLine
   * @param {(why: string|null) => void} [onRefused] the server answers, and refuses the connection: why, or "" where it
   *   does not say; null once it is open again
   * @param {(seconds: number|null) => void} [onCut] the connection is cut again and again after so many seconds, though
   *   the server is there; null: no longer
   */
  constructor(path, onFrame, onLine, onRefused = () => {}, onCut = () => {}) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.onFrame = onFrame;
    this.onLine = onLine;
    this.onRefused = onRefused;
    this.onCut = onCut;
    this.cuts = new Cuts();
    /** @type {import("./cuts.js").Cut|null} how the connection before this one was cut, if it was */
    this.cut = null;
    this.openedAt = this.saidAt = 0;
    this.greeted = false;
    this.dueTimer = 0; // runs while an answer is due
    this.dueAt = 0; // since when it is due
    this.patience = PATIENCE_MS;
    /** Connections asked for since one stood. */
    this.attempts = 0;
    /** @type {number|null} */
    this.cutAfter = null;
    /** Whether the page was hidden, and perhaps asleep, since something was said. */
    this.wasHidden = false;
    this.path = here(`api/v1/${path}`);
    this.url = `${scheme}//${location.host}${this.path}`;
    /** @type {WebSocket|null} */
    this.socket = null;
    this.tries = 0;
    this.lostAt = 0; // when it was first asked for in vain
    this.timer = 0;
    this.ended = new AbortController();
    const { signal } = this.ended;
    window.addEventListener("online", () => this.hurry(), { signal });
    window.addEventListener("pageshow", () => this.hurry(), { signal });
    document.addEventListener(
      "visibilitychange",
      () => {
        this.wasHidden = true;
        if (!document.hidden) this.hurry();
      },
      { signal },
    );
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.url, PROTOCOL);
    this.socket = socket;
    this.attempts += 1;
    this.greeted = false;
    this.expect();
    socket.addEventListener("message", (event) => {
      if (this.socket !== socket) return;
      this.heard();
      let frame;
      try {
        frame = JSON.parse(event.data);
      } catch {
        return;
      }
      if (frame.type === "hello") {
        this.greeted = true;
        this.onRefused(null);
        this.greet();
        setTimeout(() => this.socket === socket && (this.tries = 0), STEADY_MS);
        this.onLine("open");
      }
      this.said();
      this.onFrame(frame);
    });
    socket.addEventListener("close", (event) => {
      if (this.socket !== socket) return;
      const isCut = this.greeted && event.code === 1006 && !this.wasHidden && navigator.onLine;
      this.lose(isCut, event.code === 1008);
    });
  }

  /**
   * The line is gone: another is asked for.
   * @param {boolean} isCut by somebody in between
   * @param {boolean} sentAway we broke a rule
   */
  lose(isCut, sentAway) {
    clearTimeout(this.dueTimer);
    this.socket = null;
    const now = performance.now();
    if (this.greeted) this.attempts = 0;
    this.cut = isCut ? { silentMs: now - this.saidAt, ageMs: now - this.openedAt } : null;
    if (!this.greeted && this.tries > 1) this.inquire();
    if (this.tries === 0) this.lostAt = now;
    this.timer = window.setTimeout(() => this.open(), this.delay(sentAway));
    this.tries += 1;
    this.onLine("down"); // last: who hears it may end this connection for good
  }

  /**
   * An answer is due at once. A line on which none comes is dead, though nobody has closed it: it is dropped, and the
   * next one is waited for longer, as it may be the server that is slow.
   */
  expect() {
    clearTimeout(this.dueTimer);
    this.dueAt = performance.now();
    this.dueTimer = window.setTimeout(() => {
      const { socket } = this;
      this.patience = Math.min(PATIENCE_MAX_MS, 2 * this.patience);
      this.lose(false, false);
      socket?.close();
    }, this.patience);
  }

  /** Something came: the line lives. */
  heard() {
    if (this.dueTimer && performance.now() - this.dueAt < PATIENCE_MS) this.patience = PATIENCE_MS;
    clearTimeout(this.dueTimer);
    this.dueTimer = 0;
  }

  /** How long to wait before the next attempt. @param {boolean} sentAway we broke a rule: do not hammer */
  delay(sentAway) {
    const soon = !sentAway && performance.now() - this.lostAt < SOON_MS;
    if (soon) return Math.min(DELAY_SOON_MS, DELAY_MIN_MS * 2 ** this.tries) * (0.75 + Math.random() / 2);
    this.tries = Math.max(this.tries, 4);
    return Math.min(DELAY_MAX_MS, DELAY_MIN_MS * 2 ** this.tries) * (0.5 + Math.random());
  }

  /**
   * The connection stands. Where the one before was cut and this one stood at once, the server was there all the time.
   */
  greet() {
    if (this.cut && this.attempts === 1) this.tellCut(this.cuts.add(this.cut) ?? this.cutAfter);
    else this.cuts.clear();
    this.cut = null;
    this.openedAt = this.saidAt = performance.now();
  }

  /** @param {number|null} seconds */
  tellCut(seconds) {
    if (seconds === this.cutAfter) return;
    this.cutAfter = seconds;
    this.onCut(seconds);
  }

  /** Something was said. After a silence that was cut before, nothing cuts any more. */
  said() {
    const now = performance.now();
    if (this.cutAfter !== null && now - this.saidAt > this.cutAfter * 1000 + LONGER_MS) {
      this.cuts.clear();
      this.tellCut(null);
    }
    this.saidAt = now;
    this.wasHidden = document.hidden;
  }

  /** A browser does not tell why a WebSocket was refused: the same address, asked for plainly, does. */
  async inquire() {
    try {
      // a plain GET does not say where the page is from
      const asked = `${this.path}${this.path.includes("?") ? "&" : "?"}origin=${encodeURIComponent(location.origin)}`;
      const answer = await fetch(asked, { headers: { Accept: "application/problem+json" }, cache: "no-store" });
      const problem = await answer.json().catch(() => null);
      if (this.socket?.readyState === WebSocket.OPEN) return;
      // no such machine, or a server that is not there: the page says so already
      if (answer.status === 404 || answer.status >= 500) return;
      this.onRefused(problem?.detail ?? "");
    } catch {
      // the server is away, which the page says already
    }
  }

  /** Somebody looks, or the network is back: do not wait for the timer. */
  hurry() {
    if (!this.socket && this.tries > 0) this.open();
  }

  /** Ends it for good. */
  close() {
    const { socket } = this;
    this.ended.abort();
    this.socket = null;
    this.tries = 0;
    clearTimeout(this.timer);
    clearTimeout(this.dueTimer);
    socket?.close();
  }

  /**
   * @param {import("./protocol.js").VisitorFrame|import("./protocol.js").SealedVisitorFrame} frame
   * @param {boolean} [isDue] its answer comes at once where the line lives
   * @returns {boolean} whether there was a line to send it on
   */
  send(frame, isDue = false) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    this.said();
    if (isDue) this.expect();
    return true;
  }
}
