/**
 * The story of one machine: who built it, how, what happened and what is known today, each statement with its source.
 */
import { ApiError, box as fetchBox, games, machine as fetchMachine } from "./api.js";
import { beadOf, glass } from "./bead.js";
import { byId, el } from "./dom.js";
import { visitorHere } from "./kiosk_entry.js";
import { counted, number, translate, words } from "./language.js";
import { makerOf, storyOf, titleOf } from "./machine.js";
import { picture } from "./picture.js";
import { here } from "./root.js";
import { drawing } from "./stories_pictures.js";
import { OURS, SOURCES } from "./story_sources.js";

/** @typedef {keyof typeof say.works} Work */
/** @typedef {Record<string, string[]>} Parts what is told of a machine, by part */

const say = words.story;
const machines = /** @type {Record<string, Parts>} */ (/** @type {unknown} */ (say.machines));
const names = Object.keys(machines);

/** The drawing of each, and where the page of stories tells of its people. @type {Record<string, [string, string]>} */
const DRAWN = {
  menace: ["michie", "michie"],
  "menace-two": ["again", "again"],
  her: ["gardner", "gardner"],
  him: ["pairs", "pairs"],
  carnival: ["tanner", "tanner"],
  nimble: ["heaps", "letters"],
  minicheckers: ["tretyakov", "tretyakov"],
  "minicheckers-gardner": ["halves", "tretyakov"],
  octapawn: ["prophets", "letters"],
  extendapawn: ["columns", "letters"],
  "go-2x2": ["stones", ""],
  "go-3x3": ["letters", "letters"],
  caswell: ["caswell", "caswell"],
  ellis: ["prophets", "letters"],
};

/** @param {string} name */
const address = (name) => `${here("story")}?machine=${name}`;

/** The works that a statement rests on, as few words; what is ours stands out. @param {string[]} of */
const from = (of) =>
  el(
    "span",
    { class: "from" },
    el("span", { class: "hear" }, say.from, " "),
    ...of.flatMap((work, i) => [
      i ? " · " : "",
      el("span", { class: OURS.includes(work) ? "ours" : null }, say.works[/** @type {Work} */ (work)]?.[0]),
    ]),
  );

/** One part of the story, paragraph by paragraph. @param {string} name @param {string} part */
const paragraphs = (name, part) =>
  (machines[name]?.[part] ?? []).map((text, i) => el("p", {}, text, " ", from(SOURCES[name]?.[part]?.[i] ?? [])));

/** @param {string} name */
function facts(name) {
  const rows = /** @type {const} */ (["who", "where", "when"]).map((part) =>
    el(
      "div",
      {},
      el("dt", {}, say[part]),
      ...(machines[name]?.[part] ?? []).map((text, i) =>
        el("dd", {}, text, " ", from(SOURCES[name]?.[part]?.[i] ?? [])),
      ),
    ),
  );
  return el("dl", { class: "card facts", "aria-label": say.facts, "data-testid": "facts" }, ...rows);
}

/** @param {string} name */
function sections(name) {
  const section = (/** @type {string} */ part, /** @type {string} */ title) =>
    el(
      "section",
      { "aria-labelledby": part, "data-testid": part },
      el("h2", { id: part }, title),
      ...paragraphs(name, part),
    );
  const wins = el(
    "section",
    { "aria-labelledby": "wins", "data-testid": "wins" },
    el("h2", { id: "wins" }, say.wins),
    el("details", {}, el("summary", { class: "btn small quiet" }, say.want), ...paragraphs(name, "wins")),
  );
  return Object.entries(say.parts)
    .filter(([part]) => machines[name]?.[part])
    .flatMap(([part, title]) => (part === "known" ? [section(part, title), wins] : [section(part, title)]));
}

/** Every work that the story names, in the order in which they came out. @param {string} name */
function sources(name) {
  const used = new Set(Object.values(SOURCES[name] ?? {}).flat(2));
  const rows = Object.entries(say.works)
    .filter(([work]) => used.has(work))
    .map(([work, [tag, full]]) =>
      el("li", {}, el("b", { class: OURS.includes(work) ? "ours" : null }, tag), " ", full),
    );
  return el(
    "section",
    { "aria-labelledby": "sources", "data-testid": "sources" },
    el("h2", { id: "sources" }, say.sources),
    el("ul", { class: "works" }, ...rows),
    el("p", { class: "muted" }, el("b", { class: "ours", "aria-hidden": "true" }, "●"), " ", say.ours),
  );
}

