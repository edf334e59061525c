// RFC 6455 on a bare socket: delivers the bytes of a case in one of three ways, and collects what the server says until it can be
// judged. Nothing is timed: a ping of our own, sent when the expected answers are there, shows that nothing else comes.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { connect } from "node:net";

export const deliveries = ["whole", "byte by byte", "coalesced with what follows"];
export const op = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 };

const waitMs = 60_000;
const guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
export const acceptOf = (key) => createHash("sha1").update(key + guid).digest("base64");

/** A frame as a client sends it. `rsv` is 0 to 7; `length` forces 7, 16 or 64 bits; `says` states a length of its own. */
export function frame(code, payload = "", { fin = true, rsv = 0, masked = true, mask = randomBytes(4), length, says } = {}) {
  const body = Buffer.from(payload);
  const size = says ?? BigInt(body.length);
  const bits = length ?? (size < 126n ? 7 : size < 65536n ? 16 : 64);
  const head = Buffer.alloc({ 7: 2, 16: 4, 64: 10 }[bits]);
  head[0] = (fin ? 0x80 : 0) | (rsv << 4) | code;
  head[1] = (masked ? 0x80 : 0) | { 7: Number(size & 127n), 16: 126, 64: 127 }[bits];
  if (bits === 16) head.writeUInt16BE(Number(size), 2);
  if (bits === 64) head.writeBigUInt64BE(size, 2);
  if (!masked) return Buffer.concat([head, body]);
  return Buffer.concat([head, mask, Buffer.from(body.map((byte, i) => byte ^ mask[i % 4]))]);
}

export const closeBody = (code, reason = "") => {
  const head = Buffer.alloc(2);
  head.writeUInt16BE(code);
  return Buffer.concat([head, Buffer.from(reason)]);
};

export class Peer {
  constructor(port) {
    this.buffer = Buffer.alloc(0);
    this.frames = [];
    this.socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.socket.on("data", (data) => { this.buffer = Buffer.concat([this.buffer, data]); this.look(); this.wake?.(); });
    this.socket.on("end", () => { this.ended = true; this.wake?.(); });
    this.socket.on("error", (error) => { this.ended = true; this.error = error; this.wake?.(); });
  }

  /** Takes the frames that have come, once the connection is one of frames; the server's own rules are checked on each. */
  look() {
    while (this.upgraded && this.buffer.length >= 2) {
      const { buffer } = this;
      const code = buffer[0] & 15;
      let [size, head] = [buffer[1] & 127, 2];
      if (size === 126) [size, head] = [buffer.length < 4 ? Infinity : buffer.readUInt16BE(2), 4];
      else if (size === 127) [size, head] = [buffer.length < 10 ? Infinity : Number(buffer.readBigUInt64BE(2)), 10];
      if (buffer.length < head + size) return;
      const it = { code, body: buffer.subarray(head, head + size) };
      const trouble = this.troubleWith(buffer, it, head);
      if (trouble) this.wrong ??= trouble;
      this.frames.push(it);
      this.buffer = buffer.subarray(head + size);
    }
  }

