// Faults of a house on PostgreSQL, with real servers and a real database. After each: every lesson that a visitor heard of
// is in the log once, no log has a gap, `verify` is ok, and visitors play on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { crowd, more } from "./crowd.mjs";
import { order, token } from "./desk.mjs";
import { eventually, menagerie, startHouse } from "./house.mjs";
import { Pooler } from "./pooler.mjs";
import { assertLearnedOnce, assertStoreVerified, startPostgres } from "./postgres.mjs";

const machines = ["menace", "menace-two", "him", "menace"];
const visitors = 16;

const open = (url, ...flags) => startHouse({ flags: ["--store", url, "--dry-era-after-s", "0", ...flags], env: { MENAGERIE_CURATOR_TOKEN: token } });

test("kill -9 of a server at play: another one learns within 20 s", { timeout: 600_000 }, async () => {
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const first = await open(url);
  const players = await crowd(first, machines, visitors);
  await more(players.heard, 200);
  const second = await open(url); // it follows
  await more(players.heard, 100);
  const killed = Date.now();
  await first.kill();
  await players.end();
  const others = await crowd(second, machines, visitors);
  await more(others.heard, 1);
  assert.ok(Date.now() - killed < 60_000, `20 s where nothing else runs; it took ${Date.now() - killed} ms`);
  await more(others.heard, 100);
  await others.end();
  await second.close();
  await assertLearnedOnce(postgres, url, [...players.heard, ...others.heard]);
  await assertStoreVerified(url);
});

test("PostgreSQL restarted again and again during play: all lessons are kept, and learned once", { timeout: 600_000 }, async () => {
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const house = await open(url);
  const players = await crowd(house, machines, visitors);
  for (let time = 0; time < 4; time += 1) {
    await more(players.heard, 100);
    await postgres.restart();
  }
  await more(players.heard, 100);
  await players.end();
  await house.close();
  await assertLearnedOnce(postgres, url, players.heard);
  await assertStoreVerified(url);
});

test("with the database away games go on, and their lessons come when it is back", { timeout: 600_000 }, async () => {
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const house = await open(url);
  const players = await crowd(house, machines, visitors);
  await more(players.heard, 50);
  await postgres.stop();
  // Each visitor plays a game to its end, and waits for its lesson.
  await eventually(() => players.figures.games - players.heard.length >= visitors, { what: "games that end" });
  const { status, text } = await eventually(async () => {
    const answer = await house.ask("/readyz");
    return answer.status === 503 ? answer : null;
  }, { what: "that the house says what is wrong" });
  assert.equal(status, 503);
  assert.match(text, /what visitors teach cannot be stored now|the database does not answer/);
  assert.equal((await house.ask("/healthz")).status, 200);
  const before = players.heard.length;
  await postgres.start();
  await eventually(async () => (await house.ask("/readyz")).status === 200, { what: "that the house is ready again" });
  await eventually(() => players.heard.length > before + visitors, { what: "the lessons that waited" });
  await players.end();
  await house.close();
  await assertLearnedOnce(postgres, url, players.heard);
  await assertStoreVerified(url);
});

for (const pooled of [false, true]) {
  test(`synchronous_commit=off by default${pooled ? ", behind a pooler of transactions" : ""}: what was told as learned is there after a power cut`, { timeout: 600_000 }, async () => {
    // PostgreSQL would write what it has committed only every ten seconds.
    const postgres = await startPostgres(["synchronous_commit=off", "wal_writer_delay=10s"]);
    const url = await postgres.createDatabase();
    const house = pooled ? await open((await Pooler.open(postgres, 4)).to(url), "--doorbell", "off") : await open(url);
    const players = await crowd(house, machines, visitors);
    for (let time = 0; time < 2; time += 1) {
      await more(players.heard, 100);
      await postgres.restart();
    }
    await more(players.heard, 100);
    await players.end();
    await house.close();
    await assertLearnedOnce(postgres, url, players.heard);
    await assertStoreVerified(url);
  });
}

