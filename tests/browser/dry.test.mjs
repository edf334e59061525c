// The page of a machine that has run dry is worth staying at: the box that it died of, its last game move by move, and
// who can be played meanwhile. A frozen one says so, and what that means.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { order, token } from "../server/desk.mjs";
import { eventually, startHouse } from "../server/house.mjs";
import { playEpisode, sitDown } from "../server/visitor.mjs";
import { on, Visitor } from "./table.mjs";

let house;
before(async () => {
  house = await startHouse({ env: { MENAGERIE_CURATOR_TOKEN: token } });
  const put = await order(house, "/machines", { name: "thirsty", game: "noughts-and-crosses", seat: "first", rule: "michie-1961,start=1,win=0,draw=-1" });
  assert.equal(put.status, 201, put.text);
  const visitor = await sitDown(house, "thirsty");
  for (let game = 0; game < 200 && !(await house.get("/machines/thirsty")).dry; game += 1) await playEpisode(visitor);
  await visitor.close();
});
after(() => house.close());

const at = (id) => `[data-testid="${id}"]`;

test("a dry machine shows the empty box that it died of", async () => {
  const { dry } = await house.get("/machines/thirsty");
  assert.ok(dry, "it has run dry");
  const { boxes } = await house.boxes("thirsty");
  const box = boxes.find((each) => each.box === dry.box);
  const visitor = await Visitor.come(house, "/machine/thirsty");
  const page = await visitor.see(at("dry-page"));
  await page.locator("h2", { hasText: `Box ${box.number} is empty` }).waitFor();
  assert.equal(await page.locator(".matchbox .picture").count(), 1, "the box is drawn");
  assert.equal(await page.locator(".drawer .bead").count(), 0, "not one bead is in it");
  assert.match(await page.innerText(), /last bead in it was taken away/);
  const [{ id }] = (await house.get("/machines/thirsty/episodes?limit=1")).episodes;
  const { changes } = await house.get(`/machines/thirsty/episodes/${id}`);
  const last = changes.find((change) => change.box === dry.box);
  assert.equal(last.after, 0);
  const letters = { a1: "A", b1: "R", c1: "P", a2: "K", b2: "G", c2: "E", a3: "W", b3: "L", c3: "S" };
  assert.equal(await (await visitor.see(`${at("last-bead")} .bead`)).innerText(), letters[last.move], "the last bead is shown");
  const { episodes } = await house.get("/machines/thirsty");
  assert.match(await visitor.find(at("dry-life")).innerText(), new RegExp(`${episodes} games?`));
  // Asked in the page itself: the curve may be drawn anew between finding its line and measuring it.
  await page.page().waitForFunction((line) => (document.querySelector(line)?.getBoundingClientRect().height ?? 0) > 5, `${at("dry-life")} .stair`);
  await visitor.leave();
});

test("its last game can be seen again, move by move, as it was stored", async () => {
  const [{ id }] = (await house.get("/machines/thirsty/episodes?limit=1")).episodes;
  const { replay } = await house.get(`/machines/thirsty/episodes/${id}`);
  const visitor = await Visitor.come(house, "/machine/thirsty");
  await visitor.see(at("replay"));
  const stands = (position) => visitor.see(`${on.board}[data-position="${position}"]`);
  await stands(replay.at(-1).position);
  await visitor.find(at("replay-first")).click();
  await stands(".../.../...");
  assert.ok(await visitor.find(at("replay-back")).isDisabled());
  for (const [i, ply] of replay.entries()) {
    await visitor.find(at("replay-on")).click();
    await stands(ply.position);
    const words = await visitor.find(at("replay-step")).innerText();
    assert.ok(words.includes(`${i + 1} of ${replay.length}`) && words.includes(ply.move), words);
    assert.match(words, ply.by === "machine" ? /THIRSTY|thirsty/ : /^Move \d of \d\. The visitor: \S/);
  }
  assert.ok(await visitor.find(at("replay-on")).isDisabled());
  await visitor.find(at("replay-back")).click();
  await stands(replay.at(-2).position);
  await visitor.leave();
});

