// Time travel: boxes, strength and curve at any seq are what folding the history up to it gives, a box tells its
// whole life, and an episode replays with the boxes as they were.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { menagerie, startHouse } from "./house.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

const machines = ["her", "him", "nimble", "minicheckers", "menace", "go-2x2"];
const games = 9;
let house;
const history = {};

before(async () => {
  house = await startHouse();
  for (const machine of machines) {
    const visitor = await sitDown(house, machine);
    for (let game = 0; game < games; game += 1) await playEpisode(visitor);
    await visitor.close();
    history[machine] = (await house.ask(`/api/v1/machines/${machine}/history.ndjson`)).text.trim().split("\n").map((line) => JSON.parse(line));
  }
});
after(() => house.close());

const problem = async (path, status) => {
  const answer = await house.ask(path);
  assert.equal(answer.status, status, `${path}: ${answer.text}`);
  assert.match(answer.headers["content-type"], /^application\/problem\+json/);
  return answer.json();
};

for (const machine of machines) {
  test(`${machine}: the boxes at every seq are the fold of its history`, async () => {
    const { seq: newest } = await house.get(`/machines/${machine}`);
    const now = await house.boxes(machine);
    const beads = new Map();
    for (let seq = 1; seq <= newest; seq += 1) {
      for (const { box, move, after: count } of history[machine].filter((it) => it.seq === seq)) beads.set(`${box} ${move}`, count);
      const then = await house.get(`/machines/${machine}/boxes?at=${seq}`);
      assert.equal(then.seq, seq);
      for (const { box, beads: total, moves } of then.boxes) {
        // A box that was made when it was met has its start until its first change.
        for (const { move, beads: count } of moves) if (beads.has(`${box} ${move}`)) assert.equal(count, beads.get(`${box} ${move}`), `${machine} ${seq} ${box} ${move}`);
        assert.equal(total, moves.reduce((sum, it) => sum + it.beads, 0));
      }
      if (seq === newest) assert.deepEqual(then, now);
    }
  });

  test(`${machine}: a box tells its whole life`, async () => {
    const changed = [...new Set(history[machine].filter(({ seq }) => seq > 1).map(({ box }) => box))];
    for (const box of changed.slice(0, 4)) {
      const life = (await house.ask(`/api/v1/machines/${machine}/boxes/${encodeURIComponent(box)}/history`, { headers: { Accept: "application/x-ndjson" } })).text;
      assert.deepEqual(life.trim().split("\n").map((line) => JSON.parse(line)), history[machine].filter((it) => it.box === box));
      const { changes, next } = await house.get(`/machines/${machine}/boxes/${encodeURIComponent(box)}/history?limit=1`);
      const all = [...changes];
      for (let path = next; path;) {
        const page = await house.get(path.replace("/api/v1", ""));
        all.push(...page.changes);
        path = page.next;
      }
      assert.deepEqual(all, history[machine].filter((it) => it.box === box));
    }
  });

  test(`${machine}: an episode replays with the boxes as they were`, async () => {
    const { episodes } = await house.get(`/machines/${machine}/episodes?limit=3`);
    for (const { id, seq, moves, trace, seat } of episodes) {
      const { replay } = await house.get(`/machines/${machine}/episodes/${id}`);
      assert.deepEqual(replay.map(({ move }) => move), moves);
      assert.deepEqual(replay.map(({ by }, ply) => by === "machine" === (ply % 2 === 0) === (seat === "first")), moves.map(() => true));
      const drawn = replay.filter((it) => it.drawn);
      assert.deepEqual(drawn.map((it) => [it.ply, it.drawn.number, it.drawn.bead]), trace.map((it) => [it.ply, it.number, it.bead]));
      const { boxes } = await house.get(`/machines/${machine}/boxes?at=${seq - 1}`);
      for (const { drawn: { number, box, counts } } of drawn) {
        const then = boxes.find((it) => it.number === number);
        if (then) assert.deepEqual([box, counts], [then.box, then.moves.map(({ beads }) => beads)]);
      }
    }
  });
}

