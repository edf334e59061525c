// Every exhibit of the house is played, learns, and comes back: the listed games and those whose boxes are
// made when first met.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertVerified, countsOf, freshFolder, menagerie, sql, startHouse } from "./house.mjs";
import { firstMove, playEpisode, playOut, sequence, sitDown } from "./visitor.mjs";

const made = ["go-2x2", "go-3x3", "caswell"];
const listed = {
  menace: [304, 1720], "menace-two": [289, 2237], her: [24, 55], him: [37, 82], carnival: [19, 45], nimble: [18, 59],
  minicheckers: [24, 106], octapawn: [2791, 8144], extendapawn: [114, 365],
};

/** A choice that goes its own way and is the same in every run. */
function keyedMove(seed) {
  const next = sequence(seed);
  return ({ legal }) => legal[next(legal.length)];
}

test("a new house has every exhibit, with its boxes and beads; ellis has taught itself", async () => {
  const house = await startHouse();
  const machines = new Map((await house.get("/machines")).machines.map((machine) => [machine.name, machine]));
  assert.equal(machines.size, 14);
  for (const [name, [boxes, beads]] of Object.entries(listed)) {
    assert.deepEqual([machines.get(name).boxes, machines.get(name).beads], [boxes, beads], name);
  }
  for (const name of made) assert.deepEqual([machines.get(name).boxes, machines.get(name).beads], [0, 0], name);
  const ellis = machines.get("ellis");
  assert.deepEqual([ellis.boxes, ellis.seq, ellis.episodes, ellis.wins + ellis.draws + ellis.losses], [593, 2001, 2000, 0]);
  const { episodes } = await house.get("/machines/ellis/episodes?limit=5");
  assert.ok(episodes.every(({ opponent }) => opponent === "itself"));
  await house.close();
  await assertVerified(house.data);
});

test("every museum's ellis taught itself in games of its own, and plays well", async () => {
  const games = async (house) => (await house.get("/machines/ellis/episodes?limit=40")).episodes.map(({ moves }) => moves.join(" "));
  const houses = await Promise.all([startHouse(), startHouse()]);
  const [one, other] = await Promise.all(houses.map(games));
  assert.notDeepEqual(one, other);
  for (const house of houses) {
    const { sides } = await house.get("/machines/ellis/strength");
    for (const { side, optimal } of sides) assert.ok(optimal.loss < 0.15, `${side}: ${optimal.loss}`);
    await house.close();
    await assertVerified(house.data);
  }
});

test("every exhibit is played to the end and learns; all of it holds after a restart", async () => {
  const data = freshFolder();
  let house = await startHouse({ data });
  const { machines } = await house.get("/machines");
  for (const { name, seat } of machines) {
    const visitor = await sitDown(house, name);
    for (let game = 0; game < 4; ++game) {
      const begin = seat === "either" ? { seat: game % 2 === 0 ? "first" : "second" } : {};
      const { last, learned } = await playEpisode(visitor, { begin, choose: keyedMove(game * 7 + 1) });
      const stored = await house.get(`/machines/${name}/episodes/${last.episode}`);
      assert.deepEqual(stored.changes.map(({ reason, ...change }) => change), learned.changes, name);
      assert.deepEqual(stored.end, last.end, `${name}: why it ended`);
    }
    await visitor.close();
  }
  const before = new Map();
  for (const { name } of machines) before.set(name, countsOf(await house.get(`/machines/${name}/boxes`)));
  await house.close();
  await assertVerified(data);
  house = await startHouse({ data });
  for (const { name } of machines) {
    assert.deepEqual(countsOf(await house.get(`/machines/${name}/boxes`)), before.get(name), name);
    const boxes = await sql(data, `SELECT count(*) AS n FROM boxes_now WHERE machine = '${name}' AND beads IS NOT NULL`);
    assert.equal(Number(boxes[0].n), Object.values(before.get(name)).flat().length, `boxes_now of ${name}`);
  }
  await house.close();
});

test("boxes made when met: null before the lesson, a number after it, and the same box from then on", async () => {
  const data = freshFolder();
  const house = await startHouse({ data });
  for (const name of made) {
    const visitor = await sitDown(house, name);
    assert.equal(visitor.hello.boxes, 0);
    const { states, learned } = await playEpisode(visitor, { choose: firstMove });
    const first = states.find(({ drawn }) => drawn).drawn;
    assert.equal(first.number, null, "a new box");
    const { boxes } = await house.get(`/machines/${name}/boxes`);
    assert.equal(boxes[0].box, first.box, "it became box 1");
    for (const { number, box } of learned.changes) assert.equal(boxes[number - 1].box, box);
    const again = await playEpisode(visitor, { choose: firstMove });
    assert.equal(again.states.find(({ drawn }) => drawn).drawn.number, 1);
    const history = await house.get(`/machines/${name}/history.json`);
    assert.equal(history.changes.length, learned.changes.length + again.learned.changes.length);
    await visitor.close();
  }
  await house.close();
  await assertVerified(data);
});

test("a game of made boxes goes on through its ticket after a restart", async () => {
  const data = freshFolder();
  let house = await startHouse({ data });
  const begun = [];
  for (const name of made) {
    const visitor = await sitDown(house, name);
    const start = await visitor.ask({ type: "begin" }, "state");
    visitor.move(start, firstMove(start));
    begun.push([name, await visitor.take("state")]);
    await visitor.close();
  }
  await house.close();
  house = await startHouse({ data });
  for (const [name, state] of begun) {
    const visitor = await sitDown(house, name);
    const resumed = await visitor.ask({ type: "resume", ticket: state.ticket }, "state");
    assert.deepEqual(resumed.played, state.played.slice(-1), name);
    for (const member of ["episode", "ply", "position", "legal", "drawn"]) assert.deepEqual(resumed[member], state[member], `${name} ${member}`);
    await playOut(visitor, resumed, keyedMove(3));
    await visitor.take("learned");
    await visitor.close();
  }
  await house.close();
  await assertVerified(data);
});

test("go: a board may not come back, and the server says which moves are left", async () => {
  const house = await startHouse();
  const visitor = await sitDown(house, "go-2x2");
  for (let game = 0; game < 12; ++game) {
    const boards = new Set(["../.."]);
    const { states } = await playEpisode(visitor, { choose: keyedMove(game + 1) });
    for (const { played } of states) {
      for (const { move, position } of played) {
        const board = position.split(" ")[0];
        assert.ok(move === "pass" || !boards.has(board), `${board} came back by ${move}`);
        boards.add(board);
      }
    }
  }
  await visitor.close();
  await house.close();
});

test("exhibits that an older house lacks are added, and what it has is not touched", async () => {
  const data = freshFolder();
  let house = await startHouse({ data });
  const visitor = await sitDown(house, "menace");
  await playEpisode(visitor);
  await visitor.close();
  const before = await house.get("/machines/menace");
  await house.close();
  await sql(data, "PRAGMA foreign_keys = OFF; DELETE FROM bead WHERE machine > 4; DELETE FROM box WHERE machine > 4; DELETE FROM log WHERE machine > 4; DELETE FROM beads WHERE machine > 4; DELETE FROM machine WHERE machine > 4");
  house = await startHouse({ data });
  assert.equal((await house.get("/machines")).machines.length, 14);
  assert.deepEqual(await house.get("/machines/menace"), before);
  await house.close();
  await assertVerified(data);
  assert.equal((await menagerie("verify", "--data", data)).code, 0);
});
