// The load of tests/bench/crowd: node crowd.mjs SECONDS WATCHERS...
// The server has CPU 1. All others share CPU 0 with this program: the players' load, and at the lowest priority the
// watchers', who stand for other computers.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const WebSocket = createRequire(new URL("../package.json", import.meta.url))("ws");
const seconds = Number(process.argv[2]);
const crowds = process.argv.slice(3).flatMap((it) => it.split(" ")).map(Number);
const folder = mkdtempSync(join(tmpdir(), "menagerie-crowd-"));
const children = new Set();
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});
const joinsMax = 60; // seconds that a crowd has to come in

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const quantile = (values, part) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))];

/** A program: {child, output: what it printed, once it has ended}. */
function start(program, ...argv) {
  const child = spawn(program, argv, { stdio: ["ignore", "pipe", "inherit"] });
  children.add(child);
  let text = "";
  child.stdout.on("data", (piece) => { text += piece; });
  return { child, output: new Promise((done) => child.on("exit", () => { children.delete(child); done(text); })) };
}

async function openHouse() {
  const port = await new Promise((done) => {
    const socket = createServer().listen(0, "127.0.0.1", () => { const { port: free } = socket.address(); socket.close(() => done(free)); });
  });
  const data = mkdtempSync(join(folder, "house-"));
  const bin = process.env.MENAGERIE_BIN ?? "build/release/menagerie";
  const { child, output } = start("taskset", "-c", "1", bin, "serve", "--listen", `127.0.0.1:${port}`, "--data", data, "--log-level", "error",
    "--connections-per-address-max", "0", "--frames-per-second-max", "0", "--episodes-per-minute-max", "0", "--finished-games", "0");
  for (;;) {
    if (await fetch(`http://127.0.0.1:${port}/healthz`).then(({ ok }) => ok, () => false)) break;
    await pause(50);
  }
  return { port, pid: child.pid, async close() { child.kill("SIGKILL"); await output; } };
}

/** Seconds of CPU that the server has used. */
function cpuOf({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** A figure of /metrics; null where it did not answer in time. */
async function figure({ port }, line) {
  const text = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(2000) }).then((it) => it.text(), () => "");
  const found = text.split("\n").find((it) => it.startsWith(line));
  return found ? Number(found.split(" ").at(-1)) : null;
}

/** The milliseconds from connecting to `hello`; 10,000 where it did not come in that time. The line stays open. */
function knock({ port }, where) {
  const begun = performance.now();
  return new Promise((done) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/${where}?machine=menace`, ["menagerie.v1"], { perMessageDeflate: false });
    const end = (ms) => { clearTimeout(timer); done({ ms, socket }); };
    const timer = setTimeout(() => end(10_000), 10_000);
    socket.on("error", () => {});
    socket.once("message", () => end(performance.now() - begun));
  });
}

/** Lets a crowd in: how many watch after how many seconds. */
async function letIn(house, size) {
  const url = `ws://127.0.0.1:${house.port}/api/v1/watch?machine=menace`;
  start("nice", "-n", "19", "build/release/tests/bench/wsload", "--url", url, "--mode", "idle",
    "--connections", `${size}`, "--src-ips", "64", "--seconds", "3600", "--pin", "0");
  const begun = performance.now();
  let inside = 0;
  while (inside < size && performance.now() - begun < joinsMax * 1000) {
    await pause(100);
    inside = (await figure(house, 'menagerie_connections{kind="watch"}')) ?? inside;
  }
  return { inside, took: (performance.now() - begun) / 1000 };
}

/** Milliseconds of CPU for one more watcher who comes and goes, with so many there, while nobody plays. */
async function joinCost(house) {
  await pause(3000); // until what the crowd's coming caused is over
  const before = cpuOf(house);
  const joins = 50;
  const sockets = [];
  for (let i = 0; i < joins; i += 1) {
    sockets.push((await knock(house, "watch")).socket);
    await pause(20);
  }
  for (const socket of sockets) socket.terminate();
  await pause(1500);
  return ((cpuOf(house) - before) / joins) * 1000;
}

async function play(house) {
  const url = `ws://127.0.0.1:${house.port}/api/v1/play?machine=menace`;
  const frames = 'menagerie_frames_sent_total{type="feed"}';
  const begun = performance.now();
  const sent = await figure(house, frames);
  const cpu = cpuOf(house);
  const load = start("build/release/tests/bench/wsload", "--url", url, "--mode", "play",
    "--connections", "100", "--rate", "400", "--warmup", "1", "--seconds", `${seconds}`, "--pin", "0", "--json");
  let playing = true;
  load.output.then(() => { playing = false; });
  const knocks = [];
  while (playing) {
    const { ms, socket } = await knock(house, "play");
    knocks.push(ms);
    socket.terminate();
    await pause(100);
  }
  const text = await load.output;
  const took = (performance.now() - begun) / 1000;
  const feeds = ((await figure(house, frames)) ?? 0) - (sent ?? 0);
  return { ...JSON.parse(text || "{}"), knocks, feeds: feeds / took, cpu: (cpuOf(house) - cpu) / took };
}

async function measure(size) {
  const house = await openHouse();
  const { inside, took } = size > 0 ? await letIn(house, size) : { inside: 0, took: 0 };
  const join = await joinCost(house);
  const played = await play(house);
  await house.close();
  for (const child of children) child.kill("SIGKILL");
  return { size, inside, took, join, ...played };
}

const told = (number, digits = 2) => (number === undefined ? "none" : number.toFixed(digits));
let alone = null;
for (const size of [0, ...crowds]) {
  const it = await measure(size);
  alone ??= it;
  console.log(`${size} watchers: ${it.inside} came in within ${told(it.took, 1)} s; one more costs ${told(it.join)} ms of CPU, with its leaving`);
  console.log(`  handshake to hello, ms: p50 ${told(quantile(it.knocks, 0.5))}, longest ${told(Math.max(...it.knocks))} of ${it.knocks.length}`);
  console.log(`  moves: ${told(it.trips_per_s, 0)} a second, ms: p50 ${told(it.p50_us / 1000)}, p99 ${told(it.p99_us / 1000)} (x${told(it.p99_us / alone.p99_us)})`);
  const each = it.inside ? it.feeds / it.inside : 0;
  console.log(`  feed frames: ${told(it.feeds, 0)} a second, ${told(each, 1)} to each watcher; the server's CPU: ${told(it.cpu * 100, 0)} %`);
}
