// Watch it learn: from a tap to "cannot be beaten" within fifteen seconds, at every table, and nothing of it stays.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHouse } from "../server/house.mjs";
import { Visitor } from "./table.mjs";

const testid = (name) => `[data-testid="${name}"]`;
const go = testid("practice-go");
const run = testid("practice-run");
const against = testid("practice-against");
const shown = (page) => page.locator(run).evaluate(({ dataset }) => Number(dataset.shown));
let house;
before(async () => {
  house = await startHouse();
});
after(() => house.close());

/** Without a service worker, whose requests no test could answer for. */
const come = (path, options) => Visitor.come(house, path, { ...options, serviceWorkers: "block" });

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
  const visitor = await come("/machine/her", { still: false });
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

test("one press on its tab starts it, all of it is in view from the first game to the stamp, and the visitor's own game waits behind", async () => {
  const { seed, done } = await goodSeed();
  for (const [width, height] of [[390, 844], [1280, 800]]) {
    const visitor = await come("/machine/her", { still: false, viewport: { width, height } });
    await visitor.anyMove();
    const stands = await visitor.standing();
    await seeded(visitor.page, seed);
    await visitor.page.evaluate(() => {
      globalThis.boards = [];
      new MutationObserver((records) => records.forEach(({ target }) => globalThis.boards.push(target.dataset.position))).observe(document.querySelector("#learn"), { subtree: true, attributeFilter: ["data-position"] });
    });
    const [answer] = await Promise.all([visitor.page.waitForResponse(/practice\?/), visitor.find(go).click()]);
    assert.match(answer.url(), /against=random&from=start/, "it begins knowing nothing");
    const told = await answer.json();
    const whole = async (when) => {
      for (const id of ["practice-count", "practice-holds", "practice-games", "practice-drawer", "practice-pause", "practice-faster", "practice-against", "practice-from", "practice-spoken"]) {
        const box = await visitor.find(testid(id)).boundingBox();
        assert.ok(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, `${id} ${when} at ${width} x ${height}: ${JSON.stringify(box)}`);
      }
      assert.deepEqual(await visitor.find("#learn").evaluate((stage) => [scrollY, Math.max(0, stage.scrollHeight - stage.clientHeight - 1)]), [0, 0], "nothing is scrolled, and nothing needs to be");
    };
    const beads = () => visitor.find(`${testid("practice-drawer")} .heap`).evaluateAll((all) => all.map(({ dataset }) => [Number(dataset.beads), Number(dataset.shown)]));
    await visitor.page.locator(`${run}[data-shown]`).waitFor();
    await whole("at the first game");
    const flag = await visitor.see(testid("practice-unbeatable"));
    assert.ok((await shown(visitor.page)) >= done);
    await flag.evaluate((stamp) => Promise.all(stamp.getAnimations().map((each) => each.finished)));
    const stamp = await flag.boundingBox();
    assert.ok(stamp.y > 0 && stamp.y + stamp.height < height && stamp.x + stamp.width <= width, "the stamp is in view");
    await whole("at the stamp");
    const { positions } = told.shown[0];
    assert.deepEqual((await visitor.page.evaluate(() => globalThis.boards)).slice(0, positions.length), positions, "its first game was seen move by move");
    await visitor.page.locator(`${run}[data-shown="200"]`).waitFor();
    assert.deepEqual(await beads(), told.first_box.counts.at(-1).map((count) => [count, count]), "every bead of its first box is drawn");
    await visitor.find("#tab-play").click();
    assert.deepEqual(await visitor.standing(), stands, "the game at the table is as it was");
    await visitor.anyMove();
    await visitor.leave();
  }
});

test("with sound on the fanfare is heard when the copy cannot be beaten", async () => {
  const { seed } = await goodSeed();
  const visitor = await come("/machine/her");
  await visitor.page.evaluate(() => { globalThis.tones = 0; const { start } = OscillatorNode.prototype; OscillatorNode.prototype.start = function (at) { globalThis.tones += 1; return start.call(this, at); }; });
  await seeded(visitor.page, seed);
  await visitor.find(testid("sound")).click();
  await visitor.find(go).click();
  await visitor.see(testid("practice-unbeatable"));
  await visitor.page.waitForFunction(() => globalThis.tones >= 4);
  await visitor.leave();
});

test("at a kiosk, in a copy of a museum and in the past there is no such tab", async () => {
  for (const path of ["/machine/her?kiosk&machine", "/machine/her?as_of=1"]) {
    const visitor = await come(path);
    await visitor.page.waitForSelector(".kiosk, .past", { state: "attached" });
    assert.equal(await visitor.find(go).isVisible(), false, path);
    await visitor.context.close();
  }
});

