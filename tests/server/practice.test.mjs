// A throw-away copy of a machine plays and learns; the machine is not touched.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHouse } from "./house.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

let house;
before(async () => {
  house = await startHouse();
});
after(() => house.close());

const practice = (machine, query = "") => house.get(`/machines/${machine}/practice?${query}`);

/** What must be true of every answer. */
function assertWhole(run) {
  assert.equal(run.results.length, run.games);
  assert.equal(run.plies.length, run.games);
  assert.equal(run.boxes.length, run.games + 1);
  assert.equal(run.beads.length, run.games + 1);
  if (run.first_box) assert.equal(run.first_box.counts.length, run.games + 1);
  assert.equal(run.evaluated, run.why === null);
  assert.equal(run.strength.length > 0, run.evaluated);
  if (run.evaluated) assert.deepEqual([run.strength[0].games, run.strength.at(-1).games], [0, run.games]);
  for (const point of run.strength) {
    const unbeatable = point.sides.every((side) => side.unbeatable);
    if (unbeatable) assert.ok(run.unbeatable_after !== null && run.unbeatable_after <= point.games);
    if (point.games === run.unbeatable_after) assert.ok(unbeatable, "the exact evaluation says the same");
  }
  if (run.dry_after !== null) assert.equal(run.dry_after, run.games);
  for (const game of run.shown) {
    assert.equal(game.positions.length, game.moves.length + 1);
    assert.equal({ w: "win", d: "draw", l: "loss" }[run.results[game.game - 1]], game.result);
    assert.equal(run.plies[game.game - 1], game.moves.length);
  }
}

test("every machine of the house can be watched as it learns, and none is changed by it", async () => {
  const { machines } = await house.get("/machines");
  const before = new Map();
  for (const { name } of machines) before.set(name, await house.boxes(name));
  for (const { name } of machines) {
    for (const against of ["random", "twin"]) assertWhole(await practice(name, `games=12&against=${against}`));
  }
  for (const { name, seq, beads, boxes } of machines) {
    const now = await house.get(`/machines/${name}`);
    assert.deepEqual([now.seq, now.beads, now.boxes], [seq, beads, boxes], name);
    assert.deepEqual(await house.boxes(name), before.get(name));
    assert.deepEqual((await house.get(`/machines/${name}/log?from=${seq}`)).rows.map((row) => row.seq), [seq], name);
  }
});

test("a fresh HER cannot be beaten after some of 200 games against a random player", async () => {
  let finished = 0;
  for (let seed = 1; seed <= 10; seed += 1) {
    const run = await practice("her", `from=start&seed=${seed}`);
    assertWhole(run);
    assert.equal(run.games, 200);
    if (run.unbeatable_after === null) continue;
    finished += 1;
    assert.doesNotMatch(run.results.slice(run.unbeatable_after), /[dl]/, "from then on she wins");
    assert.match(run.results.slice(0, run.unbeatable_after), /l$/, "by her last defeat");
    assert.ok((run.results.match(/l/g) ?? []).length <= 19, "nineteen defeats at most");
  }
  assert.ok(finished >= 8, `${finished} of 10`);
});

test("who never errs never loses to the copy; a twin learns as well", async () => {
  for (const machine of ["menace", "her", "nimble"]) {
    const run = await practice(machine, "against=optimal&games=60");
    assertWhole(run);
    if (machine === "menace") assert.doesNotMatch(run.results, /w/);
  }
  assertWhole(await practice("him", "against=twin"));
  assertWhole(await practice("menace", "against=twin&from=start"));
});

test("once the twin has run dry nothing more is played, and no walkover is told as a win", async () => {
  for (let seed = 1; seed <= 3; seed += 1) {
    const run = await practice("her", `against=twin&from=start&seed=${seed}`);
    assertWhole(run);
    assert.equal(run.twin_dry_after, run.games);
    assert.ok(run.games > 9 && run.games < 200, `${run.games} games`);
    assert.ok(run.plies.every((plies) => plies > 0), "every game was played");
  }
  assert.equal((await practice("her", "games=20")).twin_dry_after, null);
});

test("the copy begins with the machine's beads of now, or with a new machine's", async () => {
  const visitor = await sitDown(house, "menace");
  for (let game = 0; game < 4; game += 1) await playEpisode(visitor);
  await visitor.close();
  const { boxes, seq } = await house.boxes("menace");
  const now = await practice("menace", "games=1");
  assert.equal(now.seq, seq);
  assert.deepEqual(now.first_box.counts[0], boxes[0].moves.map(({ beads }) => beads));
  assert.equal(now.beads[0], boxes.reduce((sum, box) => sum + box.beads, 0));
  const start = await practice("menace", "games=1&from=start");
  assert.deepEqual(start.first_box.counts[0], start.first_box.counts[0].map(() => 4));
});

test("where boxes are made when they are met, the copy makes its own", async () => {
  const run = await practice("caswell", "games=8");
  assertWhole(run);
  assert.equal(run.evaluated, false);
  assert.equal(run.unbeatable_after, null);
  assert.ok(run.boxes.at(-1) > run.boxes[0]);
  assert.equal((await house.get("/machines/caswell")).boxes, run.boxes[0]);
});

test("the same question has the same answer, and another seed another one", async () => {
  const one = await practice("menace", "seed=3&games=50");
  assert.deepEqual(await practice("menace", "seed=3&games=50"), one);
  assert.notEqual((await practice("menace", "seed=4&games=50")).results, one.results);
});

test("what cannot be asked is refused, and told", async () => {
  for (const [query, detail] of [["against=visitor", /random, optimal or twin/], ["from=then", /now or start/], ["games=0", /from 1 to 200/], ["games=201", /from 1 to 200/], ["seed=-1", /whole number/]]) {
    const answer = await house.ask(`/api/v1/machines/her/practice?${query}`);
    assert.equal(answer.status, 400, query);
    assert.match(answer.json().detail, detail);
  }
  const go = await house.ask("/api/v1/machines/go-2x2/practice?against=optimal");
  assert.equal(go.status, 400);
  assert.match(go.json().detail, /random or twin here, as go-2x2 is not evaluated/);
});

test("how many practices an address has in a minute is a limit of the server's", async () => {
  const strict = await startHouse({ flags: ["--practices-per-minute-max", "2"] });
  const ask = (address) => strict.ask(`/api/v1/machines/her/practice?games=1${address}`);
  assert.deepEqual([(await ask("")).status, (await ask("&seed=2")).status], [200, 200]);
  const refused = await ask("&seed=3");
  assert.equal(refused.status, 429);
  assert.equal(refused.json().type, "urn:menagerie:problem:too-many-practices");
  const wait = Number(refused.headers["retry-after"]);
  assert.ok(wait > 20 && wait <= 30, `a new one every half minute, not after ${wait} s`);
  assert.equal((await strict.ask("/api/v1/machines/her")).status, 200, "nothing else is refused");
  await strict.close();
});

test("how many games it plays is a limit of the server's", async () => {
  const strict = await startHouse({ flags: ["--practice-games-max", "5"] });
  assert.equal((await strict.get("/machines/her/practice")).games, 5);
  assert.equal((await strict.ask("/api/v1/machines/her/practice?games=6")).status, 400);
  await strict.close();
});
