// The sealed room as a visitor goes through it: the paper, five games, nine sentences, the question, the door.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, startHouse } from "../server/house.mjs";
import { assertSound } from "./sound.mjs";
import { on, Visitor } from "./table.mjs";

// Rounds long enough that two who sit down one after the other are in the same one.
const flags = ["--sealed-round-s", "5", "--sealed-pause-s", "0"];
let house;
before(async () => { house = await startHouse({ flags: [...flags, "--sealed-machines-percent", "0"] }); });
after(() => house.close());

const byTest = (id) => `[data-testid="${id}"]`;
const stage = (...names) => names.map((name) => `${byTest("sealed")}[data-stage="${name}"]`).join();

async function sitDown(visitor) {
  await visitor.find(byTest("sit")).click();
  await visitor.see(stage("room"));
}

/** One move of the visitor's, the first that there is. */
async function moveOnce(visitor) {
  await visitor.page.locator(`${on.board} [data-mark="from"]`).first().click();
  await visitor.page.locator(`${on.board} [data-mark="to"], ${on.board} [data-mark="capture"]`).first().click();
}

/** Plays on until the page asks who it was; touches a sentence after each move. Whether the visitor sees the board is asked anew each time. */
async function playFive(visitor, sentence) {
  for (;;) {
    await visitor.see(`${stage("asked", "open")}, ${on.phase("your-turn")}`);
    if (await visitor.page.locator(stage("asked", "open")).count()) return;
    await moveOnce(visitor);
    await visitor.see(`${stage("asked", "open")}, ${on.phase("machine", "over")}`);
    if (await visitor.page.locator(stage("room")).count()) await visitor.page.evaluate((n) => document.querySelectorAll("#nine button")[n - 1]?.click(), sentence);
  }
}

const was = (visitor) => visitor.page.locator(byTest("was")).innerText();

test("one visitor and a machine: rules, games, sentences, question, and the door with boxes, beads and what was thought", async () => {
  const visitor = await Visitor.come(house, "/sealed");
  assert.match(await visitor.find("#paper").innerText(), /Move a pawn straight ahead/);
  assert.doesNotMatch(await visitor.find("main").innerText(), /machine/i, "nothing tells who may sit there");
  await assertSound(visitor, "the paper");
  await sitDown(visitor);
  assert.match(await visitor.find(byTest("game")).innerText(), /Game 1 of 5: you play (white|black)/i);
  assert.equal(await visitor.page.locator("#nine button:not([disabled])").count(), 0, "first a move, then a thought");
  await visitor.see(on.phase("your-turn"));
  await assertSound(visitor, "the room");
  await moveOnce(visitor);
  const third = visitor.page.locator("#nine button").nth(2);
  await third.click();
  assert.equal(await third.getAttribute("aria-pressed"), "true");
  await playFive(visitor, 3);
  assert.equal(await visitor.page.evaluate(() => document.activeElement?.id), "asked-title");
  await assertSound(visitor, "the question");
  await visitor.find(byTest("guess-person")).click();
  await visitor.see(stage("open"));
  assert.match(await was(visitor), /it was a machine/i);
  assert.match(await visitor.find(byTest("answer")).innerText(), /took it for a person/);
  assert.ok(await visitor.page.locator("#behind .small-box").count() > 30, "its boxes stand there");
  assert.equal(await visitor.page.locator(byTest("replay")).count(), 5);
  for (const replay of await visitor.page.locator(byTest("replay")).all()) await replay.evaluate((details) => { details.open = true; });
  assert.ok(await visitor.page.locator(".plies .thought").count() >= 5);
  assert.match(await visitor.page.locator(".plies .thought").first().innerText(), /How stupid of me/);
  assert.ok(await visitor.page.locator(".plies .matchbox").count() >= 5, "each draw lies beside its move");
  assert.match(await visitor.find(byTest("score")).innerText(), /played a machine: 1\. Took it for a person: 1\.[\s\S]*68 of 100/);
  await visitor.quiet();
  await assertSound(visitor, "the open door");
  await visitor.find(byTest("sit")).click();
  await visitor.see(stage("room"));
  await visitor.leave();
});

