// A house of its own for a test: opened on a free port with a fresh data folder, visited, and ended for good when the
// test is over. Also the other commands of the program, curl and sqlite3, as a user would call them.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, beforeEach } from "node:test";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../..", import.meta.url));
export const bin = resolve(top, process.env.MENAGERIE_BIN ?? "build/dev/menagerie");
assert.ok(existsSync(bin), `${bin} is there: build it, or name it in MENAGERIE_BIN`);

/** The limits that keep single visitors from taking the house for themselves; tests come quicker than people. */
export const unlimited = ["--frames-per-second-max", "0", "--episodes-per-minute-max", "0", "--connections-per-address-max", "0", "--finished-games", "0"];

const openMs = 120_000; // generous: the sanitized builds are slow
const closeMs = 120_000;
const answerMs = 180_000;
const children = new Set();
const folders = new Set();
const houses = new Set();
const endings = [];
after(async () => {
  // Also what a failed test left open. Each is ended, whatever becomes of the others: what goes on running keeps this process.
  const ends = await Promise.allSettled([...houses].map((house) => house.close()));
  for (const end of endings) ends.push(...(await Promise.allSettled([end()])));
  for (const child of children) child.kill("SIGKILL");
  endAfter(60_000); // a server or a timer of a test that failed
  const failed = ends.find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
});

/** `end` is called when the tests are over and all houses are closed, whatever failed before. */
export function atEnd(end) {
  endings.push(end);
}
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

let begun = "its preparations";
beforeEach(({ name }) => { begun = name; });

/** Ends this file's process where it is still there after so long, with an error that says what it waits for. */
function endAfter(ms) {
  setTimeout(() => {
    console.error(`${process.argv[1]} has not ended after ${ms / 60_000} min; the last test begun is "${begun}"; alive are ${process.getActiveResourcesInfo().join(", ")}`);
    for (const house of houses) console.error(`the log of ${house.url} ends with\n${house.log.slice(-1000)}`);
    process.exit(1);
  }, ms).unref();
}
// What waits for ever is a failure with a name, and keeps neither the other files' results nor the whole run waiting.
endAfter(15 * 60_000); // many times what the tests of a file take on a busy machine

/** A new empty folder, gone when the tests are. */
export function freshFolder() {
  const folder = mkdtempSync(join(tmpdir(), "menagerie-test-"));
  folders.add(folder);
  return folder;
}

/** Where each thread of a process stands, as Linux tells, and which signals wait for it or are blocked. */
function threadsOf(pid) {
  const told = (thread, file) => {
    const path = `/proc/${pid}/task/${thread}/${file}`;
    return existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  };
  return readdirSync(`/proc/${pid}/task`).map((thread) => {
    const status = told(thread, "status").split("\n").filter((line) => /^(State|SigPnd|ShdPnd|SigBlk)/.test(line));
    return [thread, told(thread, "comm"), told(thread, "wchan"), told(thread, "syscall"), ...status].join(" ").replaceAll("\t", " ");
  }).join("\n");
}

/** Another program, which is gone when the tests are, whatever failed. As a test's end it may also be killed by hand. */
export function start(program, argv, options) {
  const child = spawn(program, argv, options);
  children.add(child);
  child.on("exit", () => children.delete(child)).on("error", () => children.delete(child));
  return child;
}

/** This process's environment without settings for the program. */
export function bareEnvironment(more = {}) {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("MENAGERIE_")));
  return { ...environment, ...more };
}

