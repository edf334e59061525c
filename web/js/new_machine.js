/** The form for a new machine: any game, seat, rule with its options, and boxes. */
import { el } from "./dom.js";
import * as desk from "./desk.js";
import { choice, field, filled, form, input } from "./forms.js";

/** @typedef {import("./desk.js").Rules} Rules */

const COLOURS = ["#b9352b", "#1e5b5a", "#7a4b1f", "#3b4a86", "#4f6b3a", "#8c2f39", "#5d4a7e", "#2f5f7a"];
const BOTH = /** @type {Record<string, string[]>} */ ({ empty: ["resign", "top-up"], propagate: ["no", "yes"], prune: ["no", "yes"], choose: ["chance", "most"] });
const LABELS = /** @type {Record<string, string>} */ ({
  start: "Beads to start with", win: "After a win", draw: "After a draw", loss: "After a loss", floor: "No count below", upkeep: "Filled up to after each game",
  empty: "At an empty box", propagate: "Punishes the move before", prune: "Draws from the fuller colours",
  choose: "Draws by chance, or always what it has most of", delay: "After a loss, for each move that it lasted",
});

/** @param {string} name */
const plain = (name) => ({ value: name, label: name });

/** The rule as the house reads it: a name, and what differs from it. @param {desk.Rule} rule @param {Record<string, string>} chosen */
function ruleText(rule, chosen) {
  const options = Object.entries(rule.options).filter(([name, value]) => (chosen[`rule-${name}`] ?? value) !== value).map(([name]) => `${name}=${chosen[`rule-${name}`]}`);
  return [rule.name, ...options].join(",");
}

/** @param {Rules} known */
function ruleFields(known) {
  const select = choice("rule", known.rules.map(({ name }) => plain(name)));
  const story = el("p", { class: "muted" });
  const controls = known.options.map(({ name, about }) => ({ name, about, control: BOTH[name] ? choice(`rule-${name}`, BOTH[name].map(plain)) : input(`rule-${name}`) }));
  const rule = () => /** @type {desk.Rule} */ (known.rules.find(({ name }) => name === select.value) ?? known.rules[0]);
  const fill = () => {
    story.textContent = rule().story;
    for (const { name, control } of controls) control.value = rule().options[name] ?? "";
  };
  select.addEventListener("change", fill);
  fill();
  const options = el("details", {}, el("summary", {}, "With other options"), el("div", { class: "options" }, ...controls.map(({ name, about, control }) => field(LABELS[name] ?? name, control, about))));
  return { fields: [field("Rule that it learns by", select), story, options], rule };
}

/** @param {(order: object) => Promise<void>} order */
export async function newMachine(order) {
  const [known, { games }] = await Promise.all([desk.rules(), desk.games()]);
  const game = choice("game", games.map(({ name, title }) => ({ value: name, label: title })));
  const rules = el("p", { class: "muted" });
  const tell = () => { rules.textContent = games.find(({ name }) => name === game.value)?.rules ?? ""; };
  game.addEventListener("change", tell);
  tell();
  const boxes = choice("boxes", known.boxes.map(({ name }) => plain(name)));
  const about = el("p", { class: "muted" });
  const explain = () => { about.textContent = known.boxes.find(({ name }) => name === boxes.value)?.about ?? ""; };
  boxes.addEventListener("change", explain);
  explain();
  const learning = ruleFields(known);
  const colour = COLOURS[Math.floor(Math.random() * COLOURS.length)];
  const send = (/** @type {HTMLFormElement} */ it) => {
    const { rule: _, ...given } = filled(it);
    const label = Object.fromEntries(Object.entries(given).filter(([name]) => !name.startsWith("rule-")));
    return order({ name: "", ...label, rule: ruleText(learning.rule(), given) });
  };
  const half = (/** @type {string} */ legend, /** @type {import("./dom.js").Child[]} */ ...children) => el("fieldset", { class: "half" }, el("legend", {}, legend), ...children);
  return el("div", {}, el("div", { class: "name" }, el("h1", { "data-testid": "sheet-title" }, "A new machine"), el("span", { class: "yr" }, "any game, seat, rule and boxes that fit each other")),
    form("start", [
      half("What it is", field("Game", game), rules, field("Seat", choice("seat", known.seats.map(plain), "second")), ...learning.fields, field("Boxes", boxes), about),
      half("What its label says", field("Name in addresses", input("name", { placeholder: "the-cubs", required: true }), "small letters, digits and dashes"),
        field("Title", input("title", { placeholder: "The Cubs" })), field("Maker", input("maker", { placeholder: "Class 4b, 2026" })), field("Story", el("textarea", { name: "story", rows: 3, maxlength: 200 })),
        field("Paint", input("colour", { type: "color", value: colour }))),
    ], "See what that makes", send));
}
