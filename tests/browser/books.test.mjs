// The page of books: what was printed beside what comes out here, for every card; a life of each can be watched.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHouse } from "../server/house.mjs";
import { messagesOf } from "./messages.mjs";
import { Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse({ flags: ["--practices-per-minute-max", "0", "--exports-per-client-max", "8"] }); });
after(() => house.close());

const ids = ["michie", "her", "systems", "himher", "rat", "nimble", "tretyakov", "ellis", "cs441", "scroggs", "samuel", "answers"];
const byTest = (id) => `[data-testid="${id}"]`;

/** The figures of a card, as they are written. */
const pair = async (card) => [(await card.locator(byTest("theirs")).innerText()).trim(), (await card.locator(byTest("ours")).innerText()).trim()];

test("each of twelve cards has a pair of figures, who, where and when, how it is counted, and a heading", async () => {
  const visitor = await Visitor.come(house, "/books");
  await visitor.see(byTest("card-answers"));
  assert.deepEqual(await visitor.page.locator(".source").evaluateAll((cards) => cards.map(({ id }) => id)), ids);
  for (const id of ids) {
    const card = visitor.page.locator(byTest(`card-${id}`));
    const [theirs, ours] = await pair(card);
    assert.ok(theirs.length > 0 && ours.length > 0, id);
    assert.doesNotMatch(`${theirs} ${ours} ${await card.innerText()}`, /undefined|NaN|null|\[object/, id);
    assert.ok((await card.locator(".where").innerText()).length > 10, id);
    await card.locator(".how > summary").click();
    assert.ok((await card.locator(".how > p").first().innerText()).length > 20, id);
  }
  await visitor.leave();
});

test("a life of every card that has one is played by the server and told: its games, and what came of them", async () => {
  const visitor = await Visitor.come(house, "/books");
  await visitor.see(byTest("card-answers"));
  const played = visitor.page.locator(`.source:has(${byTest("play")})`);
  assert.deepEqual(await played.evaluateAll((cards) => cards.map(({ id }) => id)), ["michie", "her", "himher", "rat", "nimble", "tretyakov", "scroggs", "samuel"]);
  for (const card of await played.all()) {
    await card.locator(byTest("play")).click();
    const told = card.locator(`${byTest("told")}:has-text("This life:")`);
    await told.waitFor();
    const [games, won, drawn, lost] = (await told.innerText()).match(/\d+/g).map(Number);
    assert.equal(won + drawn + lost, games);
    assert.ok((await card.locator(byTest("life")).getAttribute("d")).includes("H"));
  }
  await visitor.leave();
});

test("Ellis's three meters move while a life is played, and end as the server says of it", async () => {
  const visitor = await Visitor.come(house, "/books");
  const card = visitor.page.locator(byTest("card-ellis"));
  const [answer] = await Promise.all([visitor.page.waitForResponse(/experiments.*machine=ellis/), card.locator(byTest("play-meters")).click()]);
  await card.locator(`${byTest("told")}:has-text("That was one life")`).waitFor();
  const points = (await answer.text()).trimEnd().split("\n").map((line) => JSON.parse(line)).filter((line) => line.strength);
  assert.deepEqual([points[0].games, points.at(-1).games], [0, 2000]);
  const losses = points.at(-1).strength.flatMap((side) => [side.optimal, side.random, side.best_response].map(({ loss }) => loss));
  const shown = await card.locator(".bar").evaluateAll((bars) => bars.map((bar) => Number(bar.querySelector(".track").style.getPropertyValue("--share"))));
  assert.deepEqual(shown, losses);
  assert.match(await card.locator(".middle-bars .cap").innerText(), /This life: chance to lose after 2,000 games/);
  await visitor.leave();
});

test("the wins that six rules throw away stand beside their chances to lose, and each answer of the solver leads to its board", async () => {
  const { default: figures } = await import("../../web/js/books_figures.js");
  const visitor = await Visitor.come(house, "/books?lang=en");
  const lists = visitor.page.locator(`${byTest("card-tretyakov")} ${byTest("bars")}`);
  await lists.nth(1).waitFor();
  const { tretyakov: { thrown } } = figures;
  assert.deepEqual(await lists.nth(1).locator("b").allInnerTexts(), thrown.map(({ wins }) => String(Math.round(10 * wins) / 10)));
  assert.ok(thrown.length === 6 && thrown.every(({ wins }) => wins > 0 && wins < 300));
  const links = visitor.page.locator(`${byTest("card-answers")} th a`);
  assert.deepEqual(await links.evaluateAll((all) => all.map((it) => new URL(it.href).hash)), [...[3, 4, 5, 6, 7, 8].map((n) => `#extendapawn-${n}`), "#hexapawn", "#octapawn/a1-a2", "#octapawn/b1-b2", "#mini-checkers", "#go-3x3/b2", "#nim-3x3/a:3"]);
  await visitor.leave();
});

test("Michie's card marks what is printed of his 220 games on the band of ours, and says that his curve's points are not known", async () => {
  const told = [
    ["en", ["17: the corner", "20: from here", "eight of the last ten"], "points of his printed curve are not in them"],
    ["de", ["17: nur die Ecke", "20: von hier", "acht der letzten zehn"], "Punkte seiner gedruckten Linie stehen nicht darin"],
  ];
  for (const [lang, words, note] of told) {
    const visitor = await Visitor.come(house, `/books?lang=${lang}`);
    const card = visitor.page.locator(byTest("card-michie"));
    await card.locator(".mark").first().waitFor({ state: "attached" });
    const told = await card.locator(".mark-words").allTextContents();
    assert.equal(told.length, words.length);
    words.forEach((part, i) => assert.ok(told[i].includes(part), told[i]));
    assert.equal(await card.locator(".mark-stretch").count(), 1);
    assert.ok((await card.locator(byTest("note")).innerText()).includes(note));
    await visitor.leave();
  }
});

test("HER's three curves stand in one picture; who wins Caswell's checkers is behind a question", async () => {
  const visitor = await Visitor.come(house, "/books");
  const card = visitor.page.locator(byTest("card-her"));
  await card.locator(".median").waitFor({ state: "attached" });
  const lines = () => card.locator(".other, .median").evaluateAll((paths) => paths.map((path) => path.getAttribute("d")));
  assert.equal(new Set(await lines()).size, 3);
  const answer = visitor.page.locator(byTest("card-answers")).getByText("whoever begins, in 35 moves");
  assert.equal(await answer.isVisible(), false);
  await visitor.page.getByText("Do you want to know?").click();
  await answer.waitFor();
  await visitor.leave();
});

test("another opponent: another band and another figure, and the life that was being played is gone", async () => {
  const visitor = await Visitor.come(house, "/books");
  const card = visitor.page.locator(byTest("card-her"));
  await card.locator(byTest("play")).click();
  await card.locator(`${byTest("told")}:has-text("This life:")`).waitFor();
  const before = await pair(card);
  const band = await card.locator(".band").getAttribute("d");
  await card.getByRole("radio", { name: "best reply" }).check();
  const after = await pair(card);
  assert.deepEqual(before[0], after[0], "what was printed stays");
  assert.notEqual(before[1], after[1]);
  assert.ok(Number(after[1]) < Number(before[1]) / 3, "the better the opponent, the sooner");
  assert.notEqual(await card.locator(".band").getAttribute("d"), band);
  assert.equal(await card.locator(byTest("life")).getAttribute("d"), null);
  await visitor.leave();
});

test("a life is watched as it goes where motion is welcome", async () => {
  const visitor = await Visitor.come(house, "/books", { still: false });
  const card = visitor.page.locator(byTest("card-himher"));
  await card.scrollIntoViewIfNeeded();
  await card.locator(byTest("play")).click();
  const lengths = new Set();
  await visitor.page.waitForFunction(() => document.querySelector('[data-testid="card-himher"] .life')?.getAttribute("d"));
  while (!/This life/.test(await card.locator(byTest("told")).innerText())) lengths.add(((await card.locator(byTest("life")).getAttribute("d")) ?? "").length);
  assert.ok(lengths.size > 5, `${lengths.size} steps were seen`);
  await visitor.leave();
});

test("a museum that has no time says so", async () => {
  const busy = await startHouse({ flags: ["--practices-per-minute-max", "1"] });
  const visitor = await Visitor.come(busy, "/books");
  const card = visitor.page.locator(byTest("card-her"));
  for (const words of ["This life:", "no time"]) {
    await card.locator(byTest("play")).click();
    await card.locator(`${byTest("told")}:has-text("${words}")`).waitFor();
  }
  visitor.wrongs = visitor.wrongs.filter((wrong) => !/429/.test(wrong));
  await visitor.leave();
  await busy.close();
});

test("German has every card and every figure, and no page is wider than its screen", async () => {
  const { books: { cards } } = await messagesOf("de.js");
  for (const [width, height] of [[320, 640], [390, 844], [768, 1024], [1280, 800], [1920, 1080], [3840, 2160]]) {
    const visitor = await Visitor.come(house, "/books?lang=de", { viewport: { width, height } });
    await visitor.see(byTest("card-answers"));
    const titles = await visitor.page.locator(".source h2").evaluateAll((all) => all.map((it) => it.textContent));
    assert.deepEqual(titles, ids.map((id) => cards[id].title));
    assert.doesNotMatch(await visitor.page.locator("main").innerText(), /\$\{/, "each figure is filled in");
    assert.ok(await visitor.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px`);
    await visitor.leave();
  }
});

test("a chart's words stand apart, and are as large as the page's small ones, on every screen", async () => {
  for (const [width, before] of [[390], [1280], [3840], [390, 844]]) {
    const visitor = await Visitor.come(house, "/books?lang=de", { viewport: { width: before ?? width, height: 900 } });
    await visitor.see(".chart text");
    await visitor.page.setViewportSize({ width, height: 900 }); // a phone is turned
    const look = () => visitor.page.evaluate(() => [...document.querySelectorAll(".chart")].flatMap((chart) => {
      const words = [...chart.querySelectorAll("text")].map((it) => ({ text: it.textContent, ...it.getBoundingClientRect().toJSON() }));
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
      const size = words.filter(({ height }) => height < 0.7 * rem || height > 2 * rem).map(({ text, height }) => `${text}: ${height} px`);
      const meet = (a, b) => a.left < b.right && b.left < a.right && a.top + 3 < b.bottom && b.top + 3 < a.bottom;
      const pairs = words.flatMap((a, i) => words.slice(i + 1).map((b) => [a, b]));
      const over = pairs.filter(([a, b]) => meet(a, b)).map(([a, b]) => `${a.text} over ${b.text}`);
      return [...size, ...over];
    }));
    await visitor.drawn(); // the page hears of another width with its next frame
    assert.deepEqual(await look(), [], `${before ?? width} to ${width} px`);
    await visitor.leave();
  }
});

test("the link to the rows of an experiment answers", async () => {
  const visitor = await Visitor.come(house, "/books");
  const card = visitor.page.locator(byTest("card-rat"));
  await card.locator("summary").click();
  const answer = await house.ask(await card.locator('.how a[href*="/api/"]').getAttribute("href"));
  assert.equal(answer.status, 200);
  assert.match(answer.text.trimEnd().split("\n").at(-1), /"end"/);
  await visitor.leave();
});
