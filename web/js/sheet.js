/** The sheet of one machine: its figures, and a form for each act. */
import * as api from "./api.js";
import { counted, number, span } from "./desk_figures.js";
import { el } from "./dom.js";
import { choice, field, figure, filled, form, input } from "./forms.js";
import { here } from "./root.js";

/** @typedef {import("./protocol.js").Machine} Machine */
/** @typedef {(path: string, order: object) => Promise<void>} Order asks what it would do, and does it if it shall be done */

const RECENT = 100;

/** @param {Machine} machine */
function plate(machine) {
  const item = (/** @type {string} */ label, /** @type {number} */ value, /** @type {string} */ name) => el("div", {}, el("dt", {}, label), el("dd", { "data-testid": name }, number(value)));
  return el("dl", { class: "figures" }, item("lessons", machine.episodes, "episodes"), item("it won", machine.wins, "wins"), item("drawn", machine.draws, "draws"), item("it lost", machine.losses, "losses"),
    item("beads", machine.beads, "beads"), item("boxes", machine.boxes, "boxes"), item("era", machine.era, "era"), item("log rows", machine.seq, "seq"));
}

/** @param {Machine} machine */
function condition(machine) {
  if (machine.frozen) return "Frozen: it plays, and learns nothing, until it is thawed. It can still be copied.";
  const left = machine.finished?.games_left;
  if (machine.finished && left === null) return "Finished: nobody can beat it any more. No new era begins by itself, as the server was started with --finished-games 0.";
  if (machine.finished) return `Finished: nobody can beat it any more. It begins a new era by itself after ${counted(left ?? 0, "more game")} (the server's --finished-games); until then it can be copied, and its graduate stays playable.`;
  return machine.dry ? "Dry: it has no bead to open with, and will begin a new era by itself." : "";
}

/** @param {string} title @param {string} about @param {HTMLElement} what */
const act = (title, about, what) => el("section", { class: "act" }, el("h3", {}, title), el("p", {}, about), what);

/** Those who played it last, visit by visit. @param {Machine} machine */
async function visits(machine) {
  const episodes = await api.episodes(machine.name, RECENT).catch(() => []);
  /** @type {Map<string, {games: number, time: string}>} */
  const found = new Map();
  for (const { visit, time } of episodes) {
    const known = found.get(visit);
    if (known) known.games += 1;
    else found.set(visit, { games: 1, time });
  }
  return [...found].map(([visit, { games, time }]) => ({ value: visit, label: `${counted(games, "game")}, the last ${span(Date.now() - Date.parse(time))} ago (…${visit.slice(-6)})` }));
}

/** @param {Machine} machine @param {Order} order */
function unteach(machine, order) {
  const recent = choice("recent", []);
  const visit = input("visit", { placeholder: "01a1f880-9a31-…", size: 36 });
  visits(machine).then((all) => {
    recent.replaceChildren(...[...all, { value: "", label: all.length ? "another visit" : "nobody has played it lately" }].map(({ value, label }) => el("option", { value }, label)));
    visit.value = recent.value;
  });
  recent.addEventListener("change", () => { visit.value = recent.value; });
  return form("unteach", [field("Who played it last", recent), field("Visit", visit)], "See what that does", (it) => order("/unteach", { visit: filled(it).visit ?? "" }));
}

/** @param {Machine} machine @param {Order} order */
function forms(machine, order) {
  const look = "See what that does";
  const freeze = machine.frozen
    ? act("Thaw", "It learns again from every game.", form("thaw", [], look, () => order("/thaw", {})))
    : act("Freeze", "It goes on playing, and learns nothing until it is thawed.", form("freeze", [], look, () => order("/freeze", {})));
  const fork = act("Copy", "A new machine, as this one was after any row of its log. This one stays as it is.",
    form("fork", [
      field("Name in addresses", input("name", { placeholder: `${machine.name}-1962`, required: true }), "small letters, digits and dashes"),
      field("Title for people", input("title", { placeholder: "the same as the name" })),
      field("As it was after row", input("at", { inputmode: "numeric", placeholder: String(machine.seq) })),
    ], look, (it) => order("/fork", { ...filled(it), at: figure(filled(it).at) })));
  if (machine.frozen) return [freeze, fork];
  return [
    act("A new era", "Every box is filled as new. The life that it had stays readable, and gets a plaque with its figures.", form("reset", [], look, () => order("/reset", {}))),
    act("Back in time", "The beads are as they were after a row of this era. A way back can be gone back too.",
      form("rewind", [field("To row", input("to", { inputmode: "numeric", placeholder: String(Math.max(1, machine.seq - 1)), required: true }))], look, (it) => order("/rewind", { to: figure(filled(it).to) }))),
    act("Unteach a visit", "The beads are as if these games had never been played; what others taught stays.", unteach(machine, order)),
    act("Top up", "Every colour in every box has at least so many beads.",
      form("topup", [field("Beads", input("to", { inputmode: "numeric", value: "1" }))], look, (it) => order("/topup", { to: figure(filled(it).to) }))),
    freeze, fork,
  ];
}

export class Sheet {
  /** @param {HTMLElement} card @param {Order} order by path below the machine */
  constructor(card, order) {
    this.card = card;
    this.order = order;
    this.shape = "";
    this.head = el("div", {});
  }

  /** Its forms are made anew only for another machine, or once it is frozen or thawed: what was typed stays. @param {Machine} machine @param {boolean} [anew] */
  show(machine, anew = false) {
    const name = encodeURIComponent(machine.name);
    const words = condition(machine);
    this.head.replaceChildren(
      el("div", { class: "name" }, el("h1", { "data-testid": "sheet-title" }, machine.title), el("span", { class: "yr" }, machine.maker)),
      el("p", { class: "muted" }, `${machine.game}, ${machine.seat} · ${machine.rule} · `, el("a", { href: here(`machine/${name}`) }, "its table"), " · ", el("a", { href: here(`api/v1/machines/${name}/log`) }, "its log")),
      plate(machine), words ? el("p", { class: "note", "data-testid": "condition" }, words) : "");
    this.card.style.setProperty("--k", machine.colour);
    const shape = `${machine.name} ${machine.frozen}`;
    if (shape === this.shape && !anew) return;
    this.shape = shape;
    this.card.replaceChildren(this.head, el("div", { class: "acts-here" }, ...forms(machine, (path, order) => this.order(`/${name}${path}`, order))));
  }

  /** Something else stands there. @param {HTMLElement} content */
  put(content) {
    this.shape = "";
    this.card.style.removeProperty("--k");
    this.card.replaceChildren(content);
  }
}
