/** The page of stories: the people, what they did, and one thing to do or to think about with each. */
import { byId, el } from "./dom.js";
import { ending } from "./ending.js";
import { visitorHere } from "./kiosk_entry.js";
import { cover } from "./know.js";
import { language, number, translate, words } from "./language.js";
import { drawing } from "./stories_pictures.js";
import { here } from "./root.js";

/**
 * @typedef {{title: string, where: string, text: string[], source: string, machine?: string, books?: string,
 *   ask?: string, reveal?: string, sealed?: string, race?: string}} Story
 */

const say = words.people;
// both benches play until nobody can beat them
const RACE = "machine=her&against=optimal&games=300&seed=1959&stop=unbeatable&beside=self-analysis";
/** Whose answers a story gives. @type {Record<string, string[]>} */
const ANSWERS = { letters: ["octapawn", "go-3x3"] };
const stories = /** @type {[string, Story][]} */ (Object.entries(say.stories));

/** What a visitor thinks about or asks; answers are covered. @param {string} id @param {Story} story */
function question(id, { ask, reveal }) {
  const games = ANSWERS[id];
  if (id === "caswell") return ending();
  if (games && ask && reveal) return cover({ games, question: ask, answer: () => [reveal] });
  return ask ? el("p", { class: "ask" }, ask) : null;
}

/** Five claims: the visitor bets, then sees. */
function bets() {
  const { bets: on } = say;
  let [right, made] = [0, 0];
  const score = el("p", { class: "cap", role: "status", "data-testid": "score" });
  const rows = on.claims.map(({ who, claim, came, then }) => {
    const told = el("p", { class: "answer" });
    const choose = (/** @type {boolean} */ yes) => {
      made += 1;
      right += yes === came ? 1 : 0;
      told.textContent = `${yes === came ? on.right : on.wrong} ${came ? on.so : on.not} ${then}`;
      buttons.forEach((button, i) => {
        button.disabled = true;
        button.setAttribute("aria-pressed", String(yes === (i === 0)));
      });
      score.textContent = on.score(right, made);
    };
    const buttons = [true, false].map((yes) =>
      el("button", { type: "button", class: "btn small quiet", click: () => choose(yes) }, yes ? on.yes : on.no),
    );
    return el(
      "li",
      { class: "bet", "data-testid": "bet" },
      el("p", { class: "yr" }, who),
      el("p", {}, claim),
      el("div", { class: "choose" }, ...buttons),
      told,
    );
  });
  return [el("ol", { class: "bets" }, ...rows), score];
}

/** Tanner's stall: it is put up when somebody wants to run it. */
function stall() {
  const place = el("div", { class: "stall", "data-testid": "stall", hidden: true });
  const button = el(
    "button",
    {
      type: "button",
      class: "btn small",
      "data-testid": "open-stall",
      click: async () => {
        button.disabled = true;
        const { openStall } = await import("./stall.js");
        button.hidden = true;
        place.hidden = false;
        await openStall(place);
      },
    },
    say.stall.put,
  );
  return [el("p", { class: "choose" }, button), place];
}

/** The least likely bead of a machine's day that won a game: it is looked for when somebody asks. */
function unlikely() {
  const { unlikely: on } = say;
  const titles = /** @type {Record<string, string>} */ (words.titles);
  const choice = el(
    "select",
    { "data-testid": "unlikely-machine" },
    ...Object.entries(titles).map(([name, title]) => el("option", { value: name }, title)),
  );
  const told = el("p", { class: "answer", role: "status", "data-testid": "unlikely" });
  const show = async () => {
    const title = titles[choice.value] ?? choice.value;
    button.disabled = true;
    try {
      const answer = await fetch(here(`api/v1/machines/${choice.value}/unlikely`));
      if (!answer.ok) throw new Error(answer.statusText);
      const { draw: found } = await answer.json();
      const day = found ? new Date(found.time).toLocaleDateString(language, { day: "numeric", month: "long" }) : "";
      if (!found) told.replaceChildren(on.none(title));
      else if (found.odds > 0.5) told.replaceChildren(on.usual(title, day));
      else {
        told.replaceChildren(
          on.told(title, number(Math.round(1 / found.odds)), number(found.number), day),
          " ",
          el("a", { href: here(`lesson/${found.lesson}`) }, on.lesson),
          " ",
          el("b", {}, on.ask),
        );
      }
    } catch {
      told.replaceChildren(on.failed);
    }
    button.disabled = false;
  };
  const button = el(
    "button",
    { type: "button", class: "btn small", "data-testid": "show-unlikely", click: show },
    on.show,
  );
  return [el("h3", {}, on.title), el("p", { class: "choose" }, el("label", {}, on.machine, " ", choice), button), told];
}

/** @param {string} id @param {Story} story */
function draw(id, story) {
  const picture = drawing(id);
  const links = [
    story.sealed ? el("a", { class: "btn small", href: here("sealed") }, story.sealed) : null,
    story.race ? el("a", { class: "btn small", href: `${here("lab")}#${RACE}` }, story.race) : null,
    story.machine
      ? el(
          "a",
          { class: "btn small", href: here(`machine/${story.machine}`) },
          say.play(/** @type {Record<string, string>} */ (words.titles)[story.machine] ?? story.machine),
        )
      : null,
    story.books ? el("a", { class: "btn small quiet", href: `${here("books")}#${story.books}` }, say.again) : null,
  ];
  return el(
    "article",
    { class: "card tale", id, "aria-labelledby": `${id}-title`, "data-testid": `story-${id}` },
    picture ? el("div", { class: "sketch", "aria-hidden": "true" }, picture) : null,
    el(
      "div",
      {},
      el("h2", { id: `${id}-title` }, story.title),
      el("p", { class: "yr" }, story.where),
      ...story.text.map((text) => el("p", {}, text)),
      question(id, story),
      ...(id === "prophets" ? bets() : id === "tanner" ? stall() : id === "samuel" ? unlikely() : []),
      el("p", { class: "choose" }, ...links),
      el("p", { class: "muted" }, `${say.from} ${story.source}`),
    ),
  );
}

translate();
document.title = say.titleOfPage;
await visitorHere();
byId("list").replaceChildren(...stories.map(([id, { title }]) => el("li", {}, el("a", { href: `#${id}` }, title))));
byId("machines-title").hidden = false;
byId("machines").replaceChildren(
  ...Object.entries(words.titles).map(([name, title]) =>
    el("li", {}, el("a", { href: `${here("story")}?machine=${name}` }, title)),
  ),
);
byId("all").replaceChildren(...stories.map(([id, story]) => draw(id, story)));
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
