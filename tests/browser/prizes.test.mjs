// Carnival's prizes at its table: they follow its exact strength, and a ticket can be printed.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHouse } from "../server/house.mjs";
import { on, Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

test("the table shows what beating the machine wins now, among all prizes, and the ticket is a PDF", async () => {
  const { prizes } = await house.get("/machines/carnival/strength");
  const visitor = await Visitor.come(house, "/machine/carnival");
  const card = await visitor.see('[data-testid="prizes"]');
  assert.equal(await card.locator("li").count(), prizes.table.length);
  assert.ok((await card.locator('[aria-current="true"]').innerText()).includes(prizes.table[prizes.now].name));
  assert.match(await visitor.find('[data-testid="prize-now"]').innerText(), new RegExp(`you win ${prizes.table[prizes.now].name}`));
  const href = await visitor.find('[data-testid="ticket"]').getAttribute("href");
  const { status, headers } = await house.ask(href);
  assert.equal(status, 200);
  assert.match(headers["content-type"], /^application\/pdf/);
  await visitor.leave();
});

test("every prize has a German name, and who wins is told the prize", async () => {
  const { prizes } = await house.get("/machines/carnival/strength");
  const visitor = await Visitor.come(house, "/machine/carnival?lang=de");
  await visitor.see('[data-testid="prizes"]');
  const names = await visitor.page.evaluate(async () => (await import("/js/messages/de.js")).default.prizes.names);
  for (const { name } of prizes.table) assert.ok(names[name] && names[name] !== name, name);
  for (let game = 0; game < 200; game += 1) {
    if ((await visitor.anyGame()).outcome === "loss") break;
    await visitor.nextGame();
    await visitor.standing();
  }
  await visitor.see('[data-testid="prize-won"]');
  await visitor.leave();
});

test("no other machine speaks of prizes", async () => {
  const visitor = await Visitor.come(house, "/machine/her");
  await visitor.standing();
  await visitor.see('[data-testid="strength"]');
  assert.equal(await visitor.find('[data-testid="prizes"]').isVisible(), false);
  await visitor.leave();
});
