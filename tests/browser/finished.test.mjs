// A machine that nobody can beat any more is celebrated: in the hall, at its table, and on its plaque, from which it
// is played as it was then.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHouse } from "../server/house.mjs";
import { playEpisode, sitDown } from "../server/visitor.mjs";
import { on, Visitor } from "./table.mjs";

const testid = (name) => `[data-testid="${name}"]`;
let house;
let finished;
before(async () => {
  house = await startHouse({ flags: ["--finished-games", "3"] });
  const teacher = await sitDown(house, "her");
  while (!finished) {
    const { learned } = await playEpisode(teacher);
    if (learned.changes.length) ({ finished } = await house.get("/machines/her"));
  }
  await teacher.close();
});
after(() => house.close());

test("hall and table say that it has learned everything, and its plaque has the figures", async () => {
  const visitor = await Visitor.come(house, "/");
  await visitor.see(`${on.exhibit("her")}.finished`);
  assert.match(await visitor.find(`${on.exhibit("her")} .now`).textContent(), /has learned everything/);
  assert.equal(await visitor.page.locator(".exhibit.finished").count(), 1);
  await visitor.find(on.exhibit("her")).click();
  await visitor.see(testid("finished"));
  const plaque = await visitor.see(testid("plaque"));
  assert.equal(await plaque.getAttribute("data-seq"), String(finished.seq));
  const { graduates: [graduate] } = await house.get("/machines/her/graduates");
  assert.deepEqual(await plaque.locator("dd").allTextContents(), [graduate.episodes, graduate.wins, graduate.draws, graduate.losses].map(String));
  assert.match(await plaque.textContent(), /After 3 games more a new life begins/);
  await visitor.leave();
});

test("after the last game a new life begins by itself; the plaque stays, and the graduate is played as it was then", async () => {
  const visitor = await Visitor.come(house, "/machine/her");
  const { era } = await house.get("/machines/her");
  for (let game = 0; game < 3; game += 1) {
    const { outcome } = await visitor.anyGame();
    assert.equal(outcome, "win");
    await visitor.nextGame();
  }
  await visitor.page.locator(testid("finished")).waitFor({ state: "hidden" });
  assert.equal((await house.get("/machines/her")).era, era + 1);
  const before = await house.boxes("her");
  await visitor.page.locator(`${testid("plaque")} ${testid("play-graduate")}`).click();
  await visitor.see(on.phase("your-turn"));
  assert.match(new URL(visitor.page.url()).search, new RegExp(`as_of=${finished.seq}`));
  assert.match(await visitor.find(testid("frozen")).textContent(), /as it was then/);
  const graduate = await house.get(`/machines/her/boxes?at=${finished.seq}`);
  await visitor.see(`${on.wallBox(1)}[data-beads="${graduate.boxes[0].beads}"]`);
  for (let moves = 0; moves < 20 && (await visitor.data(on.board, "phase")) !== "over"; moves += 1) {
    await visitor.anyMove();
    await visitor.see(on.phase("your-turn", "over"));
  }
  assert.equal(await visitor.data(on.outcome, "outcome"), "win");
  await visitor.page.locator(`${on.nextGame}:not([disabled])`).waitFor();
  assert.match(await visitor.find("#lesson").textContent(), /no bead moves/);
  await visitor.nextGame();
  await visitor.see(on.phase("your-turn"));
  assert.deepEqual(await house.boxes("her"), before, "nothing was learned");
  await visitor.leave();
});
