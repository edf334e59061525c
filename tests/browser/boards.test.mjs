// Boards of every kind, against a house that plays from a script: what a click and a key send, what is drawn, and
// what the page says of it. The server's own games are played in play.test.mjs.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { CannedHouse } from "./canned.mjs";
import { hall } from "./exhibits.mjs";
import { on, Visitor } from "./table.mjs";

let house;
before(async () => { house = await CannedHouse.open(hall); });
after(() => house.close());

async function sitDown(machine, options) {
  house.sent.length = 0;
  const visitor = await Visitor.come(house, `/machine/${machine}`, options);
  await visitor.standing();
  return visitor;
}

const marks = (visitor, selector) => visitor.find(selector).evaluateAll((all) => all.map(({ textContent }) => textContent));
const legal = async (visitor) => (await visitor.find(on.legal).evaluateAll((cells) => cells.map(({ dataset }) => dataset.cell))).sort();
const focused = (visitor) => visitor.page.evaluate(() => document.activeElement?.dataset.cell);
const opened = `${on.openBox} .matchbox`;

test("dark squares: a jump on and on is clicked along its path as far as it is not plain", async () => {
  const visitor = await sitDown("caswell");
  assert.deepEqual(await legal(visitor), ["a1"]);
  await visitor.press("a1");
  assert.deepEqual(await legal(visitor), ["a1", "a5", "c3", "e1", "e5"]);
  await visitor.press("c3");
  assert.deepEqual(house.sent, [], "three jumps go on from there");
  assert.deepEqual(await legal(visitor), ["a1", "a5", "e1", "e5"]);
  await visitor.page.keyboard.press("Escape");
  assert.deepEqual(await legal(visitor), ["a1"]);
  await visitor.press("a1");
  await visitor.press("c3");
  await visitor.press("e5");
  await visitor.see(on.otherPly(6));
  assert.deepEqual(house.sent, ["a1xc3xe5"]);
  assert.match(await visitor.find(on.cell("e3")).getAttribute("aria-label"), /^e3, white king/);
  assert.match(await visitor.find("#say").innerText(), /had no box for this board, so I made one and shook it\. An? \w+ bead! I play here\./);
  await visitor.leave();
});

test("dark squares: the last landing square alone will do where one jump ends there; light squares are no places", async () => {
  const visitor = await sitDown("caswell");
  assert.equal(await visitor.find(`${on.board} .cell:not([disabled])`).count(), 13);
  await visitor.press("a1");
  for (const [key, cell] of [["ArrowUp", "b2"], ["ArrowUp", "a3"], ["ArrowRight", "c3"], ["ArrowDown", "d2"], ["ArrowUp", "c3"], ["ArrowDown", "d2"], ["ArrowDown", "c1"], ["ArrowRight", "e1"]]) {
    await visitor.page.keyboard.press(key);
    assert.equal(await focused(visitor), cell);
  }
  await visitor.page.keyboard.press("Enter");
  await visitor.see(on.otherPly(6));
  assert.deepEqual(house.sent, ["a1xc3xe1"]);
  await visitor.leave();
});

test("piles: a counter takes those above it too, by mouse and by keyboard", async () => {
  const visitor = await sitDown("nimble");
  await visitor.find(on.cell("b:2")).hover();
  assert.equal(await visitor.find(`${on.board} .would`).count(), 2);
  assert.equal(await visitor.find(on.cell("b:2")).getAttribute("data-take"), "take 2");
  assert.equal(await visitor.find(on.cell("b:2")).getAttribute("aria-label"), "Heap B of 3: take 2");
  await visitor.press("b:2");
  await visitor.see(on.otherPly(0)); // the board is drawn once a frame: until then it shows the turn before
  assert.equal((await visitor.standing()).position, "310");
  assert.deepEqual((await marks(visitor, `${opened} .aside`)).sort(), ["1", "1", "1", "2", "2", "3", "3"], "a mark for each take, with its amount");
  assert.equal(await visitor.find(on.cell("c:1")).count(), 0, "heap C is gone");
  await visitor.find(on.cell("b:1")).focus();
  await visitor.page.keyboard.press("ArrowRight");
  assert.equal(await focused(visitor), "b:1", "there is nothing to stand on");
  await visitor.page.keyboard.press("ArrowLeft");
  assert.equal(await focused(visitor), "a:3");
  await visitor.page.keyboard.press("ArrowUp");
  await visitor.page.keyboard.press("Enter");
  await visitor.see(on.outcome);
  assert.deepEqual(house.sent, ["b:2", "a:2"]);
  await visitor.leave();
});

test("points: stones, a pass, and a box that was made for the draw", async () => {
  const visitor = await sitDown("go-3x3");
  await visitor.press("b2");
  await visitor.see(on.otherPly(0));
  assert.equal(await visitor.data(on.openBox, "number"), "1");
  assert.equal(await visitor.find(`${opened} .mark`).count(), 9, "four corners, four sides, and the pass");
  assert.equal(await visitor.find(on.cell("c2")).getAttribute("aria-label"), "c2, white stone");
  await visitor.press("a3");
  await visitor.see(on.otherPly(2));
  assert.equal(await visitor.data(on.openBox, "number"), "new");
  assert.match(await visitor.find("#say").innerText(), /A blue bead! I pass\./);
  await visitor.find(`[data-cell="pass"]`).click();
  await visitor.see(on.outcome);
  assert.deepEqual(house.sent, ["b2", "a3", "pass"]);
  await visitor.see(`${on.wallBox(900)}[data-beads="6"]`);
  assert.equal(await visitor.data(on.openBox, "number"), "900", "the lesson says which number it got");
  await visitor.leave();
});

