// The candy bowl: sweets that HER loses are eaten, and both curves are what the log and the exact values say.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { chancesOf, herPerfectAt, takenOf, youPerfectAt } from "../../web/js/candy_value.js";
import { startHouse } from "../server/house.mjs";
import { assertSound } from "./sound.mjs";
import { on, Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

const byTest = (id) => `[data-testid="${id}"]`;

test("a chance is a won position, by hand", () => {
  const boxes = new Map([[1, { value: "win", moves: [{ keeps: false }, { keeps: true }] }], [2, { value: "loss", moves: [{ keeps: true }, { keeps: true }] }], [3, { value: "win", moves: [{ keeps: true }] }]]);
  const chances = (draws, outcome) => chancesOf(draws.map(([number, bead], i) => ({ number, bead, ply: 1 + 2 * i })), (number) => boxes.get(number), outcome);
  assert.deepEqual(chances([[1, 1], [3, 0]], "win"), [], "she made no mistake: there was no chance");
  assert.deepEqual(chances([[1, 0], [2, 1]], "loss"), [true, true], "her mistake was used, and the game won");
  assert.deepEqual(chances([[1, 0], [3, 0]], "win"), [false], "it was given back");
  assert.deepEqual(chances([[1, 0]], "loss"), [true], "won at once");
  assert.deepEqual(chances([[1, 0], [2, null]], "loss"), [true], "she gave up at an empty box");
  assert.deepEqual(chances([[1, 0], [null, null]], "win"), [], "what no box tells of is left out");
  const games = [true, false, true, true, true, true, true, true, true].map((taken, i) => ({ chances: [taken], holds: i < 5 ? .4 : 1 }));
  assert.equal(youPerfectAt(games), 8, "six in a row after the one that was missed");
  assert.equal(youPerfectAt(games.slice(0, 7)), null);
  assert.equal(herPerfectAt(games), 6);
  assert.equal(takenOf(games.slice(0, 2)), .5);
  assert.equal(takenOf([]), null);
});

test("games at HER's table: what she loses is in the bowl, and what is told is what the log says", async () => {
  const visitor = await Visitor.come(house, "/machine/her", { viewport: { width: 390, height: 844 } });
  await visitor.standing();
  const { page } = visitor;
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  const button = page.locator(byTest("sweets"));
  await button.waitFor();
  assert.ok(!asked.some((url) => /candy/.test(url)), "nothing of it is loaded before it is wanted");
  await button.click();
  await page.locator(byTest("candy")).waitFor();
  const boxes = new Map((await house.get("/machines/her/boxes")).boxes.map((box) => [box.number, box]));
  const games = [];
  let eaten = 0;
  for (let game = 1; game <= 60 && (eaten === 0 || !games.some(({ chances }) => chances.length)); game += 1) {
    await visitor.anyGame();
    await page.locator(`${byTest("who")}:has-text("After ${game} games")`).waitFor();
    const { episodes: [last] } = await house.get("/machines/her/episodes?limit=1");
    const { sides } = await house.get("/machines/her/strength");
    eaten += last.changes.reduce((sum, { before, after }) => sum + Math.max(0, before - after), 0);
    games.push({ chances: chancesOf(last.trace, (number) => boxes.get(number), last.outcome), holds: sides[0].optimal.win + sides[0].optimal.draw });
    const percent = (share) => (share === null ? "" : `, you ${Math.round(100 * share)}\u00a0%`);
    await page.locator(`${byTest("who")}:has-text("HER ${Math.round(100 * games.at(-1).holds)}\u00a0%${percent(takenOf(games))}")`).waitFor();
    await visitor.nextGame();
    await visitor.standing();
  }
  assert.ok(eaten > 0, "she has lost a sweet");
  assert.equal(await page.locator(`${byTest("bowl")} .bead`).count(), eaten);
  assert.equal(await page.locator(byTest("eaten")).innerText(), `Sweets in your bowl: ${eaten}`);
  assert.ok(await page.locator(".candy .yours").count() && await page.locator(".candy .hers").count());
  await assertSound(visitor, "HER with the bowl");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await button.click();
  assert.equal(await page.locator(byTest("candy")).count(), 0);
  await visitor.leave();
});

test("no other table has sweets, and a German one has German sweets", async () => {
  const visitor = await Visitor.come(house, "/machine/menace");
  await visitor.standing();
  await visitor.find("#people:visible").waitFor();
  assert.equal(await visitor.page.locator(byTest("sweets")).count(), 0);
  await visitor.page.goto(`${house.url}/machine/her?lang=de`);
  await visitor.standing();
  await visitor.page.locator(byTest("sweets")).click();
  await visitor.page.locator(`${byTest("candy")} h2:has-text("Von dir gegessen")`).waitFor();
  await visitor.leave();
});
