// A museum that is only looked at: the pages say so kindly, show every machine, and offer nothing to play.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { freshFolder, menagerie, startHouse } from "../server/house.mjs";
import { on, Visitor } from "./table.mjs";

const kindly = "[data-testid=\"read-only\"]";
let copy;
before(async () => {
  const house = await startHouse();
  const backup = join(freshFolder(), "backup.db");
  assert.equal((await menagerie("backup", "--data", house.data, "--out", backup)).code, 0);
  await house.close();
  copy = await startHouse({ data: backup, flags: ["--read-only"] });
});
after(() => copy.close());

test("the hall says that it is a copy, in both languages, and shows every machine", async () => {
  const visitor = await Visitor.come(copy, "/");
  await visitor.see(on.exhibit("her"));
  assert.match(await (await visitor.see(kindly)).textContent(), /^This is a copy of a museum, to be looked at/);
  assert.equal(await visitor.page.locator("h1").textContent(), "Look at what they have learned");
  assert.equal(await visitor.find(on.doorPlay).textContent(), "Look");
  await visitor.page.locator("#languages button[lang=\"de\"]").click();
  await visitor.page.waitForFunction(() => document.documentElement.lang === "de");
  assert.match(await (await visitor.see(kindly)).textContent(), /^Dies ist eine Kopie eines Museums/);
  await visitor.leave();
});

test("a table shows the board, the boxes and the curve, and nothing to play; no line is called down", async () => {
  const visitor = await Visitor.come(copy, "/machine/ellis");
  await visitor.see(kindly);
  await visitor.see(on.wallBox(1));
  await visitor.page.locator("#turn", { hasText: "Nobody plays here" }).waitFor();
  assert.equal(await visitor.page.locator("#stage").getAttribute("data-phase"), "waiting");
  assert.equal(await visitor.find(on.legal).count(), 0);
  for (const id of ["next", "give-up", "guess", "seats", "line"]) assert.equal(await visitor.page.locator(`#${id}`).isVisible(), false, id);
  await visitor.leave();
});

test("a museum that is played in says nothing of the kind", async () => {
  const house = await startHouse();
  for (const path of ["/", "/machine/her"]) {
    const visitor = await Visitor.come(house, path);
    await visitor.page.locator("h1:visible").first().waitFor();
    assert.equal(await visitor.page.locator(kindly).isVisible(), false, path);
    await visitor.leave();
  }
  await house.close();
});
