// What the pages say is so: each text here was untrue once.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { order, token } from "../server/desk.mjs";
import { eventually, startHouse } from "../server/house.mjs";
import { on, Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse({ env: { MENAGERIE_CURATOR_TOKEN: token } }); });
after(() => house.close());

const words = (visitor, selector) => visitor.find(selector).innerText();

test("games that a machine played against itself are nobody's wins, and their line is not flat", async () => {
  const visitor = await Visitor.come(house, "/machine/ellis");
  await visitor.see("#room .news li");
  assert.doesNotMatch(await words(visitor, "#room"), /visitor won/i);
  assert.match(await words(visitor, "#room"), /played itself/i);
  assert.match(await words(visitor, "#itself"), /2,000 games against itself/);
  assert.match(await words(visitor, '[data-testid="life-words"]'), /taught itself in 2,000 games/);
  assert.equal(await visitor.find("#curve").isVisible(), false);
  await visitor.leave();
});

test("who is alone reads that, and does not see the own board among other people's", async () => {
  const visitor = await Visitor.come(house, "/machine/her");
  await visitor.standing();
  const presence = visitor.find('[data-testid="presence"]');
  await visitor.page.locator('[data-testid="presence"]:has-text("only one")').waitFor();
  await visitor.anyMove();
  await visitor.see(on.phase("your-turn", "over"));
  assert.match(await presence.innerText(), /only one/);
  assert.equal(await visitor.find(on.liveTable).count(), 0);
  const other = await Visitor.come(house, "/machine/her");
  await other.standing();
  await other.anyMove();
  await other.see(on.phase("your-turn"));
  await visitor.page.locator('[data-testid="presence"]:has-text("1 other visitor plays")').waitFor();
  await visitor.see(on.liveTable);
  await other.leave();
  await visitor.leave();
});

test("who is between two games still plays for the others, and one's own second tab is nobody", async () => {
  const visitor = await Visitor.come(house, "/machine/nimble");
  await visitor.standing();
  const is = (page, text) => page.locator(`[data-testid="presence"]:has-text("${text}")`).waitFor();
  await is(visitor.page, "only one");
  const kept = await visitor.page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  const tab = await visitor.context.newPage(); // a tab that was duplicated has what the first one keeps
  tab.setDefaultTimeout(60_000);
  await tab.addInitScript((all) => { if (location.pathname.includes("machine")) Object.assign(sessionStorage, JSON.parse(all)); }, kept);
  await tab.goto(`${house.url}/machine/nimble`);
  await tab.locator(`${on.board}[data-phase="your-turn"]`).waitFor();
  const other = await Visitor.come(house, "/machine/nimble");
  await other.standing();
  await is(other.page, "1 other visitor plays.");
  await is(visitor.page, "1 other visitor plays.");
  await is(tab, "1 other visitor plays.");
  while ((await other.data(on.board, "phase")) !== "over") {
    await other.anyMove();
    await other.see(on.phase("your-turn", "over"));
  }
  await other.see(on.learned);
  const counts = await eventually(async () => {
    const machine = await house.get("/machines/nimble");
    return machine.episodes > 0 && machine;
  });
  assert.deepEqual([counts.playing, counts.watching], [2, 0]);
  assert.match(await words(visitor, '[data-testid="presence"]'), /^1 other visitor plays\.$/);
  await other.leave();
  await is(visitor.page, "only one");
  await is(tab, "only one");
  await tab.close();
  await visitor.leave();
});

test("a move without a box is not told of an open box", async () => {
  const visitor = await Visitor.come(house, "/machine/caswell");
  for (let moves = 0; moves < 60; moves += 1) {
    await visitor.see(on.phase("your-turn", "over"));
    if ((await visitor.data(on.board, "phase")) === "over") break;
    const said = await words(visitor, "#say");
    const heading = await visitor.find("#box-title").textContent();
    if (/draw no bead/.test(said)) assert.doesNotMatch(heading, /is open/, said);
    if (/\. An? \w+ bead!/.test(said)) assert.match(heading, /is open/, said);
    await visitor.anyMove();
  }
  await visitor.leave();
});

