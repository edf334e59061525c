// A game for show: the machine against its twin, from its true odds; nothing of it is written down.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHouse } from "./house.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

let house;
let machines;
before(async () => {
  house = await startHouse();
  const visitor = await sitDown(house, "menace");
  for (let game = 0; game < 5; game += 1) await playEpisode(visitor);
  await visitor.close();
  ({ machines } = await house.get("/machines"));
});
after(() => house.close());

const show = (name, seed) => house.get(`/machines/${name}/show-game?seed=${seed}`);

test("every machine plays to an end, from its own side, in turns", async () => {
  for (const { name, seat, game } of machines) {
    for (const seed of [0, 1, 4294967295]) {
      const shown = await show(name, seed);
      assert.equal(shown.machine, name);
      assert.equal(shown.game, game);
      if (seat !== "either") assert.equal(shown.seat, seat);
      assert.ok(shown.plies.length > 0 || shown.end.reason === "resign");
      shown.plies.forEach((ply, i) => {
        assert.equal(ply.ply, i);
        assert.equal(ply.by, (i % 2 === 0) === (shown.seat === "first") ? "machine" : "twin");
        if (ply.by === "twin") assert.equal(ply.drawn, null);
      });
    }
  }
});

test("each bead is drawn with the odds that the box has now", async () => {
  const { boxes } = await house.boxes("menace");
  const opened = new Set();
  for (let seed = 0; seed < 30; seed += 1) {
    const { plies } = await show("menace", seed);
    for (const { drawn, move } of plies.filter((ply) => ply.drawn)) {
      const box = boxes[drawn.number - 1];
      assert.equal(drawn.box, box.box);
      assert.deepEqual(drawn.beads.map(({ count }) => count), box.moves.map(({ beads }) => beads));
      drawn.beads.forEach(({ odds }, i) => assert.ok(Math.abs(odds - box.moves[i].odds) < 1e-5, `${odds} is ${box.moves[i].odds}`));
      assert.equal(drawn.move, move);
      assert.ok(drawn.beads[drawn.bead].moves.includes(move));
      assert.ok(drawn.beads[drawn.bead].odds > 0);
      opened.add(drawn.number);
    }
  }
  assert.ok(opened.size > 10, `${opened.size} boxes were opened`);
});

test("its twin is the machine that plays the other side, itself where it plays both, or nobody", async () => {
  assert.equal((await show("menace", 1)).twin.machine, "menace-two");
  assert.equal((await show("menace-two", 1)).twin.machine, "menace");
  assert.equal((await show("her", 1)).twin.machine, "him");
  assert.equal((await show("nimble", 1)).twin.machine, "nimble");
  assert.equal((await show("octapawn", 1)).twin, null);
});

test("the same seed gives the same game, another one another; it teaches nobody, and nobody sits there", async () => {
  const before = await house.get("/machines/menace");
  assert.deepEqual(await show("menace", 5), await show("menace", 5));
  const games = await Promise.all([...Array(10).keys()].map((seed) => show("menace", seed)));
  assert.ok(new Set(games.map(({ plies }) => plies.map(({ move }) => move).join(" "))).size > 3);
  assert.deepEqual(await house.get("/machines/menace"), before);
  assert.equal(before.playing, 0);
});

test("a seed that is none is refused, with what would be right", async () => {
  for (const seed of ["x", "-1", "4294967296", ""]) {
    const answer = await house.ask(`/api/v1/machines/menace/show-game?seed=${seed}`);
    assert.equal(answer.status, 400);
    assert.match(answer.json().detail, /whole number from 0 to 4294967295/);
  }
});
