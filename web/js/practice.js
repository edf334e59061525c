/**
 * What a copy of a machine played and learned, shown at the visitor's own pace: the curve, the beads of its first box,
 * and some of its games on a small board. It knows no rules: everything it draws is in the answer.
 */
import { beadOf, glass } from "./bead.js";
import { stairs } from "./curve.js";
import { el, svg } from "./dom.js";
import { Heaps } from "./heaps.js";
import { still } from "./motion.js";
import { picture } from "./picture.js";
import { title } from "./state.js";
import { counted, number, percent, rich, words } from "./language.js";

/** @typedef {import("./protocol.js").Practice} Told */
/** @typedef {import("./protocol.js").PracticeGame} Game */

const WIDTH = 600;
const HEIGHT = 190;
const RUN_MS = 8000; // all games at the usual pace, but for those that are shown move by move
const PACES = [0.25, 0.5, 1, 2, 4, 8];
const RECENT = 20; // games in which it is counted how it fares now
const ROWS = 10; // of the table of figures
const MOVE_MS = 300; // a move on the small board
const GAME_MS = 2200; // a whole game on it, at most
const SPARKS = 18; // beads of the fanfare
const BEADS_LEAST = 6; // for so many of a colour the drawer has room, also where there are never so many

/** How many games of the results are the machine's wins, draws and losses. @param {string} results */
const tally = (results) => ({
  w: results.split("w").length - 1,
  d: results.split("d").length - 1,
  l: results.split("l").length - 1,
});

/**
 * The chance that it does not lose to somebody who never errs, after that many games: the newest figure up to then.
 * @param {Told} told
 * @param {number} game
 */
function holdsAfter(told, game) {
  const point = told.strength.filter((one) => one.games <= game).at(-1);
  if (!point) return null;
  return Math.min(...point.sides.map(({ optimal }) => optimal.win + optimal.draw));
}

/**
 * Up a win, down a loss: where the staircase stands after each game.
 * @param {string} results
 * @returns {[number, number][]}
 */
function steps(results) {
  let height = 0;
  return [
    [0, 0],
    ...[...results].map(
      (result, i) =>
        /** @type {[number, number]} */ ([i + 1, (height += result === "w" ? 1 : result === "l" ? -1 : 0)]),
    ),
  ];
}

export class Practice {
  /** @param {import("./learn.js").Learn} learn its place @param {Told} told */
  constructor(learn, told) {
    this.learn = learn;
    this.t = learn.t;
    this.told = told;
    this.layout = /** @type {import("./protocol.js").Layout} */ (learn.t.hello?.board);
    this.game = 0; // games shown
    this.pace = 2;
    this.playing = !still();
    this.last = this.frame = 0;
    this.isOver = this.isDone = this.hasCheered = false;
    /**
     * The game on the small board, and for how many milliseconds it has been.
     * @type {{game: Game, at: number, ms: number}|null}
     */
    this.shown = null;
    this.stopped = false;
    this.build();
    learn.note.textContent = words.practice.lead;
    if (still()) this.show(told.games);
    else {
      this.show(0);
      this.run();
    }
  }

  /** Another run takes its place. */
  stop() {
    this.stopped = true;
  }

