// Keeping a house: backups made while it is played in, put back elsewhere and in place of another one; what is
// refused, and that nothing is changed then.
import assert from "node:assert/strict";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import texts from "../../web/js/messages/en.js";
import { assertVerified, bareEnvironment, bin, freshFolder, menagerie, run, sql, startHouse } from "./house.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

let house;
let kept; // a folder with a backup of the house, from its beginnings
const backup = () => join(kept, "house.db");

async function play(open, machine, games) {
  const visitor = await sitDown(open, machine);
  for (let game = 0; game < games; game += 1) await playEpisode(visitor);
  await visitor.close();
}

before(async () => {
  house = await startHouse();
  kept = freshFolder();
  await play(house, "menace", 12);
  await play(house, "her", 6);
  const { code, stderr } = await menagerie("backup", "--data", house.data, "--out", backup());
  assert.equal(code, 0, stderr);
  await play(house, "menace", 5);
});
after(() => house.close());

const historyOf = async (open, machine, query = "") => (await open.ask(`/api/v1/machines/${machine}/history.ndjson${query}`)).text;
/** What stands in a folder, by name, but for what a look at it makes. */
const contentsOf = (folder) => Object.fromEntries(readdirSync(folder).sort().filter((name) => name !== "menagerie.lock").map((name) => [name, readFileSync(join(folder, name)).toString("base64")]));

async function assertRefused(argv, words, code = 1) {
  const answer = await menagerie(...argv);
  assert.equal(answer.code, code, answer.stdout + answer.stderr);
  assert.equal(answer.stdout, "");
  assert.equal(answer.stderr.trim().split("\n").length, 1, answer.stderr);
  assert.match(answer.stderr, words);
}

/** Runs the program where no file can grow beyond so many KiB. */
const cramped = (kib, ...argv) => run("bash", ["-c", 'trap "" XFSZ; ulimit -f "$0"; exec "$@"', String(kib), bin, ...argv]);

test("a backup made while the house is played in is one moment of it, and becomes a house elsewhere", async () => {
  let playing = true;
  const players = ["menace", "her", "go-2x2"].map(async (machine) => {
    const visitor = await sitDown(house, machine);
    while (playing) await playEpisode(visitor);
    await visitor.close();
  });
  const folder = freshFolder();
  const files = [1, 2, 3].map((number) => join(folder, `${number}.db`));
  for (const file of files) {
    const { code, stdout, stderr } = await menagerie("backup", "--data", house.data, "--out", file);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /: \d+\.\d MiB, \d+ log rows, verified\n$/);
  }
  playing = false;
  await Promise.all(players);
  assert.deepEqual(readdirSync(folder).sort(), ["1.db", "2.db", "3.db"], "nothing else is left");

  const elsewhere = join(freshFolder(), "new", "data");
  const { code, stdout, stderr } = await menagerie("restore", "--data", elsewhere, "--from", files[2]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /log rows restored, verified\n$/);
  assert.doesNotMatch(stdout, /kept/);
  await assertVerified(elsewhere);
  const other = await startHouse({ data: elsewhere });
  for (const machine of ["menace", "her", "go-2x2", "ellis"]) {
    const { seq } = await other.get(`/machines/${machine}`);
    assert.ok(seq <= (await house.get(`/machines/${machine}`)).seq);
    assert.equal(await historyOf(other, machine), await historyOf(house, machine, `?to=${seq}`), machine);
    assert.deepEqual((await other.boxes(machine)).boxes, (await house.get(`/machines/${machine}/boxes?at=${seq}`)).boxes);
  }
  await play(other, "menace", 2);
  await other.close();
  await assertVerified(elsewhere);
});

test("a backup is readable by its owner alone, holds no key, and stands alone", async () => {
  assert.equal(statSync(backup()).mode & 0o777, 0o600);
  assert.equal(readFileSync(backup()).indexOf(readFileSync(join(house.data, "house.key"))), -1);
  assert.deepEqual(readdirSync(kept), ["house.db"]);
  const { stdout } = await run("sqlite3", ["-readonly", backup(), "PRAGMA integrity_check; PRAGMA journal_mode; PRAGMA user_version; SELECT count(*) FROM boxes_now WHERE machine = 'menace'"]);
  const [{ user_version: version }] = await sql(house.data, "PRAGMA user_version");
  assert.deepEqual(stdout.trim().split("\n").slice(0, 3), ["ok", "delete", String(version)]);
});

