// The hall as a child meets it: a wall of matchboxes before anything else, a box that opens as somebody plays, one touch
// to the board; and beneath it the rooms, with each machine's size and how good it is.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually, startHouse } from "../server/house.mjs";
import { playEpisode, sitDown } from "../server/visitor.mjs";
import { on, Visitor } from "./table.mjs";

const boxesMin = 40;
const wordsMax = 60;
const lettersMin = 12;
const shiftMax = 0.02;
const screens = [[360, 640], [390, 844], [1280, 800]];
let house;
let machines;
before(async () => {
  house = await startHouse();
  const teacher = await sitDown(house, "menace");
  for (let game = 0; game < 5; game += 1) await playEpisode(teacher);
  await teacher.close();
  ({ machines } = await house.get("/machines"));
});
after(() => house.close());

/** The hall, when its wall has all boxes and one of them is out. */
async function enter(path, options) {
  const visitor = await Visitor.come(house, path, options);
  await visitor.see(on.exhibit("ellis"));
  await visitor.see(`${on.doorWall}[data-boxes="304"]`);
  await visitor.see(on.doorBox);
  return visitor;
}

/** How many of the wall's boxes are whole on the screen, with nothing before them, and are really drawn. */
const boxesSeen = (visitor) => visitor.page.evaluate(({ doorWall, doorPlate, doorBox, doorPause }) => {
  const wall = document.querySelector(doorWall);
  const at = wall.getBoundingClientRect();
  const [wide, high] = [at.width / wall.dataset.columns, at.height / wall.dataset.rows];
  const before = [doorPlate, doorBox, doorPause].map((each) => document.querySelector(each)?.getBoundingClientRect()).filter((box) => box?.width);
  const pen = new OffscreenCanvas(wall.width, wall.height).getContext("2d", { willReadFrequently: true });
  pen.drawImage(wall, 0, 0);
  const scale = wall.width / at.width;
  const alpha = (x, y) => pen.getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1).data[3];
  let count = 0;
  for (let i = 0; i < Number(wall.dataset.boxes); i += 1) {
    const [x, y] = [(i % wall.dataset.columns) * wide, Math.floor(i / wall.dataset.columns) * high];
    const [left, top] = [at.left + x, at.top + y];
    const hidden = left < -1 || top < 0 || left + wide > innerWidth + 1 || top + high > innerHeight || before.some((box) => left < box.right && left + wide > box.left && top < box.bottom && top + high > box.top);
    if (!hidden && alpha(x + wide / 2, y + high / 2) > 0 && alpha(x + 1, y + 1) === 0) count += 1;
  }
  return count;
}, { doorWall: on.doorWall, doorPlate: on.doorPlate, doorBox: on.doorBox, doorPause: on.doorPause });

/** What is written on the screen as it stands: how many words, and what is written too small. */
const written = (visitor) => visitor.page.evaluate((least) => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = { words: 0, small: [] };
  while (walk.nextNode()) {
    const { data, parentElement } = walk.currentNode;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    const box = range.getBoundingClientRect();
    if (!data.trim() || !box.width || !parentElement.checkVisibility({ visibilityProperty: true }) || parentElement.closest("svg, .bead, .skip")) continue;
    if (parseFloat(getComputedStyle(parentElement).fontSize) < least) found.small.push(data.trim());
    if (box.bottom > 0 && box.top < innerHeight) found.words += data.trim().split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;
  }
  return found;
}, lettersMin);

