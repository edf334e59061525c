// The curator's desk in a browser: the token opens it, acts are looked at before they are done, and what is created is played.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { order, token } from "../server/desk.mjs";
import { assertVerified, eventually, startHouse } from "../server/house.mjs";
import { playEpisode, sitDown } from "../server/visitor.mjs";
import { on, Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse({ env: { MENAGERIE_CURATOR_TOKEN: token } }); });
after(() => house.close());

const testid = (name) => `[data-testid="${name}"]`;
const tag = (name) => `${testid("tag")}[data-name="${name}"]`;
const form = (name) => testid(`form-${name}`);
const title = (words) => `${testid("sheet-title")}:has-text("${words}")`;
const row = (act, machine) => `${testid("audit-row")}[data-act="${act}"][data-machine="${machine}"]`;

async function teach(machine, games) {
  const visitor = await sitDown(house, machine);
  for (let game = 0; game < games; game += 1) await playEpisode(visitor);
  await visitor.close();
}

async function openDesk(options, path = "/curator") {
  const curator = await Visitor.come(house, path, options);
  await (await curator.see(testid("token"))).fill(token);
  await curator.page.keyboard.press("Enter");
  await curator.see(testid("desk"));
  return curator;
}

/** Fills a form in and looks at what it would do. */
async function look(curator, name, fields = {}) {
  const act = curator.find(`${testid("act")}[data-act="${name}"]`);
  if (await act.count()) await act.click();
  const it = curator.find(form(name));
  for (const [field, value] of Object.entries(fields)) {
    const control = it.locator(`[name="${field}"]`);
    if (await control.evaluate((element) => element.tagName === "SELECT")) await control.selectOption(value);
    else await control.fill(value);
  }
  await it.locator("button:not([type])").click();
}

async function say(curator, answer) {
  const words = [await (await curator.see(testid("summary"))).innerText(), await curator.find(testid("effect")).innerText()].join(" ");
  await curator.find(testid(answer)).click();
  if (answer === "do-it") {
    await curator.find(`${testid("done")}:has-text("${words.slice(0, 30)}")`).waitFor();
    await curator.find(`${testid("desk")}:not([aria-busy])`).waitFor();
  }
  return words;
}

test("a wrong token opens nothing, the right one opens the desk, and it is kept nowhere", async () => {
  const curator = await Visitor.come(house, "/curator");
  await (await curator.see(testid("token"))).fill("not the curator's token");
  await curator.page.keyboard.press("Enter");
  assert.match(await (await curator.see(testid("door-fault"))).innerText(), /not the curator/);
  assert.equal(await curator.find(testid("desk")).isVisible(), false);
  curator.wrongs = curator.wrongs.filter((words) => !/401/.test(words));
  await curator.find(testid("token")).fill(token);
  await curator.find(testid("open-desk")).click();
  await curator.see(testid("desk"));
  const { machines } = await house.get("/machines");
  assert.equal(await curator.find(testid("tag")).count(), machines.length);
  const kept = await curator.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, document.documentElement.outerHTML]));
  assert.ok(!kept.includes(token));
  await curator.find(testid("lock")).click();
  await curator.see(testid("token"));
  assert.equal(await curator.find(testid("desk")).isVisible(), false);
  await curator.leave();
});

test("a reset is looked at first: left alone it changes nothing, done it begins an era with a plaque", async () => {
  await teach("menace", 3);
  const curator = await openDesk({}, "/curator#menace");
  await curator.see(title("MENACE"));
  await look(curator, "reset");
  assert.match(await (await curator.see(testid("plaque"))).innerText(), /Life 1[^]*3 games/i);
  assert.match(await say(curator, "leave-it"), /3 games of 3 count no longer/);
  assert.equal((await house.get("/machines/menace")).era, 1);
  await look(curator, "reset");
  await say(curator, "do-it");
  await curator.find(`${testid("era")}:has-text("2")`).waitFor();
  const { era, beads } = await house.get("/machines/menace");
  assert.deepEqual([era, beads], [2, 1720]);
  await curator.see(row("reset", "menace"));
  await look(curator, "reset", { start: "8//2" });
  assert.match(await (await curator.see(testid("fault"))).innerText(), /8\/\/2/);
  await look(curator, "reset", { start: "8/6/4/2" });
  assert.match(await say(curator, "do-it"), /life 3 with 8\/6\/4\/2 beads of each colour/);
  await curator.find(`${testid("era")}:has-text("3")`).waitFor();
  curator.wrongs = curator.wrongs.filter((words) => !/422/.test(words));
  await curator.leave();
  await assertVerified(house.data);
});

