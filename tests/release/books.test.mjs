// The figures of the page of books are what the program plays.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../..", import.meta.url));

test("every figure that a card shows comes out again, to the last digit", () => {
  const script = `${top}web/books_figures.mjs`;
  const now = execFileSync(process.execPath, [script, process.env.MENAGERIE_BIN, "--print"], { encoding: "utf8", maxBuffer: 1 << 24 });
  assert.equal(now, readFileSync(`${top}web/js/books_figures.js`, "utf8"), `mended by: node web/books_figures.mjs ${process.env.MENAGERIE_BIN}`);
});

test("what facts are known of by other means lies within four standard errors", async () => {
  const { default: cards } = await import(`${top}web/js/books_figures.js`);
  const told = (card, key) => cards[card].choices.find((choice) => choice.key === key).told;
  const share = (value, known, runs, name) => assert.ok(Math.abs(value - known) <= 4 * Math.sqrt((known * (1 - known)) / runs) + .0051, `${name}: ${value}, known ${known}`);
  share(told("michie", "played").corner, .03, 10000, "only the corner is left after 17 games");
  share(told("michie", "played").dryOptimal, .61, 10000, "dry against an optimal player");
  for (const [key, known] of [["reward-punish", .731], ["punish", .686], ["reward", .576]]) share(cards.systems.bars.find((bar) => bar.key === key).share, known, 25 * 10000 / 20, key);
  for (const [key, known] of [["random", .77], ["optimal", .85], ["best-response", .88]]) share(told("nimble", key).won, known, 10000, `NIMBLE, ${key}`);
  for (const [key, games, defeats] of [["random", 104.2, 11.45], ["optimal", 88.2, 10.5], ["best-response", 23.3, 10.5]]) {
    assert.ok(Math.abs(told("her", key).games.mean - games) < 2.5, `HER, ${key}: ${told("her", key).games.mean} games`);
    assert.ok(Math.abs(told("her", key).defeats.mean - defeats) < .06, `HER, ${key}: ${told("her", key).defeats.mean} defeats`);
  }
  for (const [key, defeats] of [["twin", 9], ["her", 10.5]]) assert.ok(Math.abs(told("samuel", key).defeats.mean - defeats) < .06, `the race, ${key}: ${told("samuel", key).defeats.mean} defeats`);
  assert.ok(Math.abs(told("himher", "played").won.mean - 25.6) < .15);
  assert.deepEqual([told("rat", "rat").dry.p5, told("rat", "rat").dry.p95], [16, 25]);
  share(told("scroggs", "topup").drawn, .97, 1000, "never without a bead");
  // CS 441: 4,000 lives of a model that shares no code with the program, 20,000 after 100 games.
  for (const [board, move, known] of [["empty", "b2", [.253, .471, .7275]], ["given", "a1", [.629, .874, .9429]]]) {
    cards.cs441.boards[board].forEach(({ games, best, top }, i) => {
      assert.equal(best, move);
      share(top.share, known[i], cards.cs441.runs / 2, `CS 441, ${board}, ${games} games`);
    });
  }
  assert.deepEqual(cards.answers.columns.filter(([, value]) => value === 1).map(([columns]) => columns), [4, 5, 7, 8]);
  assert.deepEqual(cards.answers.values, { hexapawn: -1, corner: 1, centre: -1, checkers: 0, nim: 1 });
  assert.equal(cards.answers.points, 9);
});
