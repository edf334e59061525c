// What a browser gets of a script or a style sheet is its source without comments and without white space before lines:
// no text, no name and no sign is another one.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const bin = process.env.MENAGERIE_BIN;
assert.ok(bin, "MENAGERIE_BIN is the server's program; the pages are built beside it");
const built = join(dirname(bin), "web");
const source = fileURLToPath(new URL("../../web", import.meta.url));

/** The scripts and styles of a folder that browsers get. */
function filesOf(folder) {
  const names = (under) => readdirSync(join(folder, under), { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? names(`${under}${entry.name}/`) : [`${under}${entry.name}`]));
  return ["js/", "css/"].flatMap(names).concat("service_worker.js").filter((name) => /\.(js|css)$/.test(name)).sort();
}

/** A script printed anew: two that differ in white space and comments alone are the same. */
const script = (text) => ts.transpileModule(text, { compilerOptions: { target: "ESNext", module: "ESNext", removeComments: true } }).outputText;
const styles = (text) => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\s+/g, " ").trim();

const files = filesOf(source);
const read = (folder, file) => readFileSync(join(folder, file), "utf8");

test("each script and style sheet is served", () => {
  assert.ok(files.length > 150, `${files.length} files`);
  assert.deepEqual(filesOf(built), files);
});

test("and is what its source is", () => {
  const other = files.filter((file) => {
    const same = file.endsWith(".css") ? styles : script;
    return same(read(built, file)) !== same(read(source, file));
  });
  assert.deepEqual(other, [], "web/lighten.sed has taken away what it should not, or the build is old");
});

test("no line is empty, begins with white space or is a comment", () => {
  const heavy = files.flatMap((file) => read(built, file).trimEnd().split("\n").filter((line) => /^\s|^$|^\/\*|^\/\//.test(line)).map((line) => `${file}: ${line}`));
  assert.deepEqual(heavy, []);
  const bytes = (folder) => files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  assert.ok(bytes(built) < 0.85 * bytes(source), `${bytes(built)} of ${bytes(source)} bytes`);
});
