// Find my box: a position that a visitor sets up by touching leads to the box that the machine would open there, however
// the label has it turned, at every kind of board; by keyboard and for the ear too.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHouse } from "../server/house.mjs";
import { playEpisode, sitDown } from "../server/visitor.mjs";
import { on, Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

const find = { button: '[data-testid="find-box"]', dialog: '[data-testid="find"]', status: '[data-testid="find-status"]', found: '[data-testid="found-box"]' };
const cell = (name) => `[data-testid="find-board"] [data-cell="${name}"]`;

/** Touches until the position stands there. `by` is how a cell is touched. */
async function setUp(visitor, position, by = (name) => visitor.find(cell(name)).click()) {
  const cells = await visitor.find('[data-testid="find-board"] .cell').evaluateAll((all) => all.map(({ dataset, disabled }) => ({ name: dataset.cell, disabled })));
  const wanted = [...position.split(" ")[0].replaceAll("/", "")];
  for (const [i, { name, disabled }] of cells.entries()) {
    for (let touches = 0; !disabled && (await visitor.data(cell(name), "piece")) !== wanted[i]; touches += 1) {
      assert.ok(touches < 8, `${wanted[i]} can be put on ${name}`);
      await by(name);
    }
  }
}

const found = (visitor) => visitor.find(find.found).evaluateAll((all) => all.map(({ dataset }) => Number(dataset.number)));

async function openFinder(house, name, path = "") {
  const visitor = await Visitor.come(house, `/machine/${name}${path}`);
  await visitor.standing();
  await visitor.see("#wall .mb[data-number]");
  await visitor.find(find.button).click();
  await visitor.see(find.dialog);
  return visitor;
}

test("a position as the label has it, and turned, finds its box with its number, turn and beads", async () => {
  const turned = { menace: (rows) => rows.map((_, x) => rows.map((row) => row[x]).reverse().join("")), her: (rows) => rows.map((row) => [...row].reverse().join("")), nimble: ([heaps]) => [[...heaps].reverse().join("")], minicheckers: (rows) => rows };
  for (const [name, turn] of Object.entries(turned)) {
    const { boxes } = await house.boxes(name);
    const visitor = await openFinder(house, name);
    for (const box of [boxes[0], boxes.at(-1)]) {
      const rows = box.box.split(" ")[0].split("/");
      for (const position of [rows.join("/"), turn(rows).join("/")]) {
        await setUp(visitor, position);
        const numbers = await found(visitor);
        assert.ok(numbers.includes(box.number), `${name}: ${position} is box ${box.number}: ${numbers}`);
        const told = await visitor.find(find.status).innerText();
        assert.match(told, new RegExp(`Box ${box.number}: its ${"\\w+"} move, ${box.beads} bead`), name);
      }
    }
    await visitor.leave();
  }
});

test("boards of points find the boxes that were made so far", async () => {
  const player = await sitDown(house, "go-2x2");
  await playEpisode(player);
  await player.close();
  const { boxes } = await house.boxes("go-2x2");
  const visitor = await openFinder(house, "go-2x2");
  await setUp(visitor, boxes[0].box);
  assert.ok((await found(visitor)).includes(boxes[0].number));
  await visitor.leave();
});

test("a position that no box has is told kindly", async () => {
  const visitor = await openFinder(house, "menace");
  await setUp(visitor, "XXX/XXX/XXX");
  assert.deepEqual(await found(visitor), []);
  assert.match(await visitor.find(find.status).innerText(), /no box has this board.*MENACE/i);
  await visitor.leave();
});

test("by keyboard, and for the ear; the box that was found can be opened", async () => {
  const visitor = await openFinder(house, "menace");
  await visitor.page.keyboard.press("Tab");
  const { keyboard } = visitor.page;
  await visitor.find(cell("a3")).focus();
  const name = () => visitor.page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  assert.equal(await name(), "a3, empty");
  await keyboard.press("Enter");
  assert.equal(await name(), "a3, nought" /* who begins, written X */);
  await keyboard.press("ArrowRight");
  await keyboard.press("Space");
  await keyboard.press("Space");
  assert.equal(await name(), "b3, cross");
  const [number] = await found(visitor);
  const box = (await house.boxes("menace")).boxes[number - 1];
  assert.deepEqual([...box.box.replaceAll("/", "")].sort(), [..."XO......."].sort());
  await visitor.find(`${find.found} button`).first().click();
  await visitor.see(`${on.look} h2:has-text("${number}")`);
  await visitor.leave();
});

test("German too", async () => {
  const visitor = await openFinder(house, "her", "?lang=de");
  await visitor.find(cell("a1")).click();
  assert.match(await visitor.find(find.status).innerText(), /Schachtel|Brett/);
  await visitor.leave();
});

test("on a phone its buttons are on the screen, also beneath a box that was found", async () => {
  for (const lang of ["en", "de"]) {
    const visitor = await Visitor.come(house, `/machine/menace?lang=${lang}`, { viewport: { width: 390, height: 664 } });
    await visitor.standing();
    await visitor.toWall();
    await visitor.see("#wall .mb[data-number]");
    await visitor.find(find.button).click();
    await visitor.see(find.found);
    const outside = await visitor.find(`${find.dialog} .actions button`).evaluateAll((all) => all.map((button) => [button.textContent, Math.round(button.getBoundingClientRect().bottom)]).filter(([, bottom]) => bottom > innerHeight));
    assert.deepEqual(outside, []);
    await visitor.find(`${find.dialog} .actions button`).last().click();
    await visitor.page.locator(`${find.dialog}[open]`).waitFor({ state: "detached" });
    await visitor.leave();
  }
});
