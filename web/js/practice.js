/**
 * Watch it learn: a copy of the machine plays game after game on the server, and this card shows at the visitor's own
 * pace what came of it. It knows no rules: everything it draws is in the answer.
 */
import * as api from "./api.js";
import { beadOf, glass } from "./bead.js";
import { stairs } from "./curve.js";
import { byId, el, svg } from "./dom.js";
import { still } from "./motion.js";
import { picture } from "./picture.js";
import { title } from "./state.js";
import { counted, number, percent, rich, words } from "./language.js";

/** @typedef {import("./protocol.js").Practice} Practice */
/** @typedef {import("./state.js").Table} Table */

const WIDTH = 600;
const HEIGHT = 190;
const RUN_MS = 10_000; // all games at the usual pace
const PACES = [0.25, 0.5, 1, 2, 4, 8];
const RECENT = 20; // games in which it is counted how it fares now
const ROWS = 10; // of the table of figures
const BOARD_MS = 900; // a move on the small board
const BEADS_LEAST = 12; // of one colour, that fill a bar in a box that never holds more

/** How many games of the results are the machine's wins, draws and losses. @param {string} results */
const tally = (results) => ({ w: results.split("w").length - 1, d: results.split("d").length - 1, l: results.split("l").length - 1 });

/** The chance that it does not lose to somebody who never errs, after that many games: the newest figure up to then. @param {Practice} run @param {number} game */
function holdsAfter(run, game) {
  const point = run.strength.filter((one) => one.games <= game).at(-1);
  if (!point) return null;
  return Math.min(...point.sides.map(({ optimal }) => optimal.win + optimal.draw));
}

/** Up a win, down a loss: where the staircase stands after each game. @param {string} results @returns {[number, number][]} */
function steps(results) {
  let height = 0;
  return [[0, 0], ...[...results].map((result, i) => /** @type {[number, number]} */ ([i + 1, (height += result === "w" ? 1 : result === "l" ? -1 : 0)]))];
}

export class PracticeRun {
  /** @param {HTMLElement} place @param {Table} t @param {Practice} run */
  constructor(place, t, run) {
    this.t = t;
    this.run = run;
    this.game = 0; // games shown
    this.most = Math.max(BEADS_LEAST, ...(run.first_box?.counts.flat() ?? [])); // beads of one colour in the first box, in the whole run
    this.pace = 2;
    this.playing = !still();
    this.last = 0;
    this.told = false;
    this.build(place);
    if (still()) this.show(run.games);
    else {
      this.show(0);
      requestAnimationFrame((now) => this.tick(now));
    }
  }

