// The laboratory: the address is the run, a change begins anew, and a teacher can hide what a class is not to touch.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { freePorts, startHouse } from "../server/house.mjs";
import { assertSound } from "./sound.mjs";
import { on, Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse({ flags: ["--practices-per-minute-max", "0", "--exports-per-client-max", "8"] }); });
after(() => house.close());

const byTest = (id) => `[data-testid="${id}"]`;
const link = "/lab#machine=her&rule=gardner-her,win=%2B1&against=random&games=60&seed=1962";

async function bench(address, options) {
  const visitor = await Visitor.come(house, address, options);
  await visitor.page.locator(`${byTest("told")}:not(:empty)`).waitFor(); // the bench stands
  await visitor.page.locator(`${byTest("first")} .bar`).first().waitFor();
  return visitor;
}

/** Runs the life to its end. @returns {Promise<string>} the curve */
async function lived(visitor) {
  await visitor.page.locator(byTest("run")).click();
  await visitor.page.locator(`${byTest("told")}:text-matches("\\\\d+ games: \\\\d+ won")`).waitFor();
  return visitor.page.locator(byTest("life")).getAttribute("d");
}

test("a link opened twice gives the same curve, figures and boxes; another number another life", async () => {
  const seen = [];
  for (const address of [link, link, link.replace("1962", "1963")]) {
    const visitor = await bench(address);
    seen.push([await lived(visitor), await visitor.page.locator(byTest("told")).innerText(), await visitor.page.locator(byTest("first")).innerText()]);
    await visitor.leave();
  }
  assert.deepEqual(seen[0], seen[1]);
  assert.notEqual(seen[0][0], seen[2][0]);
});

test("what is shown is what the server plays, game by game", async () => {
  const visitor = await bench(link);
  const rows = (await house.ask(`/api/v1/experiments?${link.slice(5)}`)).text.trimEnd().split("\n").map((line) => JSON.parse(line));
  const games = rows.filter((row) => row.game);
  const counts = (await house.get("/machines/her/boxes/1")).moves.map(() => 1);
  for (const game of games.slice(0, 12)) {
    await visitor.page.locator(byTest("one")).click();
    await visitor.page.locator(`${byTest("told")}:has-text("Game ${game.game} of 60")`).waitFor();
    for (const [box, bead, , beads] of game.changes) if (box === 1) counts[bead] = beads;
    assert.deepEqual(await visitor.page.locator(`${byTest("first")} b`).allInnerTexts(), counts.map(String), `after game ${game.game}`);
    const marked = await visitor.page.locator(`${byTest("rule")} .now`).innerText();
    assert.match(marked, { win: /^After a win/, draw: /^After a draw/, loss: /^After a loss/ }[game.result]);
  }
  await visitor.leave();
});