test("a frozen machine says that no bead moves, not that they are being counted", async () => {
  await order(house, "/machines/menace-two/freeze", {});
  const visitor = await Visitor.come(house, "/machine/menace-two");
  for (let moves = 0; moves < 9 && (await visitor.data(on.board, "phase")) !== "over"; moves += 1) {
    await visitor.see(on.phase("your-turn", "over"));
    await visitor.anyMove();
    await visitor.see(on.phase("your-turn", "over"));
  }
  await visitor.see(`#lesson:has-text("frozen")`);
  assert.doesNotMatch(await words(visitor, "#lesson"), /counted/);
  await visitor.leave();
});

test("HER is not said to learn from a game that she won", async () => {
  const visitor = await Visitor.come(house, "/machine/her");
  await visitor.standing();
  assert.match(await words(visitor, "#rule"), /If it wins, no bead moves/);
  assert.doesNotMatch(await words(visitor, "main"), /wins or loses, the beads/);
  await visitor.leave();
});

test("a box is not called mastered because one colour is left in it", async () => {
  const visitor = await Visitor.come(house, "/machine/her", { answers: "shown" });
  for (let game = 0; game < 3; game += 1) {
    await visitor.anyGame();
    await visitor.see(`${on.nextGame}:not([disabled])`);
    await visitor.nextGame();
    await visitor.see(on.phase("your-turn"));
  }
  const { boxes } = await house.boxes("her");
  const gold = await visitor.find("#wall .boxes .mb.gold").evaluateAll((all) => all.map(({ dataset }) => Number(dataset.number)));
  assert.deepEqual(gold.filter((number) => boxes[number - 1].solved !== true), []);
  assert.doesNotMatch(await words(visitor, "#wall"), /mastered/i);
  await visitor.leave();
});

test("four beads out of four boxes are four beads", async () => {
  const visitor = await Visitor.come(house, "/machine/menace");
  const { changes, seq } = await visitor.anyGame();
  const beads = changes.reduce((sum, [, was, is]) => sum + Math.abs(is - was), 0);
  const boxes = new Set(changes.map(([number]) => number)).size;
  const told = new RegExp(`\\b${beads} beads? (put into|taken out of) ${boxes} box`);
  assert.match(await words(visitor, "#lesson .heading"), told);
  await visitor.see(on.news(seq));
  assert.match(await words(visitor, on.news(seq)), told);
  await visitor.leave();
});

