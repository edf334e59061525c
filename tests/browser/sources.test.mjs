// Every text that states a fact has a source, in both languages, and what was told wrongly once is not told again.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { sources, works } from "../../web/sources.mjs";
import { OURS, SOURCES } from "../../web/js/story_sources.js";
import { messagesOf } from "./messages.mjs";

const [de, en] = [await messagesOf("de.js"), await messagesOf("en.js")];
const root = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");
const at = (messages, path) => path.split(".").reduce((value, key) => value?.[key], messages);

/** Every text of a message, functions with all that they say for common arguments. */
function texts(value) {
  if (typeof value === "function") return [String(value)];
  return typeof value === "object" ? Object.values(value).flatMap(texts) : [value];
}

test("every text that states a fact about the world has a source, and every source is of a text", () => {
  const facts = ["titles", "makers", "stories"].map((kind) => Object.keys(en[kind]).sort());
  assert.deepEqual(facts[0], facts[1]);
  assert.deepEqual(facts[1], facts[2]);
  const told = Object.entries(en.story.machines).flatMap(([machine, parts]) => Object.entries(parts).flatMap(([part, all]) => all.map((_, i) => `story.machines.${machine}.${part}.${i}`)));
  const stated = [...told, ...["makers", "stories", "rule", "games"].flatMap((kind) => Object.keys(en[kind]).map((key) => `${kind}.${key}`)), ...Object.keys(en.people.stories).map((key) => `people.stories.${key}`), "people.bets.claims", ...Object.keys(en.books.cards).map((key) => `books.cards.${key}`), "hall.lead", "hall.key", "hall.ten", "hall.story", "hall.kept", "finished.lead", "practice.lead", "strength.replies", "strength.explained",
    "box.compartments", "prizes.why", "prizes.names", "chess.one", "chess.two", "chess.three", "chess.answer", "chess.source", "know.wins", "know.caswell", ...Object.keys(en.know.more).map((name) => `know.more.${name}`)];
  assert.deepEqual(stated.filter((path) => !sources[path]?.length), []);
  for (const [path, of] of Object.entries(sources)) {
    for (const messages of [en, de]) assert.ok(at(messages, path), `${path} is no message`);
    for (const source of of) assert.ok(works[source] || source.length > 15, `${path}: ${source}`);
  }
  const used = new Set(Object.values(sources).flat());
  assert.deepEqual(Object.keys(works).filter((work) => !used.has(work)), []);
});

test("every machine has a story with who, where, when and what, alike in both languages; each work that it names is told in full", () => {
  const figures = (text) => (text.match(/\d+([.,]\d{3})*/g) ?? []).map((figure) => figure.replace(/\D/g, "")).sort();
  assert.deepEqual(Object.keys(en.story.machines), Object.keys(en.stories));
  for (const [machine, parts] of Object.entries(en.story.machines)) {
    for (const part of ["who", "where", "when", "built", "told", "happened", "known", "wins"]) assert.ok(parts[part]?.length, `${machine}: ${part}`);
    for (const [part, all] of Object.entries(parts)) for (const [i, text] of all.entries()) assert.deepEqual(figures(de.story.machines[machine][part][i]), figures(text), `${machine}.${part}.${i}: figures in German`);
  }
  const named = [...new Set(Object.values(SOURCES).flatMap((parts) => Object.values(parts).flat(2)))].sort();
  for (const { story } of [en, de]) {
    assert.deepEqual(Object.keys(story.works).sort(), named);
    for (const [work, [tag, full]] of Object.entries(story.works)) if (![...OURS, "massey", "comments"].includes(work)) assert.ok(full.includes(tag.match(/\d{4}/)[0]), `${work}: its year`);
  }
  for (const [machine, parts] of Object.entries(SOURCES)) assert.ok(Object.values(parts).flat(2).some((work) => OURS.includes(work)), `${machine}: nothing of ours is marked`);
});