test("fsync and full_page_writes off are told in the log, by /readyz and by status", async () => {
  for (const [flags, names] of [[["full_page_writes=off"], ["fsync", "full_page_writes"]], [["fsync=on"], []]]) {
    const postgres = await startPostgres(flags);
    const url = await postgres.createDatabase();
    const house = await open(url);
    const ready = await house.ask("/readyz");
    assert.equal(ready.status, 200);
    const told = ready.json().warnings ?? [];
    const status = (await menagerie("status", "--store", url, "--format", "json")).stdout;
    assert.deepEqual(JSON.parse(status).warnings, told);
    assert.equal(told.length, names.length);
    for (const [i, name] of names.entries()) {
      assert.match(told[i], new RegExp(`PostgreSQL runs with ${name} = off: a power cut can .*; set ${name} = on in postgresql\\.conf`));
      assert.ok(house.log.split("\n").some((line) => /error/.test(line) && line.includes(told[i])), house.log);
      assert.ok((await menagerie("status", "--store", url)).stdout.includes(`\nwarning: ${told[i]}\n`));
      assert.ok((await menagerie("status", "--store", url, "--format", "csv")).stdout.includes(`\n,warning,`));
    }
    if (names.length === 0) assert.doesNotMatch(house.log, /power cut/);
    await house.close();
  }
});

test("a table that is away for a moment ends nothing: it is looked for again, and what waited is learned", { timeout: 600_000 }, async () => {
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const house = await open(url);
  const players = await crowd(house, machines, visitors);
  for (const table of ["log", "head"]) {
    await more(players.heard, 50);
    await postgres.execute(url, `ALTER TABLE ${table} RENAME TO away`);
    await eventually(() => house.log.includes(`relation "${table}" does not exist; what waits is kept and tried again`), { ms: 30_000, what: "that it is told" });
    assert.equal((await house.ask("/healthz")).status, 200);
    assert.equal((await house.ask("/readyz")).status, 503);
    await postgres.execute(url, `ALTER TABLE away RENAME TO ${table}`);
    await eventually(async () => (await house.ask("/readyz")).status === 200, { what: "that the house is ready again" });
  }
  await more(players.heard, 50);
  await players.end();
  await house.close();
  await assertLearnedOnce(postgres, url, players.heard);
  await assertStoreVerified(url);
});

test("once a newer Menagerie has upgraded the schema nothing more is written, and /healthz and healthcheck fail", { timeout: 600_000 }, async () => {
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const house = await open(url);
  const players = await crowd(house, machines, visitors);
  await more(players.heard, 50);
  assert.equal((await menagerie("healthcheck", "--listen", house.host)).code, 0);
  assert.match((await house.ask("/metrics")).text, /^menagerie_broken 0$/m);
  await postgres.execute(url, "INSERT INTO schema_version(version) VALUES (1000)");
  const health = await eventually(async () => {
    const answer = await house.ask("/healthz");
    return answer.status === 503 ? answer : null;
  }, { what: "that /healthz fails" });
  for (const { status, text } of [health, await house.ask("/readyz")]) {
    assert.equal(status, 503);
    assert.match(text, /written by a newer Menagerie/);
  }
  assert.equal(health.json().type, "urn:menagerie:problem:broken");
  assert.match((await house.ask("/metrics")).text, /^menagerie_broken 1$/m);
  const { code, stderr } = await menagerie("healthcheck", "--listen", house.host);
  assert.deepEqual([code, / answers 503\n$/.test(stderr)], [1, true], stderr);
  const rowsNow = async () => (await postgres.sql(url, "SELECT sum(seq)::int AS log FROM head"))[0];
  const rows = await rowsNow();
  // On connections of its own, made anew too, nothing is written.
  await postgres.execute(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()");
  assert.equal((await order(house, "/machines/her/freeze", {})).status, 503);
  await new Promise((done) => setTimeout(done, 3000));
  assert.deepEqual(await rowsNow(), rows);
  await players.end();
  const ended = await house.stop();
  assert.equal(ended.code, 1, "episodes could not be stored");
  await postgres.execute(url, "DELETE FROM schema_version WHERE version = 1000");
  await assertLearnedOnce(postgres, url, players.heard);
  await house.open();
  const again = await crowd(house, machines, visitors);
  await more(again.heard, 20);
  await again.end();
  await house.close();
  await assertStoreVerified(url);
});
