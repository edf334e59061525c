// All words that a visitor reads are in the message files, and every language has the same ones.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { startHouse } from "../server/house.mjs";
import { languages, messagesOf } from "./messages.mjs";
import { on, Visitor } from "./table.mjs";

const web = fileURLToPath(new URL("../../web", import.meta.url));
const read = (path) => readFileSync(`${web}/${path}`, "utf8");
const curators = new Set(["try_api.js"]); // the page of the API speaks English
const messages = new Map();
const ownNames = ["English", "Deutsch"]; // what a language calls itself is the same in all of them
let house;

before(async () => {
  for (const file of languages) messages.set(file, await messagesOf(file));
  house = await startHouse();
});
after(() => house.close());

/** Every message by its dotted path: a text, a list, or a function by how many parameters it takes. */
function paths(value, path = "") {
  if (typeof value === "function") return [[path, "function"]];
  if (typeof value !== "object") return [[path, typeof value]];
  return Object.entries(value).flatMap(([key, inner]) => paths(inner, path ? `${path}.${key}` : key));
}

test("English and German have the same messages", () => {
  assert.deepEqual(languages, ["de.js", "en.js"]);
  const [de, en] = languages.map((file) => paths(messages.get(file)).sort());
  assert.deepEqual(de, en);
  const empty = languages.flatMap((file) => paths(messages.get(file)).filter(([path, kind]) => kind === "string" && path.split(".").reduce((at, key) => at[key], messages.get(file)) === "").map(([path]) => `${file}: ${path}`));
  assert.deepEqual(empty, []);
});

