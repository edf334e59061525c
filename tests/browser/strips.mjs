// Makes strips of frames, about 100 ms apart, of what moves: a sheet a strip, to be looked at frame by frame.
//   MENAGERIE_BIN=build/release/menagerie node tests/browser/strips.mjs FOLDER [move|end|learn|attract]
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { startHouse } from "../server/house.mjs";
import { closeBrowser, on, Visitor } from "./table.mjs";

const sizes = [[390, 844], [1280, 800]];
const gapMs = 90;
const columns = 6;
const [folder, only] = process.argv.slice(2);
assert.ok(folder, "say into which folder");
mkdirSync(folder, { recursive: true });
const house = await startHouse();

/** The frames that the browser paints from now on: until `stop()`, which gives them as [seconds, JPEG in base64]. */
async function film({ context, page }) {
  const line = await context.newCDPSession(page);
  const frames = [];
  line.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
    frames.push([metadata.timestamp, data]);
    line.send("Page.screencastFrameAck", { sessionId }).catch(() => {}); // the page may be closed by now
  });
  await line.send("Page.startScreencast", { format: "jpeg", quality: 70 });
  return { stop: async () => { await line.detach(); return frames; } };
}

/** Puts frames side by side, each with its time. */
async function sheet({ context }, frames, name, [width]) {
  const begin = frames[0]?.[0] ?? 0;
  const kept = [];
  for (const [at, data] of frames) {
    const ms = Math.round(1000 * (at - begin));
    if (!kept.length || ms - kept.at(-1).ms >= gapMs) kept.push({ ms, data });
  }
  const side = Math.min(width, 420);
  const page = await context.newPage();
  await page.setViewportSize({ width: columns * (side + 6), height: 600 });
  await page.setContent(`<body style="margin:0;display:grid;gap:6px;grid-template-columns:repeat(${columns},${side}px);font:14px sans-serif">${
    kept.map(({ ms, data }) => `<figure style="margin:0">${ms} ms<img style="width:100%" src="data:image/jpeg;base64,${data}"></figure>`).join("")}`);
  await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
  await page.close();
  console.log(`${name} ${width}: ${kept.length} of ${frames.length} frames`);
}

async function sit(size) {
  const [width, height] = size;
  const visitor = await Visitor.come(house, "/machine/menace", { still: false, viewport: { width, height } });
  await visitor.standing();
  await visitor.find('[data-testid="rules-close"]').click();
  return visitor;
}

const strips = {
  move: async (size) => {
    const visitor = await sit(size);
    const reel = await film(visitor);
    await visitor.anyMove();
    await visitor.see(on.phase("your-turn"));
    return [visitor, await reel.stop()];
  },
  end: async (size) => {
    const visitor = await sit(size);
    for (;;) {
      const reel = await film(visitor);
      await visitor.anyMove();
      await visitor.see(on.phase("your-turn", "over"));
      if ((await visitor.data(on.board, "phase")) === "over") {
        await visitor.see(on.change);
        await visitor.page.waitForTimeout(2500); // beads, bars and figures
        return [visitor, await reel.stop()];
      }
      await reel.stop();
    }
  },
  learn: async (size) => {
    const visitor = await sit(size);
    const reel = await film(visitor);
    await visitor.find('[data-testid="practice-go"]').click();
    await visitor.page.waitForTimeout(12_000);
    return [visitor, await reel.stop()];
  },
  attract: async ([width, height]) => {
    const visitor = await Visitor.come(house, "/machine/menace?kiosk", { still: false, viewport: { width, height } });
    const reel = await film(visitor);
    await visitor.page.waitForTimeout(8000);
    return [visitor, await reel.stop()];
  },
};

for (const [name, make] of Object.entries(strips)) {
  if (only && only !== name) continue;
  for (const size of sizes) {
    const [visitor, frames] = await make(size);
    await sheet(visitor, frames, name, size);
    await visitor.context.close();
  }
}
await closeBrowser();
await house.close();
