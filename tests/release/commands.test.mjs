// What the commands are asked for in earnest, in a release build: the largest game, Go on nine points, thousands of
// runs. The same commands with small numbers are tested in tests/server.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { freshFolder, menagerie, run } from "../server/house.mjs";

async function json(...argv) {
  const { code, stdout, stderr } = await menagerie(...argv, "--format", "json");
  assert.equal(code, 0, `${argv.join(" ")}: ${stderr}`);
  return JSON.parse(stdout);
}
const byName = (moves) => Object.fromEntries(moves.map((it) => [it.move, it]));

test("solve checkers-5x5: Black wins in 35 plies, by c5-b4 or c5-d4, and it takes seconds", { timeout: 60_000 }, async () => {
  const it = await json("solve", "checkers-5x5");
  assert.deepEqual([it.value, it.plies], [1, 35]);
  assert.deepEqual(it.moves.filter(({ value }) => value === 1).map(({ move, plies }) => [move, plies]), [["c5-b4", 35], ["c5-d4", 35]]);
  for (const move of it.moves) assert.ok(move.replies.length > 0);
});

test("solve extendapawn: the first player wins on 4, 5, 7 and 8 columns", async () => {
  for (const [columns, value] of [[3, -1], [4, 1], [5, 1], [6, -1], [7, 1], [8, 1]]) {
    assert.equal((await json("solve", `extendapawn-${columns}`)).value, value, `${columns} columns`);
  }
});

test("solve go-3x3: the centre wins by 9, a side by 3, and a corner loses by 9", async () => {
  const it = await json("solve", "go-3x3");
  assert.deepEqual([it.value, it.plies, it.points], [1, null, 9]);
  const moves = byName(it.moves);
  assert.equal(moves.b2.points, 9);
  for (const side of ["b1", "a2", "c2", "b3"]) assert.deepEqual([moves[side].value, moves[side].points], [1, 3]);
  for (const corner of ["a1", "c1", "a3", "c3"]) assert.deepEqual([moves[corner].value, moves[corner].points], [-1, -9]);
  for (const move of it.moves) assert.equal(move.points, Math.min(...move.replies.map((reply) => reply.points)), move.move);
});

test("simulate HER against a random player, 10,000 runs: eleven defeats in the median", async () => {
  const { defeats_until_perfect: defeats, episodes_until_perfect: episodes, first_box_dry: dry } =
    await json("simulate", "her", "--against", "random", "--games", "1000", "--runs", "10000", "--seed", "1");
  assert.equal(defeats.median, 11);
  assert.equal(defeats.runs + defeats.unfinished, 10_000);
  assert.ok(defeats.p95 <= 19);
  assert.ok(episodes.p5 > 36 && episodes.p5 < 50, "Gardner's own run, 36 games with 11 defeats, was a quick one: his player was better");
  assert.equal(dry.runs, 0);
});

test("simulate MENACE against the optimal player, 4,000 runs: their last games, and how many live to play them", async () => {
  const { window, first_box_dry: dry } = await json("simulate", "menace", "--against", "optimal", "--games", "500", "--runs", "4000", "--window", "481-500");
  assert.equal(window.win.mean, 0);
  assert.ok(Math.abs(window.draw.mean + window.loss.mean - 1) < 1e-9);
  assert.ok(window.draw.se < 0.01);
  assert.ok(dry.runs > 2000, "the box that it opens with runs dry in most lives");
});

test("label octapawn: 2,791 labels in one document, with a code on each", async () => {
  const path = join(freshFolder(), "octapawn.pdf");
  const { code, stdout, stderr } = await menagerie("label", "octapawn", "--public-url", "https://menagerie.example", "--out", path);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /: 2791 labels of 35 x 15 mm on 32 sheets of A4, and a cover sheet\n$/);
  const words = await run("pdftotext", ["-raw", "-f", "2", path, "-"]);
  const numbers = [...words.stdout.matchAll(/\bNo (\d+)(?! to)\s/g)].map(([, number]) => Number(number));
  assert.deepEqual(numbers, Array.from({ length: 2791 }, (_, i) => i + 1));
});
