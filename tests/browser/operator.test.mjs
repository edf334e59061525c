// Be the operator: the machine's turn is the visitor's hands. What the server has drawn is held back until they have found the box,
// shaken and tilted it, and made the move of the bead in the corner; after the game its beads are moved by hand. By keyboard, by
// touch and by shaking a phone; a wrong box, a wrong square and a wrong bead are told kindly.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { places, shownOf } from "../../web/js/fence.js";
import { freePorts, startHouse } from "../server/house.mjs";
import { assertSound } from "./sound.mjs";
import { on, Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse({ port: (await freePorts(1))[0] }); }); // it is opened there again
after(() => house.close());

const seen = (name) => `[data-testid="${name}"]`;
const panel = seen("operator");
const shelved = seen("shelf-box");
const glowing = (visitor) => visitor.find(`${shelved}.glows`).evaluateAll((all) => all.map(({ dataset }) => Number(dataset.number)));
const plain = (text) => text.replaceAll(/–\u2060?/g, "-").replaceAll(/×\u200b?/g, "x");

/** Waits until the hands have one of these steps, or where they have none the board one of these phases; says which. */
async function until(visitor, ...wanted) {
  const found = await visitor.page.waitForFunction(({ wanted, panel, board }) => {
    const now = document.querySelector(panel).dataset.step || document.querySelector(board).dataset.phase;
    return wanted.includes(now) && now;
  }, { wanted, panel, board: on.board });
  return found.jsonValue();
}

/** At a table, as its operator. */
async function sit(machine, { path = "", ...options } = {}) {
  const visitor = await Visitor.come(house, `/machine/${machine}${path}`, options);
  await visitor.standing();
  await visitor.find(seen("operate")).click();
  await visitor.page.locator(".operated").waitFor();
  return visitor;
}

/** The move of the bead in the corner, as a visitor finds it: by its letter among those beneath the label, and by luck where several fit. */
async function read(visitor) {
  const { moves, said } = await visitor.page.evaluate(() => {
    const letter = document.querySelector(".fence .apex").textContent;
    const odd = [...document.querySelectorAll(".operator .odd")].find((each) => each.querySelector(".bead").textContent === letter);
    return { moves: odd.querySelector(".muted").textContent.split(": ")[1], said: document.querySelector("#say").textContent };
  });
  const chosen = plain(said).match(/luck chose (.*)\. Make it!$/)?.[1];
  return { moves: plain(moves).split(", "), move: chosen ?? plain(moves).split(", ")[0] };
}

/** The machine's turn by touches; the box is found with help. */
async function byHand(visitor) {
  await until(visitor, "find");
  if ((await glowing(visitor)).length !== 1) await visitor.find(seen("show-me")).click();
  await visitor.find(`${shelved}.glows`).click();
  await visitor.find(seen("shake")).click();
  await visitor.find(seen("tilt")).click();
  await until(visitor, "play");
  const make = async (move) => {
    for (const cell of move === "pass" ? ["pass"] : move.split(/[-x]/)) await visitor.press(cell);
  };
  await make((await read(visitor)).move);
  const luck = await visitor.page.waitForFunction(({ panel, note }) => document.querySelector(panel).dataset.step !== "play" || document.querySelector(note).textContent, { panel, note: on.note }).then((found) => found.jsonValue());
  if (luck !== true) await make(plain(luck).match(/luck chose (.*)\.$/)[1]); // another move of the same bead
  return until(visitor, "your-turn", "over", "beads");
}

/** On to the next time that the machine's box is sought, through as many games as that takes. */
async function toFind(visitor) {
  for (let moves = 0; moves < 60; moves += 1) {
    const now = await until(visitor, "find", "your-turn", "beads", "over");
    if (now === "find") return;
    if (now === "your-turn") {
      await visitor.anyMove();
      await until(visitor, "find", "beads", "over");
    } else await visitor.nextGame();
  }
  assert.fail("the machine never has its turn");
}