test("two browsers next door to each other: each learns of the other, and of the other's thoughts", async () => {
  const [one, two] = [await Visitor.come(house, "/sealed"), await Visitor.come(house, "/sealed?lang=de", { colorScheme: "dark" })];
  for (let met = false; !met;) { // where a round came between them, each has a machine
    for (const visitor of [one, two]) await visitor.find(byTest("sit")).click();
    await Promise.all([one, two].map((visitor) => visitor.see(stage("room"))));
    await Promise.all([playFive(one, 1), playFive(two, 9)]);
    await one.find(byTest("guess-machine")).click();
    await two.find(byTest("guess-person")).click();
    await Promise.all([one, two].map((visitor) => visitor.see(stage("open"))));
    met = /person/i.test(await was(one));
  }
  assert.match(await was(two), /Es war ein Mensch/i);
  assert.match(await one.find(byTest("answer")).innerText(), /took a person for a machine/);
  assert.match(await two.find(byTest("answer")).innerText(), /Du hast es gewusst/);
  const thoughts = async (visitor) => (await visitor.page.locator(".plies .thought").allTextContents()).join("\n");
  assert.match(await thoughts(one), /You thought: “A safe move[\s\S]*Next door thought: “A good player/);
  assert.match(await thoughts(two), /Nebenan dachte jemand: „Ein sicherer Zug/);
  assert.equal(await one.page.locator("#behind .waver").count(), 1);
  await two.quiet();
  await assertSound(two, "the open door by night");
  for (const visitor of [one, two]) await visitor.leave();
});

test("a restart of the museum ends the room kindly, and the paper lies there again", async () => {
  const other = await startHouse({ flags });
  const visitor = await Visitor.come(other, "/sealed");
  await sitDown(visitor);
  visitor.houseIsGone = true;
  await other.kill();
  await visitor.see(stage("paper"));
  assert.match(await visitor.find(byTest("told")).innerText(), /room is closed, and nothing was counted/);
  await visitor.leave();
});

test("by keyboard alone, and on every screen, in German", async () => {
  const visitor = await Visitor.come(house, "/sealed?lang=de", { viewport: { width: 320, height: 640 } });
  await visitor.find(byTest("sit")).press("Enter");
  await visitor.see(on.phase("your-turn"));
  await visitor.page.evaluate(() => document.querySelector('[data-testid="board"] [data-mark="from"]')?.focus());
  await visitor.page.keyboard.press("Enter");
  await visitor.page.evaluate(() => document.querySelector('[data-testid="board"] :is([data-mark="to"], [data-mark="capture"])')?.focus());
  await visitor.page.keyboard.press("Enter");
  await visitor.page.locator("#nine button:not([disabled])").first().press("Enter");
  assert.equal(await visitor.page.locator('#nine [aria-pressed="true"]').count(), 1);
  for (const [width, height] of [[320, 640], [390, 844], [768, 1024], [1280, 800], [1920, 1080]]) {
    await visitor.page.setViewportSize({ width, height });
    await eventually(() => visitor.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), { what: `no scrolling to the side at ${width} px` });
  }
  await visitor.leave();
});

test("from game to game it is one board, and the keyboard stays on it", async () => {
  const visitor = await Visitor.come(house, "/sealed");
  await sitDown(visitor);
  await visitor.find(on.board).evaluate((board) => board.setAttribute("data-first", ""));
  const game = async () => Number((await visitor.find(byTest("game")).innerText()).match(/\d/)[0]);
  for (let told = 1; told < 3;) {
    await visitor.see(on.phase("your-turn"));
    if ((await game()) > told) {
      assert.ok(await visitor.page.evaluate((board) => document.activeElement.closest(board)?.hasAttribute("data-first"), on.board), `game ${told + 1}`);
      told += 1;
    }
    await moveOnce(visitor);
    if (told === 2) await visitor.page.evaluate(() => document.querySelector("#nine button").focus());
  }
  await visitor.leave();
});

test("a copy of a museum says that nobody sits there, and offers no chair", async () => {
  const closed = await startHouse();
  await closed.close();
  const copy = await startHouse({ data: closed.data, flags: ["--read-only"] });
  const visitor = await Visitor.come(copy, "/sealed");
  assert.match(await visitor.find(byTest("told")).innerText(), /copy to look at/);
  assert.equal(await visitor.find(byTest("sit")).isVisible(), false);
  await visitor.leave();
  await copy.close();
});
