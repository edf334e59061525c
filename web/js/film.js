/**
 * The film of a machine's life: a slider over every lesson that it has had, and its boxes, its last game and its curve
 * as they were then.
 */
import { ApiError, strength } from "./api.js";
import { byId, el, onceAFrame } from "./dom.js";
import { FilmLine, livesOf, marksOf } from "./film_line.js";
import { Reel } from "./film_reel.js";
import { exported, FilmSource } from "./film_source.js";
import { visitorHere } from "./kiosk_entry.js";
import { LabWall } from "./lab_wall.js";
import { language, number, percent, rich, translate, words } from "./language.js";
import { holds, titleOf } from "./machine.js";
import { picture } from "./picture.js";
import { here, readOnly } from "./root.js";

/** @typedef {import("./film_source.js").Life} Life */

/** What single boxes need; it comes once the first picture is there. */
const lookCode = () => import("./film_look.js");

const say = words.film;
const REST_MS = 250; // so long on one row, and it is looked at
const LIVES_MAX = 12; // whose curves are fetched, the newest
const MARKED_MAX = 3; // lessons a second: quicker ones would flicker
const WHOLE_S = 30; // the whole life at the highest speed
const SPEEDS = /** @type {const} */ (["slow", "quick", "whole"]);
const PER_SECOND = { slow: 1.5, quick: 12, whole: 0 };

/** Made once the first picture is there, as it takes 40 ms. @type {Intl.DateTimeFormat|null} */
let day = null;

class Film {
  /** @param {import("./film_source.js").FilmSource} source @param {Life} life */
  constructor(source, life) {
    this.source = source;
    this.life = life;
    this.reel = new Reel(source, life);
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    this.wall = new LabWall(byId("wall"), say, 6.6 * rem);
    this.line = new FilmLine(life, marksOf(life), (seq) => this.jump(seq));
    this.speed = /** @type {typeof SPEEDS[number]} */ ("slow");
    this.at = 0; // the row to be shown, with what is left of one while it plays
    this.playing = false;
    this.last = 0;
    this.resting = 0;
    /** The other moment, and what lay in the boxes then. @type {{seq: number, counts: number[][]}|null} */
    this.there = null;
    this.board = "";
    /** @type {typeof import("./film_look.js")|null} */
    this.single = null;
    this.draw = onceAFrame(() => this.paint());
  }

  /** @param {number} seq */
  async open(seq) {
    await this.reel.come(seq);
    this.at = seq;
    this.wall.show(this.reel);
    this.wall.canvas.addEventListener("click", ({ clientX, clientY }) => {
      const box = this.wall.boxAt(clientX, clientY);
      if (box >= 0) this.look(box);
    });
    this.buttons();
    this.paint();
    setTimeout(() => {
      day = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
      this.draw();
    }, REST_MS);
    this.rest();
    this.curves();
  }

  buttons() {
    const act = (/** @type {string} */ id, /** @type {() => void} */ click) =>
      byId(id).addEventListener("click", click);
    act("play", () => (this.playing ? this.pause(true) : this.play()));
    act("begin", () => this.step(1 - this.now));
    act("back", () => this.step(-1));
    act("on", () => this.step(1));
    act("end", () => this.step(this.life.seq - this.now));
    act("remember", () => this.remember(this.now));
    act("how-good", () => this.strength());
    byId("speeds").append(
      ...SPEEDS.map((key) =>
        el(
          "label",
          {},
          el("input", {
            type: "radio",
            name: "speed",
            value: key,
            checked: key === this.speed,
            change: () => {
              this.speed = key;
            },
          }),
          el("span", {}, say.speeds[key]),
        ),
      ),
    );
    byId("find").addEventListener("submit", (event) => {
      event.preventDefault();
      this.look(Number(/** @type {HTMLInputElement} */ (byId("find-box")).value) - 1);
    });
    const dialog = /** @type {HTMLDialogElement} */ (byId("look"));
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    byId("how-good").hidden = exported;
    byId("here").hidden = exported || readOnly;
  }

  get now() {
    return Math.floor(this.at);
  }

