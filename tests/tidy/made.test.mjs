// A build needs no Node, because what Node makes is kept in the repository: it is what comes out today.
import assert from "node:assert/strict";
import { dirname } from "node:path";
import { test } from "node:test";
import { differing, fonts, ofSources } from "../prepare.mjs";
import { repositoryFiles } from "./files.mjs";

const remedy = "node tests/prepare.mjs makes them anew (./run prepare installs what it needs)";

test("descriptions, the page of the routes, texts and the changelog are what follows from the sources", () => {
  assert.deepEqual(differing(ofSources()), [], remedy);
});

test("the typefaces are those of the packages in tests/package-lock.json", () => {
  assert.deepEqual(differing(fonts()), [], remedy);
});

test("nothing else stands where these are kept", () => {
  const made = Object.keys({ ...fonts(), ...ofSources() });
  const folders = new Set(made.map(dirname));
  const others = repositoryFiles().filter((file) => folders.has(dirname(file)) && !made.includes(file));
  assert.deepEqual(others.filter((file) => !/^packaging\/made\/menagerie\.(1|bash|zsh|fish)$/.test(file)), []);
});