test("the museum's own machines are told of in the messages alone", () => {
  const sentences = [...read("server/museum/exhibits.cpp").matchAll(/"[^"\n]*"/g)].map(([text]) => text).filter((text) => text.split(" ").length > 5);
  assert.deepEqual(sentences, []);
});

/** What was not so, or not said well. */
const wrong = [
  /perfect player|perfect one|perfekte[rn]? Spieler|perfektes Spiel|perfect play\b/i, // who never errs still loses where every move loses
  /before computers|bevor Computer/i, // one played noughts and crosses in 1952
  /smallest Go|kleinste Go/i, /almost every stone/i, /twice as many boxes as MENACE/,
  /one, and kept for good|bleibt für immer|every position (that )?it can meet|jede Stellung, die sie treffen/i,
  /learns in some thirty|lernt in etwa dreißig|punished alone|nur bestraft/i, /\bshe loses/i, /one game in forty|eine von vierzig/i,
  /1969 seinen Lesern|his readers in 1969/i, /a reader's idea|die Idee eines Lesers/i, /addendum on NIMBLE/, /builder's remedy/, /Caswell's next step/,
  /by a corner: it answers|one more, and the first player wins|From some game on|Whoever runs the house/i,
  /no line of play by anybody/i, /one box for every position/i, /lehrt niemanden|Wer sie lehrt/,
  /in diesem Zug|vor jedem Zug|Los drucken|ausgelernt|Das hast du gelehrt|nichts wird gelehrt/, /golden matchbox|big bear|goldene Streichholz|großen Bären/,
];

test("what was told wrongly once is told nowhere: pages, READMEs, API, the program's own texts", () => {
  const files = ["README.md", "server/README.md", "server/POSTGRESQL.md", "engine/README.md", "schema/README.md", "schema/openapi.yaml", "engine/rules_table.cpp", "server/museum/exhibits.cpp", "server/api/prizes.cpp", "server/api/rules.cpp",
    ...readdirSync(new URL("engine/games", root)).map((file) => `engine/games/${file}`), ...readdirSync(new URL("web", root)).filter((file) => file.endsWith(".html")).map((file) => `web/${file}`)];
  const told = [["en.js", texts(en).join("\n")], ["de.js", texts(de).join("\n")], ...files.map((file) => [file, read(file).replace(/"\s*\n\s*"/g, "")])];
  assert.deepEqual(told.flatMap(([file, text]) => wrong.filter((words) => words.test(text)).map((words) => `${file}: ${text.match(words)[0]}`)), []);
});

test("what is told now: Ellis's defeats, the usual number of HER's, whose the compartments are, HIM and Russian rules", () => {
  for (const [messages, words] of [[en, { her: /nineteen at most.*eleven/, him: /museum’s choice/, minicheckers: /as we read.*413/, "minicheckers-gardner": /Tretyakov’s answer to a reader.*not the reader’s propagation/, menace: /no computer at hand/ }],
    [de, { her: /höchstens neunzehnmal, meist etwa elfmal/, him: /dieses Museum gewählt/, minicheckers: /so lesen wir.*413/, "minicheckers-gardner": /Tretjakows Antwort.*nicht das Weitergeben/, menace: /keinen Computer zur Hand/ }]]) {
    for (const [name, pattern] of Object.entries(words)) assert.match(messages.stories[name], pattern, name);
    assert.match(messages.stories.ellis, /\b80\b.*\b12\b.*\b2\b.*\b3\b/);
    assert.match(messages.chess.one, /1962.*Mhalla/);
    assert.match(messages.chess.source, /1962.*1969.*Mhalla/);
    assert.match(messages.people.stories.letters.text.join(" "), /NIMBLE is in the article itself|NIMBLE von Hight steht im Artikel selbst/);
    assert.doesNotMatch(messages.dry.move("x", "c2"), /x c2/);
    assert.equal(Object.keys(messages.prizes.names).length, [...read("server/api/prizes.cpp").matchAll(/\{"[a-z ]+", \d+\}/g)].length);
  }
});

test("a machine is \"it\" in English, never \"she\"", () => {
  const she = [...texts(en).join("\n").matchAll(/\b(HER|HIM|MENACE|NIMBLE)\b[^.!?;$“”"`\n]*\b(she|her)\b/g)].map(([text]) => text);
  assert.deepEqual(she, []);
});

test("NIMBLE is of Gardner's article, not of the letters in its addendum; Go on 3 x 3 is Eliasberg's letter", () => {
  assert.doesNotMatch(works.letters, /Hight/);
  const nimble = Object.entries(sources).filter(([path]) => /(^stories|^makers|asked)\.nim/.test(path));
  assert.equal(nimble.length, 3);
  for (const [path, of] of nimble) assert.ok(of.includes("gardner") && !of.includes("letters"), path);
  assert.ok(sources["stories.go-3x3"].includes("letters"));
});

test("what the program tells of a game and a rule has its source: Caswell's, Go's, Russian draughts, HIM's rewards", () => {
  const joined = (path) => read(path).replace(/"\s*\n\s*"/g, "");
  for (const [path, words] of [["engine/games/checkers_5x5.cpp", /Caswell, to whom it had earlier been proposed/], ["engine/games/go.cpp", /Eliasberg's of 3 x 3 points in Gardner 1969/],
    ["engine/games/go.cpp", /Jay Eliasberg, in Gardner 1969/], ["engine/games/mini_checkers_russian.cpp", /our reading of \\"the king must go to the furthest square\\"/],
    ["engine/games/nim.cpp", /Hight's NIMBLE[^]*Gardner 1962/], ["engine/rules_table.cpp", /reader's comment on Scroggs's MENACE page/]]) assert.match(joined(path), words, path);
  for (const [messages, words] of [[en, /proposed to Caswell|whom it had been proposed/], [de, /Caswell vorgeschlagen|vorgeschlagen worden/]])
    for (const text of [messages.makers.caswell, messages.story.machines.caswell.built[0], messages.people.stories.caswell.text[0]]) assert.match(text, words);
});
