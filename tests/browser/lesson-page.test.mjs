// A lesson's own page: from the stage to its code, the game again, the boxes before and after, and what became of the beads.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { order, token } from "../server/desk.mjs";
import { startHouse } from "../server/house.mjs";
import { playEpisode, sitDown } from "../server/visitor.mjs";
import { assertSound } from "./sound.mjs";
import { Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse({ env: { MENAGERIE_CURATOR_TOKEN: token } }); });
after(() => house.close());

const byTest = (id) => `[data-testid="${id}"]`;
const stage = (name) => `${byTest("taught")}[data-stage="${name}"]`;

/** Games of a visitor by wire: what the last one was told. */
async function taught(machine, games, wanted = () => true) {
  const visitor = await sitDown(house, machine);
  let learned = null;
  for (let game = 0; game < games || !wanted(learned); game += 1) ({ learned } = await playEpisode(visitor));
  const { visit } = visitor.hello;
  await visitor.close();
  return { ...learned, visit };
}

test("after a game the stage shows its code, which leads to the lesson's page: game, boxes, beads", async () => {
  const visitor = await Visitor.come(house, "/machine/menace");
  await visitor.playOut();
  const link = visitor.find(byTest("lesson-code"));
  const code = (await link.innerText()).split(" ").at(-1);
  await link.click();
  await visitor.see(stage("lesson"));
  const lesson = await house.get(`/lessons/${code}`);
  assert.match(await visitor.find("h1").innerText(), new RegExp(`Lesson ${lesson.number} of MENACE`, "i"));
  assert.equal((await visitor.find(byTest("code")).innerText()).replace(/\s/g, ""), code);
  const plies = lesson.episode.replay.length;
  assert.match(await visitor.find(byTest("caption")).innerText(), new RegExp(`Move ${plies} of ${plies}`));
  await visitor.find(byTest("back")).click();
  assert.match(await visitor.find(byTest("caption")).innerText(), new RegExp(`Move ${plies - 1} of ${plies}`));
  assert.equal(await visitor.find(byTest("changed")).count(), lesson.boxes.length);
  for (const [i, { still, drawn_since: drawn }] of lesson.changes.entries()) {
    const change = visitor.find(byTest("change")).nth(i);
    assert.deepEqual([await change.getAttribute("data-still"), await change.getAttribute("data-drawn")], [still === null ? null : String(still), String(drawn)]);
  }
  for (const file of ["card.png", "card.pdf", "receipt.png"]) {
    const answer = await visitor.page.request.get(await visitor.find(byTest(file)).evaluate((link) => link.href));
    assert.equal(answer.status(), 200, file);
  }
  assert.equal(await visitor.find(`${byTest("lesson-qr")} svg`).count(), 0, "no telephone reaches this address");
  await assertSound(visitor, "a lesson's page");
  await visitor.leave();
});

test("who steps through the game by the keyboard stays on the button at either end", async () => {
  const { lesson: code } = await taught("menace", 1);
  const { episode } = await house.get(`/lessons/${code}`);
  const visitor = await Visitor.come(house, `/lesson/${code}`);
  await visitor.see(stage("lesson"));
  for (const id of ["back", "next"]) {
    for (let ply = 0; ply <= episode.replay.length; ply += 1) await visitor.find(byTest(id)).press("Enter");
    assert.equal(await visitor.find(byTest(id)).getAttribute("aria-disabled"), "true");
    assert.ok(await visitor.find(byTest(id)).evaluate((it) => it === document.activeElement), id);
  }
  assert.match(await visitor.find(byTest("caption")).innerText(), new RegExp(`Move ${episode.replay.length} of`));
  await visitor.leave();
});

test("the lessons around it, the machine, and a game that is shown by itself", async () => {
  const { lesson: code } = await taught("menace", 3);
  const { previous } = await house.get(`/lessons/${code}`);
  const visitor = await Visitor.come(house, `/lesson/${previous}`);
  await visitor.see(stage("lesson"));
  await visitor.find(byTest("play")).click();
  await visitor.find(byTest("caption")).filter({ hasText: "The game begins." }).waitFor();
  await visitor.find(byTest("caption")).filter({ hasText: "Move 1 of" }).waitFor();
  await visitor.find(byTest("next")).click();
  await visitor.find(byTest("caption")).filter({ hasText: "Move 2 of" }).waitFor();
  await visitor.find(byTest("lesson-after")).click();
  await visitor.page.waitForURL(`**/lesson/${code}`);
  await visitor.see(stage("lesson"));
  assert.equal(await visitor.find(byTest("lesson-after")).count(), 0, "it is the newest");
  await visitor.find(byTest("play-it")).click();
  await visitor.page.waitForURL("**/machine/menace");
  await visitor.leave();
});