test("a backup replaces nothing unless it is told to, and never the house", async () => {
  const before = readFileSync(backup());
  await assertRefused(["backup", "--data", house.data, "--out", backup()], /house\.db is there already; name another file, or give --force/, 2);
  assert.deepEqual(readFileSync(backup()), before);
  const file = join(freshFolder(), "b.db");
  writeFileSync(file, "something else");
  const { code } = await menagerie("backup", "--data", house.data, "--out", file, "--force");
  assert.equal(code, 0);
  assert.ok(statSync(file).size > 10_000);
  await assertRefused(["backup", "--data", house.data, "--out", join(house.data, "menagerie.db"), "--force"], /is the museum itself/, 2);
  await assertRefused(["backup", "--data", house.data, "--out", kept, "--force"], /is a folder; name a file in it/, 2);
  await assertRefused(["backup", "--data", house.data], /--out/, 2);
  await assertRefused(["backup", "--data", house.data, "--out", join(kept, "no", "b.db")], /cannot be written: No such file or directory/);
  await assertRefused(["backup", "--data", join(kept, "no"), "--out", file, "--force"], /there is no such file; is --data the folder of a museum\?/);
  assert.deepEqual(readdirSync(kept), ["house.db"]);
});

test("a backup that does not fit on the disk leaves nothing", async () => {
  const folder = freshFolder();
  const { code, stdout, stderr } = await cramped(200, "backup", "--data", house.data, "--out", join(folder, "b.db"));
  assert.equal(code, 1, stdout + stderr);
  assert.equal(stderr.trim().split("\n").length, 1, stderr);
  assert.deepEqual(readdirSync(folder), []);
});

test("a house whose beads are not what its log says is not backed up as if they were", async () => {
  const folder = freshFolder();
  copyFileSync(backup(), join(folder, "menagerie.db"));
  await sql(folder, "UPDATE log SET changes = json_set(changes, '$[0][3]', 99) WHERE machine = 1 AND seq = 3");
  await assertRefused(["backup", "--data", folder, "--out", join(folder, "b.db")], /its beads are not what its log says: machine menace, seq 3/);
  assert.equal(existsSync(join(folder, "b.db")), false);
});

