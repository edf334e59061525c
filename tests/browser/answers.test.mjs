// Proved answers: each move on each board is answered as the engine does; the published ones; back and forth; a link to a board.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHouse } from "../server/house.mjs";
import { on, Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse({ flags: ["--practices-per-minute-max", "0"] }); });
after(() => house.close());

const byTest = (id) => `[data-testid="${id}"]`;
const columns = [3, 4, 5, 6, 7, 8].map((count) => `extendapawn-${count}`);
const games = ["hexapawn", "octapawn", ...columns, "mini-checkers", "go-3x3", "nim-3x3"];
const analysis = (game, line = []) => house.get(`/games/${game}/analysis${line.length ? `?moves=${line.join(",")}` : ""}`);
const shown = (game, line = []) => `body[data-shown="#${game}${line.length ? `/${line.join(",")}` : ""}"]`;
const verdict = (visitor) => visitor.page.locator(byTest("verdict")).innerText();

async function come(game, line = [], { lang = "en", ...options } = {}) {
  const visitor = await Visitor.come(house, `/answers?lang=${lang}#${game}${line.length ? `/${line.join(",")}` : ""}`, options);
  await visitor.see(shown(game, line));
  return visitor;
}

/** How good each move is, as the list says it. */
const listed = (visitor) => visitor.page.locator(`${byTest("moves")} button`).evaluateAll((all) => all.map((it) => ({
  move: it.dataset.move, worth: it.className.split(" ")[1], best: it.dataset.best !== undefined, told: it.querySelector("span").textContent,
})));

/** Holds the page to the engine's answer. */
async function assertTold(visitor, game, line) {
  const it = await analysis(game, line);
  const sign = it.to_move === "first" ? 1 : -1;
  const list = await listed(visitor);
  assert.equal(await visitor.data(on.board, "position"), it.position);
  assert.deepEqual(list.map(({ move }) => move).sort(), it.moves.map(({ move }) => move).sort());
  for (const { move, worth, best, told } of list) {
    const its = it.moves.find((each) => each.move === move);
    assert.equal(worth, ["loss", "draw", "win"][sign * its.value + 1], `${game} ${line}: ${move}`);
    const figure = Number(told.match(/\d+/)?.[0] ?? (/at once/.test(told) ? 1 : NaN));
    if (its.points) assert.equal(figure, Math.abs(its.points), move);
    else if (its.plies) assert.equal(figure, its.plies, move);
    const isBest = its.value === it.value && its.plies === it.plies && its.points === it.points;
    assert.equal(best, isBest, `${game} ${line}: ${move} is${best ? "" : " not"} among the best`);
  }
  return it;
}

test("at each board: its moves are those of the engine, worth what it says, along a game that is played by the list", async () => {
  const visitor = await come("hexapawn");
  for (const game of games) {
    if (game.startsWith("extendapawn")) {
      await visitor.page.locator('#games [data-game="extendapawn"]').click();
      await visitor.see(shown("extendapawn-4"));
      await visitor.page.locator(`#columns [data-game="${game}"]`).click();
    } else await visitor.page.locator(`#games [data-game="${game}"]`).click();
    await visitor.see(shown(game));
    const line = [];
    for (let ply = 0; ply < 4; ply += 1) {
      const { moves } = await assertTold(visitor, game, line);
      if (!moves.length) break;
      const move = moves[(ply * 7) % moves.length].move;
      await visitor.page.locator(`${byTest("moves")} [data-move="${move}"]`).click();
      line.push(move);
      await visitor.see(shown(game, line));
    }
  }
  await visitor.leave();
});

test("octapawn on the board: the corner wins, the centre loses in twelve; marks and their words say so before a move is made", async () => {
  const visitor = await come("octapawn");
  assert.match(await verdict(visitor), /White to move\. White can always win/);
  const worth = await visitor.page.locator(`${on.board} [data-worth]`).evaluateAll((cells) => cells.map(({ dataset }) => [dataset.cell, dataset.worth]));
  assert.deepEqual(worth, [["a1", "win"], ["b1", "loss"], ["c1", "loss"], ["d1", "win"]]);
  await visitor.press("b1");
  assert.match(await visitor.find(on.cell("b2")).getAttribute("aria-label"), /loses in 12$/);
  await visitor.press("b2");
  await visitor.see(shown("octapawn", ["b1-b2"]));
  assert.equal(await verdict(visitor), "Black to move. Black can always win, in 11 moves at most.");
  await visitor.page.locator(byTest("back")).click();
  await visitor.see(shown("octapawn"));
  await visitor.page.getByRole("link", { name: "From the corner" }).click();
  await visitor.see(shown("octapawn", ["a1-a2"]));
  assert.match(await verdict(visitor), /Black to move\. White can always win/);
  await visitor.leave();
});

test("Gardner's names, Eliasberg's centre and the whole heap", async () => {
  const visitor = await come("mini-checkers");
  assert.match(await verdict(visitor), /Nobody can win/);
  const small = (await visitor.page.locator(`${byTest("moves")} small`).allInnerTexts()).map((text) => text.trim()).sort();
  assert.deepEqual(small, ["C5", "C6", "D6"]);
  await visitor.page.getByRole("link", { name: "C5" }).click();
  await visitor.see(shown("mini-checkers", ["b4-a3"]));
  assert.match(await verdict(visitor), /White can always win/);
  await visitor.page.locator('[data-game="go-3x3"]').click();
  await visitor.see(shown("go-3x3"));
  await visitor.press("b2");
  await visitor.see(shown("go-3x3", ["b2"]));
  assert.equal(await verdict(visitor), "White to move. Black can always win, by 9 points.");
  await visitor.page.locator('[data-game="nim-3x3"]').click();
  await visitor.see(shown("nim-3x3"));
  await visitor.press("a:3");
  await visitor.see(shown("nim-3x3", ["a:3"]));
  assert.match(await verdict(visitor), /Player 2 to move\. Player 1 can always win/);
  await visitor.leave();
});