test("squares: pawns on a board of any width", async () => {
  for (const [machine, moves, position] of [["octapawn", ["a1", "a2"], "bb.b/..b./w.../.www w"], ["extendapawn", ["d1", "d2"], "bb.bbbbb/...b..../www.wwww w"]]) {
    const visitor = await sitDown(machine);
    for (const cell of moves) await visitor.press(cell);
    await visitor.see(on.standing(position, 2));
    assert.deepEqual(house.sent, [moves.join("-")]);
    await visitor.leave();
  }
});

test("a long row of the wall shows more when asked, and what was opened unasked", async () => {
  const visitor = await sitDown("go-3x3", { viewport: { width: 390, height: 844 } });
  assert.equal(await visitor.find(on.wallBox(2)).count(), 0, "on a phone the rows come once somebody scrolls to them");
  await visitor.toWall();
  await visitor.see(on.wallBox(2));
  assert.equal(await visitor.find(on.wallBox(150)).count(), 0);
  await visitor.find(".more").first().click();
  await visitor.see(on.wallBox(150));
  for (const cell of ["b2", "a3", "pass"]) {
    assert.equal(await visitor.find(on.wallBox(900)).count(), 0);
    const ply = await visitor.data(on.board, "ply");
    await visitor.find(`[data-cell="${cell}"]`).click();
    await visitor.see(on.otherPly(ply));
  }
  await visitor.see(on.wallBox(900));
  await visitor.leave();
});

test("news that comes while boxes and curve are still being fetched has them fetched again", async () => {
  const visitor = await Visitor.come(house, "/");
  const needs = await visitor.page.evaluate(async () => {
    const { createTable, follow, setBoxes, setCurve } = await import("/js/state.js");
    const feed = { type: "feed", seq: 2, from: 2, to: 2, counts: [[1, 0, 4]], outcomes: "w" };
    const early = createTable("menace");
    const late = createTable("menace");
    setBoxes(late, { seq: 1, boxes: [{ number: 1, turn: 1, box: "", beads: 3, moves: [{ move: "a1", beads: 3 }] }] });
    setCurve(late, { staircase: [[1, 0]] });
    return { early: follow(early, feed), late: follow(late, feed), beads: late.boxes.get(1).beads };
  });
  assert.deepEqual(needs, { early: { boxes: true, curve: true }, late: { boxes: false, curve: false }, beads: 4 });
  await visitor.leave();
});

test("every board fits a narrow phone, and can be touched there", async () => {
  for (const machine of ["octapawn", "extendapawn", "nimble", "minicheckers", "caswell", "go-3x3"]) {
    const visitor = await sitDown(machine, { viewport: { width: 320, height: 640 } });
    assert.ok(await visitor.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), machine);
    const { width, height } = await visitor.find(`${on.board} .cell`).first().boundingBox();
    assert.ok(Math.min(width, height) >= 30, `${machine}: ${width} x ${height}`);
    await visitor.leave();
  }
});

test("a bead has its label's colour on a board turned any way", async () => {
  const visitor = await Visitor.come(house, "/");
  const names = await visitor.page.evaluate(async () => {
    const { cellIndex, cellName, cellsOfPosition, labelMove, turned } = await import("/js/notation.js");
    const turn = (layout, name, text) => {
      const cells = cellsOfPosition(layout, text);
      const image = cells.slice();
      cells.forEach((piece, i) => { image[turned(layout, name, i)] = piece; });
      return image.join("");
    };
    const square = { kind: "squares", columns: 3, rows: 3, pieces: ".XO", movers: "" };
    const piles = { kind: "piles", columns: 3, rows: 1, pieces: "0123", movers: "", start: "333" };
    const to = (name) => cellName(square, turned(square, name, cellIndex(square, "a1")));
    return {
      corners: ["identity", "rotate-90", "rotate-180", "rotate-270", "mirror", "mirror-90", "mirror-180", "mirror-270"].map(to),
      schema: [turn(square, "rotate-270", "..O/.X./..."), turn({ ...square, pieces: ".wb" }, "mirror", "bbb/..w/ww. b")],
      heaps: ["identity", "to-acb", "to-bac", "to-bca", "to-cab", "to-cba"].map((name) => turn(piles, name, "120")),
      moves: [labelMove(square, "rotate-270", ["c2", "b3"]), labelMove(square, "mirror", ["b3xc2"]), labelMove(piles, "to-cab", ["a:2", "b:2"]), labelMove(piles, "to-cab", ["pass"])],
    };
  });
  assert.deepEqual(names.corners, ["a1", "a3", "c3", "c1", "c1", "a1", "a3", "c3"]);
  assert.deepEqual(names.schema, ["O...X....", "bbbw...ww"], "as in the schema's examples");
  assert.deepEqual(names.heaps, ["120", "102", "210", "012", "201", "021"]);
  assert.deepEqual(names.moves, ["a2", "b3xa2", "a:2", "pass"]);
  await visitor.leave();
});

test("the hall has room for fourteen labels, long and short", async () => {
  for (const width of [320, 390, 1280, 3840]) {
    const visitor = await Visitor.come(house, "/", { viewport: { width, height: 900 } });
    await visitor.see(on.exhibit("ellis"));
    assert.equal(await visitor.find(on.exhibits).count(), 14);
    const outside = await visitor.page.evaluate(() => [...document.querySelectorAll(".exhibit h3, .exhibit .now, .exhibit .ten, .exhibit .stack")].filter((each) => each.scrollWidth > each.clientWidth + 1).map(({ textContent }) => textContent));
    assert.deepEqual(outside, [], `at ${width}`);
    await visitor.leave();
  }
});
