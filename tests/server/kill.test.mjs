// The house is killed in the middle of a hundred games, three times on the same folder. What a visitor was told is
// learned stays learned.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertVerified, freshFolder, grown, sql, startHouse } from "./house.mjs";
import { anyMove, sitDown } from "./visitor.mjs";

const machines = ["menace", "menace-two", "her", "him"];
const visitors = 100;

/** Plays until the line breaks; remembers every lesson, and the ticket of the game in play. */
async function playUntilTheEnd(visitor, remembered) {
  try {
    visitor.send({ type: "begin", again: true });
    for (;;) {
      const frame = await visitor.next();
      if (frame.type === "state") {
        visitor.latest = frame;
        if (frame.outcome === undefined) visitor.move(frame, anyMove(frame));
      } else if (frame.type === "learned") {
        remembered.push({ machine: visitor.hello.machine, ...frame });
      } else {
        assert.ok(frame.type === "dry" || frame.code === "era-over", JSON.stringify(frame));
        setTimeout(() => visitor.socket.readyState === 1 && visitor.send({ type: "begin", again: true }), 200);
      }
    }
  } catch (error) {
    if (error.code === "ERR_ASSERTION") throw error;
  }
}

test("three times kill -9 in the middle of a hundred games", { timeout: 900_000 }, async () => {
  const data = freshFolder();
  const remembered = [];
  for (let time = 1; time <= 3; time += 1) {
    const house = await startHouse({ data, flags: ["--dry-era-after-s", "0"] });
    const before = remembered.length;
    const crowd = await Promise.all(Array.from({ length: visitors }, (_, i) => sitDown(house, machines[i % machines.length])));
    const games = crowd.map((visitor) => playUntilTheEnd(visitor, remembered));
    await grown(() => remembered.length, before + 250 * time, { what: "the lessons" });
    await house.kill();
    await Promise.all(games);
    for (const machine of machines) {
      assert.ok(remembered.slice(before).some((it) => it.machine === machine), `${machine} learned something before the end`);
    }

    await assertVerified(data);
    for (const { name, first, last, rows } of await sql(data, "SELECT name, min(seq) first, max(seq) last, count(*) rows FROM log JOIN machine USING (machine) GROUP BY machine")) {
      assert.deepEqual([first, last], [1, rows], `the log of ${name} has no gap`);
    }

    await house.open();
    const places = new Set(remembered.map(({ machine, seq }) => `${machine} ${seq}`));
    assert.equal(places.size, remembered.length, "no row was told to two visitors");
    for (const { machine, episode, seq, era, outcome, reason, changes } of remembered.slice(-400)) {
      const stored = await house.get(`/machines/${machine}/episodes/${episode}`);
      assert.deepEqual([stored.seq, stored.era, stored.outcome, stored.reason], [seq, era, outcome, reason]);
      assert.deepEqual(stored.changes.map(({ reason: _, ...change }) => change), changes);
    }
    const kept = new Map((await sql(data, "SELECT m.name machine, lower(hex(l.id)) id, l.seq seq, l.changes changes FROM log l JOIN machine m USING (machine) WHERE kind = 'episode'"))
      .map((row) => [row.id, row]));
    for (const { machine, episode, seq, changes } of remembered) {
      const row = kept.get(episode.replaceAll("-", ""));
      assert.deepEqual([row?.machine, row?.seq], [machine, seq]);
      assert.deepEqual(JSON.parse(row.changes), changes.map((it) => [it.number, it.bead, it.before, it.after]));
    }
    // A game that was in play goes on where it stood, or is told to have been learned.
    for (const { latest, hello } of crowd.slice(0, 8)) {
      const visitor = await sitDown(house, hello.machine);
      visitor.send({ type: "resume", ticket: latest.ticket });
      const frame = await visitor.next();
      if (frame.type === "error") assert.equal(frame.code, "stale-ticket"); // its era ended
      else assert.equal(frame.episode, latest.episode);
      if (frame.type === "state") assert.equal(frame.position, latest.position);
      await visitor.close();
    }
    await house.close();
  }
  assert.ok(remembered.length >= 250 + 500 + 750);
  await assertVerified(data);
});
