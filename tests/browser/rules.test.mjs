// The rules are at hand at every table: open on a visitor's first game of that kind, and one touch away ever after.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHouse } from "../server/house.mjs";
import { on, Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

const open = '[data-testid="rules-open"]';

test("each table shows its own game's rules, with three steps drawn on its own board", async () => {
  const { machines } = await house.get("/machines");
  const { games } = await house.get("/games");
  const visitor = await Visitor.come(house, "/");
  const told = new Map();
  for (const { name, game } of machines) {
    await visitor.page.goto(`${house.url}/machine/${name}`);
    await visitor.standing();
    const rules = visitor.find(on.rules);
    const known = told.has(game);
    assert.equal(await rules.isVisible(), !known, `${name}: ${known ? "its rules were seen at another table" : "its rules are open at once"}`);
    if (known) await visitor.find(open).click();
    const words = await (await visitor.see(on.rules)).innerText();
    const pictures = rules.locator("svg.picture");
    assert.equal(await pictures.count(), 3);
    const { board } = games.find((each) => each.name === game);
    const frame = await pictures.first().getAttribute("viewBox");
    if (board.kind !== "piles") assert.equal(frame, `-2 -2 ${32 * board.columns + 4} ${32 * board.rows + 4}`, `${name}: drawn on its own board`);
    if (known) assert.equal(words, told.get(game));
    told.set(game, words);
    await rules.locator('[data-testid="rules-close"]').click();
    assert.equal(await rules.isVisible(), false);
    await visitor.find(open).click();
    assert.equal(await rules.isVisible(), true);
    await visitor.find(open).click();
  }
  assert.ok(new Set(told.values()).size >= 6, "other games have other rules");
  await visitor.leave();
});

test("rules that were open give way when the visitor plays", async () => {
  const visitor = await Visitor.come(house, "/machine/menace");
  await visitor.see(on.rules);
  await visitor.anyMove();
  await visitor.find(on.rules).waitFor({ state: "hidden" });
  await visitor.leave();
});

test("the pictures of the rules show positions as their games write them", async () => {
  const visitor = await Visitor.come(house, "/");
  const rules = await visitor.page.evaluate(async () => (await import("/js/rules.js")).RULES);
  const { games } = await house.get("/games");
  for (const [name, { steps }] of Object.entries(rules)) {
    const { board } = games.find((game) => game.name === name);
    assert.equal(new Set(steps).size, 3, `${name}: three steps`);
    for (const step of steps) {
      const rows = step.split(" ")[0].split("/");
      const fits = board.kind === "piles" ? [board.columns] : Array(board.rows).fill(board.columns);
      assert.deepEqual(rows.map((row) => row.length), fits, `${name}: ${step}`);
      assert.ok([...rows.join("")].every((piece) => board.pieces.includes(piece) || piece === "."), `${name}: ${step}`);
    }
  }
  await visitor.leave();
});
