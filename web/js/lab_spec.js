/**
 * The settings of the bench as a link, and back: `machine=menace&rule=michie-1961,loss=-2&against=optimal&games=220`.
 */

/** @typedef {import("./protocol.js").Rules["rules"][0]} Rule */
/** @typedef {import("./protocol.js").Machine} Machine one that can be taught */
/**
 * @typedef {Record<string, string>} Settings machine, seat, boxes, against, games, seed, stop, base (another rule than
 *   the machine's), and the rule's options
 */

export const OPTIONS = [
  "start",
  "win",
  "draw",
  "loss",
  "floor",
  "upkeep",
  "empty",
  "propagate",
  "prune",
  "choose",
  "delay",
  "analyse",
];
export const DEFAULTS = { games: "220", against: "optimal", seed: "1" };

/** The options of a rule's text. @param {string} text @param {Rule[]} rules @returns {Record<string, string>} */
export function optionsOf(text, rules) {
  const [name, ...changes] = text.split(",");
  const rule = rules.find((each) => each.name === name) ?? rules[0];
  return {
    ...rule?.options,
    ...Object.fromEntries(
      changes
        .map((change) => change.split("="))
        .filter(([option, value]) => OPTIONS.includes(String(option)) && value !== undefined),
    ),
  };
}

/** A start without the ones that stand behind it anyway. @param {string} [text] */
const shortest = (text) => text?.replace(/(\/1)+$/, "");

/**
 * The rule's text: the preset of the machine, and what differs from it.
 * @param {string} base
 * @param {Settings} settings
 * @param {Rule[]} rules
 */
export function ruleOf(base, settings, rules) {
  const [name] = base.split(",");
  const rule = rules.find((each) => each.name === name);
  const changes = OPTIONS.filter(
    (option) => settings[option] !== undefined && shortest(settings[option]) !== shortest(rule?.options[option]),
  ).map((option) => `${option}=${settings[option]}`);
  return [name, ...changes].join(",");
}

/** The rule of the bench beside, with what its boxes are. @param {Settings} settings @param {Rule[]} rules */
export const besideRule = (settings, rules) =>
  `${ruleOf(String(settings.base), settings, rules)}${settings.boxes === "raw" ? ",boxes=raw" : ""}`;

/**
 * The settings of a bench beside this one: the same games, and the rule that is told of it.
 * @param {Settings} settings of the first
 * @param {string} text
 * @param {Machine} machine
 * @param {Rule[]} rules
 * @returns {Settings}
 */
export function besideOf(settings, text, machine, rules) {
  const [name = ""] = text.split(",");
  const base = String((rules.find((rule) => rule.name === name) ?? rules[0])?.name);
  return {
    ...settings,
    base,
    boxes: /,boxes=raw$/.test(text) ? "raw" : settings.boxes === "raw" ? machine.convention : (settings.boxes ?? "own"),
    ...optionsOf(text, rules),
  };
}

/** A part of a link, as legible as it can be. @param {string} value */
const coded = (value) =>
  encodeURIComponent(value).replace(/%2C/g, ",").replace(/%2F/g, "/").replace(/%3D/g, "=").replace(/%3A/g, ":");

/**
 * What an address holds: the bench, the rule beside it if there is one, and what a teacher hides.
 * @param {string} query
 * @param {string} beside
 * @param {string[]} hidden
 */
export const linkOf = (query, beside, hidden) =>
  `${query}${beside ? `&beside=${coded(beside)}` : ""}${hidden.length ? `&hide=${hidden.join(",")}` : ""}`;

/**
 * The query of the settings: without what the machine has anyway.
 * @param {Settings} settings
 * @param {Machine} machine
 * @param {Rule[]} rules
 */
export function queryOf(settings, machine, rules) {
  const rule = ruleOf(settings.base ?? machine.rule, settings, rules);
  const pairs = [
    ["machine", machine.name],
    ...(rule === machine.rule ? [] : [["rule", rule]]),
    ...(settings.seat ? [["seat", settings.seat]] : []),
    ...(settings.boxes === "raw" ? [["boxes", "raw"]] : []),
    ["against", settings.against],
    ["games", settings.games],
    ["seed", settings.seed],
    ...(settings.stop ? [["stop", settings.stop]] : []),
  ];
  return pairs.map(([key, value]) => `${key}=${coded(String(value))}`).join("&");
}

/**
 * What a link says, with the defaults for what it leaves out.
 * @param {string} text
 * @param {Machine[]} machines
 * @param {Rule[]} rules
 * @returns {{settings: Settings, machine: Machine, beside: Settings|null, hidden: string[]}}
 */
export function settingsOf(text, machines, rules) {
  const link = new URLSearchParams(text);
  const machine = machines.find(({ name }) => name === link.get("machine")) ?? /** @type {Machine} */ (machines[0]);
  const base = rules.find(({ name }) => name === machine.rule.split(",")[0]);
  /** @type {Settings} */
  const settings = {
    ...DEFAULTS,
    stop: link.get("stop") ?? "",
    seat: link.get("seat") ?? "",
    machine: machine.name,
    boxes: link.get("boxes") ?? machine.convention,
    ...base?.options,
    ...optionsOf(link.get("rule") ?? machine.rule, rules),
  };
  for (const key of /** @type {const} */ (["against", "games", "seed"]))
    settings[key] = link.get(key) ?? settings[key] ?? "";
  const beside = link.get("beside");
  return {
    settings,
    machine,
    beside: beside === null ? null : besideOf(settings, beside, machine, rules),
    hidden: (link.get("hide") ?? "").split(",").filter(Boolean),
  };
}
