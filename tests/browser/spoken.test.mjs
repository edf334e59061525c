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
