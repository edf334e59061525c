/**
 * The plate beside a wall: whose it is, who is here, its figures, its life, boards under way, its last lessons, and the
 * way in by phone.
 */
import { LifeCurve } from "./curve.js";
import { byId, el } from "./dom.js";
import { drawLamps } from "./lamps.js";
import { signOf, signPicture } from "./lesson_sign.js";
import { rowWords } from "./live.js";
import { makerOf } from "./machine.js";
import { picture } from "./picture.js";
import { isReached, qrCode } from "./qr.js";
import { here, readOnly } from "./root.js";
import { isFrozen, title } from "./state.js";
import { visitors } from "./visitors_words.js";
import { counted, number, words } from "./language.js";

/** @typedef {import("./state.js").Table} Table */

const say = words.projector;
const LAMPS_MAX = 36;
const BOARDS_MAX = 4;
const LESSONS_MAX = 4;
const BUSY = 3; // so many lessons in a second are not told one by one
const SECOND_MS = 1000;
const CURVE_MS = 3000;

/** @param {HTMLElement} element @param {string} text */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Where visitors come to a machine: the museum's public address where the server told it. @param {string} name */
export function addressOf(name) {
  const told = document.querySelector("meta[name=address]")?.getAttribute("content") ?? "";
  const home = /\/\/localhost:8080$/.test(told) || !told ? `${location.origin}${here("")}` : `${told}/`;
  return `${home}machine/${encodeURIComponent(name)}`;
}

/**
 * The sign that the visitor has on his phone too; a lesson of its own has none.
 * @param {import("./state.js").Row} row
 */
function signFor({ kind, itself, seq }) {
  if (kind !== "episode" || itself) return [];
  const sign = signOf(seq);
  return [
    signPicture(sign),
    el(
      "span",
      { class: "hear" },
      `${say.sign(visitors.signOf(visitors.colours[sign.colour], visitors.shapes[sign.shape]))}. `,
    ),
  ];
}

/**
 * @typedef {{gold: number|null, dust: number, empty: number}} Sums how many boxes are in each state; null: it is not
 *   told how many are learned
 */

export class Panel {
  /** @param {() => void} ask the visitor wants to know what is learned */
  constructor(ask) {
    this.ask = ask;
    this.curve = new LifeCurve(byId("curve"));
    /** Games learned, by when they came. @type {{at: number, games: number}[]} */
    this.came = [];
    this.curveAt = -CURVE_MS;
    this.keys = { boards: "-", lessons: "-", figures: "-" };
  }

