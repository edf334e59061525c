// The draws: every bead that was drawn, with its odds, held against what is known of it elsewhere: the traces of the
// episodes, the odds in the replays, and the beads as the history tells them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHouse } from "./house.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

// By count; with pruned compartments, against a visitor and against itself; with boxes made when met, and superko; topped up.
const machines = ["her", "menace", "ellis", "minicheckers-gardner", "go-2x2", "carnival"];
let house;
before(async () => {
  house = await startHouse({ flags: ["--dry-era-after-s", "0"] });
  for (const machine of machines) {
    const visitor = await sitDown(house, machine);
    for (let game = 0; game < 12; game += 1) await playEpisode(visitor, visitor.hello.seat === "either" ? { begin: { seat: "first" } } : {});
    await visitor.close();
  }
});
after(() => house.close());

async function lines(machine, path) {
  const { status, text } = await house.ask(`/api/v1/machines/${machine}/${path}`);
  assert.equal(status, 200, text);
  return text.split("\n").slice(0, -1).map((line) => JSON.parse(line));
}

/** The beads in every box before each row, as the history tells them: `of(seq, box)` is a map from bead to count. Rows upwards. */
function follow(history) {
  const boxes = new Map();
  let next = 0;
  return {
    of(seq, box) {
      for (; next < history.length && history[next].seq < seq; next += 1) {
        const { box: name, move, after: count } = history[next];
        if (!boxes.has(name)) boxes.set(name, new Map());
        boxes.get(name).set(move, count);
      }
      return boxes.get(box);
    },
  };
}

for (const machine of machines) {
  test(`${machine}: each draw of each episode has a line, with the move that it made`, async () => {
    const { seq } = await house.get(`/machines/${machine}`);
    const draws = await lines(machine, `draws.ndjson?to=${seq}`);
    const episodes = (await lines(machine, `episodes.ndjson?to=${seq}`)).reverse();
    const expected = episodes.flatMap(({ seq: row, id, era, time, trace, moves }) => trace.map(({ box, move, ply }, i) =>
      ({ machine, seq: row, ordinal: i + 1, time, era, episode: id, box, move, ply, played: moves[ply] })));
    assert.deepEqual(draws.map(({ turn: _, beads: __, odds: ___, ...draw }) => draw), expected);
    const { boxes } = await house.boxes(machine);
    const turns = new Map(boxes.map(({ box, turn }) => [box, turn]));
    for (const { box, turn } of draws) assert.equal(turn, turns.get(box));
  });

  test(`${machine}: the beads are those that the history had told by then`, async () => {
    const { seq } = await house.get(`/machines/${machine}`);
    const beads = follow(await lines(machine, `history.ndjson?to=${seq}`));
    const { boxes } = await house.boxes(machine);
    const orbits = new Map(boxes.map(({ box, moves }) => [box, new Map(moves.map(({ move, orbit }) => [move, orbit]))]));
    for (const draw of await lines(machine, `draws.ndjson?to=${seq}`)) {
      const then = beads.of(draw.seq, draw.box);
      assert.ok(orbits.get(draw.box).has(draw.move));
      // A box that is made when it is met has its start, which no row tells, until its first change.
      if (then?.has(draw.move)) assert.equal(draw.beads, then.get(draw.move), `${machine} ${draw.seq} ${draw.box}`);
      assert.ok(draw.odds >= 0 && draw.odds <= 1 && (draw.odds > 0 || draw.beads === 0));
      // Where a bead is drawn by count, its odds are its share.
      if (["her", "menace", "carnival"].includes(machine)) {
        const all = [...then.values()].reduce((sum, count) => sum + count, 0);
        assert.equal(draw.odds, draw.beads / all, `${machine} ${draw.seq} ${draw.box}`);
      }
    }
  });

  test(`${machine}: the odds are those that the replay of an episode tells`, async () => {
    const episodes = (await house.get(`/machines/${machine}/episodes?limit=14`)).episodes;
    for (const { id, seq } of episodes) {
      const { replay } = await house.get(`/machines/${machine}/episodes/${id}`);
      const { draws, next } = await house.get(`/machines/${machine}/draws.json?episode=${id}`);
      assert.equal(next, null);
      const drawn = replay.filter((ply) => ply.drawn);
      assert.deepEqual(draws.map((it) => [it.seq, it.ply, it.box, it.beads, it.odds, it.played]),
        drawn.map(({ ply, move, drawn: { box, bead, counts, odds } }) => [seq, ply, box, counts[bead], odds[bead], move]));
    }
  });
}

test("episodes that changed no bead have their draws too: of ellis, hundreds", async () => {
  const { seq } = await house.get("/machines/ellis");
  const silent = (await lines("ellis", `episodes.ndjson?to=${seq}`)).filter(({ change_count: count, trace }) => count === 0 && trace.length > 0);
  assert.ok(silent.length > 500, `${silent.length}`);
  const changed = new Set((await lines("ellis", `history.ndjson?to=${seq}`)).map(({ episode }) => episode));
  const drawn = new Set((await lines("ellis", `draws.ndjson?to=${seq}`)).map(({ episode }) => episode));
  for (const { id } of silent) assert.deepEqual([changed.has(id), drawn.has(id)], [false, true]);
});

test("against itself resign is of the side to move, and each bead moves by its own side's result", async () => {
  const { seq } = await house.get("/machines/ellis");
  const own = (await lines("ellis", `episodes.ndjson?to=${seq}`)).filter(({ opponent }) => opponent === "itself");
  assert.ok(own.length >= 2000);
  for (const { outcome, reason, moves, changes } of own) {
    assert.ok(reason === outcome || (reason === "resign" && outcome === (moves.length % 2 === 0 ? "loss" : "win")));
    for (const { before: was, after: is, reason: why } of changes) assert.ok(outcome === "draw" || why === "propagate" || why === (is > was ? "win" : "loss"));
  }
});
