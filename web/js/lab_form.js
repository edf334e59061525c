/** The settings of the bench, as a form; each can be hidden by the address (`hide=loss,empty`). */
import { el } from "./dom.js";
import { words } from "./language.js";

/** @typedef {import("./lab_spec.js").Settings} Settings */

const TURNS = 4;
const say = words.lab;

/** A reinforcement as the form has it: a number, and for which beads. @param {string} text such as -1/last/keep */
function parts(text) {
  const [change, ...scope] = text.split("/");
  return {
    change: change === "-all" ? "-1" : String(Number(change)),
    scope: change === "-all" ? "all" : scope.join("-") || "each",
  };
}

/** @param {string} change @param {string} scope */
function reinforcement(change, scope) {
  const number = Math.trunc(Number(change)) || 0;
  if (scope === "all") return "-all/last";
  if (number === 0) return "0";
  const written = `${number > 0 ? "+" : ""}${number}`;
  return scope === "each" ? written : number > 0 ? `${written}/last` : `${written}/${scope.replace("-", "/")}`;
}

/** Beads by turn. @param {string} text such as 4/3/2/1 */
function turns(text) {
  const given = text.split("/");
  return Array.from({ length: TURNS }, (_, i) => (given.length === 1 ? String(given[0]) : (given[i] ?? "1")));
}

/** @param {string} name @param {string} value @param {number} min @param {number} max */
const stepper = (name, value, min, max, label = "") =>
  el("input", {
    type: "number",
    name,
    value,
    min,
    max,
    step: 1,
    inputmode: "numeric",
    required: true,
    "aria-label": label || null,
  });

/** @param {string} name @param {string} chosen @param {[string, string][]} choices @param {string} label */
const select = (name, chosen, choices, label = "") =>
  el(
    "select",
    { name, "aria-label": label || null },
    ...choices.map(([value, text]) => el("option", { value, selected: value === chosen }, text)),
  );

/** A setting with its name. @param {string} id @param {string} label @param {Node[]} controls */
const row = (id, label, ...controls) =>
  controls.length === 1
    ? el("label", { class: "set", "data-set": id }, el("span", {}, label), ...controls)
    : el(
        "fieldset",
        { class: "set", "data-set": id },
        el("legend", {}, label),
        el("div", { class: "several" }, ...controls),
      );

/**
 * A row with one select.
 * @param {string} id
 * @param {string} label
 * @param {string} chosen
 * @param {[string, string][]} options
 */
const choice = (id, label, chosen, options) => row(id, label, select(id, chosen, options));

/** @param {Settings} settings @param {"win"|"draw"|"loss"} what */
function reward(settings, what) {
  const { change, scope } = parts(settings[what] ?? "0");
  return row(
    what,
    say[what],
    stepper(`${what}-change`, change, -99, 99, say[what]),
    select(
      `${what}-scope`,
      scope,
      [
        ["each", say.each],
        ["last", say.last],
        ["last-keep", say.lastKeep],
        ["all", say.all],
      ],
      say.scope(say[what]),
    ),
  );
}

/** The rows that say how a machine learns. @param {Settings} settings */
function learning(settings) {
  return [
    row(
      "start",
      say.start,
      ...turns(settings.start ?? "1").map((beads, i) => stepper(`start-${i}`, beads, 1, 999, say.startOf(i + 1))),
    ),
    reward(settings, "win"),
    reward(settings, "draw"),
    reward(settings, "loss"),
    choice("analyse", say.analyse, settings.analyse ?? "no", [
      ["no", say.blamed],
      ["yes", say.mistakeOnly],
    ]),
    choice("empty", say.empty, settings.empty ?? "resign", [
      ["resign", say.resign],
      ["top-up", say.topUp],
    ]),
    choice("choose", say.choose, settings.choose ?? "chance", [
      ["chance", say.chance],
      ["most", say.most],
    ]),
    choice("boxes", say.boxes, settings.boxes === "raw" ? "raw" : "own", [
      ["own", say.merged],
      ["raw", say.unmerged],
    ]),
  ];
}

/**
 * The rows of the form.
 * @param {Settings} settings
 * @param {import("./protocol.js").Machine[]} machines
 * @param {[string, string][]} opponents
 */
export function rows(settings, machines, opponents) {
  return [
    row(
      "machine",
      say.machine,
      select(
        "machine",
        String(settings.machine),
        machines.map(({ name, title }) => [name, title]),
      ),
    ),
    ...learning(settings),
    row("against", say.against, select("against", String(settings.against), opponents)),
    row("games", say.games, stepper("games", String(settings.games), 1, 2000)),
    row("seed", say.seed, stepper("seed", String(settings.seed), 0, 2 ** 53 - 1)),
  ];
}

/**
 * The rows of the bench beside: it plays the same games by another rule.
 * @param {Settings} settings
 * @param {string[]} rules the names of known ones
 * @param {string} rule whose options it has, or ""
 */
export const besideRows = (settings, rules, rule) => [
  row(
    "rule",
    say.knownRule,
    select("rule", rule, [
      ["", say.ownRule],
      ...rules.map((name) => /** @type {[string, string]} */ ([name, say.rules[name] ?? name])),
    ]),
  ),
  ...learning(settings),
];

/**
 * What the form says now, over what it does not show.
 * @param {HTMLFormElement} form
 * @param {Settings} before
 * @returns {Settings}
 */
export function read(form, before) {
  const data = Object.fromEntries([...new FormData(form)].map(([key, value]) => [key, String(value)]));
  const start = Array.from({ length: TURNS }, (_, i) => data[`start-${i}`] || "1");
  const same = start.every((beads) => beads === start[0]);
  while (start.length > 1 && start.at(-1) === "1") start.pop();
  return {
    ...before,
    empty: data.empty ?? "",
    choose: data.choose ?? "",
    analyse: data.analyse ?? "no",
    ...Object.fromEntries(
      ["machine", "against", "games", "seed"].map((key) => [key, data[key] || String(before[key])]),
    ),
    boxes: data.boxes === "raw" ? "raw" : before.boxes === "raw" ? "own" : (before.boxes ?? "own"),
    start: same ? String(start[0]) : start.join("/"),
    ...Object.fromEntries(
      ["win", "draw", "loss"].map((what) => [
        what,
        reinforcement(data[`${what}-change`] ?? "0", data[`${what}-scope`] ?? "each"),
      ]),
    ),
  };
}
