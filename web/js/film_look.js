/**
 * Single boxes of the film: one looked into, those of the shown lesson, and those that changed most since another
 * moment.
 */
import { beadOf, glass } from "./bead.js";
import { boxActions, chances, fillLook, matchbox, odds } from "./box.js";
import { byId, el } from "./dom.js";
import { counted, number, words } from "./language.js";
import { titleOf } from "./machine.js";

/** @typedef {import("./film_reel.js").Reel} Reel */

const MOST = 12; // boxes in a list
const say = words.film;

/** @param {Reel} reel @param {number} box @param {string} text @param {import("./dom.js").Child[]} more */
const button = (reel, box, text, ...more) =>
  el(
    "button",
    { type: "button", class: "box-button", "data-box": box + 1, click: () => look(reel, box) },
    el("b", {}, words.box.name(number(box + 1))),
    el("span", {}, text),
    ...more,
  );

/** Opens a box as it is at the shown moment. @param {Reel} reel @param {number} box */
export function look(reel, box) {
  const { life, counts } = reel;
  const [about, lies] = [life.boxes[box], counts[box]];
  if (!about || !lies) return;
  const dialog = /** @type {HTMLDialogElement} */ (byId("look"));
  const weights = chances(life.drawing, lies);
  const marks = about.moves.map(({ move, orbit }, i) => ({
    bead: beadOf(life.layout, i, move),
    moves: orbit?.length ? orbit : [move],
    count: lies[i] ?? 0,
    drawn: false,
    odds: weights[i] ?? 0,
    compartments: life.drawing?.compartments
      ? /** @type {[number, number]} */ ([Math.max(0, (lies[i] ?? 0) - 1), Math.min(lies[i] ?? 0, 1)])
      : undefined,
  }));
  fillLook(
    dialog,
    el(
      "div",
      { class: "heading" },
      el("h2", { id: "look-title" }, words.box.name(number(box + 1))),
      el(
        "span",
        { class: "muted" },
        [
          words.box.turn(about.turn),
          counted(
            "beads",
            lies.reduce((sum, count) => sum + count, 0),
          ),
          say.then(number(reel.seq)),
        ].join(" · "),
      ),
    ),
    matchbox(life.layout, about.box, marks, box + 1, titleOf(life.name, life.title)),
    odds(marks),
    boxActions(
      dialog,
      box + 1,
      (no) => Boolean(counts[no - 1]),
      (no) => look(reel, no - 1),
    ),
  );
  if (!dialog.open) dialog.showModal();
}

/**
 * The boxes that the shown lesson has changed.
 * @param {Reel} reel
 * @param {boolean} [told] false: lessons go by too fast to be read
 */
export function lessonBoxes(reel, told = true) {
  const isLesson = reel.moment?.about.kind === "episode" && told;
  const touched = isLesson ? [...reel.touched()] : [];
  byId("lesson-boxes").replaceChildren(
    ...touched
      .slice(0, MOST)
      .map(([box, by]) => button(reel, box, by > 0 ? say.more(counted("beads", by)) : say.less(counted("beads", -by)))),
  );
  byId("no-boxes").hidden = touched.length > 0;
  byId("no-boxes").textContent = isLesson ? words.lesson.nothing : "";
}

/**
 * The beads of a box that are more or fewer now.
 * @param {Reel} reel
 * @param {number} box
 * @param {number[]|undefined} before
 */
function beadsOf(reel, box, before) {
  const now = reel.counts[box] ?? [];
  return now.map((count, i) => {
    const then = before?.[i] ?? 0;
    if (then === count) return null;
    return el(
      "span",
      { class: "moved" },
      glass(beadOf(reel.layout, i, reel.boxes[box]?.moves[i] ?? ""), "small"),
      el("span", { dir: "ltr" }, `${number(then)} → ${number(count)}`),
    );
  });
}

/**
 * Which boxes changed most since another row.
 * @param {Reel} reel
 * @param {number} seq that row
 * @param {number[][]} then what lay in the boxes after it
 */
export function changedMost(reel, seq, then) {
  const { all, boxes } = reel.differences(then, MOST);
  byId("changed-told").textContent = say.changed(number(seq), number(reel.seq), counted("boxes", all));
  byId("changed").replaceChildren(
    ...boxes.map(({ box, by }) =>
      el("li", {}, button(reel, box, counted("beads", by), ...beadsOf(reel, box, then[box]))),
    ),
  );
}