/** By the arrow keys to that square of a board of squares; the board has the keyboard. */
async function go(visitor, cell) {
  const at = () => visitor.page.evaluate(() => document.activeElement.dataset.cell ?? "");
  const { keyboard } = visitor.page;
  for (let steps = 0, now = await at(); now !== cell; steps += 1, now = await at()) {
    assert.ok(now && steps < 10, `from ${now} to ${cell}`);
    const aside = cell.charCodeAt(0) - now.charCodeAt(0);
    await keyboard.press(aside ? (aside > 0 ? "ArrowRight" : "ArrowLeft") : cell[1] > now[1] ? "ArrowUp" : "ArrowDown");
  }
}

const note = (visitor) => visitor.page.evaluate(() => {
  globalThis.heard = [];
  new MutationObserver((records) => records.forEach(({ addedNodes }) => addedNodes.forEach((line) => globalThis.heard.push(line.textContent)))).observe(document.querySelector('[data-testid="spoken"]'), { childList: true });
});
const heard = (visitor) => visitor.page.evaluate(() => globalThis.heard);

/** One turn of MENACE's by keyboard alone; a wrong square first, where asked. Returns the box and the move. */
async function turnByKeys(visitor, { wrong }) {
  const { page } = visitor;
  const focus = () => page.evaluate(() => ({ id: document.activeElement.dataset.testid, number: Number(document.activeElement.dataset.number), inBoard: document.activeElement.closest(".board") !== null }));
  const { position } = await page.locator(on.board).evaluate(({ dataset }) => ({ ...dataset }));
  const [box] = await glowing(visitor);
  const { id, number } = await focus();
  assert.deepEqual([id, number], ["shelf-box", box], "the keyboard is at the box that glows");
  const told = await page.evaluate(() => ({ box: document.querySelector("#box").hidden, here: document.querySelector("#wall .mb.here")?.dataset.number }));
  assert.ok(told.box && Number(told.here) !== box, "neither the open box nor the wall tells which");
  assert.match(await page.locator(`${shelved}.glows`).getAttribute("aria-label"), /^Box \d+: .*nought.*, it glows$/);
  for (const [after, hand] of [["shake", "shake"], ["tilt", "tilt"], ["play", null]]) {
    await page.keyboard.press("Enter");
    await until(visitor, after);
    if (hand) assert.equal((await focus()).id, hand);
  }
  assert.ok((await focus()).inBoard);
  await page.locator(`${on.board}[data-phase="your-turn"]`).waitFor();
  const { moves, move } = await read(visitor);
  const others = (await page.locator(on.legal).evaluateAll((all) => all.map(({ dataset }) => dataset.cell))).filter((cell) => !moves.includes(cell));
  assert.equal(await page.locator(on.board).getAttribute("data-position"), position, "the move is not on the board yet");
  if (wrong && others.length) {
    await go(visitor, others[0]);
    await page.keyboard.press("Enter");
    await page.locator(`${on.note}:has-text("That move is for")`).waitFor();
    assert.equal(await page.locator(on.board).getAttribute("data-position"), position);
  }
  await go(visitor, move);
  await page.keyboard.press("Enter");
  await page.locator(`${on.board}:not([data-position="${position}"])`).waitFor();
  return { box, move };
}

/** The beads after a game by keyboard: how many touches that took. The first one is a wrong bead, where there is another. */
async function beadsByKeys(visitor) {
  const { page } = visitor;
  const wanted = () => page.evaluate(() => document.activeElement.hasAttribute("data-wanted"));
  const tab = async (want) => {
    for (let tabs = 0; (await wanted()) !== want; tabs += 1) {
      assert.ok(tabs < 60, "the bead is reached by the keyboard");
      await page.keyboard.press("Tab");
    }
  };
  assert.ok(await page.evaluate(() => document.activeElement.matches(".operator .odd")), "the keyboard is at the beads");
  if ((await page.locator(`${panel} .odd`).count()) > 1) {
    if (await wanted()) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator(`${seen("bead-work")}:has-text("I need")`).waitFor();
  }
  for (let touches = 1; touches < 60; touches += 1) {
    const before = await page.locator(panel).evaluate((it) => it.textContent);
    await tab(true);
    await page.keyboard.press("Enter");
    if ((await page.waitForFunction(({ panel, before }) => {
      const it = document.querySelector(panel);
      return it.dataset.step !== "beads" ? "done" : it.textContent !== before && "on";
    }, { panel, before }).then((found) => found.jsonValue())) === "done") return touches;
  }
  return assert.fail("the beads have no end");
}

