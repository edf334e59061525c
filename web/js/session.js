/**
 * A visitor's sitting at one machine: begins, answers, resumes, and goes on to the next game. What
 * is needed to resume after a reload or a lost line is kept in sessionStorage.
 */
import { Connection } from "./connection.js";
import { RATTLE_MS, RESULT_MS, Wait } from "./motion.js";
import { learn, phase, show, title } from "./state.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {{visit?: string, ticket?: string, episode?: string, trace?: import("./state.js").Opened[], starts?: "you"|"machine"}} Kept */

const RETRY_S = 5;
const QUEUE_MAX = 64;
const BEGIN_ANEW = ["stale-ticket", "bad-ticket", "era-over", "no-episode", "not-your-episode"];
const BEGIN_LATER = ["busy", "too-fast", "too-many-episodes"];

export class Session {
  /** @param {Table} t @param {() => void} changed */
  constructor(t, changed) {
    this.t = t;
    this.changed = changed;
    this.key = `menagerie ${t.name}`;
    this.drawn = new Wait();
    this.result = new Wait();
    this.retry = new Wait();
    /** @type {import("./protocol.js").PlayFrame[]} frames of the next game, until the result has been seen */
    this.queue = [];
    /** Whether a result may give way to the next game by itself. */
    this.busyLooking = () => false;
    t.starts = this.kept().starts ?? "you";
    /** @type {Connection<import("./protocol.js").PlayFrame>} */
    this.line = new Connection(`play?machine=${encodeURIComponent(t.name)}`, (frame) => this.take(frame), (line) => {
      t.line = line;
      if (line === "down") t.pending = null;
      changed();
    });
  }

  /** @returns {Kept} */
  kept() {
    try {
      return JSON.parse(sessionStorage.getItem(this.key) ?? "{}");
    } catch {
      return {};
    }
  }

  /** @param {Kept} more */
  keep(more) {
    try {
      sessionStorage.setItem(this.key, JSON.stringify({ ...this.kept(), ...more }));
    } catch {
      // no storage: the visit cannot outlive this page, and that is all
    }
  }

  /** @param {import("./protocol.js").PlayFrame} frame */
  take(frame) {
    this.remember(frame);
    if (this.mustWait(frame)) {
      if (this.queue.length === QUEUE_MAX) this.queue.shift();
      this.queue.push(frame);
      if (!this.t.drawing) this.awaitNext();
    } else this.apply(frame);
    this.t.held = this.queue.length > 0;
    this.changed();
  }

  /** What a reload must not lose. @param {import("./protocol.js").PlayFrame} frame */
  remember(frame) {
    if (frame.type === "state") {
      const kept = this.kept();
      this.keep({ ticket: frame.ticket, episode: frame.episode, trace: kept.episode === frame.episode ? kept.trace : [] });
    } else if (frame.type === "learned" && this.kept().episode === frame.episode) this.keep({ ticket: undefined, trace: [] });
  }

  /** Whether the frame belongs to the next game, while the last one's result is being shown. @param {import("./protocol.js").PlayFrame} frame */
  mustWait(frame) {
    const { play, learned, spared, drawing } = this.t;
    if (frame.type === "hello" || frame.type === "error") return false;
    if (this.queue.length) return true;
    if (!play?.outcome || !(learned || spared || drawing)) return false;
    return frame.type === "dry" || (frame.type === "state" && frame.episode !== play.episode);
  }

  /** @param {import("./protocol.js").PlayFrame} frame */
  apply(frame) {
    if (frame.type === "hello") this.greet(frame);
    else if (frame.type === "state") this.put(frame);
    else if (frame.type === "learned") this.learned(frame);
    else if (frame.type === "dry") this.dry(frame);
    else if (frame.type === "error") this.fail(frame);
  }

  /** @param {import("./protocol.js").Hello} hello */
  greet(hello) {
    this.t.hello = hello;
    this.queue = [];
    const { visit, ticket } = this.kept();
    if (!visit) this.keep({ visit: hello.visit });
    if (ticket) this.line.send({ type: "resume", ticket, again: true });
    else this.begin();
  }

  begin() {
    const { t } = this;
    this.retry.stop();
    this.result.stop();
    this.drawn.stop();
    t.drawing = false;
    t.pending = null;
    t.held = false;
    t.learned = null;
    t.spared = false;
    t.dry = null;
    this.queue = [];
    this.keep({ ticket: undefined, episode: undefined, trace: [] });
    /** @type {Record<string, unknown>} */
    const frame = { type: "begin", again: true };
    const visit = this.kept().visit;
    if (visit) frame.visit = visit;
    if (t.hello?.seat === "either") frame.seat = t.starts === "you" ? "second" : "first";
    this.line.send(frame);
    this.changed();
  }