test("what is no house, or a damaged one, or of another time, is not restored, and nothing is changed", async () => {
  const folder = freshFolder();
  copyFileSync(backup(), join(folder, "menagerie.db"));
  const before = contentsOf(folder);
  const files = freshFolder();
  const given = (name, make) => {
    const file = join(files, name);
    copyFileSync(backup(), file);
    make?.(file);
    return file;
  };
  const told = async (file, text) => {
    const { code, stderr } = await run("sqlite3", [file, text]);
    assert.equal(code, 0, stderr);
    return file;
  };
  const page = (number) => (file) => {
    const bytes = readFileSync(file);
    bytes.fill(0xff, number * 4096, (number + 1) * 4096);
    writeFileSync(file, bytes);
  };
  const cases = [
    [given("text", (file) => writeFileSync(file, "no house at all\n".repeat(1000))), /this is no Menagerie database: file is not a database/],
    [given("empty", (file) => writeFileSync(file, "")), /this is no Menagerie database/],
    [await told(join(files, "other"), "CREATE TABLE t(x)"), /this is no Menagerie database/],
    [given("cut", (file) => truncateSync(file, 40_960)), /the file is damaged/],
    [given("holes", page(9)), /the file is damaged/],
    [await told(given("newer"), "PRAGMA user_version = 99"), /its schema is version 99, this program knows \d+; use a newer menagerie/],
    [await told(given("beads"), "UPDATE log SET changes = json_set(changes, '$[0][3]', 99) WHERE machine = 1 AND seq = 3"), /its beads are not what its log says: machine menace, seq 3/],
    [join(files, "nothing"), /there is no such file/],
    [files, /this is a folder; name the file/],
    [join(folder, "menagerie.db"), /this is the folder's own museum/],
  ];
  const one = join(files, "her.sqlite");
  assert.equal((await menagerie("export", "--data", house.data, "--machine", "her", "--format", "sqlite", "--out", one)).code, 0);
  cases.push([one, /this is the export of one machine, no museum/]);
  for (const [file, words] of cases) {
    await assertRefused(["restore", "--data", folder, "--from", file], words);
    assert.deepEqual(contentsOf(folder), before, file);
  }
  assert.deepEqual(readdirSync(files).filter((name) => /-(wal|shm|journal)$/.test(name)), [], "nothing is made beside a given file");
});

test("a house is not replaced under a server", async () => {
  const { seq } = await house.get("/machines/menace");
  await assertRefused(["restore", "--data", house.data, "--from", backup()], /another menagerie server is using this folder; stop it first/);
  assert.equal((await house.get("/machines/menace")).seq, seq);
  assert.ok(!readdirSync(house.data).some((name) => /before-restore|restoring/.test(name)));
});

test("what a restoration replaces is kept whole, with what stood in its write-ahead log", async () => {
  const old = await startHouse();
  const { data } = old;
  await play(old, "her", 4);
  const history = await historyOf(old, "her");
  await old.kill();
  assert.ok(statSync(join(data, "menagerie.db-wal")).size > 0);
  const key = readFileSync(join(data, "house.key"));

  const { code, stdout, stderr } = await menagerie("restore", "--data", data, "--from", backup());
  assert.equal(code, 0, stderr);
  const name = readdirSync(data).find((it) => /^menagerie\.db\.before-restore-\d{8}T\d{6}Z$/.test(it));
  assert.ok(stdout.startsWith(`what was there is kept as ${join(data, name)}\n`), stdout);
  assert.deepEqual(readdirSync(data).sort(), ["house.key", "menagerie.db", name, "menagerie.lock"]);
  assert.deepEqual(readFileSync(join(data, "house.key")), key);
  await assertVerified(data);

  // index.db is made anew, of this log.
  const back = await startHouse({ data });
  const { episodes } = await back.get("/machines/menace/episodes?limit=200");
  assert.equal(episodes.length, 12);
  for (const { id, seq } of episodes) assert.equal((await back.get(`/machines/menace/episodes/${id}`)).seq, seq);
  await back.close();

  // And back again: a house of before is a backup as good as any.
  const again = await menagerie("restore", "--data", data, "--from", join(data, name));
  assert.equal(again.code, 0, again.stderr);
  const undone = await startHouse({ data });
  assert.equal(await historyOf(undone, "her"), history);
  await undone.close();
  assert.equal(readdirSync(data).filter((it) => it.includes("before-restore")).length, 2);
});

test("a damaged house is kept as it is, and replaced", async () => {
  const folder = freshFolder();
  writeFileSync(join(folder, "menagerie.db"), "broken".repeat(2000));
  writeFileSync(join(folder, "menagerie.db-wal"), "broken too");
  const { code, stderr } = await menagerie("restore", "--data", folder, "--from", backup());
  assert.equal(code, 0, stderr);
  const name = readdirSync(folder).find((it) => it.includes("before-restore") && !it.endsWith("-wal"));
  assert.equal(readFileSync(join(folder, name), "utf8"), "broken".repeat(2000));
  assert.equal(readFileSync(join(folder, `${name}-wal`), "utf8"), "broken too");
  await assertVerified(folder);
});

// ---- older schemas

const oldHouse = async (version, folder = freshFolder()) => {
  mkdirSync(folder, { recursive: true });
  const text = readFileSync(new URL(`old/schema-${version}.sql`, import.meta.url), "utf8");
  const { code, stderr } = await run("sqlite3", ["-bail", join(folder, "menagerie.db")], { input: text });
  assert.equal(code, 0, stderr);
  return folder;
};
const rowsOf = async (file, text) => {
  const { code, stdout, stderr } = await run("sqlite3", ["-readonly", "-json", file, text]);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout || "[]");
};
const past = "SELECT machine, seq, time, era, episode, turn, box, move, before, after, reason FROM bead_history ORDER BY machine, seq, ordinal";
const copies = (folder) => readdirSync(folder).filter((name) => name.includes(".schema-"));

const plain = (id) => id?.replaceAll("-", "") || null; // before schema 4 ids had no dashes

