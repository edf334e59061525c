// Visitors who touch at random, as children do: taps, drags and keys anywhere, on the hall and at tables. Nothing breaks,
// nothing leads out of the museum, and no game is given up by accident. 20 seconds; MENAGERIE_WILD_SECONDS for more.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHouse } from "../server/house.mjs";
import { on, Visitor } from "./table.mjs";

const seconds = Number(process.env.MENAGERIE_WILD_SECONDS ?? 20);
const machines = ["menace", "her", "nimble", "go-3x3", "minicheckers", "ellis"];
let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

/** The same wildness at each run with the same seed (mulberry32). */
function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const seed = Number(process.env.MENAGERIE_WILD_SEED ?? 12);
const keys = ["Tab", "Enter", "Space", "Escape", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageDown", "PageUp", "a", "1"];

/** What the page asked the server for, and how often a game was given up: a begin while one was in play. */
function follow(visitor, counts) {
  visitor.page.on("websocket", (socket) => {
    let playing = false;
    socket.on("framesent", ({ payload }) => {
      const { type } = JSON.parse(payload);
      if (type === "begin" && playing && !counts.meant) counts.givenUp += 1;
      if (type === "move") counts.moves += 1;
    });
    socket.on("framereceived", ({ payload }) => {
      const frame = JSON.parse(payload);
      if (frame.type === "state") playing = !frame.outcome && frame.played.length > 0 && frame.ply > 1;
      if (frame.type === "state" && frame.outcome) counts.games += 1;
      if (frame.type === "state") counts.meant = false; // others, such as a feed, come between a touch and what it does
    });
  });
}

async function touchWildly(visitor, next, counts) {
  const { page } = visitor;
  const { width, height } = page.viewportSize();
  const somewhere = () => [Math.floor(next() * width), Math.floor(next() * height)];
  const dice = next();
  counts.touches += 1;
  if (dice < 0.55) {
    // Every second one where a child looks: on the board.
    const board = next() < 0.6 ? await page.locator(on.board).boundingBox({ timeout: 200 }).catch(() => null) : null;
    const [x, y] = board ? [board.x + next() * board.width, board.y + next() * board.height] : somewhere();
    // Giving up takes two touches on one button: the second one is meant.
    const meant = await page.evaluate(([at, up]) => {
      const button = document.elementFromPoint(at, up)?.closest("#give-up");
      return button !== null && button !== undefined && /sure|really|\?/i.test(button.textContent);
    }, [x, y]).catch(() => false);
    counts.meant ||= meant;
    await page.mouse.click(x, y);
  } else if (dice < 0.7) {
    const [[fromX, fromY], [toX, toY]] = [somewhere(), somewhere()];
    await page.mouse.move(fromX, fromY);
    await page.mouse.down();
    await page.mouse.move(toX, toY, { steps: 3 });
    await page.mouse.up();
  } else if (dice < 0.9) {
    const key = keys[Math.floor(next() * keys.length)];
    const meant = ["Enter", "Space"].includes(key) || key.startsWith("Arrow") || key === "1" || key === "a";
    counts.meant ||= meant && await page.evaluate(() => Boolean(document.activeElement?.closest("#give-up"))).catch(() => false);
    await page.keyboard.press(key);
  } else await page.mouse.wheel(0, (next() - 0.5) * 1500);
}

test(`${seconds} seconds of touching at random break nothing and lead nowhere else`, async () => {
  const next = chance(seed);
  const counts = { touches: 0, moves: 0, games: 0, givenUp: 0, meant: false };
  const paths = ["/", ...machines.map((name) => `/machine/${name}`)];
  const visitor = await Visitor.come(house, "/", { viewport: { width: 820, height: 1180 }, hasTouch: true, acceptDownloads: false });
  const others = [];
  visitor.context.on("page", (page) => page !== visitor.page && others.push(page.url()));
  follow(visitor, counts);
  const end = Date.now() + seconds * 1000;
  const each = Math.max(2000, (seconds * 1000) / (3 * paths.length));
  for (let round = 0; Date.now() < end; round += 1) {
    await visitor.page.goto(house.url + paths[round % paths.length]).catch((error) => {
      if (!/interrupted|ERR_ABORTED/.test(error.message)) throw error; // a touch was on its way to another page
    });
    counts.meant = true; // a new page: the old page's game was left, not given up
    const until = Math.min(end, Date.now() + each);
    while (Date.now() < until) {
      await touchWildly(visitor, next, counts);
      const url = new URL(visitor.page.url());
      assert.equal(url.host, house.host, "the museum was left");
      if (url.pathname === "/api") break; // the programmers' page links to data, and says so
      assert.ok(!url.pathname.startsWith("/api/"), `bare data: ${url}`);
    }
  }
  assert.deepEqual(others, [], "no window was opened");
  assert.equal(counts.givenUp, 0, "no game was given up by accident");
  assert.ok(counts.moves > 0 && counts.touches > 0, JSON.stringify(counts));
  process.stdout.write(`# wild: ${JSON.stringify({ seconds, seed, ...counts, meant: undefined })}\n`);
  visitor.wrongs = visitor.wrongs.filter((wrong) => !/net::ERR_ABORTED/.test(wrong));
  await visitor.leave();
});
