// Watch it learn: from a tap to "cannot be beaten" within fifteen seconds, at every table, and nothing of it stays.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHouse } from "../server/house.mjs";
import { Visitor } from "./table.mjs";

const testid = (name) => `[data-testid="${name}"]`;
const go = testid("practice-go");
const run = testid("practice-run");
const shown = (page) => page.locator(run).evaluate(({ dataset }) => Number(dataset.shown));
let house;
before(async () => {
  house = await startHouse();
});
after(() => house.close());

/** Asks for a run with a seed that the test knows. */
const seeded = (page, seed) => page.route("**/practice?*", (route) => route.continue({ url: route.request().url().replace(/seed=\d+/, `seed=${seed}`) }));

/** A seed with which a fresh HER is finished in 200 games, as most do. */
async function goodSeed() {
  for (let seed = 1; ; seed += 1) {
    const { unbeatable_after: done } = await house.get(`/machines/her/practice?from=start&seed=${seed}`);
    if (done !== null && done < 100) return { seed, done };
  }
}

test("from the tap to \"cannot be beaten\" on a fresh HER within 15 s, with the curve drawn meanwhile", async () => {
  const { seed, done } = await goodSeed();
  const visitor = await Visitor.come(house, "/machine/her", { still: false });
  await visitor.see(go);
  await seeded(visitor.page, seed);
  const { seq, beads } = await house.get("/machines/her");
  const begun = Date.now();
  await visitor.find(go).click();
  const flag = visitor.page.locator(testid("practice-unbeatable"));
  await flag.waitFor({ state: "visible" });
  const took = Date.now() - begun;
  assert.ok(took < 15_000, `${took} ms`);
  assert.equal(await flag.textContent(), "cannot be beaten");
  assert.ok((await shown(visitor.page)) >= done, "it is told when it is so, not before");
  assert.ok(await visitor.page.locator(`${run} .stairs .stair`).count());
  await visitor.page.locator(`${run}[data-shown="200"]`).waitFor();
  assert.match(await visitor.find(testid("practice-spoken")).textContent(), new RegExp(`After game ${done} it cannot be beaten.*thrown away now`));
  assert.equal(await visitor.find(testid("practice-holds")).textContent(), "Against somebody who makes no mistakes it does not lose 100\u00a0%");
  const now = await house.get("/machines/her");
  assert.deepEqual([now.seq, now.beads], [seq, beads], "the machine itself has learned nothing");
  await visitor.leave();
});

test("it can be paused, hurried, and moved through by hand; then everything says the same game", async () => {
  const visitor = await Visitor.come(house, "/machine/menace", { still: false });
  const { page } = visitor;
  await visitor.see(go);
  await visitor.find(go).click();
  await page.locator(testid("practice-pause")).click();
  const stopped = await shown(page);
  for (let i = 0; i < 5; i += 1) await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  assert.equal(await shown(page), stopped, "it stands");
  await page.locator(testid("practice-slider")).fill("120");
  assert.equal(await shown(page), 120);
  assert.match(await visitor.find(testid("practice-count")).textContent(), /^Game 120 of 200/);
  for (let i = 0; i < 6; i += 1) if (await page.locator(testid("practice-faster")).isEnabled()) await page.locator(testid("practice-faster")).click();
  assert.ok(await page.locator(testid("practice-faster")).isDisabled());
  await page.locator(testid("practice-pause")).click();
  await page.locator(`${run}[data-shown="200"]`).waitFor();
  assert.equal(await page.locator(testid("practice-pause")).textContent(), "Once more");
  await visitor.leave();
});

test("where no motion is wanted the finished curve is there at once, with its figures as a table", async () => {
  const visitor = await Visitor.come(house, "/machine/her");
  await visitor.see(go);
  await visitor.page.locator('#practice label:has(input[value="start"])').click();
  await visitor.page.locator('#practice label:has(input[value="optimal"])').click();
  const [answer] = await Promise.all([visitor.page.waitForResponse(/practice\?/), visitor.find(go).click()]);
  const told = await answer.json();
  await visitor.page.locator(`${run}[data-shown="${told.games}"]`).waitFor();
  assert.match(answer.url(), /against=optimal&from=start/);
  assert.notEqual(await visitor.find(testid("practice-spoken")).textContent(), "");
  await visitor.page.locator(`${testid("practice-figures")} summary`).click();
  const rows = await visitor.page.locator(`${testid("practice-figures")} tbody tr`).evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.deepEqual([rows[0][0], rows.at(-1)[0]], ["0", String(told.games)]);
  assert.equal(rows.at(-1)[1], String(told.results.split("w").length - 1));
  assert.equal(await visitor.page.locator(`${testid("practice-games")} figure`).count(), told.shown.length);
  await visitor.leave();
});

test("a machine whose game is not listed can be watched too, with what can be told of it", async () => {
  for (const machine of ["caswell", "go-2x2"]) {
    const visitor = await Visitor.come(house, `/machine/${machine}`);
    await visitor.see(go);
    await visitor.page.locator("#practice-optimal").waitFor({ state: "hidden" }); // nobody knows who never errs there
    await visitor.find(go).click();
    await visitor.page.locator(`${run}[data-shown]`).waitFor();
    assert.match(await visitor.find(testid("practice-holds")).textContent(), /^It has [\d,]+ box(es)? with [\d,]+ beads?$/);
    await visitor.leave();
  }
});

test("a run that ends because the twin ran dry says so, and its games are no wins", async () => {
  const visitor = await Visitor.come(house, "/machine/her");
  await visitor.see(go);
  await visitor.page.locator('#practice label:has(input[value="start"])').click();
  await visitor.page.locator('#practice label:has(input[value="twin"])').click();
  const [answer] = await Promise.all([visitor.page.waitForResponse(/practice\?/), visitor.find(go).click()]);
  const told = await answer.json();
  assert.equal(told.twin_dry_after, told.games);
  await visitor.page.locator(`${run}[data-shown="${told.games}"]`).waitFor();
  assert.match(await visitor.find(testid("practice-spoken")).textContent(), new RegExp(`After ${told.games} games its twin had no bead left`));
  await visitor.leave();
});
