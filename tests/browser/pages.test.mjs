// The pages as such: the hall and its figures, every size of screen, and motion only for those who want it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHouse } from "../server/house.mjs";
import { playEpisode, sitDown } from "../server/visitor.mjs";
import { on, Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

async function teach(machine, games) {
  const visitor = await sitDown(house, machine);
  for (let game = 0; game < games; game += 1) await playEpisode(visitor);
  await visitor.close();
}

test("the hall shows every machine, and its figures change while one looks", async () => {
  const visitor = await Visitor.come(house, "/");
  await visitor.see(on.exhibit("menace"));
  const { machines } = await house.get("/machines");
  assert.equal(await visitor.find(on.exhibits).count(), machines.length);
  for (const { name, title, maker, episodes } of machines) {
    await visitor.see(on.taught(name, episodes));
    const words = await visitor.find(on.exhibit(name)).innerText();
    assert.ok(words.toLowerCase().includes(title.toLowerCase()) && words.toLowerCase().includes(maker.toLowerCase()), words);
  }
  await teach("menace", 3);
  await visitor.see(on.taught("menace", 3));
  await teach("her", 2);
  await visitor.see(on.taught("her", 2));
  await visitor.see(on.taught("menace", 3));
  await visitor.find(`${on.totals}:has-text("5 games")`).waitFor();

  const player = await sitDown(house, "him");
  await player.ask({ type: "begin" }, "state");
  await visitor.find(`${on.exhibit("him")}:has-text("1 playing")`).waitFor();
  await player.close();
  await visitor.find(`${on.exhibit("him")}:has-text("1 playing")`).waitFor({ state: "detached" });
  await visitor.leave();
});

test("from the hall to a machine and back, and a machine that is not there is told kindly", async () => {
  const visitor = await Visitor.come(house, "/");
  await (await visitor.see(on.exhibit("her"))).click();
  await visitor.page.waitForURL("**/machine/her");
  await visitor.standing();
  await visitor.page.goBack();
  await visitor.see(on.exhibit("her"));
  let asked = 0;
  visitor.page.on("websocket", () => { asked += 1; });
  const answer = await visitor.page.goto(`${house.url}/machine/hal`);
  assert.equal(answer.status(), 404);
  await (await visitor.see("text=There is no machine of that name")).waitFor();
  const once = asked;
  await visitor.page.waitForTimeout(2500);
  assert.equal(asked, once, "a machine that is not there is not asked for again");
  visitor.wrongs = visitor.wrongs.filter((words) => !/404|hal/.test(words));
  await visitor.leave();
});

test("the address on a printed label opens its box, and the address follows the box that is looked into", async () => {
  const visitor = await Visitor.come(house, "/machine/her#box-12");
  await (await visitor.see(`${on.look}:has-text("Box 12")`)).waitFor();
  await visitor.find(`${on.look} [aria-label="Box 13"]`).click();
  await visitor.find(`${on.look} h2:has-text("Box 13")`).waitFor();
  assert.equal(new URL(visitor.page.url()).hash, "#box-13");
  await visitor.page.keyboard.press("Escape");
  await visitor.page.waitForFunction(() => location.hash === "");
  await visitor.page.evaluate(() => { location.hash = "#box-3"; });
  await visitor.find(`${on.look} h2:has-text("Box 3")`).waitFor();
  await visitor.page.keyboard.press("Escape");
  await visitor.page.waitForFunction(() => location.hash === ""); // the shut box takes its address along
  await visitor.page.evaluate(() => { location.hash = "#box-99"; });
  await visitor.find('#note:has-text("There is no box 99")').waitFor();
  assert.equal(await visitor.find(`${on.look}[open]`).count(), 0);
  assert.equal(await visitor.find("#labels").getAttribute("href"), "/api/v1/machines/her/labels.pdf");
  await visitor.leave();
});

for (const [width, height] of [[320, 640], [390, 844], [1280, 900], [3840, 2160]]) {
  test(`nothing sticks out at ${width} x ${height}`, async () => {
    for (const path of ["/", "/machine/menace", "/machine/her"]) {
      const visitor = await Visitor.come(house, path, { viewport: { width, height } });
      await (path === "/" ? visitor.see(on.exhibit("him")) : visitor.standing());
      if (path !== "/") await visitor.toWall();
      if (path !== "/") await visitor.see(on.wallBox(1));
      const [wide, inner] = await visitor.page.evaluate(() => [document.scrollingElement.scrollWidth, innerWidth]);
      assert.ok(wide <= inner, `${path} is ${wide} wide`);
      if (path !== "/") {
        const board = await visitor.find(on.board).boundingBox();
        assert.ok(board.x >= 0 && board.x + board.width <= width && board.width > 150 && board.y + board.height <= Math.max(height, 900), JSON.stringify(board));
        const cell = await visitor.find(on.cell("a1")).boundingBox();
        assert.ok(cell.width >= 44 && cell.height >= 44, "a finger fits a cell");
      }
      const picture = await visitor.page.screenshot({ animations: "disabled" });
      assert.ok(picture.length > 10_000, "something is drawn");
      await visitor.leave();
    }
  });
}

test("the page of all routes is one to read: it fits a phone, and its links lead somewhere", async () => {
  for (const width of [320, 1280]) {
    const visitor = await Visitor.come(house, "/", { viewport: { width, height: 800 } });
    await visitor.find('a[href="/api"]').first().click();
    await visitor.page.waitForURL("**/api");
    const [wide, inner] = await visitor.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide <= inner, `/api is ${wide} wide`);
    await visitor.find('nav a[href="#showHistory"]').click();
    const box = await visitor.find("#showHistory").boundingBox();
    assert.ok(box.y >= -2 && box.y < 800, `${box.y}`);
    const example = visitor.find("#showHistory details:has(> pre)").first();
    await example.locator("summary").click();
    assert.match(await example.locator("pre").innerText(), /"before": 1/);
    await visitor.leave();
  }
});

