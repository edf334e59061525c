// The build takes typefaces and made texts as they are kept, so that it needs no Node: they are what their sources make.
import assert from "node:assert/strict";
import { test } from "node:test";
import { differing, fonts, ofSources } from "../prepare.mjs";
import { read, repositoryFiles } from "./files.mjs";

const made = { ...fonts(), ...ofSources() };

test("what is kept for the build is what its sources and npm's packages make", () => {
  assert.deepEqual(differing(made), [], "mended by: node tests/prepare.mjs");
});

test("the folders of what is made hold nothing else", () => {
  const ofProgram = /^packaging\/made\/menagerie\./; // tests/release/package.test.mjs compares them
  const kept = repositoryFiles().filter((file) => /^(web|packaging)\/made\/|^web\/fonts\//.test(file));
  assert.deepEqual(kept.filter((file) => !(file in made) && !ofProgram.test(file)), []);
});

test("no step of the build runs Node or npm", () => {
  const steps = repositoryFiles().filter((file) => /(^|\/)(CMakeLists\.txt|[^/]*\.cmake|CMakePresets\.json|Dockerfile)$/.test(file));
  assert.ok(steps.includes("web/CMakeLists.txt") && steps.includes("docker/Dockerfile"));
  const runs = /^(?!\s*#).*(\bfind_program\([^)]*\bnode\b|\bCOMMAND\b.*(\.mjs\b|\bnode\b|\bnpm\b)|^RUN .*\b(node|npm|npx)\b)/i;
  const found = steps.flatMap((file) => read(file).split("\n").filter((line) => runs.test(line)).map((line) => `${file}: ${line.trim()}`));
  assert.deepEqual(found.filter((line) => !line.startsWith("tests/CMakeLists.txt:")), []);
});
