// How evenly the wall for a projector runs at 3840 x 2160 with ten lessons a second: the time between frames, as the
// computer is and with its processor four times slower.
//   MENAGERIE_BIN=build/release/menagerie node tests/browser/wall_frames.mjs [--machine menace] [--seconds 20] [--rate 10]
//   MENAGERIE_BIN=build/release/menagerie node tests/browser/wall_frames.mjs --pictures FOLDER [--size 1920x1080]   (one lesson, 100 ms apart)
//   MENAGERIE_BIN=build/release/menagerie node tests/browser/wall_frames.mjs --light 60   (from the begin of a game to the wall's first light)
//   MENAGERIE_BIN=build/release/menagerie node tests/browser/wall_frames.mjs --total 86400 --rate 100   (a day's lessons: memory, longest frame)
// It prints and judges nothing: how busy this machine is decides too.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startHouse } from "../server/house.mjs";
import { playEpisode, sitDown } from "../server/visitor.mjs";
import { closeBrowser, Visitor } from "./table.mjs";

const { values } = parseArgs({ options: { machine: { type: "string", default: "menace" }, seconds: { type: "string", default: "20" }, rate: { type: "string", default: "10" },
  lessons: { type: "string", default: "150" }, pictures: { type: "string" }, light: { type: "string" }, total: { type: "string" }, size: { type: "string", default: "1920x1080" } } });
const { machine } = values;
const visitors = 5;
const framesMost = 45;
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const house = await startHouse();

/** Come to a wall of that size, and wait until its boxes are there. */
async function atWall([width, height], more) {
  const visitor = await Visitor.come(house, `/wall?machine=${machine}`, { viewport: { width, height }, still: false, ...more });
  await visitor.see(`[data-testid="projector"][data-loaded="${machine}"]`);
  return visitor;
}

/** Lessons, so many a second, until `stop` is called. */
function teach(rate) {
  let on = true;
  const all = Array.from({ length: visitors }, async (_, i) => {
    const player = await sitDown(house, machine);
    await sleep((1000 * i) / rate);
    for (let due = Date.now(); on; due += (1000 * visitors) / rate) {
      await playEpisode(player);
      await sleep(Math.max(0, due - Date.now()));
    }
    await player.close();
  });
  return () => {
    on = false;
    return Promise.all(all);
  };
}

const share = (gaps, q) => gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * q))].toFixed(1);