  troubleWith(buffer, { code, body }, head) {
    if (this.frames.some((it) => it.code === op.close)) return "a frame behind the close frame";
    if (buffer[1] & 0x80) return "a server does not mask";
    if (buffer[0] & 0x70) return "no extension was agreed on";
    if (!(buffer[0] & 0x80)) return "this server does not fragment";
    if (head !== (body.length < 126 ? 2 : body.length < 65536 ? 4 : 10)) return "a length is as short as can be";
    if (code >= 8 && body.length > 125) return "a control frame is short";
    if (![op.text, op.close, op.ping, op.pong].includes(code)) return `a frame of kind ${code}`;
    if (code === op.close && body.length === 1) return "a close frame has no status or two bytes of it";
    if (code === op.text) {
      try { JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)); } catch { return `no JSON: ${body}`; }
    }
    return null;
  }

  async until(look, what) {
    const end = Date.now() + waitMs;
    for (;;) {
      assert.ok(!this.wrong, this.wrong);
      const found = look();
      if (found) return found;
      assert.ok(!this.ended, `the connection ended, ${what} was expected${this.error ? ` (${this.error.code})` : ""}; ${this.told()}`);
      await new Promise((done, fail) => {
        const timer = setTimeout(() => fail(new Error(`${what} did not come; ${this.told()}`)), end - Date.now());
        this.wake = () => { clearTimeout(timer); done(); };
      });
    }
  }

  told() {
    return `there came: ${this.frames.map(({ code, body }) => `${code}:${code === op.close && body.length > 1 ? body.readUInt16BE(0) : ""}${body.subarray(code === op.close ? 2 : 0, 90)}`).join(" | ")} ${this.upgraded ? "" : this.buffer}`;
  }

  /** Whether the end has been said, or has come: no use in sending on. */
  get isOver() {
    return this.ended || this.socket.destroyed || this.frames.some(({ code }) => code === op.close);
  }

  async send(bytes, byByte) {
    if (!byByte) return this.socket.write(bytes);
    for (let at = 0; at < bytes.length && !this.isOver; at += 1) {
      this.socket.write(bytes.subarray(at, at + 1));
      await new Promise((done) => setImmediate(done));
    }
  }

  /** The head of an HTTP answer: {status, headers}. */
  async head() {
    const end = await this.until(() => this.buffer.indexOf("\r\n\r\n") + 1, "the head of an answer") - 1;
    const [first, ...lines] = this.buffer.subarray(0, end).toString("latin1").split("\r\n");
    this.buffer = this.buffer.subarray(end + 4);
    const status = Number(first.match(/^HTTP\/1\.1 (\d{3}) /)?.[1]);
    const headers = {};
    for (const line of lines) {
      const [, name, value] = line.match(/^([^:\s]+):\s*(.*?)\s*$/);
      headers[name.toLowerCase()] = headers[name.toLowerCase()] === undefined ? value : `${headers[name.toLowerCase()]}, ${value}`;
    }
    return { status, headers };
  }

  static async dial(port, path) {
    const peer = new Peer(port);
    const key = randomBytes(16).toString("base64");
    peer.socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: menagerie.v1\r\n\r\n`);
    const { status, headers } = await peer.head();
    assert.equal(status, 101);
    assert.equal(headers["sec-websocket-accept"], acceptOf(key));
    peer.upgraded = true;
    peer.look();
    const { body } = await peer.until(() => peer.frames.shift(), "the first frame");
    assert.match(JSON.parse(body).type, /hello$/);
    return peer;
  }
}

/** The frames that answer: what the server tells everybody without being asked is left out. */
const answersOf = (peer) => peer.frames.filter(({ code, body }) => !(code === op.text && ["feed", "house"].includes(JSON.parse(body).type)));

/** Whether pongs answer these pings: the newest must be answered, and no other order than theirs is possible (5.5.3). */
function pongsAnswer(pongs, pings) {
  let at = -1;
  for (const pong of pongs) {
    at = pings.findIndex((ping, i) => i > at && ping.equals(pong));
    if (at < 0) return false;
  }
  return pings.length === 0 ? pongs.length === 0 : at === pings.length - 1;
}

/** Waits for `errors` error frames, and for the pong to the newest of `pings`. */
async function awaitAnswers(peer, errors, pings) {
  const split = () => {
    const all = answersOf(peer);
    return { texts: all.filter(({ code }) => code === op.text), pongs: all.filter(({ code }) => code === op.pong).map(({ body }) => body), closes: all.filter(({ code }) => code === op.close) };
  };
  await peer.until(() => {
    const { texts, pongs, closes } = split();
    if (closes.length > 0) throw new assert.AssertionError({ message: `no end was expected; ${peer.told()}` });
    return texts.length >= errors.length && (pings.length === 0 || pongs.some((pong) => pong.equals(pings.at(-1))));
  }, `${errors.length} error frames and the pong to ${pings.length} pings`);
  const { texts, pongs } = split();
  assert.deepEqual(texts.map(({ body }) => JSON.parse(body).type), errors.map(() => "error"), peer.told());
  texts.forEach(({ body }, i) => assert.ok(errors[i].includes(JSON.parse(body).code), `${JSON.parse(body).code} is none of ${errors[i]}`));
  assert.ok(pongsAnswer(pongs, pings), `pongs answer pings: ${peer.told()}`);
}

/** The end: a close frame with one of these codes (0: without one), then the connection's end. */
async function awaitClose(peer, codes) {
  await peer.until(() => peer.isOver, "the end");
  peer.socket.write(frame(op.close, closeBody(1000))); // an end that the server began waits for this one
  await peer.until(() => peer.ended, "the end of the connection");
  assert.ok(!peer.wrong, peer.wrong);
  const [close] = peer.frames.filter(({ code }) => code === op.close);
  assert.ok(close, `an end is said; ${peer.told()}`);
  const code = close.body.length === 0 ? 0 : close.body.readUInt16BE(0);
  assert.ok([codes].flat().includes(code), `${code} is none of ${codes}; ${peer.told()}`);
  new TextDecoder("utf-8", { fatal: true }).decode(close.body.subarray(2));
}

const fence = () => Buffer.from(`fence ${randomBytes(6).toString("hex")}`);

/**
 * One case on an open WebSocket: `send` is a list of frames' bytes. Then either `close`, the codes that may be told (0: none); or the
 * connection stays open, with `errors` (a list of the codes that each error frame may have) and pongs to `pings`.
 */
export async function deliver(port, path, { send, close, errors = [], pings = [] }, delivery) {
  const peer = await Peer.dial(port, path);
  try {
    const bytes = Buffer.concat([send].flat());
    const payloads = pings.map((ping) => Buffer.from(ping));
    const first = fence();
    if (delivery === deliveries[2]) peer.socket.write(Buffer.concat([bytes, frame(op.ping, first)]));
    else await peer.send(bytes, delivery === deliveries[1]);
    if (close !== undefined) {
      await awaitClose(peer, close);
      // What came before the end may be answered; what comes behind it is not.
      const pongs = answersOf(peer).filter(({ code }) => code === op.pong).map(({ body }) => body);
      assert.ok(pongs.length <= payloads.length && pongs.every((pong, i) => pong.equals(payloads[i])), `pongs answer pings: ${peer.told()}`);
      const texts = answersOf(peer).filter(({ code }) => code === op.text).map(({ body }) => JSON.parse(body));
      assert.ok(texts.length <= errors.length, peer.told());
      texts.forEach((text, i) => assert.ok(errors[i].includes(text.code), peer.told()));
      return;
    }
    const all = delivery === deliveries[2] ? [...payloads, first] : payloads;
    await awaitAnswers(peer, errors, all);
    const last = fence();
    peer.socket.write(frame(op.ping, last));
    await awaitAnswers(peer, errors, [...all, last]);
    peer.socket.write(frame(op.close, closeBody(1000)));
    await awaitClose(peer, [1000, 0]);
  } finally {
    peer.socket.destroy();
  }
}

/** One opening handshake: `head` makes the request of a path and its key; `status` is what may be answered, 101 for an upgrade. */
export async function shakeHands(port, path, { head, status, protocol, headers = {} }, delivery) {
  const peer = new Peer(port);
  try {
    const key = randomBytes(16).toString("base64");
    const bytes = Buffer.from(head({ path, host: `127.0.0.1:${port}`, key }), "latin1");
    const wanted = [status].flat();
    const first = fence();
    // A client may not send frames before it has been answered (4.1); a refusal must stand whatever follows it.
    const follows = delivery === deliveries[2] && !wanted.includes(101);
    if (follows) peer.socket.write(Buffer.concat([bytes, frame(op.ping, first)]));
    else await peer.send(delivery === deliveries[2] ? Buffer.concat([Buffer.from(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`), bytes]) : bytes, delivery === deliveries[1]);
    if (delivery === deliveries[2] && !follows) {
      const before = await peer.head();
      assert.equal(before.status, 200);
      const size = Number(before.headers["content-length"]);
      await peer.until(() => peer.buffer.length >= size, "the answer to the request in front");
      peer.buffer = peer.buffer.subarray(size);
    }
    const answer = await peer.head();
    assert.ok(wanted.includes(answer.status), `${answer.status} is none of ${wanted}`);
    for (const [name, pattern] of Object.entries(headers)) assert.match(answer.headers[name] ?? "none", pattern, name);
    if (answer.status !== 101) {
      assert.equal(answer.headers["sec-websocket-accept"], undefined);
      if (answer.status >= 400) assert.equal(answer.headers["content-type"], "application/problem+json");
      assert.equal(answer.headers["x-content-type-options"], "nosniff");
      return;
    }
    assert.equal(answer.headers["sec-websocket-accept"], acceptOf(key));
    assert.match(answer.headers.upgrade, /^websocket$/i);
    assert.match(answer.headers.connection, /\bupgrade\b/i);
    assert.equal(answer.headers["sec-websocket-extensions"], undefined, "no extension is spoken here");
    assert.equal(answer.headers["sec-websocket-protocol"], protocol);
    peer.upgraded = true;
    peer.look();
    await peer.until(() => peer.frames.shift(), "the first frame");
    peer.socket.write(frame(op.ping, first));
    await awaitAnswers(peer, [], [first]);
  } finally {
    peer.socket.destroy();
  }
}
