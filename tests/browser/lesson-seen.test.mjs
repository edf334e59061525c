// What a visitor taught is on the screen when the game ends, at every size and at every machine, without scrolling, and
// it stays there until the next game is asked for.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHouse } from "../server/house.mjs";
import { on, Visitor } from "./table.mjs";

const viewports = [[320, 568], [568, 320], [360, 740], [390, 844], [844, 390], [768, 1024], [1024, 768], [1280, 800], [1366, 768], [1920, 1080], [1080, 1920], [3840, 2160], [2160, 3840]];
const seenMin = 0.95;
const calmMs = 1200;

let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

/** How much of each is inside the window and inside everything that cuts it off, from 0 to 1, after the layout has settled. */
const shares = (visitor, selectors) => visitor.page.evaluate(async (wanted) => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const cut = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
  const share = (element) => {
    const whole = element.getBoundingClientRect();
    let seen = cut(whole, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    for (let at = element.parentElement; at; at = at.parentElement) if (getComputedStyle(at).overflow !== "visible") seen = cut(seen, at.getBoundingClientRect());
    const area = Math.max(0, seen.right - seen.left) * Math.max(0, seen.bottom - seen.top);
    return whole.width * whole.height > 0 ? area / (whole.width * whole.height) : 0;
  };
  return Object.fromEntries(Object.entries(wanted).map(([name, selector]) => [name, [...document.querySelectorAll(selector)].slice(0, 4).map(share)]));
}, selectors);

const lesson = { outcome: on.outcome, reason: on.reason, changes: on.change, next: on.nextGame };

async function assertSeen(visitor, where, result) {
  const found = await shares(visitor, lesson);
  assert.equal(found.changes.length, Math.min(4, result.changes.length), `${where}: the changes are there`);
  for (const [name, all] of Object.entries(found)) {
    assert.ok(all.length > 0 || name === "changes", `${where}: ${name} is there`);
    all.forEach((share, i) => assert.ok(share >= seenMin, `${where}: ${Math.round(100 * share)} % of ${name} ${i + 1} is seen`));
  }
}

test("what was taught is seen at 13 sizes of 14 machines, and is still there a minute later", async () => {
  const { machines } = await house.get("/machines");
  assert.equal(machines.length, 14);
  let taught = 0;
  for (const { name } of machines) {
    const visitor = await Visitor.come(house, `/machine/${name}`, { clock: true });
    const result = await visitor.anyGame();
    const before = await visitor.data(on.board, "position");
    taught += Math.min(1, result.changes.length);
    for (const [width, height] of viewports) {
      await visitor.page.setViewportSize({ width, height });
      await assertSeen(visitor, `${name} at ${width} x ${height}`, result);
    }
    await visitor.page.clock.fastForward(60_000);
    await assertSeen(visitor, `${name} a minute later`, result);
    assert.equal(await visitor.data(on.board, "position"), before, "no other game has begun");
    await visitor.leave();
  }
  assert.ok(taught >= 5, `a bead moved at ${taught} of the machines`);
});

test("a lesson of many boxes is seen on a small phone that lies on its side, in German too", async () => {
  for (const [lang, print] of [["en", "117 beads put into 38 boxes and 15 more"], ["de", "117 Perlen in 38 Schachteln gelegt und 15 weitere"]]) {
    const visitor = await Visitor.come(house, `/machine/menace?lang=${lang}`, { viewport: { width: 568, height: 320 } });
    const result = await visitor.anyGame();
    await visitor.find("#lesson .heading h2 + .muted").evaluate((it, words) => { it.textContent = words; }, print);
    await assertSeen(visitor, lang, result);
    const { seen } = await shares(visitor, { seen: "#lesson .heading h2 + .muted, #lesson .heading .code" });
    assert.ok(seen.length === 2 && seen.every((share) => share > 0.99), `${lang}: ${seen}`);
    await visitor.leave();
  }
});

test("no small print of a lesson is cut on a small phone, in German too", async () => {
  for (const lang of ["en", "de"]) {
    const visitor = await Visitor.come(house, `/machine/menace?lang=${lang}`, { viewport: { width: 390, height: 844 } });
    await visitor.anyGame();
    const print = await visitor.see("#lesson .heading .muted:not(:empty)");
    for (const [width, height] of [[390, 844], [320, 640]]) {
      await visitor.page.setViewportSize({ width, height });
      const { seen } = await shares(visitor, { seen: "#lesson .heading .muted" });
      const [wide, room, clipped] = await print.evaluate((it) => [it.scrollWidth, it.clientWidth, getComputedStyle(it).textOverflow]);
      assert.ok(seen[0] > 0.99 && wide <= room + 1 && clipped !== "ellipsis", `${lang}, ${width}: ${seen[0]}, ${wide} in ${room}`);
    }
    await visitor.leave();
  }
});