test("a dark room gets dark pages", async () => {
  const shade = async (colorScheme) => {
    const visitor = await Visitor.come(house, "/machine/menace", { colorScheme });
    await visitor.standing();
    const [, r, g, b] = (await visitor.page.evaluate(() => getComputedStyle(document.body).backgroundColor + getComputedStyle(document.documentElement).backgroundColor)).match(/rgb\((\d+), (\d+), (\d+)\)/) ?? [0, 0, 0, 0];
    await visitor.leave();
    return Number(r) + Number(g) + Number(b);
  };
  const [light, dark] = [await shade("light"), await shade("dark")];
  assert.ok(light > dark + 200, `${light} ${dark}`);
});

test("who wants no motion gets none, and the answer at once", async () => {
  const visitor = await Visitor.come(house, "/machine/menace", { still: true });
  await visitor.standing();
  for (let time = 0; time < 2; time += 1) {
    await visitor.see(on.phase("your-turn"));
    if (!(await visitor.find(on.legal).count())) break;
    await visitor.move();
    const running = await visitor.page.evaluate(() => document.getAnimations().filter((it) => it.playState === "running" && it.effect.getComputedTiming().duration > 50).map((it) => `${it.animationName ?? it.transitionProperty} ${it.effect.target?.className}`));
    assert.deepEqual(running, []);
  }
  await visitor.leave();
});

test("who has nothing against motion sees the box shaken before the move is made", async () => {
  const visitor = await Visitor.come(house, "/machine/menace", { still: false });
  assert.equal((await visitor.standing()).ply, 1);
  const shaken = visitor.see(`body:has(${on.openBox}.shaking) ${on.phase("machine")}[data-ply="2"]`); // it lasts less than a second
  await visitor.find(on.legal).first().click();
  await shaken;
  assert.equal((await visitor.standing()).ply, 3);
  await visitor.leave();
});

test("a sheet of labels is drawn in its colours, and nothing in it runs", async () => {
  const visitor = await Visitor.come(house, "/api/v1/machines/her/labels.svg");
  const shot = await visitor.page.screenshot({ type: "png" });
  // Another page counts the colours: the sheet itself may run nothing.
  const reader = await Visitor.come(house, "/");
  const colours = await reader.page.evaluate(async (bytes) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(0, 0, image.width, image.height);
    const counts = { black: 0, white: 0, coloured: 0 };
    for (let at = 0; at < data.length; at += 4) {
      const [least, most] = [Math.min(...data.slice(at, at + 3)), Math.max(...data.slice(at, at + 3))];
      if (most < 16) counts.black += 1;
      else if (least > 239) counts.white += 1;
      else if (most - least > 40) counts.coloured += 1;
    }
    return counts;
  }, [...shot]);
  assert.ok(colours.white > colours.black && colours.coloured > 200, JSON.stringify(colours));
  await reader.leave();
  await visitor.leave();
});
