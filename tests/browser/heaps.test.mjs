// Many beads are drawn as many: each of them, all of one size, so that they fill the drawer, with their count beside them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { order, token } from "../server/desk.mjs";
import { startHouse } from "../server/house.mjs";
import { on, Visitor } from "./table.mjs";

let house;
before(async () => {
  house = await startHouse({ env: { MENAGERIE_CURATOR_TOKEN: token } });
  for (const [name, start] of [["heavy", 64], ["heavier", 400]]) {
    const put = await order(house, "/machines", { name, game: "noughts-and-crosses", seat: "first", rule: `michie-1961,start=${start}` });
    assert.equal(put.status, 201, put.text);
  }
});
after(() => house.close());

/** What lies in the open drawer: of each heap its figure, its beads, and how much of the drawer they cover. */
const drawer = async (visitor) => (await measure(visitor)) ?? drawer(visitor);
/** Null where the drawer was drawn anew in between. */
const measure = (visitor) => visitor.find(`${on.openBox} .drawer`).evaluate((tray) => {
  const { width, height } = tray.getBoundingClientRect();
  if (!tray.isConnected) return null;
  return [...tray.querySelectorAll(".heap")].map((heap) => {
    const canvas = heap.querySelector("canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let inked = 0;
    for (let i = 3; i < data.length; i += 4) inked += data[i] > 100 ? 1 : 0;
    return { count: heap.querySelector("small").textContent, letter: heap.querySelector(".bead").textContent, shown: Number(heap.dataset.shown), part: inked / devicePixelRatio ** 2 / (width * height) };
  });
});

for (const [width, height] of [[320, 640], [390, 844], [1280, 800], [1920, 1080]]) {
  test(`192 beads look like 192, and they fill their drawer at ${width} x ${height}`, async () => {
    const visitor = await Visitor.come(house, "/machine/heavy", { viewport: { width, height } });
    await visitor.standing();
    await visitor.find('[data-testid="rules-close"]').click();
    await visitor.see(`${on.openBox} .heap[data-shown="64"]`);
    const heaps = await drawer(visitor);
    assert.deepEqual(heaps.map(({ count, shown }) => [count, shown]), [["64", 64], ["64", 64], ["64", 64]]);
    assert.ok(heaps.every(({ letter }) => /^[A-Z]$/.test(letter)), "each heap has its letter");
    const filled = heaps.reduce((sum, { part }) => sum + part, 0);
    assert.ok(filled > 0.3, `they cover ${filled} of the drawer`);
    const parts = heaps.map(({ part }) => part).sort();
    assert.ok(parts.at(-1) / parts[0] < 1.15, `as many beads take as much room: ${parts}`);
    const inside = await visitor.find(`${on.openBox} .drawer`).evaluate((tray) => {
      const box = tray.getBoundingClientRect();
      return [...tray.querySelectorAll("canvas, .bead, small")].every((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        return left >= box.left - 1 && right <= box.right + 1 && top >= box.top - 1 && bottom <= box.bottom + 1;
      });
    });
    assert.ok(inside, "nothing lies outside of the drawer");
    await visitor.leave();
  });
}

test("1,200 beads are smaller, and all there", async () => {
  const visitor = await Visitor.come(house, "/machine/heavier", { viewport: { width: 1280, height: 800 } });
  await visitor.standing();
  await visitor.find('[data-testid="rules-close"]').click();
  await visitor.see(`${on.openBox} .heap[data-shown="400"]`);
  assert.deepEqual((await drawer(visitor)).map(({ shown }) => shown), [400, 400, 400]);
  await visitor.leave();
});
