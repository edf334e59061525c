// The page at a kiosk: large enough for fingers, within reach, without a way out, clean for each visitor, and on its
// feet for days, whatever becomes of the server.
import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { bin, eventually, freePorts, freshFolder, startHouse } from "../server/house.mjs";
import { arrive, assertForFingers, assertWithinReach, kiosk, seen } from "./kiosk.mjs";
import { on, Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

const idle = 30;
const ask = 60; // longer than a busy machine takes from one look to the next
const quick = `idle=${idle}&ask=${ask}`;

/** Lets time pass, by the page's clock, until the visitor is asked. (It goes on by itself, too.) */
const untilAsked = (visitor) => eventually(async () => {
  await visitor.page.clock.runFor(2000);
  return (await visitor.find(kiosk.still).count()) > 0;
}, { what: "the question" });

/** The visitor does not answer. */
async function untilGone(visitor) {
  const gone = visitor.page.waitForEvent("load");
  await visitor.page.clock.runFor(1000 * (ask + 1));
  await gone;
}

for (const [width, height, mm] of [[1080, 1920, 0.5], [1920, 1080, 0.28], [3840, 2160, 0.16], [768, 1024, 0.2]]) {
  test(`at ${width} x ${height} and ${mm} mm a pixel each control is 20 mm, and the table's are within reach`, async () => {
    const reach = 600;
    const visitor = await Visitor.come(house, `/?kiosk&mm=${mm}`, { viewport: { width, height } });
    await visitor.see(kiosk.stage);
    await assertForFingers(visitor, mm, "attract mode in the hall");
    await arrive(visitor);
    await visitor.see(on.exhibit("ellis"));
    await assertForFingers(visitor, mm, "the hall");
    for (const machine of ["menace", "caswell", "nimble", "go-3x3"]) {
      await visitor.page.goto(`${house.url}/machine/${machine}?kiosk=hall&mm=${mm}`);
      await visitor.standing();
      await assertForFingers(visitor, mm, `the rules of ${machine}`);
      if (await visitor.find('[data-testid="rules-close"]').isVisible()) await visitor.find('[data-testid="rules-close"]').click();
      await assertForFingers(visitor, mm, machine);
      await assertWithinReach(visitor, mm, reach, machine);
    }
    await visitor.page.goto(`${house.url}/machine/menace?kiosk=hall&mm=${mm}`);
    await visitor.playOut();
    await assertForFingers(visitor, mm, "the lesson");
    await assertWithinReach(visitor, mm, reach, "the lesson");
    await visitor.leave();
  });
}

test("while a bead is guessed its odds are large enough for fingers", async () => {
  const visitor = await Visitor.come(house, "/machine/menace?kiosk&mm=0.28", { viewport: { width: 1080, height: 1920 } });
  await arrive(visitor);
  await visitor.standing();
  await visitor.find('[data-testid="rules-close"]').click();
  await visitor.find("#guess").click();
  await visitor.press((await visitor.find(on.legal).first().getAttribute("data-cell")) ?? "");
  await visitor.see(".odds");
  await visitor.page.locator("#say", { hasText: /which bead/i }).waitFor();
  await assertForFingers(visitor, 0.28, "the odds");
  await visitor.find(".odd").first().click();
  await visitor.see(on.phase("your-turn", "over"));
  await visitor.leave();
});

test("attract mode plays with captions, can be paused, and teaches nobody", async () => {
  const before = await house.get("/machines/her");
  const visitor = await Visitor.come(house, "/machine/her?kiosk", { clock: true });
  await visitor.see(kiosk.stage);
  const captions = new Set();
  const note = async () => captions.add((await visitor.find(kiosk.caption).innerText()).replace(/\s+/g, " "));
  for (let scene = 0; scene < 25; scene += 1) {
    await note();
    await visitor.page.clock.runFor(2000);
  }
  assert.ok(captions.size > 4, [...captions].join(" | "));
  assert.ok([...captions].some((caption) => /I shook box \d+\. An? \w+ bead! I play here\./.test(caption)), [...captions].join(" | "));
  assert.ok([...captions].some((caption) => /its twin him/i.test(caption)), [...captions].join(" | "));
  await visitor.find(kiosk.pause).click();
  const still = await visitor.find(kiosk.caption).innerText();
  await visitor.page.clock.runFor(60_000);
  assert.equal(await visitor.find(kiosk.caption).innerText(), still, "a pause holds it");
  await visitor.find(kiosk.pause).click();
  await visitor.page.clock.runFor(20_000);
  const after = await house.get("/machines/her");
  assert.deepEqual([after.seq, after.beads, after.playing], [before.seq, before.beads, 0], "nobody plays, and no bead moves");
  await visitor.leave();
});

test("in the hall the machines play in their turn, and the visitor chooses one and finds back", async () => {
  const visitor = await Visitor.come(house, "/?kiosk&mm=0.28", { clock: true });
  const titles = new Set();
  await eventually(async () => {
    titles.add(await visitor.find(seen("show-title")).innerText());
    await visitor.page.clock.runFor(30_000);
    return titles.size > 2;
  }, { what: "three machines in their turn" });
  await arrive(visitor);
  await visitor.find(on.exhibit("her")).click();
  await visitor.standing();
  assert.match(visitor.page.url(), /machine\/her\?kiosk=hall&mm=0\.28/);
  await visitor.find('.house nav a[href="/"]').click();
  await visitor.see(on.exhibit("her"));
  await visitor.leave();
});

test("an idle visitor is asked, goes on at a touch, and is otherwise followed by a clean new one", async () => {
  const visitor = await Visitor.come(house, `/machine/menace?kiosk&${quick}`, { clock: true });
  await visitor.see(kiosk.stage);
  await arrive(visitor);
  await visitor.anyMove();
  const first = await visitor.standing();
  const storage = () => visitor.page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  const stay = JSON.parse(JSON.parse(await storage())[0]["menagerie menace"]).stay;
  assert.ok(stay);
  await visitor.page.clock.runFor(1000 * (idle / 3));
  assert.equal(await visitor.find(kiosk.still).count(), 0);
  await untilAsked(visitor);
  const counted = Number(await visitor.find(seen("countdown")).innerText());
  assert.ok(counted <= ask && counted > 0, counted);
  await visitor.page.clock.runFor(2000);
  assert.ok(Number(await visitor.find(seen("countdown")).innerText()) <= counted - 2);
  await visitor.find(kiosk.here).click();
  assert.equal(await visitor.find(kiosk.still).count(), 0);
  assert.deepEqual(await visitor.standing(), first, "the game is as it was");
  await visitor.find('#languages [lang="de"]').click();
  await visitor.page.locator("html[lang=de]").waitFor();
  await visitor.standing();
  await untilAsked(visitor);
  await untilGone(visitor);
  await visitor.see(kiosk.stage);
  assert.equal(await visitor.page.getAttribute("html", "lang"), "en", "the language is the kiosk's again");
  assert.doesNotMatch(await storage(), new RegExp(`${stay}|ticket|menagerie language|menagerie rules`));
  await arrive(visitor);
  const { ply } = await visitor.standing();
  assert.ok(ply < 2, "a new game");
  assert.notEqual(JSON.parse(JSON.parse(await storage())[0]["menagerie menace"]).stay, stay, "a visit of one's own");
  await visitor.see(on.rules);
  await visitor.leave();
});

test("an outage and a reload in it keep a screen; all goes on when the server is back", async () => {
  const [port] = await freePorts(1);
  const own = await startHouse({ port });
  const visitor = await Visitor.come(own, "/machine/menace?kiosk");
  await visitor.see(kiosk.stage);
  await visitor.page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!(await caches.match("/js/table.js"))) await new Promise((done) => requestAnimationFrame(done));
  });
  await arrive(visitor);
  await visitor.anyMove();
  const { position, ply } = await visitor.standing();
  visitor.houseIsGone = true;
  await own.stop();
  await visitor.see(`${on.line("down")}:has-text("Your game is kept")`);
  await visitor.see(on.cell("b2"));
  await visitor.page.reload();
  await visitor.see(kiosk.away);
  await visitor.see(kiosk.stage);
  assert.match(await visitor.find(seen("show-title")).innerText(), /menace/i);
  await own.open(port);
  await visitor.see(on.standing(position, ply));
  await own.stop();
  await visitor.page.evaluate(() => sessionStorage.removeItem("menagerie-kiosk-visitor"));
  await visitor.page.reload();
  await visitor.see(kiosk.stage);
  await visitor.see(kiosk.away);
  await visitor.find(kiosk.attract).click({ position: { x: 300, y: 300 } });
  await visitor.see(kiosk.stage);
  await own.open(port);
  await eventually(async () => {
    if (await visitor.find(kiosk.attract).isVisible()) await visitor.find(kiosk.play).click();
    return (await visitor.find(on.phase("your-turn")).count()) > 0;
  }, { what: "a game when the server is back" });
  await visitor.context.close(); // what a page asks a server that is not there is an error on the console
  await own.close();
});

