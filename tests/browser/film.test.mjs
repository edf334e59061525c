// The film of a life: whatever row is shown, forwards, backwards or across pieces, the boxes are what boxes?at= tells; a page
// with a slider, buttons and keys that asks the server nothing while it is dragged.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { order, token } from "../server/desk.mjs";
import { freshFolder, menagerie, startHouse } from "../server/house.mjs";
import { playEpisode, sequence, sitDown } from "../server/visitor.mjs";
import { FilmSource } from "../../web/js/film_source.js";
import { Reel } from "../../web/js/film_reel.js";
import { Visitor } from "./table.mjs";

const byTest = (id) => `[data-testid="${id}"]`;
const figure = (n) => n.toLocaleString("en");
let house;

async function teach(machine, games) {
  const visitor = await sitDown(house, machine);
  for (let game = 0; game < games; game += 1) await playEpisode(visitor);
  await visitor.close();
}

before(async () => {
  house = await startHouse({ flags: ["--dry-era-after-s", "0"], env: { MENAGERIE_CURATOR_TOKEN: token } });
  await teach("her", 8);
  for (const [act, body] of [["topup", { to: 3 }], ["reset", {}], ["freeze", {}], ["thaw", {}]]) assert.equal((await order(house, `/machines/her/${act}`, body)).status, 200);
  await teach("her", 6);
  await teach("go-2x2", 5);
});
after(() => house.close());

const boxesAt = async (machine, seq) => (await house.get(`/machines/${machine}/boxes?at=${seq}`)).boxes;
const countsOf = (boxes) => boxes.map(({ moves }) => moves.map(({ beads }) => beads));

async function come(address, options) {
  const visitor = await Visitor.come(house, address, options);
  await visitor.page.locator(`${byTest("film")}[data-state="open"]`).waitFor();
  await visitor.page.locator(`${byTest("changed-told")}:not(:empty)`).waitFor();
  return visitor;
}
const shown = (visitor, seq) => visitor.page.locator(`html[data-seq="${seq}"]`).waitFor({ state: "attached" });
/** What the wall says of all its boxes at a row. */
async function told(machine, seq) {
  const counts = countsOf(await boxesAt(machine, seq)).map((box) => box.reduce((sum, count) => sum + count, 0));
  return `${figure(counts.length)} boxes, ${figure(counts.reduce((sum, count) => sum + count, 0))} beads, ${counts.filter((sum) => sum === 0).length} empty`;
}

for (const [machine, rows, jumps] of [["ellis", 100, 60], ["ellis", 4096, 30], ["her", 5, 40], ["go-2x2", 3, 15]]) {
  test(`${machine} in pieces of ${rows}: at random rows, one after another, each bead is what boxes?at= tells, and only what differs is drawn`, async () => {
    const { fetch: before } = globalThis;
    globalThis.fetch = (path, options) => before(new URL(path, house.url), options);
    try {
      const source = new FilmSource(machine, rows);
      const life = await source.open();
      const reel = new Reel(source, life);
      const any = sequence(7);
      let drawn = [];
      for (let i = 0; i < jumps; i += 1) {
        const seq = 1 + any(life.seq);
        reel.changed.clear();
        assert.ok(await reel.come(seq));
        const counts = countsOf(await boxesAt(machine, seq));
        assert.deepEqual(reel.counts.filter(Boolean), counts, `${machine} at ${seq}`);
        assert.equal(reel.made, counts.length);
        for (let box = 0; box < life.boxes.length; box += 1) {
          if (JSON.stringify(drawn[box]) !== JSON.stringify(counts[box])) assert.ok(reel.changed.has(box), `box ${box} at ${seq}`);
        }
        drawn = counts;
        reel.marks.clear();
      }
    } finally {
      globalThis.fetch = before;
    }
  });
}

