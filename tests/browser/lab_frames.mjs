// How evenly the laboratory shows sixty games a second on a phone whose processor is four times slower: frames that came late
// (more than half a frame after their time), beside those of an empty page in the same run.
//   MENAGERIE_BIN=build/release/menagerie node tests/browser/lab_frames.mjs [ROUNDS]
// It prints and judges nothing.
import { startHouse } from "../server/house.mjs";
import { closeBrowser, Visitor } from "./table.mjs";

const rounds = Number(process.argv[2] ?? 3);
const [watchedMs, lateMs, slower] = [10_500, 25, 4];
const house = await startHouse({ flags: ["--practices-per-minute-max", "0"] });

/** When each late frame came, and how long after the one before it; milliseconds. */
const watch = (page, run) => page.evaluate(async ({ run, watchedMs, lateMs }) => {
  const times = [];
  let looks = true;
  const look = (time) => {
    times.push(time);
    if (looks) requestAnimationFrame(look);
  };
  if (run) document.querySelector('[data-testid="run"]').click();
  requestAnimationFrame(look);
  await new Promise((done) => setTimeout(done, watchedMs));
  looks = false;
  const gaps = times.slice(1).map((time, i) => [Math.round(times[i] - times[0]), Math.round(time - times[i])]);
  return { frames: gaps.length, late: gaps.filter(([, gap]) => gap > lateMs) };
}, { run, watchedMs, lateMs });

for (let round = 0; round < rounds; round += 1) {
  for (const [name, path] of [["an empty page", "/robots.txt"], ["the laboratory", "/lab#machine=menace&against=random&games=600&beside=scroggs-2015"]]) {
    const runs = name === "the laboratory";
    const visitor = await Visitor.come(house, path, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, still: false });
    const { page } = visitor;
    if (runs) await page.locator('[data-testid="wall-told"]:not(:empty)').waitFor();
    await visitor.quiet();
    await (await visitor.context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: slower });
    const { frames, late } = await watch(page, runs);
    console.log(`${name}: ${late.length} of ${frames} frames late${late.map(([at, gap]) => `; at ${at} ms by a gap of ${gap}`).join("")}`);
    await visitor.context.close();
  }
}
await closeBrowser();
await house.close();
