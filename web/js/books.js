/** The page of books: a card for each published experiment, its figures beside ours, and a life of it to be watched. */
import { isShown } from "./answers.js";
import figures from "./books_figures.js";
import { phone, ScoreChart } from "./books_chart.js";
import { byId, el } from "./dom.js";
import { visitorHere } from "./kiosk_entry.js";
import { about, number, percent, translate, words as all } from "./language.js";
import { still } from "./motion.js";
import { here } from "./root.js";

/** @typedef {{key: string, spec: string, lives: number, band?: number[][], told: any}} Choice */
/** @typedef {{key: string, spec?: string, share: number, runs: number}} Bar */
/**
 * @typedef {{choices?: Choice[], bars?: Bar[], thrown?: {key: string, wins: number}[], boards?: Record<string, any[]>,
 *   columns?: number[][]}} Card
 */

const words = all.books; // of this page alone
const PLAY_MS = 6000; // a whole life

/** A chance to a tenth of a percent. @param {number} chance */
const exactly = (chance) => `${about(100 * chance)}\u00a0%`;

/** How figures are written, for the messages. */
const say = { number, about, percent, exactly };

/** @param {string} spec */
const address = (spec) => `${here("api/v1/experiments")}?${spec}`;

/** @param {string} title @param {{name: string, share: number, figure: string}[]} rows */
function drawBars(title, rows) {
  const bars = rows.map(({ name, share, figure }) => {
    const track = el("span", { class: "track", "aria-hidden": "true" }, el("i"));
    track.style.setProperty("--share", String(share));
    return el("li", { class: "bar" }, el("span", {}, name), track, el("b", {}, figure));
  });
  return bars.length
    ? [el("p", { class: "cap" }, title), el("ul", { class: "bars", "data-testid": "bars" }, ...bars)]
    : [];
}

/** The bars of a card; small ones are compared with each other. @param {Card} card @param {any} text */
function cardBars({ bars = [], thrown = [] }, text) {
  const most = Math.max(...bars.map(({ share }) => share));
  const worst = Math.max(...thrown.map(({ wins }) => wins));
  return [
    ...drawBars(
      text.barsTitle,
      bars.map(({ key, share }) => ({
        name: text.bars[key],
        share: most < 0.1 ? share / most : share,
        figure: share < 0.1 ? exactly(share) : percent(share),
      })),
    ),
    ...drawBars(
      text.thrownTitle,
      thrown.map(({ key, wins }) => ({ name: text.bars[key], share: wins / worst, figure: about(wins) })),
    ),
  ];
}

/**
 * What a solver or a homework has answered: rows of a table, with the boards that answer; what not everybody wants to
 * know is behind a question.
 * @param {string[][]} rows
 * @param {string} [question]
 */
function drawRows(rows, question) {
  const table = el(
    "table",
    { class: "answers" },
    el(
      "tbody",
      {},
      ...rows.map(([asked, answer, link]) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, link ? el("a", { href: `${here("answers")}#${link}` }, asked) : asked),
          el("td", { class: "yes" }, answer),
        ),
      ),
    ),
  );
  return question ? el("details", { class: "covered", open: isShown() }, el("summary", {}, question), table) : table;
}

/**
 * The bars of a machine while it lives: its chances after every so many games.
 * @param {Card} card
 * @param {any} text
 * @param {HTMLElement} place of the bars
 */
