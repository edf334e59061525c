// Frames and requests that no proper client sends, and ends that come at odd moments.
import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { Bare, codes, frame } from "./bare.mjs";
import { startHouse } from "./house.mjs";
import { scrape } from "./prometheus.mjs";

const move = frame(codes.text, JSON.stringify({ type: "move", episode: "0190b6d0-0000-7000-8000-000000000000", ply: 1, move: "b2" }));
const reply = frame(codes.close, Buffer.from([0x03, 0xe8]));
const reservedBit = Buffer.concat([Buffer.from([0xc1]), move.subarray(1)]);

/** Waits until the house has as many players as that. */
async function untilPlayers(house, wanted) {
  const late = Date.now() + 60_000; // a scrape is slow on a busy machine
  for (;;) {
    const players = (await scrape(house)).value("menagerie_connections", { kind: "play" });
    if (players === wanted) return;
    assert.ok(Date.now() < late, `${players} players, not ${wanted}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** What the house answers to these bytes, until it closes or has answered `wanted` times: the statuses, and whether it closed. */
function answers(house, bytes, wanted = Infinity) {
  return new Promise((done, fail) => {
    let text = "";
    const socket = connect(house.port, "127.0.0.1", () => socket.write(bytes));
    const statuses = () => [...text.matchAll(/^HTTP\/1\.1 (\d+) /gm)].map(([, status]) => Number(status));
    const timer = setTimeout(() => fail(new Error(`no end came of ${bytes}`)), 60_000);
    const end = (closed) => { clearTimeout(timer); socket.destroy(); done({ statuses: statuses(), closed }); };
    socket.on("data", (data) => { text += data; if (statuses().length >= wanted) end(false); }).on("end", () => end(true)).on("error", fail);
  });
}

test("a frame that is longer than can be is told so, and harms nobody", async () => {
  const house = await startHouse();
  for (const short of [0n, 1n, 9n, 13n, 14n, 15n, 1n << 40n]) {
    const head = Buffer.alloc(14);
    head.writeUInt16BE(0x81ff);
    head.writeBigUInt64BE((1n << 64n) - 1n - short, 2);
    const bare = await Bare.dial(house, "menace");
    bare.socket.write(Buffer.concat([head, Buffer.alloc(1 << 20)]));
    await bare.closed(1009);
    bare.socket.destroy();
  }
  assert.equal((await house.ask("/healthz")).status, 200);
  await house.close();
});

test("every frame costs a credit: pings, pongs, and fragments, empty ones too", async () => {
  const house = await startHouse({ limited: true });
  const part = (code, body) => frame(code, body, { fin: false });
  const fragments = (length, body) => [part(codes.text, body), ...Array(length - 1).fill(part(codes.continuation, body))];
  // Empty ones are not told one by one: each read of a kilobyte and a half of them is a credit.
  for (const flood of [fragments(200, "x"), fragments(40_000, ""), ...[codes.ping, codes.pong].map((code) => Array.from({ length: 200 }, () => frame(code, "")))]) {
    const bare = await Bare.dial(house, "menace");
    bare.socket.write(Buffer.concat(flood));
    await bare.closed(1008, [codes.pong]);
    bare.socket.destroy();
  }
  await house.close();
});

test("a silent client gets two pings and is closed; one that answers stays", async () => {
  const house = await startHouse({ flags: ["--idle-socket-s", "3"] });
  const [silent, lively] = [await Bare.dial(house, "menace"), await Bare.dial(house, "menace")];
  for (const bare of [silent, lively]) await bare.message("hello");
  const answers = (async () => {
    for (let pings = 0; pings < 5; ++pings) {
      assert.equal((await lively.take()).code, codes.ping);
      lively.socket.write(frame(codes.pong, ""));
    }
  })();
  assert.deepEqual([(await silent.take()).code, (await silent.take()).code], [codes.ping, codes.ping]);
  await silent.closed(1001);
  await answers;
  for (const bare of [silent, lively]) bare.socket.destroy();
  await house.close();
});

test("what comes between our close frame and the peer's is not heard, and then the line ends", async () => {
  const house = await startHouse();
  const bare = await Bare.dial(house, "menace");
  bare.socket.write(Buffer.concat(Array.from({ length: 3 }, () => frame(codes.binary, "x"))));
  await bare.closed(1008);
  bare.socket.write(Buffer.concat([move, frame(codes.ping, "still there?"), move, reply]));
  await bare.until(() => bare.ended);
  assert.equal(bare.buffer.length, 0);
  await untilPlayers(house, 0);
  await house.close();
});

test("a close frame is answered with its code, and the last thing sent", async () => {
  const house = await startHouse();
  const closing = (...bytes) => frame(codes.close, Buffer.from(bytes));
  const lasts = [
    [closing(), 1000], [closing(0x0f, 0xa0), 4000], [closing(0x03, 0xe8, 0xff), 1002], [closing(0x03, 0xed), 1002],
    [frame(codes.text, Buffer.from([0x22, 0xff, 0x22])), 1007], [frame(codes.binary, Buffer.alloc(9000)), 1009],
  ];
  for (const [last, code] of lasts) {
    const bare = await Bare.dial(house, "menace");
    bare.socket.write(Buffer.concat([move, last, move]));
    await bare.message("hello");
    assert.equal((await bare.message("error")).code, "no-episode");
    await bare.closed(code);
    await bare.until(() => bare.ended);
    assert.equal(bare.buffer.length, 0);
  }
  await house.close();
});

test("pings of a client that reads nothing are not answered without end", async () => {
  const house = await startHouse({ flags: ["--outbox-frames-max", "8"] });
  const bare = await Bare.dial(house, "menace");
  bare.socket.pause();
  const pings = Buffer.concat(Array.from({ length: 5000 }, () => frame(codes.ping, "x".repeat(125))));
  while (!bare.ended && !bare.socket.destroyed) {
    if (!bare.socket.write(pings)) await Promise.race(["drain", "close", "error"].map((event) => new Promise((done) => bare.socket.once(event, done))));
  }
  await untilPlayers(house, 0);
  await house.close();
});

test("an end that comes with the last frame, or within a frame, is an end", async () => {
  const house = await startHouse();
  for (const last of [Buffer.alloc(0), move.subarray(0, 1), move.subarray(0, 50), reply.subarray(0, 3), frame(codes.text, "{", { fin: false })]) {
    const bare = await Bare.dial(house, "menace");
    bare.socket.end(Buffer.concat([...Array.from({ length: 200 }, () => move), last])); // more than is read before the end has come
    await bare.until(() => bare.ended);
    assert.equal(bare.buffer.toString("latin1").split("no-episode").length - 1, 200);
  }
  await untilPlayers(house, 0);
  await house.close();
});

test("a peer that closes, or breaks the protocol, and keeps the connection is dropped in time", async () => {
  const house = await startHouse({ flags: ["--write-s", "1"] });
  const left = [];
  for (const [last, code] of [[reply, 1000], [reservedBit, 1002], [frame(codes.close, "\u0003"), 1002]]) {
    const bare = await Bare.dial(house, "menace", { allowHalfOpen: true });
    bare.socket.write(last);
    await bare.closed(code);
    left.push(bare);
  }
  await untilPlayers(house, 0);
  for (const bare of left) bare.socket.destroy();
  await house.close();
});

test("a request that says in an odd way where it ends, or not whom it is for, is the connection's last", async () => {
  const house = await startHouse();
  const head = "GET /healthz HTTP/1.1\r\nHost: x\r\n";
  const odd = ["gzip", "xchunked", "chunked, gzip", "gzip, chunked", "chunked, chunked", "chunked\r\nTransfer-Encoding: identity", "identity"];
  const heads = [...odd.map((it) => `${head}Transfer-Encoding: ${it}\r\n`), `${head}Host: y\r\n`, "GET /healthz HTTP/1.1\r\n", "GET /healthz HTTP/1.0\r\nTransfer-Encoding: chunked\r\n"];
  for (const it of heads) assert.deepEqual(await answers(house, `${it}\r\n0\r\n\r\n${head}\r\n`), { statuses: [400], closed: true }, it);
  const chunked = `${head}Transfer-Encoding: Chunked\r\n\r\n0\r\n\r\n${head}\r\n`;
  assert.deepEqual((await answers(house, chunked, 2)).statuses, [200, 200]);
  assert.deepEqual((await answers(house, "GET /healthz HTTP/1.0\r\n\r\n")).statuses, [200]);
  assert.deepEqual((await answers(house, "GET http://x/healthz HTTP/1.1\r\nHost: y\r\n\r\n", 1)).statuses, [200]);
  await house.close();
});

test("behind a proxy each request counts for its own visitor", async () => {
  const house = await startHouse({ limited: true, flags: ["--trusted-proxy", "127.0.0.1", "--connections-per-address-max", "1"] });
  const visitor = { "X-Forwarded-For": "203.0.113.7" };
  const line = connect(house.port, "127.0.0.1");
  const answered = async (wanted, more) => {
    line.write(`GET /healthz HTTP/1.1\r\nHost: x\r\n${more}\r\n`);
    const text = await new Promise((done) => line.once("data", (data) => done(String(data))));
    assert.equal(Number(text.match(/^HTTP\/1\.1 (\d+) /)[1]), wanted);
  };
  await answered(200, "X-Forwarded-For: 203.0.113.7\r\n");
  assert.equal((await house.ask("/healthz", { headers: visitor })).status, 429);
  await answered(200, ""); // the proxy's own
  assert.equal((await house.ask("/healthz", { headers: visitor })).status, 200);
  assert.equal((await house.ask("/healthz")).status, 429);
  line.destroy();
  await house.close();
});
