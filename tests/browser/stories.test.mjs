// The stories: each with its source and its one thing to do; bets are told after they are made, answers when they are wanted.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHouse } from "../server/house.mjs";
import { playEpisode, sitDown } from "../server/visitor.mjs";
import { messagesOf } from "./messages.mjs";
import { Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse({ flags: ["--practices-per-minute-max", "0"] }); });
after(() => house.close());

const byTest = (id) => `[data-testid="${id}"]`;

test("every story is told with who, where and its source, in both languages, on every screen; its links lead somewhere", async () => {
  for (const [lang, widths] of [["en", [1280]], ["de", [320, 390, 768, 1920, 3840]]]) {
    const { people: { stories } } = await messagesOf(`${lang}.js`);
    for (const width of widths) {
      const visitor = await Visitor.come(house, `/stories?lang=${lang}`, { viewport: { width, height: 900 } });
      await visitor.see(byTest("story-prophets"));
      for (const [id, { title, where, text, source }] of Object.entries(stories)) {
        const told = await visitor.page.locator(byTest(`story-${id}`)).evaluate((card) => card.textContent);
        for (const words of [title, where, ...text, source]) assert.ok(told.includes(words), `${id}: ${words}`);
      }
      assert.ok(await visitor.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px`);
      if (lang === "en") for (const href of new Set(await visitor.page.locator("main a").evaluateAll((links) => links.map((link) => link.getAttribute("href"))))) {
        if (href.startsWith("#")) assert.ok(await visitor.page.locator(href).count(), href);
        else assert.equal((await house.ask(href.split("#")[0])).status, 200, href);
      }
      await visitor.leave();
    }
  }
});

test("quotations are as they are printed", async () => {
  for (const file of ["en.js", "de.js"]) {
    const { people: { stories } } = await messagesOf(file);
    assert.ok(stories.sandiford.text.join(" ").includes("With much confusion and muffled hilarity we in the middle tried to operate the computers, keep the games in phase, and keep the score"));
    assert.match(stories.gomberg.text.join(" "), /[Ee]very time it lost I took out a candy and ate it/);
  }
});

test("who wins is covered until somebody wants to know", async () => {
  const visitor = await Visitor.come(house, "/stories#caswell");
  const card = visitor.page.locator(byTest("story-caswell"));
  assert.doesNotMatch(await card.innerText(), /35/);
  await card.locator(byTest("vote-second")).click();
  assert.match(await card.locator(byTest("answer")).innerText(), /Black.*35 moves.*thought otherwise/);
  const letters = visitor.page.locator(byTest("story-letters"));
  assert.doesNotMatch(await letters.innerText(), /first player wins/);
  await letters.locator(byTest("reveal")).click();
  assert.match(await letters.locator(byTest("answer")).innerText(), /corner opening wins.*Go.*first player wins/);
  await visitor.leave();
});

test("the race of Samuel's story: HER and her twin play until nobody can beat either, and the twin has lost less", async () => {
  const visitor = await Visitor.come(house, "/stories#samuel");
  await visitor.page.locator(byTest("story-samuel")).getByRole("link", { name: "Watch the race" }).click();
  const told = visitor.page.locator(byTest("told"));
  await visitor.page.locator(`${byTest("told")}:not(:empty)`).waitFor(); // the benches stand
  await visitor.page.locator(byTest("run")).click();
  const end = /First bench: \d+ games: .*?(\d+) lost\. After game \d+ nobody could beat it\. Second bench: \d+ games: .*?(\d+) lost\. After game \d+ nobody could beat it\./;
  await visitor.page.locator(`${byTest("told")}:has-text("Second bench")`).waitFor();
  const [, her, twin] = end.exec(await told.innerText()).map(Number);
  assert.equal(twin, 9);
  assert.ok(her > twin, `HER lost ${her}`);
  await visitor.leave();
});

test("the luckiest bead of a day is told with its odds and its game; where there is none, that is told", async () => {
  const player = await sitDown(house, "menace");
  let draw = null;
  while (!draw || draw.odds > 0.5) {
    await playEpisode(player);
    ({ draw } = await house.get("/machines/menace/unlikely"));
  }
  await player.close();
  const visitor = await Visitor.come(house, "/stories#samuel");
  const told = visitor.page.locator(byTest("unlikely"));
  await visitor.page.locator(byTest("unlikely-machine")).selectOption("menace");
  await visitor.page.locator(byTest("show-unlikely")).click();
  await told.filter({ hasText: "draws" }).waitFor();
  const words = new RegExp(`MENACE drew a bead that comes once in ${Math.round(1 / draw.odds)} draws, from box ${draw.number}\\. It won that game`);
  assert.match(await told.innerText(), words);
  assert.equal(await told.getByRole("link").getAttribute("href"), `/lesson/${draw.lesson}`);
  await visitor.page.locator(byTest("unlikely-machine")).selectOption("him");
  await visitor.page.locator(byTest("show-unlikely")).click();
  await told.filter({ hasText: "HIM has won no game by a bead" }).waitFor();
  await visitor.leave();
});

test("the stall: what the till says is what its customers won of the prizes that were set, day after day", async () => {
  const visitor = await Visitor.come(house, "/stories#tanner");
  const { page } = visitor;
  await page.locator(byTest("open-stall")).click();
  const prizes = page.locator(byTest("prize"));
  await prizes.first().waitFor();
  assert.equal(await prizes.count(), 8);
  assert.match(await prizes.nth(6).innerText(), /1 in 64.*7 of 100 machines/s);
  assert.match(await prizes.nth(7).innerText(), /1 in 128.*nobody will ever win it/s);
  await page.getByRole("spinbutton", { name: "A game costs" }).fill("3");
  await page.getByRole("spinbutton", { name: "whistle" }).fill("5");
  await page.getByRole("radio", { name: "2 of 10" }).check({ force: true });
  const costs = [1, 5, 4, 8, 16, 30, 60, 120];
  for (const day of [1, 2]) {
    const [answer] = await Promise.all([page.waitForResponse(/experiments/), page.locator(byTest("day")).click()]);
    await page.locator(`${byTest("till-told")}:has-text("${200 * day} customers")`).waitFor();
    assert.match(decodeURIComponent(answer.url()), /against=random,5:optimal,6:random,10:optimal,/);
    const lines = (await answer.text()).trimEnd().split("\n").map((line) => JSON.parse(line));
    const chances = lines.filter((line) => line.strength).map(({ strength }) => strength[0].random.loss);
    const won = lines.filter((line) => line.result === "loss").map(({ game }) => Math.min(7, Math.floor(Math.log2(1 / chances[game - 1]))));
    const paid = won.reduce((sum, row) => sum + costs[row], 0);
    assert.equal(lines.filter((line) => line.game).length, 200 * day);
    assert.equal(await page.locator(byTest("till")).innerText(), `${(600 * day - paid).toLocaleString("en")} coins`);
    assert.match(await page.locator(byTest("till-told")).innerText(), new RegExp(`${won.length} won. You took ${(600 * day).toLocaleString("en")} coins and paid ${paid.toLocaleString("en")} for prizes`));
    assert.ok(await page.getByRole("radio", { name: "2 of 10" }).isDisabled());
  }
  await page.locator(byTest("anew")).click();
  assert.equal(await page.locator(byTest("till")).innerText(), "0 coins");
  await visitor.leave();
});

test("five bets: each is told when it is made, and counted", async () => {
  const visitor = await Visitor.come(house, "/stories");
  const bets = visitor.page.locator(byTest("bet"));
  await bets.first().waitFor();
  assert.equal(await bets.count(), 5);
  assert.doesNotMatch(await bets.first().innerText(), /1997/, "nothing is told before");
  for (let i = 0; i < 5; i += 1) {
    await bets.nth(i).getByRole("button", { name: "It will be so" }).click();
    assert.equal(await bets.nth(i).locator('[aria-pressed="true"]').innerText().then((text) => text.toLowerCase()), "it will be so", "the bet can still be seen");
    assert.ok(await bets.nth(i).getByRole("button", { name: "It will not" }).isDisabled(), "a bet is made once");
  }
  assert.equal(await visitor.page.locator(byTest("score")).innerText(), "2 of 5 right");
  assert.match(await bets.first().innerText(), /wrong.*1997/s);
  await visitor.leave();
});

test("the hall leads to the stories, the books and the laboratory, and a table to its story and on to its people", async () => {
  const visitor = await Visitor.come(house, "/");
  await visitor.see(`nav a[href="/lab"]`);
  for (const path of ["/stories", "/books", "/lab"]) assert.ok(await visitor.page.locator(`nav a[href="${path}"]`).isVisible() && await visitor.page.locator(`.foot a[href="${path}"]`).isVisible(), path);
  await visitor.page.goto(`${house.url}/machine/carnival`);
  const link = visitor.page.locator("#people:visible");
  await link.waitFor();
  assert.equal(await link.getAttribute("href"), "/story?machine=carnival");
  await link.click();
  await visitor.page.locator('main a[href="/stories#tanner"]').click();
  await visitor.page.locator(byTest("story-tanner")).waitFor();
  await visitor.leave();
});