test("strength before and after a row come in one answer; boxes tell what the solver says of them", async () => {
  for (const machine of ["her", "menace", "nimble"]) {
    const { seq } = await house.get(`/machines/${machine}`);
    for (const at of [2, Math.ceil(seq / 2), seq]) {
      const { before, ...after } = await house.get(`/machines/${machine}/strength?at=${at}&before=1`);
      assert.deepEqual(after, await house.get(`/machines/${machine}/strength?at=${at}`));
      const { seq: earlier, sides, beads } = await house.get(`/machines/${machine}/strength?at=${at - 1}`);
      assert.deepEqual(before, { seq: earlier, sides, beads });
    }
    assert.equal((await house.get(`/machines/${machine}/strength?at=1&before=1`)).before, null);
    const { beads: { winning, drawing, losing } } = await house.get(`/machines/${machine}/strength`);
    const { boxes } = await house.get(`/machines/${machine}/boxes`);
    assert.equal(boxes.reduce((sum, box) => sum + box.beads, 0), winning + drawing + losing);
    for (const { value, solved, moves } of boxes) {
      assert.ok(["win", "draw", "loss"].includes(value));
      assert.equal(solved, moves.some((move) => move.beads > 0) && moves.every((move) => move.beads === 0 || move.keeps));
      assert.ok(moves.some((move) => move.keeps));
    }
  }
  const go = await house.get("/machines/go-2x2/strength?at=1&before=1");
  assert.deepEqual([go.evaluated, go.before, go.prizes], [false, null, null]);
  for (const { value, solved } of (await house.get("/machines/go-2x2/boxes")).boxes) assert.deepEqual([value, solved], [null, null]);
});

test("carnival's prizes stand beside its strength", async () => {
  const { sides: [{ random }], prizes } = await house.get("/machines/carnival/strength");
  assert.ok(Math.abs(prizes.one_in * random.loss - 1) < 1e-12);
  assert.ok(prizes.table[prizes.now].from_one_in <= prizes.one_in && prizes.table.slice(prizes.now + 1).every((it) => it.from_one_in > prizes.one_in));
});

test("strength now is what menagerie evaluate reckons; strength once is that of a house that stopped there", async () => {
  for (const machine of ["her", "nimble", "menace"]) {
    const { seq, sides, evaluated } = await house.get(`/machines/${machine}/strength`);
    assert.equal(evaluated, true);
    assert.deepEqual((await house.get(`/machines/${machine}/strength?at=${seq}`)).sides, sides);
    for (const { side, ...against } of sides) {
      for (const [name, opponent] of [["random", "random"], ["optimal", "optimal"], ["best_response", "best-response"]]) {
        const { stdout } = await menagerie("evaluate", "--data", house.data, "--machine", machine, "--seat", side, "--against", opponent, "--format", "json");
        const reckoned = JSON.parse(stdout);
        for (const result of ["win", "draw", "loss"]) assert.ok(Math.abs(reckoned[result] - against[name][result]) < 1e-12, `${machine} ${side} ${name} ${result}`);
      }
    }
    const untaught = await house.get(`/machines/${machine}/strength?at=1`);
    const { stdout } = await menagerie("evaluate", machine, "--seat", untaught.sides[0].side, "--against", "random", "--format", "json");
    assert.ok(Math.abs(JSON.parse(stdout).win - untaught.sides[0].random.win) < 1e-12);
    const { points } = await house.get(`/machines/${machine}/strength/curve`);
    assert.deepEqual(points.map((it) => it.seq), [...Array(seq).keys()].map((i) => i + 1), "a short life has a point for every row");
    assert.deepEqual(points.at(-1).sides, sides);
    assert.deepEqual(points[0].sides, untaught.sides);
  }
  const { evaluated, why, sides } = await house.get("/machines/go-2x2/strength");
  assert.deepEqual([evaluated, sides], [false, []]);
  assert.match(why, /not evaluated/);
});

test("the curve at a seq is the beginning of the curve", async () => {
  for (const machine of machines) {
    const whole = await house.get(`/machines/${machine}/curve`);
    const once = await house.get(`/machines/${machine}/curve?at=5`);
    for (const series of ["staircase", "first_box", "opened", "losing"])
      assert.deepEqual(once[series], whole[series].filter(([seq]) => seq <= 5), `${machine} ${series}`);
    const boxes = new Set();
    const opened = [];
    for (const { seq, box } of history[machine].filter((it) => it.seq > 1)) {
      boxes.add(box);
      if (opened.at(-1)?.[0] === seq) opened.pop();
      if (opened.at(-1)?.[1] !== boxes.size) opened.push([seq, boxes.size]);
    }
    assert.deepEqual(whole.opened, opened);
  }
});

test("a seq that is none, or lies beyond the end, is told so", async () => {
  for (const path of ["boxes", "boxes/1", "strength", "strength/curve", "curve"]) {
    assert.match((await problem(`/api/v1/machines/her/${path}?at=0`, 400)).detail, /1 to 10/);
    assert.match((await problem(`/api/v1/machines/her/${path}?at=soon`, 400)).detail, /1 to 10/);
    await problem(`/api/v1/machines/her/${path}?at=11`, 404);
  }
  await problem("/api/v1/machines/her/boxes/99/history", 404);
  assert.match((await problem("/api/v1/machines/go-2x2/boxes/1?at=1", 404)).detail, /not made/);
});