for (const [width, height] of screens) {
  for (const [lang, colorScheme] of [["en", "light"], ["de", "dark"]]) {
    test(`the first screen is a wall with one sentence and one way in: ${width} x ${height}, ${lang}, ${colorScheme}`, async () => {
      const visitor = await enter(`/?lang=${lang}`, { viewport: { width, height }, colorScheme });
      await eventually(async () => (await boxesSeen(visitor)) >= boxesMin, { what: `${boxesMin} matchboxes on the screen` });
      const play = await visitor.find(on.doorPlay).boundingBox();
      assert.ok(play.x >= 0 && play.y >= 0 && play.x + play.width <= width && play.y + play.height <= height && play.height >= 44, JSON.stringify(play));
      const { words, small } = await written(visitor);
      assert.ok(words <= wordsMax, `${words} words`);
      assert.deepEqual(small, []);
      assert.ok(await visitor.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await visitor.leave();
    });
  }
}

test("the hall comes up without a shift, in both languages, even where fonts come late", async () => {
  for (const [width, height] of screens) {
    for (const lang of ["en", "de"]) {
      const visitor = await Visitor.come(house, "/minichess", { viewport: { width, height }, still: false });
      await visitor.page.addInitScript(() => {
        globalThis.shift = 0;
        new PerformanceObserver((list) => list.getEntries().forEach((entry) => { globalThis.shift += entry.hadRecentInput ? 0 : entry.value; })).observe({ type: "layout-shift", buffered: true });
      });
      await visitor.page.route("**/*.woff2", async (route) => {
        await sleep(1000);
        await route.continue();
      });
      await visitor.page.goto(`${house.url}/?lang=${lang}`);
      await visitor.see(`${on.door}[data-shown="1"]`); // a box was out and is back
      const shift = await visitor.page.evaluate(() => globalThis.shift);
      assert.ok(shift <= shiftMax, `${width} x ${height}, ${lang}: ${shift}`);
      await visitor.leave();
    }
  }
});

test("on a slow phone the wall is drawn piece by piece, so that a touch in between is answered", async () => {
  const visitor = await Visitor.come(house, "/minichess", { viewport: { width: 390, height: 844 } });
  await (await visitor.context.newCDPSession(visitor.page)).send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await visitor.page.goto(house.url);
  await visitor.see(`${on.doorWall}[data-boxes="304"]`);
  assert.ok(Number(await visitor.data(on.doorWall, "pieces")) >= 2);
  await visitor.leave();
});

test("two touches begin the first game", async () => {
  const visitor = await enter("/", { viewport: { width: 390, height: 844 }, hasTouch: true });
  await visitor.find(on.doorPlay).tap();
  await visitor.page.waitForURL("**/machine/menace");
  const { ply } = await visitor.standing();
  await visitor.find(on.legal).first().tap();
  await visitor.see(on.otherPly(ply));
  await visitor.leave();
});

test("where nobody plays, boxes open for show, can be stopped, and teach nobody", async () => {
  const { seq } = await house.get("/machines/menace");
  const visitor = await enter("/", { still: false, clock: true });
  const shown = async () => Number(await visitor.data(on.door, "shown"));
  const boxes = new Set();
  await eventually(async () => {
    if (await visitor.find(on.doorBox).isVisible()) boxes.add(await visitor.data(on.doorBox, "number"));
    await visitor.page.clock.runFor(500);
    return (await shown()) >= 4;
  }, { what: "four boxes" });
  assert.ok(boxes.has("1") && boxes.size > 2, [...boxes].join());
  await visitor.find(on.doorPause).click();
  await visitor.page.clock.runFor(10_000); // the box that is out goes back
  const then = await shown();
  await visitor.page.clock.runFor(60_000);
  assert.equal(await shown(), then, "a pause holds it");
  await visitor.find(on.doorPause).click();
  await eventually(async () => {
    await visitor.page.clock.runFor(500);
    return (await shown()) > then;
  }, { what: "the next box" });
  const { seq: now, playing } = await house.get("/machines/menace");
  assert.deepEqual([now, playing], [seq, 0]);
  await visitor.leave();
});

/** A move that leaves the machine, which is written X, no row of three, where there is one. */
function block({ legal, position }) {
  const cells = [...position.replaceAll("/", "")];
  const rows = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
  const row = rows.find((each) => each.filter((i) => cells[i] === "X").length === 2 && each.some((i) => cells[i] === "."));
  const gap = row?.find((i) => cells[i] === ".");
  return gap === undefined ? legal[0] : `${"abc"[gap % 3]}${3 - Math.floor(gap / 3)}`;
}

test("as somebody plays, each box of that game opens as it is opened, the last one too", { timeout: 120_000 }, async () => {
  const visitor = await enter("/", { still: false });
  const player = await sitDown(house, "menace");
  let state = await player.ask({ type: "begin" }, "state");
  const opens = async () => {
    await visitor.see(`${on.doorBox}[data-number="${state.drawn.number}"]`);
    assert.notEqual(await visitor.data(on.doorBox, "bead"), "-1");
  };
  await visitor.see(`${on.door}[data-mode="live"]`);
  await opens();
  await visitor.page.locator("#lamps", { hasText: "One person is teaching them now" }).waitFor();
  let last = null;
  while (!state.outcome) {
    last = state;
    state = await player.ask({ type: "move", episode: state.episode, ply: state.ply, move: block(state) }, "state");
    if (state.drawn?.bead !== undefined && state.ply > last.ply + 1) await opens(); // a last square has no box
  }
  await player.close();
  await visitor.see(`${on.door}[data-mode="show"]`);
  await visitor.leave();
});

test("who sits down counts at once, before a move, and the first box opens for them", async () => {
  const visitor = await enter("/", { still: false });
  const player = await sitDown(house, "menace");
  await player.ask({ type: "begin" }, "state");
  await visitor.page.locator("#lamps", { hasText: "One person is teaching them now" }).waitFor();
  await visitor.page.locator(`${on.exhibit("menace")} .now.lively`, { hasText: "1 playing now" }).waitFor();
  await visitor.see(`${on.door}[data-mode="live"]`);
  await visitor.see(`${on.doorBox}[data-number="1"]`);
  await player.close();
  await visitor.page.locator("#lamps", { hasText: "Nobody is playing just now" }).waitFor();
  await visitor.leave();
});

test("who looks at the wall while somebody plays is no onlooker of its machine", async () => {
  const visitor = await enter("/", { still: false });
  const player = await Visitor.come(house, "/machine/menace");
  await player.standing();
  await visitor.see(`${on.door}[data-mode="live"]`);
  const { playing, watching } = await house.get("/machines/menace");
  assert.deepEqual([playing, watching], [1, 0]);
  await player.leave();
  await visitor.leave();
});

test("no name of a machine or of its maker is cut, and MENACE Two is written in one line", async () => {
  for (const [width, height] of [[320, 640], [390, 844], [1280, 800], [1920, 1080]]) {
    for (const lang of ["en", "de"]) {
      const visitor = await enter(`/?lang=${lang}`, { viewport: { width, height } });
      const cut = await visitor.page.evaluate(() => [...document.querySelectorAll(".exhibit :is(h3, .yr, .size, .now)")].filter((it) => it.scrollWidth > it.clientWidth + 1 || getComputedStyle(it).textOverflow === "ellipsis").map((it) => it.textContent));
      assert.deepEqual(cut, [], `${width}, ${lang}`);
      const lines = await visitor.find(`${on.exhibit("menace-two")} h3`).evaluate((title) => title.getBoundingClientRect().height / parseFloat(getComputedStyle(title).lineHeight));
      assert.ok(lines < 1.5, `${width}, ${lang}: ${lines} lines`);
      await visitor.leave();
    }
  }
});

test("the rooms stand in their order, and each machine shows its size and how good it is", async () => {
  const visitor = await enter("/");
  const rooms = await visitor.page.locator("[data-room]").evaluateAll((all) => all.map((room) => [room.dataset.room, [...room.querySelectorAll("[data-name]")].map(({ dataset }) => dataset.name)]));
  assert.deepEqual(rooms, [["noughts", ["menace", "menace-two", "ellis"]], ["pawns", ["her", "him", "carnival", "octapawn", "extendapawn"]], ["heaps", ["nimble"]],
    ["checkers", ["minicheckers", "minicheckers-gardner"]], ["go", ["go-2x2", "go-3x3"]], ["end", ["caswell"]]]);
  for (const { name, boxes } of machines) {
    await visitor.find(on.exhibit(name)).scrollIntoViewIfNeeded();
    const drawn = await visitor.find(`${on.exhibit(name)} .stack i`).evaluateAll((layers) => layers.reduce((sum, { style }) => sum + style.getPropertyValue("--wide") * style.getPropertyValue("--high"), 0));
    assert.equal(drawn, boxes, name);
    const { sides: [side] } = await house.get(`/machines/${name}/strength`);
    if (!side) continue;
    const share = side.optimal.win + side.optimal.draw;
    const gold = share > 1 - 1e-9 ? 10 : Math.min(9, Math.round(10 * share));
    const ten = await visitor.see(`${on.exhibit(name)} .ten[data-gold="${gold}"]`);
    assert.equal(await ten.locator(".gold").count(), gold, name);
    assert.match(await ten.getAttribute("aria-label"), new RegExp(`would not lose ${gold}\\.`));
  }
  await visitor.leave();
});

test("a strength that could not be told takes back what the card said, and is asked for again", async () => {
  const visitor = await enter("/", { serviceWorkers: "block" });
  const card = visitor.find(on.exhibit("menace"));
  await card.scrollIntoViewIfNeeded();
  const ten = `${on.exhibit("menace")} .ten`;
  await visitor.see(`${ten}[data-gold][aria-label]`);
  await visitor.page.route("**/machines/menace/strength", (route) => route.fulfill({ status: 503, body: "{}" }), { times: 1 });
  const teacher = await sitDown(house, "menace");
  await playEpisode(teacher);
  await teacher.close();
  await visitor.see(`${ten}:not([data-gold]):not([aria-label]):not([role]):has-text("not worked out")`);
  const told = await visitor.see(`${ten}[data-gold][aria-label]`);
  assert.equal(await told.locator("i").count(), 10);
  visitor.wrongs = visitor.wrongs.filter((wrong) => !/503/.test(wrong));
  await visitor.leave();
});

test("a very large screen has all fourteen machines beneath the wall", async () => {
  for (const lang of ["en", "de"]) {
    const visitor = await enter(`/?lang=${lang}`, { viewport: { width: 3840, height: 2160 } });
    for (const { name } of machines) await visitor.find(`${on.exhibit(name)} .ten:not(:empty)`).waitFor();
    const bottoms = await visitor.find(on.exhibits).evaluateAll((all) => all.map((card) => [card.dataset.name, Math.ceil(card.getBoundingClientRect().bottom), card.scrollWidth <= card.clientWidth]));
    assert.equal(bottoms.length, 14);
    assert.deepEqual(bottoms.filter(([, bottom, fits]) => bottom > 2160 || !fits), [], lang);
    assert.ok((await boxesSeen(visitor)) >= boxesMin);
    await visitor.leave();
  }
});

test("who wants no motion sees one open box that stands still; forced colours and right to left hold", async () => {
  const visitor = await enter("/", { forcedColors: "active", viewport: { width: 390, height: 844 } });
  assert.equal(await visitor.data(on.doorBox, "number"), "1");
  assert.equal(await visitor.find(on.doorPause).count(), 0, "there is nothing to stop");
  assert.deepEqual(await visitor.page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").map(({ effect }) => effect.target.className)), []);
  assert.match(await visitor.find(`${on.doorBox} .bead`).first().innerText(), /[A-Z]/, "beads have their letters");
  await visitor.find(on.exhibit("ellis")).scrollIntoViewIfNeeded();
  await visitor.see(`${on.exhibit("ellis")} .ten .gold`);
  const fills = (part) => visitor.find(`${on.exhibit("ellis")} .ten ${part}`).first().evaluate((bead) => getComputedStyle(bead).backgroundColor);
  assert.notEqual(await fills(".gold"), await fills("i:not(.gold)").catch(() => ""), "gold can be told");
  await visitor.page.evaluate(() => { document.documentElement.dir = "rtl"; });
  assert.ok(await visitor.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await visitor.leave();
});
