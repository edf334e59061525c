// The kiosk for everyone: no rule of WCAG is broken by day or by night, in English or in German; it reads from right to
// left; it bears letters twice as large; and with forced colours everything is still there to be seen.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHouse } from "../server/house.mjs";
import { arrive, assertForFingers, assertWithinReach, controls, kiosk, seen } from "./kiosk.mjs";
import { assertSound } from "./sound.mjs";
import { on, Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

const mm = 0.5;
const upright = { viewport: { width: 1080, height: 1920 } };
const lying = { viewport: { width: 1920, height: 1080 } };
function come(options, machine = "menace", more = "") {
  const wide = options.viewport === lying.viewport ? 0.28 : mm;
  return Visitor.come(house, `/machine/${machine}?kiosk&ask=120&mm=${wide}${more}`, { clock: true, ...options });
}

/** Until the page asks whether somebody is there: it asks for longer than a busy machine takes from one look to the next. */
async function untilAsked(visitor) {
  while (!(await visitor.find(kiosk.still).count())) await visitor.page.clock.runFor(5000);
}

/** Attract mode with a box open. */
async function untilShown(visitor) {
  await visitor.see(kiosk.stage);
  while (!(await visitor.find(".show-box .drawer .bead").count())) await visitor.page.clock.runFor(1000);
}

async function atTable(visitor) {
  await arrive(visitor);
  await visitor.standing();
  await visitor.find(seen("rules-close")).click();
}

for (const colorScheme of ["light", "dark"]) {
  for (const lang of ["en", "de"]) {
    test(`no rule of WCAG is broken, ${colorScheme}, ${lang}`, async () => {
      const visitor = await come({ ...upright, colorScheme }, "menace", `&lang=${lang}`);
      await untilShown(visitor);
      await assertSound(visitor, "attract mode");
      await arrive(visitor);
      await visitor.standing();
      await assertSound(visitor, "the rules");
      await visitor.find(seen("rules-close")).click();
      await assertSound(visitor, "the table");
      await untilAsked(visitor);
      await assertSound(visitor, "the question");
      await visitor.leave();
    });
  }
}

test("before its first move nothing is said of a machine's boxes that is not so", async () => {
  const visitor = await come(upright);
  await visitor.see(`${kiosk.stage} .cover-title`);
  assert.doesNotMatch(await visitor.find(".show-box").innerText(), /made when first needed/i, "MENACE has its 304 boxes from the start");
  await visitor.leave();
});

/** What sticks out of the screen, or lies on something else. */
const misplaced = (visitor) => visitor.page.evaluate(() => {
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
  const seen = (selector) => [...top.querySelectorAll(selector)].filter((it) => it.checkVisibility({ visibilityProperty: true }) && !it.closest("[hidden]"));
  const boxes = seen(".show-head, .show-board, .show-box, .show-caption, .show-hands, .card:not(dialog), .still-there > *").map((it) => [it.className || it.tagName, it.getBoundingClientRect()]);
  const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return {
    wide: document.documentElement.scrollWidth > innerWidth,
    out: boxes.filter(([, { left, right, top: y, bottom }]) => left < -1 || right > innerWidth + 1 || y < -1 || bottom > innerHeight + 1).map(([name]) => name),
    overlaps: boxes.flatMap(([name, box], i) => boxes.slice(i + 1).filter(([, other]) => overlap(box, other)).map(([other]) => `${name} and ${other}`)),
  };
});
const well = { wide: false, out: [], overlaps: [] };

/** The files of a board, from the left. */
async function assertBoardOrder(visitor, board) {
  const lefts = await Promise.all(["a1", "b1", "c1"].map(async (name) => (await visitor.find(`${board} [data-cell="${name}"]`).boundingBox()).x));
  assert.ok(lefts[0] < lefts[1] && lefts[1] < lefts[2], `${board}: ${lefts}`);
}

for (const [what, screen] of [["upright", upright], ["lying", lying]]) {
  test(`where one reads from right to left, on a screen that stands ${what}`, async () => {
    const visitor = await come(screen, "her");
    await untilShown(visitor);
    await visitor.page.evaluate(() => { document.documentElement.dir = "rtl"; });
    assert.deepEqual(await misplaced(visitor), well, "attract mode");
    await assertBoardOrder(visitor, ".show-board");
    const side = await visitor.find(".show-caption").evaluate((caption) => getComputedStyle(caption).borderRightWidth);
    assert.notEqual(side, "0px", "the caption's rim is where one begins to read");
    await atTable(visitor);
    assert.deepEqual(await misplaced(visitor), well, "the table");
    await assertBoardOrder(visitor, ".play");
    await assertForFingers(visitor, screen === lying ? 0.28 : mm, "the table");
    await assertWithinReach(visitor, screen === lying ? 0.28 : mm, 600, "the table");
    await untilAsked(visitor);
    assert.deepEqual(await misplaced(visitor), well, "the question");
    await visitor.leave();
  });

  test(`with letters of 32 px, on a screen that stands ${what}`, async () => {
    const visitor = await come(screen);
    const large = () => visitor.page.evaluate(() => document.documentElement.style.setProperty("font-size", "32px", "important"));
    await untilShown(visitor);
    await large();
    assert.deepEqual(await misplaced(visitor), well, "attract mode");
    await atTable(visitor);
    await visitor.anyMove();
    await visitor.see(on.phase("your-turn", "over"));
    assert.deepEqual(await misplaced(visitor), well, "the table");
    const { height, width } = screen.viewport;
    assert.deepEqual((await controls(visitor)).filter(({ top, bottom }) => top < -1 || bottom > height + 1), [], `controls of the table on ${width} x ${height}`);
    await untilAsked(visitor);
    assert.deepEqual(await misplaced(visitor), well, "the question");
    await visitor.leave();
  });
}

test("with forced colours, what can be touched has a rim, beads have letters, and the two sides differ", async () => {
  const visitor = await come({ ...upright, forcedColors: "active" }, "her");
  await untilShown(visitor);
  const rims = (selector) => visitor.find(selector).evaluateAll((all) => all.map((it) => {
    const style = getComputedStyle(it);
    return parseFloat(style.borderTopWidth) >= 1 && style.borderTopStyle !== "none" && style.borderTopColor !== getComputedStyle(it.parentElement).backgroundColor;
  }));
  const assertRims = async (...selectors) => {
    for (const selector of selectors) {
      const found = await rims(selector);
      assert.ok(found.length > 0 && found.every(Boolean), `${selector} has a rim: ${found}`);
    }
  };
  await assertRims(kiosk.play, kiosk.pause, ".attract .languages button", ".show-caption", ".show-box .drawer .bead");
  assert.match(await visitor.find(".show-box .drawer .bead").first().innerText(), /[A-Z]/);
  const outline = (pressed) => visitor.find(`.attract .languages [aria-pressed="${pressed}"]`).first().evaluate((button) => getComputedStyle(button).outlineStyle);
  assert.notEqual(await outline(true), await outline(false), "which language it is");
  const fills = await visitor.find(".show-board .p-man").evaluateAll((all) => all.map((man) => [man.classList.contains("p-white"), `${getComputedStyle(man).fill} ${getComputedStyle(man).stroke}`]));
  const of = (white) => new Set(fills.filter(([is]) => is === white).map(([, fill]) => fill));
  for (const fill of of(true)) assert.ok(!of(false).has(fill), "white and black pieces differ");
  await atTable(visitor);
  await assertRims("#guess", `${on.board} [data-mark="from"] .spot`, "#languages button");
  await untilAsked(visitor);
  await assertRims(".still-there .btn");
  await visitor.leave();
});