test("a new version of the page comes between visitors, and not before", async () => {
  const web = join(freshFolder(), "web");
  cpSync(join(dirname(bin), "web"), web, { recursive: true, dereference: true });
  const [port] = await freePorts(1);
  const own = await startHouse({ port, flags: ["--web", web] });
  const visitor = await Visitor.come(own, `/machine/menace?kiosk&${quick}`, { clock: true });
  await visitor.see(kiosk.stage);
  await arrive(visitor);
  await visitor.standing();
  visitor.houseIsGone = true;
  const file = join(web, "js/messages/kiosk/en.js");
  writeFileSync(file, readFileSync(file, "utf8").replace('play: "Touch to play"', 'play: "Touch the new page"'));
  await own.stop();
  await own.open(port);
  await visitor.standing();
  await visitor.page.mouse.click(2, 2);
  await untilAsked(visitor);
  await untilGone(visitor);
  await visitor.page.locator(kiosk.play, { hasText: /touch the new page/i }).waitFor();
  await visitor.context.close();
  await own.close();
});

test("wild touching, keys, back and forward do not lead out of the page", async () => {
  const visitor = await Visitor.come(house, "/machine/menace?kiosk", { viewport: { width: 1080, height: 1400 }, hasTouch: true });
  const { page, context } = visitor;
  const pages = [];
  context.on("page", (other) => pages.push(other.url()));
  page.on("download", (download) => pages.push(download.url()));
  page.on("framenavigated", (frame) => { if (!/\/machine\/menace\?kiosk|:\d+\/$/.test(frame.url())) pages.push(frame.url()); }); // the hall leads back at once
  await arrive(visitor);
  await visitor.standing();
  let seed = 12345;
  const random = (below) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
  const keys = ["Enter", "Escape", "Tab", "Space", "ArrowLeft", "Control+p", "Control+s", "Alt+ArrowLeft", "Control+u", "F5", "F1", "Control+Equal", "Control+Minus", "Backspace"];
  for (let touch = 0; touch < 250; touch += 1) {
    const [x, y] = [random(1080), random(1400)];
    if (touch % 7 === 0) await page.keyboard.press(keys[random(keys.length)]);
    else if (touch % 11 === 0) await page.mouse.click(x, y, { button: ["right", "middle"][random(2)] });
    else if (touch % 13 === 0) {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(random(1080), random(1400), { steps: 3 });
      await page.mouse.up();
    } else await page.touchscreen.tap(x, y);
  }
  assert.deepEqual(pages, []);
  await page.waitForURL(/\/machine\/menace\?kiosk/);
  for (const way of ["back", "forward", "back", "back"]) {
    await page.evaluate((name) => history[name](), way);
    await visitor.see("#board");
    assert.match(page.url(), /\/machine\/menace\?kiosk/);
  }
  assert.deepEqual(pages, []);
  assert.equal(await page.evaluate(() => getSelection()?.toString()), "");
  assert.equal(await page.evaluate(() => visualViewport?.scale), 1);
  assert.ok((await page.evaluate(() => history.length)) <= 10);
  const leads = () => page.evaluate(() => [...document.querySelectorAll("a[href]")].filter((link) => link.checkVisibility() && getComputedStyle(link).pointerEvents !== "none").map((link) => link.href));
  await eventually(async () => { // the last key may have loaded the page anew: its links are hidden once it is a kiosk's
    assert.deepEqual(await leads(), [], "no link is to be seen at a table's own kiosk");
    return true;
  });
  await visitor.see(on.phase("your-turn", "machine", "over")); // "machine" stays where a touch made the visitor its operator
  assert.deepEqual(await leads(), [], "no link is to be seen while it is played");
  const prevented = await page.evaluate(() => ["contextmenu", "selectstart", "dragstart"].map((name) => !document.body.dispatchEvent(new Event(name, { bubbles: true, cancelable: true }))));
  assert.deepEqual(prevented, [true, true, true]);
  await visitor.leave();
});

