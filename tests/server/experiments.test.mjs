// Experiments over REST: the same lines as the command's, within limits, and given up when the client goes.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { eventually, startHouse } from "./house.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

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
  "machine=her&games=50&lives=80&every=25", "machine=him&against=her&games=50&lives=40", "machine=extendapawn-3&games=20&lives=5", "machine=hexapawn&seat=first&rule=mark-two&against=optimal&games=40&lives=20", "machine=her&rule=self-analysis&games=60&stop=unbeatable"]) {
  test(`the same link, the same lines: ${query}`, async () => {
    const answer = await told(query);
    assert.equal(notProgress(answer), await printed(query));
    assert.equal(notProgress(await told(query)), notProgress(answer));
  });
}

test("self-analysis takes one bead at most after each defeat, which its solver says loses, and never runs dry", async () => {
  const [{ experiment }, ...rows] = lines(await told("machine=her&rule=self-analysis&games=300&stop=unbeatable&seed=1959"));
  assert.equal(experiment.machine.rule, "self-analysis");
  const { boxes } = await house.get("/machines/her/boxes"); // untaught: each bead with whether it keeps the game
  const games = rows.filter((row) => row.game);
  assert.ok(games.some(({ result }) => result === "loss"));
  for (const { result, changes, resigned } of games) {
    assert.equal(resigned, null);
    assert.equal(changes.length, result === "loss" ? 1 : 0);
    for (const [box, bead, before, after] of changes) assert.deepEqual([boxes[box - 1].value, boxes[box - 1].moves[bead].keeps, before, after], ["win", false, 1, 0]);
  }
  assert.equal(rows.at(-1).end.unbeatable_after, games.length);
});

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

const post = (body, type = "application/json") => fetch(`${house.url}/api/v1/experiments`, { method: "POST", headers: { "content-type": type }, body: typeof body === "string" ? body : JSON.stringify(body) });

test("a body says the same as a query, and gets the same lines", async () => {
  const answer = await post({ machine: "her", against: "optimal", games: 30, seed: 7, boards: true });
  assert.equal(answer.status, 200);
  assert.equal(await answer.text(), await told("machine=her&against=optimal&games=30&seed=7&boards=1"));
  for (const [body, type, status, problem, field] of [["{", undefined, 400, "bad-body"], ["[]", undefined, 400, "bad-body"], [{ machine: "her", game: 3 }, undefined, 422, "unknown-field", "game"],
    [{ machine: "her", games: [3] }, undefined, 422, "bad-field", "games"], [{ machine: "her", games: 0 }, undefined, 400, "bad-experiment", "games"], [{ machine: "her", games: -1 }, undefined, 400, "bad-experiment", "games"],
    [{}, undefined, 400, "bad-experiment", "machine"], [{ machine: "her" }, "text/plain", 415, "not-json"]]) {
    const refused = await post(body, type);
    assert.equal(refused.status, status, JSON.stringify(body));
    const told = await refused.json();
    assert.equal(told.type, `urn:menagerie:problem:${problem}`);
    assert.equal(told.field, field);
  }
});

test("a machine of the museum as it is now, and as it was at a row of its log", async () => {
  const taught = await startHouse();
  try {
    const visitor = await sitDown(taught, "nimble");
    for (let game = 0; game < 3; game += 1) await playEpisode(visitor);
    await visitor.close();
    await eventually(async () => (await taught.ask("/api/v1/machines/nimble")).json().seq === 4);
    const ask = async (query) => lines((await taught.ask(`/api/v1/experiments?${query}`)).text);
    const beads = async (seq) => (await taught.ask(`/api/v1/machines/nimble/boxes?at=${seq}`)).json().boxes.map(({ moves }) => moves.map(({ beads }) => beads));
    const now = await ask("machine=nimble@now&games=40&boards=1&seed=3");
    assert.equal(now[0].experiment.machine.at, 4);
    assert.deepEqual(await ask("machine=nimble@4&games=40&boards=1&seed=3"), now, "the number of the row gives the same again");
    for (const seq of [1, 2, 4]) {
      const [, { boxes }] = await ask(`machine=nimble@${seq}&games=1&boards=1`);
      assert.deepEqual(boxes.map(({ counts }) => counts), await beads(seq), `row ${seq}`);
    }
    assert.deepEqual((await ask("machine=nimble@1&games=40&seed=3")).slice(1), (await ask("machine=nimble&games=40&seed=3")).slice(1), "the first row's beads are a new machine's");
    const both = await ask("machine=him@now&against=him@1&games=3");
    assert.deepEqual([both[0].experiment.machine.at, both[0].experiment.other.at], [1, 1]);
    for (const [query, field, right] of [["machine=nimble@5", "machine", /1 to 4/], ["machine=nimble@0", "machine", /1 to 4/], ["machine=nimble@then", "machine", /@now/], ["machine=nimble@now&seat=second", "machine", /its own seat/],
      ["machine=extendapawn-3@now", "machine", /machine of a museum/], ["machine=nimble&against=nimble@4,5:nimble@1", "against", /one machine/], ["machine=him&against=random@now", "against", /random/]]) {
      const refused = await taught.ask(`/api/v1/experiments?${query}`);
      assert.deepEqual([refused.status, refused.json().field], [400, field], query);
      assert.match(refused.json().detail, right);
    }
    const { stdout } = await run(bin, ["experiment", "--data", taught.data, "--spec", "machine=nimble@now&games=40&boards=1&seed=3"], { maxBuffer: 1 << 26 });
    assert.deepEqual(lines(stdout), now);
    await assert.rejects(run(bin, ["experiment", "--spec", "machine=nimble@now"]), ({ code, stderr }) => code === 2 && /without @/.test(stderr));
  } finally {
    await taught.close();
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
