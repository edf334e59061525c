/**
 * The door of the sealed room opens: who it was, its boxes, and the games once more with thoughts and beads beside
 * them.
 */
import { beadOf } from "./bead.js";
import { matchbox } from "./box.js";
import { byId, el, svg } from "./dom.js";
import { counted, number, words } from "./language.js";
import { beadName, spoken } from "./phrases.js";
import { picture } from "./picture.js";
import { here } from "./root.js";

/** @typedef {import("./protocol.js").Layout} Layout */
/** @typedef {import("./protocol.js").Door} Door */
/** @typedef {Door["games"][0]} Game */

const say = words.sealed;

/** @param {string} file */
function style(file) {
  if (document.querySelector(`link[href$="${file}"]`)) return;
  document.head.append(el("link", { rel: "stylesheet", href: here(`css/${file}`) }));
}

/** The remark on own move `n` of a game, or nothing. @param {string} remarks @param {number} game @param {number} n */
const remarkOn = (remarks, game, n) => say.nine[Number(remarks.split("/")[game]?.[n] ?? 0) - 1];

/** A small box of the wall. @param {Layout} layout @param {Door["boxes"][0]} box */
function small(layout, { number: no, beads }) {
  const total = beads.reduce((sum, { count }) => sum + count, 0);
  return el(
    "div",
    {
      class: `small-box ${total ? "" : "empty"}`,
      role: "img",
      "aria-label": say.boxOf(number(no), counted("beads", total)),
    },
    el("small", {}, number(no)),
    ...beads.flatMap(({ move, count }, i) =>
      Array.from({ length: count }, () => el("i", { class: `dot-bead k-${beadOf(layout, i, move).name}` })),
    ),
  );
}

/** Whoever sat there waves. */
const figure = () =>
  svg(
    "svg",
    { viewBox: "0 0 120 150", class: "waver", "aria-hidden": "true" },
    svg("path", { class: "neck", d: "M50 70h20v22H50z" }),
    svg("path", { class: "coat", d: "M22 150c0-44 12-66 38-66s38 22 38 66z" }),
    svg("circle", { class: "skin", cx: 60, cy: 52, r: 26 }),
    svg("path", { class: "hair", d: "M33 50c-2-22 12-34 27-34s30 12 27 34c-6-12-14-16-27-16s-21 4-27 16z" }),
    svg("path", { class: "smile", d: "M49 60q11 11 22 0" }),
    svg("circle", { class: "eye", cx: 51, cy: 50, r: 2.6 }),
    svg("circle", { class: "eye", cx: 69, cy: 50, r: 2.6 }),
    svg("path", { class: "arm", d: "M92 106Q112 84 106 50" }),
    svg("circle", { class: "skin hand", cx: 105.5, cy: 43, r: 8 }),
  );

/** What was drawn, as the matchbox lay open then. @param {Layout} layout @param {Game["draws"][0]} draw */
function drawnBox(layout, { number: no, position, bead, beads }) {
  const total = beads.reduce((sum, { count }) => sum + count, 0);
  const marks = beads.map(({ count, moves }, i) => ({
    bead: beadOf(layout, i, moves[0] ?? ""),
    moves,
    count,
    drawn: i === bead,
    odds: total ? count / total : 0,
  }));
  const mark = marks.find(({ drawn }) => drawn);
  return [
    matchbox(layout, position, marks, no, ""),
    el("p", {}, mark ? say.drew(number(no), beadName(mark.bead)) : say.empty(number(no))),
  ];
}

/** @param {Door} door @param {Layout} layout @param {string} remarks @param {number} index */
function gameOf(door, layout, remarks, index) {
  const game = /** @type {Game} */ (door.games[index]);
  let [own, other] = [0, 0];
  const plies = game.moves.map((move, ply) => {
    const mine = (ply % 2 === 0) === (game.seat === "first");
    const thought = mine ? remarkOn(remarks, index, own++) : remarkOn(door.theirs, index, other++);
    const draw = game.draws.find((each) => each.ply === ply);
    return el(
      "li",
      { class: mine ? "mine" : "other" },
      el("p", {}, (mine ? say.you : say.other)(spoken(move))),
      picture(layout, game.positions[ply + 1] ?? ""),
      thought ? el("p", { class: "thought" }, (mine ? say.thought : say.theirs)(thought)) : null,
      ...(draw
        ? drawnBox(layout, draw)
        : !mine && door.who === "machine"
          ? [el("p", { class: "cap" }, say.noBox)]
          : []),
    );
  });
  return el(
    "details",
    { class: "card replay", open: index === 0, "data-testid": "replay" },
    el("summary", {}, say.gameOf(number(index + 1), say.ends[game.outcome])),
    el("ol", { class: "plies" }, ...plies),
  );
}

/** @param {Door["score"]} score */
function scoreOf(score) {
  return el(
    "section",
    { class: "card score", "aria-labelledby": "score", "data-testid": "score" },
    el("h2", { id: "score" }, say.score),
    el("p", {}, say.scoreMachine(number(score.machines_as_people), number(score.machines))),
    el("p", {}, say.scorePerson(number(score.people_as_machines), number(score.people))),
    el("p", {}, say.published),
    el("p", { class: "cap" }, say.kept),
  );
}

/** @param {Door} door @param {Layout} layout @param {string} remarks the visitor's own */
export function opened(door, layout, remarks) {
  for (const file of ["pair.css", "box.css"]) style(file);
  const { who, guess } = door;
  const [doorway, behind] = [byId("doorway"), byId("behind")];
  behind.setAttribute("aria-label", who === "machine" ? say.wall : say.door);
  behind.tabIndex = who === "machine" ? 0 : -1; // it may have to be scrolled
  behind.replaceChildren(...(who === "machine" ? door.boxes.map((box) => small(layout, box)) : [figure()]));
  doorway.dataset.who = who;
  doorway.getBoundingClientRect(); // closed first, so that it is seen to open
  doorway.classList.add("wide");
  const answer = guess === null ? say.gone : guess === who ? say.right : say.wrong[who];
  const title = el("h2", { class: "was", tabindex: "-1", "data-testid": "was" }, say.was[who]);
  byId("opened").replaceChildren(
    el(
      "div",
      { class: "verdict" },
      title,
      el("p", { class: "answer", "data-testid": "answer" }, answer),
      guess === null ? null : el("p", {}, say.about[who]),
      byId("go"),
    ),
    scoreOf(door.score),
    el("h2", { class: "once-more" }, say.games),
    ...door.games.map((_, i) => gameOf(door, layout, remarks, i)),
  );
  title.focus({ preventScroll: true });
}