  /** @param {HTMLElement} place */
  build(place) {
    const { run } = this;
    const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ click) => el("button", { type: "button", class: "btn small quiet", "data-testid": id, click }, text);
    this.clip = svg("rect", { x: 0, y: 0, width: 0, height: HEIGHT });
    this.mark = svg("g", { class: "solved-mark" });
    this.flag = el("p", { class: "stamp flag", "data-testid": "practice-unbeatable", hidden: true }, words.strength.unbeatable);
    this.pause = button("practice-pause", words.practice.pause, () => this.toggle());
    this.slow = button("practice-slower", words.practice.slower, () => this.change(-1));
    this.fast = button("practice-faster", words.practice.faster, () => this.change(1));
    this.slider = el("input", { type: "range", min: 0, max: run.games, step: 1, value: 0, "aria-label": words.practice.slider, "data-testid": "practice-slider" });
    this.slider.addEventListener("input", () => {
      this.playing = false;
      this.show(Number(this.slider?.value));
    });
    this.count = el("p", { class: "practice-count", "data-testid": "practice-count" });
    this.rolling = el("div", { class: "rolling", "aria-hidden": "true" }, el("i", { class: "won" }), el("i", { class: "drew" }), el("i", { class: "lost" }));
    this.recent = el("p", { class: "muted" });
    this.strong = el("p", { class: "practice-holds", "data-testid": "practice-holds" });
    this.box = el("div", { class: "practice-box" });
    this.spoken = el("p", { class: "practice-end", role: "status", "data-testid": "practice-spoken" });
    place.replaceChildren(
      el("div", { class: "practice-view" },
        el("div", { class: "practice-chart" }, el("div", { class: "practice-plot" }, this.chart(), this.flag), el("p", { class: "muted" }, ...rich(run.evaluated ? words.practice.key : words.practice.keyPlain))),
        el("div", { class: "practice-now" }, this.count, this.rolling, this.recent, this.strong, this.box)),
      el("div", { class: "practice-controls" }, this.pause, this.slow, this.fast, this.slider),
      this.spoken, this.games(), this.figures());
    place.dataset.games = String(run.games);
    this.place = place;
  }

  chart() {
    const { run } = this;
    const x = (/** @type {number} */ game) => ((game / Math.max(1, run.games)) * (WIDTH - 5)).toFixed(1);
    const y = (/** @type {number} */ share) => (4 + (1 - share) * (HEIGHT - 8)).toFixed(1);
    const points = run.strength.map(({ games }) => [games, holdsAfter(run, games) ?? 0]);
    const area = points.length > 1 ? [svg("path", { class: "strength-area", d: `M0 ${HEIGHT}${points.map(([games, share]) => `L${x(games ?? 0)} ${y(share ?? 0)}`).join("")}L${x(points.at(-1)?.[0] ?? 0)} ${HEIGHT}z` }),
      svg("path", { class: "strength-line", d: points.map(([games, share], i) => `${i ? "L" : "M"}${x(games ?? 0)} ${y(share ?? 0)}`).join("") })] : [];
    if (run.unbeatable_after !== null) this.mark?.append(svg("path", { d: `M${x(run.unbeatable_after)} 0V${HEIGHT}` }));
    const shown = svg("g", { "clip-path": "url(#practice-clip)" }, ...area, ...stairs(steps(run.results), WIDTH, HEIGHT), this.mark);
    return svg("svg", { class: "stairs", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      svg("clipPath", { id: "practice-clip" }, this.clip), shown);
  }

  /** @param {number} now */
  tick(now) {
    if (!this.count?.isConnected) return; // another run has taken its place
    const step = this.last ? now - this.last : 0;
    this.last = now;
    if (this.playing) {
      this.show(Math.min(this.run.games, this.game + (step / RUN_MS) * this.run.games * (PACES[this.pace] ?? 1)));
      if (this.game >= this.run.games) this.playing = false;
    }
    this.drawControls();
    requestAnimationFrame((next) => this.tick(next));
  }

  toggle() {
    if (this.game >= this.run.games) {
      this.told = false;
      this.show(0);
      this.playing = true;
      if (still()) this.show(this.run.games);
    } else this.playing = !this.playing;
    this.drawControls();
  }

  /** @param {number} by */
  change(by) {
    this.pace = Math.max(0, Math.min(PACES.length - 1, this.pace + by));
    this.drawControls();
  }

  drawControls() {
    const text = this.game >= this.run.games ? words.practice.again : this.playing ? words.practice.pause : words.practice.goOn;
    if (this.pause && this.pause.textContent !== text) this.pause.textContent = text;
    if (this.slow) this.slow.disabled = this.pace === 0;
    if (this.fast) this.fast.disabled = this.pace === PACES.length - 1;
  }

  /** How it stands after so many games. @param {number} game */
  show(game) {
    const { run } = this;
    const shown = Math.floor(game);
    this.clip?.setAttribute("width", String((game / Math.max(1, run.games)) * WIDTH + 3));
    const before = Math.floor(this.game);
    this.game = game;
    if (shown === before && this.place?.dataset.shown !== undefined) return this.drawControls();
    if (this.place) this.place.dataset.shown = String(shown);
    if (this.slider) this.slider.value = String(shown);
    const all = tally(run.results.slice(0, shown));
    this.count?.replaceChildren(...rich(words.practice.count(number(shown), number(run.games), number(all.w), number(all.d), number(all.l))));
    this.drawRolling(shown);
    const share = holdsAfter(run, shown);
    const done = run.unbeatable_after !== null && shown >= run.unbeatable_after;
    this.strong?.replaceChildren(...rich(share === null ? this.plainFigures(shown) : words.practice.holds(percent(share))));
    if (this.flag) this.flag.hidden = !done;
    this.drawBox(shown);
    if (shown >= run.games) this.end();
    this.drawControls();
  }

  /** What can be told of a game that is not listed. @param {number} shown */
  plainFigures(shown) {
    return words.practice.made(counted("boxes", this.run.boxes[shown] ?? 0), counted("beads", this.run.beads[shown] ?? 0));
  }

  /** @param {number} shown */
  drawRolling(shown) {
    const recent = this.run.results.slice(Math.max(0, shown - RECENT), shown);
    const of = tally(recent);
    const bar = this.rolling;
    for (const [name, n] of /** @type {const} */ ([["won", of.w], ["drew", of.d], ["lost", of.l]])) bar?.style.setProperty(`--${name}`, String(n));
    if (this.recent) this.recent.textContent = recent ? words.practice.recent(counted("games", recent.length), number(of.w), number(of.d), number(of.l)) : "";
  }

  /** The first box, bead by bead. @param {number} shown */
  drawBox(shown) {
    const first = this.run.first_box;
    const layout = this.t.hello?.board;
    if (!first || !layout) return;
    const counts = first.counts[shown] ?? [];
    const rows = first.moves.map((move, i) => {
      const bead = beadOf(layout, i, move);
      const n = counts[i] ?? 0;
      const heap = el("span", { class: `heap k-${bead.name}` });
      heap.style.setProperty("--share", String(Math.sqrt(n / this.most))); // by its root: five beads are seen beside five hundred
      return el("li", { "data-beads": n }, glass(bead, n ? "" : "gone"), heap, el("b", {}, number(n)), el("span", { class: "hear" }, move));
    });
    this.box?.replaceChildren(picture(layout, first.box, [], words.practice.firstBox), el("ul", {}, ...rows));
  }

  /** What came of it, in words, said once. */
  end() {
    if (this.told) return;
    this.told = true;
    this.playing = false;
    const { run } = this;
    const all = tally(run.results);
    const who = title(this.t);
    const sum = words.practice.sum(counted("games", run.games), number(all.w), number(all.d), number(all.l));
    const dry = run.dry_after !== null ? words.practice.dry(who, counted("games", run.dry_after)) : run.twin_dry_after !== null ? words.practice.twinDry(counted("games", run.twin_dry_after)) : "";
    const end = run.dry_after !== null ? "" : run.unbeatable_after !== null ? words.practice.unbeatable(number(run.unbeatable_after)) : run.evaluated ? words.practice.notYet : "";
    this.spoken?.replaceChildren(...rich([sum, dry, end, words.practice.thrownAway(who)].filter(Boolean).join(" ")));
  }

  /** Some of the games, move by move. */
  games() {
    const layout = this.t.hello?.board;
    if (!layout) return el("div");
    const names = { win: words.practice.won, draw: words.practice.drew, loss: words.practice.lost };
    return el("div", { class: "practice-games", "data-testid": "practice-games" }, ...this.run.shown.map((game) => {
      const place = el("div", { class: "practice-board" });
      let at = game.positions.length - 1;
      const draw = () => place.replaceChildren(picture(layout, game.positions[at] ?? "", [], words.practice.gameAfter(number(game.game), counted("moves", at))));
      draw();
      const replay = el("button", { type: "button", class: "btn small quiet", click: () => {
        at = still() ? (at + 1) % game.positions.length : 0;
        draw();
        if (still()) return;
        const next = () => {
          if (!place.isConnected || at >= game.positions.length - 1) return;
          at += 1;
          draw();
          setTimeout(next, BOARD_MS);
        };
        setTimeout(next, BOARD_MS);
      } }, words.practice.replay);
      return el("figure", { "data-game": game.game }, place, el("figcaption", {}, words.practice.game(number(game.game)), " ", el("b", {}, names[game.result]), " ", replay));
    }));
  }

  /** The same in figures. */
  figures() {
    const { run } = this;
    const at = [...new Set(Array.from({ length: ROWS + 1 }, (_, i) => Math.round((i * run.games) / ROWS)))];
    if (run.unbeatable_after !== null && !at.includes(run.unbeatable_after)) at.push(run.unbeatable_after);
    at.sort((a, b) => a - b);
    const { table } = words.practice;
    const heads = [table.games, table.won, table.drew, table.lost, run.evaluated ? table.holds : table.boxes, table.beads];
    const rows = at.map((game) => {
      const all = tally(run.results.slice(0, game));
      const share = holdsAfter(run, game);
      const beads = run.first_box?.counts[game]?.reduce((sum, n) => sum + n, 0) ?? 0;
      return el("tr", {}, el("th", { scope: "row" }, number(game)), ...[number(all.w), number(all.d), number(all.l), run.evaluated ? (share === null ? "" : percent(share)) + (game === run.unbeatable_after ? `: ${words.strength.unbeatable}` : "") : number(run.boxes[game] ?? 0), number(beads)].map((text) => el("td", {}, text)));
    });
    return el("details", { class: "practice-figures", "data-testid": "practice-figures" }, el("summary", {}, words.practice.figures),
      el("table", {}, el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)))), el("tbody", {}, ...rows)));
  }
}

/** Has the copy taught, and shows it. @param {Table} t @param {{against: string, from: string}} how */
export async function practise(t, how) {
  const place = byId("practice-run");
  const note = byId("practice-note");
  note.textContent = words.practice.fetching(title(t));
  place.setAttribute("aria-busy", "true");
  try {
    const run = await api.practice(t.name, { ...how, seed: crypto.getRandomValues(new Uint32Array(1))[0] ?? 1 });
    note.textContent = "";
    return new PracticeRun(place, t, run);
  } catch (error) {
    if (!(error instanceof api.ApiError)) throw error;
    note.textContent = error.passing ? words.practice.busy : words.errors.other ?? "";
    return null;
  } finally {
    place.removeAttribute("aria-busy");
  }
}