test("the slider goes to any row with the museum asked for nothing more, and keys and buttons do the same", async () => {
  const { seq } = await house.get("/machines/ellis");
  const visitor = await come("/film?machine=ellis&at=1200");
  const { page } = visitor;
  await visitor.quiet();
  const asked = [];
  page.on("request", (request) => request.url().includes("/api/") && asked.push(request.url()));
  assert.equal(await page.locator(byTest("at")).innerText(), "LESSON 1,199");
  assert.equal(await page.locator(byTest("wall-told")).innerText(), await told("ellis", 1200));
  const slider = page.locator(byTest("slider"));
  const { x, y, width, height } = await slider.boundingBox();
  await page.mouse.move(x + width * 0.6, y + height / 2);
  await page.mouse.down();
  for (const share of [0.5, 0.2, 0.05, 0.4, 0.9, 0.3]) await page.mouse.move(x + width * share, y + height / 2, { steps: 8 });
  await page.mouse.up();
  const there = Number(await slider.inputValue());
  assert.ok(there > seq * 0.2 && there < seq * 0.4, `${there}`);
  await shown(visitor, there);
  assert.equal(await page.locator(byTest("wall-told")).innerText(), await told("ellis", there));
  await slider.focus();
  for (const [key, to] of [["ArrowRight", there + 1], ["ArrowLeft", there], ["Home", 1], ["End", seq]]) {
    await page.keyboard.press(key);
    await shown(visitor, to);
    assert.equal(await page.locator(byTest("wall-told")).innerText(), await told("ellis", to), key);
  }
  assert.match(await slider.getAttribute("aria-valuetext"), /^Lesson 2,000, of 2,001 rows, It played against itself$/);
  await page.locator("#back").click();
  await shown(visitor, seq - 1);
  await page.locator(`${byTest("spoken")}:has-text("Lesson 1,999, It played against itself")`).waitFor({ state: "attached" });
  await page.waitForFunction((at) => new URLSearchParams(location.search).get("at") === at, String(seq - 1));
  assert.deepEqual(asked, []);
  await visitor.leave();
});

test("what its first picture needs is asked for before any script runs, and once; at a kiosk a visitor is waited for", async () => {
  const told = async (query) => {
    const { headers } = await house.ask(`${house.url}/film${query}`);
    const links = [headers.link].flat().join(", ").match(/<[^>]+>/g).map((link) => link.slice(1, -1));
    assert.deepEqual(links.splice(0, 2), ["/js/messages/en.js", "/js/messages/film/en.js"]);
    return links;
  };
  for (const query of ["?machine=ellis&at=1200", "?machine=ellis", "?machine=ellis&at=9999", ""]) {
    const machine = `/api/v1/machines/${query ? "ellis" : "menace"}`;
    const wanted = [machine, `${machine}/film?from=1&limit=4096`, `${machine}/boxes`, `${machine}/log.json?kind=act&limit=2000`];
    assert.deepEqual(await told(query), [...wanted, "/api/v1/games/noughts-and-crosses"]);
  }
  for (const query of ["?machine=nobody", "?machine=ellis&kiosk=1"]) assert.deepEqual(await told(query), []);
  const visitor = await Visitor.come(house, "/api");
  const asked = [];
  visitor.page.on("request", (request) => request.url().includes("/api/v1/") && asked.push(request.url().slice(house.url.length)));
  await visitor.page.goto(`${house.url}/film?machine=ellis&at=1200`);
  await shown(visitor, 1200);
  await visitor.page.locator(`${byTest("changed-told")}:not(:empty)`).waitFor();
  assert.deepEqual(asked.filter((path, i) => asked.indexOf(path) !== i), [], "nothing twice");
  await visitor.leave();
});

test("it plays to the end of the life, a whole life in half a minute, and stops there", async () => {
  const { seq } = await house.get("/machines/her");
  const visitor = await come("/film?machine=her&at=1");
  const { page } = visitor;
  const play = page.locator(byTest("play"));
  await page.locator('label:has([value="quick"])').click();
  await play.click();
  await page.locator(`${byTest("play")}:has-text("Pause")`).waitFor();
  await page.waitForFunction(() => Number(document.documentElement.dataset.seq) > 3);
  await play.click();
  await page.locator(`${byTest("play")}:has-text("Play")`).waitFor();
  const stood = Number(await page.evaluate(() => document.documentElement.dataset.seq));
  assert.equal(await page.locator(byTest("wall-told")).innerText(), await told("her", stood));
  await play.click();
  await page.locator(`html[data-seq="${seq}"]`).waitFor({ state: "attached" });
  await page.locator(`${byTest("play")}:has-text("Play")`).waitFor();
  assert.equal(await page.locator(byTest("wall-told")).innerText(), await told("her", seq));
  await visitor.leave();
});