test("a change of a setting begins anew, is in the rule's words and in the address", async () => {
  const visitor = await bench("/lab#machine=menace&against=random&games=30");
  await lived(visitor);
  await visitor.page.getByRole("spinbutton", { name: "After a win" }).fill("5");
  await visitor.page.getByRole("combobox", { name: "An empty box" }).selectOption("top-up");
  await visitor.page.locator(`${byTest("rule")} li:has-text("add 5 for each bead that it drew")`).waitFor();
  assert.match(await visitor.page.evaluate(() => location.hash), /rule=michie-1961,win=%2B5,empty=top-up/);
  assert.equal(await visitor.page.locator(byTest("life")).getAttribute("d"), null);
  await lived(visitor);
  await visitor.page.getByRole("combobox", { name: "The machine" }).selectOption("her");
  await visitor.page.locator(`${byTest("rule")} li:has-text("After a win no bead moves")`).waitFor();
  assert.match(await visitor.page.evaluate(() => location.hash), /^#machine=her&against=random&games=30/);
  await visitor.leave();
});

test("a pupil's bench: what the address hides is not there, and it still runs as the address says", async () => {
  const hidden = "machine,analyse,empty,choose,boxes,against,games,seed,win,draw";
  const visitor = await bench(`/lab#machine=menace&rule=michie-1961,start=8/6/4/2&against=optimal&games=20&hide=${hidden}`);
  const open = await visitor.page.locator("#settings .set:visible").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-set")));
  assert.deepEqual(open, ["start", "loss"]);
  await lived(visitor);
  assert.match(await visitor.page.locator(byTest("rule")).innerText(), /8, 6, 4, 2/);
  assert.match(await visitor.page.evaluate(() => location.hash), /hide=machine,analyse,empty/);
  await visitor.leave();
});

test("a thousand lives are a band with their figures; a curve is kept beside the next", async () => {
  const visitor = await bench("/lab#machine=her&against=random&games=50");
  const curve = await lived(visitor);
  await visitor.page.locator(byTest("keep")).click();
  assert.equal(await visitor.page.locator(".kept").getAttribute("d"), curve);
  await visitor.page.locator(byTest("another")).click();
  await visitor.page.locator(`${byTest("told")}:text-matches("\\\\d+ games: \\\\d+ won")`).waitFor();
  assert.match(await visitor.page.evaluate(() => location.hash), /seed=2/);
  await visitor.page.locator(byTest("lives")).click();
  await visitor.page.locator(`${byTest("told")}:has-text("1,000 lives:")`).waitFor();
  assert.ok(await visitor.page.locator(".band").count());
  await visitor.leave();
});

test("what cannot be is not asked for, and a link that cannot be says why", async () => {
  const visitor = await bench("/lab#machine=her&games=20");
  await visitor.page.getByRole("spinbutton", { name: "Games in a life" }).fill("0");
  await visitor.page.keyboard.press("Tab");
  assert.doesNotMatch(await visitor.page.evaluate(() => location.hash), /games=0/);
  await visitor.page.goto(`${house.url}/lab#machine=her&games=20&against=menace`);
  await visitor.page.locator(byTest("one")).click();
  await visitor.page.locator(`${byTest("told")}:has-text("a machine that plays hexapawn")`).waitFor();
  visitor.wrongs = visitor.wrongs.filter((wrong) => !/400/.test(wrong));
  await visitor.leave();
});

const rowsOf = async (query) => (await house.ask(`/api/v1/experiments?${query}`)).text.trimEnd().split("\n").map((line) => JSON.parse(line));
const textOf = (visitor, id) => visitor.page.locator(byTest(id)).innerText();

/** What lies in all boxes after so many games of these rows, as the page tells it. */
function wallOf(rows, games) {
  const counts = rows.find((row) => row.boxes).boxes.map(({ moves, beads }) => moves.map(() => beads));
  for (const { changes } of rows.filter((row) => row.game).slice(0, games)) for (const [box, bead, , beads] of changes) counts[box - 1][bead] = beads;
  const sum = counts.flat().reduce((all, beads) => all + beads, 0);
  return `${counts.length.toLocaleString("en")} boxes, ${sum.toLocaleString("en")} beads, ${counts.filter((box) => box.every((beads) => beads === 0)).length} empty`;
}

test("move by move: the board, the box that was opened and the bead drawn are those of the game; then the wall has its lesson", async () => {
  const visitor = await bench(link);
  const rows = await rowsOf(`${link.slice(5)}&boards=1`);
  const { boxes } = rows.find((row) => row.boxes);
  assert.equal(await textOf(visitor, "wall-told"), wallOf(rows, 0));
  for (const game of rows.filter((row) => row.game).slice(0, 3)) {
    for (let ply = 1; ply < game.boards.length; ply += 1) {
      await visitor.page.locator(byTest("oneMove")).click();
      const last = ply === game.boards.length - 1;
      await visitor.page.locator(`${byTest("now")}:has-text("Game ${game.game}${last ? " is" : ""}")`).waitFor();
      const pieces = [...game.boards[ply].split(" ")[0]].filter((piece) => /[a-z]/i.test(piece)).length;
      assert.equal(await visitor.page.locator(`${byTest("board")} .p-man`).count(), pieces, game.boards[ply]);
      const [, box, bead] = game.draws.filter(([at]) => at < ply).at(-1) ?? [];
      if (!box) continue;
      assert.equal(await visitor.page.locator(`${byTest("box")} h3`).innerText(), `Box ${box}`);
      assert.equal(await visitor.page.locator(`${byTest("box")} .on .hear`).textContent(), boxes[box - 1].moves[bead]);
    }
    assert.equal(await textOf(visitor, "wall-told"), wallOf(rows, game.game));
  }
  await visitor.leave();
});

test("all boxes at any speed, from HER's to octapawn's 2,791, and nothing moves out of its place", async () => {
  for (const query of ["machine=menace&against=random&games=120&seed=4", "machine=octapawn&against=random&games=40&seed=2"]) {
    const visitor = await bench(`/lab#${query}`, { still: false });
    const rows = await rowsOf(`${query}&boards=1`);
    await visitor.page.locator(`${byTest("wall-told")}:has-text("boxes")`).waitFor();
    const places = () => visitor.page.locator("#go, #board, #box, #chart, #first, #wall, #rule").evaluateAll((all) => all.map((each) => [each.id, each.offsetTop, each.offsetHeight]).filter(([id]) => id !== "rule"));
    const before = await places();
    for (const speed of ["every move", "slow", "all at once"]) {
      await visitor.page.getByRole("radio", { name: speed }).check({ force: true });
      await visitor.page.locator(byTest("run")).click();
      if (speed === "all at once") break;
      await visitor.page.locator(`${byTest("now")}:has-text("Game")`).waitFor();
      await visitor.page.locator(`${byTest("run")}:has-text("Pause")`).click();
    }
    await visitor.page.locator(`${byTest("told")}:text-matches("\\\\d+ games: \\\\d+ won")`).waitFor();
    assert.equal(await textOf(visitor, "wall-told"), wallOf(rows, rows.length));
    assert.deepEqual(await places(), before);
    const painted = await visitor.page.locator(byTest("wall")).evaluate((canvas) => new Set(new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size);
    assert.ok(painted > 5, "boxes and beads have their colours");
    await visitor.leave();
  }
});

test("HER beside a twin that asks which move was the mistake: the rule is among the known ones, and its words say so", async () => {
  const visitor = await bench("/lab#machine=her&against=optimal&games=300&seed=1959&stop=unbeatable&beside=self-analysis");
  const ends = await Promise.all(["", "&rule=self-analysis"].map(async (rule) => (await rowsOf(`machine=her${rule}&against=optimal&games=300&seed=1959&stop=unbeatable`)).at(-1).end));
  await visitor.page.locator(byTest("run")).click();
  await visitor.page.locator(`${byTest("told")}:has-text("Second bench: ${ends[1].games} games")`).waitFor();
  const told = await textOf(visitor, "told");
  ends.forEach((end, i) => assert.ok(told.includes(`${["First", "Second"][i]} bench: ${end.games} games: ${end.won} won, ${end.drawn} drawn, ${end.lost} lost. After game ${end.unbeatable_after} nobody could beat it.`), told));
  await visitor.page.getByRole("radio", { name: "Second bench" }).check({ force: true });
  await visitor.page.locator(`${byTest("rule")} li:has-text("which move was the mistake")`).waitFor();
  assert.equal(await visitor.page.getByRole("combobox", { name: "A known rule" }).inputValue(), "self-analysis");
  await visitor.leave();
});

test("after a loss the mistake alone can be chosen: it is in the address, in the rule's words and in what the server plays; the address hides it", async () => {
  const told = [
    ["en", "After a loss it learns from", "its mistake alone", "which move was the mistake"],
    ["de", "Nach einer Niederlage lernt sie aus", "ihrem Fehler allein", "welcher Zug der Fehler war"],
  ];
  for (const [lang, name, chosen, words] of told) {
    const visitor = await bench(`/lab?lang=${lang}#machine=her&against=random&games=60&seed=1962`);
    const choice = visitor.page.getByRole("combobox", { name });
    assert.equal(await choice.inputValue(), "no");
    await choice.selectOption("yes");
    await visitor.page.locator(`${byTest("rule")} li:has-text("${words}")`).waitFor();
    assert.ok((await choice.locator("option:checked").textContent()).startsWith(chosen));
    const hash = await visitor.page.evaluate(() => location.hash);
    assert.match(hash, /^#machine=her&rule=gardner-her,analyse=yes&/);
    const { end } = (await rowsOf(hash.slice(1))).at(-1);
    await visitor.page.locator(byTest("run")).click();
    await visitor.page.locator(`${byTest("told")}:text-matches("60 .*\\\\b${end.won} .*\\\\b${end.lost} ")`).waitFor();
    await choice.selectOption("no");
    await visitor.page.waitForFunction(() => !location.hash.includes("analyse"));
    await visitor.leave();
  }
  const twin = await bench("/lab#machine=her&rule=self-analysis&against=random&games=20");
  assert.equal(await twin.page.getByRole("combobox", { name: "After a loss it learns from" }).inputValue(), "yes");
  await twin.page.goto(`${house.url}/lab#machine=her&rule=self-analysis&against=random&games=20&hide=analyse`);
  await twin.page.locator('[data-set="analyse"][hidden]').waitFor({ state: "attached" });
  assert.match(await twin.page.evaluate(() => location.hash), /analyse=yes.*hide=analyse/);
  await twin.leave();
});

test("two rules beside each other on the same games: both curves and results are what the server plays, and the link holds both", async () => {
  const visitor = await bench("/lab#machine=menace&against=random&games=60");
  await visitor.page.locator(byTest("beside")).click();
  await visitor.page.getByRole("combobox", { name: "A known rule" }).selectOption("tretyakov");
  await visitor.page.getByRole("spinbutton", { name: "After a win" }).fill("2");
  await visitor.page.keyboard.press("Tab");
  const hash = await visitor.page.evaluate(() => location.hash);
  assert.equal(hash, "#machine=menace&against=random&games=60&seed=1&beside=tretyakov,win=%2B2");
  const told = async (on) => {
    await on.page.locator(byTest("run")).click();
    await on.page.locator(`${byTest("told")}:has-text("Second bench: 60 games")`).waitFor();
    return [await textOf(on, "told"), await on.page.locator(byTest("life")).getAttribute("d"), await on.page.locator(byTest("beside-life")).getAttribute("d")];
  };
  const seen = await told(visitor);
  assert.notEqual(seen[1], seen[2]);
  const ends = await Promise.all(["machine=menace", "machine=menace&rule=tretyakov,win=%2B2"].map(async (query) => (await rowsOf(`${query}&against=random&games=60&seed=1`)).at(-1).end));
  ends.forEach((end, i) => assert.ok(seen[0].includes(`${["First", "Second"][i]} bench: 60 games: ${end.won} won, ${end.drawn} drawn, ${end.lost} lost`), seen[0]));
  const again = await bench(`/lab${hash}`);
  assert.deepEqual(await told(again), seen);
  assert.equal(await again.page.locator(".legend li:visible").count(), 2);
  await again.page.getByRole("radio", { name: "Second bench" }).check({ force: true });
  await again.page.locator(`${byTest("rule")} li:has-text("add 2 for each bead")`).waitFor();
  await again.page.locator(byTest("beside")).click();
  assert.equal(await again.page.evaluate(() => location.hash), "#machine=menace&against=random&games=60&seed=1");
  await again.leave();
  await visitor.leave();
});

test("its games are taken along as a table, and the curve is told in figures", async () => {
  const visitor = await bench(link);
  const games = (await rowsOf(link.slice(5))).filter((row) => row.game);
  const [file] = await Promise.all([visitor.page.waitForEvent("download"), visitor.page.locator(byTest("csv")).click()]);
  const lines = readFileSync(await file.path(), "utf8").trimEnd().split("\r\n");
  assert.equal(lines[0], "game,seat,result,resigned,moves,changes");
  assert.deepEqual(lines.slice(1), games.map((game) => [game.game, game.seat, game.result, game.resigned ?? "", game.moves, game.changes.map((change) => change.join(":")).join(" ")].join(",")));
  await lived(visitor);
  await visitor.page.getByText("The curve as a table").click();
  const table = await visitor.page.locator(`${byTest("table")} tbody tr`).evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => Number(cell.textContent))));
  assert.equal(table.length, 10);
  for (const [game, ...figures] of table) assert.deepEqual(figures, ["win", "draw", "loss"].map((result) => games.slice(0, game).filter((row) => row.result === result).length));
  await visitor.leave();
});

