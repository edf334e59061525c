/** Between the form and the deed: what would happen, in plain words and figures, and whether it shall. */
import { counted, number } from "./desk_figures.js";
import { byId, el } from "./dom.js";

/** @typedef {import("./desk.js").Act} Act */

const TITLES = /** @type {Record<string, string>} */ ({
  start: "Create this machine?", fork: "Create this copy?", reset: "Begin a new era?", rewind: "Go back in time?",
  unteach: "Unteach this visit?", topup: "Top up the boxes?", freeze: "Freeze it?", thaw: "Thaw it?",
});
const DEEDS = /** @type {Record<string, string>} */ ({
  start: "Put it up", fork: "Put it up", reset: "Begin anew", rewind: "Go back", unteach: "Unteach", topup: "Top up", freeze: "Freeze", thaw: "Thaw",
});

/** @param {string} label @param {string} words */
const row = (label, words) => el("div", {}, el("dt", {}, label), el("dd", {}, words));

/** @param {{before: number, after: number}} it */
const step = ({ before, after }) => (before === after ? `${number(after)}, as before` : `${number(before)} → ${number(after)}`);

/** @param {Act} act */
function figures(act) {
  const { episodes, beads } = act;
  const made = act.act === "start" || act.act === "fork";
  const moves = [episodes.removed ? `${number(episodes.removed)} out` : "", episodes.added ? `${number(episodes.added)} in` : ""].filter(Boolean).join(", ");
  return el("dl", { class: "ledger" },
    row("episodes that count", made ? number(episodes.after) : `${step(episodes)}${moves ? ` (${moves})` : ""}`),
    row("beads", made ? number(beads.after) : step(beads)),
    row("boxes", made ? number(act.boxes) : act.boxes_changed ? `${number(act.boxes_changed)} of ${number(act.boxes)} change` : "all stay as they are"));
}

/** The plaque of an era that ends. @param {Record<string, any>} life */
function plaque(life) {
  return el("figure", { class: "plaque", "data-testid": "plaque" },
    el("figcaption", { class: "yr" }, `Era ${life.era} · rows ${number(life.from_seq)} to ${number(life.to_seq)}`),
    el("p", {}, el("b", {}, counted(life.episodes, "episode")), `: it won ${number(life.wins)}, drew ${number(life.draws)} and lost ${number(life.losses)}.`),
    el("p", {}, `${counted(life.beads, "bead")} at its end${life.dry_seq ? `; it ran dry at row ${number(life.dry_seq)}` : ""}.`));
}

/** Asks, and resolves with whether it shall be done. @param {Act} act what the house said that it would do @returns {Promise<boolean>} */
export function confirmed(act) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("confirm"));
  const close = (/** @type {string} */ answer) => () => dialog.close(answer);
  dialog.replaceChildren(
    el("h2", { id: "confirm-title" }, TITLES[act.act] ?? act.act),
    el("p", { "data-testid": "summary" }, act.summary), el("p", { "data-testid": "effect" }, act.effect), figures(act),
    ...(act.act === "reset" ? [plaque(act.detail)] : []),
    el("p", { class: "muted" }, act.act === "start" || act.act === "fork" ? "Every machine is kept for good." : `It will be row ${number(act.seq)} of the log, or the next that is free. All rows before it stay.`),
    el("div", { class: "actions" },
      el("button", { type: "button", class: "btn", "data-testid": "do-it", click: close("do") }, DEEDS[act.act] ?? "Do it"),
      el("button", { type: "button", class: "btn quiet", "data-testid": "leave-it", autofocus: true, click: close("") }, "Leave it")));
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener("close", () => done(dialog.returnValue === "do"), { once: true }));
}