test("it can be paused, hurried, and moved through by hand; then everything says the same game", async () => {
  const visitor = await come("/machine/menace", { still: false });
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

test("who changes the pace by the keyboard stays on the button; at the end and on the other tab the page asks for no more frames", async () => {
  const visitor = await come("/machine/her", { still: false });
  const { page } = visitor;
  await visitor.see(go);
  await page.evaluate(() => {
    globalThis.asked = 0;
    globalThis.soon = requestAnimationFrame;
    globalThis.requestAnimationFrame = (draw) => { globalThis.asked += 1; return globalThis.soon(draw); };
  });
  /** How many frames the page itself asks for while ten go by. */
  const asked = () => page.evaluate(async () => {
    const next = () => new Promise((done) => { globalThis.soon(done); });
    for (let frame = 0; frame < 5; frame += 1) await next(); // what was under way
    globalThis.asked = 0;
    for (let frame = 0; frame < 10; frame += 1) await next();
    return globalThis.asked;
  });
  await visitor.find(go).click();
  const slower = page.locator(testid("practice-slower"));
  for (let i = 0; i < 3; i += 1) await slower.press("Enter");
  assert.equal(await slower.getAttribute("aria-disabled"), "true");
  assert.ok(await slower.evaluate((it) => it === document.activeElement), "it has the keyboard");
  assert.ok((await asked()) >= 9, "it plays");
  await visitor.find("#tab-play").click();
  assert.ok((await asked()) < 5, "on the other tab");
  const stood = await shown(page);
  await visitor.find(go).click();
  await page.waitForFunction(([at, before]) => Number(document.querySelector(at).dataset.shown) > before, [run, stood]);
  await page.locator(testid("practice-pause")).click();
  assert.ok((await asked()) < 5, "paused");
  await page.locator(testid("practice-pause")).click();
  for (let i = 0; i < 5; i += 1) await page.locator(testid("practice-faster")).click();
  await page.locator(`${run}[data-shown="200"]`).waitFor();
  assert.ok((await asked()) < 5, "at the end");
  await visitor.leave();
});

test("where no motion is wanted the finished curve is there at once, with its figures as a table", async () => {
  const visitor = await come("/machine/her");
  await visitor.see(go);
  await visitor.find(go).click();
  const [answer] = await Promise.all([visitor.page.waitForResponse(/practice\?against=optimal/), visitor.find(against).selectOption("optimal")]);
  const told = await answer.json();
  await visitor.page.locator(`${run}[data-shown="${told.games}"]`).waitFor();
  assert.match(answer.url(), /against=optimal&from=start/);
  assert.notEqual(await visitor.find(testid("practice-spoken")).textContent(), "");
  await visitor.page.locator(`${testid("practice-figures")} summary`).click();
  const rows = await visitor.page.locator(`${testid("practice-figures")} tbody tr`).evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.deepEqual([rows[0][0], rows.at(-1)[0]], ["0", String(told.games)]);
  assert.equal(rows.at(-1)[1], String(told.results.split("w").length - 1));
  const games = visitor.page.locator(`${testid("practice-games")} [data-game]`);
  assert.deepEqual(await games.evaluateAll((all) => all.map(({ dataset }) => Number(dataset.game))), told.shown.map(({ game }) => game));
  const board = visitor.page.locator(`${testid("practice-games")} [data-position]`);
  assert.equal(await board.getAttribute("data-position"), told.shown.at(-1).positions.at(-1), "the last game stands on the small board");
  for (const position of told.shown[0].positions) {
    await games.first().click();
    assert.equal(await board.getAttribute("data-position"), position, "a touch shows the next move of that game");
  }
  await visitor.leave();
});

test("a machine whose game is not listed can be watched too, with what can be told of it", async () => {
  for (const machine of ["caswell", "go-2x2"]) {
    const visitor = await come(`/machine/${machine}`);
    await visitor.see(go);
    await visitor.find(go).click();
    await visitor.page.locator(`${run}[data-shown]`).waitFor();
    assert.deepEqual(await visitor.find(`${against} option`).evaluateAll((all) => all.map(({ value }) => value)), ["random", "twin"], "nobody knows who never errs there");
    assert.match(await visitor.find(testid("practice-holds")).textContent(), /^It has [\d,]+ box(es)? with [\d,]+ beads?$/);
    await visitor.leave();
  }
});

test("a run that ends because the twin ran dry says so, and its games are no wins", async () => {
  const visitor = await come("/machine/her");
  await visitor.see(go);
  await visitor.find(go).click();
  const [answer] = await Promise.all([visitor.page.waitForResponse(/practice\?against=twin/), visitor.find(against).selectOption("twin")]);
  const told = await answer.json();
  assert.equal(told.twin_dry_after, told.games);
  await visitor.page.locator(`${run}[data-shown="${told.games}"]`).waitFor();
  assert.match(await visitor.find(testid("practice-spoken")).textContent(), new RegExp(`After ${told.games} games its twin had no bead left`));
  await visitor.leave();
});
