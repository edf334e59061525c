// Rarer faults of three servers that share a museum: clocks that are set, a server that is killed in the middle of a commit,
// upgrades. After each all holds that three.mjs says, and visitors play on.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { crowd, more } from "./crowd.mjs";
import { eventually, freshFolder } from "./house.mjs";
import { MovedClock, now } from "./moved-clock.mjs";
import { startPostgres } from "./postgres.mjs";
import { assertWhole, openThree } from "./three.mjs";
import { playOut, sitDown } from "./visitor.mjs";

const hour = 3600;

let postgres;
before(async () => {
  postgres = await startPostgres([], { clock: true });
});

const playOn = ({ players }, by) => Promise.all(players.map(({ heard }) => more(heard, by)));

async function setClock(seconds) {
  postgres.clock.move(seconds);
  const { stdout } = await postgres.command("psql", "-h", postgres.folder, "-U", "menagerie", "-d", "postgres", "-X", "-t", "-A", "-c", "SELECT extract(epoch FROM now())");
  assert.ok(Math.abs(Number(stdout) - now() - seconds) < 600, `the database's clock is ${Number(stdout) - now()} s ahead`);
}

test("the database's clock is set an hour forward and back during play, and when a server has died", { timeout: 600_000 }, async () => {
  const three = await openThree(postgres);
  await playOn(three, 20);
  for (const ahead of [hour, 0, -hour]) {
    await setClock(ahead);
    await playOn(three, 20);
  }
  await three.servers[0].kill();
  await setClock(-2 * hour);
  const others = three.players.slice(1);
  await playOn({ players: others }, 20);
  for (const { figures } of others) assert.deepEqual(figures.errors, [], "no error came to a visitor of a healthy server");
  three.servers.shift();
  await assertWhole(three);
  await setClock(0);
});

test("the servers' own clocks are set an hour forward and back during play", { timeout: 600_000 }, async () => {
  const clocks = await Promise.all([0, 1, 2].map(() => MovedClock.in(freshFolder())));
  const three = await openThree(postgres, { env: (i) => clocks[i].env });
  const noticed = ({ log }) => log.match(/the clock was put (forward|back) by/g)?.length ?? 0;
  for (const hours of [[1, -1, 1], [-1, 1, 0], [0, 0, -1]]) {
    const before = three.servers.map(noticed);
    hours.forEach((ahead, i) => clocks[i].move(ahead * hour));
    await playOn(three, 20);
    await eventually(() => three.servers.every((server, i) => noticed(server) > before[i]), { what: "that each server notices it" });
  }
  for (const { figures } of three.players) assert.deepEqual(figures.errors, []);
  await assertWhole(three);
});

for (const carriedOut of [true, false]) {
  test(`kill -9 of a server while its commit waits in the database, which ${carriedOut ? "carries it out afterwards" : "gives it up"}`, { timeout: 600_000 }, async () => {
    const three = await openThree(postgres);
    await playOn(three, 20);
    // Turns begin, and their commits wait: rows of `head` can be locked, and none be appended.
    const lock = postgres.session(three.url);
    await lock.run("BEGIN; LOCK TABLE log IN SHARE ROW EXCLUSIVE MODE");
    await lock.run("CREATE TABLE locked AS SELECT machine, seq FROM head");
    const waiting = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%WITH h AS (UPDATE head%'";
    const commit = await eventually(async () => (await postgres.sql(three.url, waiting))[0], { what: "that a commit waits" });
    await three.servers[0].kill();
    if (!carriedOut) await postgres.sql(three.url, `SELECT pg_terminate_backend(${commit.pid})`);
    await lock.run("COMMIT");
    await lock.close();
    three.servers.shift();
    const [dead, ...alive] = three.players;
    await playOn({ players: alive }, 20);
    for (const { figures } of alive) assert.deepEqual(figures.errors, [], "no error came to a visitor of a healthy server");
    assert.ok(dead.heard.length >= 20);
    await assertWhole(three);
  });
}

test("servers are upgraded one at a time, and visitors of the others notice nothing", { timeout: 600_000 }, async () => {
  const three = await openThree(postgres);
  const all = [...three.players];
  for (const [i, server] of three.servers.entries()) {
    await playOn(three, 20);
    await server.close();
    const others = three.players.filter((_, other) => other !== i);
    await playOn({ players: others }, 20);
    for (const { figures } of others) assert.deepEqual(figures.errors, []);
    await server.open();
    all.push(three.players[i] = await crowd(server, ["menace", "him"], 4));
  }
  await playOn(three, 20);
  await assertWhole({ ...three, players: all });
});

test("three servers that start at once on a house of an older schema bring it up to date once", { timeout: 600_000 }, async () => {
  const three = await openThree(postgres);
  await playOn(three, 20);
  await assertWhole(three);
  // The inverse of schema/postgres/0004_equal.sql, 0003_draws.sql and 0002_cluster.sql.
  await postgres.execute(three.url, "ALTER TABLE head ADD COLUMN holder text NOT NULL DEFAULT '', ADD COLUMN fence bigint NOT NULL DEFAULT 0, ADD COLUMN expires timestamptz NOT NULL DEFAULT '-infinity'; ALTER TABLE log ADD COLUMN fence bigint NOT NULL DEFAULT 1; DROP VIEW draws; ALTER VIEW episodes RENAME COLUMN change_count TO changes; ALTER VIEW boxes_now RENAME COLUMN beads TO count; DELETE FROM schema_version WHERE version > 1");
  const again = await openThree(postgres, { url: three.url, atOnce: true });
  assert.equal(again.servers.filter(({ log }) => log.includes("the schema is upgraded from version 1 to ")).length, 1);
  await playOn(again, 20);
  await assertWhole({ ...again, heard: three.players.flatMap(({ heard }) => heard) });
});

test("dozens of episodes, each submitted to three servers at once, are learned once", { timeout: 600_000 }, async () => {
  const three = await openThree(postgres, { visitors: 0 });
  const heard = await Promise.all(Array.from({ length: 36 }, async (_, i) => {
    // CARNIVAL never takes a bead away: no era ends, and each game is a lesson.
    const visitors = await Promise.all(three.servers.map((server) => sitDown(server, "carnival")));
    const [first, ...others] = [...visitors.slice(i % 3), ...visitors.slice(0, i % 3)];
    const last = (await playOut(first, await first.ask({ type: "begin" }, "state"))).at(-1);
    for (const other of others) other.send({ type: "resume", ticket: last.ticket });
    const lessons = await Promise.all(visitors.map(async (visitor) => {
      let frame = await visitor.next();
      while (frame.type === "state") frame = await visitor.next();
      return frame;
    }));
    for (const lesson of lessons) {
      assert.equal(lesson.type, "learned", JSON.stringify(lesson));
      assert.deepEqual(lesson, lessons[0]);
    }
    assert.equal(lessons[0].episode, last.episode);
    return { machine: "carnival", ...lessons[0] };
  }));
  const [{ rows }] = await postgres.sql(three.url, "SELECT count(*)::int AS rows FROM log JOIN machine USING (machine) WHERE name = 'carnival' AND kind = 'episode'");
  assert.equal(rows, heard.length);
  await assertWhole({ ...three, heard });
});
