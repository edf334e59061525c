// A client of our own on a bare socket: the house speaks RFC 6455 with anyone who does, in pieces as small as they come.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { startHouse } from "./house.mjs";
import { assertFrame, firstMove } from "./visitor.mjs";

const codes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 };

function frame(code, payload, { fin = true, masked = true } = {}) {
  const body = Buffer.from(payload);
  assert.ok(body.length < 65536);
  const long = body.length > 125;
  const head = Buffer.alloc(long ? 4 : 2);
  head[0] = (fin ? 0x80 : 0) | code;
  head[1] = (masked ? 0x80 : 0) | (long ? 126 : body.length);
  if (long) head.writeUInt16BE(body.length, 2);
  if (!masked) return Buffer.concat([head, body]);
  const mask = randomBytes(4);
  return Buffer.concat([head, mask, body.map((byte, i) => byte ^ mask[i % 4])]);
}

class Bare {
  static async dial(house, machine, role = "play") {
    const bare = new Bare();
    bare.buffer = Buffer.alloc(0);
    bare.socket = connect(house.port, "127.0.0.1");
    bare.socket.on("data", (data) => { bare.buffer = Buffer.concat([bare.buffer, data]); bare.wake?.(); });
    bare.socket.on("close", () => { bare.ended = true; bare.wake?.(); }).on("error", () => {});
    const key = randomBytes(16).toString("base64");
    bare.socket.write(`GET /api/v1/${role}?machine=${machine} HTTP/1.1\r\nHost: ${house.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n`
      + `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: menagerie.v1\r\n\r\n`);
    const head = await bare.until(() => bare.buffer.indexOf("\r\n\r\n") >= 0 && bare.cut(bare.buffer.indexOf("\r\n\r\n") + 4).toString());
    assert.match(head, /^HTTP\/1\.1 101 /);
    const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
    assert.match(head, new RegExp(`Sec-WebSocket-Accept: ${accept.replace(/[+/]/g, "\\$&")}\r\n`, "i"));
    assert.match(head, /Sec-WebSocket-Protocol: menagerie\.v1\r\n/i);
    return bare;
  }

  cut(bytes) {
    const piece = this.buffer.subarray(0, bytes);
    this.buffer = this.buffer.subarray(bytes);
    return piece;
  }

  async until(look) {
    for (;;) {
      const found = look();
      if (found) return found;
      assert.ok(!this.ended, "the line closed");
      await new Promise((done, fail) => {
        const timer = setTimeout(() => fail(new Error("nothing came")), 30_000);
        this.wake = () => { clearTimeout(timer); done(); };
      });
    }
  }

  /** The next frame: {code, body}. */
  take() {
    return this.until(() => {
      const { buffer } = this;
      if (buffer.length < 2) return null;
      assert.equal(buffer[1] & 0x80, 0, "a server does not mask");
      assert.equal(buffer[0] & 0x70, 0, "no extension was agreed on");
      let [length, head] = [buffer[1] & 0x7f, 2];
      assert.notEqual(length, 127, "no frame is that long");
      if (length === 126) [length, head] = [buffer.length < 4 ? Infinity : buffer.readUInt16BE(2), 4];
      if (buffer.length < head + length) return null;
      const [first] = this.cut(head);
      assert.ok(first & 0x80, "the house sends whole frames");
      return { code: first & 15, body: this.cut(length) };
    });
  }

  async message(type) {
    const { code, body } = await this.take();
    assert.equal(code, codes.text);
    const value = assertFrame("play", JSON.parse(body.toString("utf8")));
    assert.equal(value.type, type, JSON.stringify(value));
    return value;
  }

  async closed(code) {
    let it = await this.take();
    while (it.code === codes.text) it = await this.take();
    assert.equal(it.code, codes.close);
    assert.equal(it.body.readUInt16BE(0), code);
  }
}

let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

/** Plays a game to its end; `send` writes a frame's text somehow. */
async function play(bare, send) {
  await bare.message("hello");
  await send({ type: "begin" });
  let state = await bare.message("state");
  while (state.outcome === undefined) {
    await send({ type: "move", episode: state.episode, ply: state.ply, move: firstMove(state) });
    state = await bare.message("state");
  }
  const learned = await bare.message("learned");
  assert.equal((await house.get(`/machines/${bare.machine}/episodes/${learned.episode}`)).seq, learned.seq);
}

for (const machine of ["menace", "menace-two", "her", "him"]) {
  test(`${machine}: a game in plain masked frames, ended by a close handshake`, async () => {
    const bare = Object.assign(await Bare.dial(house, machine), { machine });
    await play(bare, (value) => bare.socket.write(frame(codes.text, JSON.stringify(value))));
    bare.socket.write(frame(codes.close, Buffer.concat([Buffer.from([0x03, 0xe8]), Buffer.from("bye")])));
    await bare.closed(1000);
    await bare.until(() => bare.ended);
  });
}

