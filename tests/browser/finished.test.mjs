// A machine that nobody can beat any more is celebrated: in the hall, at its table, and on its plaque, from which it
// is played as it was then.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { token } from "../server/desk.mjs";
import { startHouse } from "../server/house.mjs";
import { playEpisode, sitDown } from "../server/visitor.mjs";
import { assertSound } from "./sound.mjs";
import { on, Visitor } from "./table.mjs";

const testid = (name) => `[data-testid="${name}"]`;
let house;
let finished;
before(async () => {
  house = await startHouse({ flags: ["--finished-games", "4"], env: { MENAGERIE_CURATOR_TOKEN: token } });
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
  assert.match(await plaque.textContent(), /After 4 games more a new life begins/);
  await visitor.leave();
});

test("the curator's desk says how many games are left, also when one more has been played", async () => {
  const curator = await Visitor.come(house, "/curator#her");
  await (await curator.see(testid("token"))).fill(token);
  await curator.page.keyboard.press("Enter");
  await curator.see(`${testid("condition")}:has-text("by itself after 4 games more")`);
  const teacher = await sitDown(house, "her");
  await playEpisode(teacher);
  await teacher.close();
  await curator.see(`${testid("condition")}:has-text("by itself after 3 games more")`);
  await curator.leave();
});

test("before a game that cannot be won it is said, on a stage of gold; the rules of a first visit do not cover that", async () => {
  for (const [width, height] of [[390, 844], [844, 390], [1280, 800]]) {
    const visitor = await Visitor.come(house, "/machine/her", { viewport: { width, height } });
    await visitor.standing();
    const feast = await visitor.see(testid("feast"));
    await visitor.see(`${testid("feast-stamp")}`);
    assert.equal(await visitor.find(on.rules).isVisible(), false, "the rules wait");
    assert.match(await feast.innerText(), new RegExp(`^nobody can beat her any more\\s+${finished.episodes} games did that\\.`, "i"));
    assert.match(await visitor.find(testid("feast-warning")).innerText(), /cannot win/);
    assert.match(await visitor.find(testid("feast-next")).innerText(), /^After \d games? more a new life begins/);
    for (const id of ["feast-warning", "feast-life", "feast-next", "feast-close"]) {
      const seen = await visitor.find(testid(id)).evaluate((part) => {
        const [{ x, y, width: w, height: h }] = part.getClientRects();
        return h > 10 && y >= 0 && y + h <= innerHeight && part.contains(document.elementFromPoint(x + w / 2, y + h / 2));
      });
      assert.ok(seen, `${id} at ${width} x ${height}`);
    }
    const gold = await visitor.find(".play").evaluate((card) => getComputedStyle(card).borderTopColor);
    assert.equal(gold, "rgb(155, 116, 32)");
    for (const colorScheme of width === 1280 ? ["light", "dark"] : []) {
      await visitor.page.emulateMedia({ colorScheme });
      await assertSound(visitor, `a stage of gold, ${colorScheme}`);
    }
    await visitor.anyMove();
    await visitor.find(testid("feast")).waitFor({ state: "hidden" });
    await visitor.leave();
  }
});

test("its life is told again in ten seconds, and then stamped", async () => {
  const visitor = await Visitor.come(house, "/machine/her", { still: false });
  await visitor.see(testid("feast"));
  const begun = Date.now();
  await visitor.page.waitForFunction((games) => Number(document.querySelector('[data-testid="feast-count"]').textContent.match(/game (\d+) of/)?.[1] ?? games) < games / 2, finished.episodes);
  assert.equal(await visitor.find(testid("feast-stamp")).isVisible(), false);
  await visitor.see(testid("feast-stamp"));
  assert.ok(Date.now() - begun > 7000 && Date.now() - begun < 16_000, `${Date.now() - begun} ms`);
  assert.equal(await visitor.find(testid("feast-count")).innerText(), `Its life: game ${finished.episodes} of ${finished.episodes}`);
  await visitor.find(testid("feast-close")).click();
  await visitor.see(on.openBox);
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
