// What moves at the table: a drawn move is one gesture, the end is told in order, a bead can be guessed while the box is shaken,
// and who wants it hears it. What is seen is noted within the page at every change, so that a slow computer loses none of it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHouse } from "../server/house.mjs";
import { on, Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

/** A visitor who wants motion, at a table whose rules are read. */
async function sit(machine, options = {}) {
  const visitor = await Visitor.come(house, `/machine/${machine}`, { still: false, ...options });
  await visitor.standing();
  await visitor.find('[data-testid="rules-close"]').click();
  return visitor;
}

/** From now on the page keeps what `look` sees after every change of the stage and of the flying bead; each sight once. */
const note = (visitor, look) => visitor.page.evaluate(`(() => {
  const look = ${look};
  globalThis.seen = [];
  const see = () => { const it = JSON.stringify(look()); if (seen.at(-1) !== it) seen.push(it); };
  const watcher = new MutationObserver(see);
  for (const place of document.querySelectorAll("#stage, .flight")) watcher.observe(place, { subtree: true, childList: true, attributes: true, characterData: true });
  see();
})()`);
const seen = async (visitor) => (await visitor.page.evaluate(() => globalThis.seen)).map((it) => JSON.parse(it));

test("a drawn move is one gesture: out of the wall, out of the drawer, to its square; only transforms and opacity move", async () => {
  const visitor = await sit("menace", { viewport: { width: 1600, height: 1200 } }); // the boxes of its third turn, 14 to 121, are all in sight
  await visitor.see(on.wallBox(1));
  await visitor.anyMove(); // what flies comes with the first move
  await visitor.see(on.phase("your-turn"));
  await visitor.page.waitForSelector(".flight", { state: "attached" });
  await note(visitor, `() => ({
    phase: document.querySelector('[data-testid="board"]').dataset.phase,
    flies: [...document.querySelectorAll(".flight > *")].map((it) => it.className.split(" ")[0]),
    moved: [...new Set(document.querySelector(".flight").getAnimations({ subtree: true })
      .flatMap((it) => it.effect.getKeyframes()).flatMap((frame) => Object.keys(frame)))]
      .filter((key) => !["offset", "computedOffset", "easing", "composite"].includes(key)).sort(),
  })`);
  await visitor.anyMove();
  await visitor.see(on.phase("your-turn", "over"));
  const sights = await seen(visitor);
  const flight = sights.find(({ flies }) => flies.length > 0);
  assert.deepEqual(flight?.flies, ["mb", "bead"], "the box from the wall, and the bead");
  assert.equal(flight.phase, "machine");
  assert.deepEqual([...new Set(sights.flatMap(({ moved }) => moved))], ["opacity", "transform"]);
  assert.deepEqual(sights.at(-1).flies, [], "it ends with the move");
  await visitor.leave();
});

test("a touch hurries a drawn move, and nothing flies for who wants no motion", async () => {
  const visitor = await sit("menace");
  await visitor.anyMove();
  await visitor.see(on.phase("your-turn"));
  await visitor.page.waitForSelector(".flight", { state: "attached" });
  await visitor.page.clock.install(); // its time stands still from now on: only a touch can end the draw
  await visitor.page.evaluate(() => {
    globalThis.touched = 0;
    const board = document.querySelector('[data-testid="board"]');
    new MutationObserver(() => {
      if (globalThis.touched || document.querySelectorAll(".flight .bead").length === 0) return;
      globalThis.touched += 1;
      board.querySelector("button").click();
    }).observe(document.querySelector(".flight"), { childList: true });
  });
  await visitor.press(await visitor.find(on.legal).first().getAttribute("data-cell"));
  await visitor.page.waitForFunction(() => {
    const { phase } = document.querySelector('[data-testid="board"]').dataset;
    return globalThis.touched === 1 && document.querySelector(".flight").childElementCount === 0 && ["your-turn", "over"].includes(phase);
  });
  await visitor.leave();

  const calm = await Visitor.come(house, "/machine/menace");
  await calm.standing();
  await note(calm, `() => document.querySelectorAll(".flight > *").length`);
  await calm.playOut();
  assert.deepEqual(await seen(calm), [0]);
  await calm.leave();
});

test("pieces slide from square to square, and what is captured leaves the board", async () => {
  const visitor = await sit("her");
  await note(visitor, `() => ({
    slides: document.querySelector('[data-testid="board"]').getAnimations({ subtree: true })
      .filter((it) => it.constructor.name === "Animation").flatMap((it) => it.effect.getKeyframes())
      .some(({ transform }) => transform && transform !== "translate(0px, 0px)"),
    leaves: document.querySelectorAll(".leaves").length > 0,
  })`);
  for (let game = 0; game < 12; game += 1) {
    await visitor.anyGame();
    const sights = await seen(visitor);
    if (sights.some(({ slides }) => slides) && sights.some(({ leaves }) => leaves)) break;
    await visitor.nextGame();
  }
  const sights = await seen(visitor);
  assert.ok(sights.some(({ slides }) => slides), "a pawn slides");
  assert.ok(sights.some(({ leaves }) => leaves), "a captured one leaves");
  await visitor.leave();
});

test("the end is told in order: the piece, the line, the stamp, the beads, the figure", async () => {
  const visitor = await sit("menace");
  await note(visitor, `() => ({
    over: document.querySelector('[data-testid="board"]').dataset.phase === "over",
    standing: [...document.querySelectorAll('[data-testid="board"] .cell.end')].every((cell) => cell.dataset.piece[0] !== "."),
    line: document.querySelector(".end-line").getAttribute("d") !== "",
    stamp: document.querySelector('[data-testid="outcome"]') !== null,
    chips: document.querySelector("#lesson:not([hidden]) [data-testid=change]") !== null,
    figure: document.getElementById("strength-figure").textContent,
  })`);
  let lines = 0;
  for (let game = 0; game < 12 && lines < 2; game += 1) {
    await visitor.page.evaluate(() => globalThis.seen.splice(0, globalThis.seen.length - 1));
    await visitor.anyGame({ pick: (names) => names[0] });
    await visitor.see(on.change);
    const end = (await seen(visitor)).filter(({ over }) => over);
    const lined = end.some(({ line }) => line);
    lines += lined;
    for (const it of end) {
      assert.ok(!it.line || it.standing, "no line through an empty square");
      assert.ok(!it.stamp || it.line || !lined, "the line before the stamp");
      assert.ok(!it.chips || it.stamp, "the stamp before the beads");
    }
    assert.ok(end.findIndex(({ chips }) => chips) > 0, "the beads are no part of the first sight of the end");
    assert.equal(end.find(({ chips }) => chips).figure, end[0].figure, "the figure waits for the beads");
    await visitor.nextGame();
  }
  assert.equal(lines, 2);
  await visitor.leave();
});

test("who has lost is told what to do, which lesson it was, and when it learned something wrong", async () => {
  const visitor = await sit("her", { reducedMotion: "reduce" });
  const told = new Set();
  for (let game = 0; game < 40 && told.size < 2; game += 1) {
    const { outcome, seq } = await visitor.anyGame();
    const { episodes } = await house.get("/machines/her");
    await visitor.page.locator('[data-testid="lesson-no"]', { hasText: `lesson no. ${episodes} of HER` }).waitFor({ state: "attached" });
    await visitor.see('[data-testid="strength-perfect"]');
    const { sides: [now], before: { sides: [then] } } = await house.get(`/machines/her/strength?at=${seq}&before=1`);
    const share = ({ optimal }) => optimal.win + optimal.draw;
    const text = await visitor.find(on.learned).innerText();
    assert.equal(/learned something wrong from you/.test(text), share(now) < share(then) && (100 * share(now)).toFixed(1) !== (100 * share(then)).toFixed(1), text);
    assert.equal(/Beat HER, and it forgets that trick/.test(text), outcome === "win" && !now.unbeatable, text);
    told.add(outcome);
    await visitor.nextGame();
  }
  assert.deepEqual([...told].sort(), ["loss", "win"]);
  await visitor.leave();
});

test("a bead can be guessed while the box is shaken, without a mode, and the page counts", async () => {
  const visitor = await sit("menace");
  await visitor.page.evaluate(() => {
    globalThis.guesses = 0;
    new MutationObserver(() => {
      const shaken = document.querySelector("#box.shaking");
      if (!shaken || shaken.querySelector(".odd.bet") || shaken.dataset.number === globalThis.guessedBox) return;
      globalThis.guessedBox = shaken.dataset.number;
      globalThis.guesses += 1;
      shaken.querySelector(".odd").click();
    }).observe(document.getElementById("box"), { childList: true, attributes: true });
  });
  await visitor.anyMove();
  await visitor.see(on.phase("your-turn"));
  assert.match(await visitor.find("#say").innerText(), /guessed/);
  assert.equal(await visitor.find("#box .odd.bet").count(), 1);
  await visitor.anyGame();
  await visitor.nextGame();
  await visitor.anyMove();
  await visitor.see(on.phase("your-turn"));
  const [, right, all] = (await visitor.find("#say").innerText()).match(/(\d) of (\d+) guessed\./);
  assert.equal(Number(all), await visitor.page.evaluate(() => globalThis.guesses));
  assert.ok(Number(right) <= Number(all) && Number(all) >= 4);
  await visitor.leave();
});

test("sound: none until it is wanted; then moves, beads and the end are heard; the switch remembers", async () => {
  const visitor = await sit("her");
  const scripts = [];
  visitor.page.on("request", (request) => scripts.push(new URL(request.url()).pathname));
  await visitor.anyGame();
  assert.ok(!scripts.includes("/js/sound.js"), "not loaded for who wants none");
  await visitor.nextGame();
  await visitor.standing();
  await visitor.page.evaluate(() => {
    globalThis.heard = 0;
    for (const source of [AudioBufferSourceNode, OscillatorNode]) {
      const { start } = source.prototype;
      source.prototype.start = function begin(...args) {
        globalThis.heard += 1;
        return start.apply(this, args);
      };
    }
  });
  const heard = () => visitor.page.evaluate(() => globalThis.heard);
  const button = visitor.find('[data-testid="sound"]');
  assert.equal(await button.getAttribute("aria-pressed"), "false");
  await button.click();
  await visitor.see('[data-testid="sound"][aria-pressed="true"]');
  await visitor.page.waitForFunction(() => performance.getEntriesByName(`${location.origin}/js/sound.js`).length > 0);
  await visitor.anyGame();
  const first = await heard();
  assert.ok(first > 10, `${first} sounds in a game`);
  await button.click();
  await visitor.nextGame();
  await visitor.anyGame();
  assert.equal(await heard(), first, "none while it is off");
  await button.click();
  await visitor.see('[data-testid="sound"][aria-pressed="true"]'); // it is kept by then
  await visitor.page.reload();
  await visitor.see('[data-testid="sound"][aria-pressed="true"]');
  await visitor.leave();
});
