// Whole games, as the protocol tells them, with every machine of the house.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { countsOf, startHouse } from "./house.mjs";
import { anyMove, connect, messages, playEpisode, playOut, sitDown } from "./visitor.mjs";

let house;
before(async () => { house = await startHouse({ flags: ["--dry-era-after-s", "0"] }); });
after(() => house.close());

const machines = {
  menace: { game: "noughts-and-crosses", seat: "first", rule: "michie-1961", convention: "canonical", boxes: 304, board: { columns: 3, rows: 3, pieces: ".XO", movers: "", start: ".../.../..." } },
  "menace-two": { game: "noughts-and-crosses", seat: "second", rule: "scroggs-2015", convention: "canonical", boxes: 289, board: { columns: 3, rows: 3, pieces: ".XO", movers: "", start: ".../.../..." } },
  her: { game: "hexapawn", seat: "second", rule: "gardner-her", convention: "gardner-24", boxes: 24, board: { columns: 3, rows: 3, pieces: ".wb", movers: "wb", start: "bbb/.../www w" } },
  him: { game: "hexapawn", seat: "either", rule: "gardner-reward", convention: "canonical", boxes: 37, board: { columns: 3, rows: 3, pieces: ".wb", movers: "wb", start: "bbb/.../www w" } },
};

/** Whether each state follows from the one before, and its draw from the box. */
function assertStory(states, seat) {
  const [first] = states;
  assert.equal(first.seat, seat);
  assert.equal(first.ply, seat === "first" ? 1 : 0);
  assert.equal(first.played.length, first.ply);
  for (const [i, state] of states.entries()) {
    if (i > 0) assert.equal(state.played.length, state.ply - states[i - 1].ply);
    if (state.played.length > 0) assert.equal(state.position, state.played.at(-1).position);
    const { drawn } = state;
    if (drawn?.bead === null) {
      assert.equal(state.why, "resign");
      assert.ok(drawn.beads.every(({ count }) => count === 0), "it resigns at an empty box only");
    } else if (drawn && state.played.at(-1)?.move === drawn.move) {
      assert.ok(drawn.beads[drawn.bead].count > 0, "a bead that is drawn was there");
      assert.ok(drawn.beads[drawn.bead].moves.includes(drawn.move));
      const before = state.played.at(-2)?.position ?? states[i - 1]?.position;
      if (before) assert.equal([...drawn.position].sort().join(""), [...before].sort().join(""), "the label's position has the board's pieces");
    }
  }
}

/** The beads drawn in a game, as [box number, bead], in their order. */
function drawsOf(states) {
  return states.flatMap(({ drawn, played }) => (drawn && drawn.bead !== null && played.at(-1)?.move === drawn.move ? [[drawn.number, drawn.bead]] : []));
}

// The openings first: no box is empty yet.
test("HER answers c1-c2 from her box 2, turned as the visitor's board is", async () => {
  const visitor = await sitDown(house, "her");
  const start = await visitor.ask({ type: "begin" }, "state");
  assert.deepEqual(start.legal, ["a1-a2", "b1-b2", "c1-c2"]);
  assert.equal(start.position, "bbb/.../www w");
  assert.equal(start.drawn, undefined);
  visitor.move(start, "c1-c2");
  const state = await visitor.take("state");
  assert.equal(state.ply, 2);
  assert.deepEqual(state.played[0], { move: "c1-c2", position: "bbb/..w/ww. b" });
  assert.equal(state.drawn.box, "bbb/w../.ww b");
  assert.equal(state.drawn.number, 2);
  assert.equal(state.drawn.turn, 1);
  assert.equal(state.drawn.orientation, "mirror");
  assert.equal(state.drawn.position, "bbb/..w/ww. b");
  assert.ok(["b3-b2", "a3-a2", "b3xc2"].includes(state.drawn.move));
  assert.equal(state.played[1].move, state.drawn.move);
  await visitor.close();
});

