/** The sheet of one machine: its figures, what can be done with it, and the form of the act that is chosen. */
import { rewindFields } from "./desk_rewind.js";
import { visitChoice } from "./desk_visits.js";
import { desk as words } from "./desk_words.js";
import { el } from "./dom.js";
import { field, figure, filled, form, input } from "./forms.js";
import { makerOf, titleOf } from "./machine.js";
import { here } from "./root.js";
import { counted, number } from "./language.js";

/** @typedef {import("./protocol.js").Machine} Machine */
/**
 * @typedef {(path: string, order: object) => Promise<void>} Order asks what it would do, and does it if it shall be
 *   done
 */

/** @param {Machine} machine */
function plate(machine) {
  const { figures } = words;
  const item = (/** @type {keyof typeof figures} */ name) =>
    el("div", {}, el("dt", {}, figures[name]), el("dd", { "data-testid": name }, number(machine[name])));
  return el(
    "dl",
    { class: "figures" },
    .../** @type {const} */ (["episodes", "wins", "draws", "losses", "beads", "boxes", "era", "seq"]).map(item),
  );
}

/** @param {Machine} machine */
function condition(machine) {
  const { condition: is } = words;
  if (machine.frozen) return is.frozen;
  const left = machine.finished?.games_left;
  if (machine.finished) return left === null ? is.finished : is.finishedLeft(counted("games", left ?? 0));
  return machine.dry ? is.dry : "";
}

/** The form of an act. @param {string} name @param {Machine} machine @param {Order} order */
function actForm(name, machine, order) {
  const send = (
    /** @type {import("./dom.js").Child[]} */ fields,
    /** @type {(given: Record<string, string>) => object} */ body = () => ({}),
  ) => form(name, fields, words.look, (it) => order(`/${name}`, body(filled(it))));
  const { fork } = words;
  if (name === "unteach") {
    const { choice, visit } = visitChoice(machine);
    return send([choice], (given) => ({ visit: visit(given) }));
  }
  if (name === "rewind") return send(rewindFields(machine), ({ to }) => ({ to: figure(to) }));
  if (name === "reset")
    return send([field(words.begin, input("start", { placeholder: "8/6/4/2" }), words.beginAbout)], ({ start }) =>
      start ? { start } : {},
    );
  if (name === "topup")
    return send([field(words.topup, input("to", { inputmode: "numeric", value: "1" }))], ({ to }) => ({
      to: figure(to),
    }));
  if (name !== "fork") return send([]);
  return send(
    [
      field(fork.name, input("name", { placeholder: `${machine.name}-1962`, required: true }), fork.nameAbout),
      field(fork.title, input("title", { placeholder: fork.titleHolder })),
      field(fork.at, input("at", { inputmode: "numeric", placeholder: String(machine.seq) })),
    ],
    (given) => ({ ...given, at: figure(given.at) }),
  );
}

export class Sheet {
  /** @param {HTMLElement} card @param {Order} order by path below the machine */
  constructor(card, order) {
    this.card = card;
    this.order = order;
    this.shape = "";
    this.head = el("div", {});
    this.choices = el("div", { class: "choices", role: "group", "aria-label": words.choose });
    this.act = el("section", { class: "act" });
  }

  /**
   * Its form is made anew only for another machine, or once it is frozen or thawed: what was typed stays.
   * @param {Machine} machine
   * @param {boolean} [anew]
   */
  show(machine, anew = false) {
    const name = encodeURIComponent(machine.name);
    const state = condition(machine);
    this.head.replaceChildren(
      el(
        "div",
        { class: "name" },
        el("h1", { "data-testid": "sheet-title" }, titleOf(machine.name, machine.title)),
        el("span", { class: "yr" }, makerOf(machine.name, machine.maker)),
      ),
      el(
        "p",
        { class: "muted" },
        `${machine.game}, ${words.seats[machine.seat] ?? machine.seat} · ${machine.rule} · `,
        el("a", { href: here(`machine/${name}`) }, words.tableSmall),
        " · ",
        el("a", { href: here(`api/v1/machines/${name}/log`) }, words.log),
      ),
      plate(machine),
      state ? el("p", { class: "note", "data-testid": "condition" }, state) : "",
    );
    this.card.style.setProperty("--k", machine.colour);
    const shape = `${machine.name} ${machine.frozen}`;
    if (shape === this.shape && !anew) return;
    this.shape = shape;
    const acts = machine.frozen ? ["thaw", "fork"] : ["unteach", "rewind", "reset", "topup", "freeze", "fork"];
    this.choices.replaceChildren(
      ...acts.map((act) =>
        el(
          "button",
          {
            type: "button",
            class: "btn small quiet",
            "data-testid": "act",
            "data-act": act,
            click: () => this.choose(act, machine),
          },
          words.acts[act]?.name ?? act,
        ),
      ),
    );
    this.card.replaceChildren(this.head, el("h2", {}, words.choose), this.choices, this.act);
    this.choose(acts[0] ?? "", machine);
  }

  /**
   * One act at a time, with one button; what was filled in for it stays when it is chosen again.
   * @param {string} act
   * @param {Machine} machine
   */
  choose(act, machine) {
    if (this.choices.querySelector('[aria-pressed="true"]')?.getAttribute("data-act") === act) return;
    for (const button of this.choices.children)
      button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.act === act));
    this.act.replaceChildren(
      el("h3", {}, words.acts[act]?.name ?? act),
      el("p", {}, words.acts[act]?.about ?? ""),
      actForm(act, machine, (path, order) => this.order(`/${encodeURIComponent(machine.name)}${path}`, order)),
    );
  }

  /** Something else stands there. @param {HTMLElement} content */
  put(content) {
    this.shape = "";
    this.card.style.removeProperty("--k");
    this.card.replaceChildren(content);
  }
}
