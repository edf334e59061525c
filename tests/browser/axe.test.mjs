// No page breaks a rule of WCAG 2.2, A or AA, that a program can check: by day and by night, in English and in German.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { startHouse } from "../server/house.mjs";
import { on, Visitor } from "./table.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

async function assertSound(visitor, where) {
  await visitor.page.evaluate(axe); // through the debugger: the page's policy lets no other script in
  const { violations } = await visitor.page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }));
  assert.deepEqual(violations.map(({ id, nodes }) => `${where}: ${id}: ${nodes.slice(0, 3).map(({ target, failureSummary }) => `${target} ${failureSummary.split("\n")[1]}`).join(" | ")}`), []);
}

for (const colorScheme of ["light", "dark"]) {
  for (const lang of ["en", "de"]) {
    test(`every page, ${colorScheme}, ${lang}`, async () => {
      const visitor = await Visitor.come(house, `/?lang=${lang}`, { colorScheme });
      await visitor.see(`${on.exhibit("ellis")}`);
      await assertSound(visitor, "hall");
      for (const machine of ["menace", "her", "nimble", "ellis"]) {
        await visitor.page.goto(`${house.url}/machine/${machine}`);
        await visitor.standing();
        await assertSound(visitor, `${machine} with its rules`);
        if (machine !== (lang === "de" ? "her" : "menace")) continue;
        await visitor.anyGame();
        await assertSound(visitor, `${machine} after a game`);
      }
      for (const path of ["/minichess", "/api", "/curator", "/no/such/page", "/machine/hal"]) {
        if (lang === "de" && ["/api", "/curator"].includes(path)) continue;
        await visitor.page.goto(house.url + path);
        await visitor.see("h1:visible, .notice:visible");
        await assertSound(visitor, path);
      }
      visitor.wrongs = visitor.wrongs.filter((wrong) => !/404|hal/.test(wrong));
      await visitor.leave();
    });
  }
}