  /** @param {import("./protocol.js").State} state */
  put(state) {
    const { t } = this;
    const resumed = !t.play;
    if (resumed) t.trace = this.kept().trace ?? [];
    this.result.stop();
    const draws = show(t, state);
    this.keep({ trace: t.trace });
    if (draws) this.drawn.start(RATTLE_MS, () => this.arrived());
    else this.arrived();
    this.changed();
  }

  /** The draw has been shown: the machine's move stands on the board. */
  arrived() {
    this.t.drawing = false;
    if (this.t.play?.outcome && (this.t.learned || this.t.spared)) this.awaitNext();
    this.changed();
  }

  /** @param {import("./protocol.js").Learned} frame */
  learned(frame) {
    const { t } = this;
    if (t.play?.episode !== frame.episode) return; // sent again after a reload: its result has been seen
    learn(t, frame);
    if (!t.drawing) this.awaitNext();
  }

  /** The machine is frozen: the game is over, and no bead moves. */
  spare() {
    const { t } = this;
    if (!t.play?.outcome) return;
    t.spared = true;
    this.keep({ ticket: undefined, trace: [] });
    if (!t.drawing) this.awaitNext();
  }

  /** Give the result its time, then show the next game. */
  awaitNext() {
    this.result.start(RESULT_MS, () => {
      if (this.busyLooking()) this.awaitNext();
      else if (this.queue.length) this.next();
    });
  }

  /** Show the next game now. */
  next() {
    const { t } = this;
    if (phase(t) !== "over") return;
    this.result.stop();
    if (this.queue.length === 0 && (t.learned || t.spared)) this.begin();
    const frames = this.queue;
    this.queue = [];
    t.learned = null;
    t.spared = false;
    for (const frame of frames) {
      if (this.mustWait(frame)) this.queue.push(frame);
      else this.apply(frame);
    }
    t.held = this.queue.length > 0;
    this.changed();
  }

  /** A click or a key where there is nothing to play: do not make the visitor wait for motion. */
  skip() {
    if (this.drawn.hurry()) return;
    if (phase(this.t) === "over") this.next();
  }

  /** @param {string} move */
  move(move) {
    const { t } = this;
    if (!t.play || phase(t) !== "your-turn") return;
    t.note = "";
    if (this.line.send({ type: "move", episode: t.play.episode, ply: t.play.ply, move })) t.pending = move;
    this.changed();
  }

  giveUp() {
    this.t.note = `You gave that game up, so ${title(this.t)} learned nothing from it.`;
    this.begin();
  }

  /** @param {"you"|"machine"} starts */
  chooseStarts(starts) {
    this.t.starts = starts;
    this.keep({ starts });
    this.begin();
  }

  /** @param {import("./protocol.js").Dry} dry */
  dry(dry) {
    const { t } = this;
    t.dry = dry;
    if (t.hello && t.feed) t.hello.era = Math.max(t.hello.era, t.feed.era);
    t.play = null;
    t.trace = [];
    this.retry.stop();
    if (dry.new_era_at === null) return; // the feed will tell
    const wait = Date.parse(dry.new_era_at) - Date.now();
    this.retry.start(Math.min(2 ** 30, Math.max(1000, wait + 1000)), () => this.begin());
  }

  /** How a dry machine fares: it may be thawed, topped up, or begin a new era. @param {import("./protocol.js").Feed} feed */
  follow(feed) {
    const { t } = this;
    if (!t.dry || feed.dry === undefined || feed.seq < t.dry.seq) return;
    if (feed.dry === null) {
      if (t.hello) t.hello.era = Math.max(t.hello.era, feed.era);
      this.begin();
    } else if (feed.dry.new_era_at !== t.dry.new_era_at) this.dry(feed.dry);
  }

  /** @param {import("./protocol.js").Failure} failure */
  fail(failure) {
    const { t } = this;
    t.pending = null;
    if (BEGIN_ANEW.includes(failure.code)) {
      t.note = failure.code === "era-over" || failure.code === "stale-ticket"
        ? "That game could not go on: it was too old, or the machine began a new life. Here is a new one."
        : "That game could not go on. Here is a new one.";
      this.begin();
    } else if (failure.code === "frozen") this.spare();
    else if (failure.code === "bad-visit") {
      this.keep({ visit: t.hello?.visit });
      this.begin();
    } else if (failure.code === "wrong-ply") {
      const { ticket } = this.kept();
      if (ticket) this.line.send({ type: "resume", ticket, again: true });
    } else if (BEGIN_LATER.includes(failure.code)) {
      const seconds = failure.retry_after_s ?? RETRY_S;
      t.note = `${failure.message} Trying again in ${Math.ceil(seconds)} s.`;
      this.retry.start(seconds * 1000, () => {
        const { ticket } = this.kept();
        t.note = "";
        if (ticket) this.line.send({ type: "resume", ticket, again: true });
        else this.begin();
        this.changed();
      });
    } else t.note = failure.code === "shutting-down" ? "The house is being restarted. Your game is kept." : failure.message;
  }
}
