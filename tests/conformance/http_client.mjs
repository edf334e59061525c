// HTTP/1.1 on a bare socket: sends the bytes of a case in one of three ways, reads answers as strictly as RFC 9112 lets a client
// read them, and finds out whether the connection is still good for another request.
import assert from "node:assert/strict";
import { connect } from "node:net";

export const deliveries = ["whole", "byte by byte", "coalesced with what follows"];

const waitMs = 60_000;
const follower = "GET /healthz HTTP/1.1\r\nHost: museum.example\r\nConnection: close\r\n\r\n";
const tokenPattern = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const datePattern = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;

class Connection {
  constructor(port) {
    this.buffer = Buffer.alloc(0);
    this.socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.socket.on("data", (data) => { this.buffer = Buffer.concat([this.buffer, data]); this.wake?.(); });
    this.socket.on("end", () => { this.ended = true; this.wake?.(); });
    this.socket.on("error", (error) => { this.ended = true; this.error = error; this.wake?.(); });
    this.opened = new Promise((done, fail) => this.socket.once("connect", done).once("error", fail));
  }

  async send(bytes, byByte) {
    if (!byByte) return this.socket.write(bytes);
    for (let at = 0; at < bytes.length && !this.ended && !this.socket.destroyed; at += 1) {
      this.socket.write(bytes.subarray(at, at + 1));
      await new Promise((done) => setImmediate(done));
    }
  }

  /** What `look` finds in the bytes that have come; `look` may return null to wait for more. */
  async until(look, what) {
    for (;;) {
      const found = look();
      if (found) return found;
      assert.ok(!this.ended, `the connection ended, ${what} was expected${this.error ? ` (${this.error.code})` : ""}: ${this.buffer}`);
      await new Promise((done, fail) => {
        const timer = setTimeout(() => fail(new Error(`${what} did not come; there is: ${this.buffer}`)), waitMs);
        this.wake = () => { clearTimeout(timer); done(); };
      });
    }
  }

  cut(size) {
    const piece = this.buffer.subarray(0, size);
    this.buffer = this.buffer.subarray(size);
    return piece;
  }

  async line() {
    await this.until(() => this.buffer.includes("\r\n"), "a line");
    return this.cut(this.buffer.indexOf("\r\n") + 2).subarray(0, -2).toString("latin1");
  }

  async bytes(size) {
    await this.until(() => this.buffer.length >= size, `${size} bytes`);
    return this.cut(size);
  }

  /** The next answer: {status, headers: Map of lists, body}. `head`: it is one to HEAD. */
  async answer(head = false) {
    const [, code] = (await this.line()).match(/^HTTP\/1\.1 ([1-5]\d\d) [\t\x20-\x7e\x80-\xff]*$/) ?? assert.fail("this is no status line");
    const status = Number(code);
    const headers = new Map();
    for (let line = await this.line(); line !== ""; line = await this.line()) {
      const colon = line.indexOf(":");
      const name = line.slice(0, colon).toLowerCase();
      assert.match(name, tokenPattern, line);
      assert.match(line.slice(colon + 1), /^[\t\x20-\x7e\x80-\xff]*$/, line);
      headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()]);
    }
    const answer = { status, headers, one: (name) => headers.get(name)?.[0], body: Buffer.alloc(0) };
    if (!head && status >= 200 && status !== 204 && status !== 304) answer.body = await this.body(headers);
    assertSound(answer, head);
    return answer;
  }

  async body(headers) {
    if (headers.has("transfer-encoding")) {
      assert.deepEqual([headers.get("transfer-encoding"), headers.has("content-length")], [["chunked"], false]);
      const pieces = [];
      for (;;) {
        const line = await this.line();
        assert.match(line, /^[0-9a-f]+$/i);
        const size = parseInt(line, 16);
        if (size > 0) pieces.push(await this.bytes(size));
        assert.equal(await this.line(), "", "a chunk, and the last one's trailer, end with an empty line");
        if (size === 0) return Buffer.concat(pieces);
      }
    }
    if (!headers.has("content-length") && /\bclose\b/i.test(headers.get("connection") ?? "")) { // its end is the connection's
      await this.end();
      return this.cut(this.buffer.length);
    }
    assert.match(headers.get("content-length")?.join() ?? "none", /^\d+$/, "one length");
    return this.bytes(Number(headers.get("content-length")[0]));
  }

  end() {
    return this.until(() => this.ended, "the end of the connection");
  }
}

