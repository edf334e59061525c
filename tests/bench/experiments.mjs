// Measures what tests/bench/experiments prepared: node experiments.mjs PORT PROCESS MACHINE. The addresses that run
// experiments live in a process of their own, at the lowest priority: they stand for other computers.
import { execFileSync, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { loadavg, setPriority } from "node:os";
import { timeLearned } from "./learned.mjs";

const [port, server, computer] = process.argv.slice(2, 5);
const rounds = Number(process.env.ROUNDS ?? 5);
const games = Number(process.env.GAMES ?? 4_000_000);
const samples = Number(process.env.SAMPLES ?? 400);
const EACH = 10_000; // games of a life, as in the training loop
const TICKS = 100; // of the kernel's clock in a second
const ADDRESSES = 4;
const LIVES = "machine=menace&against=optimal&games=220&lives=1000";

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const quantile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** One request, read to its end. @returns {Promise<{status: number, text: string}>} */
function ask(path, options = {}) {
  return new Promise((done, fail) => {
    const sent = request({ host: "127.0.0.1", port, path, ...options }, (answer) => {
      const pieces = [];
      answer.on("data", (piece) => pieces.push(piece)).on("error", fail);
      answer.on("end", () => done({ status: answer.statusCode, text: Buffer.concat(pieces).toString() }));
    });
    sent.on("error", fail).end();
  });
}

/** CPU seconds of a process so far. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

function oneThread() {
  const ratios = [], ours = [], loops = [];
  for (let round = 0; round < rounds; round += 1) {
    const { games_per_s: loop } = JSON.parse(execFileSync("build/release/tests/bench/train", [String(games)], { encoding: "utf8" }));
    const spec = `machine=menace&against=random&games=${EACH}&lives=${Math.max(2, games / EACH)}&seed=${round}`;
    const begun = performance.now();
    execFileSync("build/release/menagerie", ["experiment", "--threads", "1", "--spec", spec], { maxBuffer: 1 << 28 });
    const speed = (1000 * games) / (performance.now() - begun);
    ours.push(speed);
    loops.push(loop);
    ratios.push(speed / loop);
  }
  const told = (speeds) => Math.round(median(speeds)).toLocaleString("en");
  console.log(`one thread, rows off: ${told(ours)} games a second, the training loop ${told(loops)}: ${median(ratios).toFixed(2)} of it (at least 0.5 is wanted)`);
}

async function throughRest() {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = cpuOf(server);
    const { status, text } = await ask(`/api/v1/experiments?${LIVES}&seed=${round}`);
    if (status !== 200 || !text.includes('"figures"')) throw new Error(`experiments: ${status}`);
    times.push(cpuOf(server) - before);
  }
  const kept = [...times].sort((a, b) => a - b);
  console.log(`1,000 lives of 220 games of MENACE through REST: ${median(times).toFixed(2)} s of CPU, at most ${kept.at(-1).toFixed(2)} (under 1 is wanted)`);
}

const learned = () => timeLearned(port, "go-2x2", samples);

/** Four addresses, each with the next experiment as soon as the last has been answered. */
async function withoutEnd() {
  setPriority(19);
  let answered = 0;
  process.on("message", () => process.send(answered, () => process.exit(0)));
  for (let i = 0; i < ADDRESSES; i += 1) {
    (async () => {
      for (let seed = i; ; seed += ADDRESSES) {
        const { status } = await ask(`/api/v1/experiments?${LIVES}&seed=${seed}`, { localAddress: `127.0.0.${2 + i}` });
        if (status === 200) answered += 1;
      }
    })();
  }
}

async function besideVisitors() {
  await learned(); // warm
  const alone = await learned();
  const child = fork(new URL(import.meta.url), [port, server, computer, "without end"]);
  await pause(1500);
  const beside = await learned();
  const answered = await new Promise((done) => { child.on("message", done); child.send("enough"); });
  const again = await learned();
  const cell = (times) => `${quantile(times, 0.5).toFixed(1)} / ${quantile(times, 0.99).toFixed(1)} ms`;
  const usual = (quantile(alone, 0.99) + quantile(again, 0.99)) / 2;
  const times = (quantile(beside, 0.99) / usual).toFixed(2);
  console.log(`last move to learned, p50 / p99: ${cell(alone)} alone before, ${cell(again)} after;`);
  console.log(`  ${cell(beside)} beside ${ADDRESSES} addresses with experiments without end (${answered} answered):`);
  console.log(`  p99 ${times} times its usual (at most 2 is wanted)`);
}

if (process.argv[5]) {
  await withoutEnd();
} else {
  const load = () => loadavg()[0].toFixed(1);
  console.log(`\n${new Date().toISOString().slice(0, 10)}, ${computer}, load ${load()}\n`);
  oneThread();
  await throughRest();
  await besideVisitors();
  console.log(`load at the end ${load()}`);
  process.exit(0);
}
