// WebSocket handshakes on a bare socket: what RFC 6455, section 4 lets in, and what a refused one is told.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { eventually, startHouse } from "./house.mjs";
import { scrape } from "./prometheus.mjs";

let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

const key = "dGhlIHNhbXBsZSBub25jZQ==";
const path = "/api/v1/play?machine=her";

/** A proper handshake's header lines; those named in `instead` are replaced by the lines given, or left out by none. */
function lines(instead = {}, host = house.host) {
  const proper = {
    Host: [host], Upgrade: ["websocket"], Connection: ["Upgrade"], "Sec-WebSocket-Key": [key], "Sec-WebSocket-Version": ["13"],
    "Sec-WebSocket-Protocol": ["menagerie.v1"], ...instead,
  };
  return Object.entries(proper).flatMap(([name, values]) => values.map((value) => `${name}:${value}`));
}

/** Sends a request and reads its answer: {status, headers, body}; of a 101 without a body. */
function ask(header, { target = path, version = "1.1", method = "GET", port = house.port } = {}) {
  return new Promise((done, fail) => {
    let bytes = Buffer.alloc(0);
    const socket = connect(port, "127.0.0.1", () => socket.write(`${method} ${target} HTTP/${version}\r\n${header.join("\r\n")}\r\n\r\n`));
    socket.setTimeout(60_000, () => fail(new Error(`no answer to ${header}`)));
    const look = (closed) => {
      const end = bytes.indexOf("\r\n\r\n");
      if (end < 0) return closed ? fail(new Error(`closed without an answer to ${header}`)) : undefined;
      const [first, ...rest] = bytes.subarray(0, end).toString().split("\r\n");
      const headers = Object.fromEntries(rest.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]));
      const body = bytes.subarray(end + 4).toString();
      const status = Number(first.split(" ")[1]);
      if (status !== 101 && body.length < Number(headers["content-length"])) return undefined;
      socket.destroy();
      return done({ status, headers, body });
    };
    socket.on("data", (data) => { bytes = Buffer.concat([bytes, data]); look(false); }).on("end", () => look(true)).on("error", fail);
  });
}

/** A refusal is a problem like every other, with the headers of every other. */
function assertProblem({ status, headers, body }, wanted, type) {
  assert.equal(status, wanted, body);
  assert.match(headers["content-type"], /^application\/problem\+json/);
  for (const name of ["content-security-policy", "x-content-type-options", "referrer-policy", "date"]) assert.ok(headers[name], name);
  const problem = JSON.parse(body);
  assert.equal(problem.type, `urn:menagerie:problem:${type}`);
  assert.equal(problem.status, wanted);
  return problem;
}