test("a new machine is created with its own rule, and played one move at once", async () => {
  const curator = await openDesk();
  await curator.find(testid("new-machine")).click();
  await curator.see(title("A new machine"));
  await look(curator, "start", { game: "hexapawn", seat: "second", rule: "gardner-reward", boxes: "gardner-24", title: "The Cubs" });
  assert.match(await (await curator.see(testid("fault"))).innerText(), /no name for a machine/);
  assert.equal(await curator.find(`${form("start")} [name="name"][aria-invalid]`).count(), 1);
  curator.wrongs = curator.wrongs.filter((words) => !/422/.test(words));
  await curator.find(`${form("start")} summary`).click();
  await look(curator, "start", { name: "cubs", "rule-win": "+2", "rule-floor": "1" });
  assert.match(await say(curator, "do-it"), /The Cubs is created.*in 24 boxes/);
  await curator.see(title("The Cubs"));
  const made = await house.get("/machines/cubs");
  assert.deepEqual([made.rule, made.convention, made.boxes], ["gardner-reward,win=+2,floor=1", "gardner-24", 24]);
  await curator.find(`${testid("done")} a`).click();
  await curator.page.waitForURL("**/machine/cubs");
  await curator.standing();
  await curator.move({ own: "w" });
  await curator.leave();
});

test("a German desk tells of each game, rule and kind of boxes in German", async () => {
  const { games, rules, boxes } = Object.assign({}, ...(await Promise.all(["games", "rules"].map((list) => house.get(`/${list}`)))));
  const texts = [games.flatMap(({ title, rules: how }) => [title, how]), rules.map(({ story }) => story), boxes.map(({ about }) => about)];
  const english = new Set(texts.flat().filter(Boolean));
  const curator = await openDesk({}, "/curator?lang=de");
  await curator.find(testid("new-machine")).click();
  await curator.see(form("start")); // it asks the server for the games and rules first
  const names = await curator.find(`${form("start")} [name="game"] option`).allInnerTexts();
  assert.equal(new Set(names).size, games.length);
  assert.deepEqual(names.filter((name) => /pawn|checkers|noughts|\bon\b|Checkers|misere/i.test(name.replace("misère", ""))), []);
  for (const [field, among] of [["game", games], ["rule", rules.filter(({ options }) => options.step === "0")], ["boxes", boxes]]) {
    const select = curator.find(`${form("start")} [name="${field}"]`);
    const told = select.locator(field === "boxes" ? "xpath=ancestor::fieldset/p[last()]" : "xpath=ancestor::label/following-sibling::p[1]");
    for (const { name } of among) {
      await select.selectOption(name);
      const text = await told.innerText();
      assert.ok(text.length > 20 && !english.has(text), `${field} ${name}: ${text}`);
    }
  }
  await curator.leave();
});

test("a frozen machine says so in the hall, at its table and at the desk, and plays on", async () => {
  const [hall, player, curator] = [await Visitor.come(house, "/"), await Visitor.come(house, "/machine/him"), await openDesk({}, "/curator#him")];
  await look(curator, "freeze");
  await say(curator, "do-it");
  await hall.find(`${on.exhibit("him")}:has-text("frozen")`).waitFor();
  await player.see(testid("frozen"));
  assert.match(await player.find("#wall .heading").innerText(), /frozen/i);
  await curator.find(`${testid("condition")}:has-text("Frozen")`).waitFor();
  assert.equal(await curator.find(form("reset")).count(), 0);
  const { seq } = await house.get("/machines/him");
  await player.standing();
  await player.see(on.phase("your-turn"));
  while ((await player.data(on.board, "phase")) !== "over") {
    await player.move({ own: "w" });
    await player.see(on.phase("your-turn", "over"));
  }
  assert.match(await (await player.see(`#lesson:has-text("frozen")`)).innerText(), /its beads stay as they are/);
  await player.nextGame();
  await player.standing();
  assert.equal((await house.get("/machines/him")).seq, seq);
  await look(curator, "thaw");
  await say(curator, "do-it");
  await player.find(`${testid("frozen")}`).waitFor({ state: "hidden" });
  for (const visitor of [hall, player, curator]) await visitor.leave();
});

