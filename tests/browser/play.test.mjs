// Games in a real browser: by mouse, by keyboard and by touch, through reloads and restarts, alone and in company.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, freePorts, startHouse } from "../server/house.mjs";
import { playEpisode, sitDown } from "../server/visitor.mjs";
import { on, Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse({ port: (await freePorts(1))[0] }); }); // it is opened there again
after(() => house.close());

test("a whole game against MENACE by mouse, with all its motion; the next one comes when asked for", async () => {
  const visitor = await Visitor.come(house, "/machine/menace", { still: false });
  await visitor.standing();
  assert.match(await visitor.page.title(), /MENACE/);
  assert.ok(Number(await visitor.data(on.openBox, "number")) === 1, "its first box stands open");
  const result = await visitor.playOut();
  const { changes } = await visitor.assertTaught("menace", result);
  assert.ok(changes.length >= 3);
  await visitor.nextGame();
  assert.equal((await visitor.standing()).ply, 1);
  assert.equal(await visitor.find(on.lessons).textContent(), "1");
  await visitor.leave();
});

test("a whole game against HER by keyboard alone", async () => {
  const visitor = await Visitor.come(house, "/machine/her");
  await visitor.standing();
  const { page } = visitor;
  const active = () => page.evaluate(() => document.activeElement?.dataset.cell ?? "");
  for (let tabs = 0; tabs < 25 && !(await active()); tabs += 1) await page.keyboard.press("Tab");
  const keys = async (name) => {
    for (let steps = 0; steps < 5 && (await active()) !== name; steps += 1) {
      const at = await active();
      assert.ok(at, "the keyboard stays on the board");
      const across = name.charCodeAt(0) - at.charCodeAt(0);
      const up = Number(name[1]) - Number(at[1]);
      await page.keyboard.press(across > 0 ? "ArrowRight" : across < 0 ? "ArrowLeft" : up > 0 ? "ArrowUp" : "ArrowDown");
    }
    assert.equal(await active(), name);
    await page.keyboard.press("Enter");
  };
  await visitor.assertTaught("her", await visitor.playOut({ touch: keys, own: "w" }));
  await visitor.leave();
});