test("a proper handshake is answered with its key's hash and our subprotocol, if one was offered", async () => {
  const { status, headers } = await ask(lines());
  assert.equal(status, 101);
  assert.equal(headers["sec-websocket-accept"], createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64"));
  assert.equal(headers["sec-websocket-protocol"], "menagerie.v1");
  assert.equal((await ask(lines({ "Sec-WebSocket-Protocol": [] }))).headers["sec-websocket-protocol"], undefined);
  assert.equal((await ask(lines(), { target: "/api/v1/watch" })).status, 101);
});

test("lists may be over several lines, with tabs, in any case, among others", async () => {
  for (const instead of [
    { Connection: ["keep-alive", "Upgrade"] }, { Connection: [" keep-alive\t,\tUPGRADE "] }, { Connection: ["Upgrade", "keep-alive"] },
    { Upgrade: ["WebSocket"] }, { Upgrade: ["h2c", "\twebsocket\t"] },
    { "Sec-WebSocket-Protocol": ["chat.v2", "menagerie.v1"] }, { "Sec-WebSocket-Protocol": ["chat.v2\t,\tmenagerie.v1\t, x"] },
  ]) {
    const { status, headers } = await ask(lines(instead));
    assert.equal(status, 101, JSON.stringify(instead));
    assert.equal(headers["sec-websocket-protocol"], "menagerie.v1");
  }
});

test("a malformed handshake is 400 with a problem", async () => {
  for (const instead of [
    { "Sec-WebSocket-Key": [] }, { "Sec-WebSocket-Key": [""] }, { "Sec-WebSocket-Key": ["c2hvcnQ="] }, { "Sec-WebSocket-Key": ["dGhlIHNhbXBsZSBub25jZTE="] },
    { "Sec-WebSocket-Key": ["!GhlIHNhbXBsZSBub25jZQ=="] }, { "Sec-WebSocket-Key": [key, key] }, { "Sec-WebSocket-Version": ["13", "13"] },
    { "Sec-WebSocket-Version": [] }, { Origin: [house.url, house.url] },
  ]) {
    assertProblem(await ask(lines(instead)), 400, "bad-handshake");
  }
  assertProblem(await ask(lines({ "Sec-WebSocket-Protocol": ["chat.v2"] })), 400, "unknown-subprotocol");
});

test("another version, or no upgrade asked for, is 426 and says what would do", async () => {
  for (const [instead, options] of [
    [{ "Sec-WebSocket-Version": ["8"] }], [{ Upgrade: [] }], [{ Upgrade: ["h2c"] }], [{ Connection: ["keep-alive"] }], [{}, { version: "1.0" }],
  ]) {
    const answer = await ask(lines(instead), options);
    assertProblem(answer, 426, "upgrade-required");
    assert.equal(answer.headers["sec-websocket-version"], "13");
    assert.equal(answer.headers.upgrade, "websocket");
    assert.match(answer.headers.connection, /upgrade/i);
  }
});

test("a refused handshake is logged with Origin, Host and the remedy, once a minute for each reason, and counted", async () => {
  const quiet = await startHouse();
  const refused = (instead, options) => ask(lines(instead, quiet.host), { port: quiet.port, ...options });
  for (let i = 0; i < 3; ++i) await refused({ Upgrade: [] });
  for (let i = 0; i < 3; ++i) {
    const problem = assertProblem(await refused({ Origin: ["https://museum.example"] }), 403, "foreign-origin");
    assert.match(problem.detail, /--public-url https:\/\/museum\.example\b.*--allow-origin https:\/\/museum\.example\b/);
  }
  await refused({ Origin: ['http://x"\u00e9'], "Sec-WebSocket-Key": ["x"] });
  const said = (reason) => quiet.log.split("\n").filter((line) => line.includes(`a WebSocket was refused (${reason})`));
  await eventually(() => said("malformed").length === 1);
  assert.equal(said("no-upgrade").length, 1);
  assert.match(said("no-upgrade")[0], /warning.*a proxy drops the Upgrade header; see "Behind a proxy"/);
  assert.equal(said("foreign-origin").length, 1);
  assert.match(said("foreign-origin")[0], /--public-url https:\/\/museum\.example.*Origin "https:\/\/museum\.example", Host "127\.0\.0\.1:\d+"/);
  assert.match(said("malformed")[0], /Origin "http:\/\/x\?{3}", Host/); // nothing that could end a quotation or a line
  const metrics = await scrape(quiet);
  const count = (reason) => metrics.value("menagerie_handshakes_refused_total", { reason });
  assert.deepEqual(["no-upgrade", "foreign-origin", "malformed", "no-machine"].map(count), [3, 3, 1, 0]);
  await quiet.close();
});

test("a page whose WebSocket failed can ask why with a plain GET, which is no refused handshake", async () => {
  const quiet = await startHouse();
  const plain = (query) => ask([`Host:${quiet.host}`], { target: `${path}${query}`, port: quiet.port });
  const proxy = assertProblem(await plain(""), 426, "upgrade-required");
  assert.match(proxy.detail, /"Behind a proxy"/);
  assertProblem(await plain(`&origin=${encodeURIComponent(quiet.url)}`), 426, "upgrade-required");
  const foreign = assertProblem(await plain(`&origin=${encodeURIComponent("https://museum.example")}`), 403, "foreign-origin");
  assert.match(foreign.detail, /--public-url https:\/\/museum\.example/);
  assert.equal((await scrape(quiet)).value("menagerie_handshakes_refused_total", { reason: "no-upgrade" }), 0);
  assert.ok(!quiet.log.includes("was refused"));
  await quiet.close();
});

test("with --public-url a page of a stranger's host that DNS leads here gets no WebSocket; the museum's own pages do", async () => {
  const museum = await startHouse({ flags: ["--public-url", "https://museum.example/under", "--allow-origin", "https://school.example"] });
  const target = `/under${path}`;
  const opened = async (host, origin, options = {}) => (await ask(lines({ Host: [host], Origin: [origin] }), { target, port: museum.port, ...options })).status;
  for (const [host, origin] of [
    ["museum.example", "https://museum.example"], [museum.host, "https://museum.example"], ["menagerie", "https://museum.example"], // by a proxy, which may name another Host
    ["museum.example:8080", "http://museum.example:8080"], // past the proxy
    [museum.host, museum.url], [`localhost:${museum.port}`, `http://localhost:${museum.port}`], ["[::1]:8080", "http://[::1]:8080"], ["192.168.1.7:8080", "http://192.168.1.7:8080"], // a kiosk at the house
    ["museum.example", "https://school.example"], ["rebound.example", "https://school.example"],
  ]) assert.equal(await opened(host, origin), 101, `${origin} at ${host}`);
  for (let i = 0; i < 3; ++i) {
    const answer = await ask(lines({ Host: ["rebound.example:8080"], Origin: ["http://rebound.example:8080"] }), { target, port: museum.port });
    assert.match(assertProblem(answer, 403, "foreign-origin").detail, /--public-url http:\/\/rebound\.example:8080;/);
  }
  for (const name of ["localhost.rebound.example", "museum.example.rebound.example"]) assert.equal(await opened(name, `http://${name}`), 403, name);
  assert.equal(await opened("rebound.example", "http://rebound.example", { target: "/under/api/v1/watch" }), 403);
  assert.equal((await ask([`Host:${museum.host}`], { target: "/healthz", port: museum.port })).status, 200);
  assert.equal((await ask(lines({ Host: ["rebound.example"] }), { target, port: museum.port })).status, 101, "what has no Origin is no page");
  const said = await museum.logged(/^.*a WebSocket was refused \(foreign-origin\).*$/gm);
  assert.equal(said.length, 1);
  assert.match(said[0], /Origin "http:\/\/rebound\.example:8080", Host "rebound\.example:8080"/);
  assert.equal((await scrape(museum)).value("menagerie_handshakes_refused_total", { reason: "foreign-origin" }), 6);
  await museum.close();
});

test("without --public-url nobody knows the museum's names: a page of whichever host was asked is its own", async () => {
  assert.equal((await ask(lines({ Host: ["museum.lan:8080"], Origin: ["http://museum.lan:8080"] }))).status, 101);
});

test("a handshake without Upgrade and with a Host that is not its Origin's is a bare proxy's: told, counted, and answered so", async () => {
  const quiet = await startHouse();
  for (let i = 0; i < 3; ++i) {
    const answer = await ask(lines({ Upgrade: [], Connection: ["close"], Host: ["127.0.0.1:8080"], Origin: ["https://museum.example"] }), { version: "1.0", port: quiet.port });
    assert.match(assertProblem(answer, 426, "upgrade-required").detail, /drops the Upgrade header and puts its own Host .*"Behind a proxy"/);
  }
  const said = await quiet.logged(/^.*a WebSocket was refused \(bare-proxy\).*$/gm);
  assert.equal(said.length, 1, quiet.log);
  assert.match(said[0], /"Behind a proxy".*Origin "https:\/\/museum\.example", Host "127\.0\.0\.1:8080"/);
  assert.equal((await scrape(quiet)).value("menagerie_handshakes_refused_total", { reason: "bare-proxy" }), 3);
  await quiet.close();
});
