// Makes the pictures by which the pages are judged, against a server of its own, and the README's:
//   MENAGERIE_BIN=build/dev/menagerie node tests/browser/screenshots.mjs FOLDER [PART]
//       (all, or one of: tables fourteen hall other learn german kiosk hands)
//   MENAGERIE_BIN=build/dev/menagerie node tests/browser/screenshots.mjs --readme         (web/picture/table.png, wall.jpg and film.png anew)
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { closeBrowser, on, Visitor } from "./table.mjs";
import { order, token } from "../server/desk.mjs";
import { startHouse } from "../server/house.mjs";
import { playEpisode, sitDown } from "../server/visitor.mjs";

const sizes = [[390, 844], [768, 1024], [1280, 800], [1920, 1080], [3840, 2160]];
const phoneAndDesk = [[390, 844], [1280, 800]];
const screens = [[1080, 1920, 0.5], [1920, 1080, 0.28], [3840, 2160, 0.16]]; // a kiosk's, with mm per pixel
const gamesMax = 60; // until one ends as it is wanted
const [where, only] = process.argv.slice(2);
assert.ok(where, "say into which folder, or --readme");
const seen = (name) => `[data-testid="${name}"]`;

const house = await startHouse({ env: { MENAGERIE_CURATOR_TOKEN: token } });
const come = (path, options = {}) => Visitor.come(house, path, { viewport: { width: 1280, height: 800 }, ...options });

async function teach(machine, games) {
  const visitor = await sitDown(house, machine);
  for (let game = 0; game < games; game += 1) await playEpisode(visitor);
  await visitor.close();
}

