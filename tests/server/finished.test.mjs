// A machine that nobody can beat any more: told, kept as a graduate, and followed by a new era.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, startHouse } from "./house.mjs";
import { playEpisode, playOut, sitDown } from "./visitor.mjs";

let house;
before(async () => {
  house = await startHouse({ flags: ["--finished-games", "4", "--past-rooms-per-address-max", "2"] });
});
after(() => house.close());

/** Plays HER by random visitors until she is finished; the seq of her last row. */
async function finish() {
  const visitor = await sitDown(house, "her");
  for (let game = 0; game < 2000; game += 1) {
    const { learned } = await playEpisode(visitor);
    if (learned.changes.length === 0) continue;
    const { finished, seq } = await house.get("/machines/her");
    if (!finished) continue;
    await visitor.close();
    return { ...finished, seq };
  }
  return assert.fail("never finished");
}

let finished;
test("HER is finished by her last defeat, as her exact strength says", async () => {
  assert.equal((await house.get("/machines/her")).finished, null);
  assert.deepEqual(await house.get("/machines/her/graduates"), { machine: "her", finished_games: 4, graduates: [] });
  finished = await finish();
  const { sides } = await house.get("/machines/her/strength");
  assert.ok(sides.every((side) => side.unbeatable));
  const before = await house.get(`/machines/her/strength?at=${finished.seq - 1}`);
  assert.ok(before.sides.some((side) => !side.unbeatable));
  assert.equal(finished.games_left, 4);
});

test("its plaque tells its figures, also after a restart", async () => {
  const machine = await house.get("/machines/her");
  const told = await house.get("/machines/her/graduates");
  const [graduate] = told.graduates;
  assert.equal(told.graduates.length, 1);
  assert.deepEqual([graduate.seq, graduate.era, graduate.from_seq, graduate.episodes_after], [machine.finished.seq, 1, 1, 0]);
  assert.deepEqual([graduate.episodes, graduate.wins, graduate.draws, graduate.losses], [machine.episodes, machine.wins, machine.draws, machine.losses]);
  assert.ok(graduate.losses <= 19);
  await house.stop();
  await house.open();
  assert.deepEqual((await house.get("/machines/her")).finished, machine.finished);
  assert.deepEqual(await house.get("/machines/her/graduates"), told);
});

test("after so many games more a new era begins, with the reason in the log; the graduate stays", async () => {
  const { era, seq } = await house.get("/machines/her");
  const visitor = await sitDown(house, "her");
  for (let left = 3; left >= 0; left -= 1) {
    const { learned } = await playEpisode(visitor);
    assert.deepEqual([learned.outcome, learned.changes], ["win", []]);
    const machine = await house.get("/machines/her");
    if (left) assert.equal(machine.finished.games_left, left);
  }
  await visitor.close();
  const machine = await eventually(async () => {
    const now = await house.get("/machines/her");
    return now.era > era ? now : null;
  }, { what: "a new era" });
  assert.deepEqual([machine.era, machine.seq, machine.finished], [era + 1, seq + 5, null]);
  const { rows } = await house.get(`/machines/her/log?from=${machine.seq}`);
  assert.equal(rows[0].kind, "reset");
  assert.equal(rows[0].detail.why, "finished");
  assert.equal(rows[0].detail.finished.seq, finished.seq);
  const { graduates } = await house.get("/machines/her/graduates");
  assert.deepEqual([graduates[0].seq, graduates[0].to_seq, graduates[0].episodes_after], [finished.seq, machine.seq - 1, 4]);
});

test("the graduate is played as it was then: it wins, and nothing is learned", async () => {
  const before = await house.boxes("her");
  const visitor = await sitDown(house, "her", { query: `&as_of=${finished.seq}` });
  assert.deepEqual([visitor.hello.as_of, visitor.hello.frozen, visitor.hello.seq], [finished.seq, true, finished.seq]);
  for (let game = 0; game < 5; game += 1) {
    const states = await playOut(visitor, await visitor.ask({ type: "begin" }, "state"));
    assert.equal(states.at(-1).outcome, "win");
    assert.match((await visitor.refused("frozen")).message, /as it was then/);
  }
  await visitor.close();
  assert.deepEqual(await house.boxes("her"), before);
});

const upgrade = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==" };

test("only rows of the log can be asked for", async () => {
  for (const query of ["machine=her&as_of=0", "machine=her&as_of=1e3", "machine=her&as_of=999999"]) {
    const refused = await house.ask(`/api/v1/play?${query}`, { headers: upgrade });
    assert.equal(refused.status, 400, query);
    assert.match(refused.json().detail, /as_of/);
  }
});

test("an address opens so many moments at once, and comes to those that are open", async () => {
  const visitors = [];
  for (const seq of [1, 2, 1]) visitors.push(await sitDown(house, "her", { query: `&as_of=${seq}` }));
  const refused = await house.ask("/api/v1/play?machine=her&as_of=3", { headers: upgrade });
  assert.equal(refused.status, 503);
  assert.equal(refused.json().type, "urn:menagerie:problem:too-many-moments");
  for (const visitor of visitors) await visitor.close();
});