function meters(card, text, place) {
  const spec = String(card.choices?.[0]?.spec).replace(/&(seed|every)=\d+/g, "");
  const show = (/** @type {any} */ { games, strength }) => {
    /** @type {HTMLElement} */ (place.querySelector(".cap")).textContent = text.after(number(games));
    const chances = strength.flatMap((/** @type {any} */ side) =>
      [side.optimal, side.random, side.best_response].map(({ loss }) => loss),
    );
    place.querySelectorAll(".bar").forEach((bar, i) => {
      /** @type {HTMLElement} */ (bar.children[1]).style.setProperty("--share", String(chances[i]));
      /** @type {Element} */ (bar.lastElementChild).textContent =
        chances[i] < 0.1 ? exactly(chances[i]) : percent(chances[i]);
    });
  };
  const go = el(
    "button",
    {
      type: "button",
      class: "btn small",
      "data-testid": "play-meters",
      click: async () => {
        go.disabled = true;
        try {
          for (const point of (await lived(`${spec}&every=40`)).filter((line) => line.strength)) {
            show(point);
            if (!still()) await new Promise((next) => setTimeout(next, PLAY_MS / 50));
          }
          said.textContent = text.lived;
        } catch {
          said.textContent = words.failed;
        }
        go.disabled = false;
      },
    },
    words.play,
  );
  const said = el("p", { class: "cap", role: "status", "data-testid": "told" });
  return el("div", { class: "played" }, go, said);
}

/** A life as the server plays it, game by game. @param {string} spec */
async function lived(spec) {
  const answer = await fetch(`${address(spec)}&seed=${Math.floor(Math.random() * 2 ** 40)}`);
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.text())
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** A card's chart with its choices and the life that is played in it. */
class Player {
  /** @param {Choice[]} choices @param {any} text */
  constructor(choices, text) {
    this.choices = choices;
    this.text = text;
    this.at = 0;
    this.runs = 0;
    this.place = el("div", {});
    this.told = el("p", { class: "cap", role: "status", "data-testid": "told" });
    this.go = el(
      "button",
      { type: "button", class: "btn small", "data-testid": "play", click: () => this.play() },
      words.play,
    );
    /** @type {(choice: Choice) => void} */
    this.changed = () => {};
  }

  get choice() {
    return /** @type {Choice} */ (this.choices[this.at]);
  }

  /** @param {number} to */
  choose(to) {
    this.at = to;
    this.runs += 1; // what is being played belongs to another choice
    const { band } = this.choice;
    const others = this.choices.flatMap((other, i) =>
      i === to || !band || !other.band ? [] : [other.band.map((quantiles) => quantiles[1] ?? 0)],
    );
    this.chart = band
      ? new ScoreChart({
          games: band.length,
          others,
          band: /** @type {import("./books_chart.js").Quantiles[]} */ (band),
          marks: [this.text.mark ?? []].flat(),
          even: words.even,
        })
      : null;
    this.place.replaceChildren(...(this.chart ? [this.chart.drawing] : []));
    this.told.textContent = this.chart
      ? `${words.band(number(this.choice.lives))}${others.length ? ` ${words.others}` : ""}`
      : "";
    this.changed(this.choice);
  }

  async play() {
    this.go.disabled = true;
    const run = this.runs;
    try {
      const rows = await lived(this.choice.spec.replace(/&seed=\d+/, ""));
      if (run === this.runs) await this.show(rows, run);
    } catch {
      this.told.textContent = words.failed;
    }
    this.go.disabled = false;
  }

  /** @param {any[]} rows @param {number} run */
  async show(rows, run) {
    const results = rows.filter((row) => row.game).map(({ result }) => result);
    const { end } = rows.at(-1);
    let score = 0;
    const scores = results.map((result) => (score += result === "win" ? 1 : result === "loss" ? -1 : 0));
    const begun = performance.now();
    for (let shown = 0; shown < scores.length && run === this.runs && this.chart && !still();) {
      shown = Math.min(scores.length, Math.ceil((scores.length * (performance.now() - begun)) / PLAY_MS) + 1);
      this.chart.show(scores.slice(0, shown));
      await new Promise((next) => requestAnimationFrame(next));
    }
    if (run !== this.runs) return;
    this.chart?.show(scores);
    this.told.textContent = words.lived(end, say);
  }

