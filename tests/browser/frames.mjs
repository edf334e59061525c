// How evenly the laboratory runs on a slow phone: the time between frames while a bench runs, with the processor slowed down,
// beside that of a page with nothing on it, which tells how busy this machine is.
//   MENAGERIE_BIN=build/release/menagerie node tests/browser/frames.mjs [SLOWER [LINK]]    (4 times slower, two benches of MENACE)
// It prints and judges nothing: how busy this machine is decides too.
import { startHouse } from "../server/house.mjs";
import { closeBrowser, Visitor } from "./table.mjs";

const [slower = "4", link = "machine=menace&against=random&games=600&beside=scroggs-2015"] = process.argv.slice(2);
const seen = (id) => `[data-testid="${id}"]`;
const emptyMs = 8000; // about as long as a life of 600 games
const lateMs = 20; // a frame is due every 16.7 ms: one was dropped
const house = await startHouse({ flags: ["--practices-per-minute-max", "0"] });

/** The times of the page's frames until it has been so long, or the life is told. */
const framesOf = (page, ms) => page.evaluate((ms) => new Promise((done) => {
  const times = [];
  const over = () => (ms ? times.at(-1) - times[0] > ms : document.querySelector('[data-testid="told"]').textContent.includes(":"));
  const frame = (time) => (times.push(time), over() ? done(times) : requestAnimationFrame(frame));
  requestAnimationFrame(frame);
}), ms);

function tell(what, frames, more = "") {
  const gaps = frames.slice(1).map((time, i) => time - frames[i]).sort((a, b) => a - b);
  const share = (q) => gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * q))].toFixed(1);
  const late = gaps.filter((gap) => gap > lateMs).length;
  const seconds = ((frames.at(-1) - frames[0]) / 1000).toFixed(1);
  console.log(`${what}: ${gaps.length} frames in ${seconds} s; ` +
    `ms between frames: median ${share(.5)}, 95 % ${share(.95)}, longest ${share(1)}; ` +
    `over ${lateMs} ms: ${late}, ${((100 * late) / gaps.length).toFixed(1)} %${more}`);
}

// Fingers, as on a phone: under a mouse that rests on the page the browser looks after each frame what lies there.
const visitor = await Visitor.come(house, `/lab#${link}`, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, still: false });
const { page } = visitor;
await page.locator(`${seen("wall-told")}:not(:empty)`).waitFor();
const devtools = await page.context().newCDPSession(page);
await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
const worked = async () => (await devtools.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
for (const rate of [1, Number(slower)]) {
  const empty = await Visitor.come(house, "/favicon.svg", { viewport: { width: 390, height: 844 }, still: false });
  await (await empty.context.newCDPSession(empty.page)).send("Emulation.setCPUThrottlingRate", { rate });
  tell(`processor ${rate}x slower, an empty page`, await framesOf(empty.page, emptyMs));
  await empty.leave();
  await devtools.send("Emulation.setCPUThrottlingRate", { rate });
  await page.locator(seen("again")).tap();
  await page.locator(seen("run")).tap();
  await page.locator(`${seen("now")}:has-text("Game")`).waitFor(); // the games have come
  const before = await worked();
  const frames = await framesOf(page, 0);
  const cpu = ((await worked()) - before) * 1000;
  tell(`processor ${rate}x slower, the laboratory`, frames, `; work ${(cpu / frames.length).toFixed(2)} ms a frame`);
}
await visitor.leave();
await house.close();
await closeBrowser();
