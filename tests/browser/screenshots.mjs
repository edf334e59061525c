// Makes the pictures by which the pages are judged, against a server of its own, and the README's:
//   MENAGERIE_BIN=build/dev/menagerie node tests/browser/screenshots.mjs FOLDER      (pictures into FOLDER; with tables, german or rest after it, only those)
//   MENAGERIE_BIN=build/dev/menagerie node tests/browser/screenshots.mjs --readme    (web/picture/table.png anew)
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { closeBrowser, on, Visitor } from "./table.mjs";
import { order, token } from "../server/desk.mjs";
import { startHouse } from "../server/house.mjs";
import { playEpisode, sitDown } from "../server/visitor.mjs";

const sizes = [[390, 844], [768, 1024], [1280, 800], [1920, 1080], [3840, 2160]];
const [where, only] = process.argv.slice(2);
assert.ok(where, "say into which folder, or --readme");

const house = await startHouse({ env: { MENAGERIE_CURATOR_TOKEN: token } });

async function teach(machine, games) {
  const visitor = await sitDown(house, machine);
  for (let game = 0; game < games; game += 1) await playEpisode(visitor);
  await visitor.close();
}

/** One picture of the page as it stands, at each size. */
async function shoot(visitor, name) {
  for (const [width, height] of sizes) {
    await visitor.page.setViewportSize({ width, height });
    await visitor.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await visitor.page.screenshot({ path: join(where, `${name}-${width}x${height}.png`), animations: "disabled" });
  }
  await visitor.page.setViewportSize({ width: 1280, height: 800 });
}

async function nextGame(visitor) {
  await visitor.find(on.nextGame).click();
  await visitor.standing();
}

/** Plays on until a game ends so; whether one did. */
async function until(visitor, outcome) {
  for (let game = 0; game < 30; game += 1) {
    const result = await visitor.anyGame();
    if (result.outcome === outcome) return true;
    await nextGame(visitor);
  }
  return false;
}

/** Three tables: before the first game, in play, and after a win, a draw and a loss. */
async function tables() {
  for (const machine of ["menace", "her", "minicheckers"]) {
    await teach(machine, 20);
    const visitor = await Visitor.come(house, `/machine/${machine}`, { viewport: { width: 1280, height: 800 } });
    await visitor.standing();
    await shoot(visitor, `${machine}-rules`);
    await visitor.anyMove();
    await visitor.see(on.phase("your-turn", "over"));
    await shoot(visitor, `${machine}-play`);
    for (const outcome of ["win", "draw", "loss"]) {
      if (await until(visitor, outcome)) await shoot(visitor, `${machine}-${outcome}`);
      if (await visitor.find(on.nextGame).isVisible()) await nextGame(visitor);
    }
    await visitor.leave();
  }
}

/** In German, whose words are longer; by night too. */
async function german() {
  for (const machine of ["minicheckers-gardner", "carnival", "him"]) {
    const visitor = await Visitor.come(house, `/machine/${machine}?lang=de`, { viewport: { width: 1280, height: 800 }, colorScheme: machine === "him" ? "dark" : "light" });
    await visitor.anyMove();
    await visitor.see(on.phase("your-turn", "over"));
    await shoot(visitor, `${machine}-german-play`);
    await visitor.anyGame();
    await shoot(visitor, `${machine}-german-over`);
    await visitor.find('[data-testid="find-box"]').click();
    await visitor.see('[data-testid="find"]');
    await shoot(visitor, `${machine}-german-find`);
    await visitor.leave();
  }
}

/** The hall, and what is seen rarely. */
async function rest() {
  for (const [machine, games] of [["menace", 60], ["menace-two", 12], ["her", 30], ["carnival", 25], ["nimble", 9], ["minicheckers", 20]]) await teach(machine, games);
  await order(house, "/machines", { name: "thirsty", game: "noughts-and-crosses", seat: "first", rule: "michie-1961,start=1,win=0,draw=-1" });
  for (let game = 0; game < 200 && !(await house.get("/machines/thirsty")).dry; game += 1) await teach("thirsty", 1);
  await order(house, "/machines/him/freeze", {});
  for (const [name, path] of [["hall", "/"], ["hall-german", "/?lang=de"], ["dry", "/machine/thirsty?lang=en"], ["dry-german", "/machine/thirsty?lang=de"], ["frozen", "/machine/him"], ["not-found", "/no/such/page"], ["no-machine", "/machine/hal"], ["minichess", "/minichess"]]) {
    const visitor = await Visitor.come(house, path, { viewport: { width: 1280, height: 800 } });
    if (name.startsWith("hall")) await visitor.see(`${on.exhibit("him")} .holds:not(:empty)`);
    else await visitor.see("h1:visible, .notice:visible");
    if (name.startsWith("dry")) await visitor.see('[data-testid="dry-page"] .matchbox');
    if (name === "frozen") await visitor.anyMove();
    await shoot(visitor, name);
    await visitor.context.close();
  }
  await learned();
}

/** A machine that has learned everything: in the hall, at its table, its graduate; and a copy that learns. */
async function learned() {
  while (!(await house.get("/machines/her")).finished) await teach("her", 1);
  const come = (path) => Visitor.come(house, path, { viewport: { width: 1280, height: 800 } });
  const table = await come("/machine/her");
  await table.see('[data-testid="plaque"]');
  await shoot(table, "finished-stage");
  await table.find("#plaques").scrollIntoViewIfNeeded();
  await table.page.evaluate(() => document.querySelector("#plaques")?.scrollIntoView());
  await shoot(table, "finished-plaque");
  await table.find('[data-testid="play-graduate"]').first().click();
  await table.see(on.phase("your-turn"));
  await shoot(table, "finished-graduate");
  await table.context.close();
  for (const [machine, from] of [["her", "start"], ["menace", "now"], ["caswell", "start"]]) {
    const visitor = await come(`/machine/${machine}`);
    await visitor.find(`#practice label:has(input[value="${from}"])`).click();
    await visitor.find('[data-testid="practice-go"]').click();
    await visitor.see('[data-testid="practice-run"][data-shown]');
    await visitor.page.evaluate(() => document.querySelector("#practice")?.scrollIntoView());
    await shoot(visitor, `watch-it-learn-${machine}`);
    await visitor.context.close();
  }
}

async function readme() {
  await teach("menace", 60);
  const visitor = await Visitor.come(house, "/machine/menace", { viewport: { width: 1280, height: 800 } });
  assert.ok(await until(visitor, "loss"), "somebody beats MENACE");
  await visitor.see('[data-testid="strength-perfect"]');
  await visitor.page.screenshot({ path: fileURLToPath(new URL("../../web/picture/table.png", import.meta.url)), animations: "disabled" });
  await visitor.leave();
}

const parts = { tables, german, rest };
if (where === "--readme") await readme();
else {
  mkdirSync(where, { recursive: true });
  for (const [name, make] of Object.entries(parts)) if (!only || only === name) await make();
}
await closeBrowser();
await house.close();
