// With the colours that a visitor forces upon all pages, everything that colours say is still there to be seen.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHouse } from "../server/house.mjs";
import { on, Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

test("beads have letters and rims, moves their marks, and the strength its figure", async () => {
  const visitor = await Visitor.come(house, "/machine/her", { forcedColors: "active" });
  await visitor.standing();
  const border = (selector) => visitor.find(selector).first().evaluate((element) => {
    const style = getComputedStyle(element);
    const line = Math.max(parseFloat(style.borderTopWidth), parseFloat(style.outlineStyle === "none" ? 0 : style.outlineWidth));
    const away = (colour) => colour !== getComputedStyle(element.parentElement).backgroundColor;
    return line >= 1 && style.borderTopStyle !== "none" && away(style.borderTopColor);
  });
  assert.ok(await border(`${on.board} [data-mark="from"] .spot`), "what can be moved has a rim");
  await visitor.press("a1");
  assert.ok(await border(`${on.board} [data-mark="to"] .spot`), "where it can go has a mark");
  await visitor.press("a2");
  await visitor.see(on.phase("your-turn", "over"));
  assert.ok(await border(`${on.openBox} .drawer .bead`), "a bead has a rim");
  assert.match(await visitor.find(`${on.openBox} .drawer .bead`).first().innerText(), /[A-Z]/, "and its letter");
  const pieces = await visitor.find(`${on.board} .p-man`).evaluateAll((all) => all.map((piece) => [piece.getAttribute("class"), getComputedStyle(piece).fill, getComputedStyle(piece).stroke]));
  const fills = (side) => new Set(pieces.filter(([name]) => name.includes(side)).map(([, fill, stroke]) => `${fill} ${stroke}`));
  for (const white of fills("p-white")) assert.ok(!fills("p-black").has(white), "white and black pieces differ");
  assert.match(await visitor.find('[data-testid="strength"]').innerText(), /\d/);
  await visitor.leave();
});

test("after a game the bars of the odds can be told from their ground", async () => {
  const visitor = await Visitor.come(house, "/machine/menace", { forcedColors: "active" });
  await visitor.anyGame();
  const bars = await visitor.find(`${on.change} .bar`).evaluateAll((all) => all.map((bar) => [getComputedStyle(bar).borderTopWidth, getComputedStyle(bar).backgroundColor, getComputedStyle(bar.querySelector(".kept")).backgroundColor]));
  assert.ok(bars.length > 0);
  for (const [line, ground, kept] of bars) assert.ok(parseFloat(line) >= 1 && ground !== kept, `${line} ${ground} ${kept}`);
  await visitor.leave();
});

test("the board's lines are there, and the wall's states differ by their rims", async () => {
  const visitor = await Visitor.come(house, "/machine/go-3x3", { forcedColors: "active" });
  await visitor.standing();
  const text = await visitor.page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "CanvasText";
    return getComputedStyle(probe).color;
  });
  for (const line of await visitor.find(`${on.board} .g-line`).evaluateAll((all) => all.map((each) => getComputedStyle(each).stroke))) assert.equal(line, text);
  await visitor.page.goto(`${house.url}/machine/her`);
  await visitor.see(".legend .mb.opened");
  const rims = await visitor.find(".legend .mb").evaluateAll((all) => all.map((sign) => {
    const { borderTopStyle, outlineStyle, outlineColor } = getComputedStyle(sign);
    return `${borderTopStyle} ${outlineStyle} ${outlineStyle === "none" ? "" : outlineColor}`;
  }));
  assert.equal(rims.length, 5);
  assert.equal(new Set(rims).size, 5, rims.join(" | "));
  await visitor.toWall();
  const bead = await visitor.find(`${on.wallBox(1)} i`).first().evaluate((each) => getComputedStyle(each).borderTopWidth);
  assert.ok(parseFloat(bead) >= 1, "a bead on the wall has a rim");
  await visitor.leave();
});
