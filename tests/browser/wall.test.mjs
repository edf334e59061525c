// The wall for a projector: what others teach runs over it as lights in the order of the game, its plate tells the same in
// words, it fits every screen, and it comes back by itself.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, startHouse } from "../server/house.mjs";
import { playEpisode, sitDown } from "../server/visitor.mjs";
import { assertSound } from "./sound.mjs";
import { Visitor } from "./table.mjs";

const seen = (name) => `[data-testid="${name}"]`;
const projector = seen("projector");
let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

/** Come to a machine's wall, and wait for its boxes. */
async function atWall(machine, { query = "", ...options } = {}) {
  const visitor = await Visitor.come(options.house ?? house, `/wall?machine=${machine}${query}`, options);
  await loaded(visitor, machine);
  return visitor;
}

/** All its boxes are drawn, with as many beads as the house has. */
async function loaded(visitor, machine) {
  const { boxes } = await visitor.house.boxes(machine);
  const beads = boxes.reduce((sum, box) => sum + box.beads, 0);
  await visitor.see(`${projector}[data-loaded="${machine}"][data-beads="${beads}"] ${seen("boxes")}[data-boxes="${boxes.length}"]`);
}

/** From now on the page notes which boxes are lit, and when that changes. */
const noteLights = (visitor) => visitor.page.evaluate(() => {
  const wall = document.getElementById("wall");
  globalThis.lights = [];
  new MutationObserver(() => globalThis.lights.push({ at: performance.now(), lit: wall.dataset.lit.split(" ").filter(Boolean).map(Number) })).observe(wall, { attributeFilter: ["data-lit"] });
});
const lights = (visitor) => visitor.page.evaluate(() => globalThis.lights);

/** The boxes that were opened in a lesson, in their order, each once: also those whose beads stayed as they were. */
async function opened(machine, { seq }) {
  const [{ draws }, { boxes }] = await Promise.all([house.get(`/machines/${machine}/draws?from=${seq}&to=${seq}`), house.boxes(machine)]);
  return [...new Set(draws.map((draw) => boxes.find(({ box }) => box === draw.box).number))];
}

/** The boxes that were lit together, in the order in which they were: a page that has little time may light two at once. */
const order = (all) => all.map(({ lit }) => lit).reduce((most, lit) => (lit.length >= most.length ? lit : most), []);

/** One game of another visitor's that moved beads. */
async function taught(player) {
  for (;;) {
    const { learned } = await playEpisode(player);
    if (learned.changes.length) return learned;
  }
}

test("a lesson runs as a light along its boxes in order, then its beads are there, and the plate tells it in words", async () => {
  const visitor = await atWall("menace", { still: false });
  assert.equal(await visitor.data(seen("lamps"), "playing"), "0");
  assert.equal(await visitor.data(seen("lamps"), "watching"), "0", "the wall itself is no visitor");
  assert.match(await visitor.find("#now").innerText(), /nobody is playing/i);
  const player = await sitDown(house, "menace");
  player.send({ type: "begin" });
  await player.take("state");
  await visitor.see(`${seen("lamps")}[data-playing="1"]`);
  assert.equal(await visitor.find(`${seen("lamps")} .lamp:not(.off)`).count(), 1);
  assert.match(await visitor.find("#now").innerText(), /one person is teaching/i);
  await noteLights(visitor);
  const { learned } = await playEpisode(player);
  await visitor.see(`${projector}[data-taught="${learned.seq}"]`);
  assert.deepEqual(order(await lights(visitor)), await opened("menace", learned), "one after another, as they were opened");
  await visitor.see(`${projector}[data-lit=""]`);
  await loaded(visitor, "menace");
  await visitor.see(`${seen("lesson")}[data-seq="${learned.seq}"]`);
  assert.match(await visitor.find(`${seen("lesson")}[data-seq="${learned.seq}"]`).innerText(), /beads? .*box/i);
  const { episodes } = await house.get("/machines/menace");
  await visitor.see(`${seen("figures")}[data-episodes="${episodes}"]`);
  if (learned.outcome !== "draw") await visitor.see("#life"); // a life of draws alone has no line
  await player.close();
  await visitor.leave();
});

test("boxes that were opened are lit, though their beads stay as they are", async () => {
  const visitor = await atWall("her", { still: false });
  const player = await sitDown(house, "her");
  for (let won = false; !won;) {
    await noteLights(visitor);
    const { learned } = await playEpisode(player);
    await visitor.see(`${projector}[data-taught="${learned.seq}"]`);
    assert.deepEqual(order(await lights(visitor)), await opened("her", learned));
    won = learned.changes.length === 0;
    await visitor.see(`${projector}[data-lit=""]`);
  }
  await player.close();
  await visitor.leave();
});

