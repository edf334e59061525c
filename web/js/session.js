/**
 * A visitor's sitting at one machine: begins, answers, resumes. A result stays until the visitor asks for the next
 * game. What is needed to resume after a reload or a lost line is kept in sessionStorage.
 */
import { Connection } from "./connection.js";
import { CALM_MS, FLIGHT_MS, LATE_MS, SHAKE_MS, still, TELL_MS, Wait } from "./motion.js";
import { keptKey } from "./offline_storage.js";
import { readOnly } from "./root.js";
import { END_PARTS, isTold, isUnderWay, learn, phase, show, title } from "./state.js";
import { span, words } from "./language.js";

/** @typedef {import("./state.js").Table} Table */
/**
 * @typedef {{stay?: string, ticket?: string, episode?: string, trace?: import("./state.js").Opened[],
 *   starts?: "you"|"machine"}} Kept
 */

const RETRY_S = 5;
const BEGIN_ANEW = ["stale-ticket", "bad-ticket", "era-over", "no-episode", "not-your-episode"];
const BEGIN_LATER = ["busy", "too-fast", "too-many-episodes"];

export class Session {
  /**
   * @param {Table} t
   * @param {() => void} changed
   * @param {(why: string|null) => void} refused the connection is refused, in the server's words; null: no longer
   */
  constructor(t, changed, refused) {
    this.t = t;
    this.changed = changed;
    this.key = keptKey(t.asOf ? `${t.name} ${t.asOf}` : t.name);
    this.drawn = new Wait();
    this.telling = new Wait();
    this.retry = new Wait();
    /** Whether the visitor wants to guess each bead before it is drawn. */
    this.guesses = false;
    /** Whose hands do what the machine has drawn, before it is shown. @type {{take: () => void}|null} */
    this.operator = null;
    t.starts = this.kept().starts ?? "you";
    const query = `?machine=${encodeURIComponent(t.name)}${t.asOf && !readOnly ? `&as_of=${t.asOf}` : ""}`;
    /** @type {Connection<import("./protocol.js").PlayFrame|import("./protocol.js").WatchFrame>} */
    this.line = new Connection(
      (readOnly ? "watch" : "play") + query,
      (frame) => this.take(frame),
      (line) => {
        t.line = line;
        if (line === "down") t.pending = null;
        changed();
      },
      refused,
      (seconds) => {
        t.cutAfter = seconds;
        changed();
      },
    );
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

  /** @param {import("./protocol.js").PlayFrame|import("./protocol.js").WatchFrame} frame */
  take(frame) {
    if (frame.type === "hello") this.greet(frame);
    else if (frame.type === "state") this.put(frame);
    else if (frame.type === "learned") this.learned(frame);
    else if (frame.type === "dry") this.dry(frame);
    else if (frame.type === "error") this.fail(frame);
    this.changed();
  }

  /** @param {import("./state.js").Hello} hello */
  greet(hello) {
    const { t } = this;
    t.hello = hello;
    t.sits = false;
    if (readOnly) return;
    const { stay } = this.kept();
    if (!stay) this.keep({ stay: hello.visit_token });
    if (t.play?.outcome && (t.learned || t.spared)) return; // its result stays; the next game is asked for
    this.resume();
  }

  /** Goes on with the game that was kept, or begins one. */
  resume() {
    const { ticket } = this.kept();
    if (ticket) this.line.send({ type: "resume", ticket });
    else this.begin();
  }

  /** @param {boolean} [isAsked] by the visitor, on a line that may be dead by now */
  begin(isAsked = false) {
    const { t } = this;
    // a finished game is learned before the next one begins, which may take its time
    const isDue = isAsked && !t.pending && (!t.play?.outcome || t.learned !== null || t.spared);
    this.retry.stop();
    this.drawn.stop();
    this.telling.stop();
    t.told = "lesson";
    t.drawing = t.guessing = t.spared = false;
    t.pending = t.learned = t.dry = t.replay = t.taught = t.guess = t.hand = null;
    t.overAt = 0;
    this.keep({ ticket: undefined, episode: undefined, trace: [] });
    /** @type {import("./protocol.js").Begin} */
    const frame = { type: "begin" };
    const { stay } = this.kept();
    if (stay) frame.visit = stay;
    if (t.hello?.seat === "either") frame.seat = t.starts === "you" ? "second" : "first";
    this.line.send(frame, isDue);
    this.changed();
  }

  /** @param {import("./protocol.js").State} state */
  put(state) {
    const { t } = this;
    const kept = this.kept();
    if (!t.play && kept.episode === state.episode) t.trace = kept.trace ?? [];
    t.sits = true;
    const draws = show(t, state);
    this.keep({ ticket: state.ticket, episode: state.episode, trace: t.trace });
    if (!draws) return this.arrived();
    if (t.hand) return; // this draw is in the visitor's hands already
    if (this.operator) {
      t.guessing = true;
      return this.operator.take();
    }
    t.guessing = this.guesses && (state.drawn?.beads.length ?? 0) > 1;
    if (!t.guessing) this.shake();
  }

  /** The box is shaken, and the bead seen; at once where no motion is wanted. */
  shake() {
    if (still()) this.arrived();
    else this.drawn.start(SHAKE_MS + FLIGHT_MS, () => this.arrived());
  }

  /**
   * The visitor's guess, before the bead is seen: while the box is shaken, or before it where each is guessed.
   * @param {number} bead
   */
  guess(bead) {
    const { t } = this;
    if (!t.drawing || t.guess !== null) return;
    t.guess = bead;
    t.guessCount += 1;
    if (bead === t.play?.drawn?.bead) t.guessHits += 1;
    if (t.guessing) this.shake();
    t.guessing = false;
    this.changed();
  }

  /** The draw has been shown: the machine's move stands on the board. */
  arrived() {
    const { t } = this;
    t.drawing = false;
    if (t.play?.outcome && !t.overAt) {
      t.overAt = Date.now();
      t.told = still() ? "lesson" : "piece";
      this.tellOn();
      setTimeout(() => this.lessonIsLate(t.play?.episode), LATE_MS);
    }
    this.changed();
  }

  /** The end is told in its parts: the last piece stands, then the line, the stamp, and what was learned. */
  tellOn() {
    const { t } = this;
    const next = END_PARTS[END_PARTS.indexOf(t.told) + 1];
    if (!next) return;
    this.telling.start(TELL_MS[next] ?? 0, () => {
      t.told = next;
      this.tellOn();
      this.changed();
    });
  }

  /** @param {string|undefined} episode */
  lessonIsLate(episode) {
    const { t } = this;
    if (t.play?.episode !== episode || t.learned || t.spared || t.lessonWaits) return;
    t.lessonWaits = "late";
    this.changed();
  }

  /** @param {import("./protocol.js").Learned} frame */
  learned(frame) {
    const { t } = this;
    if (this.kept().episode === frame.episode) this.keep({ ticket: undefined, trace: [] });
    if (t.play?.episode === frame.episode) learn(t, frame);
    else if (!t.play) this.begin(); // learned before this page was opened
  }

  /** The machine is frozen: the game is over, and no bead moves. */
  spare() {
    const { t } = this;
    this.keep({ ticket: undefined, trace: [] });
    if (t.play?.outcome) t.spared = true;
    else this.begin();
  }

  /** The visitor asks for the next game. */
  next() {
    const { t } = this;
    if (phase(t) !== "over") return;
    t.note = "";
    this.begin(true);
  }

  /** A touch on the board where there is nothing to play: motion need not be waited for. */
  skip() {
    const { t } = this;
    if (t.guessing || this.drawn.hurry()) return;
    if (!isTold(t, "lesson")) {
      this.telling.stop();
      t.told = "lesson";
      return this.changed();
    }
    if (phase(t) === "over" && (t.learned || t.spared) && Date.now() - t.overAt >= CALM_MS) this.next();
  }

  /** @param {string} move @param {number} ply at which the visitor saw the board */
  move(move, ply) {
    const { t } = this;
    if (!t.play || phase(t) !== "your-turn") return;
    t.note = "";
    if (this.line.send({ type: "move", episode: t.play.episode, ply, move }, true)) t.pending = move;
    this.changed();
  }

  giveUp() {
    this.t.note = words.table.gaveUp(title(this.t));
    this.begin(true);
  }

  /**
   * A game that is under way is played to its end first: one touch gives nothing up.
   * @param {"you"|"machine"} starts
   */
  chooseStarts(starts) {
    const { t } = this;
    t.starts = starts;
    this.keep({ starts });
    if (!isUnderWay(t)) return this.begin(true);
    t.note = words.table.startsNext(starts);
    this.changed();
  }

  /** @param {import("./protocol.js").Dry} dry */
  dry(dry) {
    const { t } = this;
    t.dry = dry;
    if (t.hello && t.feed) t.hello.era = Math.max(t.hello.era, t.feed.era);
    t.play = t.hand = null;
    t.trace = [];
    this.retry.stop();
    if (dry.new_era_at === null) return; // the feed will tell
    const wait = Date.parse(dry.new_era_at) - Date.now();
    this.retry.start(Math.min(2 ** 30, Math.max(1000, wait + 1000)), () => this.begin());
  }

  /**
   * How a dry machine fares: it may be thawed, topped up, or begin a new era.
   * @param {import("./protocol.js").Feed} feed
   */
  follow(feed) {
    const { t } = this;
    if (!t.dry || feed.seq < t.dry.seq) return;
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
      const old = failure.code === "era-over" || failure.code === "stale-ticket";
      t.note = old ? words.table.tooOld : words.table.cannotGoOn;
      this.begin();
    } else if (failure.code === "frozen") this.spare();
    else if (failure.code === "bad-visit") {
      this.keep({ stay: t.hello?.visit_token });
      this.begin();
    } else if (failure.code === "wrong-ply") this.resume();
    else if (BEGIN_LATER.includes(failure.code)) {
      const seconds = failure.retry_after_s ?? RETRY_S;
      t.note = words.table.again(words.errors[failure.code] ?? failure.message, span(1000 * Math.ceil(seconds)));
      this.retry.start(seconds * 1000, () => {
        t.note = "";
        this.resume();
        this.changed();
      });
    } else
      t.note =
        failure.code === "shutting-down"
          ? words.table.restarting
          : (words.errors[failure.code] ?? words.errors.other ?? "");
  }
}