test("messages in fragments, with pings between them", async () => {
  const bare = Object.assign(await Bare.dial(house, "menace"), { machine: "menace" });
  await play(bare, async (value) => {
    const text = JSON.stringify(value);
    bare.socket.write(frame(codes.text, text.slice(0, 1), { fin: false }));
    bare.socket.write(frame(codes.continuation, text.slice(1, 9), { fin: false }));
    bare.socket.write(frame(codes.ping, "are you there?"));
    const pong = await bare.take();
    assert.deepEqual([pong.code, pong.body.toString()], [codes.pong, "are you there?"]);
    bare.socket.write(frame(codes.continuation, "", { fin: false }));
    bare.socket.write(frame(codes.continuation, text.slice(9)));
  });
  bare.socket.destroy();
});

test("a game byte by byte", async () => {
  const bare = Object.assign(await Bare.dial(house, "her"), { machine: "her" });
  bare.socket.setNoDelay(true);
  await play(bare, async (value) => {
    for (const byte of frame(codes.text, JSON.stringify(value))) {
      bare.socket.write(Buffer.from([byte]));
      await new Promise((done) => setImmediate(done));
    }
  });
  bare.socket.destroy();
});

test("two frames in one packet are two frames", async () => {
  const bare = await Bare.dial(house, "her");
  await bare.message("hello");
  const begin = frame(codes.text, '{"type":"begin"}');
  bare.socket.write(Buffer.concat([begin, frame(codes.ping, ""), begin]));
  const got = [await bare.take(), await bare.take(), await bare.take()].map(({ code }) => code).sort();
  assert.deepEqual(got, [codes.text, codes.text, codes.pong]);
  bare.socket.destroy();
});

test("what breaks the WebSocket protocol closes the line, and the house stays open", async () => {
  const text = '{"type":"begin"}';
  const broken = [["not masked", frame(codes.text, text, { masked: false })], ["a continuation of nothing", frame(codes.continuation, text)],
    ["a reserved kind", frame(3, text)], ["a reserved bit", Buffer.concat([Buffer.from([0xc1]), frame(codes.text, text).subarray(1)])],
    ["a length of two bytes where one does", Buffer.concat([Buffer.from([0x81, 0xfe, 0, text.length]), frame(codes.text, text).subarray(2)])],
    ["a ping that is too long", frame(codes.ping, "x".repeat(126))], ["a ping in pieces", frame(codes.ping, "x", { fin: false })]];
  for (const [what, bytes] of broken) {
    const bare = await Bare.dial(house, "her");
    await bare.message("hello");
    bare.socket.write(bytes);
    await bare.closed(1002).catch((error) => { throw new Error(`${what}: ${error.message}`); });
    bare.socket.destroy();
  }
  assert.equal((await house.ask("/healthz")).status, 200);
});

test("frames of every kind, cut and joined as it happens, are answered each", async () => {
  let state = 7n; // a generator of our own, so that a failure comes again
  const below = (end) => { state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn; return Number(state >> 33n) % end; };
  const move = (name) => JSON.stringify({ type: "move", episode: "0190b6d0-0000-7000-8000-000000000000", ply: 1, move: name });
  const makes = [
    () => [frame(codes.text, move("b2")), 1, 0],
    () => [frame(codes.text, move("\u00e9")), 1, 0], // not ASCII
    () => [frame(codes.text, move("b2").replace("{", `{${" ".repeat(1 + below(600))}`)), 1, 0], // some longer than the session's own room
    () => [frame(codes.ping, `ping ${below(1000)}`), 0, 1],
    () => [frame(codes.pong, ""), 0, 0],
    () => {
      const text = move("c3"), cut = below(text.length);
      return [Buffer.concat([frame(codes.text, text.slice(0, cut), { fin: false }), frame(codes.ping, "between"), frame(codes.continuation, text.slice(cut))]), 1, 1];
    },
  ];
  for (let round = 0; round < 12; ++round) {
    const bare = await Bare.dial(house, "menace");
    bare.socket.setNoDelay(true);
    await bare.message("hello");
    const made = Array.from({ length: 40 }, () => makes[round % 2 ? below(makes.length) : below(4) ? 0 : below(makes.length)]());
    const bytes = Buffer.concat(made.map(([frames]) => frames));
    let [errors, pongs] = [1, 2].map((at) => made.reduce((sum, it) => sum + it[at], 0));
    for (let at = 0; at < bytes.length;) {
      const size = 1 + below([3, 60, 300, 3000][below(4)]);
      bare.socket.write(bytes.subarray(at, at + size));
      at += size;
      if (below(3) === 0) await new Promise((done) => setImmediate(done));
    }
    while (errors + pongs > 0) {
      const { code, body } = await bare.take();
      if (code === codes.pong) --pongs;
      else {
        assert.equal(JSON.parse(body.toString("utf8")).code, "no-episode");
        --errors;
      }
    }
    assert.deepEqual([errors, pongs], [0, 0], `round ${round}`);
    bare.socket.write(frame(codes.close, Buffer.from([0x03, 0xe8])));
    await bare.closed(1000);
    await bare.until(() => bare.ended);
  }
});