/** What a page could let grow: nodes, listeners, timers' work is seen in neither. */
async function size(visitor) {
  const session = await visitor.context.newCDPSession(visitor.page);
  await session.send("HeapProfiler.collectGarbage");
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  await session.detach();
  const of = (name) => metrics.find((metric) => metric.name === name).value;
  return { nodes: of("Nodes"), listeners: of("JSEventListeners"), documents: of("Documents") };
}

const growsBy = (from, to) => Object.fromEntries(Object.keys(from).map((name) => [name, to[name] - from[name]]));

test("a night of attract mode lets nothing grow", async () => {
  const visitor = await Visitor.come(house, "/machine/her?kiosk", { clock: true });
  await visitor.see(kiosk.stage);
  const games = async (wanted) => eventually(async () => {
    await visitor.page.clock.runFor(20_000);
    return Number(await visitor.data(kiosk.attract, "games")) >= wanted;
  }, { what: `${wanted} games` });
  await games(5);
  const early = await size(visitor);
  await games(35);
  const grown = growsBy(early, await size(visitor));
  assert.ok(grown.nodes < 400 && grown.listeners < 40 && grown.documents <= 0, JSON.stringify(grown));
  const loaded = visitor.page.waitForEvent("load");
  await eventually(async () => {
    await visitor.page.clock.runFor(20_000);
    return Number(await visitor.data(kiosk.attract, "games")) < 30;
  }, { what: "a page loaded anew" });
  await loaded;
  await visitor.leave();
});