for (const version of [1, 2, 3, 4, 5]) {
  test(`a house of schema ${version} is brought up to date, after a copy`, async () => {
    const folder = await oldHouse(version);
    const file = join(folder, "menagerie.db");
    const [machines, history] = [await rowsOf(file, "SELECT * FROM machine"), await rowsOf(file, past)];
    const bytes = readFileSync(file);
    assert.ok(history.length > 100);

    const open = await startHouse({ data: folder });
    for (const { name, maker, story } of machines.filter((it) => texts.stories[it.name])) {
      const shown = await open.get(`/machines/${name}`);
      assert.deepEqual([shown.maker, shown.story], [texts.makers[name], texts.stories[name]], "an exhibit is told of as this release does");
      assert.ok(name !== "go-2x2" || (maker !== shown.maker && story !== shown.story), "which is not what stands in the old record");
    }
    for (const { name } of machines) {
      const told = (await historyOf(open, name)).trim().split("\n").map((line) => JSON.parse(line));
      assert.deepEqual(told.map(({ seq, episode, box, move, before: from, after: to, reason }) => [seq, plain(episode), box, move, from, to, reason]),
        history.filter((it) => it.machine === name).map((it) => [it.seq, plain(it.episode), it.box, it.move, it.before, it.after, it.reason]));
      await play(open, name, 1);
    }
    const boxes = new Map();
    for (const { name } of machines) boxes.set(name, (await open.boxes(name)).boxes);
    await open.close();
    for (const [name, told] of boxes) {
      assert.deepEqual(await sql(folder, `SELECT number, turn, box, move, beads FROM boxes_now WHERE machine = '${name}' ORDER BY number, move`),
        told.flatMap(({ number, turn, box, moves }) => moves.map(({ move, beads }) => ({ number, turn, box, move, beads })).sort((a, b) => (a.move < b.move ? -1 : 1))), name);
    }
    const { user_version: newest } = (await sql(folder, "PRAGMA user_version"))[0];
    assert.ok(open.log.includes(`the schema is upgraded from version ${version} to ${newest}; the museum as it was is kept as ${file}.schema-${version}`), open.log);
    assert.ok(open.log.includes(`the schema is upgraded to version ${newest}`), open.log);
    const found = await assertVerified(folder);
    assert.ok(found.machines.length > machines.length, "the exhibits of today are created");
    const rules = new Map((await rowsOf(file, "SELECT name, rule FROM machine")).map(({ name, rule }) => [name, rule]));
    for (const { name, rule } of machines) assert.equal(rules.get(name), rule === "nimble" ? "nimble-two-beads" : rule, `${name} keeps the rule that taught it`);

    const copy = join(folder, `menagerie.db.schema-${version}`);
    assert.deepEqual(copies(folder), [`menagerie.db.schema-${version}`]);
    assert.equal(statSync(copy).mode & 0o777, 0o600);
    assert.deepEqual(await rowsOf(copy, "PRAGMA user_version"), [{ user_version: version }]);
    assert.deepEqual(await rowsOf(copy, past), history);
    await (await startHouse({ data: folder })).close();
    assert.deepEqual(copies(folder), [`menagerie.db.schema-${version}`], "once");

    // The copy is a backup: restored, it is brought up to date in its turn; put back by hand, it is not copied twice.
    const other = freshFolder();
    const restored = await menagerie("restore", "--data", other, "--from", copy);
    assert.equal(restored.code, 0, restored.stderr);
    await assertVerified(other);
    for (const name of ["menagerie.db-wal", "menagerie.db-shm"]) assert.equal(existsSync(join(folder, name)), false);
    writeFileSync(file, bytes);
    await (await startHouse({ data: folder })).close();
    assert.deepEqual(copies(folder), [`menagerie.db.schema-${version}`]);
    await assertVerified(folder);
  });
}

test("another house's copy is never written over", async () => {
  const folder = await oldHouse(1);
  cpSync(join(await oldHouse(2), "menagerie.db"), join(folder, "menagerie.db.schema-1"));
  await (await startHouse({ data: folder })).close();
  assert.deepEqual(copies(folder).sort(), ["menagerie.db.schema-1", "menagerie.db.schema-1.2"]);
  await assertVerified(folder);
});

test("where there is no room for the copy, nothing is brought up to date", async () => {
  const folder = await oldHouse(1);
  const before = contentsOf(folder);
  const { code, stdout, stderr } = await cramped(40, "serve", "--data", folder, "--listen", "127.0.0.1:0");
  assert.equal(code, 1, stdout + stderr);
  const line = stderr.trim().split("\n").at(-1);
  assert.match(line, /before its schema 1 becomes \d+ a copy is kept as .*menagerie\.db\.schema-1, and that cannot be: .*Nothing was changed/);
  assert.deepEqual(contentsOf(folder), before);
});

// ---- another schema