test("back and forth, by buttons, by the browser and by the moves so far; to the end; each board has its link", async () => {
  const line = ["b1-b2", "a3xb2", "a1xb2"];
  const visitor = await come("hexapawn", line);
  await assertTold(visitor, "hexapawn", line);
  const steps = visitor.page.locator(`${byTest("line")} a`);
  assert.equal(await steps.count(), 4);
  for (const length of [2, 1, 0]) {
    await visitor.page.locator(byTest("back")).click();
    await visitor.see(shown("hexapawn", line.slice(0, length)));
  }
  assert.ok(await visitor.page.locator(byTest("back")).isDisabled());
  await visitor.page.locator(byTest("forward")).click();
  await visitor.see(shown("hexapawn", line.slice(0, 1)));
  await visitor.page.goBack();
  await visitor.see(shown("hexapawn"));
  await steps.nth(3).click();
  await visitor.see(shown("hexapawn", line));
  assert.ok(await visitor.page.locator(byTest("forward")).isDisabled());
  const there = await come("hexapawn", line);
  assert.equal(await verdict(there), await verdict(visitor));
  await there.leave();
  let now = await analysis("hexapawn", line);
  while (!now.end) {
    line.push(now.moves.find(({ plies, value }) => value === now.value && plies === now.plies).move);
    await visitor.page.locator(`${byTest("moves")} [data-move="${line.at(-1)}"]`).click();
    await visitor.see(shown("hexapawn", line));
    now = await analysis("hexapawn", line);
  }
  assert.match(await verdict(visitor), now.value > 0 ? /^White has won\.$/ : /^Black has won\.$/);
  assert.equal(await visitor.data(on.board, "phase"), "over");
  await visitor.leave();
});

test("by the keyboard alone; a move is chosen from the list and the next list has the keyboard", async () => {
  const visitor = await come("hexapawn");
  await visitor.page.locator(`${byTest("moves")} button`).first().focus();
  await visitor.page.keyboard.press("Enter");
  await visitor.page.locator("body[data-shown*='/']").waitFor();
  assert.ok(await visitor.page.locator(`${byTest("moves")} button`).first().evaluate((it) => it === document.activeElement));
  await visitor.leave();
});

test("who steps by the keyboard stays on the button at either end, on the moves so far, and on a first move of the books", async () => {
  const visitor = await come("hexapawn", ["b1-b2"]);
  const { page } = visitor;
  const assertThere = async (it) => assert.ok(await it.evaluate((one) => one === document.activeElement), `${it}`);
  for (const [id, line] of [["back", []], ["forward", ["b1-b2"]], ["again", []]]) {
    for (let time = 0; time < 2; time += 1) await page.locator(byTest(id)).press("Enter");
    await visitor.see(shown("hexapawn", line));
    await assertThere(page.locator(byTest(id)));
  }
  await page.locator(`${byTest("line")} a`).nth(1).press("Enter");
  await visitor.see(shown("hexapawn", ["b1-b2"]));
  await assertThere(page.locator(`${byTest("line")} a[aria-current]`));
  const side = page.locator("#tries a").nth(1);
  await side.press("Enter");
  await visitor.see(shown("hexapawn", ["a1-a2"]));
  await assertThere(side);
  await visitor.leave();
});

test("a link that leads nowhere says so, and the next choice goes on", async () => {
  const visitor = await Visitor.come(house, "/answers?lang=en#octapawn/b1-b4");
  await visitor.page.locator(`${byTest("verdict")}:has-text("leads to no board")`).waitFor();
  visitor.wrongs = visitor.wrongs.filter((wrong) => !/400/.test(wrong));
  await visitor.page.locator('[data-game="nim-3x3"]').click();
  await visitor.see(shown("nim-3x3"));
  await visitor.leave();
});

test("5 x 5 checkers is behind its question; the books lead here", async () => {
  const visitor = await come("octapawn");
  const answer = visitor.page.getByText("in 35 moves at most");
  assert.equal(await answer.isVisible(), false);
  await visitor.page.locator(`${byTest("want-to-know")} summary`).click();
  await answer.waitFor();
  await visitor.page.goto(`${house.url}/books?lang=en`);
  await visitor.page.locator("#answers details.covered summary").click();
  await visitor.page.getByRole("link", { name: "Octapawn, opening in the centre, which Sites had not explored" }).click();
  await visitor.see(shown("octapawn", ["b1-b2"]));
  await visitor.leave();
});

test("on every screen, in German", async () => {
  for (const [width, height] of [[320, 640], [390, 844], [768, 1024], [1280, 800], [1920, 1080]]) {
    for (const game of ["extendapawn-8", "go-3x3"]) {
      const visitor = await come(game, [], { lang: "de", viewport: { width, height } });
      assert.ok(await visitor.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${game}, ${width} px`);
      assert.match(await verdict(visitor), /am Zug\. .* kann immer gewinnen/);
      await visitor.leave();
    }
  }
});