test("where the museum does not answer, the bench says so", async () => {
  const visitor = await Visitor.come(house, "/stories", { serviceWorkers: "block" }); // whose requests no test could answer for
  await visitor.page.route("**/api/v1/rules", (route) => route.abort());
  await visitor.page.goto(`${house.url}/lab`);
  await visitor.page.locator(`${byTest("told")}:has-text("Try again in a minute.")`).waitFor();
  visitor.wrongs = visitor.wrongs.filter((wrong) => !/ERR_FAILED/.test(wrong));
  await visitor.leave();
});

test("half an answer is told in the page's language, not in the browser's", async () => {
  const visitor = await bench(link.replace("/lab", "/lab?lang=de"));
  await visitor.page.route("**/experiments?*", (route) => route.fulfill({ body: '{"experiment":' }));
  await visitor.page.locator(byTest("run")).click();
  await visitor.page.locator(`${byTest("told")}:has-text("Das Museum hat dafür gerade keine Zeit")`).waitFor();
  await visitor.leave();
});

test("by keyboard, in German, on every screen", async () => {
  for (const [width, height] of [[320, 640], [390, 844], [768, 1024], [1280, 800], [1920, 1080]]) {
    const visitor = await bench("/lab?lang=de#machine=him&against=her&games=20", { viewport: { width, height } });
    await visitor.page.locator(byTest("run")).focus();
    await visitor.page.keyboard.press("Enter");
    await visitor.page.locator(`${byTest("told")}:text-matches("\\\\d+ Partien: \\\\d+ gewonnen")`).waitFor();
    assert.ok(await visitor.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px`);
    await visitor.leave();
  }
});

const GRID = "#board [role=grid]";

/** Plays the visitor's game at the bench to its end. */
async function playAtBench(visitor) {
  const over = `${byTest("seat-next")}:not([disabled])`;
  for (;;) {
    await visitor.see(`${over}, ${on.phase("your-turn")}`);
    if (await visitor.page.locator(over).count()) return;
    const ply = await visitor.page.locator(GRID).getAttribute("data-ply");
    await visitor.page.locator(`${on.board} [data-mark="from"]`).first().click();
    await visitor.page.locator(`${on.board} [data-mark="to"], ${on.board} [data-mark="capture"]`).first().click();
    await visitor.see(`${over}, ${GRID}:not([data-ply="${ply}"])`);
    await visitor.see(`${over}, ${on.phase("your-turn", "over")}`);
    if ((await visitor.page.locator(GRID).getAttribute("data-phase")) === "over") await visitor.see(over);
  }
}

test("a visitor sits down at a copy of his own: it learns from him alone, and its loss is told kindly", async () => {
  let own = await startHouse({ port: (await freePorts(1))[0] });
  const visitor = await Visitor.come(own, "/lab#machine=her&rule=gardner-her,win=%2B1&against=random&games=60&seed=1962");
  await visitor.page.locator(`${byTest("first")} .bar`).first().waitFor();
  await visitor.find(byTest("sit")).click();
  const told = visitor.page.locator(byTest("told"));
  for (let game = 1; game <= 3; game += 1) {
    await playAtBench(visitor);
    assert.match(await told.innerText(), new RegExp(`^Game ${game}( is|:)`));
    if (game === 2) await assertSound(visitor, "a seat at the bench");
    if (game < 3) await visitor.find(byTest("seat-next")).click();
  }
  assert.match(await visitor.page.locator(byTest("life")).getAttribute("d"), /L|l|H|V/);
  assert.equal((await own.get("/machines/her")).episodes, 0, "no exhibit has changed");
  const port = Number(own.host.split(":").at(-1));
  visitor.houseIsGone = true;
  await own.kill();
  await told.filter({ hasText: "comes back by itself" }).waitFor();
  own = await startHouse({ port });
  await told.filter({ hasText: "Your copy is gone" }).waitFor();
  await visitor.find(byTest("seat-next")).click();
  await visitor.see(on.phase("your-turn"));
  await visitor.find(byTest("again")).click(); // the bench as before
  await visitor.page.locator(`${byTest("told")}:has-text("Nothing has been played yet")`).waitFor();
  await visitor.leave();
  await own.close();
});