  build() {
    const { told, learn, layout } = this;
    const button = (
      /** @type {string} */ id,
      /** @type {string} */ text,
      /** @type {() => void} */ click,
      more = "quiet",
    ) => el("button", { type: "button", class: `btn small ${more}`, "data-testid": id, click }, text);
    this.clip = svg("rect", { x: 0, y: 0, width: 0, height: HEIGHT });
    this.mark = svg("g", { class: "solved-mark" });
    this.flag = el(
      "p",
      { class: "stamp flag", "data-testid": "practice-unbeatable", hidden: true },
      words.strength.unbeatable,
    );
    this.pause = button("practice-pause", words.practice.pause, () => this.toggle(), "");
    this.slow = button("practice-slower", words.practice.slower, () => this.change(-1));
    this.fast = button("practice-faster", words.practice.faster, () => this.change(1));
    this.slider = el("input", {
      type: "range",
      min: 0,
      max: told.games,
      step: 1,
      value: 0,
      "aria-label": words.practice.slider,
      "data-testid": "practice-slider",
    });
    this.slider.addEventListener("input", () => {
      this.playing = false;
      this.show(Number(this.slider?.value));
    });
    this.count = el("p", { class: "practice-count", "data-testid": "practice-count" });
    this.rolling = el(
      "div",
      { class: "rolling", "aria-hidden": "true" },
      el("i", { class: "won" }),
      el("i", { class: "drew" }),
      el("i", { class: "lost" }),
    );
    this.recent = el("p", { class: "muted practice-recent" });
    this.strong = el("p", { class: "practice-holds", "data-testid": "practice-holds" });
    this.board = el("div", { class: "practice-board" });
    this.plot = el("div", { class: "practice-plot" }, this.chart(), this.flag);
    const tray = el("div", { class: "drawer", role: "img", "data-testid": "practice-drawer" });
    this.tray = tray;
    const first = told.first_box;
    learn.view.replaceChildren(
      el("div", { class: "practice-head" }, this.count, this.strong, this.rolling, this.recent),
      this.plot,
      el("p", { class: "muted practice-key" }, ...rich(told.evaluated ? words.practice.key : words.practice.keyPlain)),
      el(
        "div",
        { class: "practice-games", role: "group", "aria-label": words.practice.games, "data-testid": "practice-games" },
        this.board,
        ...this.games(),
      ),
      first
        ? el(
            "div",
            { class: "practice-box" },
            el(
              "div",
              { class: "sleeve" },
              el(
                "div",
                { class: "in" },
                el("div", { class: "no" }, words.box.no(number(first.number))),
                picture(layout, first.box, this.marks(), words.practice.firstBox),
              ),
            ),
            tray,
          )
        : "",
      this.figures(),
    );
    learn.controls.replaceChildren(this.pause, this.slow, this.fast, this.slider);
    learn.view.dataset.games = String(told.games);
    if (first)
      this.heaps = new Heaps(
        tray,
        this.marks(),
        first.moves.map((_, i) => Math.max(BEADS_LEAST, ...first.counts.map((counts) => counts[i] ?? 0))),
      );
  }

  /** The beads of the first box. @returns {import("./picture.js").Mark[]} */
  marks() {
    return (
      this.told.first_box?.moves.map((move, i) => ({
        bead: beadOf(this.layout, i, move),
        moves: [move],
        count: 1,
        drawn: false,
        odds: 0,
      })) ?? []
    );
  }