test("a game by touch on a phone", async () => {
  const visitor = await Visitor.come(house, "/machine/menace-two", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  const result = await visitor.playOut({ touch: (name) => visitor.find(on.cell(name)).tap() });
  await visitor.assertTaught("menace-two", result);
  await visitor.find(on.nextGame).tap();
  assert.equal((await visitor.standing()).ply, 0);
  await visitor.leave();
});

test("a reload in mid-game goes on with the same board", async () => {
  for (const [machine, own] of [["menace", ""], ["her", "w"]]) {
    const visitor = await Visitor.come(house, `/machine/${machine}`);
    await visitor.move({ own, choose: ([name]) => name });
    const { position, ply } = await visitor.standing();
    const box = await visitor.data(on.openBox, "number");
    for (let time = 0; time < 2; time += 1) {
      await visitor.page.reload();
      await visitor.see(on.standing(position, ply));
      assert.equal(await visitor.data(on.openBox, "number"), box);
    }
    await visitor.assertTaught(machine, await visitor.playOut({ own }));
    await visitor.leave();
  }
});

test("a page that lost a script with the server is loaded anew, and its game goes on", async () => {
  const visitor = await Visitor.come(house, "/", { serviceWorkers: "block" });
  await visitor.see(on.exhibit("menace"));
  visitor.houseIsGone = true;
  const script = "**/js/below.js"; // what a table has beside its stage
  await visitor.page.route(script, (route) => route.abort("connectionrefused"));
  const failed = visitor.page.waitForEvent("requestfailed");
  await visitor.page.goto(`${house.url}/machine/menace`);
  await failed;
  await visitor.page.unroute(script);
  await visitor.see('[data-testid="operate"]');
  await visitor.assertTaught("menace", await visitor.playOut());
  await visitor.leave();
});

for (const [script, touch, seen] of [
  ["gesture", (visitor) => visitor.move(), on.board],
  ["learn", (visitor) => visitor.find('[data-testid="practice-go"]').click(), '[data-testid="practice-run"]'],
]) {
  test(`a part of the page whose script (${script}.js) was lost comes with the next touch`, async () => {
    const visitor = await Visitor.come(house, "/", { serviceWorkers: "block", still: false });
    const { page } = visitor;
    visitor.houseIsGone = true;
    await page.route(`**/js/${script}.js`, (route) => route.abort("connectionrefused"));
    await page.goto(`${house.url}/machine/menace-two`);
    await visitor.standing();
    const [loadedAnew, given] = [page.waitForEvent("load"), page.waitForResponse(`**/js/${script}.js`)];
    await Promise.all([page.waitForEvent("requestfailed"), touch(visitor)]);
    await page.unroute(`**/js/${script}.js`);
    await loadedAnew;
    await visitor.standing();
    await Promise.all([given, touch(visitor)]);
    await visitor.see(seen);
    await visitor.leave();
  });
}

test("boxes and curve that the server could not give at first are asked for again, also in the past", async () => {
  for (const path of ["/machine/her", "/machine/her?as_of=1"]) {
    const visitor = await Visitor.come(house, "/", { serviceWorkers: "block" });
    const asked = { boxes: 0, curve: 0 };
    for (const what of Object.keys(asked)) {
      await visitor.page.route(new RegExp(`/machines/her/${what}(\\?|$)`), (route) => {
        asked[what] += 1;
        return asked[what] > 1 ? route.continue() : route.fulfill({ status: 503, json: { title: "Busy" } });
      });
    }
    await visitor.page.goto(house.url + path);
    await visitor.see(on.board);
    await visitor.toWall();
    await visitor.see(on.wallBox(1));
    await eventually(() => asked.curve > 1, { what: "the curve is asked for again" });
    visitor.wrongs = visitor.wrongs.filter((words) => !/503/.test(words));
    await visitor.leave();
  }
});

for (const end of ["stop", "kill"]) {
  test(`the house is restarted (${end}) in mid-game: the page comes back by itself and goes on`, async () => {
    const visitor = await Visitor.come(house, "/machine/menace");
    await visitor.move();
    const { position, ply } = await visitor.standing();
    visitor.houseIsGone = true;
    const { port } = house;
    await house[end]();
    await visitor.see(on.line("down"));
    assert.equal(await visitor.find(on.legal).count(), 0, "nothing can be played meanwhile");
    await house.open(port);
    await visitor.find(on.line("open")).waitFor({ state: "attached" });
    await visitor.see(on.standing(position, ply));
    await visitor.assertTaught("menace", await visitor.playOut());
    await visitor.leave();
  });
}

test("a line that is dead, though nobody closed it, is dropped: the game goes on from its ticket at another", async () => {
  const visitor = await Visitor.come(house, "/", { clock: true });
  const { page } = visitor;
  let lines = 0;
  const dead = new Set([2]); // it is not even greeted
  await page.routeWebSocket(/\/play\?/, (browser) => {
    const line = (lines += 1);
    const server = browser.connectToServer();
    browser.onMessage((text) => !dead.has(line) && server.send(text));
    server.onMessage((text) => !dead.has(line) && browser.send(text));
  });
  await page.goto(`${house.url}/machine/menace`);
  await visitor.move();
  const { position, ply } = await visitor.standing();
  dead.add(1);
  await visitor.find(on.legal).first().click();
  await visitor.see(on.phase("machine"));
  await page.clock.fastForward(8000);
  await visitor.see(on.line("down"));
  await eventually(() => lines === 2, { what: "another line is asked for" });
  await page.clock.fastForward(16_000);
  await visitor.see(on.standing(position, ply));
  assert.equal(lines, 3);
  await visitor.assertTaught("menace", await visitor.playOut());
  assert.equal(lines, 3, "nothing that is answered is dropped");
  dead.add(3);
  await visitor.find(on.nextGame).click();
  await page.clock.fastForward(8000);
  await eventually(() => lines === 4, { what: "a game that was asked for in vain is asked for again" });
  await visitor.standing();
  await visitor.leave();
});

test("two browsers teach one machine at once, and each sees what the other taught", async () => {
  const visitors = await Promise.all([1, 2].map(() => Visitor.come(house, "/machine/menace-two")));
  await Promise.all(visitors.map((visitor) => visitor.standing()));
  await visitors[0].move();
  await visitors[1].see(on.liveTable);
  const results = await Promise.all(visitors.map((visitor) => visitor.playOut()));
  const [one, two] = results.map(({ seq }) => seq);
  assert.notEqual(one, two);
  for (const visitor of visitors) {
    await visitor.see(on.news(one));
    await visitor.see(on.news(two));
  }
  const { episodes } = await house.get("/machines/menace-two");
  for (const [i, visitor] of visitors.entries()) {
    await visitor.assertTaught("menace-two", results[i]);
    await visitor.page.locator(on.lessons, { hasText: new RegExp(`^${episodes}$`) }).waitFor();
  }
  const counts = await Promise.all(visitors.map((visitor) => visitor.page.locator("[data-testid=wall-box]").evaluateAll((boxes) => boxes.map(({ dataset }) => `${dataset.number}:${dataset.beads}`))));
  assert.deepEqual(counts[0], counts[1]);
  assert.deepEqual(counts[0], (await house.boxes("menace-two")).boxes.sort((a, b) => a.turn - b.turn || a.number - b.number).map((box) => `${box.number}:${box.beads}`));
  for (const visitor of visitors) await visitor.leave();
});

test("HIM: the visitor chooses who starts, also after a reload", async () => {
  const visitor = await Visitor.come(house, "/machine/him");
  assert.equal((await visitor.standing()).ply, 0);
  await visitor.find(on.starts("machine")).click();
  await visitor.see(`${on.phase("your-turn")}[data-ply="1"]`);
  await visitor.page.reload();
  await visitor.see(`${on.phase("your-turn")}[data-ply="1"]`);
  const stored = await visitor.assertTaught("him", await visitor.playOut({ own: "b" }));
  assert.equal(stored.seat, "first");
  await visitor.find(on.starts("you")).click();
  await visitor.see(`${on.phase("your-turn")}[data-ply="0"]`);
  // In the middle of a game the choice is for the next one: a single touch gives nothing up.
  await visitor.move({ own: "w" });
  await visitor.find(on.starts("machine")).click();
  await visitor.page.getByText("The machine starts in the next game; this one goes on.").first().waitFor();
  assert.equal((await visitor.standing()).ply, 2);
  assert.equal((await visitor.assertTaught("him", await visitor.playOut({ own: "w" }))).seat, "second");
  await visitor.leave();
});

test("a box on the wall can be looked into", async () => {
  const visitor = await Visitor.come(house, "/machine/her");
  await visitor.find(on.wallBox(2)).click();
  const words = await (await visitor.see(on.look)).innerText();
  assert.match(words, /Box 2/i);
  await visitor.page.keyboard.press("Escape");
  await visitor.find(on.look).waitFor({ state: "hidden" });
  await visitor.leave();
});

test("the keyboard stays in an open box: where it was, or on what shuts it", async () => {
  const visitor = await Visitor.come(house, "/machine/menace");
  const { page } = visitor;
  const { boxes } = await house.boxes("menace");
  await visitor.toWall();
  await visitor.find(on.wallBox(boxes.length - 2)).click();
  await visitor.see(on.look);
  const active = () => page.evaluate(() => (document.activeElement.closest("dialog") ? document.activeElement.textContent : ""));
  await page.locator(`${on.look} .actions button`, { hasText: "→" }).press("Enter");
  await page.locator(on.look, { hasText: new RegExp(`Box ${boxes.length - 1}`, "i") }).waitFor();
  assert.equal(await active(), "→");
  await page.keyboard.press("Enter");
  await page.locator(on.look, { hasText: new RegExp(`Box ${boxes.length}`, "i") }).waitFor();
  assert.equal(await active(), "Shut the box", "no box comes after the last one");
  await page.keyboard.press("Enter");
  await visitor.find(on.wallBox(1)).click(); // every game opens it, and changes it
  const bead = page.locator(`${on.look} .odd`).nth(1);
  await bead.focus();
  await page.locator(`${on.look} h2`).evaluate((title) => title.setAttribute("data-before", ""));
  const teacher = await sitDown(house, "menace");
  await playEpisode(teacher);
  await teacher.close();
  await page.locator(`${on.look} h2:not([data-before])`).waitFor();
  assert.ok(await bead.evaluate((button) => button === document.activeElement), "a lesson leaves the keyboard there");
  await visitor.leave();
});

test("the keyboard goes from Next game and Give up to the board, and stays on who starts", async () => {
  const visitor = await Visitor.come(house, "/machine/him", { still: false });
  const { page } = visitor;
  const onBoard = () => page.evaluate((board) => Boolean(document.activeElement.closest(board)), on.board);
  await visitor.playOut({ own: "w" });
  await visitor.find(on.nextGame).press("Enter");
  await visitor.see(on.phase("your-turn"));
  assert.ok(await onBoard(), "after Next game");
  await visitor.move({ own: "w" });
  await visitor.find(on.giveUp).press("Enter");
  await visitor.find(on.giveUp).press("Enter");
  await visitor.see(`${on.phase("your-turn")}[data-ply="0"]`);
  assert.ok(await onBoard(), "after Give up");
  await visitor.find(`${on.starts("you")} input`).press("ArrowRight");
  await visitor.see(on.phase("machine"));
  await visitor.see(`${on.phase("your-turn")}[data-ply="1"]`);
  assert.equal(await page.evaluate(() => document.activeElement.value), "machine");
  await visitor.leave();
});