test("without motion the boxes are lit all at once, and stay so for a while", async () => {
  const visitor = await atWall("menace");
  await noteLights(visitor);
  const player = await sitDown(house, "menace");
  const learned = await taught(player);
  await visitor.see(`${projector}[data-taught="${learned.seq}"]`);
  const all = await lights(visitor);
  const boxes = await opened("menace", learned);
  const full = all.findIndex(({ lit }) => lit.length === boxes.length);
  assert.ok(full >= 0);
  const out = all.slice(full).find(({ lit }) => lit.length < boxes.length);
  assert.ok(all[full].at - all[0].at < 500, "all at once");
  assert.ok(out.at - all[full].at > 1000, "there is time to look");
  await loaded(visitor, "menace");
  await player.close();
  await visitor.leave();
});

test("many lessons a second are told as a sum; no box flashes more than three times in a second, and the beads are right in the end", async () => {
  const visitor = await atWall("menace", { still: false });
  await noteLights(visitor);
  const players = await Promise.all(Array.from({ length: 4 }, () => sitDown(house, "menace")));
  let on = true;
  const teaching = players.map(async (player) => { while (on) await playEpisode(player); });
  await visitor.page.locator("#busy:visible", { hasText: /\d games in the last second/ }).waitFor();
  await visitor.page.waitForFunction(() => globalThis.lights.length > 60);
  on = false;
  await Promise.all(teaching);
  await visitor.see(`${projector}[data-lit=""]`);
  await loaded(visitor, "menace");
  const all = await lights(visitor);
  const flashes = new Map();
  all.forEach(({ at, lit }, i) => lit.filter((no) => !all[i - 1]?.lit.includes(no)).forEach((no) => flashes.set(no, [...(flashes.get(no) ?? []), at])));
  assert.ok(flashes.size > 3);
  for (const [no, times] of flashes) times.slice(3).forEach((at, i) => assert.ok(at - times[i] >= 1000, `box ${no}: four times in ${at - times[i]} ms`));
  await visitor.page.locator("#busy").waitFor({ state: "hidden" });
  for (const player of players) await player.close();
  await visitor.leave();
});

test("paused, nothing runs, and what is learned is still shown", async () => {
  const visitor = await atWall("her", { still: false });
  await visitor.find(seen("pause")).click();
  assert.equal(await visitor.find(seen("pause")).getAttribute("aria-pressed"), "true");
  await noteLights(visitor);
  const player = await sitDown(house, "her");
  const learned = await taught(player);
  await visitor.see(`${projector}[data-seq="${learned.seq}"]`);
  await loaded(visitor, "her");
  assert.deepEqual(await lights(visitor), []);
  await visitor.find(seen("pause")).click();
  await visitor.find(seen("sound")).click();
  await visitor.see(`${seen("sound")}[aria-pressed="true"]`);
  const heard = await taught(player);
  await visitor.see(`${projector}[data-taught="${heard.seq}"]`);
  await player.close();
  await visitor.leave();
});

test("it fits every screen, in English and in German, and breaks no rule of WCAG", async () => {
  const player = await sitDown(house, "minicheckers-gardner"); // a long name
  await playEpisode(player);
  for (const [machine, lang] of [["minicheckers-gardner", "en"], ["menace", "de"]]) {
    const visitor = await atWall(machine, { query: `&lang=${lang}` });
    for (const [width, height] of [[1280, 720], [1920, 1080], [3840, 2160], [1080, 1920], [2160, 3840], [320, 640], [844, 390]]) {
      const where = `${machine} at ${width} x ${height}`;
      await visitor.page.setViewportSize({ width, height });
      await visitor.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const found = await visitor.page.evaluate(() => {
        const boxes = document.getElementById("boxes").getBoundingClientRect();
        const plate = document.getElementById("plate");
        return { across: document.documentElement.scrollWidth - innerWidth, down: document.documentElement.scrollHeight - innerHeight, boxes: [boxes.left, boxes.top, innerWidth - boxes.right], wide: boxes.width * boxes.height / innerWidth / innerHeight, plate: plate.scrollHeight - plate.clientHeight };
      });
      assert.ok(found.across <= 0, `${where}: nothing sticks out`);
      assert.ok(found.boxes.every((gap) => gap >= 0), `${where}: all boxes are on the screen`);
      if (width < 1000) continue; // a phone scrolls
      assert.ok(found.down <= 0 && found.plate <= 1, `${where}: all of the plate is on the screen: ${JSON.stringify(found)}`);
      assert.ok(found.wide > 0.5, `${where}: the boxes have most of it`);
      await assertSound(visitor, where);
    }
    if (lang === "de") assert.match(await visitor.find("#plate").innerText(), /Partien gelernt[\s\S]*Anhalten/);
    await visitor.leave();
  }
  await player.close();
});

