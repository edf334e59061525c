// Who is here is seen in the hall and at a kiosk, a lamp a visitor; and who comes in is told once how many games were before.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, startHouse } from "../server/house.mjs";
import { connect, playEpisode, sitDown } from "../server/visitor.mjs";
import { arrive, kiosk, seen } from "./kiosk.mjs";
import { on, Visitor } from "./table.mjs";

const lamps = seen("lamps");
const greeting = seen("greeting");
const note = `${on.note}.greeting:visible`;
const games = 3;
let house;
before(async () => {
  house = await startHouse();
  const teacher = await sitDown(house, "menace");
  for (let game = 0; game < games; game += 1) await playEpisode(teacher);
  await teacher.close();
  await eventually(async () => (await house.get("/machines")).machines.every(({ playing }) => playing === 0), { what: "the teacher has gone" });
});
after(() => house.close());

/** So many visitors who play at a machine. */
const crowd = (machine, many) => Promise.all(Array.from({ length: many }, async () => {
  const player = await sitDown(house, machine);
  await player.ask({ type: "begin" }, "state");
  return player;
}));

/** The lamps that are lit, and all of them. */
const lit = async (visitor) => [await visitor.find(`${lamps} .lamp:not(.off)`).count(), await visitor.find(`${lamps} .lamp`).count()];

test("in the hall a lamp is lit for everyone who plays, and dark for who looks on; more than there is room for are told as a number", async () => {
  const visitor = await Visitor.come(house, "/");
  await visitor.see(`${lamps}[data-playing="0"]:visible`);
  assert.deepEqual(await lit(visitor), [0, 0]);
  const players = [...(await crowd("menace", 2)), ...(await crowd("her", 1))];
  const wall = await Visitor.come(house, "/wall?machine=her"); // is nobody
  const onlooker = await connect(house, "watch", { machine: "him" });
  await visitor.see(`${lamps}[data-playing="3"][data-watching="1"]`);
  assert.deepEqual(await lit(visitor), [3, 4]);
  assert.match(await visitor.find(lamps).innerText(), /3 people are teaching them now/);
  await visitor.page.locator(`${on.exhibit("menace")} .now.lively`, { hasText: "2 playing now" }).waitFor();
  const more = await crowd("nimble", 6);
  await visitor.see(`${lamps}[data-playing="9"]`);
  assert.deepEqual(await lit(visitor), [7, 7]);
  assert.match(await visitor.find(`${lamps} .lamps-more`).innerText(), /^\+3$/);
  for (const player of [...players, ...more]) await player.close();
  await onlooker.close();
  await wall.leave();
  await visitor.leave();
});

test("a kiosk that waits shows the lamps of its machine", async () => {
  const players = await crowd("her", 2);
  const visitor = await Visitor.come(house, "/machine/her?kiosk");
  await visitor.see(`${kiosk.attract} ${lamps}[data-playing="2"]`);
  assert.equal((await lit(visitor))[0], 2);
  assert.match(await visitor.find(lamps).innerText(), /2 people are teaching it now/);
  for (const player of players) await player.close();
  await visitor.leave();
});

test("in the hall a visitor is greeted for three seconds, in the place of a line, once", async () => {
  const visitor = await Visitor.come(house, "/", { clock: true });
  const line = await visitor.see(`${greeting}:not(:empty)`);
  assert.equal(await line.innerText(), `Hello! ${games} games have taught them before you.`);
  assert.equal(await line.getAttribute("role"), "status", "it is spoken");
  const at = () => visitor.find(on.doorPlate).evaluate((plate) => { const { x, y, width, height } = plate.getBoundingClientRect(); return [x, y, width, height]; });
  const greeted = await at();
  assert.equal(await visitor.find(lamps).isVisible(), false);
  await visitor.page.clock.runFor(3000);
  await visitor.find(greeting).waitFor({ state: "detached" });
  await visitor.see(`${lamps}:visible`);
  assert.deepEqual(await at(), greeted, "nothing moved");
  await visitor.page.reload();
  await visitor.see(`${lamps}[data-playing]:visible`);
  assert.equal(await visitor.find(greeting).count(), 0);
  await visitor.leave();
});

test("at a table a visitor is greeted in the place for words, until he moves, once; at a machine that nobody has taught, as its first", async () => {
  const visitor = await Visitor.come(house, "/machine/menace", { clock: true });
  await visitor.standing();
  assert.equal(await visitor.find(note).count(), 0, "a first visit has the rules to read");
  await visitor.find(seen("rules-close")).click();
  await visitor.see(note);
  assert.equal(await visitor.find(on.note).innerText(), `Hello! ${games} games have taught MENACE before you.`);
  assert.equal(await visitor.find(on.note).getAttribute("role"), "status");
  const board = () => visitor.find(on.board).evaluate((it) => { const { x, y, width, height } = it.getBoundingClientRect(); return [x, y, width, height]; });
  const greeted = await board();
  await visitor.page.clock.runFor(3000);
  await visitor.find(on.note).waitFor({ state: "hidden" });
  assert.deepEqual(await board(), greeted, "nothing moved");
  await visitor.page.reload();
  await visitor.standing();
  await visitor.see(`${seen("lessons")}:not(:text("–"))`);
  await visitor.page.clock.runFor(500);
  assert.equal(await visitor.find(note).count(), 0);
  await visitor.page.goto(`${house.url}/machine/menace-two`);
  await visitor.see(note);
  assert.equal(await visitor.find(on.note).innerText(), "Hello! Nobody has taught MENACE Two before you.");
  await visitor.move();
  await visitor.find(on.note).waitFor({ state: "hidden" });
  await visitor.leave();
});

test("at a kiosk each visitor is greeted anew, in German too", async () => {
  const visitor = await Visitor.come(house, "/machine/menace?kiosk&lang=de&idle=5&ask=5", { clock: true });
  for (let i = 0; i < 2; i += 1) {
    await visitor.see(`${kiosk.attract}[data-scene]`);
    await arrive(visitor);
    await visitor.see(note);
    assert.match(await visitor.find(on.note).innerText(), /^Hallo! Vor dir hat MENACE aus \d Partien gelernt\.$/);
    await eventually(async () => {
      await visitor.page.clock.runFor(2000);
      return (await visitor.find(kiosk.still).count()) > 0;
    }, { what: "the question" });
    const gone = visitor.page.waitForEvent("load");
    await visitor.page.clock.runFor(6000);
    await gone;
  }
  await visitor.leave();
});

test("without reduced motion it fades; with it, nothing is animated", async () => {
  for (const still of [false, true]) {
    const visitor = await Visitor.come(house, "/", { still });
    await visitor.see(`${greeting}:not(:empty)`);
    const faded = await visitor.page.evaluate((selector) => new Promise((done) => {
      const line = document.querySelector(selector);
      const look = () => (line.getAnimations().length ? done(true) : line.isConnected ? requestAnimationFrame(look) : done(false));
      look();
    }), greeting);
    assert.equal(faded, !still);
    await visitor.leave();
  }
});