/** The texts of all string literals of a script, with what stands before each; `${...}` is left out. */
function literals(text) {
  const found = [];
  const scan = (at, end) => { // reads code from `at` to the bracket that ends it, and says where that is
    let i = at;
    while (i < text.length && text[i] !== end) {
      if (text.startsWith("//", i)) i = text.indexOf("\n", i);
      else if (text.startsWith("/*", i)) i = text.indexOf("*/", i) + 2;
      else if (text[i] === "/" && /[(,=:[!&|?{};]\s*$/.test(text.slice(Math.max(0, i - 80), i))) { // a regular expression
        for (i += 1; text[i] !== "/"; i += 1) {
          if (text[i] === "[") while (text[i] !== "]") i += text[i] === "\\" ? 2 : 1;
          else if (text[i] === "\\") i += 1;
        }
        i += 1;
      } else if (/["'`]/.test(text[i])) {
        const [quote, from] = [text[i], i];
        let literal = "";
        for (i += 1; text[i] !== quote; i += 1) {
          if (text[i] === "\\") i += 1;
          else if (quote === "`" && text.startsWith("${", i)) {
            i = scan(i + 2, "}");
            literal += "\0";
          } else literal += text[i];
        }
        found.push({ literal, before: text.slice(Math.max(0, from - 120), from).replace(/\s+/g, " ").slice(-24) });
        i += 1;
      } else if (text[i] === "{") i = scan(i + 1, "}") + 1;
      else i += 1;
    }
    return i;
  };
  scan(0, "");
  return found;
}

test("the stories tell of every exhibit and who made it, German with the figures that the English ones have, and so does REST", async () => {
  const { machines } = await house.get("/machines");
  const en = messages.get("en.js");
  const figures = (text) => (text.match(/\d+([,.\u202f\u00a0 ]\d{3})*/g) ?? []).map((figure) => Number(figure.replace(/\D/g, ""))).sort();
  for (const { name, title, story, maker } of machines) {
    assert.deepEqual([title, story, maker], [en.titles[name], [en.stories[name], en.know.more[name]].filter(Boolean).join(" "), en.makers[name]], name); // REST covers no answer
    assert.ok(Buffer.byteLength(story) <= 200, `${name}: no label has room for more`);
    assert.deepEqual(figures(messages.get("de.js").stories[name]), figures(story), name);
    assert.deepEqual(figures(messages.get("de.js").makers[name]), figures(maker), `who made ${name}`);
  }
});

test("no script has words of its own", () => {
  const styles = readdirSync(`${web}/css`).map((file) => read(`css/${file}`)).join("\n");
  const isClass = (word) => new RegExp(`[.#]${word}(?![\\w-])`).test(styles);
  const isWords = (literal) => {
    const text = literal.replaceAll("\0", " ").trim();
    if (/^[A-Z][a-z]{2,}[.!?…]?$/.test(text) && !/^(Arrow|Escape|Enter|Home|End|Accept)/.test(text)) return true;
    const plain = text.split(/\s+/).filter((word) => word.length > 1 && /^[A-Za-z’'-]*[A-Za-z][,.!?…:]?$/.test(word));
    return plain.length > 1 && !plain.every((word) => isClass(word));
  };
  const code = /(Authorization: |Error\([^)]*|querySelector(All)?(\(|<)[^)]*|d: |transform: |viewBox: |getItem\( ?|KEY = |setProperty\([^)]*)$/;
  const sources = readdirSync(`${web}/js`).filter((file) => file.endsWith(".js") && !curators.has(file));
  const all = sources.flatMap((file) => literals(read(`js/${file}`)).map((each) => ({ file, ...each })));
  assert.ok(all.length > 800, `${all.length} literals were found`);
  assert.ok(isWords("Your turn") && isWords("never changed") && isWords("Pass") && !isWords("btn small quiet"), "words are told from classes");
  assert.deepEqual(all.filter(({ literal, before }) => isWords(literal) && !code.test(before) && !ownNames.includes(literal)).map(({ file, literal }) => `${file}: ${literal}`), []);
});

test("the words in the pages' own files are the English messages", () => {
  const en = messages.get("en.js");
  for (const page of ["index.html", "table.html", "curator.html", "minichess.html", "books.html", "answers.html", "lab.html", "lesson.html", "pair.html", "sealed.html", "film.html", "stories.html", "story.html", "wall.html", "404.html", "offline.html"]) {
    const html = read(page).replace(/<!--[\s\S]*?-->/g, "");
    const body = html.slice(html.indexOf("<body"));
    const told = [...html.matchAll(/<(\w+)[^>]*\sdata-words="([^"]+)"[^>]*>([^<]*)</g)].map(([, , path, text]) => [path, text.replaceAll("&amp;", "&")]);
    assert.ok(told.length > 3, page);
    for (const [path, text] of told) assert.equal(text, path.split(".").reduce((at, key) => at?.[key], en), `${page}: ${path}`);
    const rest = body.replace(/<(\w+)[^>]*\sdata-words="[^"]+"[^>]*>[^<]*<\/\1>/g, "").replace(/<script[\s\S]*?<\/script>/g, "").replace(/<[^>]+>/g, " ");
    assert.doesNotMatch(rest, /[A-Za-z]{2,}/, `${page}: words outside the messages`);
  }
});

test("a German browser reads German, the address and the switch choose, and the choice is remembered", async () => {
  const visitor = await Visitor.come(house, "/", { locale: "de-DE" });
  await visitor.see(on.exhibit("menace"));
  assert.equal(await visitor.page.getAttribute("html", "lang"), "de");
  assert.match(await visitor.find("h1").innerText(), /bring es ihnen bei/i);
  await visitor.find('#languages [lang="en"]').click();
  await visitor.page.locator("h1", { hasText: /teach them/i }).waitFor();
  await visitor.page.goto(`${house.url}/machine/her`);
  await visitor.standing();
  assert.match(await visitor.find("#turn").innerText(), /your turn/i);
  await visitor.page.goto(`${house.url}/machine/her?lang=de`);
  await visitor.standing();
  assert.match(await visitor.find("#turn").innerText(), /am zug/i);
  const english = new Set(paths(messages.get("en.js")).filter(([, kind]) => kind === "string").map(([path]) => path.split(".").reduce((at, key) => at[key], messages.get("en.js"))).filter((text) => / /.test(text)));
  const shown = await visitor.page.evaluate(() => document.body.innerText.split("\n").map((line) => line.trim()));
  assert.deepEqual(shown.filter((line) => english.has(line)), [], "no English is left");
  await visitor.leave();
});

test("a German page of minichess has a German title", async () => {
  const visitor = await Visitor.come(house, "/minichess?lang=de");
  await visitor.page.locator("h1", { hasText: "Die Maschine" }).waitFor();
  assert.equal(await visitor.page.title(), "Minischach: die Maschine, die es hier nicht gibt · Menagerie");
  await visitor.leave();
});

test("one is told as one, and several as several", () => {
  const [en, de] = ["en.js", "de.js"].map((file) => messages.get(file));
  assert.equal(en.pair.over("RAT", en.count.games(1, "1"), "HER", "19"), "RAT won 1 game, HER won 19.");
  assert.equal(de.pair.over("RAT", de.count.games(1, "1"), "HER", "19"), "RAT gewann 1 Partie, HER gewann 19.");
  assert.deepEqual(["1", "2"].map(en.people.stall.coins), ["1 coin", "2 coins"]);
  assert.deepEqual(["1", "2"].map(de.people.stall.coins), ["1 Münze", "2 Münzen"]);
  assert.match(de.people.stall.sums("200", "1", "600", "20"), /1 hat gewonnen/);
  assert.match(de.people.stall.sums("200", "2", "600", "20"), /2 haben gewonnen/);
  assert.match(de.film.tally("3", "1", "2"), /1 ging unentschieden aus/);
  assert.match(de.film.tally("3", "2", "2"), /2 gingen unentschieden aus/);
});

test("how many others are here is written as the language writes figures", async () => {
  const told = {
    en: ["1,500 other visitors play and 1 looks on.", "1 other visitor plays.", "2,000 look on."],
    de: ["1.500 andere Besucher spielen und 1 schaut zu.", "1 anderer Besucher spielt.", "2.000 schauen zu."],
  };
  for (const [lang, sentences] of Object.entries(told)) {
    const visitor = await Visitor.come(house, `/machine/her?lang=${lang}`);
    await visitor.standing();
    const seen = await visitor.page.evaluate(async () => {
      const { Room } = await import("/js/live.js");
      const card = document.createElement("div");
      const room = new Room(card);
      return [[1500, 2], [1, 1], [0, 2001]].map(([playing, watching]) => {
        room.draw({ hello: {}, feed: { playing, watching }, rows: [] });
        return card.querySelector(".presence").textContent;
      });
    });
    assert.deepEqual(seen, sentences);
    await visitor.leave();
  }
});

test("figures are written as each language writes them", async () => {
  const figures = [0, 7, 24, 999, 1000, 1720, 54321, 1000001, 123456789, -5, -1234, 0.05, 2.25, 1234.5678];
  for (const file of languages) {
    const name = file.replace(".js", "");
    const visitor = await Visitor.come(house, `/?lang=${name}`);
    const [written, rough] = await visitor.page.evaluate(async (all) => {
      const { about, number } = await import("/js/language.js");
      return [all.map(number), all.map(about)];
    }, figures);
    const as = (options) => figures.map((figure) => new Intl.NumberFormat(name, options).format(figure));
    assert.deepEqual(written, as({}));
    assert.deepEqual(rough, as({ maximumFractionDigits: 1 }));
    await visitor.leave();
  }
});
