// A ticket brings a game back: after a reload, a dropped line, and a restart of the house, gentle or not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertVerified, eventually, freshFolder, sql, startHouse } from "./house.mjs";
import { firstMove, playEpisode, playOut, sitDown } from "./visitor.mjs";

const machines = ["menace", "menace-two", "her", "him"];

/** A game in its middle: {visitor, state}. */
async function inTheMiddle(house, machine) {
  const visitor = await sitDown(house, machine);
  const start = await visitor.ask({ type: "begin" }, "state");
  visitor.move(start, firstMove(start));
  const state = await visitor.take("state");
  assert.equal(state.outcome, undefined);
  return { visitor, state };
}

function assertSame(resumed, state) {
  for (const member of ["episode", "seat", "ply", "position", "legal"]) assert.deepEqual(resumed[member], state[member], member);
  assert.deepEqual(resumed.played, state.played.slice(-1), "the machine's move is told again");
  assert.equal(resumed.drawn.number, state.drawn.number);
  assert.equal(resumed.drawn.bead, state.drawn.bead);
  assert.equal(resumed.drawn.move, state.drawn.move);
  assert.equal(resumed.drawn.position, state.drawn.position);
}

async function resumeAndEnd(house, machine, state) {
  const visitor = await sitDown(house, machine);
  const resumed = await visitor.ask({ type: "resume", ticket: state.ticket }, "state");
  assertSame(resumed, state);
  await playOut(visitor, resumed);
  const learned = await visitor.take("learned");
  assert.equal(learned.episode, state.episode);
  const stored = await house.get(`/machines/${machine}/episodes/${state.episode}`);
  assert.equal(stored.seq, learned.seq);
  assert.deepEqual(stored.changes.map(({ reason, ...change }) => change), learned.changes);
  for (const { reason } of stored.changes) assert.ok(reason === stored.reason || reason === "propagate", reason);
  await visitor.close();
  return learned;
}

test("a reload: the old line closes, a new one resumes", async () => {
  const house = await startHouse();
  for (const machine of machines) {
    const { visitor, state } = await inTheMiddle(house, machine);
    await visitor.close();
    await resumeAndEnd(house, machine, state);
  }
  await house.close();
});

test("a dropped line: the game goes on at the new one, though the old one has not been missed yet", async () => {
  const house = await startHouse();
  for (const machine of machines) {
    const { visitor, state } = await inTheMiddle(house, machine);
    if (machine === "her") await visitor.vanish();
    await resumeAndEnd(house, machine, state);
    if (machine !== "her") await visitor.refused("no-episode");
    await visitor.close();
  }
  await house.close();
});

for (const end of ["stop", "kill"]) {
  test(`the house is restarted (${end}) in mid-game: the ticket is good, and nothing is learned twice`, async () => {
    const house = await startHouse();
    const games = [];
    for (const machine of machines) games.push({ machine, ...(await inTheMiddle(house, machine)) });
    const { visitor: done, ...finished } = { visitor: await sitDown(house, "her") };
    Object.assign(finished, await playEpisode(done));
    await house[end]();
    await house.open();
    for (const { machine, state } of games) await resumeAndEnd(house, machine, state);
    // The finished game, submitted again to the new house.
    const visitor = await sitDown(house, "her");
    visitor.send({ type: "resume", ticket: finished.last.ticket });
    let frame = await visitor.next();
    if (frame.type === "state") frame = await visitor.next();
    assert.deepEqual(frame, finished.learned);
    await visitor.close();
    assert.equal((await house.get("/machines/her")).episodes, 2);
    await house.close();
    await assertVerified(house.data);
  });
}

test("a finished ticket is learned once, however often and from wherever it is submitted", async () => {
  const house = await startHouse();
  const visitor = await sitDown(house, "menace");
  const { last, learned } = await playEpisode(visitor);
  const { seq, beads } = await house.get("/machines/menace");
  const others = await Promise.all([visitor, ...Array.from({ length: 6 }, () => sitDown(house, "menace"))]);
  for (let time = 0; time < 2; time += 1) {
    for (const other of others) {
      other.send({ type: "resume", ticket: last.ticket });
      let frame = await other.next();
      if (frame.type === "state") frame = await other.next();
      assert.deepEqual(frame, learned);
    }
  }
  const now = await house.get("/machines/menace");
  assert.deepEqual([now.seq, now.beads, now.episodes], [seq, beads, 1]);
  for (const other of others) await other.close();
  await house.close();
});

test("a learned game is told to everybody who asks for it at once, from whichever ticket", async () => {
  const house = await startHouse();
  const visitor = await sitDown(house, "menace");
  const { states, last, learned } = await playEpisode(visitor);
  const others = await Promise.all(Array.from({ length: 8 }, () => sitDown(house, "menace")));
  for (const [i, other] of others.entries()) other.send({ type: "resume", ticket: (i % 2 === 0 ? states[0] : last).ticket });
  for (const other of others) {
    let frame = await other.next();
    if (frame.type === "state") frame = await other.next();
    assert.deepEqual(frame, learned);
  }
  for (const other of [visitor, ...others]) await other.close();
  await house.close();
});