test("what it did to the machine as a whole is told from the exact figures", async () => {
  const visitor = await Visitor.come(house, "/machine/menace");
  const { seq } = await visitor.anyGame();
  const words = await (await visitor.see('[data-testid="strength-perfect"]')).innerText();
  const held = async (at) => {
    const { sides } = await house.get(`/machines/menace/strength?at=${at}`);
    return `lose ${Math.round(1000 * (sides[0].optimal.win + sides[0].optimal.draw))}`;
  };
  const [was, is] = [await held(seq - 1), await held(seq)];
  assert.ok(words.includes(is), `${words}: ${is}`);
  if (was !== is) assert.ok(words.includes(was.replace("lose", "was")), `${words}: ${was}`);
  await visitor.leave();
});

test("what it did as a whole is asked for once, and again where the house had no time for it", async () => {
  const visitor = await Visitor.come(house, "/machine/menace-two", { serviceWorkers: "block" });
  const asked = [];
  await visitor.page.route(/\/strength\?/, (route) => {
    asked.push(new URL(route.request().url()).search);
    return asked.length === 1 ? route.fulfill({ status: 503, contentType: "application/problem+json", body: "{}" }) : route.continue();
  });
  const { seq } = await visitor.anyGame();
  await visitor.see('[data-testid="strength-perfect"]');
  assert.deepEqual(asked, Array(2).fill(`?at=${seq}&before=1`));
  visitor.wrongs = visitor.wrongs.filter((wrong) => !wrong.includes("503"));
  await visitor.leave();
});

test("the odds before and after are those of the box", async () => {
  const visitor = await Visitor.come(house, "/machine/menace");
  const { seq, changes } = await visitor.anyGame();
  const [number, before, count] = changes[0];
  const { boxes } = await house.get(`/machines/menace/boxes?at=${seq}`);
  const { beads } = boxes[number - 1];
  const percent = (part, whole) => `${Math.round((100 * part) / whole)}\u00a0%`;
  const words = await visitor.find(on.change).first().innerText();
  const odds = [percent(before, beads - count + before), percent(count, beads)];
  assert.notEqual(odds[0], odds[1]); // a box of few beads: each counts
  assert.ok(odds.every((each) => words.includes(each)), `${words}: ${odds}`);
  await visitor.leave();
});

test("a touch on the board that was meant for the game does nothing; a later one asks for the next game", async () => {
  const visitor = await Visitor.come(house, "/machine/menace-two");
  await visitor.page.evaluate(() => { // time stands still until it is let go
    const now = Date.now();
    globalThis.later = 0;
    Date.now = () => now + globalThis.later;
  });
  await visitor.anyGame();
  const touch = () => visitor.find(on.cell("b2")).click({ force: true });
  await touch();
  assert.equal(await visitor.data(on.board, "phase"), "over");
  await visitor.page.evaluate((ms) => { globalThis.later = ms; }, calmMs - 1);
  await touch();
  assert.equal(await visitor.data(on.board, "phase"), "over");
  await visitor.page.evaluate((ms) => { globalThis.later = ms; }, calmMs);
  await touch();
  await visitor.see(`${on.phase("your-turn")}[data-ply="0"]`);
  await visitor.leave();
});

test("one bead of many changes its odds by little, and that little is seen", async () => {
  const visitor = await Visitor.come(house, "/machine/menace");
  await visitor.standing();
  const told = await visitor.page.evaluate(async () => {
    const { toldChances } = await import("/js/lesson.js");
    return [toldChances(33 / 73, 32 / 72), toldChances(332 / 733, 331 / 732), toldChances(.5, .5), toldChances(1 / 3, 0)];
  });
  const nbsp = "\u00a0";
  const wanted = [["45 %", "44 %"], ["45.3 %", "45.2 %"], ["50 %", "50 %"], ["33 %", "0 %"]];
  assert.deepEqual(told, wanted.map((two) => two.map((each) => each.replace(" ", nbsp))));
  await visitor.leave();
});
