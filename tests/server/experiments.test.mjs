// Experiments over REST: the same lines as the command's, within limits, and given up when the client goes.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { eventually, startHouse } from "./house.mjs";

const run = promisify(execFile);
const bin = process.env.MENAGERIE_BIN;
let house;
before(async () => {
  house = await startHouse();
});
after(() => house.close());

const told = async (query) => {
  const answer = await house.ask(`/api/v1/experiments?${query}`);
  assert.equal(answer.status, 200, answer.text.slice(0, 300));
  assert.equal(answer.headers["content-type"], "application/x-ndjson");
  assert.equal(answer.headers["cache-control"], "no-store");
  return answer.text;
};
const printed = async (query) => (await run(bin, ["experiment", "--spec", query], { maxBuffer: 1 << 26 })).stdout;
const lines = (text) => text.trimEnd().split("\n").map((line) => JSON.parse(line));
const notProgress = (text) => text.split("\n").filter((line) => !line.startsWith('{"lived"')).join("\n");

for (const query of ["machine=her&games=60&every=20&seed=1962", "machine=menace&against=optimal,21:best-response&games=60&seed=3", "machine=hexapawn&seat=first&rule=gardner-her&against=her&games=60&stop=dry",
  "machine=her&games=50&lives=80&every=25", "machine=him&against=her&games=50&lives=40", "machine=extendapawn-3&games=20&lives=5", "machine=hexapawn&seat=first&rule=mark-two&against=optimal&games=40&lives=20"]) {
  test(`the same link, the same lines: ${query}`, async () => {
    const answer = await told(query);
    assert.equal(notProgress(answer), await printed(query));
    assert.equal(notProgress(await told(query)), notProgress(answer));
  });
}

test("a life: its games are its end, and folded its changes never fall below nothing", async () => {
  const [{ experiment, signature }, ...rows] = lines(await told("machine=her&games=80&seed=5"));
  assert.match(signature, /^[0-9a-f]{16}$/);
  assert.deepEqual(experiment.machine, { name: "her", game: "hexapawn", seat: "second", rule: "gardner-her", boxes: "gardner-24" });
  const { end } = rows.pop();
  assert.equal(rows.length, 80);
  assert.deepEqual([end.won, end.lost], ["win", "loss"].map((result) => rows.filter((row) => row.result === result).length));
  const beads = new Map();
  for (const { changes } of rows) {
    for (const [box, bead, before, after] of changes) {
      assert.equal(beads.get(`${box} ${bead}`) ?? before, before);
      assert.ok(after >= 0);
      beads.set(`${box} ${bead}`, after);
    }
  }
});

test("many lives: progress first, then each game, strengths and figures", async () => {
  const [, ...rows] = lines(await told("machine=her&games=40&lives=300&every=20"));
  const lived = rows.filter((row) => "lived" in row).map((row) => row.lived);
  assert.equal(lived.at(-1), 300);
  assert.deepEqual(rows.filter((row) => "game" in row).map((row) => row.game), Array.from({ length: 40 }, (_, i) => i + 1));
  assert.deepEqual(rows.filter((row) => "strength" in row).map((row) => [row.games, row.lives]), [[0, 300], [20, 300], [40, 300]]);
  assert.equal(rows.at(-1).figures.games.mean, 40);
});

test("what cannot be played is refused: which parameter, and what would be right", async () => {
  for (const [query, field, right] of [["", "machine", /missing/], ["machine=hal", "machine", /menace/], ["machine=her&against=menace", "against", /hexapawn/], ["machine=her&games=20000", "games", /at most 10000/],
    ["machine=her&games=5000&lives=1000", "lives", /at most 300000/], ["machine=her&against=best-response&games=100&lives=1000", "lives", /best response/], ["machine=caswell", "machine", /too many positions/], ["machine=her&foo=1", undefined, /no parameter \"foo\"/]]) {
    const answer = await house.ask(`/api/v1/experiments?${query}`);
    assert.equal(answer.status, 400, query);
    const problem = answer.json();
    assert.equal(problem.type, "urn:menagerie:problem:bad-experiment");
    assert.equal(problem.field, field);
    assert.match(problem.detail, right);
  }
});

test("an experiment is given up when its client goes, and counts as a practice of its address", async () => {
  const strict = await startHouse({ flags: ["--practices-per-minute-max", "3", "--experiment-games-max", "100000000", "--exports-per-client-max", "1"] });
  try {
    const going = new AbortController();
    const answer = await fetch(`${strict.url}/api/v1/experiments?machine=menace&against=best-response&games=1000&lives=5000`, { signal: going.signal });
    assert.equal(answer.status, 200);
    const first = await answer.body.getReader().read();
    assert.ok(first.value.length > 0);
    assert.equal((await strict.ask("/api/v1/experiments?machine=her&lives=2")).status, 429, "one at once");
    going.abort();
    await eventually(async () => (await strict.ask("/metrics")).text.match(/^menagerie_exports_under_way (\d+)/m)?.[1] !== "1");
    assert.equal((await strict.ask("/api/v1/experiments?machine=her&lives=2")).status, 200);
    const refused = await strict.ask("/api/v1/experiments?machine=her&lives=2");
    assert.equal(refused.status, 429);
    assert.equal(refused.json().type, "urn:menagerie:problem:too-many-practices");
  } finally {
    await strict.close();
  }
});

test("the command takes a link, its end, or a file; its threads do not show", async () => {
  const query = "machine=her&games=30&lives=50";
  const wanted = await printed(query);
  assert.equal(await printed(`https://menagerie.example/lab#${query}`), wanted);
  assert.equal((await run(bin, ["experiment", "--spec", query, "--threads", "1"])).stdout, wanted);
  await assert.rejects(run(bin, ["experiment", "--spec", "machine=hal"]), ({ code, stderr }) => code === 2 && /"hal"/.test(stderr) && stderr.trim().split("\n").length === 1);
  await assert.rejects(run(bin, ["experiment"]), ({ code, stderr }) => code === 2 && /--spec/.test(stderr));
});