test("of many beads a part is shown, each colour that there is among them; they lie in rows from the corner on", () => {
  assert.deepEqual(shownOf([3, 0, 2]), [3, 0, 2]);
  const shown = shownOf([400, 0, 200, 1]);
  assert.equal(shown.reduce((sum, count) => sum + count, 0), 21);
  assert.ok(shown[0] > shown[2] && shown[2] > shown[3] && shown[3] === 1 && shown[1] === 0, String(shown));
  assert.deepEqual(places(6).map(([inward, aside]) => [Math.round(inward / (Math.sqrt(3) / 2)), aside]), [[0, 0], [1, -0.5], [1, 0.5], [2, 0], [2, -1], [2, 1]]);
});

test("a whole game by keyboard alone: boxes, moves and beads are those of the log, and each thing is told once and in order", async () => {
  const visitor = await Visitor.come(house, "/machine/menace");
  const { page } = visitor;
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await visitor.standing();
  await visitor.see(on.wallBox(1));
  assert.ok(!asked.some((url) => /operator|fence|shelf|shaker/.test(url)), "nothing of it is loaded before it is wanted");
  await note(visitor);
  await page.locator(seen("operate")).focus();
  await page.keyboard.press("Enter");
  await page.locator(`${on.note}:has-text("you are my hands")`).waitFor();
  const turns = [];
  for (let now = "your-turn"; now !== "over" && now !== "beads"; now = await until(visitor, "your-turn", "find", "over", "beads")) {
    if (now === "find") turns.push(await turnByKeys(visitor, { wrong: turns.length === 0 }));
    else {
      await go(visitor, await visitor.data(on.legal, "cell"));
      await page.keyboard.press("Enter");
      await until(visitor, "find", "over", "beads");
    }
  }
  await until(visitor, "beads");
  assert.equal(await page.locator(on.learned).isVisible(), false, "the lesson waits for the hands");
  await assertSound(visitor, "the beads after the game");
  const touches = await beadsByKeys(visitor);
  const result = await visitor.result();
  assert.equal(await page.evaluate(() => document.activeElement.id), "next");
  const { trace, moves } = await visitor.assertTaught("menace", result);
  assert.ok(turns.length >= 2);
  assert.deepEqual(turns.map(({ box }) => box), trace.slice(1, 1 + turns.length).map(({ number }) => number));
  assert.deepEqual(turns.map(({ move }) => move), moves.filter((_, i) => i % 2 === 0).slice(1, 1 + turns.length));
  assert.equal(touches, result.changes.reduce((sum, [, was, is]) => sum + Math.abs(is - was), 0), "one touch a bead");
  await page.waitForFunction(() => globalThis.heard.some((line) => line.includes("is now")));
  const lines = (await heard(visitor)).map((line) => line.replace(/^(You played|Please find|That is it|Now tilt|In the corner|MENACE opened|Your turn).*/s, "$1"));
  const one = ["You played", "Please find", "That is it", "Now tilt", "In the corner", "MENACE opened"];
  const order = lines.filter((line) => one.includes(line));
  assert.deepEqual(order.slice(0, one.length * turns.length), turns.flatMap(() => one), lines.join(" | "));
  assert.ok(lines.findIndex((line) => /is now/.test(line)) > lines.findLastIndex((line) => /to go\./.test(line)), "the lesson is told when its beads lie where they belong");
  await page.keyboard.press("Enter");
  await until(visitor, "find");
  await visitor.leave();
});

