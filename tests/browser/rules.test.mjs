// The rules are at hand at every table: open on a visitor's first game of that kind, and one touch away ever after.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, test } from "node:test";
import { bin, startHouse } from "../server/house.mjs";
import { on, Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

const run = (words) => execFileSync(bin, words, { encoding: "utf8" });
const open = '[data-testid="rules-open"]';

test("each table shows its own game's rules, with three moves drawn on its own board, before and after", async () => {
  const { machines } = await house.get("/machines");
  const { games } = await house.get("/games");
  const visitor = await Visitor.come(house, "/");
  const told = new Map();
  for (const { name, game } of machines) {
    await visitor.page.goto(`${house.url}/machine/${name}`);
    await visitor.standing();
    const rules = visitor.find(on.rules);
    const known = told.has(game);
    assert.equal(await rules.isVisible(), !known, `${name}: ${known ? "its rules were seen at another table" : "its rules are open at once"}`);
    if (known) await visitor.find(open).click();
    await visitor.see(`${on.rules} .steps`);
    const words = (await rules.innerText()).replace(/\s+/g, " ");
    const pictures = rules.locator("svg.picture");
    assert.equal(await pictures.count(), 6);
    assert.equal(await rules.locator(".pair .then").count(), 3, "an arrow from before to after");
    const { board } = games.find((each) => each.name === game);
    const frame = await pictures.first().getAttribute("viewBox");
    if (board.kind !== "piles") assert.equal(frame, `-2 -2 ${32 * board.columns + 4} ${32 * board.rows + 4}`, `${name}: drawn on its own board`);
    if (known) assert.ok(words.includes(told.get(game).split(" Let me")[0].split(/\. /).at(-2)), `${words} has what ${told.get(game)} has`);
    told.set(game, words);
    await rules.locator('[data-testid="rules-close"]').click();
    assert.equal(await rules.isVisible(), false);
    await visitor.find(open).click();
    assert.equal(await rules.isVisible(), true);
    await visitor.find(open).click();
  }
  assert.ok(new Set(told.values()).size >= 6, "other games have other rules");
  await visitor.leave();
});

test("rules that were open give way when the visitor plays", async () => {
  const visitor = await Visitor.come(house, "/machine/menace");
  await visitor.see(on.rules);
  await visitor.anyMove();
  await visitor.find(on.rules).waitFor({ state: "hidden" });
  await visitor.leave();
});

test("the pictures of the rules show moves that can be played, by the visitor's own side, and the last one wins", async () => {
  const visitor = await Visitor.come(house, "/");
  const rules = await visitor.page.evaluate(async () => (await import("/js/rules_card.js")).RULES);
  const { games } = await house.get("/games");
  const solve = (game, position) => JSON.parse(run(["solve", game, "--position", position, "--format", "json"]));
  for (const [name, { steps }] of Object.entries(rules)) {
    const game = name.replace("-first", "");
    const { board } = games.find((each) => each.name === game);
    assert.equal(steps.length, 3, name);
    for (const [i, [before, move, after]] of steps.entries()) {
      assert.match(before, /[^./ ].*/, `${name}: no board is empty before a move`);
      const told = solve(game, before);
      const found = told.moves.find((each) => each.move === move);
      assert.ok(found, `${name}: ${move} can be played on ${before}`);
      const ends = found.replies.length === 0;
      if (!ends) assert.deepEqual(solve(game, after).moves.map((each) => each.move).sort(), found.replies.map((each) => each.move).sort(), `${name}: ${after} is what comes of ${move} on ${before}`);
      if (i < 2) continue;
      const first = told.to_move === "first";
      if (board.kind === "points") assert.equal(Math.sign(found.points), first ? 1 : -1, `${name}: it wins`);
      else assert.equal(found.value, first ? 1 : -1, `${name}: it wins`);
      if (board.kind !== "points" && !/misere/.test(game)) assert.ok(ends, `${name}: and at once`);
    }
    if (board.kind === "dark_squares") {
      const [before, , after] = steps[1];
      const kings = (text) => text.split(" ")[0].replace(/[^WB]/g, "").length;
      assert.equal(kings(after), kings(before) + 1, `${name}: a man becomes a king`);
    }
  }
  await visitor.leave();
});

test("the rules' pictures are those of the visitor's side", async () => {
  const visitor = await Visitor.come(house, "/");
  const steps = await visitor.page.evaluate(async () => {
    const { stepsOf } = await import("/js/rules_card.js");
    const pawns = { kind: "squares", columns: 3, rows: 3, pieces: ".wb", movers: "wb" };
    const marks = { kind: "squares", columns: 3, rows: 3, pieces: ".XO", movers: "" };
    return { white: stepsOf("hexapawn", pawns, "first"), black: stepsOf("hexapawn", pawns, "second"), begins: stepsOf("noughts-and-crosses", marks, "first"), answers: stepsOf("noughts-and-crosses", marks, "second") };
  });
  assert.deepEqual(steps.white[2], ["bb./.wb/w.w w", "b2xa3", "wb./..b/w.w b"]);
  assert.deepEqual(steps.black[2], ["b.b/wb./.ww b", "", "b.b/w../.wb w"]);
  assert.match(steps.begins[2][2], /XXX/);
  assert.match(steps.answers[2][2], /OOO/);
  await visitor.leave();
});

test("who begins plays noughts, whatever is written: MENACE its noughts, its visitor crosses; and who begins against its twin noughts", async () => {
  const visitor = await Visitor.come(house, "/machine/menace");
  await visitor.standing();
  const drawn = () => visitor.page.evaluate(() => Object.fromEntries([..."XO"].map((letter) => [letter,
    [...new Set([...document.querySelectorAll('[data-testid="board"] .cell')].filter((cell) => cell.dataset.piece?.startsWith(letter)).map((cell) => cell.querySelector("svg [class^=p-]").getAttribute("class")))]])));
  assert.deepEqual(await drawn(), { X: ["p-nought"], O: [] });
  await visitor.page.locator('[data-testid="board"] .cell[data-legal]').first().click();
  await visitor.see('[data-testid="board"] .cell[data-piece^="O"]');
  assert.deepEqual(await drawn(), { X: ["p-nought"], O: ["p-cross"] });
  assert.match(await visitor.page.locator('[data-testid="board"] .cell[data-piece^="O"]').first().getAttribute("aria-label"), /cross/);
  const twin = await visitor.page.evaluate(async () => {
    const { picture } = await import("/js/picture.js");
    const layout = { kind: "squares", columns: 3, rows: 3, pieces: ".XO", movers: "" };
    return [...picture(layout, "X../.O./...").querySelectorAll("[class^=p-]")].map((shape) => shape.getAttribute("class"));
  });
  assert.deepEqual(twin, ["p-nought", "p-cross"]);
  await visitor.leave();
});

test("at a first visit the rules stand beside the open box, and both are seen", async () => {
  for (const [width, height] of [[320, 640], [390, 844], [844, 390], [1280, 800], [1920, 1080]]) {
    for (const machine of ["menace", "her", "caswell"]) {
      const visitor = await Visitor.come(house, `/machine/${machine}?lang=${width === 390 ? "de" : "en"}`, { viewport: { width, height } });
      await visitor.standing();
      await visitor.see(`${on.rules} .steps`);
      await visitor.drawn();
      const seen = (selector) => visitor.find(selector).first().evaluate((part) => {
        const { x, y, width: w, height: h } = part.getBoundingClientRect();
        return w > 20 && h > 20 && x >= 0 && y >= 0 && y + h <= innerHeight && x + w <= innerWidth && part.contains(document.elementFromPoint(x + w / 2, y + h / 2));
      });
      for (const selector of [`${on.openBox} .sleeve`, `${on.rules} .pair`, '[data-testid="rules-close"]', ...(machine === "menace" ? [`${on.openBox} .drawer`] : []), ...(height >= 640 ? [on.board, "#turn", "#say", `${on.rules} .steps li:last-child`] : [])]) assert.ok(await seen(selector), `${selector} of ${machine} at ${width} x ${height}`);
      await visitor.leave();
    }
  }
});
