// How smooth a drawn move is: frames a second from the visitor's touch until the machine has moved, as the computer is and
// with its processor four times slower; the best of several moves, since other work on this computer only takes away.
//   MENAGERIE_BIN=build/release/menagerie node tests/browser/smooth.mjs [MOVES]
import assert from "node:assert/strict";
import { startHouse } from "../server/house.mjs";
import { closeBrowser, on, Visitor } from "./table.mjs";

const moves = Number(process.argv[2] ?? 6);
assert.ok(moves >= 1, "how many moves");
const wanted = { 1: 55, 4: 30 }; // frames a second, by how many times slower the processor is
const house = await startHouse();

/** Frames a second of one move, and the longest time between two, in milliseconds. */
async function watchMove(visitor) {
  await visitor.page.evaluate(() => {
    globalThis.frames = [];
    const look = (at) => {
      globalThis.frames.push(at);
      globalThis.looking = requestAnimationFrame(look);
    };
    globalThis.looking = requestAnimationFrame(look);
  });
  await visitor.anyMove();
  await visitor.see(on.phase("your-turn", "over"));
  const frames = await visitor.page.evaluate(() => {
    cancelAnimationFrame(globalThis.looking);
    return globalThis.frames;
  });
  const gaps = frames.slice(1).map((at, i) => at - frames[i]);
  return { rate: (1000 * gaps.length) / (frames.at(-1) - frames[0]), gap: Math.max(...gaps) };
}

for (const [slower, least] of Object.entries(wanted)) {
  const visitor = await Visitor.come(house, "/machine/menace", { still: false, viewport: { width: 390, height: 844 } });
  await visitor.standing();
  await visitor.find('[data-testid="rules-close"]').click();
  await (await visitor.context.newCDPSession(visitor.page)).send("Emulation.setCPUThrottlingRate", { rate: Number(slower) });
  const found = [];
  while (found.length < moves) {
    if ((await visitor.data(on.board, "phase")) === "over") await visitor.nextGame();
    await visitor.standing();
    found.push(await watchMove(visitor));
  }
  const best = found.sort((a, b) => b.rate - a.rate)[0];
  console.log(`processor / ${slower}: ${best.rate.toFixed(1)} frames a second, at least ${least} wanted; longest frame ${best.gap.toFixed(0)} ms; all: ${found.map(({ rate }) => rate.toFixed(0)).join(" ")}`);
  await visitor.context.close();
}
await closeBrowser();
await house.close();