  /** @param {number} by rows */
  step(by) {
    this.jump(this.now + by, true);
  }

  /** Goes to a row. @param {number} to @param {boolean} [heard] whether it is said aloud: the slider says it itself */
  jump(to, heard = false) {
    this.pause();
    this.at = Math.max(1, Math.min(this.life.seq, to));
    if (heard) byId("spoken").textContent = "";
    this.seek(heard);
  }

  /** Shows the row, at once where its piece is there. @param {boolean} [heard] */
  seek(heard = false) {
    const seq = this.now;
    if (this.reel.go(seq, this.marked)) {
      this.draw();
      this.rest(heard);
      return;
    }
    byId("late").textContent = say.late;
    this.reel.come(seq, this.marked).then(
      (shown) => {
        if (!shown) return;
        this.draw();
        this.rest(heard);
      },
      (error) => this.away(error),
    );
  }

  /** @param {unknown} error */
  away(error) {
    if (!(error instanceof ApiError)) throw error;
    this.pause();
    byId("late").textContent = say.away;
  }

  /** Whether boxes are marked that a lesson changed. */
  get marked() {
    return !this.playing || this.perSecond <= MARKED_MAX;
  }

  get perSecond() {
    return PER_SECOND[this.speed] || Math.max(PER_SECOND.quick, this.life.seq / WHOLE_S);
  }

  play() {
    if (this.now >= this.life.seq) this.at = 1;
    this.playing = true;
    byId("play").textContent = say.pause;
    byId("spoken").textContent = "";
    this.last = performance.now();
    requestAnimationFrame((time) => this.run(time));
  }

  /** @param {number} time */
  run(time) {
    if (!this.playing) return;
    const passed = Math.max(0, Math.min(250, time - this.last)) / 1000;
    this.last = time;
    const before = this.now;
    const next = Math.min(this.life.seq, this.at + passed * this.perSecond);
    const piece = this.source.at(Math.floor(next));
    if (piece) {
      this.at = next;
      if (this.now !== before || this.reel.seq !== before) {
        this.reel.go(this.now, this.marked);
        this.paint();
        this.single?.lessonBoxes(this.reel, this.marked);
      }
      if (piece.to < this.life.seq && !this.source.at(piece.to + 1))
        this.source.fetch(piece.to + 1).catch((error) => this.away(error));
    } else this.source.fetch(Math.floor(next)).catch((error) => this.away(error));
    if (this.now >= this.life.seq) return this.pause(true);
    requestAnimationFrame((later) => this.run(later));
  }

  /** @param {boolean} [heard] */
  pause(heard = false) {
    const { playing } = this;
    this.playing = false;
    byId("play").textContent = say.play;
    if (playing && this.reel.go(this.now)) {
      this.draw();
      this.rest(heard);
    }
  }

  /** The row's name: which lesson it is, or what was done. */
  title() {
    const { about } = /** @type {import("./film_reader.js").FilmMoment} */ (this.reel.moment);
    return about.kind === "episode"
      ? say.lesson(number(about.tally.episodes))
      : about.kind === "reset"
        ? say.begins(String(about.era))
        : (words.room.acts[about.kind ?? ""] ?? "");
  }

  /** How the lesson ended, for the machine. */
  ended() {
    const { about } = /** @type {import("./film_reader.js").FilmMoment} */ (this.reel.moment);
    return about.kind === "episode" ? (say.ended[about.result] ?? "") : "";
  }

  /** All that stands for the shown row. */
  paint() {
    const { reel, life } = this;
    if (!reel.moment) return;
    const { about } = reel.moment;
    byId("late").textContent = "";
    byId("at").textContent = this.title();
    byId("when").textContent = [
      say.row(number(about.seq), number(life.seq)),
      say.life(String(about.era)),
      day?.format(about.time_s * 1000) ?? "…",
    ].join(" · ");
    const { wins, draws, losses } = about.era_tally;
    byId("tally").textContent = say.tally(number(wins), number(draws), number(losses));
    byId("ended").textContent = this.ended();
    byId("here").setAttribute("href", `${here(`machine/${encodeURIComponent(life.name)}`)}?as_of=${about.seq}`);
    this.line.show(about.seq, [this.title(), say.of(number(life.seq)), this.ended()].filter(Boolean).join(", "));
    this.wall.draw();
    const board = reel.moment.lastBoard || life.layout.start || "";
    if (board !== this.board) {
      this.board = board;
      byId("board").replaceChildren(picture(life.layout, board, [], say.board));
    }
    document.documentElement.dataset.seq = String(about.seq); // for tests, and tools outside the page
  }

