// Faults of a house on PostgreSQL, with real servers and a real database. After each: every lesson that a visitor heard of
// is in the log once, no log has a gap, `verify` is ok, and visitors play on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, startHouse } from "./house.mjs";
import { assertLearnedOnce, assertStoreVerified, startPostgres } from "./postgres.mjs";
import { anyMove, sitDown } from "./visitor.mjs";

const machines = ["menace", "menace-two", "him", "menace"];
const visitors = 16;

/** Plays game after game until the line breaks; `heard` gets every lesson, `games` counts those that ended. */
async function playUntilTheEnd(visitor, heard, figures) {
  const begin = () => visitor.socket.readyState === 1 && visitor.send({ type: "begin", again: true });
  try {
    begin();
    for (;;) {
      const frame = await visitor.next();
      if (frame.type === "state") {
        if (frame.outcome === undefined) visitor.move(frame, anyMove(frame));
        else figures.games += 1;
      } else if (frame.type === "learned") {
        heard.push({ machine: visitor.hello.machine, ...frame });
      } else {
        setTimeout(begin, 200);
      }
    }
  } catch (error) {
    if (error.code === "ERR_ASSERTION") throw error;
  }
}

/** Visitors at play: {heard, figures, end()}. */
async function crowd(house) {
  const heard = [];
  const figures = { games: 0 };
  const seated = await Promise.all(Array.from({ length: visitors }, (_, i) => sitDown(house, machines[i % machines.length])));
  const games = seated.map((visitor) => playUntilTheEnd(visitor, heard, figures));
  return {
    heard,
    figures,
    async end() {
      for (const visitor of seated) await visitor.vanish();
      await Promise.all(games);
    },
  };
}

const more = (list, by) => {
  const from = list.length;
  return eventually(() => list.length >= from + by, { ms: 60_000, what: `${by} more lessons` });
};

const open = (url) => startHouse({ flags: ["--store", url, "--dry-era-after-s", "0"] });

test("kill -9 of the server that holds the house, at play: another one learns within 20 s", { timeout: 180_000 }, async () => {
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const first = await open(url);
  const players = await crowd(first);
  await more(players.heard, 200);
  const waiting = open(url);
  await more(players.heard, 100);
  const killed = Date.now();
  await first.kill();
  await players.end();
  const second = await waiting;
  const others = await crowd(second);
  await more(others.heard, 1);
  assert.ok(Date.now() - killed < 20_000, `it took ${Date.now() - killed} ms`);
  await more(others.heard, 100);
  await others.end();
  await second.close();
  await assertLearnedOnce(postgres, url, [...players.heard, ...others.heard]);
  await assertStoreVerified(url);
});

test("a holder that is stopped beyond its lease and woken commits nothing more, and ends", { timeout: 180_000 }, async () => {
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const first = await open(url);
  const players = await crowd(first);
  await more(players.heard, 100);
  first.child.kill("SIGSTOP");
  const second = await open(url); // once the lease is over
  const others = await crowd(second);
  await more(others.heard, 100);
  first.child.kill("SIGCONT");
  assert.deepEqual(await first.ended, { code: 1, signal: null });
  assert.match(first.log, /another server.*has taken over this house/);
  await players.end();
  await more(others.heard, 100);
  await others.end();
  await second.close();
  await assertLearnedOnce(postgres, url, [...players.heard, ...others.heard]);
  await assertStoreVerified(url);
});

test("PostgreSQL restarted again and again during play: all lessons are kept, and learned once", { timeout: 180_000 }, async () => {
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const house = await open(url);
  const players = await crowd(house);
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

test("with the database away games go on, and their lessons come when it is back", { timeout: 180_000 }, async () => {
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const house = await open(url);
  const players = await crowd(house);
  await more(players.heard, 50);
  await postgres.stop();
  const games = players.figures.games;
  await eventually(() => players.figures.games >= games + visitors, { ms: 60_000, what: "games that end" });
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
