/** Who played a machine last: each visit with the boards that its games ended on, and when that was. */
import * as api from "./api.js";
import { desk as words } from "./desk_words.js";
import { el } from "./dom.js";
import { field, input } from "./forms.js";
import { picture } from "./picture.js";
import { counted, language, number } from "./language.js";

/** @typedef {import("./protocol.js").Machine} Machine */
/** @typedef {import("./protocol.js").Episode} Game */

const RECENT = 100;
const VISITS_MAX = 8;
const BOARDS_MAX = 3; // of one visit

const day = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
const hour = new Intl.DateTimeFormat(language, { timeStyle: "short" });

/** @param {Machine} machine @returns {Promise<Map<string, Game[]>>} its newest games by visit, newest first */
async function recent(machine) {
  /** @type {Map<string, Game[]>} */
  const found = new Map();
  for (const game of await api.episodes(machine.name, RECENT).catch(() => [])) {
    const known = found.get(game.visit);
    if (known) known.push(game);
    else if (found.size < VISITS_MAX) found.set(game.visit, [game]);
  }
  return found;
}

/** From when to when, the day once. @param {Game[]} games newest first */
function times(games) {
  const [from, to] = [new Date(games.at(-1)?.started ?? 0), new Date(games[0]?.time ?? 0)];
  const sameDay = from.toDateString() === to.toDateString();
  return words.visits.span(
    day.format(from),
    sameDay ? (hour.format(from) === hour.format(to) ? day.format(from) : hour.format(to)) : day.format(to),
  );
}

/** A visit to be chosen. @param {Game[]} games newest first @param {boolean} first */
function card(games, first) {
  const won = (/** @type {string} */ outcome) => number(games.filter((game) => game.outcome === outcome).length);
  const boards = el("span", { class: "visit-boards" });
  return {
    boards,
    label: el(
      "label",
      { class: "visit", "data-testid": "visit" },
      el("input", { type: "radio", name: "visit", value: games[0]?.visit ?? "", checked: first }),
      boards,
      el(
        "span",
        {},
        el("b", {}, counted("games", games.length)),
        el("span", { class: "muted" }, times(games)),
        el("span", { class: "muted" }, words.visits.won(won("loss"), won("win"))),
      ),
    ),
  };
}

/** The choice of a visit. @param {Machine} machine */
export function visitChoice(machine) {
  const other = input("other", { placeholder: "01a1f880-9a31-…", size: 36, "aria-label": words.visits.id });
  const place = el("div", { class: "visits" }, el("p", { class: "muted" }, words.visits.loading));
  const choice = el("fieldset", { class: "half visit-choice" }, el("legend", {}, words.visits.title), place);
  const own = el(
    "label",
    { class: "visit other" },
    el("input", { type: "radio", name: "visit", value: "" }),
    el("span", {}, words.visits.other),
    field(words.visits.id, other),
  );
  other.addEventListener("focus", () => {
    own.querySelector("input")?.click();
  });
  fill(machine, place, own);
  return { choice, visit: (/** @type {Record<string, string>} */ given) => given.visit || given.other || "" };
}

/** @param {Machine} machine @param {HTMLElement} place @param {HTMLElement} own the card for another one */
async function fill(machine, place, own) {
  const [visits, games] = await Promise.all([recent(machine), api.games().catch(() => [])]);
  const layout = games.find(({ name }) => name === machine.game)?.board;
  const cards = [...visits.values()].map((each, i) => ({ games: each, ...card(each, i === 0) }));
  place.replaceChildren(
    ...(cards.length ? cards.map(({ label }) => label) : [el("p", { class: "muted" }, words.visits.none)]),
    own,
  );
  for (const { games: played, boards } of cards) {
    for (const { id } of played.slice(0, BOARDS_MAX)) {
      const position = await api.endOf(machine.name, id).catch(() => null);
      if (layout && position) boards.append(picture(layout, position));
    }
  }
}