  /** Once a row has been shown for a moment, what takes longer is told of it. @param {boolean} [heard] */
  rest(heard = false) {
    clearTimeout(this.resting);
    byId("strength").textContent = "";
    if (this.playing) return;
    this.resting = window.setTimeout(() => this.rested(heard), REST_MS);
  }

  /** @param {boolean} heard */
  async rested(heard) {
    const { seq } = this.reel;
    if (heard) byId("spoken").textContent = [this.title(), this.ended()].filter(Boolean).join(", ");
    const address = new URL(location.href);
    address.searchParams.set("at", String(seq));
    if (address.href !== location.href) history.replaceState(null, "", address);
    try {
      this.single ??= await lookCode();
      this.single.lessonBoxes(this.reel);
      if (!this.there) await this.remember(this.reel.moment?.about.era_seq || 1);
      else this.single.changedMost(this.reel, this.there.seq, this.there.counts);
      for (const next of [this.reel.moment?.piece.to ?? seq, this.source.cut(seq) - 2])
        if (next >= 0 && next < this.life.seq) await this.source.fetch(next + 1);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // it is asked for again when it is wanted
    }
  }

  /** The other moment, from now on. @param {number} seq */
  async remember(seq) {
    this.there = { seq, counts: await this.source.counts(seq) };
    (await lookCode()).changedMost(this.reel, seq, this.there.counts);
  }

  /** Opens a box. @param {number} box */
  async look(box) {
    (await lookCode()).look(this.reel, box);
  }

  async strength() {
    const { seq } = this.reel;
    byId("strength").textContent = say.late;
    try {
      const found = await strength(this.life.name, seq);
      if (seq !== this.reel.seq) return;
      const [errless, best] = [holds(found), holds(found, "", "best_response")];
      byId("strength").replaceChildren(
        ...(errless === null || best === null
          ? [words.strength.none]
          : rich(words.strength.replies(percent(errless), percent(best)))),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      byId("strength").textContent = say.away;
    }
  }

  async curves() {
    /** @type {[number, number][][]} */
    const lives = [];
    try {
      for (const [, to] of livesOf(this.life).slice(-LIVES_MAX).reverse()) {
        lives.push(await this.source.curve(to));
        this.line.draw(lives);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // the line is there without it
    }
  }
}

/** There is no film to be shown. @param {string} text */
function nothing(text) {
  byId("film").dataset.state = "nothing";
  byId("late").textContent = text;
}

async function begin() {
  try {
    const query = new URLSearchParams(location.search);
    const wanted = Math.max(0, Math.floor(Number(query.get("at"))) || 0); // 0: the newest
    const source = new FilmSource(query.get("machine") ?? "menace");
    const life = await source.open(wanted);
    const title = titleOf(life.name, life.title);
    document.documentElement.style.setProperty("--k", life.colour);
    document.title = say.titleOf(title);
    byId("title").textContent = say.filmOf(title);
    byId("lead").textContent = say.lead(title);
    const film = new Film(source, life);
    await film.open(Math.min(life.seq, wanted || life.seq));
    byId("to-table").hidden = byId("to-wall").hidden = exported;
    byId("to-wall").setAttribute("href", `${here("wall")}?machine=${encodeURIComponent(life.name)}`);
    byId("to-table").setAttribute("href", here(`machine/${encodeURIComponent(life.name)}`));
    byId("film").dataset.state = "open";
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    nothing(error.status === 404 ? say.noMachine : say.away);
  }
}

translate();
document.title = say.titleOfPage;
await visitorHere();
begin();
