// A house on PostgreSQL in ordinary use: played, read, verified, exported, moved there and back, backed up by PostgreSQL's
// own tools.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { assertVerified, bareEnvironment, bin, eventually, freshFolder, menagerie, run, startHouse } from "./house.mjs";
import { assertStoreVerified, startPostgres } from "./postgres.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

let postgres;
before(async () => {
  postgres = await startPostgres();
});

const onStore = (url, more = {}) => startHouse({ ...more, flags: ["--store", url, ...(more.flags ?? [])] });

async function play(house, machine, games) {
  const visitor = await sitDown(house, machine);
  const lessons = [];
  for (let game = 0; game < games; game += 1) lessons.push(await playEpisode(visitor));
  await visitor.close();
  return lessons;
}

test("played, closed and opened again: the record is the same, and verified", async () => {
  const url = await postgres.createDatabase();
  let house = await onStore(url);
  await play(house, "menace", 5);
  await play(house, "her", 3);
  await play(house, "go-2x2", 3); // makes its boxes
  const machine = await house.get("/machines/menace");
  assert.equal(machine.episodes, 5);
  assert.equal((await house.ask("/readyz")).status, 200);
  const history = (await house.ask("/api/v1/machines/go-2x2/history.csv")).text;
  const made = await house.boxes("go-2x2");
  await house.close();
  await assertStoreVerified(url);

  house = await onStore(url);
  assert.deepEqual((await house.get("/machines/menace")).seq, machine.seq);
  assert.equal((await house.ask("/api/v1/machines/go-2x2/history.csv")).text, history);
  assert.deepEqual(await house.boxes("go-2x2"), made);
  const box = made.boxes[0].number;
  assert.ok((await house.get(`/machines/go-2x2/boxes/${box}/history`)).changes.length > 0);
  // The views read as they do on SQLite.
  const [{ rows }] = await postgres.sql(url, "SELECT count(*) AS rows FROM bead_history WHERE machine = 'go-2x2'");
  assert.equal(rows, history.trim().split("\r\n").length - 1);
  const [{ different }] = await postgres.sql(url, "SELECT count(*) AS different FROM boxes_now WHERE beads IS NULL");
  assert.equal(different, 0);
  assert.equal((await postgres.sql(url, "SELECT * FROM episodes WHERE machine = 'menace'")).length, 5);
  const exported = await menagerie("export", "--store", url, "--machine", "go-2x2", "--format", "csv");
  assert.equal(exported.code, 0, exported.stderr);
  assert.equal(exported.stdout, history);
  await house.close();
});

test("from SQLite to PostgreSQL and back: verified on both sides, the same bytes, and a game in play goes on", async () => {
  const first = await startHouse();
  for (const machine of ["menace", "ellis", "her", "go-2x2", "caswell"]) await play(first, machine, 2);
  const visitor = await sitDown(first, "menace");
  visitor.send({ type: "begin" });
  const { ticket, episode } = await visitor.take("state");
  const lists = {};
  for (const machine of ["menace", "ellis", "go-2x2"]) lists[machine] = (await first.ask(`/api/v1/machines/${machine}/log.csv`)).text;
  const url = await postgres.createDatabase();
  const early = await menagerie("copy", "--from", first.data, "--to", url);
  assert.equal(early.code, 1, "a house that is open is not moved");
  await first.close();

  const there = await menagerie("copy", "--from", first.data, "--to", url);
  assert.equal(there.code, 0, there.stderr);
  assert.match(there.stdout, /\d+ log rows copied, verified on both sides/);
  await assertStoreVerified(url);
  const again = await menagerie("copy", "--from", first.data, "--to", url);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /there is a museum already/);

  const house = await onStore(url);
  for (const [machine, text] of Object.entries(lists)) assert.equal((await house.ask(`/api/v1/machines/${machine}/log.csv`)).text, text);
  const back = await sitDown(house, "menace");
  back.send({ type: "resume", ticket });
  assert.equal((await back.take("state")).episode, episode);
  await back.close();
  await play(house, "go-2x2", 3);
  const sqlite = join(freshFolder(), "go.sqlite");
  writeFileSync(sqlite, (await house.ask("/api/v1/machines/go-2x2/export.sqlite")).body);
  const moved = (await house.ask("/api/v1/machines/go-2x2/history.csv")).text;
  await house.close();

  const data = freshFolder();
  const home = await menagerie("copy", "--from", url, "--to", data);
  assert.equal(home.code, 0, home.stderr);
  await assertVerified(data);
  assert.deepEqual(readFileSync(join(data, "house.key")), readFileSync(join(first.data, "house.key")));
  const exported = await menagerie("export", "--data", data, "--machine", "go-2x2");
  assert.equal(exported.stdout, moved);
  // What export.sqlite holds is the same from either store.
  const other = join(freshFolder(), "go.sqlite");
  assert.equal((await menagerie("export", "--data", data, "--machine", "go-2x2", "--out", other)).code, 0);
  const dump = async (file) => (await run("sqlite3", [file, "SELECT * FROM bead_history; SELECT * FROM episodes; SELECT * FROM boxes_now; SELECT * FROM beads; SELECT row, kind, detail, trace FROM log; SELECT * FROM bead; SELECT * FROM machine;"])).stdout;
  assert.ok((await dump(sqlite)).length > 1000);
  assert.equal(await dump(sqlite), await dump(other));
});

