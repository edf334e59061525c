/**
 * A seat at the bench: the visitor plays a copy of the machine that nobody else teaches. It is in the server's memory,
 * and nowhere else.
 */
import { beadOf } from "./bead.js";
import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { byId, el } from "./dom.js";
import { number, words } from "./language.js";
import { beadName } from "./phrases.js";

/** @typedef {import("./lab_bench.js").Bench} Bench */
/** @typedef {import("./protocol.js").State} State */

const say = words.lab;
const OF_MACHINE = ["machine", "seat", "rule", "boxes"];
const GAME_GONE = ["no-episode", "stale-ticket", "bad-ticket"];

/** A name that nobody guesses. */
const byLot = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export class Seat {
  /**
   * @param {Bench} bench prepared, with no life: it gets the games that the visitor plays
   * @param {(text: string) => void} tell
   * @param {() => void} changed boxes, curve or board
   */
  constructor(bench, tell, changed) {
    this.bench = bench;
    this.tell = tell;
    this.changed = changed;
    this.games = this.score = 0;
    /** @type {State|null} */
    this.state = null;
    /** @type {"first"|"second"} the machine's, where it plays either side */
    this.side = "second";
    /** @type {"first"|"second"|"either"} */
    this.plays = "second";
    bench.life = { games: [], end: null, boards: false, scores: [] };
    this.board = new Board(byId("board"), /** @type {import("./protocol.js").Layout} */ (bench.layout), {
      move: (move, ply) => this.move(move, ply),
      skip: () => {},
      wrong: tell,
      point: () => {},
    });
    const next = {
      type: "button",
      class: "btn small",
      "data-testid": "seat-next",
      disabled: true,
      click: () => this.begin(),
    };
    this.next = /** @type {HTMLButtonElement} */ (el("button", next, say.seatNext));
    byId("told").after(this.next);
    const query = new URLSearchParams(
      [...new URLSearchParams(bench.query)].filter(([name]) => OF_MACHINE.includes(name)),
    );
    /** @type {Connection<import("./protocol.js").PlayFrame>} */
    this.line = new Connection(
      `play?${query}&copy=${byLot()}`,
      (frame) => this.take(frame),
      (line) => {
        if (line === "down") tell(say.seatDown);
      },
      (why) => {
        if (why) tell(say.seatFull);
      },
    );
    tell(say.seatSoon);
  }

  /** The visitor stands up: the copy is not come back to. */
  leave() {
    this.line.close();
    this.next.remove();
    byId("board").replaceChildren();
  }

  /** @param {import("./protocol.js").PlayFrame} frame */
  take(frame) {
    if (frame.type === "hello") this.greet(frame);
    else if (frame.type === "state") this.show(frame);
    else if (frame.type === "learned") this.learned(frame);
    else if (frame.type === "dry") this.end(say.seatDry);
    else if (frame.type === "error" && frame.code !== "wrong-ply")
      this.end(GAME_GONE.includes(frame.code) ? say.seatAgain : say.failed);
  }

  /** @param {import("./protocol.js").Hello} hello */
  async greet(hello) {
    this.plays = hello.seat;
    if (hello.episodes < this.games) {
      // the server was started anew, or half an hour has passed
      this.games = this.score = 0;
      this.state = null;
      this.bench.life = { games: [], end: null, boards: false, scores: [] };
      this.bench.shown = 0;
      await this.bench.prepare();
      this.changed();
      return this.end(say.seatLost);
    }
    if (this.state?.ticket && !this.state.outcome) this.line.send({ type: "resume", ticket: this.state.ticket });
    else if (!this.state) this.begin();
  }

  begin() {
    this.next.disabled = true;
    this.bench.unmark();
    this.line.send({ type: "begin", ...(this.plays === "either" ? { seat: this.side } : {}) });
    this.side = this.side === "first" ? "second" : "first";
  }

  /** @param {string} text */
  end(text) {
    this.tell(text);
    this.next.disabled = false;
  }

  /** @param {State} state */
  show(state) {
    this.state = state;
    const { position, ply, legal, played, outcome, end, drawn } = state;
    const last = played.at(-1)?.move ?? null;
    this.board.draw({
      position,
      ply,
      legal,
      last,
      pending: null,
      bead: null,
      end: end ?? null,
      phase: outcome ? "over" : "your-turn",
    });
    const game = number(this.games + 1);
    let text = drawn ? "" : say.begins(game);
    const layout = this.bench.layout;
    if (drawn?.number && layout) {
      const at = drawn.number - 1;
      this.bench.mark(at, "open");
      const colour = drawn.bead === null ? undefined : this.bench.boxes[at]?.moves[drawn.bead];
      this.bench.opened = { at, bead: drawn.bead ?? undefined };
      if (colour !== undefined)
        text = say.draws(game, number(drawn.number), beadName(beadOf(layout, Number(drawn.bead), colour)), colour);
    }
    this.tell(`${text} ${outcome ? "" : say.seatTurn}`.trim());
    this.changed();
  }

  /** @param {string} move @param {number} ply */
  move(move, ply) {
    if (!this.state) return;
    this.board.draw({ ...this.board.view, legal: [], pending: move, phase: "machine" });
    this.line.send({ type: "move", episode: this.state.episode, ply, move }, true);
  }

  /** @param {import("./protocol.js").Learned} learned */
  learned({ outcome, reason, changes }) {
    const { bench } = this;
    this.games += 1;
    this.score += outcome === "win" ? 1 : outcome === "loss" ? -1 : 0;
    bench.unmark();
    bench.take(changes.map(({ number: box, bead, before, after }) => [box, bead, before, after]));
    bench.life?.scores.push(this.score);
    bench.shown = this.games;
    this.end(
      say.after[outcome === "loss" && reason === "resign" ? "resigned" : outcome](
        number(this.games),
        number(changes.length),
      ),
    );
    this.changed();
  }
}