  chart() {
    const { told } = this;
    const x = (/** @type {number} */ game) => ((game / Math.max(1, told.games)) * (WIDTH - 5)).toFixed(1);
    const y = (/** @type {number} */ share) => (4 + (1 - share) * (HEIGHT - 8)).toFixed(1);
    const points = told.strength.map(({ games }) => [games, holdsAfter(told, games) ?? 0]);
    const line = points.map(([games, share]) => `L${x(games ?? 0)} ${y(share ?? 0)}`).join("");
    const area =
      points.length > 1
        ? [
            svg("path", {
              class: "strength-area",
              d: `M0 ${HEIGHT}${line}L${x(points.at(-1)?.[0] ?? 0)} ${HEIGHT}z`,
            }),
            svg("path", {
              class: "strength-line",
              d: line.replace("L", "M"),
            }),
          ]
        : [];
    if (told.unbeatable_after !== null)
      this.mark?.append(svg("path", { d: `M${x(told.unbeatable_after)} 0V${HEIGHT}` }));
    const shown = svg(
      "g",
      { "clip-path": "url(#practice-clip)" },
      ...area,
      ...stairs(steps(told.results), WIDTH, HEIGHT),
      this.mark,
    );
    return svg(
      "svg",
      { class: "stairs", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      svg("clipPath", { id: "practice-clip" }, this.clip),
      shown,
    );
  }

  /** Goes on frame by frame, for as long as it plays and is seen. */
  run() {
    if (this.frame || this.stopped || !this.playing || !this.learn.seen) return;
    this.frame = requestAnimationFrame((now) => this.tick(now));
  }

  /** @param {number} now */
  tick(now) {
    const step = this.last ? Math.min(250, now - this.last) : 0;
    this.frame = 0;
    if (!this.stopped && this.playing && this.learn.seen) this.advance(step * (PACES[this.pace] ?? 1));
    this.drawControls();
    this.run();
    this.last = this.frame ? now : 0;
  }

  /** So many milliseconds on: through the games, but move by move through those that are shown. @param {number} ms */
  advance(ms) {
    const { told, shown } = this;
    if (shown && shown.at < shown.game.positions.length - 1 && shown.game.game === Math.floor(this.game) + 1) {
      shown.ms += ms;
      const pause = Math.min(MOVE_MS, GAME_MS / shown.game.positions.length);
      return this.put(shown.game, Math.min(shown.game.positions.length - 1, Math.floor(shown.ms / pause)), shown.ms);
    }
    const to = Math.min(told.games, this.game + (ms / RUN_MS) * told.games);
    const next = told.shown.find(
      (game) =>
        game.game > Math.floor(this.game) && game.game <= to + 1 && game !== shown?.game && game.game < told.games,
    );
    if (next) {
      this.show(next.game - 1);
      this.put(next, 0);
    } else this.show(to);
    if (this.game >= told.games) this.playing = false;
  }

  /**
   * A game on the small board.
   * @param {Game} game
   * @param {number} at moves
   * @param {number} [ms] for which it has been there
   */
  put(game, at, ms = 0) {
    const changed = this.shown?.game !== game || this.shown.at !== at;
    this.shown = { game, at, ms };
    if (!changed) return;
    const position = game.positions[at] ?? "";
    this.board?.replaceChildren(
      picture(this.layout, position, [], words.practice.gameAfter(number(game.game), counted("moves", at))),
    );
    if (this.board) this.board.dataset.position = position;
    this.learn.view
      .querySelectorAll("[data-game]")
      .forEach((button) =>
        button.setAttribute("aria-pressed", String(button.getAttribute("data-game") === String(game.game))),
      );
  }

  toggle() {
    if (this.game >= this.told.games) return void this.learn.start();
    this.playing = !this.playing;
    this.drawControls();
    this.run();
  }

  /** @param {number} by */
  change(by) {
    this.pace = Math.max(0, Math.min(PACES.length - 1, this.pace + by));
    this.drawControls();
  }

  drawControls() {
    const text =
      this.game >= this.told.games ? words.practice.again : this.playing ? words.practice.pause : words.practice.goOn;
    if (this.pause && this.pause.textContent !== text) this.pause.textContent = text;
    // who changes it by the keyboard stays on it
    this.slow?.setAttribute("aria-disabled", String(this.pace === 0));
    this.fast?.setAttribute("aria-disabled", String(this.pace === PACES.length - 1));
  }

  /** How it stands after so many games. @param {number} game */
  show(game) {
    const { told } = this;
    const shown = Math.floor(game);
    this.clip?.setAttribute("width", String((game / Math.max(1, told.games)) * WIDTH + 3));
    const before = Math.floor(this.game);
    this.game = game;
    const { dataset } = this.learn.view;
    if (shown === before && this.isDone) return this.drawControls();
    this.isDone = true;
    dataset.shown = String(shown);
    if (this.slider) this.slider.value = String(shown);
    const all = tally(told.results.slice(0, shown));
    this.count?.replaceChildren(
      ...rich(words.practice.count(number(shown), number(told.games), number(all.w), number(all.d), number(all.l))),
    );
    this.drawRolling(shown);
    const share = holdsAfter(told, shown);
    this.strong?.replaceChildren(
      ...rich(
        share === null
          ? words.practice.made(counted("boxes", told.boxes[shown] ?? 0), counted("beads", told.beads[shown] ?? 0))
          : words.practice.holds(percent(share)),
      ),
    );
    this.drawFlag(told.unbeatable_after !== null && shown >= told.unbeatable_after);
    const counts = told.first_box?.counts[shown] ?? [];
    this.heaps?.draw(counts);
    this.tray?.setAttribute(
      "aria-label",
      words.box.drawer(
        counted(
          "beads",
          counts.reduce((sum, n) => sum + n, 0),
        ),
      ),
    );
    const latest = told.shown.filter((one) => one.game <= Math.max(1, shown)).at(-1);
    if (latest && latest !== this.shown?.game)
      this.put(latest, this.playing && shown < told.games ? 0 : latest.positions.length - 1);
    if (shown >= told.games) this.end();
    this.drawControls();
  }

  /** Nobody can beat it any more: the stamp, and once in a run the fanfare. @param {boolean} done */
  drawFlag(done) {
    if (this.flag) this.flag.hidden = !done;
    this.plot?.classList.toggle("gold", done);
    if (!done || this.hasCheered) return;
    this.hasCheered = true;
    this.learn.cheer();
    if (still()) return;
    const sparks = el("div", { class: "sparks", "aria-hidden": "true" });
    for (let i = 0; i < SPARKS; i += 1) {
      const bead = glass({ name: ["gold", "green", "red", "amber"][i % 4] ?? "gold", letter: "" }, "spark");
      const turn = (i / SPARKS) * 2 * Math.PI;
      bead.style.setProperty("--x", `${(Math.cos(turn) * (7 + (i % 3) * 3)).toFixed(1)}rem`);
      bead.style.setProperty("--y", `${(Math.sin(turn) * (4 + (i % 4) * 1.5)).toFixed(1)}rem`);
      sparks.append(bead);
    }
    this.plot?.append(sparks);
    setTimeout(() => sparks.remove(), 1600);
  }

  /** @param {number} shown */
  drawRolling(shown) {
    const recent = this.told.results.slice(Math.max(0, shown - RECENT), shown);
    const of = tally(recent);
    const bar = this.rolling;
    for (const [name, n] of /** @type {const} */ ([
      ["won", of.w],
      ["drew", of.d],
      ["lost", of.l],
    ]))
      bar?.style.setProperty(`--${name}`, String(n));
    if (this.recent)
      this.recent.textContent = recent
        ? words.practice.recent(counted("games", recent.length), number(of.w), number(of.d), number(of.l))
        : "";
  }

  /** What came of it, in words, said once. */
  end() {
    if (this.isOver) return;
    this.isOver = true;
    this.playing = false;
    const { told } = this;
    const all = tally(told.results);
    const who = title(this.t);
    const sum = words.practice.sum(counted("games", told.games), number(all.w), number(all.d), number(all.l));
    const dry =
      told.dry_after !== null
        ? words.practice.dry(who, counted("games", told.dry_after))
        : told.twin_dry_after !== null
          ? words.practice.twinDry(counted("games", told.twin_dry_after))
          : "";
    const end =
      told.dry_after !== null
        ? ""
        : told.unbeatable_after !== null
          ? words.practice.unbeatable(number(told.unbeatable_after))
          : told.evaluated
            ? words.practice.notYet
            : "";
    this.learn.note.replaceChildren(...rich([sum, dry, end, words.practice.thrownAway(who)].filter(Boolean).join(" ")));
  }

  /** Some of the games, each to be seen again move by move. */
  games() {
    const names = { win: words.practice.won, draw: words.practice.drew, loss: words.practice.lost };
    return this.told.shown.map((game) =>
      el(
        "button",
        {
          type: "button",
          class: `game ${game.result}`,
          "data-game": game.game,
          "aria-pressed": "false",
          click: () => this.replay(game),
        },
        words.practice.game(number(game.game)),
        " ",
        el("b", {}, names[game.result]),
      ),
    );
  }

  /** @param {Game} game */
  replay(game) {
    this.playing = false;
    this.drawControls();
    const end = game.positions.length - 1;
    if (still()) return this.put(game, this.shown?.game === game ? (this.shown.at + 1) % (end + 1) : 0);
    const next = (/** @type {number} */ at) => {
      this.put(game, at);
      if (at < end)
        setTimeout(
          () => !this.playing && this.shown?.game === game && this.shown.at === at && !this.stopped && next(at + 1),
          2 * MOVE_MS,
        );
    };
    next(0);
  }

  /** The same in figures. */
  figures() {
    const { told } = this;
    const at = [...new Set(Array.from({ length: ROWS + 1 }, (_, i) => Math.round((i * told.games) / ROWS)))];
    if (told.unbeatable_after !== null && !at.includes(told.unbeatable_after)) at.push(told.unbeatable_after);
    at.sort((a, b) => a - b);
    const { table } = words.practice;
    const heads = [
      table.games,
      table.won,
      table.drew,
      table.lost,
      told.evaluated ? table.holds : table.boxes,
      table.beads,
    ];
    const rows = at.map((game) => {
      const all = tally(told.results.slice(0, game));
      const share = holdsAfter(told, game);
      const beads = told.first_box?.counts[game]?.reduce((sum, n) => sum + n, 0) ?? 0;
      return el(
        "tr",
        {},
        el("th", { scope: "row" }, number(game)),
        ...[
          number(all.w),
          number(all.d),
          number(all.l),
          told.evaluated
            ? (share === null ? "" : percent(share))
              + (game === told.unbeatable_after ? `: ${words.strength.unbeatable}` : "")
            : number(told.boxes[game] ?? 0),
          number(beads),
        ].map((text) => el("td", {}, text)),
      );
    });
    return el(
      "details",
      { class: "practice-figures", "data-testid": "practice-figures" },
      el("summary", {}, words.practice.figures),
      el(
        "table",
        {},
        el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)))),
        el("tbody", {}, ...rows),
      ),
    );
  }
}