/** Runs a program to its end: {code, stdout, stderr}. */
export function run(program, argv, { env = bareEnvironment(), input = "", cwd } = {}) {
  return new Promise((done) => {
    const child = execFile(program, argv, { env, cwd, encoding: "utf8", maxBuffer: 256 << 20, timeout: 300_000, killSignal: "SIGKILL" }, (error, stdout, stderr) => {
      done({ code: error ? error.code ?? error.signal : 0, stdout, stderr });
    });
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

export const menagerie = (...argv) => run(bin, argv);

/** What sqlite3 answers to `sql`, as objects; for statements that answer nothing, []. */
export async function sql(data, text) {
  const { code, stdout, stderr } = await run("sqlite3", ["-json", "-cmd", ".timeout 10000", join(data, "menagerie.db"), text]);
  assert.equal(code, 0, stderr);
  return stdout.trim() ? JSON.parse(stdout) : [];
}

/** verify's exit status and words; with --format json, what it found. */
export async function verify(data) {
  const text = await menagerie("verify", "--data", data);
  const json = await menagerie("verify", "--data", data, "--format", "json");
  assert.equal(json.code, text.code);
  return { ...text, found: json.stdout ? JSON.parse(json.stdout) : null };
}

export async function assertVerified(data) {
  const { code, stdout, stderr, found } = await verify(data);
  assert.equal(code, 0, stdout + stderr);
  assert.equal(stdout.trim().split("\n").at(-1), "ok");
  assert.equal(found.ok, true);
  return found;
}

class House {
  constructor(data, flags, env, wrapper, socket) {
    Object.assign(this, { data, flags, env, wrapper, socket, log: "" });
  }

  /** Opens it, or opens it again; on a free port, where none is given. */
  async open(wanted = 0) {
    const [program, ...argv] = [...this.wrapper, bin, "serve", "--listen", this.socket ? `unix:${this.socket}` : `127.0.0.1:${wanted}`, "--data", this.data, ...this.flags];
    const child = start(program, argv, { env: bareEnvironment(this.env), stdio: ["ignore", "ignore", "pipe"] });
    houses.add(this);
    this.child = child;
    this.ended = new Promise((done) => {
      child.on("exit", (code, signal) => done({ code, signal }));
    });
    let log = "";
    const port = await new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error(`the house did not open in ${openMs} ms:\n${log}`)), openMs);
      child.stderr.setEncoding("utf8").on("data", (text) => {
        log += text;
        this.log += text;
        const found = log.match(/the museum is open at (?:\S+ and listens at )?(?:http:\/\/localhost:(\d+)|unix:\S+)$/m);
        if (found) done(Number(found[1] ?? 0));
        if (found) clearTimeout(timer);
      });
      this.ended.then(({ code, signal }) => {
        clearTimeout(timer);
        fail(new Error(`the house ended with ${code ?? signal}:\n${log}`));
      });
    });
    Object.assign(this, { port, host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}` });
    return this;
  }

  /** Ends it as a power cut would. */
  async kill() {
    this.child.kill("SIGKILL");
    await this.ended;
  }

  /** Ends it in good order: {code, signal}. One that does not come to its end is killed, and its log says where its threads
   * stood. */
  async stop() {
    const { child } = this;
    child.kill("SIGCONT"); // a test that failed may have stopped it
    child.kill("SIGTERM");
    const timer = setTimeout(() => {
      this.log += `${closeMs} ms after SIGTERM its threads are\n${threadsOf(child.pid)}\n`;
      child.kill("SIGKILL");
    }, closeMs);
    return this.ended.finally(() => clearTimeout(timer));
  }

  /** For a test's end: in good order, and the order must be good. */
  async close() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const { code, signal } = await this.stop();
    assert.equal(code, 0, `the house ended with ${code ?? signal}:\n${this.log.slice(-4000)}`);
  }

  /** Waits for `words`, text or a pattern, in its log: a line comes through a pipe, and may come later than an answer that was given
   * after it. What is found, as match() tells it. */
  async logged(words, { from = 0 } = {}) {
    const found = () => (typeof words === "string" ? this.log.includes(words, from) : this.log.slice(from).match(words));
    return eventually(found, { what: `${words} in the log` }).catch((error) => { throw new Error(`${error.message}:\n${this.log.slice(-4000)}`); });
  }

  /** One request, as askAt(). The path is sent as it is. */
  ask(path, options = {}) {
    return send({ ...(this.socket ? { socketPath: this.socket } : { host: "127.0.0.1", port: this.port }), path }, options);
  }

  /** A resource as JSON; it must be there. */
  async get(path) {
    const answer = await this.ask(`/api/v1${path}`);
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
    return answer.json();
  }

  boxes(machine) {
    return this.get(`/machines/${machine}/boxes`);
  }
}

/** Opens a house. `flags` are added to those that lift the limits, unless `limited`; `wrapper` is a command that runs it.
 * `socket`: a path to listen at instead of a port; `port`: one of freePorts, for a house that is opened there again. */
export function startHouse({ data = freshFolder(), flags = [], limited = false, env = {}, wrapper = [], socket, port } = {}) {
  return new House(data, [...(limited ? [] : unlimited), ...flags], env, wrapper, socket).open(port);
}

/** One request: {status, headers, body (Buffer), text, json()}. */
function send(where, { method = "GET", headers = {}, body, localAddress } = {}) {
  return new Promise((done, fail) => {
    const sent = request({ ...where, method, headers, localAddress, agent: false }, (answer) => {
      const pieces = [];
      answer.on("data", (piece) => pieces.push(piece)).on("error", fail);
      answer.on("end", () => {
        const whole = Buffer.concat(pieces);
        const { statusCode: status, headers } = answer;
        done({ status, headers, body: whole, text: whole.toString("utf8"), json: () => JSON.parse(whole) });
      });
    });
    sent.setTimeout(answerMs, () => sent.destroy(new Error(`${method} ${where.path} is not answered in ${answerMs} ms`)));
    sent.on("error", fail).end(body);
  });
}

/** One request to a server that is no House: {status, headers, body (Buffer), text, json()}; no redirect is followed.
 * Not fetch(): where an answer's body was not read, Node 18 may run for ever when it ends. */
export function askAt(url, options = {}) {
  const { hostname, port, pathname, search } = new URL(url);
  return send({ host: hostname, port, path: pathname + search }, options);
}

/** Whether a server could listen there now. */
const isFree = (port) => new Promise((done) => {
  const server = createServer().on("error", () => done(false)).listen(port, "127.0.0.1", () => server.close(() => done(true)));
});

/** Ports for servers that must know theirs before they listen, or that come back to it. Drawn from below those that
 * the system gives to whoever asks for any port: no other test's server or connection gets one of them meanwhile. */
export async function freePorts(count) {
  const ports = new Set();
  while (ports.size < count) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

/** Counts by box and bead, `counts[number][bead]`, of boxes as REST lists them. */
export function countsOf({ boxes }) {
  return Object.fromEntries(boxes.map((box) => [box.number, box.moves.map((move) => move.beads)]));
}

/** Waits until `look` returns something, or throws what it last threw. */
export async function eventually(look, { ms = 240_000, every = 25, what = "it" } = {}) {
  const end = Date.now() + ms;
  for (;;) {
    let trouble;
    try {
      const found = await look();
      if (found) return found;
    } catch (error) {
      trouble = error;
    }
    if (Date.now() > end) throw trouble ?? new Error(`${what} did not happen in ${ms} ms`);
    await new Promise((done) => setTimeout(done, every));
  }
}

/** Waits until `count()` is `least`, however long that takes, as long as it grows. */
export async function grown(count, least, { ms = 60_000, what = "it" } = {}) {
  for (let before = count(); before < least; before = count()) {
    await eventually(() => count() > before, { ms, every: 5, what: `that ${what} are more than ${before}, on the way to ${least},` });
  }
}