/**
 * The first box with its beads, as they are now.
 * @param {import("./protocol.js").Layout} layout
 * @param {import("./protocol.js").Box|null} box
 */
function firstBox(layout, box) {
  if (!box) return [el("figcaption", {}, say.noBox)];
  const marks = box.moves.map((move, i) => ({
    bead: beadOf(layout, i, move.move),
    moves: move.orbit.length ? move.orbit : [move.move],
    count: move.beads,
    drawn: false,
    odds: 0,
  }));
  const beads = marks
    .filter(({ count }) => count > 0)
    .map(({ bead, count }) =>
      el(
        "li",
        {},
        glass(bead, "small"),
        el(
          "span",
          {},
          `${number(count)} ${words.beads[/** @type {keyof typeof words.beads} */ (bead.name)] ?? bead.name}`,
        ),
      ),
    );
  return [
    picture(layout, box.box, marks, say.first(counted("beads", box.beads))),
    el("figcaption", {}, say.first(box.beads ? counted("beads", box.beads) : say.empty)),
    el("ul", { class: "in-it" }, ...beads),
  ];
}

/**
 * The board at the start and the first box, once the museum has told them.
 * @param {string} name
 * @param {HTMLElement} place
 */
async function drawBoxes(name, place) {
  try {
    const [machine, all] = await Promise.all([fetchMachine(name), games()]);
    const layout = all.find(({ name: game }) => game === machine.game)?.board;
    if (!layout) return;
    const first = machine.boxes ? await fetchBox(name, 1) : null;
    place.replaceChildren(
      el("figure", {}, picture(layout, layout.start ?? "", [], say.start), el("figcaption", {}, say.start)),
      el("figure", { "data-testid": "first-box" }, ...firstBox(layout, first)),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    place.replaceChildren(el("p", {}, say.away));
  }
}

/** What can be done next. @param {string} name @param {string} title */
function links(name, title) {
  const people = DRAWN[name]?.[1];
  const link = (/** @type {string} */ href, /** @type {string} */ text, quiet = true) =>
    el("a", { class: `btn small${quiet ? " quiet" : ""}`, href }, text);
  return el(
    "p",
    { class: "choose" },
    link(here(`machine/${name}`), say.play(title), false),
    link(`${here("film")}?machine=${name}`, say.film),
    link(`${here("wall")}?machine=${name}`, say.wall),
    people ? link(`${here("stories")}#${people}`, say.people) : null,
  );
}

/** @param {string} name */
function around(name) {
  const i = names.indexOf(name);
  const link = (/** @type {string|undefined} */ to, /** @type {string} */ text, /** @type {string} */ rel) =>
    to ? el("a", { class: "btn small quiet", rel, href: address(to) }, `${text}: ${titleOf(to, to)}`) : null;
  return el("p", { class: "choose" }, link(names[i - 1], say.before, "prev"), link(names[i + 1], say.next, "next"));
}

/** @param {string} name */
function draw(name) {
  const title = titleOf(name, name);
  document.title = say.titleOfPage(say.titleOf(title));
  byId("maker").textContent = makerOf(name, "");
  byId("title").textContent = say.titleOf(title);
  byId("lead").textContent = storyOf(name, "");
  const boxes = el("div", { class: "start", role: "group", "aria-label": say.boxes, "data-testid": "boxes" });
  byId("told").replaceChildren(
    el(
      "div",
      { class: "told" },
      el(
        "div",
        { class: "beside" },
        el("div", { class: "sketch", "aria-hidden": "true" }, drawing(DRAWN[name]?.[0] ?? "")),
        facts(name),
        boxes,
      ),
      el("div", { class: "card tell" }, ...sections(name), links(name, title), sources(name)),
    ),
    around(name),
  );
  drawBoxes(name, boxes);
}

translate();
await visitorHere();
const asked = new URLSearchParams(location.search).get("machine");
const known = asked !== null && Object.hasOwn(machines, asked);
byId("list").replaceChildren(
  ...names.map((name) =>
    el("li", {}, el("a", { href: address(name), "aria-current": name === asked ? "page" : null }, titleOf(name, name))),
  ),
);
if (known) draw(asked);
else {
  document.title = say.titleOfPage(say.all);
  byId("title").textContent = say.all;
  byId("list-title").className = "hear";
  byId("lead").textContent = asked === null ? say.lead : say.none;
}
byId("list-title").hidden = false;
byId("story").dataset.stage = known ? "story" : "list";