test("HIM plays the seat that is asked for, and without a word the visitor starts", async () => {
  const visitor = await sitDown(house, "him");
  const opening = await visitor.ask({ type: "begin", seat: "first" }, "state");
  assert.equal(opening.seat, "first");
  assert.equal(opening.ply, 1);
  assert.equal(opening.drawn.number, 1);
  const other = await visitor.ask({ type: "begin", seat: "second" }, "state");
  assert.equal(other.seat, "second");
  assert.equal(other.ply, 0);
  await visitor.close();
  const quiet = await sitDown(house, "him");
  assert.equal((await quiet.ask({ type: "begin" }, "state")).seat, "second");
  await quiet.close();
});

for (const [machine, facts] of Object.entries(machines)) {
  test(`${machine}: hello says what the page needs, and twelve games teach it what learned says`, async () => {
    const visitor = await sitDown(house, machine);
    assert.equal(visitor.socket.protocol, "menagerie.v1");
    const { board, ...rest } = facts;
    for (const [member, value] of Object.entries(rest)) assert.equal(visitor.hello[member], value, member);
    assert.deepEqual(visitor.hello.board, { kind: "squares", ...board });

    let { seq, boxes } = await house.boxes(machine);
    assert.equal(visitor.hello.seq, seq);
    const counts = countsOf({ boxes });
    for (let game = 0; game < 12; game += 1) {
      const seat = facts.seat === "either" ? ["first", "second"][game % 2] : facts.seat;
      const { states, learned } = await playEpisode(visitor, { begin: facts.seat === "either" ? { seat } : {} });
      assertStory(states, seat);
      assert.equal(learned.seq, ++seq);
      const drawn = drawsOf(states).map(String);
      for (const { number, box, bead, move, before, after } of learned.changes) {
        const listed = boxes.find((it) => it.number === number);
        assert.equal(listed.box, box);
        assert.equal(listed.moves[bead].move, move);
        assert.equal(counts[number][bead], before, `box ${number} bead ${bead} before`);
        assert.notEqual(before, after);
        if (learned.reason !== "resign") assert.ok(drawn.includes(String([number, bead])), "only beads that were drawn are rewarded or punished");
        counts[number][bead] = after;
      }
      if (machine === "menace" || machine === "menace-two") assert.equal(learned.changes.length, drawn.length, "MENACE learns at every box it opened");
    }
    const now = await house.boxes(machine);
    assert.equal(now.seq, seq);
    assert.deepEqual(countsOf(now), counts);
    for (const box of now.boxes) assert.equal(box.beads, box.moves.reduce((sum, move) => sum + move.beads, 0));
    const facts2 = await house.get(`/machines/${machine}`);
    assert.equal(facts2.seq, seq);
    assert.equal(facts2.episodes, seq - 1);
    assert.equal(facts2.wins + facts2.draws + facts2.losses, facts2.episodes);
    await visitor.close();
  });
}

test("MENACE adds three beads for a win, one for a draw, and takes one for a defeat", async () => {
  const visitor = await sitDown(house, "menace");
  const seen = new Set();
  for (let game = 0; game < 60 && seen.size < 3; game += 1) {
    const { learned } = await playEpisode(visitor);
    seen.add(learned.outcome);
    const step = { win: 3, draw: 1, loss: -1 }[learned.outcome];
    for (const { before, after } of learned.changes) assert.equal(after - before, step);
  }
  assert.ok(seen.size >= 2, `only saw ${[...seen]}`);
  await visitor.close();
});