test("a wrong box is told kindly, on the shelf and on the wall, and the right one is taken from either", async () => {
  const visitor = await sit("her", { viewport: { width: 1280, height: 800 } });
  const { page } = visitor;
  await toFind(visitor);
  const [box] = await glowing(visitor);
  const { position } = await page.locator(on.board).evaluate(({ dataset }) => ({ ...dataset }));
  const { boxes } = await house.boxes("her");
  const mirrored = (text) => text.split(" ")[0].split("/").map((row) => [...row].reverse().join("")).join("/");
  const board = position.split(" ")[0];
  const others = await page.locator(`${shelved}:not(.glows)`).evaluateAll((all) => all.map(({ dataset }) => Number(dataset.number)));
  assert.ok(others.length > 0);
  for (const no of others) {
    await page.locator(`${shelved}[data-number="${no}"]`).click();
    const near = [board, mirrored(board)].includes(boxes[no - 1].box.split(" ")[0]);
    await page.locator(`${on.note}:has-text("${near ? `Box ${no} has this board mirrored` : `Box ${no} has another board`}")`).waitFor();
    assert.match(await page.locator(`${shelved}[data-number="${no}"]`).getAttribute("aria-label"), /not this one$/);
  }
  const elsewhere = boxes.find(({ turn }) => turn !== boxes[box - 1].turn).number;
  await visitor.find(on.wallBox(elsewhere)).click();
  await page.locator(`${on.note}:has-text("Box ${elsewhere} has")`).waitFor();
  assert.equal(await page.locator(on.look).isVisible(), false, "no box is looked into while one is sought");
  assert.equal(await until(visitor, "find"), "find");
  await visitor.find(`${on.wallBox(box)}[data-glows]`).click();
  await until(visitor, "shake");
  assert.equal(await page.locator(on.note).isVisible(), false);
  assert.equal(await page.locator("#wall [data-glows]").count(), 0);
  await visitor.find(seen("operate")).click(); // back to itself: what is under way is done at once
  await page.locator(".operated").waitFor({ state: "detached" });
  await visitor.see(on.phase("your-turn", "over"));
  assert.equal(await page.locator(panel).count(), 0);
  await visitor.leave();
});

test("the shelf helps less and less: a box glows, then its row, then nothing; who asks is shown", async () => {
  const visitor = await sit("her");
  for (let found = 0; found < 7; found += 1) {
    await toFind(visitor);
    const shown = await glowing(visitor);
    const all = await visitor.find(shelved).count();
    assert.equal(shown.length <= 1 ? shown.length : "row", found < 3 ? 1 : found < 6 ? (all % 6 === 1 && shown.length === 1 ? 1 : "row") : 0, `box ${found + 1}`);
    if (found === 6) {
      await visitor.find(seen("show-me")).click();
      assert.equal((await glowing(visitor)).length, 1);
    }
    await byHand(visitor);
  }
  await visitor.leave();
});