test("who sits at a dry machine sees it frozen, thawed and given beads, and plays on", async () => {
  const done = async (act, body = {}) => assert.equal((await order(house, `/machines/thirsty/${act}`, body)).status, 200, act);
  await order(house, "/machines", { name: "thirsty", game: "noughts-and-crosses", seat: "first", rule: "michie-1961,start=1,win=0,draw=-1" });
  let dry = null;
  for (let game = 0; game < 200 && !dry; game += 1) {
    await teach("thirsty", 1);
    ({ dry } = await house.get("/machines/thirsty"));
  }
  const player = await Visitor.come(house, "/machine/thirsty");
  await player.see(testid("dry"));
  await done("freeze");
  await player.find(`${testid("dry")}:has-text("only once it is thawed")`).waitFor();
  await done("thaw");
  await player.find(`${testid("dry")}:has-text("A new life begins in")`).waitFor();
  await done("topup", { to: 2 });
  await player.standing();
  await player.move();
  await player.leave();
});

test("a visit is shown with the boards that its games ended on and when it was, and time goes back on the curve", async () => {
  await teach("carnival", 1);
  await teach("carnival", 2);
  const { episodes } = await house.get("/machines/carnival/episodes?limit=3");
  const curator = await openDesk({}, "/curator#carnival");
  const visit = curator.find(testid("visit"));
  await curator.find(`${testid("visit")}:nth-of-type(2) .picture`).first().waitFor();
  assert.deepEqual([await visit.count(), await visit.nth(0).locator(".picture").count(), await visit.nth(1).locator(".picture").count()], [2, 2, 1]);
  assert.match(await visit.nth(0).innerText(), /2 games[^]*\d{1,2}:\d\d[^]*visitor won \d, machine won \d/);
  assert.equal(await visit.nth(0).locator("input").getAttribute("value"), episodes[0].visit);
  await visit.nth(1).click();
  await look(curator, "rewind", {}); // another act, and back: one button at a time
  await curator.find(testid("leave-it")).click();
  const slider = curator.find(testid("rewind-slider"));
  await slider.fill("2");
  assert.equal(await curator.find(`${form("rewind")} [name="to"]`).inputValue(), "2");
  assert.match(await curator.find(testid("rewind-takes")).innerText(), /^2 games after that/);
  const mark = () => curator.find(`${form("rewind")} .mark`).getAttribute("d");
  const early = await mark();
  await slider.fill("4");
  assert.notEqual(await mark(), early, "the line moves along the curve");
  await look(curator, "rewind", { to: "2" });
  assert.match(await say(curator, "do-it"), /Carnival goes back to row 2\. 2 games of 3 count no longer/);
  await curator.leave();
});

test("one primary button at a time, refusals beside their field, in the curator's language", async () => {
  for (const [lang, refusal] of [["en", /no name for a machine/], ["de", /keine Maschine heißen/]]) {
    const curator = await openDesk({}, `/curator?lang=${lang}#him`);
    await curator.see(title("HIM"));
    const primary = () => curator.find(".btn:not(.quiet)").evaluateAll((all) => all.filter((button) => button.checkVisibility()).length);
    for (const act of ["unteach", "rewind", "reset", "topup", "freeze", "fork"]) {
      await curator.find(`${testid("act")}[data-act="${act}"]`).click();
      assert.equal(await primary(), 1, act);
    }
    await look(curator, "fork", { name: "No Name" });
    const beside = await curator.see(`${form("fork")} .field:has([name="name"]) ${testid("fault")}`);
    assert.match(await beside.innerText(), refusal);
    const field = curator.find(`${form("fork")} [name="name"]`);
    assert.equal(await field.getAttribute("aria-describedby"), await beside.getAttribute("id"));
    curator.wrongs = curator.wrongs.filter((words) => !/422/.test(words));
    await look(curator, "topup", { to: "3" });
    assert.match(await say(curator, "leave-it"), lang === "de" ? /HIM hat in jeder Schachtel mindestens 3 Perlen.*Aus \d+ Perlen werden/ : /HIM has at least 3 beads.*beads become/);
    await curator.leave();
  }
});

