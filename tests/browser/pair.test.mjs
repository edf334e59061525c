// Two machines at one board: what both walls show is what the server played, until the bell.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, startHouse } from "../server/house.mjs";
import { Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse({ flags: ["--practices-per-minute-max", "0", "--exports-per-client-max", "8"] }); });
after(() => house.close());

const byTest = (id) => `[data-testid="${id}"]`;
const RAT = "machine=hexapawn&seat=first&rule=gardner-her&against=her&games=60&stop=dry";
const rows = async (query) => (await house.ask(`/api/v1/experiments?${query}&boards=1`)).text.trimEnd().split("\n").map((line) => JSON.parse(line));

async function come(address, options) {
  const visitor = await Visitor.come(house, address, options);
  await visitor.page.locator(`${byTest("wall-one")} .small-box`).first().waitFor();
  return visitor;
}
const beadsOf = (visitor, wall) => visitor.page.locator(`${byTest(`wall-${wall}`)} .small-box`).evaluateAll((boxes) => boxes.map((box) => box.querySelectorAll(".dot-bead").length));

test("RAT against HER until the bell: the walls are those of the log, RAT's first box is empty, and it says so", async () => {
  const lines = await rows(`${RAT}&seed=3`);
  const { boxes, other_boxes: others } = lines.find((line) => line.boxes);
  const games = lines.filter((line) => line.game);
  const { end } = lines.at(-1);
  const left = [boxes, others].map((wall) => wall.map(({ moves, beads }) => moves.map(() => beads)));
  for (const { changes, other_changes: other } of games) [changes, other].forEach((all, side) => all.forEach(([box, bead, , beads]) => { left[side][box - 1][bead] = beads; }));

  const visitor = await come(`/pair#${RAT}&seed=3`);
  assert.equal(await visitor.page.locator("#one-name").innerText(), "RAT");
  await visitor.page.locator(byTest("run")).click();
  await visitor.page.locator(`${byTest("told")}:has-text("RAT won ${end.won} games, HER won ${end.lost}")`).waitFor();
  const sums = left.map((wall) => wall.map((beads) => beads.reduce((sum, count) => sum + count, 0)));
  assert.deepEqual([await beadsOf(visitor, "one"), await beadsOf(visitor, "two")], sums);
  assert.ok(await visitor.page.locator(`${byTest("wall-one")} [data-box="1"].empty`).count(), "nothing is left to open with");
  assert.match(await visitor.page.locator(byTest("told")).innerText(), new RegExp(`Ding! Game ${end.last_win} was the last that RAT won`));
  await visitor.leave();
});

test("game by game: boxes open, beads leave, and who wins is told", async () => {
  const games = (await rows(`${RAT}&seed=1`)).filter((line) => line.game);
  const visitor = await come(`/pair#${RAT}&seed=1`);
  let [one, two] = [0, 0];
  for (const { game, result } of games.slice(0, 8)) {
    await visitor.page.locator(byTest("one")).click();
    await visitor.page.locator(`${byTest("game")}:has-text("Game ${game} of")`).waitFor();
    one += result === "win" ? 1 : 0;
    two += result === "loss" ? 1 : 0;
    assert.deepEqual([await visitor.page.locator(byTest("one-wins")).innerText(), await visitor.page.locator(byTest("two-wins")).innerText()], [`${one} won`, `${two} won`]);
  }
  await visitor.leave();
});

test("a game is counted once, however often it is asked for, and Go, Pause, Go is one run that comes to its end", async () => {
  const { end } = (await rows(`${RAT}&seed=3`)).at(-1);
  const visitor = await come(`/pair#${RAT}&seed=3`, { still: false });
  const press = (...ids) => visitor.page.evaluate((all) => all.forEach((id) => document.querySelector(`[data-testid="${id}"]`).click()), ids);
  const game = () => visitor.page.locator(byTest("game")).innerText();
  await press("one", "one", "one");
  await visitor.page.locator(`${byTest("game")}:text-matches("Game [0-9]+ of")`).waitFor();
  await press("one");
  await eventually(async () => !/Game 1 of/i.test(await game()), { what: "the next game" });
  assert.match(await game(), /Game 2 of/i);
  await press("run", "run", "run");
  await visitor.page.locator('input[name="speed"][value="all"]').check({ force: true });
  await visitor.page.locator(`${byTest("told")}:has-text("RAT won ${end.won} games, HER won ${end.lost}")`).waitFor();
  const [, at, of] = (await game()).match(/Game (\d+) of (\d+)/i);
  assert.equal(at, of);
  assert.equal(await visitor.page.locator(byTest("run")).textContent(), "Go");
  await visitor.leave();
});