test("tilted, the beads lie in the V and the drawn one in its corner; nothing flies before the hands are done", async () => {
  const visitor = await sit("menace", { still: false, permissions: ["accelerometer"], viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  await toFind(visitor);
  await visitor.find(`${shelved}.glows`).click();
  await until(visitor, "shake");
  assert.equal(await page.locator(".flight > *, .shaking").count(), 0);
  // A phone is shaken: three hard jerks; its time is the test's, so that a slow computer shakes as well.
  await page.evaluate(() => {
    let now = performance.now();
    globalThis.jerk = (force) => {
      now += 150;
      performance.now = () => now;
      dispatchEvent(new DeviceMotionEvent("devicemotion", { acceleration: { x: force, y: 0, z: 0 } }));
      delete performance.now;
    };
    [4, 20, 3, -20].forEach(globalThis.jerk);
  });
  assert.equal(await until(visitor, "shake", "tilt"), "shake", "two jerks are not enough");
  await page.evaluate(() => globalThis.jerk(20));
  await until(visitor, "tilt");
  await visitor.find(seen("tilt")).click();
  await until(visitor, "play");
  const lie = () => page.locator(".fence").evaluate(async (fence) => {
    await Promise.all(fence.getAnimations({ subtree: true }).map((it) => it.finished));
    const all = [...fence.querySelectorAll(".bead")].map((bead) => ({ apex: bead.classList.contains("apex"), box: bead.getBoundingClientRect() }));
    return { all: all.map(({ apex, box }) => ({ apex, x: box.x + box.width / 2, y: box.y + box.height / 2, d: box.width })), place: fence.getBoundingClientRect().toJSON() };
  });
  const { all, place } = await lie();
  const apex = all.find((bead) => bead.apex);
  const d = Math.min(...all.map((bead) => bead.d));
  for (const bead of all) {
    assert.ok(bead.x > place.left && bead.x < place.right && bead.y > place.top && bead.y < place.bottom, "in the drawer");
    assert.ok(bead === apex || bead.x < apex.x - d * 0.8, "the drawn bead is deepest in the corner");
    assert.ok(Math.abs(bead.y - apex.y) <= (apex.x - bead.x) * Math.tan(Math.PI / 6) + d * 0.06, "within the V");
    for (const other of all) assert.ok(other === bead || Math.hypot(other.x - bead.x, other.y - bead.y) > d * 0.9, "beads do not lie in each other");
  }
  await visitor.leave();
});

test("a line that is lost and comes back leaves the machine's turn in the visitor's hands", async () => {
  const visitor = await sit("her");
  await toFind(visitor);
  const boxes = await glowing(visitor);
  visitor.houseIsGone = true;
  const { port } = house;
  await house.stop();
  await visitor.see(on.line("down"));
  await house.open(port);
  await visitor.page.locator(on.line("open")).waitFor({ state: "attached" });
  await visitor.page.waitForFunction(() => document.querySelector('[data-testid="connection"]').hidden);
  assert.equal(await until(visitor, "find", "your-turn", "over"), "find");
  assert.deepEqual(await glowing(visitor), boxes);
  await byHand(visitor);
  await visitor.leave();
});

test("heaps, jumps and boxes that are made when they are met; the smallest phone, German, by night: no rule of accessibility is broken", async () => {
  for (const [machine, path, scheme] of [["nimble", "", "light"], ["minicheckers", "", "dark"], ["go-2x2", "", "light"], ["menace", "?lang=de", "dark"]]) {
    const visitor = await sit(machine, { path, colorScheme: scheme, viewport: { width: 320, height: 640 } });
    const { page } = visitor;
    await page.locator(on.passCell).waitFor({ state: "attached" });
    for (let moves = 0; moves < 30; moves += 1) {
      if ((await until(visitor, "find", "shake", "your-turn", "over", "beads")) !== "your-turn") break;
      await visitor.anyMove();
      await until(visitor, "find", "shake", "over", "beads");
    }
    if ((await until(visitor, "find", "shake", "over", "beads")) === "find") {
      await assertSound(visitor, `${machine}: a box is sought`);
      await visitor.find(`${shelved}.glows`).click();
    }
    assert.equal(await until(visitor, "shake"), "shake");
    await visitor.find(seen("shake")).click();
    await visitor.find(seen("tilt")).click();
    await until(visitor, "play");
    await assertSound(visitor, `${machine}: the bead in the corner`);
    const { wide, outside } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth > innerWidth,
      outside: [...document.querySelectorAll(".operator .leave, .shelf button, .hands button, .operator .fence .bead")].filter((it) => it.checkVisibility() && it.getBoundingClientRect().right > innerWidth).length }));
    assert.deepEqual([wide, outside], [false, 0], machine);
    await visitor.leave();
  }
});