test("no bead is named before the shake is over", async () => {
  const visitor = await Visitor.come(house, "/machine/menace", { still: false });
  await visitor.standing();
  await visitor.page.evaluate(() => {
    globalThis.early = [];
    const look = () => {
      const shaking = document.querySelector('[data-testid="open-box"].shaking');
      const said = `${document.querySelector("#say").textContent} ${document.querySelector("#note").textContent} ${document.querySelector('[data-testid="spoken"]').lastElementChild?.textContent ?? ""}`;
      if (shaking && document.querySelector('[data-testid="board"]').dataset.phase === "machine" && / bead!/.test(document.querySelector("#say").textContent)) globalThis.early.push(said);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  for (let moves = 0; moves < 2; moves += 1) {
    await visitor.anyMove();
    await visitor.see(on.phase("your-turn", "over"));
    if ((await visitor.data(on.board, "phase")) === "over") break;
    assert.match(await words(visitor, "#say"), / bead! I play here\./);
  }
  assert.deepEqual(await visitor.page.evaluate(() => globalThis.early), []);
  await visitor.leave();
});

test("the skip link gives the board the keyboard", async () => {
  const visitor = await Visitor.come(house, "/machine/menace");
  await visitor.standing();
  await visitor.page.keyboard.press("Tab");
  assert.equal(await visitor.page.evaluate(() => document.activeElement?.id), "skip");
  await visitor.page.keyboard.press("Enter");
  assert.ok(await visitor.page.evaluate(() => document.activeElement?.dataset.cell));
  await visitor.page.goto(house.url);
  await visitor.see(on.exhibits);
  await visitor.page.keyboard.press("Tab");
  await visitor.page.keyboard.press("Enter");
  assert.ok(await visitor.page.evaluate(() => document.activeElement?.classList.contains("exhibit")));
  await visitor.leave();
});

test("a drawer with hundreds of beads shows heaps that say how many they are", async () => {
  const created = await order(house, "/machines", { name: "heaps", game: "noughts-and-crosses", seat: "second", rule: "cs441,start=300" });
  assert.equal(created.status, 201, created.text);
  const visitor = await Visitor.come(house, "/machine/heaps");
  await visitor.standing();
  await visitor.anyMove();
  await visitor.see(`${on.phase("your-turn")}[data-ply="2"]`);
  await visitor.see(`${on.openBox} .heap small`); // what draws heaps is fetched where there is one
  const beads = await visitor.find(`${on.openBox} .heap small`).evaluateAll((all) => all.reduce((sum, { textContent }) => sum + Number(textContent.replaceAll(",", "")), 0));
  const number = Number(await visitor.data(on.openBox, "number"));
  const { boxes } = await house.boxes("heaps");
  assert.ok(beads >= 600, `${beads} beads`);
  assert.equal(beads, boxes[number - 1].beads);
  await visitor.leave();
});

test("the guess comes before the draw, and is told after it", async () => {
  const visitor = await Visitor.come(house, "/machine/menace");
  await visitor.standing();
  await visitor.find('[data-testid="rules-close"]').click();
  await visitor.find('[data-testid="guess"]').click();
  await visitor.anyMove();
  await visitor.page.locator('#say:has-text("Which bead will come")').waitFor();
  assert.equal(await visitor.find(`${on.openBox} :is(.bead.drawn, .odd.on)`).count(), 0, "nothing shows the bead");
  await visitor.find(`${on.openBox} .odd`).first().click();
  await visitor.see(on.phase("your-turn"));
  assert.match(await words(visitor, "#say"), /guessed/);
  await visitor.leave();
});

test("HER is shown against the best reply as well as against who never errs, and who that is is told once", async () => {
  const chances = (await house.get("/machines/her/strength?at=1")).sides[0];
  assert.deepEqual([chances.optimal.win, chances.best_response.win].map((chance) => chance.toFixed(3)), ["0.304", "0.125"]);
  const visitor = await Visitor.come(house, "/machine/her");
  await visitor.standing();
  const { sides: [side] } = await house.get("/machines/her/strength");
  const figures = [side.optimal, side.best_response].map(({ win, draw }) => `${Math.round(100 * (win + draw))}\\s%`);
  await visitor.page.locator("#replies:not([hidden])").waitFor();
  assert.match(await words(visitor, "#replies"), new RegExp(`makes no mistakes it does not lose ${figures[0]} .*, and ${figures[1]} against the best answer`));
  assert.equal(await visitor.page.getByText("only guesses where every move loses").count(), 1);
  await visitor.leave();
});

test("a German page calls the machines by German names", async () => {
  const visitor = await Visitor.come(house, "/machine/octapawn?lang=de");
  await visitor.standing();
  assert.match(await words(visitor, "#title"), /achtbauern/i);
  assert.match(await words(visitor, ".about"), /K schwarz/);
  await visitor.page.goto(`${house.url}/?lang=de`);
  await visitor.see(on.exhibit("extendapawn"));
  assert.match(await words(visitor, on.exhibit("extendapawn")), /breitbauern/i);
  assert.doesNotMatch(await words(visitor, "#hall"), /octapawn|extendapawn|mini-checkers|carnival/i);
  await visitor.leave();
});
