// The sealed room with real sockets: alone with the machine, two visitors next door to each other, those who leave,
// and that nothing on the wire tells which it is.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { eventually, freshFolder, startHouse } from "./house.mjs";
import { startPostgres } from "./postgres.mjs";
import { connect, firstMove, messages, refusedUpgrade, sequence } from "./visitor.mjs";

/** A house that is quick for tests: rounds every second, moves on the next beat. */
const quick = (more = [], options = {}) => startHouse({ flags: ["--sealed-round-s", "1", "--sealed-pause-s", "0", ...more], ...options });

async function come(house) {
  const visitor = await connect(house, "sealed");
  visitor.hello = await visitor.take("hello");
  visitor.heard = [];
  return visitor;
}

/** Plays on until a frame comes that `until` wants; notes every frame in `heard`. */
async function playUntil(visitor, until, choose = firstMove) {
  for (;;) {
    const frame = await visitor.next();
    visitor.heard.push(frame);
    if (until(frame)) return frame;
    assert.ok(frame.type === "room" || frame.type === "left", JSON.stringify(frame));
    if (frame.legal?.length) visitor.send({ type: "move", game: frame.game, ply: frame.ply, move: choose(frame) });
  }
}
const allPlayed = (frame) => frame.outcome !== undefined && frame.game === 5;

async function fiveGames(visitor, choose) {
  visitor.send({ type: "enter" });
  return playUntil(visitor, allPlayed, choose);
}
const guess = (visitor, who, remarks = "1/2/3/4/5") => visitor.send({ type: "guess", who, remarks });

// Hexapawn for who never errs: the side that moves second always wins.
const goal = (side, at) => (side === "w" ? at < 3 : at > 5);
const other = (side) => (side === "w" ? "b" : "w");
const played = (cells, from, to) => cells.map((piece, at) => (at === to ? cells[from] : at === from ? "." : piece));

function options(cells, side) {
  const ahead = side === "w" ? -3 : 3;
  return cells.flatMap((piece, from) => (piece === side ? [-1, 0, 1] : []).filter((aside) => from % 3 + aside >= 0 && from % 3 + aside < 3)
    .map((aside) => [from, from + ahead + aside]).filter(([at, to]) => cells[to] === ((to - at) % 3 === 0 ? "." : other(side))));
}
const wins = (cells, side) => options(cells, side).some(([from, to]) => winsBy(cells, side, from, to));
const winsBy = (cells, side, from, to) => goal(side, to) || !wins(played(cells, from, to), other(side));

/** A move that wins whatever comes, if there is one. */
function winning({ position, legal }) {
  const [rows, side] = position.split(" ");
  const cells = [...rows.replaceAll("/", "")];
  return legal.find((move) => winsBy(cells, side, ...move.match(/[a-c][1-3]/g).map(([file, rank]) => (3 - rank) * 3 + "abc".indexOf(file))));
}

/** What one sees of a room: which frames with which members, whatever was played. */
const shapes = (frames) => [...new Set(frames.map((frame) => `${Object.keys(frame)}`))].sort();

