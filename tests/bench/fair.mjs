// The load of tests/bench/fair: node fair.mjs PORT HOSTILE SAMPLES. The hostile connections live in a process of
// their own, at the lowest priority: they stand for other computers, which take none of this one's time.
import { fork } from "node:child_process";
import { Agent, request } from "node:http";
import { setPriority } from "node:os";
import { timeLearned } from "./learned.mjs";

const machine = "/api/v1/machines/menace";
const [port, hostile, samples] = process.argv.slice(2, 5).map(Number);
const attacks = {
  "curve?at=": (seq, i) => `${machine}/curve?at=${1 + ((i * 7919) % (seq - 1))}`,
  "experiments, from four addresses": (seq, i) => `/api/v1/experiments?machine=menace&against=optimal&games=220&lives=1000&seed=${i}`,
  "history?limit=10000, gzip": (seq, i) => `${machine}/history?limit=10000&after=${(i * 7919) % (seq - 1)}`,
};

/** One request, read to its end: {status, body}. */
function ask(path, options = {}) {
  return new Promise((done, fail) => {
    const sent = request({ host: "127.0.0.1", port, path, headers: { "Accept-Encoding": "gzip" }, ...options }, (answer) => {
      const pieces = [];
      answer.on("data", (piece) => { if (options.keep) pieces.push(piece); }).on("error", fail);
      answer.on("end", () => done({ status: answer.statusCode, body: Buffer.concat(pieces) }));
    });
    sent.on("error", fail).end();
  });
}

async function attack(name, seq) {
  setPriority(19);
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const answers = {};
  let asked = 0;
  process.on("message", () => process.send(answers, () => process.exit(0)));
  const one = async () => {
    for (;;) {
      const localAddress = `127.0.0.${name.includes("four") ? 2 + (asked % 4) : 2}`;
      const status = await ask(attacks[name](seq, asked++), { agent, localAddress }).then((it) => it.status, () => "broken");
      answers[status] = (answers[status] ?? 0) + 1;
    }
  };
  for (let i = 0; i < hostile; ++i) one();
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const quantile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

async function timeBoxes(agent) {
  const times = [];
  for (let i = 0; i < samples; ++i) {
    const begun = performance.now();
    const { status } = await ask(`${machine}/boxes`, { agent });
    if (status !== 200) throw new Error(`/boxes: ${status}`);
    times.push(performance.now() - begun);
    await pause(10);
  }
  return times.sort((a, b) => a - b);
}

async function measure(name, seq) {
  let child = null;
  if (name) {
    child = fork(new URL(import.meta.url), [port, hostile, samples, name, seq]);
    await pause(2000); // until all of them wait for an answer
  }
  const agent = new Agent({ keepAlive: true });
  const [boxes, learned] = await Promise.all([timeBoxes(agent), timeLearned(port, "menace", samples)]);
  agent.destroy();
  let answers = null;
  if (child) {
    answers = await new Promise((done) => { child.on("message", done); child.send("enough"); });
    await new Promise((done) => child.on("exit", done));
    await ask(`${machine}/curve?at=2`, { localAddress: "127.0.0.2" }); // behind all that is left of the attack
  }
  return { boxes: [quantile(boxes, 0.5), quantile(boxes, 0.99)], learned: [quantile(learned, 0.5), quantile(learned, 0.99)], answers };
}

if (process.argv[5]) {
  await attack(process.argv[5], Number(process.argv[6]));
} else {
  const { seq } = JSON.parse((await ask(machine, { keep: true, headers: {} })).body);
  console.log(`a log of ${seq} rows; ${hostile} hostile connections; ms as p50 / p99`);
  const row = (what, { boxes, learned, answers }, base) => {
    const cell = ([p50, p99], alone) => `${p50.toFixed(1)} / ${p99.toFixed(1)}${alone ? ` (x${(p50 / alone[0]).toFixed(1)} / x${(p99 / alone[1]).toFixed(1)})` : ""}`;
    console.log(`${what.padEnd(28)} /boxes ${cell(boxes, base?.boxes).padEnd(34)} learned ${cell(learned, base?.learned).padEnd(34)}`
      + (answers ? ` hostile: ${Object.entries(answers).map(([status, count]) => `${count} x ${status}`).join(", ")}` : ""));
  };
  await measure(null, seq); // warm
  const alone = await measure(null, seq);
  row("alone", alone);
  for (const name of Object.keys(attacks)) row(name, await measure(name, seq), alone);
  process.exit(0);
}