test("a backup by pg_dump, and a house restored from it", async () => {
  const url = await postgres.createDatabase();
  const house = await onStore(url);
  await play(house, "menace", 4);
  const file = join(freshFolder(), "house.dump");
  const dumped = await postgres.command("pg_dump", "-d", url, "-Fc", "-f", file); // while it is open
  assert.equal(dumped.code, 0, dumped.stderr);
  const [{ ticket }] = [await (async () => {
    const visitor = await sitDown(house, "menace");
    visitor.send({ type: "begin" });
    const state = await visitor.take("state");
    await visitor.vanish();
    return state;
  })()];
  await house.close();
  const other = await postgres.createDatabase();
  const restored = await postgres.command("pg_restore", "-d", other, "--exit-on-error", file);
  assert.equal(restored.code, 0, restored.stderr);
  await assertStoreVerified(other);
  const copy = await onStore(other);
  assert.equal((await copy.get("/machines/menace")).episodes, 4);
  const visitor = await sitDown(copy, "menace");
  visitor.send({ type: "resume", ticket });
  assert.equal((await visitor.take("state")).type, "state");
  await visitor.close();
  await copy.close();
});

test("a database with lessons of an older release that are not learned yet is not copied", async () => {
  const url = await postgres.createDatabase();
  const museum = await onStore(url);
  await play(museum, "menace", 1);
  await museum.close();
  // As schema/postgres/0004_equal.sql leaves them; it has no moves, and is therefore never learned.
  await postgres.execute(url, `CREATE TABLE inbox_left AS SELECT machine, era, 1::bigint AS last_seq, started_ms, gen_random_uuid() AS id, visit, seat,
    opponent, '' AS moves, '' AS trace, outcome, false AS resigned, now() AS received FROM log WHERE kind = 'episode' LIMIT 1`);
  const data = freshFolder();
  const refused = await menagerie("copy", "--from", url, "--to", data);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /the table inbox_left has episodes of an older release that are not learned yet; start `menagerie serve`/);
  await (await onStore(url)).close();
  assert.deepEqual(await postgres.sql(url, "SELECT count(*)::int AS rows FROM inbox_left"), [{ rows: 1 }]);
  await postgres.execute(url, "DROP TABLE inbox_left");
  assert.equal((await menagerie("copy", "--from", url, "--to", data)).code, 0);
});

test("what was changed by hand is found", async () => {
  const url = await postgres.createDatabase();
  const house = await onStore(url);
  await play(house, "menace", 3);
  await house.close();
  await postgres.execute(url, "UPDATE log SET moves = moves || ' a1' WHERE kind = 'episode' AND seq = 2");
  const { code, stdout } = await menagerie("verify", "--store", url);
  assert.equal(code, 1);
  assert.match(stdout, /machine \w+(-\w+)*: row 2 is not the one that was written/);
});

test("clear words for what cannot be opened, and no password in any of them", async () => {
  const url = await postgres.createDatabase();
  const empty = await menagerie("verify", "--store", url);
  assert.equal(empty.code, 1);
  assert.match(empty.stderr, /there is no museum in this database/);
  await (await onStore(url)).close();
  await postgres.execute(url, "INSERT INTO schema_version(version) VALUES (99)");
  const newer = await menagerie("serve", "--store", url, "--listen", "127.0.0.1:0");
  assert.equal(newer.code, 1);
  assert.match(newer.stderr, /was written by a newer Menagerie/);
  for (const [store, words] of [["mysql://x", /begins with postgresql:\/\//], ["postgresql://ann:secret@127.0.0.1:1/house", /ann@127\.0\.0\.1:1\/house/], ["postgresql://ann:sec%zzret@h/x", /no address of a PostgreSQL database/]]) {
    const { code, stdout, stderr } = await run(bin, ["serve", "--listen", "127.0.0.1:0"], { env: bareEnvironment({ MENAGERIE_STORE: store }) });
    assert.ok(code === 1 || code === 2, String(code));
    assert.match(stderr, words);
    assert.doesNotMatch(stdout + stderr, /secret|zzret/);
  }
  const config = join(freshFolder(), "menagerie.conf");
  writeFileSync(config, "store = postgresql://nobody@127.0.0.1:1/house\nlisten = 127.0.0.1:0\n");
  const { code, stderr } = await menagerie("serve", "--config", config);
  assert.equal(code, 1);
  assert.match(stderr, /nobody@127\.0\.0\.1:1\/house/);
});
