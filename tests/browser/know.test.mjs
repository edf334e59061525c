// "Do you want to know?": what a solver knows is covered until a visitor asks, has played three games of it, or takes off
// the covers of the whole museum; what a machine can do never is. Who wins Caswell's game is guessed first, then seen.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, menagerie, startHouse } from "../server/house.mjs";
import { LINE, WINS } from "../../web/js/solved.js";
import { on, Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

const seen = (name) => `[data-testid="${name}"]`;
const know = (told) => `${seen("know")}[data-told="${told}"]`;
/** Boxes in which no bead that is left is a mistake, as REST tells always. */
const learned = async (machine) => (await house.boxes(machine)).boxes.filter(({ solved, moves }) => solved && moves.length > 1).map(({ number }) => number);

/** Takes a seat, and waits for the answers' place and for all boxes on the wall. */
async function sit(visitor, machine) {
  await visitor.page.goto(`${house.url}/machine/${machine}`);
  await visitor.standing();
  await visitor.see(seen("know"));
  await visitor.toWall();
  const { boxes } = await house.boxes(machine);
  await visitor.see(on.wallBox(boxes.length));
}

const golden = (visitor) => visitor.find("#wall .boxes .mb.gold").evaluateAll((all) => all.map(({ dataset }) => Number(dataset.number)));

/** That table tells nothing of what the solver knows, to the eye or the ear. */
async function assertCovered(visitor, machine) {
  await visitor.see(know(false));
  const [box] = await learned(machine);
  assert.ok(box, "there is something to be covered");
  assert.deepEqual(await golden(visitor), []);
  assert.equal(await visitor.find("#wall .legend .gold").isVisible(), false);
  assert.doesNotMatch(await visitor.find(on.wallBox(box)).getAttribute("aria-label"), /mistake/);
  await visitor.find(on.wallBox(box)).click();
  assert.doesNotMatch(await (await visitor.see(`${on.look}[open]`)).innerText(), /mistake/);
  await visitor.page.keyboard.press("Escape");
  assert.equal(await visitor.find(seen("answer")).innerText(), "");
}

async function assertTold(visitor, machine, answer) {
  await visitor.see(know(true));
  assert.match(await visitor.find(seen("answer")).innerText(), answer);
  const boxes = await learned(machine);
  for (const number of boxes) await visitor.see(`${on.wallBox(number)}.gold`);
  assert.deepEqual(await golden(visitor), boxes);
  assert.equal(await visitor.find("#wall .legend .gold").isVisible(), true);
  assert.match(await visitor.find(on.wallBox(boxes[0])).getAttribute("aria-label"), /no bead in it is a mistake/);
}

test("at a table an answer is covered until the visitor asks for that game; that is remembered, and the machine's strength is always told", async () => {
  const visitor = await Visitor.come(house, "/machine/her");
  await sit(visitor, "her");
  await assertCovered(visitor, "her");
  await visitor.see(seen("strength"));
  await visitor.find(seen("reveal")).click();
  await assertTold(visitor, "her", /whoever plays second wins.*golden box/s);
  assert.equal(await visitor.page.evaluate(() => document.activeElement.dataset.testid), "cover-all", "the keyboard is not lost with the button");
  await sit(visitor, "her");
  await assertTold(visitor, "her", /second wins/);
  await sit(visitor, "carnival"); // the same game
  await assertTold(visitor, "carnival", /second wins/);
  await sit(visitor, "nimble");
  await assertCovered(visitor, "nimble");
  await visitor.leave();
});

test("after three games it is told, also if the page was loaded anew between them", async () => {
  const visitor = await Visitor.come(house, "/machine/her");
  await sit(visitor, "her");
  for (let game = 1; game <= 3; game += 1) {
    await visitor.see(know(false));
    await visitor.anyGame();
    if (game === 1) await sit(visitor, "her");
    else if (game === 2) await visitor.nextGame();
  }
  await visitor.see(know(true));
  await sit(visitor, "her"); // a box that the last game changed is golden once the boxes are read again
  await assertTold(visitor, "her", /second wins/);
  await visitor.leave();
});

test("the switch is for the whole museum, and covers again what was told", async () => {
  const visitor = await Visitor.come(house, "/minichess");
  await visitor.see(know(false));
  assert.doesNotMatch(await visitor.find("main").innerText(), /draw/);
  await visitor.find(seen("reveal")).click();
  assert.match(await (await visitor.see(`${know(true)} ${seen("answer")}`)).innerText(), /draw/);
  await sit(visitor, "nimble");
  await assertCovered(visitor, "nimble");
  await visitor.find(seen("cover-all")).click();
  await assertTold(visitor, "nimble", /whoever begins wins/);
  await visitor.page.goto(`${house.url}/stories`);
  for (const id of ["letters", "caswell"]) await visitor.see(`${seen(`story-${id}`)} ${know(true)}`);
  await visitor.page.goto(`${house.url}/books`);
  await visitor.page.getByText("whoever begins, in 35 moves").waitFor();
  await visitor.page.goto(`${house.url}/minichess`);
  await visitor.see(know(true));
  await visitor.find(seen("cover-all")).click();
  await visitor.see(know(false));
  assert.doesNotMatch(await visitor.find("main").innerText(), /draw/);
  await sit(visitor, "nimble");
  await assertCovered(visitor, "nimble");
  await visitor.leave();
});

/** How many points of a drawn wall have just that colour. */
const points = (visitor, place, colour) => visitor.find(place).evaluate((found, [r, g, b]) => [...(found.matches("canvas") ? [found] : found.querySelectorAll("canvas"))].reduce((sum, canvas) => {
  const pen = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d"); // of a picture that is shown none can be had
  pen.drawImage(canvas, 0, 0);
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  for (let i = 0; i < data.length; i += 4) if (data[i] === r && data[i + 1] === g && data[i + 2] === b) sum += 1;
  return sum;
}, 0), colour);

test("on the wall for a projector no box is golden before somebody asks; the address can say that nothing is covered", async () => {
  const boxes = await learned("her");
  const place = `${seen("projector")}[data-loaded="her"] ${seen("boxes")}[data-boxes="24"]`;
  const gold = [240, 197, 82];
  const visitor = await Visitor.come(house, "/wall?machine=her");
  await visitor.see(place);
  const figure = `${seen("figures")} .gold dd`;
  await visitor.see(seen("want-to-know"));
  assert.doesNotMatch(await visitor.find(seen("boxes")).getAttribute("aria-label"), /learned/i);
  assert.equal(await points(visitor, place, gold), 0);
  await visitor.find(seen("want-to-know")).click();
  await visitor.page.locator(figure, { hasText: String(boxes.length) }).waitFor();
  await visitor.page.waitForFunction(() => /Learned: \d/.test(document.getElementById("boxes").getAttribute("aria-label")));
  await eventually(async () => (await points(visitor, place, gold)) > 0, { what: "the learned boxes are golden" });
  await visitor.leave();
  const shown = await Visitor.come(house, "/wall?machine=her&answers=shown");
  await shown.see(place);
  await shown.page.locator(figure, { hasText: String(boxes.length) }).waitFor();
  assert.ok((await points(shown, place, gold)) > 0);
  await shown.leave();
});

test("behind the hall's door no box is golden before the visitor wants to know", async () => {
  assert.ok((await learned("menace")).length > 0);
  const gold = [227, 181, 74];
  for (const answers of ["covered", "shown"]) {
    const visitor = await Visitor.come(house, "/", { answers });
    const wall = `${on.doorWall}[data-boxes="304"]`;
    await visitor.see(wall);
    assert.equal((await points(visitor, wall, gold)) > 0, answers === "shown", answers);
    await visitor.see(`${on.exhibit("menace")} .ten:not(:empty)`); // what the machine can do
    await visitor.leave();
  }
});

test("a museum can be told to cover nothing", async () => {
  const open = await startHouse({ flags: ["--answers", "shown"] });
  const visitor = await Visitor.come(open, "/minichess");
  assert.match(await (await visitor.see(`${know(true)} ${seen("answer")}`)).innerText(), /draw/);
  assert.equal(await visitor.find(seen("cover-all")).isVisible(), false);
  await visitor.leave();
  await open.close();
});

test("who wins is what the solver says, game by game", async () => {
  const { games } = await house.get("/games");
  const { machines } = await house.get("/machines");
  assert.deepEqual(machines.map(({ game }) => game).filter((game) => !WINS[game]), [], "each machine's game has an answer");
  for (const [game, who] of Object.entries(WINS)) {
    assert.ok(games.some(({ name }) => name === game), game);
    const { code, stdout, stderr } = await menagerie("solve", game, "--format", "json");
    assert.equal(code, 0, stderr);
    assert.equal({ 1: "first", 0: "nobody", "-1": "second" }[JSON.parse(stdout).value], who, game);
  }
});

test("Caswell's game: first the visitor says who wins, then sees it, and all 35 moves one by one; both are remembered", async () => {
  const visitor = await Visitor.come(house, "/machine/caswell");
  await visitor.standing();
  await visitor.see(know(false));
  assert.equal(await visitor.find(seen("ending")).count(), 0);
  await visitor.find(seen("vote-nobody")).click();
  assert.match(await (await visitor.see(`${know(true)} ${seen("answer")}`)).innerText(), /Black.*35 moves.*thought otherwise/);
  await visitor.see(`${seen("ending")}[data-ply="0"]`);
  for (let ply = 1; ply <= 35; ply += 1) {
    await visitor.find(seen("ending-on")).click();
    await visitor.see(`${seen("ending")}[data-ply="${ply}"]`);
    if (ply === 1) assert.match(await visitor.find(seen("ply")).innerText(), /Move 1 of 35, black/);
  }
  assert.equal(await visitor.find(seen("ending-on")).getAttribute("aria-disabled"), "true");
  const pieces = [...LINE[35][1].split(" ")[0]].filter((piece) => /[wb]/i.test(piece)).length;
  assert.equal(await visitor.find(`${seen("ending")} .p-rim, ${seen("ending")} .p-crown`).count(), pieces, "the pieces that are left");
  await visitor.page.reload();
  assert.match(await (await visitor.see(`${know(true)} ${seen("answer")}`)).innerText(), /thought otherwise/);
  assert.equal(await visitor.find(seen("vote-nobody")).isVisible(), false);
  await visitor.leave();
});

test("with motion it plays by itself, slowly, and can be stopped", async () => {
  const visitor = await Visitor.come(house, "/stories#caswell", { still: false, clock: true });
  await visitor.find(seen("vote-first")).click();
  assert.match(await (await visitor.see(`${seen("story-caswell")} ${seen("answer")}:not(:empty)`)).innerText(), /You thought so/);
  const at = (ply) => visitor.see(`${seen("ending")}[data-ply="${ply}"]`);
  await at(0);
  await visitor.page.clock.runFor(1500);
  await at(1);
  await visitor.find(seen("ending-play")).click();
  await visitor.page.clock.runFor(20_000);
  await at(1);
  await visitor.find(seen("ending-play")).click();
  await visitor.page.clock.runFor(120_000);
  await at(35);
  assert.match(await visitor.find(seen("ply")).innerText(), /White has no piece left/);
  await visitor.leave();
});
