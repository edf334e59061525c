/**
 * Tanner's stall, run by the visitor: prizes and a ticket are set, two hundred customers come, and the till says what
 * came of it. Loaded when it is opened.
 */
import { el, svg } from "./dom.js";
import { number, words } from "./language.js";
import { still } from "./motion.js";
import { here } from "./root.js";
import { style } from "./style.js";

/**
 * @typedef {{result: string, careful: boolean, chance: number}} Customer the machine's result; how often somebody who
 *   guesses would have beaten it
 */
/** @typedef {{ticket: number, costs: number[], careful: number}} Offer coins; careful ones in ten customers */
/**
 * @typedef {{till: number[], given: number[], won: number[], taken: number, paid: number}} Books the till after each
 *   customer; prizes by row; how many won in all
 */

const say = words.people.stall;
/** A prize is paid where one in so many who guess beats the machine; the last two are hardly ever reached. */
export const FROM_ONE_IN = [1, 2, 4, 8, 16, 32, 64, 128];
const COSTS = [1, 2, 4, 8, 16, 30, 60, 120];
const TICKET = 2;
export const DAY = 200;
const DAYS_MAX = 5;
const SHOW_MS = 8000; // a day
const WIDTH = 640;
const HEIGHT = 200;

/** The prize that is offered at such a chance. @param {number} chance */
export const rowOf = (chance) => Math.max(0, FROM_ONE_IN.filter((from) => chance * from <= 1).length - 1);

/**
 * Which customers make no mistakes: as many in ten, spread evenly.
 * @param {number} customer from 1
 * @param {number} careful
 */
export const isCareful = (customer, careful) =>
  Math.floor((customer * careful) / 10) > Math.floor(((customer - 1) * careful) / 10);

/** Who plays, as an experiment says it. @param {number} games @param {number} careful */
export function against(games, careful) {
  const name = (/** @type {number} */ game) => (isCareful(game, careful) ? "optimal" : "random");
  const phases = Array.from({ length: games - 1 }, (_, i) => i + 2)
    .filter((game) => name(game) !== name(game - 1))
    .map((game) => `${game}:${name(game)}`);
  return [name(1), ...phases].join(",");
}

/** The books of a stall. @param {Customer[]} customers @param {Offer[]} offers by day @returns {Books} */
export function booksOf(customers, offers) {
  const books = {
    till: /** @type {number[]} */ ([]),
    given: FROM_ONE_IN.map(() => 0),
    won: /** @type {number[]} */ ([]),
    taken: 0,
    paid: 0,
  };
  customers.forEach(({ result, chance }, i) => {
    const offer = /** @type {Offer} */ (offers[Math.floor(i / DAY)] ?? offers.at(-1));
    books.taken += offer.ticket;
    if (result === "loss") {
      const row = rowOf(chance);
      books.given[row] = (books.given[row] ?? 0) + 1;
      books.paid += offer.costs[row] ?? 0;
      books.won.push(i);
    }
    books.till.push(books.taken - books.paid);
  });
  return books;
}