// Each has a house of its own, and waits most of the time, as somebody who thinks does.
describe("the sealed room", { concurrency: 4 }, () => {
  it("alone: five games with alternating colours against Mark I, which learns from them; then the door opens", async () => {
    const house = await quick();
    const visitor = await come(house);
    assert.deepEqual([visitor.hello.games, visitor.hello.score], [5, { machines: 0, machines_as_people: 0, people: 0, people_as_machines: 0 }]);
    visitor.send({ type: "guess", who: "person" });
    await visitor.refused("no-episode");
    const random = sequence(7);
    await fiveGames(visitor, (frame) => winning(frame) ?? frame.legal[random(frame.legal.length)]);
    guess(visitor, "person", "123/4/5/6/7");
    const door = await visitor.take("door");
    assert.deepEqual([door.who, door.guess, door.remarks, door.theirs], ["machine", "person", "123/4/5/6/7", ""]);
    assert.deepEqual(door.score, { machines: 1, machines_as_people: 1, people: 0, people_as_machines: 0 });
    const seats = door.games.map(({ seat }) => seat);
    assert.deepEqual(seats, seats.map((_, game) => (game % 2 ? seats[1] : seats[0])));
    assert.notEqual(seats[0], seats[1]);
    // The games are those that were seen, and each draw is from the board that the machine saw, by HER's rule.
    const left = new Map();
    for (const [index, game] of door.games.entries()) {
      const seen = visitor.heard.filter((frame) => frame.game === index + 1);
      assert.deepEqual([game.seat, game.outcome, game.positions.at(-1)], [seen[0].seat, seen.at(-1).outcome, seen.at(-1).position]);
      assert.equal(game.positions.length, game.moves.length + 1);
      for (const { number, ply, position, bead, beads } of game.draws) {
        assert.equal(position, game.positions[ply]);
        if (bead !== null) assert.ok(beads[bead].count === 1 && beads[bead].moves.includes(game.moves[ply]));
        assert.deepEqual(beads.map(({ count }) => count), left.get(number) ?? beads.map(() => 1));
        left.set(number, beads.map(({ count }) => count));
      }
      const last = game.draws.findLast(({ bead }) => bead !== null);
      if (game.outcome === "win" && last) left.get(last.number)[last.bead] -= 1;
    }
    for (const { number, beads } of door.boxes) assert.deepEqual(beads.map(({ count }) => count), left.get(number) ?? beads.map(() => 1));
    for (const { seat, outcome } of door.games) assert.ok(seat === "first" || outcome === "win", "who plays second and never errs teaches the machine");
    guess(visitor, "machine");
    await visitor.refused("wrong-ply");
    visitor.send({ type: "enter" }); // and once more
    assert.equal((await visitor.take("room")).game, 1);
    assert.deepEqual((await house.get("/machines")).machines.map(({ name }) => name).filter((name) => name.includes("mark")), [], "no exhibit");
    await visitor.close();
    await house.close();
  });

  it("two visitors next door to each other: the same games, both doors at once; nothing tells it before", async () => {
    const house = await quick(["--sealed-machines-percent", "0"]);
    const [one, two] = [await come(house), await come(house)];
    const alone = await come(house);
    let met = false;
    while (!met) { // where a round came between them each has a machine: they ask again
      const ends = await Promise.all([one, two].map((visitor) => { visitor.heard = []; return fiveGames(visitor); }));
      assert.ok(ends.every(({ outcome }) => outcome));
      guess(one, "person", "1/2/3/4/5");
      guess(two, "machine", "9/8/7/6/5");
      const doors = await Promise.all([one, two].map((visitor) => visitor.take("door")));
      met = doors[0].who === "person";
      assert.equal(doors[1].who, doors[0].who);
      if (!met) continue;
      assert.deepEqual(doors.map(({ remarks, theirs }) => [remarks, theirs]), [["1/2/3/4/5", "9/8/7/6/5"], ["9/8/7/6/5", "1/2/3/4/5"]]);
      assert.deepEqual(doors[0].games.map(({ moves }) => moves), doors[1].games.map(({ moves }) => moves));
      const opposite = { first: "second", second: "first", win: "loss", loss: "win", draw: "draw" };
      for (const [i, { seat, outcome, draws }] of doors[0].games.entries()) {
        assert.deepEqual([seat, outcome, draws], [opposite[doors[1].games[i].seat], opposite[doors[1].games[i].outcome], []]);
      }
      assert.deepEqual([doors[0].boxes, doors[0].score.people, doors[0].score.people_as_machines], [[], 2, 1]);
    }
    await fiveGames(alone);
    assert.deepEqual(shapes(one.heard), shapes(alone.heard), "frames of both kinds have the same members");
    for (const visitor of [one, two, alone]) await visitor.close();
    await house.close();
  });

  /** Two who have begun to play each other: the first one is to move. */
  async function pairUp(house) {
    for (;;) {
      const pair = [await come(house), await come(house)];
      for (const visitor of pair) visitor.send({ type: "enter" });
      const [a, b] = await Promise.all(pair.map((visitor) => visitor.take("room")));
      if (a.seat !== b.seat) { // else, and perhaps also now, each has a machine: the first to move says
        const [mover, other] = a.seat === "first" ? pair : [...pair].reverse();
        mover.send({ type: "move", game: 1, ply: 0, move: "a1-a2" });
        await mover.take("room");
        const { played, legal } = await other.take("room");
        if (played === "a1-a2") return { mover, other, legal };
      }
      for (const visitor of pair) await visitor.close();
    }
  }

  it("who is left is told so, plays on against a machine, and nothing counts; a remark reaches nobody before the door", async () => {
    const house = await quick(["--sealed-machines-percent", "0"]);
    const { mover, other } = await pairUp(house);
    mover.send({ type: "move", game: 1, ply: 0, move: "a1-a2" });
    await mover.refused("wrong-ply");
    await mover.vanish();
    await other.take("left");
    other.send({ type: "move", game: 1, ply: 1, move: "b3xa2" });
    const door = await playUntil(other, (frame) => frame.type === "door");
    assert.deepEqual([door.who, door.guess, door.games.length], ["person", null, 5]);
    assert.deepEqual(door.score, { machines: 0, machines_as_people: 0, people: 0, people_as_machines: 0 });
    await other.close();
    await house.close();
  });

  it("who does not move is sent away, and the other one is told", async () => {
    const house = await quick(["--sealed-machines-percent", "0", "--sealed-idle-s", "4"]);
    const { mover, other } = await pairUp(house);
    await other.closedWith(1000);
    await mover.take("left");
    await mover.close();
    await house.close();
  });

  it("one visit is never seated next door to itself", async () => {
    const house = await quick(["--sealed-machines-percent", "0", "--sealed-round-s", "2"]);
    const [one, two] = [await come(house), await come(house)];
    two.send({ type: "enter", visit: "AQGh-H6QxH0CjzWxbQ56yRFEiW7IVrgqZ0mNf3yqkS5T" });
    await two.refused("bad-visit");
    for (const visitor of [one, two]) visitor.send({ type: "enter", visit: one.hello.visit_token });
    const doors = await Promise.all([one, two].map(async (visitor) => {
      await playUntil(visitor, allPlayed);
      guess(visitor, "machine");
      return visitor.take("door");
    }));
    assert.deepEqual(doors.map(({ who }) => who), ["machine", "machine"]);
    await Promise.all([one.close(), two.close()]);
    await house.close();
  });

  it("seats are bounded, in all and for an address; what is no frame of this room is refused", async () => {
    const house = await quick(["--sealed-seats-max", "3", "--sealed-seats-per-address-max", "2", "--sealed-round-s", "600"]);
    const visitors = [];
    for (let i = 0; i < 3; i += 1) visitors.push(await come(house));
    for (const visitor of visitors) {
      visitor.send({ type: "enter" });
      if (visitor !== visitors[2]) await visitor.ponged(); // the server reads two sockets in any order
    }
    assert.match((await visitors[2].refused("busy")).message, /address/);
    visitors[0].send({ type: "enter" });
    await visitors[0].refused("busy");
    await visitors[0].close();
    await eventually(async () => {
      visitors[2].send({ type: "enter" });
      visitors[2].send({ type: "move", game: 9, ply: 0, move: "a1-a2" }); // refused with a seat and without one, in a room and outside
      const frames = [await visitors[2].next()];
      while (frames.at(-1).type !== "error" || frames.at(-1).code === "busy") frames.push(await visitors[2].next());
      return frames.every(({ code }) => code !== "busy");
    }, { what: "a seat that was given back" });
    visitors[1].send("[".repeat(500));
    await visitors[1].refused("bad-frame");
    visitors[1].send({ type: "guess", who: "a friend" });
    await visitors[1].refused("bad-frame");
    visitors[1].send({ type: "begin" });
    await visitors[1].refused("unknown-type");
    await visitors[1].closedWith(1008);
    for (const visitor of visitors.slice(1)) await visitor.close();
    await house.close();
  });

  it("the score outlives the server, and a read-only museum has no sealed room", async () => {
    const data = freshFolder();
    let house = await quick([], { data });
    const visitor = await come(house);
    await fiveGames(visitor);
    guess(visitor, "machine");
    const { score } = await visitor.take("door");
    assert.deepEqual(score, { machines: 1, machines_as_people: 0, people: 0, people_as_machines: 0 });
    await visitor.close();
    await house.close();
    house = await quick([], { data });
    const later = await come(house);
    assert.deepEqual(later.hello.score, score);
    await later.close();
    await house.close();
    writeFileSync(join(data, "sealed-score"), "one\n");
    house = await quick([], { data });
    await house.logged(/sealed-score does not hold the four numbers of a score/);
    await house.close();
    assert.equal(readFileSync(join(data, "sealed-score"), "utf8"), "one\n"); // nothing is written over what cannot be read
    const copy = await startHouse({ data, flags: ["--read-only"] });
    assert.equal((await refusedUpgrade(copy, "sealed")).status, 403);
    await copy.close();
  });

  it("servers on one database keep one score, also of guesses that came while it could not be reached", async () => {
    const postgres = await startPostgres();
    const url = await postgres.createDatabase();
    const open = () => quick(["--store", url]);
    const guessAt = async (house) => {
      const visitor = await come(house);
      await fiveGames(visitor);
      guess(visitor, "machine");
      const { score } = await visitor.take("door");
      await visitor.close();
      return score.machines;
    };
    const kept = async () => (await postgres.sql(url, "SELECT machines::int AS machines FROM sealed_score"))[0].machines;
    const one = await open();
    assert.equal(await guessAt(one), 1);
    await eventually(async () => await kept() === 1);
    const other = await open();
    assert.equal(await guessAt(other), 2);
    await eventually(async () => await kept() === 2);
    await other.close();

    await postgres.execute(url, "ALTER TABLE sealed_score RENAME TO away");
    assert.ok(await guessAt(one) >= 2); // 3 where it has looked since
    await one.logged(/the sealed room's score is not kept, it is tried again: .*sealed_score/);
    await postgres.execute(url, "ALTER TABLE away RENAME TO sealed_score");
    await eventually(async () => await kept() === 3);
    await one.close();
    await postgres.stop();
  });

  it("the examples of a visitor's frames in the schema are understood", async () => {
    const house = await quick();
    const expected = { enter: [undefined, "bad-visit"], "sealed-move": ["no-episode"], guess: ["no-episode"] };
    for (const [name, codes] of Object.entries(expected)) {
      for (const example of messages.$defs[name].examples) {
        const visitor = await come(house);
        visitor.send(example);
        visitor.send({ type: "enter" });
        const frame = await visitor.next();
        assert.ok([...codes, "busy"].includes(frame.code), `${JSON.stringify(example)} got ${JSON.stringify(frame)}`);
        await visitor.close();
      }
    }
    await house.close();
  });
});
