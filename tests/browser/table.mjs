// A visitor's browser, and the page of a machine as a visitor uses it. All selectors of the pages are here.
import assert from "node:assert/strict";
import { after } from "node:test";
import { chromium } from "playwright-core";
import { eventually } from "../server/house.mjs";

const testid = (name) => `[data-testid="${name}"]`;
export const on = {
  board: testid("board"),
  phase: (...phases) => phases.map((phase) => `${testid("board")}[data-phase="${phase}"]`).join(),
  passCell: '[data-cell="pass"]',
  otherPly: (ply) => `${testid("board")}:not([data-ply="${ply}"])`,
  standing: (position, ply) => `${testid("board")}[data-phase="your-turn"][data-position="${position}"][data-ply="${ply}"]`,
  cell: (name) => `${testid("board")} [data-cell="${name}"]`,
  legal: `${testid("board")} [data-legal="true"]`,
  outcome: testid("outcome"),
  reason: testid("reason"),
  rules: testid("rules"),
  spoken: testid("spoken"),
  note: testid("note"),
  learned: testid("learned"),
  change: testid("change"),
  openBox: testid("open-box"),
  wallBox: (number) => `${testid("wall-box")}[data-number="${number}"]`,
  look: testid("look"),
  nextGame: testid("next-game"),
  giveUp: testid("give-up"),
  starts: (who) => `${testid("seat-choice")} label:has(input[value="${who}"])`,
  line: (state) => `${testid("connection")}[data-state="${state}"]`,
  lessons: testid("lessons"),
  news: (seq) => `#room [data-seq="${seq}"]`,
  liveTable: testid("live-table"),
  exhibit: (name) => `${testid("exhibit")}[data-name="${name}"]`,
  exhibits: testid("exhibit"),
  taught: (name, episodes) => `${testid("exhibit")}[data-name="${name}"][data-episodes="${episodes}"]`,
  totals: testid("totals"),
  door: testid("door"),
  doorWall: testid("door-wall"),
  doorPlate: testid("door-plate"),
  doorPlay: testid("door-play"),
  doorBox: testid("door-box"),
  doorPause: testid("door-pause"),
  room: (name) => `${testid("room")}[data-room="${name}"]`,
};

const waitMs = 60_000;
let launched = null;
/** For who makes pictures, not tests. */
export const closeBrowser = async () => (await launched)?.close();
after(closeBrowser);

function browser() {
  launched ??= chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  return launched;
}

/** SLOW_FRAMES=80: pages draw so many milliseconds later, so that a test that reads before they have drawn fails each time. */
const slowFrames = Number(process.env.SLOW_FRAMES ?? 0);
const slowDown = (ms) => {
  const soon = requestAnimationFrame;
  globalThis.requestAnimationFrame = (draw) => setTimeout(() => soon(draw), ms);
};

