// Beads on printed labels look as they do on the pages: the two tables are one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { read } from "./files.mjs";

const script = read("web/js/bead.js");
const styles = read("web/css/base.css");
const labels = read("server/api/labels/beads.cpp");

/** {white: {letter, fill, pale}, …} as the pages have them. */
function pageBeads() {
  const letters = [...script.matchAll(/name: "(\w+)", letter: "(\w)"/g), ...script.matchAll(/"(\w+) (\w)"/g)];
  const rule = /\.k-(\w+) \{\s+--c: #([0-9a-f]{6});(?:\s+--on: (#fff);)?\s+\}/g;
  const looks = new Map([...styles.matchAll(rule)].map(([, name, fill, on]) => [name, { fill, pale: on !== undefined }]));
  return Object.fromEntries(letters.map(([, name, letter]) => [name, { letter, ...looks.get(name) }]));
}

/** The same of labels. */
function labelBeads() {
  const rows = [...labels.matchAll(/constexpr Row k\w+\{"(\w+)", "(\w)", 0x([0-9a-f]{6})(, true)?\};/g)];
  return Object.fromEntries(rows.map(([, name, letter, fill, pale]) => [name, { letter, fill, pale: pale !== undefined }]));
}

test("labels have the pages' colours and letters", () => {
  const page = pageBeads();
  assert.equal(Object.keys(page).length, 12);
  assert.deepEqual(labelBeads(), page);
  const letters = Object.values(page).map(({ letter }) => letter);
  assert.equal(new Set(letters).size, letters.length, "a letter for each colour");
});

test("and give them in the pages' order", () => {
  const order = (name) => labels.match(new RegExp(`constexpr std::array ${name} = \\{([^}]*)\\}`))?.[1].match(/k\w+/g).map((it) => it.slice(1).toLowerCase());
  const michie = script.match(/const MICHIE = \[([\s\S]*?)\];/)?.[1].match(/name: "(\w+)"/g).map((it) => it.slice(7, -1));
  const byIndex = script.match(/const BY_INDEX = \[([\s\S]*?)\]/)?.[1].match(/"\w+ \w"/g).map((it) => it.slice(1, -3));
  assert.deepEqual(order("kMichie"), michie);
  assert.deepEqual(order("kByIndex"), byIndex);
  const noStones = Object.fromEntries([...(script.match(/NO_STONES = \{([^}]*)\}/)?.[1] ?? "").matchAll(/(\w+): (\w+)/g)].map(([, from, to]) => [from, to.toLowerCase()]));
  assert.equal(Object.keys(noStones).length, 2);
  assert.deepEqual(order("kNoStones"), michie.map((name) => noStones[name] ?? name));
});