test("a finished game whose line went before learned came is learned", async () => {
  const house = await startHouse();
  const visitor = await sitDown(house, "menace-two");
  let state = await visitor.ask({ type: "begin" }, "state");
  while (state.outcome === undefined) {
    visitor.move(state, firstMove(state));
    state = await visitor.take("state");
  }
  await visitor.vanish();
  await eventually(async () => (await house.get("/machines/menace-two")).episodes === 1);
  const again = await sitDown(house, "menace-two");
  again.send({ type: "resume", ticket: state.ticket });
  let frame = await again.next();
  if (frame.type === "state") frame = await again.next();
  assert.equal(frame.episode, state.episode);
  assert.equal(frame.seq, 2);
  await again.close();
  await house.close();
});

test("resumed with again, the next game begins by itself and belongs to the same visit", async () => {
  const house = await startHouse();
  const { visitor, state } = await inTheMiddle(house, "menace");
  const { visit } = visitor.hello;
  await visitor.vanish();
  const next = await sitDown(house, "menace");
  const resumed = await next.ask({ type: "resume", ticket: state.ticket, again: true }, "state");
  await playOut(next, resumed);
  await next.take("learned");
  await playOut(next, await next.take("state"));
  await next.take("learned");
  await next.close();
  const rows = await sql(house.data, "SELECT DISTINCT visit FROM episodes WHERE opponent = 'visitor'");
  assert.deepEqual(rows, [{ visit }]);
  await house.close();
});

test("a ticket of another house is a bad one", async () => {
  const [here, there] = await Promise.all([startHouse(), startHouse({ data: freshFolder() })]);
  const { visitor, state } = await inTheMiddle(here, "her");
  const stranger = await sitDown(there, "her");
  stranger.send({ type: "resume", ticket: state.ticket });
  await stranger.refused("bad-ticket");
  await Promise.all([visitor.close(), stranger.close()]);
  await Promise.all([here.close(), there.close()]);
});

test("a new era ends the games in play, and their tickets with it", async () => {
  const house = await startHouse({ flags: ["--dry-era-after-s", "1"] });
  const waiting = await inTheMiddle(house, "him");
  const teacher = await sitDown(house, "him");
  // HIM opening for the first player in hexapawn loses to the right answers; teach it until its first box is empty.
  let [dry, era] = [null, 1];
  for (let game = 0; game < 400 && !dry && era === 1; game += 1) {
    teacher.send({ type: "begin", seat: "first" });
    const frame = await teacher.next();
    if (frame.type === "dry") dry = frame;
    else {
      await playOut(teacher, frame, beatWhite);
      await teacher.take("learned");
      ({ era } = await house.get("/machines/him"));
    }
  }
  assert.ok(dry || era === 2, "HIM ran dry");
  const { visitor, state } = waiting;
  await visitor.refused("era-over");
  visitor.send({ type: "resume", ticket: state.ticket });
  await visitor.refused("stale-ticket");
  const { learned } = await playEpisode(visitor);
  assert.equal(learned.era, 2);
  const now = await house.get("/machines/him");
  assert.deepEqual([now.era, now.dry], [2, null]);
  await Promise.all([visitor.close(), teacher.close()]);
  await house.close();
  await assertVerified(house.data);
});

/** Black's best answers in hexapawn, found by looking ahead. */
function beatWhite(state) {
  const [rows] = state.position.split(" ");
  return state.legal.find((move) => !whiteWins(applied(rows.split("/"), move), "w")) ?? firstMove(state);
}

function applied(rows, move) {
  const board = rows.map((row) => [...row]);
  const at = (cell) => [3 - Number(cell[1]), cell.charCodeAt(0) - 97];
  const [from, to] = move.split(/[-x]/).map(at);
  board[to[0]][to[1]] = board[from[0]][from[1]];
  board[from[0]][from[1]] = ".";
  return board.map((row) => row.join(""));
}

function movesOf(rows, mover) {
  const moves = [];
  const name = (y, x) => String.fromCharCode(97 + x) + (3 - y);
  const step = mover === "w" ? -1 : 1;
  for (let y = 0; y < 3; y += 1) {
    for (let x = 0; x < 3; x += 1) {
      if (rows[y][x] !== mover || !rows[y + step]) continue;
      if (rows[y + step][x] === ".") moves.push(`${name(y, x)}-${name(y + step, x)}`);
      for (const side of [x - 1, x + 1]) {
        const there = rows[y + step][side];
        if (there && there !== "." && there !== mover) moves.push(`${name(y, x)}x${name(y + step, side)}`);
      }
    }
  }
  return moves;
}

/** Whether White can win with `mover` to move. */
function whiteWins(rows, mover) {
  if (rows[0].includes("w")) return true;
  if (rows[2].includes("b")) return false;
  const moves = movesOf(rows, mover);
  if (moves.length === 0) return mover === "b";
  return mover === "w"
    ? moves.some((move) => whiteWins(applied(rows, move), "b"))
    : moves.every((move) => whiteWins(applied(rows, move), "w"));
}
