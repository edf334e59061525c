// How evenly the wall for a projector runs at 3840 x 2160 with ten lessons a second: the time between frames, as the
// computer is and with its processor four times slower.
//   MENAGERIE_BIN=build/release/menagerie node tests/browser/wall_frames.mjs [--machine menace] [--seconds 20] [--rate 10]
//   MENAGERIE_BIN=build/release/menagerie node tests/browser/wall_frames.mjs --pictures FOLDER [--size 1920x1080]   (one lesson, 100 ms apart)
// It prints and judges nothing: how busy this machine is decides too.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startHouse } from "../server/house.mjs";
import { playEpisode, sitDown } from "../server/visitor.mjs";
import { closeBrowser, Visitor } from "./table.mjs";

const { values } = parseArgs({ options: { machine: { type: "string", default: "menace" }, seconds: { type: "string", default: "20" }, rate: { type: "string", default: "10" },
  lessons: { type: "string", default: "150" }, pictures: { type: "string" }, size: { type: "string", default: "1920x1080" } } });
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

async function measure() {
  const visitor = await atWall([3840, 2160]);
  const { page } = visitor;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => (await devtools.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
  const stop = teach(Number(values.rate));
  for (const rate of [1, 4]) {
    await devtools.send("Emulation.setCPUThrottlingRate", { rate });
    await sleep(2000);
    const [before, from] = [await worked(), Number((await visitor.data('[data-testid="projector"]', "seq")) || 0)];
    const times = await page.evaluate((ms) => new Promise((done) => {
      const all = [];
      const frame = (at) => (all.push(at), at - all[0] > ms ? done(all) : requestAnimationFrame(frame));
      requestAnimationFrame(frame);
    }), 1000 * Number(values.seconds));
    const [cpu, seq] = [((await worked()) - before) * 1000, Number(await visitor.data('[data-testid="projector"]', "seq"))];
    const gaps = times.slice(1).map((at, i) => at - times[i]).sort((a, b) => a - b);
    const share = (q) => gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * q))].toFixed(1);
    const seconds = (times.at(-1) - times[0]) / 1000;
    console.log(`processor ${rate}x slower, ${((seq - from) / seconds).toFixed(1)} lessons a second: ${gaps.length} frames in ${seconds.toFixed(1)} s; ms between frames: median ${share(0.5)}, p95 ${share(0.95)}, p99 ${share(0.99)}, longest ${share(1)}; work ${(cpu / gaps.length).toFixed(2)} ms a frame`);
  }
  await stop();
  await visitor.leave();
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
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 100);
  const { learned } = await playEpisode(player);
  while ((await shown())[0] < learned.seq) await sleep(20);
  console.log(`lesson ${learned.seq} after ${seq}: ${learned.outcome}, boxes ${learned.changes.map(({ number, before, after }) => `${number}: ${before} to ${after}`).join(", ")}`);
  for (let i = 0; i < framesMost && (await shown())[1] < learned.seq; i += 1) {
    await page.screenshot({ path: join(folder, `${String(i * 100).padStart(4, "0")}.png`) });
    await page.clock.runFor(100);
  }
  await player.close();
  await visitor.context.close();
}

await (values.pictures ? picture(values.pictures) : measure());
await closeBrowser();
await house.close();
