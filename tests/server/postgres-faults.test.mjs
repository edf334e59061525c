// Faults of a house on PostgreSQL, with real servers and a real database. After each: every lesson that a visitor heard of
// is in the log once, no log has a gap, `verify` is ok, and visitors play on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, startHouse } from "./house.mjs";
import { assertLearnedOnce, assertStoreVerified, startPostgres } from "./postgres.mjs";
import { crowd, more } from "./crowd.mjs";

const machines = ["menace", "menace-two", "him", "menace"];
const visitors = 16;

const open = (url) => startHouse({ flags: ["--store", url, "--dry-era-after-s", "0"] });

test("kill -9 of the server that holds the house, at play: another one learns within 20 s", { timeout: 600_000 }, async () => {
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
  assert.ok(Date.now() - killed < 20_000, `it took ${Date.now() - killed} ms`);
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
  await eventually(() => players.figures.games - players.heard.length >= visitors, { ms: 60_000, what: "games that end" });
  const { status, text } = await eventually(async () => {
    const answer = await house.ask("/readyz");
    return answer.status === 503 ? answer : null;
  }, { what: "that the house says what is wrong" });
  assert.equal(status, 503);
  assert.match(text, /what visitors teach cannot be stored now|the database does not answer/);
  assert.equal((await house.ask("/healthz")).status, 200);
  const before = players.heard.length;
  await postgres.start();
  await eventually(async () => (await house.ask("/readyz")).status === 200, { ms: 60_000, what: "that the house is ready again" });
  await eventually(() => players.heard.length > before + visitors, { ms: 60_000, what: "the lessons that waited" });
  await players.end();
  await house.close();
  await assertLearnedOnce(postgres, url, players.heard);
  await assertStoreVerified(url);
});