test("a deed that was done is told as done, though the machines cannot be read then; what is earlier may fail without a lock", async () => {
  for (let time = 0; time < 11; time += 1) for (const act of ["freeze", "thaw"]) await order(house, `/machines/menace-two/${act}`, {});
  const curator = await openDesk({ serviceWorkers: "block" }, "/curator#menace-two");
  const { page } = curator;
  await look(curator, "reset");
  await curator.see(testid("summary"));
  await page.route(/\/api\/v1\/(machines|audit\?.*)$/, (route) => route.fulfill({ status: 503, json: { title: "Busy" } }));
  const { era } = await house.get("/machines/menace-two");
  await curator.find(testid("do-it")).click();
  await curator.find(`${testid("done")}:has-text("life ${era + 1}")`).waitFor();
  await curator.find(`${testid("desk")}:not([aria-busy])`).waitFor();
  assert.equal(await curator.find(`${testid("fault")}:visible`).count(), 0, "nothing has failed");
  const rows = () => curator.find(testid("audit-row")).count();
  const before = await rows();
  await curator.find("#more").click();
  await curator.find(`${testid("done")}:has-text("Busy")`).waitFor();
  assert.ok(await curator.find(testid("desk")).isVisible(), "the desk stays open");
  await page.unrouteAll();
  await curator.see(row("reset", "menace-two"));
  await curator.find("#more").click();
  await eventually(async () => (await rows()) > before, { what: "the rows before" });
  curator.wrongs = curator.wrongs.filter((words) => !/503/.test(words));
  await curator.leave();
});

test("what was done is told in the curator's language, with the plaque of a life that ended", async () => {
  await teach("nimble", 2);
  for (const [act, body] of [["freeze", {}], ["thaw", {}], ["topup", { to: 9 }], ["reset", {}]]) assert.equal((await order(house, `/machines/nimble/${act}`, body)).status, 200, act);
  const told = { en: [/NIMBLE is frozen/, /NIMBLE begins life 2[^]*Life 1 · rows 1 to 6\. 2 games: it won [^]* beads at its end/], de: [/NIMBLE ist eingefroren/, /NIMBLE beginnt Leben 2[^]*Leben 1 · Zeilen 1 bis 6\. 2 Partien: [^]* Perlen am Ende/] };
  for (const [lang, [frozen, begins]] of Object.entries(told)) {
    const curator = await openDesk({}, `/curator?lang=${lang}`);
    assert.match(await (await curator.see(row("freeze", "nimble"))).innerText(), frozen);
    assert.match(await (await curator.see(row("reset", "nimble"))).innerText(), begins);
    const texts = await curator.find(`${testid("audit-row")} > span:first-of-type`).allInnerTexts();
    assert.ok(texts.every((text) => !/undefined|NaN/.test(text)), texts.join("\n"));
    await curator.leave();
  }
});

test("time, visits, beads and copies at the desk", async () => {
  await teach("her", 2);
  await teach("her", 3);
  const curator = await openDesk({}, "/curator#her");
  await curator.see(title("HER"));
  const visit = curator.find(`${form("unteach")} ${testid("visit")}:has-text("3 games")`);
  await visit.waitFor();
  await curator.find(`${testid("act")}[data-act="unteach"]`).click();
  assert.ok(await visit.isVisible(), "its form stays as it is when the act is chosen again");
  await look(curator, "unteach");
  assert.match(await say(curator, "do-it"), /3 games of 5 count no longer/);
  await look(curator, "rewind", { to: "6" });
  assert.match(await say(curator, "do-it"), /3 games count again/);
  await look(curator, "topup", { to: "4" });
  assert.match(await say(curator, "do-it"), /at least 4 beads/);
  await look(curator, "fork", { name: "her-too", title: "Her too", at: "3" });
  assert.match(await say(curator, "do-it"), /as it was after row 3\. 2 games come with it/);
  await curator.see(title("Her too"));
  for (const [act, machine] of [["unteach", "her"], ["rewind", "her"], ["topup", "her"], ["fork", "her-too"]]) await curator.see(row(act, machine));
  await curator.leave();
  await assertVerified(house.data);
});

for (const [width, height] of [[320, 640], [390, 844], [1280, 900], [3840, 2160]]) {
  test(`the desk fits a screen of ${width} x ${height}, by day and by night`, async () => {
    for (const colorScheme of ["light", "dark"]) {
      const curator = await openDesk({ viewport: { width, height }, colorScheme }, "/curator#menace");
      await curator.see(title("MENACE"));
      const wide = () => curator.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok((await wide()) <= 0, "nothing sticks out");
      await curator.find(testid("new-machine")).click();
      await curator.see(title("A new machine"));
      assert.ok((await wide()) <= 0, "nor in the form for a new machine");
      await curator.leave();
    }
  });
}
