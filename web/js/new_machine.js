/** The form for a new machine: any game, seat, rule with its options, and boxes. */
import { el } from "./dom.js";
import * as desk from "./desk.js";
import { desk as texts } from "./desk_words.js";
import { choice, field, filled, form, input } from "./forms.js";
import { language, words } from "./language.js";

/** @typedef {import("./protocol.js").Rules} Rules */

const { form: own } = texts;
const COLOURS = ["#b9352b", "#1e5b5a", "#7a4b1f", "#3b4a86", "#4f6b3a", "#8c2f39", "#5d4a7e", "#2f5f7a"];
const BOTH = /** @type {Record<string, string[]>} */ ({
  empty: ["resign", "top-up"],
  propagate: ["no", "yes"],
  prune: ["no", "yes"],
  choose: ["chance", "most"],
});
/** @param {string} name */
const plain = (name) => ({ value: name, label: name });

/** A game's name in the curator's language. @param {string} name @param {string} title */
function gameName(name, title) {
  const columns = name.match(/^extendapawn-(\d+)$/)?.[1];
  return columns ? own.wide(columns) : (own.gameNames[name] ?? title);
}

/** The messages under which a game's rules are told. @param {string} game */
function rulesOf(game) {
  if (/pawn/.test(game)) return "hexapawn";
  if (/checkers/.test(game)) return game.endsWith("russian") ? "russian" : "checkers";
  return game.endsWith("misere") ? "misere" : game.replace(/-\d.*$/, "");
}

/**
 * The rule as the server reads it: a name, and what differs from it.
 * @param {Rules["rules"][0]} rule
 * @param {Record<string, string>} chosen
 */
function ruleText(rule, chosen) {
  const options = Object.entries(rule.options)
    .filter(([name, value]) => (chosen[`rule-${name}`] ?? value) !== value)
    .map(([name]) => `${name}=${chosen[`rule-${name}`]}`);
  return [rule.name, ...options].join(",");
}

/** @param {Rules} known */
function ruleFields(known) {
  const select = choice(
    "rule",
    known.rules.map(({ name }) => plain(name)),
  );
  const story = el("p", { class: "muted" });
  const controls = known.options.map(({ name, about }) => ({
    name,
    about,
    control: BOTH[name] ? choice(`rule-${name}`, BOTH[name].map(plain)) : input(`rule-${name}`),
  }));
  const rule = () =>
    /** @type {Rules["rules"][0]} */ (known.rules.find(({ name }) => name === select.value) ?? known.rules[0]);
  const fill = () => {
    // The API tells the source too, in English.
    story.textContent =
      language === "en" ? rule().story : (words.rule[rule().name] ?? own.rules[rule().name] ?? rule().story);
    for (const { name, control } of controls) control.value = rule().options[name] ?? "";
  };
  select.addEventListener("change", fill);
  fill();
  const options = el(
    "details",
    {},
    el("summary", {}, own.options),
    el(
      "div",
      { class: "options" },
      ...controls.map(({ name, about, control }) =>
        field(own.labels[name] ?? name, control, language === "en" ? about : undefined),
      ),
    ),
  );
  return { fields: [field(own.rule, select), story, options], rule };
}

/** @param {(order: object) => Promise<void>} order */
export async function newMachine(order) {
  const [all, { games }] = await Promise.all([desk.rules(), desk.games()]);
  // values are for experiments
  const beads = (/** @type {{name: string}} */ { name }) => !["step", "discount", "greedy"].includes(name);
  const known = {
    ...all,
    rules: all.rules.filter(({ options }) => options.step === "0"),
    options: all.options.filter(beads),
  };
  const game = choice(
    "game",
    games.map(({ name, title }) => ({ value: name, label: gameName(name, title) })),
  );
  const rules = el("p", { class: "muted" });
  const tell = () => {
    rules.textContent =
      language === "en"
        ? (games.find(({ name }) => name === game.value)?.rules ?? "")
        : (words.games[rulesOf(game.value)]?.line ?? "");
  };
  game.addEventListener("change", tell);
  tell();
  const boxes = choice(
    "boxes",
    known.boxes.map(({ name }) => plain(name)),
  );
  const about = el("p", { class: "muted" });
  const explain = () => {
    about.textContent =
      own.conventions[boxes.value] ?? known.boxes.find(({ name }) => name === boxes.value)?.about ?? "";
  };
  boxes.addEventListener("change", explain);
  explain();
  const learning = ruleFields(known);
  const colour = COLOURS[Math.floor(Math.random() * COLOURS.length)];
  const send = (/** @type {HTMLFormElement} */ it) => {
    const { rule: _, ...given } = filled(it);
    const label = Object.fromEntries(Object.entries(given).filter(([name]) => !name.startsWith("rule-")));
    return order({ name: "", ...label, rule: ruleText(learning.rule(), given) });
  };
  const half = (/** @type {string} */ legend, /** @type {import("./dom.js").Child[]} */ ...children) =>
    el("fieldset", { class: "half" }, el("legend", {}, legend), ...children);
  return el(
    "div",
    {},
    el(
      "div",
      { class: "name" },
      el("h1", { "data-testid": "sheet-title" }, texts.create),
      el("span", { class: "yr" }, own.lead),
    ),
    form(
      "start",
      [
        half(
          own.what,
          field(own.game, game),
          rules,
          field(
            own.seat,
            choice(
              "seat",
              known.seats.map((seat) => ({ value: seat, label: texts.seats[seat] ?? seat })),
              "second",
            ),
          ),
          ...learning.fields,
          field(own.boxes, boxes),
          about,
        ),
        half(
          own.says,
          field(texts.fork.name, input("name", { placeholder: own.nameHolder, required: true }), texts.fork.nameAbout),
          field(own.title, input("title", { placeholder: own.titleHolder })),
          field(own.maker, input("maker", { placeholder: own.makerHolder })),
          field(own.story, el("textarea", { name: "story", rows: 3, maxlength: 200 })),
          field(own.paint, input("colour", { type: "color", value: colour })),
        ),
      ],
      own.look,
      send,
    ),
  );
}
