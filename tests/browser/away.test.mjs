// When the server cannot be reached, or refuses: the page says what is the matter, what the operator can do, and that
// the visitor's game is kept; no address leads to bare data.
import assert from "node:assert/strict";
import { createServer, request } from "node:http";
import { after, before, test } from "node:test";
import { freePorts, startHouse } from "../server/house.mjs";
import { on, Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse({ port: (await freePorts(1))[0] }); }); // it is opened there again
after(() => house.close());

/** A proxy that passes requests on as its own, and WebSockets or not: {host, url, close()}. */
async function proxy({ upgrades }) {
  const without = (headers, ...names) => ({ ...Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name))), ...(upgrades ? { host: house.host } : {}) });
  const pass = (from, answer) => from.pipe(request({ host: "127.0.0.1", port: house.port, path: from.url, method: from.method, headers: without(from.headers, "upgrade", "connection") }, (back) => {
    answer.writeHead(back.statusCode, back.headers);
    back.pipe(answer);
  }));
  const server = createServer(pass);
  server.on("upgrade", (from, socket) => {
    const sent = request({ host: "127.0.0.1", port: house.port, path: from.url, headers: upgrades ? without(from.headers) : without(from.headers, "upgrade", "connection") });
    sent.on("response", (back) => {
      socket.write(`HTTP/1.1 ${back.statusCode} ${back.statusMessage}\r\nconnection: close\r\n\r\n`);
      back.pipe(socket);
    });
    sent.on("error", () => socket.destroy()).end();
    socket.on("error", () => {});
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const host = `127.0.0.1:${server.address().port}`;
  return { host, url: `http://${host}`, close: () => new Promise((done) => { server.close(done); server.closeAllConnections(); }) };
}

for (const [what, upgrades, remedy] of [["rewrites Host", true, /--public-url http:\/\/127\.0\.0\.1:\d+/], ["drops Upgrade", false, /Upgrade header|README/]]) {
  test(`behind a proxy that ${what} the page says what the operator should do`, async () => {
    const between = await proxy({ upgrades });
    const visitor = await Visitor.come(between, "/machine/menace");
    const line = visitor.page.locator('[data-testid="connection"]:has-text("operator")');
    await line.waitFor();
    assert.match(await line.innerText(), remedy);
    await visitor.context.close(); // a refused WebSocket is an error on the console
    await between.close();
  });
}

test("a reload while the server is away shows our page; the game that is kept goes on when it is back", async () => {
  const visitor = await Visitor.come(house, "/machine/menace");
  await visitor.anyMove();
  const { position, ply } = await visitor.standing();
  await visitor.page.evaluate(() => navigator.serviceWorker.ready);
  visitor.houseIsGone = true;
  const { port } = house;
  await house.stop();
  await visitor.see(`${on.line("down")}:has-text("Your game is kept")`);
  await visitor.page.reload();
  await visitor.page.locator("h1", { hasText: /cannot be reached/i }).waitFor();
  await visitor.see('[data-testid="kept"]');
  await house.open(port);
  await visitor.see(on.standing(position, ply));
  await visitor.context.close();
});

test("an unknown address is told in HTML with the way back, and no visitor's link leads to bare data", async () => {
  const visitor = await Visitor.come(house, "/");
  const answer = await visitor.page.goto(`${house.url}/no/such/page`);
  assert.equal(answer.status(), 404);
  assert.match(answer.headers()["content-type"], /^text\/html/);
  await visitor.see("h1");
  await visitor.find(".lost a").click();
  await visitor.see(on.exhibits);
  for (const path of ["/", "/machine/menace", "/minichess", "/no/such/page"]) {
    await visitor.page.goto(house.url + path);
    const links = await visitor.page.evaluate(() => [...document.querySelectorAll("a[href]:not([download])")].map((link) => link.pathname));
    for (const link of new Set(links)) {
      if (/labels\.pdf$/.test(link)) continue;
      const { headers } = await house.ask(link, { headers: { Accept: "text/html" } });
      assert.match(headers["content-type"], /^text\/html/, `${path} links to ${link}`);
    }
  }
  await visitor.context.close(); // a page that is not there is an error on the console
});

test("while the server is away the page asks every two seconds for a minute, then ever more seldom", async () => {
  const visitor = await Visitor.come(house, "/machine/her", { clock: true });
  await visitor.standing();
  visitor.houseIsGone = true;
  const { port } = house;
  await house.stop();
  let attempts = 0;
  visitor.page.on("websocket", (socket) => { attempts += /play/.test(socket.url()) ? 1 : 0; });
  await visitor.see(on.line("down"));
  /** Lets so many seconds pass, as fast as the connections are refused; how often it asked. */
  const asked = async (seconds) => {
    const before = attempts;
    for (let second = 0; second < seconds; second += 1) {
      await visitor.page.clock.runFor(1000);
      await new Promise((done) => setTimeout(done, 100));
    }
    return attempts - before;
  };
  const often = await asked(50);
  assert.ok(often >= 15, `${often} times in fifty seconds`); // every two seconds and a half at the most, a second until a refusal is noticed
  await asked(60);
  // Chromium itself keeps a page that was refused often waiting, up to five seconds of its own clock: fifty of these.
  const seldom = await asked(100);
  assert.ok(seldom > 0 && seldom < often, `${seldom} times in a hundred seconds, then`);
  await house.open(port);
  await asked(30);
  await visitor.see(on.phase("your-turn"));
  await visitor.context.close();
});
