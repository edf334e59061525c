// What a blind visitor hears of a whole game: every move of both sides once, whose turn it is, how it ended and why.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHouse } from "../server/house.mjs";
import { on, Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

for (const [machine, own] of [["menace", /^You played [abc][123]\.$/], ["her", /^You played [abc][123][–×][abc][123]\.$/]]) {
  test(`a whole game of ${machine} is told in order, and each thing once`, async () => {
    const visitor = await Visitor.come(house, `/machine/${machine}`);
    await visitor.page.evaluate(() => {
      const log = document.querySelector('[data-testid="spoken"]');
      globalThis.heard = [...log.children].map((line) => line.textContent);
      new MutationObserver((records) => records.forEach(({ addedNodes }) => addedNodes.forEach((line) => globalThis.heard.push(line.textContent)))).observe(log, { childList: true });
    });
    assert.equal(await visitor.find(on.spoken).getAttribute("aria-live"), "polite");
    const { seq } = await visitor.anyGame();
    const { episodes } = await house.get(`/machines/${machine}/episodes?limit=5`);
    const { moves, seat, outcome } = episodes.find((episode) => episode.seq === seq);
    await visitor.page.waitForFunction(() => globalThis.heard.some((line) => /beads? (put|taken)|no bead moved/.test(line)));
    const heard = await visitor.page.evaluate(() => globalThis.heard);
    assert.equal(heard.filter((line) => line === "New game").length, 1);
    assert.equal(heard[0], "New game");

    const told = heard.filter((line) => own.test(line) || /(drew|no bead in it)/.test(line));
    const machines = (i) => (i % 2 === 0) === (seat === "first");
    const resigned = heard.some((line) => /no bead in it\.$/.test(line)) ? 1 : 0;
    assert.equal(told.length, moves.length + resigned, `${heard.join(" | ")} tells ${moves.join(" ")}`);
    moves.forEach((move, i) => {
      if (!machines(i)) assert.match(told[i], own);
      for (const square of move.split(/[-x]/)) assert.ok(told[i].includes(square), `${told[i]}: ${move}`);
    });
    const turns = heard.filter((line) => line === "Your turn.").length;
    assert.equal(turns, moves.filter((_, i) => !machines(i)).length, "each turn is announced once");
    const end = { win: / won\. /, draw: /^A draw\. /, loss: /^You won\. / }[outcome];
    assert.equal(heard.filter((line) => end.test(line)).length, 1, heard.join(" | "));
    assert.ok(heard.find((line) => end.test(line)).split(". ").length >= 2, "and the reason with it");
    assert.equal(heard.indexOf(heard.find((line) => end.test(line))), heard.length - 2, "then what it learned, and nothing more");
    await visitor.nextGame();
    await visitor.page.waitForFunction(() => globalThis.heard.filter((line) => line === "New game").length === 2);
    await visitor.leave();
  });
}

/** What the live region has said so far. */
const heard = (visitor) => visitor.find(`${on.spoken} p`).allTextContents();

test("the lesson is told box by box, with the chance before and after, in one line", async () => {
  const visitor = await Visitor.come(house, "/machine/menace");
  const { changes } = await visitor.anyGame();
  const chips = await visitor.find(on.change).evaluateAll((all) => all.map((chip) => [chip.dataset.number, ...[...chip.querySelectorAll(".chip-odds b")].map((each) => each.textContent), chip.querySelector(".effect").textContent.trim()]));
  assert.equal(chips.length, changes.length);
  await visitor.page.waitForFunction(() => /is now|no bead moved/.test(document.querySelector('[data-testid="spoken"]').lastChild.textContent));
  const lines = await heard(visitor);
  const told = lines.filter((line) => line.includes("is now"));
  assert.equal(told.length, 1, "once");
  for (const [box, before, after, effect] of chips) {
    assert.match(told[0], new RegExp(`Box ${box}: [a-z]+ is now ${after}, it was ${before}: ${effect.replace("plays it", "it plays that")}\\.`));
  }
  await visitor.leave();
});

test("at a first visit it is said who one is and where the rules are, and never again", async () => {
  const visitor = await Visitor.come(house, "/machine/menace");
  await visitor.standing();
  const welcome = (lines) => lines.filter((line) => /The button Rules at the top/.test(line));
  await visitor.page.evaluate(() => {
    globalThis.heard = [];
    new MutationObserver((records) => records.forEach(({ addedNodes }) => addedNodes.forEach((line) => globalThis.heard.push(line.textContent)))).observe(document.querySelector('[data-testid="spoken"]'), { childList: true });
  });
  assert.deepEqual(welcome(await heard(visitor)).map((line) => line.split(". ").slice(0, 2).join(". ")), ["You play against MENACE. MENACE starts; you are the crosses"]);
  await visitor.anyGame();
  await visitor.nextGame();
  await visitor.standing();
  assert.deepEqual(welcome(await visitor.page.evaluate(() => globalThis.heard)), []);
  await visitor.page.reload();
  await visitor.standing();
  assert.deepEqual(welcome(await heard(visitor)), [], "the rules are known");
  await visitor.leave();
});

test("one key reads the board, as often as it is pressed there", async () => {
  for (const [machine, reads] of [["her", /^a3, black pawn; b3, black pawn; c3, black pawn; a1, white pawn; b1, white pawn; c1, white pawn\. The rest is empty\. Your turn\.$/], ["nimble", /^Heap A of 3; Heap B of 3; Heap C of 3\. Your turn\.$/]]) {
    const visitor = await Visitor.come(house, `/machine/${machine}`);
    await visitor.standing();
    await visitor.find("#skip").focus();
    await visitor.page.keyboard.press("Enter");
    for (let times = 1; times <= 2; times += 1) {
      await visitor.page.keyboard.press("b");
      await visitor.page.waitForFunction(([pattern, n]) => [...document.querySelectorAll('[data-testid="spoken"] p')].filter((line) => new RegExp(pattern).test(line.textContent)).length === n, [reads.source, times]);
    }
    assert.equal(await visitor.find(on.board).getAttribute("aria-keyshortcuts"), "b");
    await visitor.leave();
  }
});

test("a button of the odds is called what is written on it, and what scrolls is reached by keyboard", async () => {
  const visitor = await Visitor.come(house, "/machine/menace", { viewport: { width: 320, height: 480 } });
  await visitor.standing();
  await visitor.find('[data-testid="rules-close"]').click();
  const letter = await visitor.find(".odd .bead").first().innerText();
  const button = visitor.page.getByRole("button", { name: new RegExp(`^${letter} \\d+\\s%`) });
  assert.ok(await button.count(), `"${letter}" is part of its name`);
  await visitor.anyGame();
  await visitor.page.waitForTimeout(1300); // looked after once a second
  const unreached = await visitor.page.evaluate(() => [...document.querySelectorAll("#stage *")].filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowY) && each.clientHeight > 0 && each.scrollHeight > each.clientHeight + 1 && each.tabIndex < 0 && !each.querySelector("button, a, input")).map((each) => each.className));
  assert.deepEqual(unreached, []);
  assert.ok(await visitor.page.evaluate(() => [...document.querySelectorAll("#stage *")].some((each) => each.scrollHeight > each.clientHeight + 1 && each.tabIndex === 0 && !each.matches("button"))), "something scrolls here");
  await visitor.leave();
});