  /** Another machine. @param {Table} t */
  open(t) {
    this.came = [];
    this.curveAt = -CURVE_MS;
    this.keys = { boards: "-", lessons: "-", figures: "-" };
    byId("name").textContent = title(t);
    byId("maker").textContent = makerOf(t.name, t.machine?.maker ?? "");
    byId("film").setAttribute("href", `${here("film")}?machine=${encodeURIComponent(t.name)}`);
    const address = addressOf(t.name);
    const phone = /** @type {HTMLAnchorElement} */ (byId("phone"));
    phone.href = address;
    phone.dataset.address = address;
    const code = isReached(address) ? qrCode(address) : null;
    phone.replaceChildren(
      ...(code ? [code] : []),
      el("b", {}, readOnly ? say.look : say.play),
      " ",
      el(
        "span",
        { class: "address" },
        ...address
          .replace(/^https?:\/\//, "")
          .split(/(?<=\/)/)
          .flatMap((part) => [part, el("wbr")]),
      ),
    );
  }

  /** So many games were learned just now. @param {number} games */
  learned(games) {
    const now = performance.now();
    this.came = this.came.filter(({ at }) => now - at < SECOND_MS);
    if (games) this.came.push({ at: now, games });
  }

  /** @param {Table} t @param {Sums} sums */
  draw(t, sums) {
    const { feed, hello } = t;
    if (!hello) return;
    this.drawVisitors(feed?.playing ?? 0, feed?.watching ?? 0);
    this.drawFigures(t, sums);
    this.drawCurve(t);
    this.drawBoards(t);
    this.drawLessons(t);
  }

  /** Its life; not in each turn of a busy time. @param {Table} t */
  drawCurve(t) {
    const now = performance.now();
    if (this.came.length > 1 && now - this.curveAt < CURVE_MS) return;
    this.curveAt = now;
    // nobody has played it yet, or it played itself alone
    byId("life").hidden = t.curveHeight.every((height) => height === 0);
    this.curve.draw(t.curveSeq, t.curveHeight);
  }

  /** @param {number} playing @param {number} watching */
  drawVisitors(playing, watching) {
    drawLamps(byId("lamps"), playing, watching, LAMPS_MAX);
    write(byId("now"), playing ? visitors.teaching(playing, number(playing)) : visitors.nobody);
    write(byId("watching"), watching ? visitors.watching(watching, number(watching)) : "");
  }

  /** @param {Table} t @param {Sums} sums */
  drawFigures(t, sums) {
    const { figures, wall } = words;
    const of = /** @type {import("./protocol.js").Feed} */ (t.feed ?? t.hello);
    const state = isFrozen(t) ? words.table.frozen : t.feed?.dry ? say.dry : "";
    const rows = /** @type {[string, number|"?", string][]} */ ([
      [figures.games, of.episodes, "most"],
      [figures.wins, of.wins, ""],
      [figures.draws, of.draws, ""],
      [figures.losses, of.losses, ""],
      [say.beads, of.beads, ""],
      [wall.gold, sums.gold ?? "?", "gold"],
    ]);
    const key = `${rows.map(([, n]) => n)} ${state}`;
    if (key === this.keys.figures) return;
    this.keys.figures = key;
    byId("figures").replaceChildren(
      ...rows.map(([what, n, name]) =>
        el("div", { class: name }, el("dt", {}, what), el("dd", {}, n === "?" ? this.question() : number(n ?? 0))),
      ),
    );
    byId("figures").dataset.episodes = String(of.episodes);
    write(byId("state"), state);
    byId("boxes").setAttribute(
      "aria-label",
      t.boxes.size
        ? sums.gold === null
          ? say.covered(counted("matchboxes", t.boxes.size), number(sums.dust), number(sums.empty))
          : say.about(counted("matchboxes", t.boxes.size), number(sums.gold), number(sums.dust), number(sums.empty))
        : wall.none,
    );
  }

  question() {
    return el(
      "button",
      { type: "button", "aria-label": say.know, title: say.know, "data-testid": "want-to-know", click: this.ask },
      "?",
    );
  }

  /** @param {Table} t */
  drawBoards(t) {
    const tables = (t.feed?.tables ?? []).filter(({ ply }) => ply > 0).slice(0, BOARDS_MAX);
    const key = tables.map(({ table, position }) => table + position).join();
    if (key === this.keys.boards || !t.hello) return;
    this.keys.boards = key;
    const { board } = t.hello;
    byId("tables").replaceChildren(
      ...tables.map(({ position, ply }) =>
        el(
          "figure",
          { "data-testid": "live-table", "data-position": position },
          picture(board, position, [], words.room.board(counted("moves", ply))),
        ),
      ),
    );
  }

  /** The last lessons in words; many a second are told as a sum. @param {Table} t */
  drawLessons(t) {
    this.learned(0);
    const games = this.came.reduce((all, each) => all + each.games, 0);
    const busy = games > BUSY;
    const key = busy ? `busy ${games}` : t.rows.map(({ seq }) => seq).join();
    if (key === this.keys.lessons) return;
    this.keys.lessons = key;
    byId("last").hidden = !busy && !t.rows.length;
    byId("busy").hidden = !busy;
    byId("lessons").hidden = busy;
    if (busy) write(byId("busy"), say.busy(number(games)));
    else
      byId("lessons").replaceChildren(
        ...t.rows
          .slice(0, LESSONS_MAX)
          .map((row) =>
            el("li", { "data-seq": row.seq, "data-testid": "lesson" }, ...signFor(row), ...rowWords(t, row)),
          ),
      );
  }
}