test("with again the next game begins right after learned, and give_up ends that", async () => {
  const visitor = await sitDown(house, "menace-two");
  let state = await visitor.ask({ type: "begin", again: true }, "state");
  const episodes = new Set();
  for (let game = 0; game < 3; game += 1) {
    episodes.add(state.episode);
    await playOut(visitor, state);
    await visitor.take("learned");
    state = await visitor.take("state");
    assert.equal(state.ply, 0);
  }
  assert.equal(episodes.size, 3);
  const before = await house.get("/machines/menace-two");
  assert.equal(before.playing, 1);
  visitor.send({ type: "give_up" });
  visitor.move(state, state.legal[0]);
  await visitor.close();
  const after = await house.get("/machines/menace-two");
  assert.equal(after.seq, before.seq, "giving up teaches nothing");
  assert.equal(after.playing, 0);
});

test("begin in mid-game gives the game up, and its visit goes on where it is named", async () => {
  const visitor = await sitDown(house, "her");
  const { visit, visit_token } = (await sitDown(house, "her")).hello;
  const one = await visitor.ask({ type: "begin" }, "state");
  visitor.move(one, "a1-a2");
  await visitor.take("state");
  const { seq } = await house.get("/machines/her");
  const { learned, last } = await playEpisode(visitor, { begin: { visit: visit_token } });
  assert.notEqual(last.episode, one.episode);
  assert.equal(learned.seq, seq + 1);
  assert.equal((await house.get(`/machines/her/episodes/${last.episode}`)).visit, visit);
  await visitor.close();
});

test("nobody plays in another's name: a visit's id, which lists show, is no proof of it", async () => {
  const { visit: theirs, visit_token } = (await sitDown(house, "her")).hello;
  const visitor = await sitDown(house, "her");
  const { last } = await playEpisode(visitor, { begin: { visit: theirs } }); // as clients sent it once
  assert.equal((await house.get(`/machines/her/episodes/${last.episode}`)).visit, visitor.hello.visit);
  const forged = (visit_token[30] === "A" ? "B" : "A") + visit_token.slice(31);
  visitor.send({ type: "begin", visit: visit_token.slice(0, 30) + forged });
  await visitor.refused("bad-visit");
  await visitor.close();
});

test("a repeated move is harmless: the same state once more, and the game is learned once", async () => {
  const visitor = await sitDown(house, "menace");
  let state = await visitor.ask({ type: "begin" }, "state");
  const episode = state.episode;
  while (state.outcome === undefined) {
    const move = anyMove(state);
    visitor.move(state, move);
    visitor.move(state, move);
    const next = await visitor.take("state");
    if (next.outcome === undefined) {
      const again = await visitor.take("state");
      assert.deepEqual([again.ply, again.position, again.legal], [next.ply, next.position, next.legal]);
    }
    state = next;
  }
  let frame = await visitor.next();
  if (frame.type === "state") frame = await visitor.next(); // the last one repeated, where the commit took longer
  assert.equal(frame.type, "learned");
  const { episodes } = await house.get("/machines/menace/episodes?limit=200");
  assert.equal(episodes.filter(({ id }) => id === episode).length, 1);
  await visitor.close();
});

test("the examples of a visitor's frames in the schema are understood", async () => {
  for (const type of ["begin", "move", "resume", "give_up"]) {
    for (const example of messages.$defs[type].examples) {
      const visitor = await sitDown(house, "him");
      visitor.send(example);
      visitor.send({ type: "give_up" });
      const frame = await visitor.next();
      // The examples' visits and tickets were signed by another server.
      const expected = { begin: ["state", "dry", "bad-visit"], move: ["no-episode"], resume: ["bad-ticket"], give_up: ["no-episode"] }[type];
      assert.ok(expected.includes(frame.type === "error" ? frame.code : frame.type), `${JSON.stringify(example)} got ${JSON.stringify(frame)}`);
      await visitor.close();
    }
  }
});

test("a client without a subprotocol plays as well, and an unknown member is ignored", async () => {
  const visitor = await connect(house, "play", { machine: "her", protocol: null });
  await visitor.take("hello");
  assert.equal(visitor.socket.protocol, "");
  const { learned } = await playEpisode(visitor, { begin: { mood: "good", more: { deep: [1] } } });
  assert.ok(learned.seq > 1);
  await visitor.close();
});