test("what was done to the machine stands on the way, and a touch goes there", async () => {
  const { rows } = await house.get("/machines/her/log?kind=act&limit=100");
  const visitor = await come("/film?machine=her");
  const marks = visitor.page.locator(`${byTest("marks")} button`);
  for (const { seq } of rows) assert.ok(await visitor.page.locator(`${byTest("marks")} [data-seq="${seq}"]`).count(), `row ${seq}`);
  assert.ok((await marks.allInnerTexts()).includes("Beads were topped up"));
  const life = rows.filter(({ kind }) => kind === "reset").at(-1);
  await visitor.page.locator(`${byTest("marks")} [data-seq="${life.seq}"]`, { hasText: `Life ${life.era} begins` }).click();
  await shown(visitor, life.seq);
  assert.equal(await visitor.page.locator(byTest("at")).innerText(), `LIFE ${life.era} BEGINS`);
  assert.equal(await visitor.page.locator(byTest("tally")).innerText(), "In this life it has won 0, drawn 0 and lost 0.");
  await visitor.leave();
});

test("a lesson's boxes, what lies in one, and which changed most since another moment", async () => {
  const { changes: [{ seq }] } = await house.get("/machines/ellis/history?from=900&limit=1"); // the next lesson that changed anything
  const visitor = await come(`/film?machine=ellis&at=${seq}`);
  const { page } = visitor;
  const { changes } = await house.get(`/machines/ellis/history?from=${seq}&to=${seq}`);
  const listed = await page.locator(`${byTest("lesson-boxes")} [data-box]`).evaluateAll((buttons) => buttons.map((button) => Number(button.dataset.box)));
  const then = await boxesAt("ellis", seq);
  assert.deepEqual(listed, [...new Set(changes.map(({ box }) => then.find((it) => it.box === box).number))]);
  await page.locator(`${byTest("lesson-boxes")} [data-box]`).first().click();
  await page.locator(`${byTest("look")}[open]`).waitFor();
  const box = then.find(({ number }) => number === listed[0]);
  const figures = await page.locator(`${byTest("look")} .odd .muted`).evaluateAll((notes) => notes.map((note) => parseInt(note.textContent, 10)));
  assert.deepEqual(figures, box.moves.map(({ beads }) => beads));
  const on = page.locator(`${byTest("look")} .actions button:not([disabled])`, { hasText: /←|→/ }).last();
  const way = await on.textContent();
  await on.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.closest(".actions") && document.activeElement.textContent), way, "the keyboard stays");
  await page.keyboard.press("Escape");
  await page.locator(byTest("remember")).click();
  await page.locator(`${byTest("changed-told")}:has-text("From row ${figure(seq)} to row ${figure(seq)}: 0 boxes changed.")`).waitFor();
  await page.locator(byTest("slider")).focus();
  await page.keyboard.press("End");
  await page.locator(`${byTest("changed-told")}:has-text("From row ${figure(seq)} to row 2,001")`).waitFor();
  const now = await boxesAt("ellis", 2001);
  const by = now.map(({ number, moves }, i) => ({ number, by: moves.reduce((sum, { beads }, bead) => sum + Math.abs(beads - then[i].moves[bead].beads), 0) })).filter((it) => it.by > 0).sort((a, b) => b.by - a.by || a.number - b.number);
  const most = await page.locator(`${byTest("changed")} [data-box]`).evaluateAll((buttons) => buttons.map((button) => Number(button.dataset.box)));
  assert.deepEqual(most, by.slice(0, 12).map(({ number }) => number));
  await visitor.leave();
});

test("play it as it was here: the table has the machine of that row, and shows the way to the film", async () => {
  const visitor = await come("/film?machine=her&at=5");
  assert.match(await visitor.page.locator("#here").getAttribute("href"), /\/machine\/her\?as_of=5$/);
  await visitor.page.locator(byTest("here")).click();
  await visitor.standing();
  const film = visitor.page.locator(byTest("film"));
  await film.waitFor({ state: "attached" });
  assert.match(await film.getAttribute("href"), /\/film\?machine=her&at=5$/);
  await visitor.leave();
});

test("how good it was there is told when it is asked", async () => {
  const visitor = await come("/film?machine=her&at=4");
  await visitor.page.locator("#how-good").click();
  await visitor.page.locator(`${byTest("strength")}:has-text("Against somebody who makes no mistakes")`).waitFor();
  await visitor.leave();
});

