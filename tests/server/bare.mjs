// A WebSocket client on a bare socket, for what no proper client does.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { connect } from "node:net";
import { assertFrame } from "./visitor.mjs";

export const codes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 };

export function frame(code, payload, { fin = true, masked = true } = {}) {
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

export class Bare {
  /** With `allowHalfOpen` our end stays open when the house has closed its own. */
  static async dial(house, machine, { role = "play", allowHalfOpen = false } = {}) {
    const bare = new Bare();
    bare.buffer = Buffer.alloc(0);
    bare.socket = connect({ port: house.port, host: "127.0.0.1", allowHalfOpen });
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
        const timer = setTimeout(() => fail(new Error("nothing came")), 60_000);
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

  /** The close frame with that code, behind texts and `others`. */
  async closed(code, others = []) {
    let it = await this.take();
    while ([codes.text, ...others].includes(it.code)) it = await this.take();
    assert.equal(it.code, codes.close);
    assert.equal(it.body.readUInt16BE(0), code);
  }
}