/** The times between frames for a while, and the work of the page's own thread in each. */
async function watch(page, devtools, seconds) {
  const worked = async () => (await devtools.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
  const before = await worked();
  const times = await page.evaluate((ms) => new Promise((done) => {
    const all = [];
    const frame = (at) => (all.push(at), at - all[0] > ms ? done(all) : requestAnimationFrame(frame));
    requestAnimationFrame(frame);
  }), 1000 * seconds);
  const gaps = times.slice(1).map((at, i) => at - times[i]).sort((a, b) => a - b);
  const work = ((await worked()) - before) * 1000 / gaps.length;
  return `${gaps.length} frames in ${((times.at(-1) - times[0]) / 1000).toFixed(1)} s; ms between frames: median ${share(gaps, 0.5)}, p95 ${share(gaps, 0.95)}, p99 ${share(gaps, 0.99)}, longest ${share(gaps, 1)}; work ${work.toFixed(2)} ms a frame`;
}

/** What this computer and browser can do at all at that size: two dots that blink in opposite corners of an empty page. */
async function anchor() {
  const visitor = await Visitor.come(house, "/robots.txt", { viewport: { width: 3840, height: 2160 }, still: false });
  const devtools = await visitor.context.newCDPSession(visitor.page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  await visitor.page.evaluate(() => {
    const dots = ["left:0;top:0", "right:0;bottom:0"].map((corner) => {
      const dot = document.createElement("i");
      dot.style.cssText = `position:fixed;${corner};width:9px;height:9px`;
      document.body.append(dot);
      return dot;
    });
    const blink = (at) => {
      for (const dot of dots) dot.style.background = `hsl(${at % 360} 50% 50%)`;
      requestAnimationFrame(blink);
    };
    requestAnimationFrame(blink);
  });
  console.log(`two dots on an empty page: ${await watch(visitor.page, devtools, Number(values.seconds) / 2)}`);
  await visitor.context.close();
}

async function measure() {
  await anchor();
  const visitor = await atWall([3840, 2160]);
  const devtools = await visitor.context.newCDPSession(visitor.page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const stop = teach(Number(values.rate));
  for (const rate of [1, 4]) {
    await devtools.send("Emulation.setCPUThrottlingRate", { rate });
    await sleep(2000);
    const seq = async () => Number((await visitor.data('[data-testid="projector"]', "seq")) || 0);
    const from = await seq();
    const told = await watch(visitor.page, devtools, Number(values.seconds));
    console.log(`processor ${rate}x slower, ${(((await seq()) - from) / Number(values.seconds)).toFixed(1)} lessons a second: ${told}`);
  }
  await stop();
  await visitor.leave();
}

/** From the begin of a game of some milliseconds, so from before its commit, to the first light on the wall; one game at a time. */
async function light() {
  const visitor = await atWall([3840, 2160]);
  const player = await sitDown(house, machine);
  await visitor.page.evaluate(() => {
    const place = document.querySelector('[data-testid="projector"]');
    window.litAt = 0;
    new MutationObserver(() => {
      if (place.dataset.lit && !window.litAt) window.litAt = Date.now();
    }).observe(place, { attributeFilter: ["data-lit"] });
  });
  const waits = [];
  while (waits.length < Number(values.light)) {
    await visitor.page.waitForFunction(() => !document.querySelector('[data-testid="projector"]').dataset.lit);
    await visitor.page.evaluate(() => { window.litAt = 0; });
    const begun = Date.now();
    const { learned } = await playEpisode(player);
    if (!learned.changes.length) continue;
    await visitor.page.waitForFunction(() => window.litAt);
    waits.push((await visitor.page.evaluate(() => window.litAt)) - begun);
  }
  waits.sort((a, b) => a - b);
  console.log(`${waits.length} games, ms until the first box is lit: median ${share(waits, 0.5)}, p99 ${share(waits, 0.99)}, longest ${share(waits, 1)}`);
  await player.close();
  await visitor.leave();
}

/** Many lessons, faster than they would come: what the page keeps of them in memory, and its longest frame. */
async function total() {
  const visitor = await atWall([3840, 2160]);
  const devtools = await visitor.context.newCDPSession(visitor.page);
  await devtools.send("Performance.enable");
  const heap = async () => {
    for (let i = 0; i < 2; i += 1) await devtools.send("HeapProfiler.collectGarbage");
    const { metrics } = await devtools.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "JSHeapUsedSize").value / 1e6;
  };
  await visitor.page.evaluate(() => {
    window.longest = 0;
    let last = performance.now();
    const frame = (at) => {
      window.longest = Math.max(window.longest, at - last);
      last = at;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  const stop = teach(Number(values.rate));
  const lessons = Number(values.total);
  for (let part = 0; part <= 8; part += 1) { // the first one: all that is made once is there
    const due = Math.max(1000, Math.round((lessons * part) / 8));
    while (Number((await visitor.data('[data-testid="projector"]', "seq")) || 0) < due) await sleep(500);
    const used = await heap();
    const longest = await visitor.page.evaluate(() => {
      const was = window.longest;
      window.longest = 0;
      return was;
    });
    console.log(`${due} lessons: ${used.toFixed(2)} MB in use, longest frame since then ${longest.toFixed(0)} ms`);
  }
  await stop();
  await visitor.leave();
}

/** From now on what the browser moves by itself goes by the page's clock too: the returned function moves it there. */
async function holdFlights(page) {
  await page.evaluate(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function held(...how) {
      const flight = animate.apply(this, how);
      flight.pause();
      flight.begun = performance.now();
      return flight;
    };
  });
  return () => page.evaluate(() => {
    for (const flight of document.getAnimations().filter(({ begun }) => begun !== undefined)) {
      const at = performance.now() - flight.begun;
      if (at < flight.effect.getComputedTiming().endTime) flight.currentTime = at;
      else flight.finish();
    }
  });
}

/** One lesson, frame by frame: the page's clock stands between the pictures. */
async function picture(folder) {
  mkdirSync(folder, { recursive: true });
  const player = await sitDown(house, machine);
  for (let i = 0; i < Number(values.lessons); i += 1) await playEpisode(player);
  const visitor = await atWall(values.size.split("x").map(Number), { clock: true });
  const { page } = visitor;
  await page.clock.runFor(2000);
  await page.screenshot({ path: join(folder, "before.png") });
  const shown = () => page.locator('[data-testid="projector"]').evaluate(({ dataset }) => [Number(dataset.seq ?? 0), Number(dataset.taught ?? 0)]);
  const [seq] = await shown();
  const moveFlights = await holdFlights(page);
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 100);
  const { learned } = await playEpisode(player);
  while ((await shown())[0] < learned.seq) await sleep(20);
  console.log(`lesson ${learned.seq} after ${seq}: ${learned.outcome}, boxes ${learned.changes.map(({ number, before, after }) => `${number}: ${before} to ${after}`).join(", ")}`);
  for (let i = 0; i < framesMost && (await shown())[1] < learned.seq; i += 1) {
    await page.screenshot({ path: join(folder, `${String(i * 100).padStart(4, "0")}.png`) });
    await page.clock.runFor(100);
    await moveFlights();
  }
  await player.close();
  await visitor.context.close();
}

await (values.pictures ? picture(values.pictures) : values.light ? light() : values.total ? total() : measure());
await closeBrowser();
await house.close();