export class Visitor {
  /** A visitor with a browser of their own, who goes to `path`. What the page does wrong is kept in `wrongs`. With `answers: "shown"` nothing is covered that a solver knows. */
  static async come(house, path, { still = true, clock = false, answers = "covered", ...options } = {}) {
    const context = await (await browser()).newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: still ? "reduce" : "no-preference", ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(waitMs);
    const visitor = Object.assign(new Visitor(), { house, context, page, wrongs: [], houseIsGone: false, open: new Set(), heardAt: 0 });
    page.on("console", (message) => {
      if (!["error", "warning"].includes(message.type())) return;
      // At a first visit the service worker begins while the page loads; what was preloaded is then fetched again, as Chromium 153 says.
      if (/cross-world service worker resource mismatch/.test(message.text())) return;
      if (options.serviceWorkers === "block" && /Service Worker registration blocked/.test(message.text())) return;
      // ERR_FAILED is what the service worker's own request makes of a refused connection.
      if (visitor.houseIsGone && /WebSocket connection|ERR_CONNECTION_(REFUSED|RESET)|ERR_FAILED|status of 426/.test(message.text())) return;
      visitor.wrongs.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => visitor.wrongs.push(`error: ${error.stack ?? error}`));
    page.on("response", (response) => {
      // A page that gets no line asks by HTTP why; 426 is the answer of a house that has come back in between.
      if (response.status() >= 400 && !(visitor.houseIsGone && response.status() === 426)) visitor.wrongs.push(`${response.status()} ${response.url()}`);
    });
    page.on("request", (request) => {
      visitor.meet(request.url());
      if (request.isNavigationRequest() && !request.frame().parentFrame()) visitor.open.clear(); // what the page before asked for may never end
      visitor.open.add(request);
    });
    for (const event of ["requestfinished", "requestfailed"]) {
      page.on(event, (request) => { if (visitor.open.delete(request)) visitor.heardAt = performance.now(); });
    }
    page.on("websocket", (socket) => visitor.meet(socket.url()));
    await page.exposeFunction("tellViolation", (words) => { visitor.wrongs.push(`violation: ${words}`); });
    await page.addInitScript(() => addEventListener("securitypolicyviolation", (event) => globalThis.tellViolation(`${event.violatedDirective} ${event.blockedURI}`)));
    if (answers === "shown") await page.addInitScript(() => localStorage.setItem("menagerie-answers", '{"shown":true}'));
    if (clock) await page.clock.install();
    else if (slowFrames) await page.addInitScript(slowDown, slowFrames);
    await page.goto(house.url + path);
    return visitor;
  }

  /** Notes a request to another host. */
  meet(url) {
    const { protocol, host } = new URL(url);
    if (protocol !== "data:" && host !== this.house.host) this.wrongs.push(`a request to ${url}`);
  }

  async leave() {
    assert.deepEqual(this.wrongs, []);
    await this.context.close();
  }

  /** Until the page has all that it asks for: half a second without a request. Playwright's "networkidle" (1.61) at times never comes, with none open. */
  async quiet() {
    await this.page.waitForLoadState();
    const isQuiet = () => this.open.size === 0 && performance.now() - this.heardAt >= 500;
    await eventually(isQuiet, { ms: waitMs, what: "quiet" }).catch((error) => {
      throw new Error(`${error.message}: ${[...this.open].map((request) => request.url())}`);
    });
  }

  find(selector) {
    return this.page.locator(selector);
  }

  /** Waits until it is there to be seen. */
  async see(selector) {
    const found = this.find(selector).first();
    await found.waitFor();
    return found;
  }

  async data(selector, name) {
    return (await this.find(selector).first().getAttribute(`data-${name}`)) ?? "";
  }

  /** Where the game stands: {position, ply}, on the visitor's turn. */
  async standing() {
    await this.see(on.phase("your-turn"));
    return this.page.locator(on.board).evaluate(({ dataset }) => ({ position: dataset.position, ply: Number(dataset.ply) }));
  }

  /** The page has drawn what it knows by now. */
  drawn() {
    return this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }

  press(name) {
    return this.find(on.cell(name)).click();
  }

  /** One move: any, or from the cell `from`. `touch` is how a cell is chosen; the visitor's pieces are `own`. */
  async move({ touch = (name) => this.press(name), own = "", choose = (names) => names[Math.floor(Math.random() * names.length)] } = {}) {
    const { ply } = await this.standing();
    const legal = () => this.find(on.legal).evaluateAll((cells) => cells.map(({ dataset, ariaDisabled }) => ({ name: dataset.cell, piece: dataset.piece?.[0] ?? ".", off: ariaDisabled === "true" })));
    const cells = await legal();
    assert.ok(cells.length > 0 && cells.every(({ off }) => !off));
    await touch(choose(cells.map(({ name }) => name)));
    if (own) {
      const ends = (await legal()).filter(({ piece }) => piece !== own).map(({ name }) => name);
      if (ends.length > 0) await touch(choose(ends)); // where one end only is possible, it may be played at once
    }
    await this.see(on.otherPly(ply));
  }

  /** One move at any machine: the first touch that is possible, or the pass, and on until the machine has answered. */
  async anyMove({ pick = (names) => names[Math.floor(Math.random() * names.length)] } = {}) {
    const { ply } = await this.standing();
    const marked = (marks) => this.find(on.board).evaluate((board, wanted) => [...board.querySelectorAll("[data-legal]:not(.chosen)")].filter(({ dataset }) => wanted.includes(dataset.mark)).map(({ dataset }) => dataset.cell), marks);
    // Read at one moment: the machine may answer between two readings.
    const look = () => this.find(on.board).evaluate((board) => ({ ply: Number(board.dataset.ply), phase: board.dataset.phase, chosen: board.querySelectorAll(".chosen").length }));
    const state = async () => JSON.stringify(await look());
    for (let touches = 0; touches < 20;) {
      const now = await look();
      if (now.ply !== ply || now.phase !== "your-turn") return;
      const ends = await marked(["play", "to", "capture"]);
      const names = ends.length ? ends : await marked(["from"]);
      const before = await state();
      if (names.length === 0 && !(await this.find(on.passCell).isVisible())) { // the connection was cut between two readings
        await this.page.waitForTimeout(50);
        continue;
      }
      touches += 1;
      if (names.length) await this.press(pick(names));
      else await this.find(on.passCell).click();
      await eventually(async () => (await state()) !== before, { what: "an answer to a touch: none is lost" });
    }
    assert.fail("no touch brought a move");
  }

  /** Asks for the next game, and waits until the board is not the last one's any more. */
  async nextGame() {
    await this.find(on.nextGame).click();
    await this.see(on.phase("waiting", "your-turn", "machine"));
  }

  /** A whole game of any kind, up to what it taught. */
  async anyGame(how) {
    for (let moves = 0; moves < 120; moves += 1) {
      await this.see(on.phase("your-turn", "over"));
      if ((await this.data(on.board, "phase")) === "over") return this.result();
      await this.anyMove(how);
    }
    return assert.fail("the game does not end");
  }

  /** Scrolls to the wall: on a phone its boxes are drawn only then. */
  async toWall() {
    await this.find("#wall .rows").evaluate((rows) => rows.scrollIntoView());
  }

  /** On to the end of the game. */
  async playOut(how) {
    for (let moves = 0; moves < 12; moves += 1) {
      await this.see(on.phase("your-turn", "over"));
      if ((await this.data(on.board, "phase")) === "over") return this.result();
      await this.move(how);
    }
    return assert.fail("the game does not end");
  }

  /** What the page says of a game that is over, all at one moment. */
  async result() {
    await this.see(on.learned);
    const { outcome, learned, change } = on;
    return this.page.evaluate(({ outcome, learned, change }) => ({
      outcome: document.querySelector(outcome)?.dataset.outcome,
      seq: Number(document.querySelector(learned)?.dataset.seq),
      changes: [...document.querySelectorAll(change)].map(({ dataset }) => [dataset.number, dataset.before, dataset.after].map(Number)),
    }), { outcome, learned, change });
  }

  /** Holds what is shown of a finished game to what the house stored, and its boxes on the wall to the house's. */
  async assertTaught(machine, { outcome, seq, changes }) {
    const { episodes } = await this.house.get(`/machines/${machine}/episodes?limit=20`);
    const stored = episodes.find((episode) => episode.seq === seq);
    assert.equal(outcome, stored.outcome);
    assert.deepEqual(changes, stored.changes.map(({ number, before, after: count }) => [number, before, count]));
    const { boxes } = await this.house.boxes(machine);
    await this.toWall();
    for (const { number, bead, after: count } of stored.changes) {
      const box = boxes[number - 1];
      if (episodes[0].seq === seq) assert.equal(box.moves[bead].beads, count);
      await this.see(`${on.wallBox(number)}[data-beads="${box.beads}"]`);
    }
    return stored;
  }
}