export class Stall {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.seed = Math.floor(Math.random() * 2 ** 40);
    /** @type {Offer[]} */
    this.offers = [];
    /** @type {Customer[]} */
    this.customers = [];
    this.form = el(
      "form",
      {
        class: "stall-form",
        "aria-label": say.offer,
        submit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.day();
        },
      },
      ...this.fields(),
    );
    this.told = el("p", { class: "till-told", role: "status", "data-testid": "till-told" }, say.ready);
    this.till = el("p", { class: "till", "data-testid": "till" }, say.coins(number(0)));
    this.line = svg("path", { class: "life" });
    this.chart = svg(
      "svg",
      { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
      svg("path", { class: "even", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
      this.line,
    );
    place.replaceChildren(
      this.form,
      el("div", { class: "counter" }, el("p", { class: "cap" }, say.till), this.till, this.chart, this.told),
    );
  }

  fields() {
    const field = (
      /** @type {string} */ name,
      /** @type {string} */ label,
      /** @type {number} */ value,
      /** @type {number} */ max,
    ) =>
      el("input", {
        type: "number",
        name,
        value,
        min: 0,
        max,
        step: 1,
        inputmode: "numeric",
        required: true,
        "aria-label": label,
      });
    this.open = el("button", { type: "submit", class: "btn small", "data-testid": "day" }, say.open);
    const anew = el(
      "button",
      { type: "button", class: "btn small quiet", "data-testid": "anew", click: () => this.anew() },
      say.anew,
    );
    return [
      el("label", { class: "pays" }, el("span", {}, say.ticket), field("ticket", say.ticket, TICKET, 99)),
      el(
        "fieldset",
        { class: "pay" },
        el("legend", {}, say.pay),
        el(
          "ol",
          {},
          ...FROM_ONE_IN.map((from, i) =>
            el(
              "li",
              { class: from > 32 ? "never" : null, "data-testid": "prize" },
              el(
                "span",
                {},
                say.prizes[i] ?? "",
                el("small", {}, i === 0 ? say.begin : say.from(number(from))),
                from > 32 ? el("small", {}, say.reached[String(from)] ?? "") : null,
              ),
              field(`cost-${i}`, say.costOf(say.prizes[i] ?? ""), COSTS[i] ?? 0, 999),
            ),
          ),
        ),
      ),
      el(
        "fieldset",
        { class: "choices mix" },
        el("legend", {}, say.mix),
        ...say.mixes.map(([careful, label], i) =>
          el(
            "label",
            {},
            el("input", { type: "radio", name: "careful", value: careful, checked: i === 0 }),
            el("span", {}, label),
          ),
        ),
      ),
      el("div", { class: "choose" }, this.open, anew),
    ];
  }

  /** @returns {Offer} */
  offer() {
    const data = new FormData(this.form);
    return {
      ticket: Number(data.get("ticket")),
      costs: FROM_ONE_IN.map((_, i) => Number(data.get(`cost-${i}`))),
      careful: Number(data.get("careful")),
    };
  }

  /** Another machine, another till. */
  anew() {
    this.seed += 1;
    this.offers = [];
    this.customers = [];
    this.lock(false);
    this.show([]);
    this.told.textContent = say.ready;
  }

  /** Who comes is settled on the first day: the machine learns from them all. @param {boolean} locked */
  lock(locked) {
    /** @type {HTMLFieldSetElement} */ (this.form.querySelector(".mix")).disabled = locked;
    /** @type {HTMLButtonElement} */ (this.open).disabled = false;
    /** @type {HTMLButtonElement} */ (this.open).textContent = locked ? say.next : say.open;
  }

  async day() {
    const { open, seed } = this;
    const careful = this.offers[0]?.careful ?? this.offer().careful;
    this.offers.push({ ...this.offer(), careful });
    const games = DAY * this.offers.length;
    if (open) open.disabled = true;
    this.told.textContent = say.working;
    try {
      const opponents = against(games, careful);
      const query = `machine=hexapawn&rule=tanner-carnival&against=${opponents}&games=${games}&every=1&seed=${seed}`;
      const answer = await fetch(`${here("api/v1/experiments")}?${query}`);
      if (!answer.ok) throw new Error(String(answer.status));
      const lines = (await answer.text())
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      const chances = lines.filter((line) => line.strength).map(({ strength }) => strength[0].random.loss);
      if (seed !== this.seed) return;
      const before = this.customers.length;
      this.customers = lines
        .filter((line) => line.game)
        .map(({ result }, i) => ({ result, careful: isCareful(i + 1, careful), chance: chances[i] }));
      await this.come(before);
    } catch {
      this.offers.pop();
      this.told.textContent = say.failed;
    }
    if (seed !== this.seed) return;
    this.lock(this.offers.length > 0);
    if (open && this.offers.length >= DAYS_MAX) open.disabled = true;
  }

  /** The customers of the day, one after the other. @param {number} from */
  async come(from) {
    const { seed, customers } = this;
    const begun = performance.now();
    for (let shown = from; shown < customers.length && seed === this.seed && !still();) {
      shown = Math.min(customers.length, from + 1 + Math.floor((DAY * (performance.now() - begun)) / SHOW_MS));
      this.show(customers.slice(0, shown));
      await new Promise((next) => requestAnimationFrame(next));
    }
    if (seed !== this.seed) return;
    this.show(customers);
    this.told.textContent = this.verdict(booksOf(customers, this.offers));
  }

  /** @param {Customer[]} customers */
  show(customers) {
    const { till } = booksOf(customers, this.offers);
    const games = DAY * Math.max(1, this.offers.length);
    const most = Math.max(20, ...till.map(Math.abs));
    const now = till.at(-1) ?? 0;
    this.till.textContent = say.coins(number(now));
    this.till.classList.toggle("debts", now < 0);
    const x = (/** @type {number} */ game) => ((game / games) * WIDTH).toFixed(1);
    const y = (/** @type {number} */ coins) => (HEIGHT / 2 - (coins / most) * (HEIGHT / 2 - 6)).toFixed(1);
    const course = till.map((coins, i) => `L${x(i + 1)} ${y(coins)}`).join("");
    if (till.length) this.line.setAttribute("d", `M0 ${HEIGHT / 2}${course}`);
    else this.line.removeAttribute("d");
    const last = customers.at(-1);
    if (last)
      this.told.textContent =
        last.result === "loss"
          ? say.wins(number(customers.length), say.prizes[rowOf(last.chance)] ?? "")
          : say.loses(number(customers.length));
  }

  /** @param {Books} books */
  verdict({ till, given, won, taken, paid }) {
    const now = till.at(-1) ?? 0;
    const prizes = given.flatMap((count, i) => (count ? [`${number(count)}\u00a0×\u00a0${say.prizes[i]}`] : []));
    const chance = this.customers.at(-1)?.chance ?? 1;
    return [
      say.sums(number(till.length), number(won.length), number(taken), number(paid)),
      prizes.length ? `${prizes.join(", ")}.` : "",
      now < 0 ? say.debts : paid * 3 < taken ? say.mean : say.fair,
      say.left(number(Math.round(1 / Math.max(chance, 0.001)))),
    ]
      .filter(Boolean)
      .join(" ");
  }
}

/** @param {HTMLElement} place */
export async function openStall(place) {
  await style("stall");
  new Stall(place);
  place.querySelector("input")?.focus();
}