test("many visitors, one after another, let nothing grow", async () => {
  const visitor = await Visitor.come(house, `/machine/menace?kiosk&${quick}`, { clock: true });
  const stored = () => visitor.page.evaluate(async () => ({ session: sessionStorage.length, local: localStorage.length, history: history.length, caches: (await caches.keys()).length }));
  let early;
  for (let cycle = 0; cycle < 9; cycle += 1) {
    await visitor.see(kiosk.stage);
    if (cycle === 2) early = { ...(await size(visitor)), ...(await stored()) };
    if (cycle === 8) {
      const grown = growsBy(early, { ...(await size(visitor)), ...(await stored()) });
      assert.ok(grown.nodes < 400 && grown.listeners < 40 && grown.documents <= 1, JSON.stringify(grown));
      assert.deepEqual([grown.session, grown.local, grown.history, grown.caches], [0, 0, 0, 0]);
      break;
    }
    await arrive(visitor);
    await visitor.anyMove();
    await untilAsked(visitor);
    await untilGone(visitor);
  }
  await visitor.leave();
});

test("an option that cannot be is told to the operator, and its default holds", async () => {
  const visitor = await Visitor.come(house, "/machine/menace?kiosk&mm=twenty&idle=1");
  await visitor.see(kiosk.fault);
  const faults = await visitor.find(kiosk.fault).allInnerTexts();
  assert.equal(faults.length, 2);
  assert.match(faults.join("\n"), /mm is “twenty”; it must be a number from 0\.05 to 2/);
  assert.match(faults.join("\n"), /idle is “1”; it must be a number from 5 to 3,600/);
  assert.equal(await visitor.page.evaluate(() => document.documentElement.style.getPropertyValue("--touch")), "72px");
  await visitor.leave();
});

test("a kiosk's tab comes back from any of the museum's other pages", async () => {
  const visitor = await Visitor.come(house, "/machine/her?kiosk&mm=0.3");
  await visitor.see(kiosk.stage);
  for (const path of ["/", "/machine/menace", "/minichess"]) {
    await visitor.page.goto(house.url + path);
    await visitor.page.waitForURL(/\/machine\/her\?kiosk&mm=0\.3$/);
    await visitor.see(kiosk.stage);
  }
  await visitor.leave();
});

test("pages that stand at no kiosk load nothing of it", async () => {
  const visitor = await Visitor.come(house, "/machine/menace");
  await visitor.standing();
  const loaded = await visitor.page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname).filter((path) => path.includes("kiosk")));
  assert.deepEqual(loaded, ["/js/kiosk_entry.js"]);
  await visitor.leave();
});
