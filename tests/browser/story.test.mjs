// A machine's own story: all that the messages tell of it, each statement with its source in sight, who wins only for who
// wants to know, its first box as it is now; in both languages, on every screen, also from right to left.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { OURS, SOURCES } from "../../web/js/story_sources.js";
import { startHouse } from "../server/house.mjs";
import { playEpisode, sitDown } from "../server/visitor.mjs";
import { messagesOf } from "./messages.mjs";
import { assertSound } from "./sound.mjs";
import { Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

const byTest = (id) => `[data-testid="${id}"]`;
const stage = (name) => `${byTest("story")}[data-stage="${name}"]`;

/** Comes to a machine's story, and waits for its box. */
async function come(path, options) {
  const visitor = await Visitor.come(house, path, options);
  await visitor.see(stage("story"));
  await visitor.see(`${byTest("first-box")} figcaption`);
  return visitor;
}

test("each machine's page tells its whole story, and after each statement where it comes from; what is ours is marked", async () => {
  const { machines } = await house.get("/machines");
  const visitor = await Visitor.come(house, "/story");
  await visitor.see(stage("list"));
  for (const lang of ["en", "de"]) {
    const { story, stories, makers } = await messagesOf(`${lang}.js`);
    for (const { name } of machines) {
      await visitor.page.goto(`${house.url}/story?machine=${name}&lang=${lang}`);
      await visitor.see(`${byTest("first-box")} figcaption`);
      const told = await visitor.find("main").evaluate((main) => main.textContent);
      assert.ok(told.includes(stories[name]) && told.includes(makers[name]), name);
      for (const [part, all] of Object.entries(story.machines[name])) {
        for (const [i, text] of all.entries()) assert.ok(told.includes(`${text} ${story.from} ${SOURCES[name][part][i].map((work) => story.works[work][0]).join(" · ")}`), `${name}: ${text}`);
      }
      const works = new Set(Object.values(SOURCES[name]).flat(2));
      assert.deepEqual(await visitor.find(`${byTest("sources")} li`).allInnerTexts(), Object.entries(story.works).filter(([work]) => works.has(work)).map(([, [tag, full]]) => `${tag} ${full}`));
      const ours = new Set(await visitor.find(".from .ours").allTextContents());
      assert.deepEqual([...ours].sort(), OURS.filter((work) => works.has(work)).map((work) => story.works[work][0]).sort(), `${name}: ours`);
    }
  }
  await visitor.leave();
});

test("a machine that lists its boxes has as many as its story says", async () => {
  const { story } = await messagesOf("en.js");
  for (const { name, boxes } of (await house.get("/machines")).machines) {
    if (["caswell", "go-2x2", "go-3x3"].includes(name)) continue; // they make theirs as they play
    const texts = Object.values(story.machines[name]).flat().join("\n");
    assert.ok(new RegExp(`(?<![\\d,])${boxes.toLocaleString("en")}(?!,?\\d)`).test(texts), `${name}: ${boxes}`);
  }
});

test("who wins is told to who wants to know; the first box is drawn as it is now; from the table and on to the next story", async () => {
  const player = await sitDown(house, "her");
  for (let game = 0; game < 3; game += 1) await playEpisode(player);
  await player.close();
  const visitor = await Visitor.come(house, "/machine/her");
  await visitor.find("#people:visible").click();
  await visitor.see(stage("story"));
  const { beads, moves } = await house.get("/machines/her/boxes/1");
  await visitor.find(`${byTest("first-box")} figcaption`).filter({ hasText: `${beads} bead` }).waitFor();
  assert.equal(await visitor.find(`${byTest("first-box")} li`).count(), moves.filter((move) => move.beads > 0).length);
  const wins = visitor.find(`${byTest("wins")} p`);
  assert.ok(!(await wins.isVisible()));
  await visitor.find(`${byTest("wins")} summary`).focus();
  await visitor.page.keyboard.press("Enter");
  await wins.filter({ hasText: "second" }).waitFor();
  await assertSound(visitor, "HER's story, with who wins");
  await visitor.find('a[rel="next"]').click();
  await visitor.page.waitForURL(/machine=him/);
  await visitor.see(stage("story"));
  const links = new Set(await visitor.find("main a").evaluateAll((all) => all.map((link) => link.getAttribute("href").split("#")[0])));
  for (const href of links) assert.equal((await house.ask(href)).status, 200, href);
  await visitor.leave();
});

test("without such a machine there is the list of all stories, and a machine that has no box yet says so", async () => {
  const visitor = await Visitor.come(house, "/story?machine=toString");
  await visitor.see(stage("list"));
  assert.match(await visitor.find("#lead").innerText(), /no story of a machine of that name/);
  assert.equal(await visitor.find("#list a").count(), (await house.get("/machines")).machines.length);
  await visitor.find('#list a[href$="=caswell"]').click();
  await visitor.find(`${byTest("first-box")}:has-text("no box yet")`).waitFor();
  await visitor.leave();
});

test("it fits every screen, by day and by night, in German, and from right to left", async () => {
  for (const [width, height, colorScheme] of [[320, 640, "light"], [390, 844, "dark"], [768, 1024, "light"], [1280, 800, "dark"], [1920, 1080, "light"]]) {
    for (const name of ["menace", "minicheckers-gardner", "nimble"]) {
      const visitor = await come(`/story?machine=${name}&lang=de`, { viewport: { width, height }, colorScheme });
      for (const dir of ["ltr", "rtl"]) {
        await visitor.page.evaluate((to) => { document.documentElement.dir = to; }, dir);
        const found = await visitor.page.evaluate(() => ({
          wide: document.documentElement.scrollWidth > innerWidth,
          out: [...document.querySelectorAll("main :is(p, li, figure, dd, h1, h2, a)")].filter((each) => each.offsetParent && (each.getBoundingClientRect().right > innerWidth + 1 || each.getBoundingClientRect().left < -1)).map((each) => each.textContent.slice(0, 40)),
          small: [...document.querySelectorAll("main *")].filter((each) => each.textContent.trim() && parseFloat(getComputedStyle(each).fontSize) < 12 && !each.closest("svg, .bead")).map((each) => each.className),
        }));
        assert.deepEqual(found, { wide: false, out: [], small: [] }, `${name}, ${width} px, ${dir}`);
      }
      if (name === "menace") await assertSound(visitor, `MENACE's story in German, ${colorScheme}, ${width} px`);
      await visitor.leave();
    }
  }
});
