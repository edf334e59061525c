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

test("every type that is made of the schemas is one that pages name", () => {
  const pages = repositoryFiles().filter((file) => /^web\/js\/.*\.js$/.test(file)).map(read).join("\n");
  const imported = [...pages.matchAll(/@import \{([^}]*)\} from "[./]+protocol\.js"/g)].flatMap(([, list]) => list.match(/\w+/g));
  const named = new Set([...imported, ...[...pages.matchAll(/import\("[./]+protocol\.js"\)\.(\w+)/g)].map(([, name]) => name)]);
  const types = [...read("web/js/protocol.d.ts").matchAll(/^export type (\w+) = components/gm)].map(([, name]) => name);
  assert.ok(types.length > 30, `${types.length} types`);
  assert.deepEqual(types.filter((name) => !named.has(name)), [], "not in web/protocol_types.mjs");
});

test("no step of the build runs Node or npm", () => {
  const steps = repositoryFiles().filter((file) => /(^|\/)(CMakeLists\.txt|[^/]*\.cmake|CMakePresets\.json|Dockerfile)$/.test(file));
  assert.ok(steps.includes("web/CMakeLists.txt") && steps.includes("docker/Dockerfile"));
  const runs = /^(?!\s*#).*(\.mjs\b|\bfind_program\([^)]*\bnode\b|\bCOMMAND\b.*\b(node|npm|npx)\b|^RUN .*\b(node|npm|npx)\b)/i;
  const found = steps.flatMap((file) => read(file).split("\n").filter((line) => runs.test(line)).map((line) => `${file}: ${line.trim()}`));
  assert.deepEqual(found, []);
});