test("a machine of 2,791 boxes is shown whole", async () => {
  const visitor = await atWall("octapawn", { viewport: { width: 1280, height: 720 } });
  const { rows, columns } = await visitor.find(seen("boxes")).evaluate(({ dataset }) => dataset);
  assert.ok(rows * columns >= 2791);
  assert.equal(await visitor.find(seen("boxes")).evaluate((place) => [...place.children].every((pane) => pane.getBoundingClientRect().bottom <= place.getBoundingClientRect().bottom + 1 && pane.getBoundingClientRect().right <= place.getBoundingClientRect().right + 1)), true);
  await visitor.leave();
});

test("without a machine the house's machines come one after another; where somebody plays, only that one", async () => {
  await eventually(async () => (await house.get("/machines")).machines.every(({ playing }) => playing === 0), { what: "who played before has gone" });
  const visitor = await Visitor.come(house, "/wall?seconds=5");
  await visitor.see(`${projector}[data-loaded="menace"]`);
  await visitor.see(`${projector}[data-loaded="menace-two"]`);
  const player = await sitDown(house, "nimble");
  player.send({ type: "begin" });
  await player.take("state");
  await visitor.see(`${projector}[data-loaded="nimble"]`);
  assert.match(await visitor.find(seen("name")).innerText(), /nimble/i);
  assert.match(await visitor.page.title(), /NIMBLE/);
  await player.close();
  await visitor.leave();
});

test("after a restart of the server it is live again by itself", async () => {
  const other = await startHouse();
  const visitor = await atWall("her", { house: other });
  const before = await sitDown(other, "her");
  await playEpisode(before);
  await before.close();
  visitor.houseIsGone = true;
  await other.stop();
  await visitor.see(`${projector}[data-line="down"]`);
  await visitor.find(seen("connection")).waitFor();
  await other.open(other.port);
  await visitor.see(`${projector}[data-line="open"]`);
  await loaded(visitor, "her");
  const player = await sitDown(other, "her");
  const learned = await taught(player);
  await visitor.see(`${projector}[data-taught="${learned.seq}"]`);
  await loaded(visitor, "her");
  await player.close();
  await visitor.leave();
  await other.close();
});

test("a wall that is left while it loads, one whose server does not answer, and one of no machine", async () => {
  const visitor = await Visitor.come(house, "/wall?machine=menace");
  for (let i = 0; i < 3; i += 1) {
    await visitor.page.goto(`${house.url}/wall?machine=octapawn&time=${i}`, { waitUntil: "commit" });
    await visitor.page.goto(`${house.url}/wall?time=${i}`, { waitUntil: "domcontentloaded" });
  }
  assert.deepEqual(visitor.wrongs.filter((wrong) => wrong.startsWith("error")), []);
  await visitor.page.route("**/api/v1/**", (route) => route.abort());
  await visitor.page.goto(`${house.url}/wall?machine=menace`);
  await eventually(() => visitor.wrongs.filter((wrong) => /ERR_FAILED/.test(wrong)).length >= 2, { what: "it asks again" });
  await visitor.page.unroute("**/api/v1/**");
  await loaded(visitor, "menace");
  await visitor.page.goto(`${house.url}/wall?machine=hal`);
  assert.match(await visitor.find(".lost h1").innerText(), /no machine of that name/i);
  visitor.wrongs = visitor.wrongs.filter((wrong) => !/ERR_FAILED|404|hal/.test(wrong));
  await visitor.leave();
});

test("its code leads a phone to the machine's table, at the museum's public address", async () => {
  const other = await startHouse({ flags: ["--public-url", "https://museum.example/menagerie"] });
  const { qrSquares } = await import("../../web/js/qr.js");
  const visitor = await Visitor.come(other, "/menagerie/wall?machine=her");
  await visitor.see(`${projector}[data-loaded="her"]`);
  assert.equal(await visitor.data(seen("phone"), "address"), "https://museum.example/menagerie/machine/her");
  const drawn = await visitor.find(`${seen("phone")} .qr path`).getAttribute("d");
  assert.equal((drawn.match(/M/g) ?? []).length, qrSquares("https://museum.example/menagerie/machine/her").flat().reduce((sum, dark) => sum + dark, 0));
  await visitor.leave();
  await other.close();
  const alone = await atWall("her");
  assert.equal(await alone.find(".qr").count(), 0, "no phone comes to 127.0.0.1");
  await alone.leave();
});