/** One picture of the page as it stands, at each size; of a part of it where `part` is given; with `dark`, by night too at the sizes of a phone and a desk. */
async function shoot(visitor, name, { at = sizes, part, dark = false } = {}) {
  const { page } = visitor;
  for (const [width, height] of at) {
    await page.setViewportSize({ width, height });
    for (const scheme of dark && phoneAndDesk.some(([w]) => w === width) ? ["light", "dark"] : ["light"]) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.evaluate((selector) => {
        if (selector) document.querySelector(selector)?.scrollIntoView();
        return new Promise((done) => setTimeout(() => requestAnimationFrame(done), 150)); // the wall is put up piece by piece
      }, part);
      await page.screenshot({ path: join(where, `${name}${scheme === "dark" ? "-dark" : ""}-${width}x${height}.png`), animations: "disabled" });
    }
    await page.emulateMedia({ colorScheme: "light" });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function nextGame(visitor) {
  await visitor.nextGame();
  await visitor.standing();
}

/** Plays on until a game ends so; whether one did. */
async function until(visitor, outcome) {
  for (let game = 0; game < gamesMax; game += 1) {
    if ((await visitor.anyGame()).outcome === outcome) return true;
    await nextGame(visitor);
  }
  return false;
}

/** Three tables: before the first game, in play, and after a win, a draw (where the game has one) and a loss; and the wall. */
async function tables() {
  for (const [machine, outcomes] of [["menace", ["win", "draw", "loss"]], ["her", ["win", "loss"]], ["minicheckers", ["win", "draw", "loss"]], ["nimble", ["win"]]]) {
    await teach(machine, 20);
    const visitor = await come(`/machine/${machine}`);
    await visitor.standing();
    await shoot(visitor, `${machine}-rules`, { dark: machine === "menace" });
    await visitor.anyMove();
    await visitor.see(on.phase("your-turn", "over"));
    await shoot(visitor, `${machine}-play`, { dark: true });
    for (const outcome of outcomes) {
      if (!(await until(visitor, outcome))) continue;
      await visitor.see(`${seen("strength-perfect")}, ${on.learned}`);
      await shoot(visitor, `${machine}-${outcome}`, { dark: outcome === "loss" });
      await nextGame(visitor);
    }
    if (machine !== "her") await shoot(visitor, `${machine}-wall`, { part: "#wall" });
    await shoot(visitor, `${machine}-below`, { part: "#below" });
    await visitor.leave();
  }
}

/** Each of the fourteen: before the first move, in the middle, at the end with its lesson. */
async function fourteen() {
  const { machines } = await house.get("/machines");
  for (const { name } of machines) {
    const visitor = await come(`/machine/${name}`);
    await visitor.standing();
    await shoot(visitor, `of14-${name}-before`, { at: phoneAndDesk });
    for (const move of [1, 2]) {
      await visitor.anyMove();
      await visitor.see(on.phase("your-turn", "over"));
      if ((await visitor.data(on.board, "phase")) === "over") break;
      if (move === 2) await shoot(visitor, `of14-${name}-middle`, { at: phoneAndDesk });
    }
    await visitor.anyGame();
    await shoot(visitor, `of14-${name}-end`, { at: phoneAndDesk });
    await visitor.context.close();
  }
}

/** In German, whose words are longer. */
async function german() {
  const all = [["minicheckers-gardner", "light"], ["carnival", "light"], ["him", "dark"]];
  for (const [machine, colorScheme] of all) {
    const visitor = await come(`/machine/${machine}?lang=de`, { colorScheme });
    await visitor.anyMove();
    await visitor.see(on.phase("your-turn", "over"));
    await shoot(visitor, `german-${machine}-play`, { at: phoneAndDesk });
    await visitor.anyGame();
    await shoot(visitor, `german-${machine}-over`, { at: phoneAndDesk });
    await visitor.find(seen("find-box")).click();
    await visitor.see(seen("find"));
    await shoot(visitor, `german-${machine}-find`, { at: phoneAndDesk });
    await visitor.leave();
  }
  const hall = await come("/?lang=de");
  await hall.see(`${on.exhibit("menace")} .ten:not(:empty)`);
  await shoot(hall, "german-hall", { at: phoneAndDesk });
  await hall.leave();
}

async function hall() {
  for (const [machine, games] of [["menace", 60], ["menace-two", 12], ["her", 30], ["carnival", 25], ["nimble", 9], ["minicheckers", 20]]) await teach(machine, games);
  const visitor = await come("/");
  await visitor.see(`${on.exhibit("menace")} .ten:not(:empty)`);
  await shoot(visitor, "hall", { dark: true });
  await shoot(visitor, "hall-more", { part: on.exhibit("minicheckers-gardner") });
  await visitor.leave();
}

/** What is seen rarely. */
async function other() {
  await order(house, "/machines", { name: "thirsty", game: "noughts-and-crosses", seat: "first", rule: "michie-1961,start=1,win=0,draw=-1" });
  for (let game = 0; game < 400 && !(await house.get("/machines/thirsty")).dry; game += 1) await teach("thirsty", 1);
  await order(house, "/machines/him/freeze", {});
  for (const [name, path] of [["dry", "/machine/thirsty"], ["frozen", "/machine/him"], ["not-found", "/no/such/page"], ["no-machine", "/machine/hal"], ["minichess", "/minichess"], ["stories", "/stories"], ["story", "/story?machine=menace"], ["books", "/books"], ["answers", "/answers#octapawn/b1-b2"], ["lab", "/lab#machine=her&against=random&games=60"], ["pair", "/pair"], ["sealed", "/sealed"], ["lesson", `/lesson/${(await house.get("/machines/menace/boxes/1/beads/0/lessons")).lessons[0]?.lesson ?? ""}`], ["film", "/film?machine=ellis&at=1200"], ["wall", "/wall?machine=menace"], ["api", "/api"]]) {
    const visitor = await come(path);
    await visitor.see("h1:visible, .notice:visible");
    if (name === "dry") await visitor.see(`${seen("dry-page")} .matchbox`);
    if (name === "frozen") await visitor.anyMove();
    await shoot(visitor, name, { dark: ["dry", "not-found", "api"].includes(name) });
    if (name === "frozen") {
      for (let moves = 0; moves < 20 && (await visitor.data(on.board, "phase")) !== "over"; moves += 1) {
        await visitor.anyMove();
        await visitor.see(on.phase("your-turn", "over"));
      }
      await visitor.see(`#lesson:has-text("frozen")`);
      await shoot(visitor, "frozen-over");
    }
    await visitor.context.close();
  }
  await desk();
  await offline();
}

async function desk() {
  const curator = await come("/curator");
  await curator.see(seen("token"));
  await shoot(curator, "desk-door");
  await curator.find(seen("token")).fill(token);
  await curator.page.keyboard.press("Enter");
  await curator.see(seen("desk"));
  await curator.find(`${seen("tag")}[data-name="menace"]`).click();
  await curator.see(seen("sheet-title"));
  await shoot(curator, "desk", { dark: true });
  await curator.leave();
}

/** The server goes away: at a table, and at a reload. */
async function offline() {
  const visitor = await come("/machine/nimble");
  await visitor.anyMove();
  await visitor.page.evaluate(() => navigator.serviceWorker.ready);
  const { port } = house;
  await house.stop();
  await visitor.see(on.line("down"));
  await shoot(visitor, "offline-table");
  await visitor.page.reload();
  await visitor.see("h1");
  await shoot(visitor, "offline");
  await visitor.context.close();
  await house.open(port);
}

/** A machine that has learned everything: at its table, its plaque, its graduate; and a copy that learns. */
async function learn() {
  while (!(await house.get("/machines/her")).finished) await teach("her", 1);
  const table = await come("/machine/her");
  await table.see(seen("plaque"));
  await shoot(table, "finished-stage", { dark: true });
  await shoot(table, "finished-plaque", { part: "#plaques" });
  await table.find(seen("play-graduate")).first().click();
  await table.see(on.phase("your-turn"));
  await shoot(table, "finished-graduate");
  await table.context.close();
  for (const [machine, from] of [["her", "start"], ["menace", "start"], ["caswell", "now"]]) {
    const visitor = await come(`/machine/${machine}`);
    await visitor.find(seen("practice-go")).click();
    await visitor.find(seen("practice-from")).selectOption(from);
    await visitor.see(`${seen("practice-run")}[data-shown]`);
    await shoot(visitor, `watch-it-learn-${machine}-done`, { dark: machine === "her" });
    await visitor.find(seen("practice-slider")).fill("60");
    await shoot(visitor, `watch-it-learn-${machine}-running`);
    await visitor.context.close();
  }
}

async function kiosk() {
  for (const [width, height, mm] of screens) {
    const visitor = await come(`/machine/menace?kiosk&mm=${mm}&idle=5`, { viewport: { width, height } });
    const picture = (name) => shoot(visitor, `kiosk-${name}`, { at: [[width, height]] }).then(() => visitor.page.setViewportSize({ width, height }));
    await visitor.see(".show-stage");
    await visitor.see(`${seen("attract")}[data-scene]`);
    await picture("attract");
    await visitor.find(seen("play")).click();
    await visitor.standing();
    await visitor.find(seen("rules-close")).click();
    await picture("table");
    await visitor.see(`${seen("still-there")}[open]`);
    await picture("still-there");
    await visitor.context.close();
  }
}

/** The machine's turn in the visitor's hands. */
async function hands() {
  const at = [[320, 640], [390, 844], [1280, 800], [1920, 1080]];
  for (const [machine, lang] of [["menace", "en"], ["minicheckers", "de"], ["nimble", "en"]]) {
    const visitor = await come(`/machine/${machine}?lang=${lang}`);
    await visitor.standing();
    await visitor.see(on.wallBox(1));
    await visitor.find(seen("operate")).click();
    await visitor.see(seen("note"));
    await shoot(visitor, `hands-${machine}-on`, { at });
    await visitor.anyMove();
    for (const [step, next] of [["find", ".shelved.glows"], ["shake", seen("shake")], ["tilt", seen("tilt")], ["play", ""]]) {
      await visitor.see(`${seen("operator")}[data-step="${step}"]`);
      await shoot(visitor, `hands-${machine}-${step}`, { at, dark: step === "play" });
      if (next) await visitor.find(next).first().click();
    }
    await visitor.context.close();
  }
}

async function readme() {
  await teach("menace", 60);
  const visitor = await come("/machine/menace");
  assert.ok(await until(visitor, "loss"), "somebody beats MENACE");
  await visitor.see(seen("strength-perfect"));
  await visitor.page.screenshot({ path: pictureOf("table.png"), animations: "disabled" });
  await visitor.leave();
  await readmeWall();
  await readmeFilm();
}

const pictureOf = (name) => fileURLToPath(new URL(`../../web/picture/${name}`, import.meta.url));

/** The wall of HER, whose boxes are large enough for a small picture, as a visitor's lesson lights them. */
async function readmeWall() {
  await teach("her", 14);
  const players = await Promise.all([0, 1, 2].map(() => sitDown(house, "her")));
  for (const player of players) await player.ask({ type: "begin" }, "state");
  const wall = await come("/wall?machine=her", { viewport: { width: 1000, height: 640 } });
  await wall.see('[data-testid="projector"][data-loaded="her"]');
  for (let seq = 0; !seq;) {
    await wall.page.locator('[data-testid="projector"][data-lit=""]').waitFor(); // one lesson at a time
    const { learned } = await playEpisode(players[0]);
    if (learned.changes.length) seq = learned.seq;
    await wall.page.locator(`[data-testid="projector"][data-seq="${learned.seq}"]`).waitFor();
  }
  await wall.page.locator('[data-testid="projector"]:not([data-lit=""])').waitFor();
  await wall.page.waitForTimeout(700); // its plate is drawn twice a second
  await wall.page.screenshot({ path: pictureOf("wall.jpg"), quality: 85, animations: "disabled" });
  for (const player of players) await player.close();
  await wall.leave();
}

/** The film of the same life, halfway. */
async function readmeFilm() {
  await teach("her", 12);
  const { seq } = await house.get("/machines/her");
  const film = await come(`/film?machine=her&at=${Math.ceil(seq / 2)}`);
  await film.see('[data-testid="film"][data-state="open"]');
  await film.see('[data-testid="changed-told"]:not(:empty)');
  await film.page.screenshot({ path: pictureOf("film.png"), animations: "disabled" });
  await film.leave();
}

const parts = { tables, fourteen, hall, other, learn, german, kiosk, hands };
if (where === "--readme") await readme();
else {
  assert.ok(!only || parts[only], `${only} is none of ${Object.keys(parts)}`);
  mkdirSync(where, { recursive: true });
  for (const [name, make] of Object.entries(parts)) if (!only || only === name) await make();
}
await closeBrowser();
await house.close();