/** What holds for every answer (RFC 9110, 6.6.1, 8.6, 15.4.5, 15.5.2, 15.5.6, 15.5.22). */
function assertSound({ status, headers, body, one }, head) {
  const sizes = headers.get("content-length") ?? [];
  assert.ok(sizes.length <= 1 && (sizes.length === 0 || /^\d+$/.test(sizes[0])));
  if (status < 200 || status === 204) assert.ok(!headers.has("content-length") && !headers.has("transfer-encoding"), `${status} has no body`);
  if (status >= 200) assert.match(headers.get("date")?.join() ?? "none", datePattern);
  if (body.length > 0) assert.ok(one("content-type"), "a body says what it is");
  if (head) assert.equal(body.length, 0);
  if (status === 401) assert.ok(one("www-authenticate"));
  if (status === 405) assert.ok(one("allow") !== undefined);
  if (status === 426) assert.match(one("upgrade") ?? "", /websocket/i);
}

const isOneOf = (statuses, status) => [statuses].flat().includes(status);

/** Reads the answers that the case asks for. */
async function readAnswers(connection, wanted) {
  for (const { status, head = false, check, interim = "never" } of wanted) {
    let answer = await connection.answer(head);
    if (interim === "may" && answer.status === 100) answer = await connection.answer(head);
    assert.ok(isOneOf(status, answer.status), `${answer.status} is not ${status}: ${answer.body}`);
    check?.(answer);
    connection.last = answer;
  }
}

/** Whether the last answer said that the connection ends. */
const saidClose = (connection) => (connection.last.headers.get("connection") ?? []).join().split(",").some((token) => token.trim().toLowerCase() === "close");

/** Finds out whether the connection is `after`: "open", "closed" or "either". The follower may have been sent already. */
async function judgeEnd(connection, after, sent) {
  if (after === "gone") return connection.end();
  if (!sent && !connection.ended && !saidClose(connection)) connection.socket.write(follower);
  if (after === "open") assert.ok(!saidClose(connection), "the connection is to stay open");
  if (after === "closed") assert.ok(saidClose(connection), "an end is announced");
  if (saidClose(connection)) {
    await connection.end();
    assert.equal(connection.buffer.length, 0, `nothing follows the last answer: ${connection.buffer}`);
    return;
  }
  const answer = await connection.answer();
  assert.deepEqual([answer.status, answer.body.toString()], [200, "ok\n"], "the request behind it is answered as itself");
  await connection.end();
  assert.equal(connection.buffer.length, 0);
}

/**
 * One case: `send` is text or bytes, or a list of these with answers between them that are waited for before more is sent (where
 * delivery is coalesced, all is sent at once and such an answer may be left out). `answers` must come, in this order.
 */
export async function deliver(port, { send, answers, after = "open" }, delivery) {
  const connection = new Connection(port);
  try {
    await connection.opened;
    const parts = [send].flat();
    if (delivery === deliveries[2]) {
      const bytes = parts.filter((part) => !part.status).map((part) => Buffer.from(part, "latin1"));
      connection.socket.write(Buffer.concat([...bytes, Buffer.from(after === "gone" ? "" : follower)]));
      await readAnswers(connection, answers.map((answer) => ({ ...answer, interim: parts.length > 1 ? "may" : "never" })));
      return await judgeEnd(connection, after, true);
    }
    for (const part of parts) {
      if (part.status) await readAnswers(connection, [part]);
      else await connection.send(Buffer.from(part, "latin1"), delivery === deliveries[1]);
    }
    await readAnswers(connection, answers);
    await judgeEnd(connection, after, false);
  } finally {
    connection.socket.destroy();
  }
}
