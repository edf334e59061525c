// A visitor on a WebSocket, who holds every frame of the server's to the schema.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import WebSocket from "ws";

const waitMs = 180_000; // longer than a server may be cut off from its database in a test
export const messages = JSON.parse(readFileSync(new URL("../../schema/messages.schema.json", import.meta.url), "utf8"));

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true, strictRequired: false });
addFormats.default(ajv);
ajv.addSchema(messages);

/** Which definition a frame's `type` means to someone who plays, watches a machine, sits in the sealed room, or watches the hall. */
const definitions = {
  play: { hello: "hello", state: "state", learned: "learned", dry: "dry", error: "error" },
  watch: { hello: "watch-hello", feed: "feed", error: "error" },
  sealed: { hello: "sealed-hello", room: "room", left: "left", door: "door", error: "error" },
  hall: { hello: "house-hello", house: "house", error: "error" },
};

export function assertFrame(role, frame) {
  const name = definitions[role][frame.type];
  assert.ok(name, `a "${frame.type}" frame came to someone who is there to ${role}`);
  const validate = ajv.getSchema(`messages.schema.json#/$defs/${name}`);
  assert.ok(validate(frame), `${name}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(frame)}`);
  return frame;
}

export class Visitor {
  constructor(socket, role) {
    Object.assign(this, { socket, role, frames: [], waiting: null, error: null });
    this.closed = new Promise((done) => socket.on("close", (code, reason) => done({ code, reason: String(reason) })));
    this.closed.then(({ code }) => this.wake(this.error ?? new Error(`the line closed with ${code}`)));
    socket.on("message", (data, binary) => {
      try {
        assert.equal(binary, false, "the house speaks in text frames");
        this.frames.push(assertFrame(role, JSON.parse(String(data))));
        this.wake(null);
      } catch (error) {
        this.wake(error);
      }
    });
    socket.on("error", (error) => this.wake(error));
  }

  wake(error) {
    if (error) this.error ??= error;
    const { waiting } = this;
    this.waiting = null;
    waiting?.();
  }

  /** The next frame, of whatever type. */
  async next() {
    while (this.frames.length === 0) {
      if (this.error) throw this.error;
      let timer;
      await Promise.race([
        new Promise((done) => { this.waiting = done; }),
        new Promise((_, fail) => { timer = setTimeout(() => fail(new Error(`no frame came in ${waitMs} ms`)), waitMs); }),
      ]).finally(() => clearTimeout(timer));
    }
    return this.frames.shift();
  }

  /** The next frame, which must be of that type. */
  async take(type) {
    const frame = await this.next();
    assert.equal(frame.type, type, JSON.stringify(frame));
    return frame;
  }

  /** The next frame that does not come by itself, as feeds and rooms do, which must be an error with that code. */
  async refused(code) {
    let frame = await this.next();
    while (["feed", "house", "room"].includes(frame.type)) frame = await this.next();
    assert.equal(frame.type, "error", JSON.stringify(frame));
    assert.equal(frame.code, code, JSON.stringify(frame));
    return frame;
  }

  send(frame) {
    this.socket.send(typeof frame === "string" || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame));
  }

  async ask(frame, type) {
    this.send(frame);
    return this.take(type);
  }

  /** Resolves when the server has read everything that was sent so far. */
  ponged() {
    this.socket.ping();
    return once(this.socket, "pong");
  }

  move(state, move) {
    this.send({ type: "move", episode: state.episode, ply: state.ply, move });
  }

  /** Waits for the house to close the line, which must be with that code; what came before does not matter. */
  async closedWith(code) {
    let timer;
    const late = new Promise((_, fail) => { timer = setTimeout(() => fail(new Error(`the line was not closed in ${waitMs} ms`)), waitMs); });
    const end = await Promise.race([this.closed, late]).finally(() => clearTimeout(timer));
    assert.equal(end.code, code);
    return end;
  }

  close() {
    this.socket.close();
    return this.closed;
  }

  /** Goes without a word, as a phone in a tunnel does. */
  vanish() {
    this.socket.terminate();
    return this.closed;
  }
}

/** Opens a line; waits for the upgrade, not for hello. A house behind a proxy has a `socketUrl`, and `tls` options.
 * `query`: what is added to the address, such as `&as_of=2`. */
export function connect(house, role, { machine, query = "", protocol = "menagerie.v1", headers = {} } = {}) {
  const path = `${role === "hall" ? "watch" : role}${machine ? `?machine=${machine}${query}` : ""}`;
  const socket = new WebSocket(`${house.socketUrl ?? `ws://${house.host}`}/api/v1/${path}`, protocol ? [protocol] : [], { headers, perMessageDeflate: false, ...house.tls });
  const visitor = new Visitor(socket, role);
  return new Promise((done, fail) => {
    socket.on("open", () => done(visitor));
    socket.on("unexpected-response", (_, answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece) => { text += piece; });
      answer.on("end", () => fail(Object.assign(new Error(`refused with ${answer.statusCode}`), { status: answer.statusCode, headers: answer.headers, text })));
    });
    socket.on("error", fail);
  });
}

/** What an upgrade is refused with: {status, headers, problem}. */
export async function refusedUpgrade(house, role, options) {
  const visitor = await connect(house, role, options).catch((error) => error);
  if (visitor instanceof Visitor) await visitor.close();
  assert.ok(visitor.status, `the upgrade was refused: ${visitor.message ?? "it was not"}`);
  return { status: visitor.status, headers: visitor.headers, problem: visitor.text ? JSON.parse(visitor.text) : null };
}

/** A visitor at a machine's table, and its hello. */
export async function sitDown(house, machine, options = {}) {
  const visitor = await connect(house, "play", { machine, ...options });
  visitor.hello = await visitor.take("hello");
  assert.equal(visitor.hello.machine, machine);
  return visitor;
}

export const anyMove = (state) => state.legal[Math.floor(Math.random() * state.legal.length)];

/** Numbers below a bound, the same in each run: Marsaglia's xorshift32 (2003). `seed` is not 0. */
export function sequence(seed) {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

export const firstMove = (state) => state.legal[0];

/** Plays on from `state` to the end: every state from it on. */
export async function playOut(visitor, state, choose = anyMove) {
  const states = [state];
  while (state.outcome === undefined) {
    visitor.move(state, choose(state));
    const next = await visitor.take("state");
    assert.equal(next.episode, state.episode);
    assert.ok(next.ply > state.ply);
    states.push((state = next));
  }
  return states;
}

/** One whole episode: {states, last, learned}. Waits for a new era where the machine is dry. */
export async function playEpisode(visitor, { begin = {}, choose = anyMove } = {}) {
  visitor.send({ type: "begin", ...begin });
  let first = await visitor.next();
  while (first.type === "dry" || (first.type === "error" && first.code === "era-over")) {
    await new Promise((done) => setTimeout(done, 300));
    visitor.send({ type: "begin", ...begin });
    first = await visitor.next();
  }
  assert.equal(first.type, "state", JSON.stringify(first));
  const states = await playOut(visitor, first, choose);
  const last = states.at(-1);
  const learned = await visitor.take("learned");
  assert.equal(learned.episode, last.episode);
  assert.equal(learned.outcome, last.outcome);
  assert.equal(learned.reason, last.why === "resign" ? "resign" : last.outcome);
  return { states, last, learned };
}
