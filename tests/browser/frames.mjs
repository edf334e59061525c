// How evenly the laboratory runs on a slow phone: the time between frames while a bench runs, with the processor slowed down.
//   MENAGERIE_BIN=build/release/menagerie node tests/browser/frames.mjs [SLOWER [LINK]]    (4 times slower, two benches of MENACE)
// It prints and judges nothing: how busy this machine is decides too.
import { startHouse } from "../server/house.mjs";
import { closeBrowser, Visitor } from "./table.mjs";

const [slower = "4", link = "machine=menace&against=random&games=600&beside=scroggs-2015"] = process.argv.slice(2);
const seen = (id) => `[data-testid="${id}"]`;
const house = await startHouse({ flags: ["--practices-per-minute-max", "0"] });
const visitor = await Visitor.come(house, `/lab#${link}`, { viewport: { width: 390, height: 844 }, still: false });
const { page } = visitor;
await page.locator(`${seen("wall-told")}:not(:empty)`).waitFor();
const devtools = await page.context().newCDPSession(page);
await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
const worked = async () => (await devtools.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
for (const rate of [1, Number(slower)]) {
  await devtools.send("Emulation.setCPUThrottlingRate", { rate });
  await page.locator(seen("again")).click();
  await page.locator(seen("run")).click();
  await page.locator(`${seen("now")}:has-text("Game")`).waitFor(); // the games have come
  const before = await worked();
  const frames = await page.evaluate(() => new Promise((done) => {
    const times = [];
    const frame = (time) => (times.push(time), document.querySelector('[data-testid="told"]').textContent.includes(":") ? done(times) : requestAnimationFrame(frame));
    requestAnimationFrame(frame);
  }));
  const cpu = ((await worked()) - before) * 1000;
  const gaps = frames.slice(1).map((time, i) => time - frames[i]).sort((a, b) => a - b);
  const share = (q) => gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * q))].toFixed(1);
  console.log(`processor ${rate}x slower: ${gaps.length} frames in ${((frames.at(-1) - frames[0]) / 1000).toFixed(1)} s; ms between frames: median ${share(.5)}, 95 % ${share(.95)}, longest ${share(1)}; over 25 ms: ${gaps.filter((gap) => gap > 25).length}; work ${(cpu / gaps.length).toFixed(2)} ms a frame`);
}
await visitor.leave();
await house.close();
await closeBrowser();
