/** Between the form and the deed: what would happen, in plain words and figures, and whether it shall. */
import { desk as words } from "./desk_words.js";
import { byId, el } from "./dom.js";
import { counted, number } from "./language.js";

/** @typedef {import("./protocol.js").Act} Act */

/** What the act is, in a sentence. @param {Pick<Act, "act"|"detail"|"summary">} act @param {string} who */
export const summaryWords = (act, who) => words.summary[act.act]?.(who, act.detail) ?? act.summary;

/**
 * What was done, and why; of a life that ended, its plaque.
 * @param {import("./protocol.js").AuditRow} row
 * @param {string} who
 */
export const auditWords = (row, who) =>
  [summaryWords(row, who), words.because[row.why] ?? "", row.act === "reset" ? plaqueWords(row.detail).join(". ") : ""]
    .filter(Boolean)
    .join(" ");

/** What it does to games and beads. @param {Act} act */
export function effectWords({ episodes, beads, boxes_changed: changed, change_count: changes }) {
  const { effect } = words;
  const out = episodes.removed ? effect.out(counted("games", episodes.removed), number(episodes.before)) : "";
  const back = episodes.added ? effect[beads.before ? "in" : "with"](counted("games", episodes.added)) : "";
  const moved = !changes
    ? effect.none
    : beads.before
      ? effect.moved(number(beads.before), number(beads.after), counted("boxes", changed))
      : effect.made(counted("beads", beads.after), counted("boxes", changed));
  return [out, back, moved].filter(Boolean).join(" ");
}

/** @param {string} label @param {string} text */
const row = (label, text) => el("div", {}, el("dt", {}, label), el("dd", {}, text));

/** @param {{before: number, after: number}} it */
const step = ({ before, after }) =>
  before === after ? words.ledger.same(number(after)) : `${number(before)} → ${number(after)}`;

/** @param {Act} act */
function figures(act) {
  const { episodes, beads } = act;
  const { ledger } = words;
  const made = act.act === "start" || act.act === "fork";
  const moves = [
    episodes.removed ? ledger.out(number(episodes.removed)) : "",
    episodes.added ? ledger.in(number(episodes.added)) : "",
  ]
    .filter(Boolean)
    .join(", ");
  return el(
    "dl",
    { class: "ledger" },
    row(ledger.games, made ? number(episodes.after) : `${step(episodes)}${moves ? ` (${moves})` : ""}`),
    row(ledger.beads, made ? number(beads.after) : step(beads)),
    row(
      ledger.boxes,
      made
        ? number(act.boxes)
        : act.boxes_changed
          ? ledger.change(number(act.boxes_changed), number(act.boxes))
          : ledger.stay,
    ),
  );
}

/** The plaque of an era that ends: which it was, and how it went. @param {Record<string, any>} life */
const plaqueWords = (life) => {
  const { plaque } = words;
  const games = plaque.games(
    counted("games", life.episodes),
    number(life.wins),
    number(life.draws),
    number(life.losses),
  );
  const dry = life.dry_seq ? plaque.dry(number(life.dry_seq)) : "";
  return [
    plaque.title(number(life.era), number(life.from_seq), number(life.to_seq)),
    `${games} ${plaque.beads(counted("beads", life.beads))}${dry}.`,
  ];
};

/** @param {Record<string, any>} life */
function plaque(life) {
  const [title, games] = plaqueWords(life);
  return el(
    "figure",
    { class: "plaque", "data-testid": "plaque" },
    el("figcaption", { class: "yr" }, title),
    el("p", {}, games),
  );
}

/**
 * Asks, and resolves with whether it shall be done.
 * @param {Act} act what the museum said that it would do
 * @param {string} who the machine
 * @returns {Promise<boolean>}
 */
export function confirmed(act, who) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("confirm"));
  const close = (/** @type {string} */ answer) => () => dialog.close(answer);
  dialog.replaceChildren(
    el("h2", { id: "confirm-title" }, words.acts[act.act]?.title ?? act.act),
    el("p", { "data-testid": "summary" }, summaryWords(act, who)),
    el("p", { "data-testid": "effect" }, effectWords(act)),
    figures(act),
    ...(act.act === "reset" ? [plaque(act.detail)] : []),
    el("p", { class: "muted" }, act.act === "start" || act.act === "fork" ? words.kept : words.row(number(act.seq))),
    el(
      "div",
      { class: "actions" },
      el(
        "button",
        { type: "button", class: "btn", "data-testid": "do-it", click: close("do") },
        words.acts[act.act]?.deed ?? act.act,
      ),
      el(
        "button",
        { type: "button", class: "btn quiet", "data-testid": "leave-it", autofocus: true, click: close("") },
        words.leave,
      ),
    ),
  );
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) =>
    dialog.addEventListener("close", () => done(dialog.returnValue === "do"), { once: true }),
  );
}
