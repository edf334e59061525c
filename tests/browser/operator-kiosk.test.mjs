// Be the operator at a kiosk: by fingers, within reach, and only as long as the visitor is there.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHouse } from "../server/house.mjs";
import { glowing, moveOf, panel, seen, shelved, toFind, until } from "./hands.mjs";
import { arrive, assertForFingers, assertWithinReach, kiosk } from "./kiosk.mjs";
import { on, Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

const screens = [
  ["menace", 1080, 1920, 0.5, "en"], ["nimble", 1920, 1080, 0.28, "en"], ["menace", 1920, 1080, 0.28, "en"],
  ["menace", 768, 1024, 0.2, "en"], ["her", 3840, 2160, 0.16, "de"],
];
for (const [machine, width, height, mm, lang] of screens) {
  test(`at a kiosk of ${width} x ${height}, ${mm} mm a pixel, ${machine}'s turn is done by fingers, to the last bead`, async () => {
    const address = `/machine/${machine}?kiosk&mm=${mm}&lang=${lang}`;
    const visitor = await Visitor.come(house, address, { viewport: { width, height }, hasTouch: true });
    const { page } = visitor;
    const fits = async (what) => {
      await page.evaluate(() => document.querySelector(".shelf")?.scrollTo({ top: 0 }));
      await assertForFingers(visitor, mm, what);
      await assertWithinReach(visitor, mm, 600, what);
    };
    await arrive(visitor);
    await visitor.standing();
    await visitor.find(seen("rules-close")).click();
    await fits("the switch");
    await visitor.find(seen("operate")).click();
    await page.locator(".operated").waitFor();
    await fits("it is on");
    const looked = new Set();
    const steps = ["your-turn", "find", "shake", "tilt", "play", "beads", "over"];
    for (let now = "your-turn"; now !== "beads"; now = await until(visitor, ...steps)) {
      if (!looked.has(now)) await fits(now);
      looked.add(now);
      if (now === "your-turn") {
        await visitor.anyMove();
        await until(visitor, "find", "shake", "over", "beads");
      } else if (now === "find") {
        if ((await glowing(visitor)).length !== 1) await visitor.find(seen("show-me")).click();
        await visitor.find(`${shelved}.glows`).click();
      } else if (now === "shake") await visitor.find(seen("shake")).click();
      else if (now === "tilt") await visitor.find(seen("tilt")).click();
      else if (now === "play") await moveOf(visitor);
      else await visitor.nextGame(); // a game that taught nothing
    }
    await fits("the beads");
    while ((await until(visitor, "beads", "over")) === "beads") { // the bead is shown to who is new to it
      const wanted = visitor.page.locator(`${panel} [data-wanted]`);
      await ((await wanted.count()) ? wanted : visitor.find(seen("rest"))).click();
    }
    await visitor.see(on.learned);
    await fits("the lesson");
    await visitor.find(seen("operate")).click();
    await page.locator(".operated").waitFor({ state: "detached" });
    assert.ok(looked.has("shake") && looked.has("play"), [...looked].join());
    await visitor.leave();
  });
}

test("at a kiosk who comes after an operator finds a machine that works by itself", async () => {
  const visitor = await Visitor.come(house, "/machine/her?kiosk&idle=30&ask=10", { clock: true });
  const { page } = visitor;
  await arrive(visitor);
  await visitor.standing();
  await visitor.find(seen("rules-close")).click();
  await visitor.find(seen("operate")).click();
  await page.locator(".operated").waitFor();
  await toFind(visitor);
  assert.equal(await visitor.find(seen("operate-off")).isVisible(), false, "one switch is enough");
  const gone = page.waitForEvent("load");
  for (let looks = 0; looks < 45 && !(await visitor.find(kiosk.still).count()); looks += 1) await page.clock.runFor(2000);
  await page.clock.runFor(11_000);
  await gone;
  await visitor.see(kiosk.stage);
  await arrive(visitor);
  await visitor.standing();
  assert.equal(await page.locator(".operated").count(), 0);
  assert.equal(await visitor.find(seen("operate")).getAttribute("aria-pressed"), "false");
  const { ply } = await visitor.standing();
  await visitor.anyMove();
  await visitor.see(on.phase("your-turn", "over"));
  assert.ok(Number(await visitor.data(on.board, "ply")) >= ply + 1, "nobody was asked to move for it");
  await visitor.leave();
});
