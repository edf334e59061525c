// A visitor's sign: his phone and the wall make the same one of the same lesson, it is no bead's colour, and it is seen by
// day and by night.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { startHouse } from "../server/house.mjs";
import { COLOURS, signOf } from "../../web/js/lesson_sign.js";
import { Visitor } from "./table.mjs";

const seen = (name) => `[data-testid="${name}"]`;
const contrastMin = 3; // WCAG 1.4.11, for what is no text
const apartMin = 0.1; // in OKLab
let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

const linear = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
const contrast = (one, other) => {
  const [low, high] = [one, other].map((hex) => linear(hex).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0)).sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};
const oklab = (hex) => {
  const [r, g, b] = linear(hex);
  const [l, m, s] = [0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b, 0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b, 0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b].map(Math.cbrt);
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s, 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s];
};
const apart = (one, other) => Math.hypot(...oklab(one).map((value, i) => value - oklab(other)[i]));

test("no sign has a bead's colour, or one like another's; each is seen on the card, by day and by night, and on the wall", () => {
  const css = readFileSync(new URL("../../web/css/base.css", import.meta.url), "utf8");
  const beads = [...css.matchAll(/\.k-(\w+) \{\s+--c: (#[0-9a-f]{6});/g)];
  const cards = [...css.matchAll(/--card: (#[0-9a-f]{6});/g)].map(([, card]) => card);
  const [, ground] = readFileSync(new URL("../../web/js/wall_boxes.js", import.meta.url), "utf8").match(/const GROUND = "(#\w+)"/);
  assert.deepEqual([beads.length, cards.length], [12, 2]);
  COLOURS.forEach(([name, paint], i) => {
    for (const [, bead, colour] of beads) assert.ok(apart(paint, colour) >= apartMin, `${name} and ${bead}: ${apart(paint, colour)}`);
    for (const [other, colour] of COLOURS.slice(i + 1)) assert.ok(apart(paint, colour) >= apartMin, `${name} and ${other}: ${apart(paint, colour)}`);
    for (const card of [...cards, ground]) assert.ok(contrast(paint, card) >= contrastMin, `${name} on ${card}: ${contrast(paint, card)}`);
  });
});

test("25 lessons one after another have 25 signs", () => {
  assert.equal(new Set(Array.from({ length: 25 }, (_, seq) => signOf(1000 + seq)).map(({ colour, shape }) => colour + shape)).size, 25);
});

for (const lang of ["en", "de"]) {
  test(`a visitor's phone has the sign in which the wall lights his boxes, and names it (${lang})`, async () => {
    const wall = await Visitor.come(house, `/wall?machine=menace&lang=${lang}`, { still: false });
    await wall.see(`${seen("projector")}[data-loaded="menace"]`);
    await wall.page.evaluate(() => {
      const place = document.getElementById("wall");
      globalThis.paints = new Map();
      new MutationObserver(() => place.dataset.paints.split(",").filter(Boolean).forEach((each) => globalThis.paints.set(...each.split(" ")))).observe(place, { attributeFilter: ["data-paints"] });
    });
    const phone = await Visitor.come(house, `/machine/menace?lang=${lang}`, { viewport: { width: 390, height: 844 } });
    const { seq, changes } = await phone.anyGame();
    const sign = await phone.see(seen("lesson-sign"));
    const { colour, paint, shape } = await sign.evaluate(({ dataset }) => ({ ...dataset }));
    assert.deepEqual({ colour, paint, shape }, (({ colour, paint, shape }) => ({ colour, paint, shape }))(signOf(seq)));
    assert.match(await sign.innerText(), lang === "de" ? /^Dein Zeichen: eine? .+ in \S+$/ : /^Your sign: a .+ in .+$/);
    await wall.see(`${seen("projector")}[data-taught="${seq}"]`);
    const paints = await wall.page.evaluate(() => [...globalThis.paints]);
    for (const [number] of changes) assert.equal(paints.find(([no]) => Number(no) === number)?.[1], paint, `box ${number}`);
    assert.ok(paints.every(([, each]) => each === paint));
    const row = wall.find(`${seen("lesson")}[data-seq="${seq}"] .sign-picture`);
    assert.equal(await row.evaluate((it) => it.style.fill), await sign.locator(".sign-picture").evaluate((it) => it.style.fill), "and in its list of lessons");
    const chip = await phone.find(seen("change")).first().evaluate((it) => getComputedStyle(it).boxShadow);
    const rgb = [1, 3, 5].map((at) => parseInt(paint.slice(at, at + 2), 16)).join(", ");
    assert.ok(chip.includes(`rgb(${rgb})`), `${chip}: ${rgb}`);
    await phone.leave();
    await wall.leave();
  });
}

test("from a table to the wall of its machine; by keyboard to its film, and back", async () => {
  const visitor = await Visitor.come(house, "/machine/her");
  await (await visitor.see(seen("wall"))).click();
  await visitor.see(`${seen("projector")}[data-loaded="her"]`);
  const go = async (name, address) => {
    for (let i = 0; i < 60 && (await visitor.page.evaluate(() => document.activeElement?.dataset.testid)) !== name; i += 1) await visitor.page.keyboard.press("Tab");
    await visitor.page.keyboard.press("Enter");
    await visitor.page.waitForURL(address);
  };
  await go("film", /\/film\?machine=her/);
  await visitor.see(`${seen("film")}[data-state="open"]`);
  await go("to-wall", /\/wall\?machine=her/);
  await visitor.see(`${seen("projector")}[data-loaded="her"]`);
  await visitor.leave();
});
