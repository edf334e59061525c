// Three servers that share a house, and a database that one of them, or none, can reach. After each fault all holds that
// three.mjs says, and visitors play on.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Cable } from "./cable.mjs";
import { beginGames, more } from "./crowd.mjs";
import { eventually } from "./house.mjs";
import { startPostgres } from "./postgres.mjs";
import { scrape } from "./prometheus.mjs";
import { assertWhole, openThree, readiness, rowsOf } from "./three.mjs";
import { sitDown } from "./visitor.mjs";

let postgres;
before(async () => {
  postgres = await startPostgres();
});

const playOn = ({ players }, by) => Promise.all(players.map(({ heard }) => more(heard, by)));

/** At a server that cannot reach the database: those at play play on, others come and play; their lessons wait. */
async function assertPlaysOn(server, guests) {
  await guests.end();
  const others = await beginGames(server, 2);
  await others.end();
  assert.match(await readiness(server, 503), /what visitors teach cannot be stored now: /);
  assert.equal((await server.ask("/healthz")).status, 200);
  assert.ok(guests.isSilent() && others.isSilent(), "no lesson is told that is not on disk");
  return others;
}

for (const [when, cutIn] of [["", (cable) => cable.cut()], [" within a commit", (cable) => cable.cutWithin("COMMIT;")]]) {
  test(`a server is cut off from the database${when}: the others go on, and nothing is lost`, { timeout: 600_000 }, async () => {
    const cable = await Cable.open(postgres);
    const three = await openThree(postgres, { cables: [cable] });
    const [cut] = three.servers;
    await playOn(three, 20);
    const guests = await beginGames(cut, 4);
    await cutIn(cable);
    const others = await assertPlaysOn(cut, guests);
    await playOn({ players: three.players.slice(1) }, 20);
    assert.ok(guests.isSilent() && others.isSilent());
    for (const { figures } of three.players) assert.deepEqual(figures.errors, []);
    cable.mend();
    const heard = [...await guests.lessons(), ...await others.lessons()];
    await readiness(cut, 200);
    if (when) { // its outcome was unknown: counted, and logged with how it is found out
      assert.ok((await scrape(cut)).value("menagerie_unknown_commits_total") > 0);
      await cut.logged(/whether it was stored is read back before it is tried again/);
    }
    await playOn(three, 20);
    await assertWhole({ ...three, heard });
  });
}

test("a server is cut off for a minute while the others learn thousands of lessons: its visitors play on, and it catches up", { timeout: 600_000 }, async () => {
  const cable = await Cable.open(postgres);
  const three = await openThree(postgres, { cables: [null, null, cable] });
  const [, , cut] = three.servers;
  await playOn(three, 20);
  const guests = await beginGames(cut, 4);
  cable.cut();
  const since = Date.now();
  const rows = await rowsOf(three);
  const others = await assertPlaysOn(cut, guests);
  await eventually(async () => Date.now() - since > 60_000 && (await rowsOf(three)) > rows + 2500, { ms: 180_000, every: 250, what: "a minute and thousands of lessons" });
  assert.ok(guests.isSilent() && others.isSilent());
  for (const { figures } of three.players) assert.deepEqual(figures.errors, []);
  cable.mend();
  const heard = [...await guests.lessons(), ...await others.lessons()];
  await readiness(cut, 200);
  await playOn(three, 20);
  await assertWhole({ ...three, heard });
});

test("the database is away: every server goes on with its games, holds a stated number of lessons, and learns them later", { timeout: 600_000 }, async () => {
  const held = 6;
  const three = await openThree(postgres, { visitors: 0, flags: ["--learner-episodes-max", String(held - 1)] });
  const guests = await Promise.all(three.servers.map((server) => beginGames(server, held)));
  await postgres.stop();
  for (const [i, server] of three.servers.entries()) {
    await guests[i].end();
    // So many wait that no new game is begun.
    const visitor = await sitDown(server, "carnival");
    visitor.send({ type: "begin" });
    await visitor.refused("busy");
    assert.match(await readiness(server, 503), /what visitors teach cannot be stored now: /);
    assert.equal((await server.ask("/healthz")).status, 200);
    assert.ok(guests[i].isSilent(), "no lesson is told that is not on disk");
  }
  // Each tries once a second, and has done so in vain for a while.
  const failures = () => Promise.all(three.servers.map(async (server) => Number(/^menagerie_store_failures_total (\d+)$/m.exec((await server.ask("/metrics")).text)[1])));
  const before = await failures();
  await eventually(async () => (await failures()).every((count, i) => count >= before[i] + 8), { what: "that all try again" });
  await postgres.start();
  const heard = (await Promise.all(guests.map((it) => it.lessons()))).flat();
  assert.equal(heard.length, 3 * held);
  for (const server of three.servers) {
    await readiness(server, 200);
    const others = await beginGames(server, 2);
    await others.end();
    heard.push(...await others.lessons());
  }
  await assertWhole({ ...three, heard });
});