for (const [change, words] of [
  ["CREATE TRIGGER spy AFTER INSERT ON log BEGIN DELETE FROM beads; END", /there is a trigger "spy" that was added/],
  ["CREATE TABLE diary(day TEXT)", /there is a table "diary" that was added/],
  ["DROP VIEW boxes_now", /the view "boxes_now" is missing/],
  ["ALTER TABLE machine ADD COLUMN owner TEXT", /the table "machine" was changed/],
]) {
  test(`a database with another schema is neither verified nor restored: ${change.split(" ", 3).join(" ")}`, async () => {
    const folder = freshFolder();
    copyFileSync(backup(), join(folder, "menagerie.db"));
    await sql(folder, change);
    const told = await menagerie("verify", "--data", folder);
    assert.equal(told.code, 1, told.stdout + told.stderr);
    assert.match(told.stdout, words);
    assert.match(told.stdout, /not ok\n$/);
    const json = JSON.parse((await menagerie("verify", "--data", folder, "--format", "json")).stdout);
    assert.equal(json.ok, false);
    assert.match(json.schema, words);
    const elsewhere = freshFolder();
    await assertRefused(["restore", "--data", elsewhere, "--from", join(folder, "menagerie.db")], words);
    await assertRefused(["backup", "--data", folder, "--out", join(elsewhere, "b.db")], words);
    assert.deepEqual(readdirSync(elsewhere).filter((name) => name !== "menagerie.lock"), []);
  });
}

// ---- a drill, and the way back

test("a drill restores a backup elsewhere, tells what came of it, and leaves everything as it is, also beside a server", async () => {
  const folder = freshFolder(), temporary = freshFolder();
  copyFileSync(backup(), join(folder, "menagerie.db"));
  const [before, file] = [contentsOf(folder), readFileSync(backup())];
  const drill = (...argv) => run(bin, ["restore", "--check", ...argv], { cwd: folder, env: bareEnvironment({ TMPDIR: temporary }) });
  const { code, stdout, stderr } = await drill("--data", house.data, "--from", backup());
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^\S+house\.db: \d+ log rows, verified, the newest lesson of 20\d\d-\d\d-\d\dT[\d:.]+Z; restored into a temporary folder in \d+\.\d s\n$/);
  const [{ newest }] = await rowsOf(backup(), "SELECT max(time) AS newest FROM episodes");
  assert.ok(stdout.includes(`the newest lesson of ${newest};`), `${stdout} ${newest}`);
  assert.equal((await drill("--from", backup())).code, 0, "--data is not looked at");

  const damaged = join(freshFolder(), "beads.db");
  copyFileSync(backup(), damaged);
  assert.equal((await run("sqlite3", [damaged, "UPDATE log SET changes = json_set(changes, '$[0][3]', 99) WHERE machine = 1 AND seq = 3"])).code, 0);
  const bad = await drill("--from", damaged);
  assert.equal(bad.code, 1);
  assert.match(bad.stderr, /its beads are not what its log says: machine menace, seq 3/);
  assert.equal(bad.stdout, "");
  assert.deepEqual(readdirSync(temporary), [], "nothing is left");
  assert.deepEqual(contentsOf(folder), before);
  assert.deepEqual(readFileSync(backup()), file);
});

test("after an upgrade the version before says how to go back, and does: to the house as the upgrade found it", async () => {
  const folder = freshFolder(), path = join(folder, "menagerie.db");
  copyFileSync(backup(), path);
  const [{ user_version: known }] = await rowsOf(path, "PRAGMA user_version");
  // What a version with one more schema leaves: the copy that it made first, and a database that this program does not know.
  copyFileSync(path, `${path}.schema-${known}`);
  await sql(folder, `CREATE TABLE novelty(x); PRAGMA user_version = ${known + 1}`);
  const back = `menagerie restore --data ${folder} --from ${path}.schema-${known}`;
  const refused = await menagerie("serve", "--data", folder, "--listen", "127.0.0.1:0");
  assert.equal(refused.code, 1);
  const versions = `its schema is version ${known + 1}, this program knows ${known}`;
  const remedy = `use a newer menagerie, or go back to the museum before the upgrade: ${back}\n`;
  assert.ok(refused.stderr.includes(`${versions}; ${remedy}`), refused.stderr);
  const { code, stdout, stderr } = await menagerie(...back.split(" ").slice(1));
  assert.equal(code, 0, stderr);
  const kept = readdirSync(folder).find((name) => name.includes(".before-restore-"));
  assert.ok(stdout.startsWith(`what was there is kept as ${join(folder, kept)}\n`), stdout);
  assert.deepEqual(await rowsOf(join(folder, kept), "PRAGMA user_version"), [{ user_version: known + 1 }]);
  const open = await startHouse({ data: folder });
  assert.equal((await open.get("/machines/menace/episodes?limit=200")).episodes.length, 12);
  await play(open, "menace", 1);
  await open.close();
  await assertVerified(folder);
});
