// How soon the film of a long life shows its first picture, and whether a drag keeps pace with the screen once its piece
// is loaded: each frame goes to another row.
//   MENAGERIE_BIN=build/release/menagerie node tests/browser/film_frames.mjs [DATA]
// DATA: a house with a long log of MENACE, as tests/bench/lessons makes it; else one of 2,000 games. It prints and judges nothing.
import { setTimeout } from "node:timers/promises";
import { startHouse } from "../server/house.mjs";
import { playEpisode, sequence, sitDown } from "../server/visitor.mjs";
import { closeBrowser, Visitor } from "./table.mjs";

const [, , data] = process.argv;
const [visits, steps] = [20, 400];
const restMs = 1000; // a new context's store and processes are set up meanwhile: a visitor's browser has done that long before
const house = await startHouse(data ? { data } : {});
if (!data) {
  const player = await sitDown(house, "menace");
  for (let game = 0; game < 2000; game += 1) await playEpisode(player);
  await player.close();
}
const { seq } = await house.get("/machines/menace");
const any = sequence(5);

function tell(what, times) {
  times.sort((a, b) => a - b);
  const at = (q) => times[Math.min(times.length - 1, Math.floor(times.length * q))].toFixed(1);
  console.log(`${what}: median ${at(0.5)} ms, p99 ${at(0.99)}, longest ${at(1)}`);
}

/** From the begin of the navigation to the frame that has the row's boxes, in milliseconds. */
async function firstPicture({ page }) {
  await page.goto(`${house.url}/film?machine=menace&at=${1 + any(seq)}`, { waitUntil: "commit" });
  await setTimeout(1000); // what the driver sends into a page to wait there takes the page's own time
  await page.waitForFunction(() => window.shownAt);
  return page.evaluate(() => window.shownAt);
}

async function newVisitor() {
  const visitor = await Visitor.come(house, "/robots.txt", { viewport: { width: 1280, height: 800 } });
  await setTimeout(restMs);
  await visitor.page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.documentElement?.dataset.seq && !window.shownAt) requestAnimationFrame(() => { window.shownAt ??= performance.now(); });
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-seq"] });
  });
  return visitor;
}

console.log(`a log of ${seq} rows`);
const firstOf = [];
for (let i = 0; i < visits; i += 1) {
  const visitor = await newVisitor();
  firstOf.push(await firstPicture(visitor));
  await visitor.context.close();
}
console.log(`first picture in a browser that has just started: ${firstOf[0].toFixed(1)} ms`);
tell(`first picture for one who has none of the page's files, ${visits - 1} times`, firstOf.slice(1));
const visitor = await newVisitor();
const { page } = visitor;
const again = [];
for (let i = 0; i <= visits; i += 1) again.push(await firstPicture(visitor));
tell(`first picture for one who was here before, ${visits} times`, again.slice(1));
await page.locator('[data-testid="changed-told"]:not(:empty)').waitFor();
const rows = Array.from({ length: steps }, () => Math.max(1, seq - 1 - any(Math.min(2000, seq - 2))));
await page.goto(`${house.url}/film?machine=menace&at=${seq}`);
await page.locator(`html[data-seq="${seq}"]`).waitFor({ state: "attached" });
await page.locator('[data-testid="changed-told"]:not(:empty)').waitFor();
const devtools = await visitor.context.newCDPSession(page);
await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
const worked = async () => (await devtools.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
const before = await worked();
const gaps = await page.evaluate((all) => new Promise((done) => {
  const slider = document.getElementById("slider");
  const times = [];
  const step = (at) => { // the row that the last frame asked for is drawn before this one ends
    times.push(at);
    if (times.length > all.length) return done(times.slice(1).map((time, i) => time - times[i]));
    slider.value = String(all[times.length - 1]);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}), rows);
tell(`a drag, each frame to another of ${Math.min(2000, seq)} rows: from frame to frame, ${steps} times`, gaps);
console.log(`the page's own thread works ${(((await worked()) - before) * 1000 / steps).toFixed(1)} ms a step, its frame included`);
await visitor.context.close();
await closeBrowser();
await house.close();
