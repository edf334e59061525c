// What a kiosk shows until somebody comes, and how it is set up.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, startHouse } from "../server/house.mjs";
import { assertForFingers, kiosk, seen } from "./kiosk.mjs";
import { Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

test("attract mode is a wall over all of the screen, one question, a game every four seconds, and nothing that jumps on a slow computer", async () => {
  for (const [path, question, rate] of [["/?kiosk", /can 304 matchboxes beat you\?/i, 6], ["/machine/menace?kiosk&lang=de", /können dich 304 streichholzschachteln schlagen\?/i, 6], ["/machine/her?kiosk", /can 24 matchboxes beat you\?/i, 1]]) {
    const visitor = await Visitor.come(house, "/minichess", { viewport: { width: 1080, height: 1920 }, still: false });
    await visitor.page.addInitScript(() => {
      globalThis.shift = 0;
      globalThis.games = [];
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => { globalThis.shift += entry.hadRecentInput ? 0 : entry.value; })).observe({ type: "layout-shift", buffered: true });
      const look = () => {
        const { games = "0", scene } = document.querySelector("dialog.attract")?.dataset ?? {};
        if (scene) globalThis.first ??= performance.now();
        if (Number(games) > globalThis.games.length) globalThis.games.push(performance.now());
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    const session = await visitor.context.newCDPSession(visitor.page);
    await session.send("Emulation.setCPUThrottlingRate", { rate });
    await visitor.page.goto(house.url + path);
    await visitor.page.locator(seen("show-question"), { hasText: question }).waitFor();
    const wall = await (await visitor.see(seen("show-wall"))).boundingBox();
    assert.ok(wall.x <= 0 && wall.width >= 1080 && wall.y + wall.height >= 1919 && wall.height > 1700, JSON.stringify(wall));
    assert.equal(await visitor.find(`${kiosk.attract} h1`).count(), 1, "one question");
    await eventually(async () => (await visitor.page.evaluate(() => globalThis.games.length)) >= 4, { what: "three whole games", ms: 60_000 });
    const asked = await visitor.page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => /show-game|messages.kiosk/.test(name)).map((name) => (/show-game/.test(name) ? "game" : "words")));
    assert.deepEqual(asked.slice(0, 2), ["game", "words"], "the first game is asked for before anything can show it");
    const { shift, first, games } = await visitor.page.evaluate(() => ({ shift: globalThis.shift, first: globalThis.first, games: globalThis.games }));
    assert.ok(shift <= 0.02, `${path}: ${shift}`);
    const shortest = Math.min(...games.slice(1).map((at, i) => at - games[i]));
    assert.ok(shortest > 1500 && shortest < (rate === 1 ? 5000 : 9000), `${path}: a game lasts ${games.join()}`);
    if (rate === 1) assert.ok(first < 2000, `the first motion comes after ${first} ms`); // a second where the machine is quiet
    await visitor.leave();
  }
});

test("on a small tablet the board of attract mode can be seen", async () => {
  for (const lang of ["en", "de"]) {
    const visitor = await Visitor.come(house, `/?kiosk&mm=0.2&lang=${lang}`, { viewport: { width: 768, height: 1024 } });
    await visitor.see(`${kiosk.stage}.set`);
    const { width, height } = await visitor.find(".show-board .board").boundingBox();
    assert.ok(width >= 240 && height >= 240, `${lang}: ${width} x ${height}`);
    await assertForFingers(visitor, 0.2, "attract mode");
    await visitor.leave();
  }
});

test("the set-up has a ruler, a line for the reach, a test tone, and says what is well and what is not", async () => {
  const visitor = await Visitor.come(house, "/?kiosk&setup&mm=0.28&reach=200", { viewport: { width: 1080, height: 1920 }, hasTouch: true });
  const wide = async () => (await (await visitor.see(seen("setup-bar"))).boundingBox()).width;
  assert.ok(Math.abs((await wide()) - 100 / 0.28) < 1.5, "the bar has 100 mm of the screen as it was given");
  for (let i = 0; i < 43; i += 1) await visitor.find(seen("setup-longer")).click();
  assert.ok(Math.abs((await wide()) - 400) < 1.5, `${await wide()}`);
  assert.match(await visitor.find(seen("setup-mm")).innerText(), /mm=0\.25/);
  const line = async () => 1920 - (await visitor.find(seen("setup-line")).boundingBox()).y;
  await visitor.find(seen("setup-higher")).click();
  assert.ok(Math.abs((await line()) - 250 / 0.25) < 5, `${await line()}`);
  await assertForFingers(visitor, 0.25, "the set-up");
  const state = visitor.find(`${seen("setup-state")} li`);
  await visitor.page.locator(`${seen("setup-state")} .good`, { hasText: "server answers" }).waitFor();
  await visitor.page.locator(`${seen("setup-state")} .bad`, { hasText: "not played yet" }).waitFor();
  await visitor.find(seen("setup-tone")).click();
  await visitor.page.locator(`${seen("setup-state")} .good`, { hasText: "test tone was played" }).waitFor();
  assert.equal(await state.count(), 4);
  await visitor.find(seen("setup-start")).click();
  await visitor.page.waitForURL(/\/\?kiosk&mm=0\.25&reach=250$/);
  await visitor.see(kiosk.stage);
  await visitor.leave();
});