test("a code can be typed; one with a slip, and one of no lesson, are told; search engines stay outside", async () => {
  const { lesson: code } = await taught("her", 1);
  const visitor = await Visitor.come(house, "/lesson");
  await visitor.see(stage("ask"));
  await assertSound(visitor, "a code is asked for");
  const type = async (text) => {
    await visitor.find(byTest("typed")).fill(text);
    await visitor.find(byTest("find")).click();
    await visitor.page.waitForURL(`**/lesson/${encodeURIComponent(text)}`);
  };
  await type(`${code.slice(0, -1)}0`);
  await visitor.find("#lead").filter({ hasText: "is no code" }).waitFor();
  await type("46CMM");
  await visitor.find("#lead").filter({ hasText: "no lesson with the code" }).waitFor();
  await type(code.toLowerCase());
  await visitor.see(stage("lesson"));
  await visitor.context.close(); // the answers were 404
  for (const [path, status] of [[`/lesson/${code}`, 200], ["/lesson", 200], ["/lesson/0", 404]]) {
    const answer = await house.ask(path);
    assert.deepEqual([answer.status, answer.headers["x-robots-tag"]], [status, "noindex"], path);
    assert.match(answer.text, /<meta name="robots" content="noindex">/);
  }
});

test("German, on a small phone, of a lesson that was taken back", async () => {
  const { lesson: code, visit } = await taught("him", 1, (learned) => learned?.changes.length > 0);
  assert.equal((await order(house, "/machines/him/unteach", { visit })).status, 200);
  const visitor = await Visitor.come(house, `/lesson/${code}?lang=de`, { viewport: { width: 320, height: 640 }, colorScheme: "dark" });
  await visitor.see(stage("lesson"));
  assert.match(await visitor.find("h1").innerText(), /Lektion \d+ von HIM/i);
  assert.match(await visitor.find(byTest("taken-back")).innerText(), /zurückgenommen/);
  assert.equal(await visitor.page.evaluate(() => document.documentElement.scrollWidth), 320);
  await assertSound(visitor, "a lesson's page, German, small");
  await visitor.leave();
});

test("in an open box a touched bead tells which games put it in, each with its page", async () => {
  await taught("menace", 25);
  const { boxes: [first] } = await house.get("/machines/menace/boxes");
  const visitor = await Visitor.come(house, "/machine/menace#box-1");
  await visitor.see("#look[open]");
  await visitor.find(".given").filter({ hasText: "Touch a bead" }).waitFor();
  for (const bead of [0, 2]) {
    const { lessons, next } = await house.get(`/machines/menace/boxes/1/beads/${bead}/lessons?limit=6`);
    await visitor.find("#look .odd").nth(bead).click();
    await visitor.see(`${byTest("givers")}[data-bead="${bead}"]`);
    if (lessons.length === 0) {
      await visitor.find(".given").filter({ hasText: "No game" }).waitFor();
      continue;
    }
    await visitor.see(byTest("giver"));
    const shown = await visitor.find(`${byTest("giver")} a`).evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    assert.deepEqual(shown, lessons.map(({ lesson }) => `/lesson/${lesson}`));
    assert.equal(await visitor.find(byTest("older")).count(), next ? 1 : 0);
  }
  await assertSound(visitor, "a bead's givers");
  const most = first.moves.map(({ beads }) => beads).reduce((best, beads, i, all) => (beads > all[best] ? i : best), 0);
  await visitor.find("#look .odd").nth(most).click();
  await visitor.see(`${byTest("givers")}[data-bead="${most}"]`);
  const link = await visitor.see(`${byTest("giver")} a`);
  const href = await link.getAttribute("href");
  await link.click();
  await visitor.page.waitForURL(`**${href}`);
  await visitor.see(stage("lesson"));
  await visitor.leave();
});