test("its last game is still there after the line was lost", async () => {
  const visitor = await Visitor.come(house, "/");
  const lines = [];
  let told = 0;
  await visitor.page.routeWebSocket(/\/play\?/, (line) => {
    lines.push(line);
    line.connectToServer().onMessage((text) => {
      line.send(text);
      told += JSON.parse(text).type === "dry" ? 1 : 0;
    });
  });
  await visitor.page.goto(`${house.url}/machine/thirsty`);
  await visitor.see(at("replay"));
  const position = await visitor.data(on.board, "position");
  await lines[0].close({ code: 1001 });
  await eventually(() => told === 2, { what: "the page hears again that it is dry" });
  await visitor.drawn();
  await visitor.see(at("replay"));
  assert.equal(await visitor.data(on.board, "position"), position);
  await visitor.find(at("replay-back")).click();
  await visitor.see(`${on.board}:not([data-position="${position}"])`);
  await visitor.leave();
});

test("who steps through its last game by the keyboard stays on the button at either end", async () => {
  const visitor = await Visitor.come(house, "/machine/thirsty");
  await visitor.see(at("replay"));
  for (const id of ["replay-first", "replay-last"]) {
    await visitor.find(at(id)).press("Enter");
    await visitor.see(`${at(id)}[aria-disabled="true"]`);
    assert.ok(await visitor.find(at(id)).evaluate((it) => it === document.activeElement), id);
  }
  await visitor.leave();
});

test("another machine of its game can be played meanwhile, and a touch on the dry one's board does no harm", async () => {
  const visitor = await Visitor.come(house, "/machine/thirsty");
  await visitor.see(at("replay"));
  await visitor.find(on.cell("b2")).click({ force: true });
  assert.doesNotMatch(await visitor.find("main").innerText(), /line is down|being set up/);
  await visitor.find(at("twin")).click();
  await visitor.standing();
  const name = new URL(visitor.page.url()).pathname.split("/").pop();
  const { game, dry } = await house.get(`/machines/${name}`);
  assert.equal(game, "noughts-and-crosses");
  assert.equal(dry, null);
  await visitor.leave();
});

test("the whole of it is on the screen, also on a phone and in German", async () => {
  for (const [width, height] of [[360, 740], [844, 390], [1280, 800]]) {
    const visitor = await Visitor.come(house, "/machine/thirsty?lang=de", { viewport: { width, height } });
    await visitor.see(at("replay"));
    for (const id of ["replay", "twin", "board"]) {
      const box = await visitor.find(at(id)).boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= height + 1 && box.x >= 0 && box.x + box.width <= width + 1, `${id} at ${width} x ${height}: ${JSON.stringify(box)}`);
    }
    await visitor.leave();
  }
});

test("a frozen machine can be played, and says that it learns nothing; one that learns the same game is offered", async () => {
  await order(house, "/machines/him/freeze", {});
  const visitor = await Visitor.come(house, "/machine/him");
  await visitor.standing();
  assert.match(await visitor.find(at("frozen")).innerText(), /learns nothing/);
  await visitor.anyMove();
  await visitor.see(on.phase("your-turn", "over"));
  const offered = await visitor.see(at("play-twin"));
  for (const [width, height] of [[320, 568], [390, 844], [844, 390], [1280, 800]]) {
    await visitor.page.setViewportSize({ width, height });
    const box = await offered.boundingBox();
    assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, `at ${width} x ${height}: ${JSON.stringify(box)}`);
  }
  await offered.click();
  await visitor.standing();
  const { game, frozen } = await house.get(`/machines/${new URL(visitor.page.url()).pathname.split("/").pop()}`);
  assert.deepEqual([game, frozen], ["hexapawn", false]);
  assert.equal(await visitor.find(at("play-twin")).isVisible(), false, "a machine that learns sends nobody away");
  await visitor.leave();
});