  controls() {
    const name = `choice-${this.choices[0]?.key}-${this.choices.length}`;
    const field =
      this.choices.length > 1
        ? el(
            "fieldset",
            { class: "choices" },
            el("legend", { class: "hear" }, this.text.choose),
            ...this.choices.map(({ key }, i) =>
              el(
                "label",
                {},
                el("input", {
                  type: "radio",
                  name: `${name}-${this.text.title}`,
                  value: key,
                  checked: i === 0,
                  change: () => this.choose(i),
                }),
                el("span", {}, this.text.choices[key]),
              ),
            ),
          )
        : null;
    return el("div", { class: "played" }, this.go, field);
  }
}

/** The command and the link of an experiment. @param {string} spec */
const how = (spec) => [
  ...(/against=her/.test(spec) ? [el("p", {}, el("a", { href: `${here("pair")}#${spec}` }, words.pair))] : []),
  ...(/^machine=hexapawn/.test(spec)
    ? []
    : [el("p", {}, el("a", { href: `${here("lab")}#${spec.replace(/&every=\d+/, "")}` }, words.lab))]),
  el("pre", { tabindex: "0" }, words.spec(spec)),
  el("p", {}, el("a", { href: address(spec) }, words.rows)),
];

/** @param {string} id @param {Card} card */
function drawCard(id, card) {
  const text = /** @type {Record<string, any>} */ (words.cards)[id];
  const player = card.choices?.length ? new Player(card.choices, text) : null;
  const big = el("p", { class: "big", "data-testid": "ours" });
  const cap = el("p", { class: "cap" });
  const more = el("p", { class: "more" });
  const links = el("div", {});
  const tell = (/** @type {Choice|null} */ choice) => {
    const ours = text.ours(choice?.told ?? card, say, choice?.key);
    big.textContent = ours.big;
    big.classList.toggle("words", ours.big.length > 7);
    cap.textContent = ours.cap;
    more.textContent = ours.more ?? "";
    const spec = choice?.spec ?? card.bars?.[0]?.spec;
    links.replaceChildren(...(spec ? how(spec) : []));
  };
  const middle = el("div", { class: "middle" });
  if (player) {
    player.changed = tell;
    player.choose(0);
    phone.addEventListener("change", () => player.choose(player.at));
    middle.append(
      ...(player.chart
        ? [
            player.place,
            player.told,
            ...(text.note ? [el("p", { class: "cap", "data-testid": "note" }, text.note)] : []),
          ]
        : []),
    );
  } else tell(null);
  const bars = el("div", { class: "middle-bars" }, ...cardBars(card, text));
  middle.append(bars, ...(text.rows ? [drawRows(text.rows(card, say), text.question)] : []));
  return el(
    "section",
    { class: "source", id, "aria-labelledby": `${id}-title`, "data-testid": `card-${id}` },
    el("h2", { id: `${id}-title` }, text.title),
    el("p", { class: "where yr" }, text.where),
    el("p", { class: "claim" }, text.claim),
    el(
      "div",
      { class: "card pair" },
      el(
        "div",
        { class: "theirs" },
        el("p", { class: "cap" }, text.theirs.before ?? words.theirs),
        el(
          "p",
          { class: `big${text.theirs.big.length > 7 ? " words" : ""}`, "data-testid": "theirs" },
          text.theirs.big,
        ),
        el("p", { class: "cap" }, text.theirs.cap),
      ),
      middle,
      el("div", { class: "ours" }, el("p", { class: "cap" }, words.ours), big, cap, more),
    ),
    text.open ? el("p", { class: "played" }, el("a", { class: "btn small", href: here("answers") }, text.open)) : null,
    player?.chart ? player.controls() : text.after ? meters(card, text, bars) : null,
    el("details", { class: "how" }, el("summary", {}, words.how), el("p", {}, text.why), links),
  );
}

translate();
document.title = words.titleOfPage;
await visitorHere();
byId("cards").replaceChildren(...Object.entries(figures).map(([id, card]) => drawCard(id, /** @type {Card} */ (card))));
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