test("on every screen, in German, from right to left: nothing sticks out", async () => {
  for (const [width, height] of [[320, 640], [390, 844], [768, 1024], [1280, 800], [1920, 1080]]) {
    const visitor = await come("/film?machine=her&lang=de", { viewport: { width, height } });
    for (const dir of ["ltr", "rtl"]) {
      await visitor.page.evaluate((way) => { document.documentElement.dir = way; }, dir);
      assert.ok(await visitor.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px, ${dir}`);
    }
    await visitor.leave();
  }
});

test("no machine of that name, and a museum that does not answer: it says so, and nothing is thrown", async () => {
  const visitor = await Visitor.come(house, "/film?machine=hal");
  await visitor.page.locator(`${byTest("late")}:has-text("There is no machine of that name here.")`).waitFor();
  visitor.wrongs = visitor.wrongs.filter((wrong) => !/404/.test(wrong));
  await visitor.leave();
  const other = await Visitor.come(house, "/stories");
  await other.page.route("**/api/v1/**", (route) => route.abort());
  await other.page.goto(`${house.url}/film?machine=her`);
  await other.page.locator(`${byTest("late")}:has-text("The museum does not answer.")`).waitFor();
  other.wrongs = other.wrongs.filter((wrong) => !/ERR_FAILED/.test(wrong));
  await other.leave();
});

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json" };

/** A web server that knows nothing of museums, with a folder under a path of its own. */
function serveFolder(folder) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://x");
    const file = join(folder, pathname.replace(/^\/some\/where\//, "").replace(/\/$|^$/, "index.html"));
    if (!pathname.startsWith("/some/where/") || !existsSync(file)) return response.writeHead(404).end();
    return response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done({ host: `127.0.0.1:${server.address().port}`, url: `http://127.0.0.1:${server.address().port}`, close: () => { server.closeAllConnections(); server.close(); } })));
}

for (const machine of ["ellis", "her", "go-2x2"]) {
  test(`menagerie export --format film: ${machine}'s life works from any web server, with every box as the museum tells it`, async () => {
    const folder = join(freshFolder(), "film");
    const { code, stderr } = await menagerie("export", "--data", house.data, "--machine", machine, "--format", "film", "--out", folder);
    assert.equal(code, 0, stderr);
    const { seq, boxes: last } = await house.get(`/machines/${machine}/boxes`);
    const piece = await house.ask(`/api/v1/machines/${machine}/film?from=1&to=${seq}`);
    assert.deepEqual(readFileSync(join(folder, "life", `1-${seq}.film`)), piece.body);
    const server = await serveFolder(folder);
    const visitor = await Visitor.come(server, "/some/where/");
    const { page } = visitor;
    await page.locator(`${byTest("film")}[data-state="open"]`).waitFor();
    await page.locator("#line .stair[d*=H]").waitFor({ state: "attached" });
    const slider = page.locator(byTest("slider"));
    await slider.focus();
    for (const [key, to] of [["Home", 1], ["PageUp", null], ["ArrowRight", null], ["End", seq]]) {
      await page.keyboard.press(key);
      const at = to ?? Number(await slider.inputValue());
      await shown(visitor, at);
      assert.equal(await page.locator(byTest("wall-told")).innerText(), await told(machine, at), `${machine} at ${at}`);
    }
    const fullest = last.reduce((most, box) => (box.beads > most.beads ? box : most));
    await page.locator("#find-box").fill(String(fullest.number));
    await page.locator("#find button").click();
    await page.locator(`${byTest("look")}[open]`).waitFor();
    await visitor.quiet();
    const figures = await page.locator(`${byTest("look")} .odd .muted`).evaluateAll((notes) => notes.map((note) => parseInt(note.textContent, 10)));
    assert.deepEqual(figures, fullest.moves.map(({ beads }) => beads));
    assert.equal(await page.locator("a:visible:not(.skip)").count(), 1, "no way leads to a museum that is not there");
    await visitor.leave();
    server.close();
  });
}

test("what is no order for a film is refused in a line", async () => {
  for (const [flags, words] of [[["--machine", "her"], /name it with --out/], [["--machine", "hal", "--out", join(freshFolder(), "x")], /no machine "hal"/], [["--machine", "her", "--out", join(freshFolder(), "x"), "--era", "1"], /whole life/]]) {
    const { code, stderr } = await menagerie("export", "--data", house.data, "--format", "film", ...flags);
    assert.equal(code, 2, stderr);
    assert.match(stderr, words);
  }
});