test("without the network, and of half an answer, the page speaks its own language; an old failure says nothing", async () => {
  const visitor = await come("/pair?lang=de");
  visitor.houseIsGone = true;
  const told = visitor.page.locator(byTest("told"));
  const another = visitor.page.locator(byTest("again"));
  for (const fail of [(route) => route.abort(), (route) => route.fulfill({ body: '{"experiment":' })]) {
    await visitor.page.route("**/experiments?*", fail, { times: 1 });
    await another.evaluate((button) => button.click());
    await visitor.page.locator(`${byTest("told")}:has-text("Das Museum hat dafür gerade keine Zeit")`).waitFor();
    await another.evaluate((button) => button.click());
    await visitor.page.locator(`${byTest("told")}:has-text("Bereit")`).waitFor();
  }
  let late;
  await visitor.page.route("**/experiments?*", (route) => { late = route; }, { times: 1 });
  await another.evaluate((button) => button.click());
  await eventually(() => late, { what: "a request that is not answered" });
  await another.evaluate((button) => button.click());
  await visitor.page.locator(`${byTest("told")}:has-text("Bereit")`).waitFor();
  const failed = visitor.page.waitForEvent("requestfailed");
  await late.abort();
  await failed;
  await visitor.drawn();
  assert.equal(await told.innerText(), "Bereit");
  await visitor.leave();
});

test("every pair that is offered plays to its end, and another life is another", async () => {
  const visitor = await come("/pair");
  const told = new Set();
  for (const preset of await visitor.page.locator("[data-preset]").all()) {
    await preset.click();
    await visitor.page.locator(`[data-preset="${await preset.getAttribute("data-preset")}"][aria-pressed="true"]`).waitFor();
    await visitor.page.locator(byTest("run")).click();
    await visitor.page.locator(`${byTest("told")}:text-matches("won \\\\d+ games, .* won \\\\d+")`).waitFor();
    told.add(await visitor.page.locator(byTest("told")).innerText());
  }
  assert.equal(told.size, 4);
  await visitor.page.locator(byTest("again")).click();
  await visitor.page.locator(`${byTest("told")}:has-text("Ready")`).waitFor();
  assert.match(await visitor.page.evaluate(() => location.hash), /seed=2$/);
  await visitor.leave();
});

test("moves are seen one after another where motion is welcome", async () => {
  const visitor = await come(`/pair#${RAT}`, { still: false });
  await visitor.page.locator(byTest("run")).click();
  await visitor.page.locator(".small-box.open").first().waitFor();
  await visitor.page.locator(`${byTest("game")}:text-matches("Game ([3-9]|[0-9]{2,}) of")`).waitFor();
  await visitor.page.locator(byTest("run")).click();
  await visitor.leave();
});

test("on every screen, in German; a link that cannot be says why", async () => {
  for (const [width, height] of [[320, 640], [390, 844], [768, 1024], [1280, 800], [1920, 1080]]) {
    const visitor = await come("/pair?lang=de", { viewport: { width, height } });
    assert.ok(await visitor.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px`);
    await visitor.leave();
  }
  const visitor = await Visitor.come(house, "/pair#machine=her&against=menace");
  await visitor.page.locator(`${byTest("told")}:has-text("a machine that plays hexapawn")`).waitFor();
  visitor.wrongs = visitor.wrongs.filter((wrong) => !/400/.test(wrong));
  await visitor.leave();
});
