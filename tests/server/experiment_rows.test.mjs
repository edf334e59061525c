// The same link, the same rows: the first 1,000 rows of six links are in golden files, which are the same on every system
// and for every compiler (gcc 12, 13, 14, clang). The command and the server are compared with them row by row.
// GOLDEN_UPDATE=1 writes them anew; kPlaySignature is then to be another one, see tests/unit/api_experiments.cpp.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { startHouse } from "./house.mjs";

const run = promisify(execFile);
const bin = process.env.MENAGERIE_BIN;
const ROWS = 1000;
const LEGIBLE = 8; // of the rows: the rest is a digest each
const IN_A_LINE = 10; // digests
const LEGIBLE_CHARS = 400; // of a row

const links = {
  // Noughts and crosses: who teaches changes after twenty games; no box is ever empty.
  "menace-phases": "machine=menace&rule=top-up&against=optimal,21:best-response&games=1000&seed=1961",
  // Hexapawn: a rule with options of the link's own, strengths between the games.
  "her-mistakes": "machine=her&rule=gardner-her,win=%2B1,analyse=yes&against=random&games=1000&seed=1962&every=100",
  // Two machines that learn from each other, with every board and box.
  "mark-two-pair": "machine=hexapawn&seat=first&rule=mark-two&against=her&games=1000&seed=18&boards=1",
  // Mini-checkers by values instead of beads; three teachers.
  "minicheckers-values": "machine=minicheckers&rule=q-learning&against=random,300:longest-delay,600:fastest-win&games=1000&seed=2012",
  // Extendapawn: one machine on both sides.
  "extendapawn-itself": "machine=extendapawn-4&seat=either&rule=two-compartment&against=itself&games=1000&seed=1965",
  // Nim: two hundred lives, their quantiles and figures.
  "nimble-lives": "machine=nimble&seat=first&against=optimal,30:random&games=1000&lives=200&every=330&seed=30",
};

const golden = (name) => new URL(`../golden/experiment-${name}.rows.txt`, import.meta.url);
const digest = (row) => createHash("sha256").update(row).digest("hex").slice(0, 8);
const legible = (row) => (row.length > LEGIBLE_CHARS ? `${row.slice(0, LEGIBLE_CHARS)}…` : row);

/** The first rows of an answer: what a server says of its progress is none. */
const rowsOf = (text) => text.trimEnd().split("\n").filter((row) => !row.startsWith('{"lived"')).slice(0, ROWS);

/** The link, the rows that can be read, then a digest for each row. */
function fileOf(link, rows) {
  const digests = rows.map(digest);
  const lines = Array.from({ length: Math.ceil(digests.length / IN_A_LINE) }, (_, i) => digests.slice(i * IN_A_LINE, (i + 1) * IN_A_LINE).join(" "));
  return `${[link, ...rows.slice(0, LEGIBLE).map(legible), ...lines].join("\n")}\n`;
}

/** Row by row, so that what differs first is told. */
function compare(rows, file, link, who) {
  const lines = file.trimEnd().split("\n");
  assert.equal(lines[0], link);
  const digests = lines.slice(1 + LEGIBLE).join(" ").split(" ");
  assert.equal(digests.length, ROWS, "rows in the golden file");
  assert.equal(rows.length, ROWS, `rows from ${who}`);
  rows.slice(0, LEGIBLE).forEach((row, i) => assert.equal(legible(row), lines[1 + i], `${who}, row ${i + 1}`));
  rows.forEach((row, i) => assert.equal(digest(row), digests[i], `${who}, row ${i + 1} is another one: ${row}`));
}

let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

for (const [name, link] of Object.entries(links)) {
  test(`the first thousand rows of ${name}, from the command and from the server, are those of the golden file`, async () => {
    const { stdout } = await run(bin, ["experiment", "--spec", link], { maxBuffer: 1 << 26 });
    if (process.env.GOLDEN_UPDATE === "1") writeFileSync(golden(name), fileOf(link, rowsOf(stdout)));
    const file = readFileSync(golden(name), "utf8");
    compare(rowsOf(stdout), file, link, "menagerie experiment");
    const answer = await house.ask(`/api/v1/experiments?${link}`);
    assert.equal(answer.status, 200, answer.text.slice(0, 300));
    compare(rowsOf(answer.text), file, link, "the server");
  });
}
