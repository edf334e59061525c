// Rarer faults of three servers on one database: clocks that are set, a server that is killed within a turn,
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

test("the database's clock is set an hour forward and back during play", { timeout: 600_000 }, async () => {
  const three = await openThree(postgres);
  await playOn(three, 20);
  for (const ahead of [hour, 0, -hour]) {
    await setClock(ahead);
    await playOn(three, 20);
  }
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

test("kill -9 of a server within a turn: its locks are free at once, and the others go on", { timeout: 600_000 }, async () => {
  const three = await openThree(postgres);
  await playOn(three, 20);
  // All turns wait here, so that one of the first server is among them when it is killed.
  const lock = postgres.session(three.url);
  await lock.run("BEGIN; LOCK TABLE head IN EXCLUSIVE MODE");
  const waiting = "SELECT count(*)::int AS turns FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  await eventually(async () => (await postgres.sql(three.url, waiting))[0].turns >= 3, { what: "that each server's turn waits" });
  await three.servers[0].kill();
  await lock.run("COMMIT");
  await lock.close();
  three.servers.shift();
  const [dead, ...alive] = three.players;
  await playOn({ players: alive }, 20);
  for (const { figures } of alive) assert.deepEqual(figures.errors, [], "no error came to a visitor of a healthy server");
  assert.ok(dead.heard.length >= 20);
  await assertWhole(three);
});

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
  // The inverse of the migrations in schema/postgres from 0005_sealed.sql down to 0002_cluster.sql.
  await postgres.execute(three.url, [
    "DROP TABLE sealed_score",
    "ALTER TABLE head ADD COLUMN holder text NOT NULL DEFAULT '', ADD COLUMN fence bigint NOT NULL DEFAULT 0",
    "ALTER TABLE head ADD COLUMN expires timestamptz NOT NULL DEFAULT '-infinity'",
    "ALTER TABLE log ADD COLUMN fence bigint NOT NULL DEFAULT 0",
    "DROP VIEW draws",
    "ALTER VIEW episodes RENAME COLUMN change_count TO changes",
    "ALTER VIEW boxes_now RENAME COLUMN beads TO count",
    "DELETE FROM schema_version WHERE version > 1",
  ].join("; "));
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
