// menagerie status: what it tells of a data folder, beside a running server and without one.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { order, token } from "./desk.mjs";
import { bin, freshFolder, menagerie, run, startHouse } from "./house.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

let house;
before(async () => {
  house = await startHouse({ env: { MENAGERIE_CURATOR_TOKEN: token } });
  for (const [machine, games] of [["menace", 7], ["her", 3]]) {
    const visitor = await sitDown(house, machine);
    for (let game = 0; game < games; game += 1) await playEpisode(visitor);
    await visitor.close();
  }
  assert.equal((await order(house, "/machines/him/freeze", {})).status, 200);
});
after(() => house.close());

async function status(data, ...more) {
  const { code, stdout, stderr } = await menagerie("status", "--data", data, ...more);
  assert.equal(code, 0, stderr);
  assert.equal(stderr, "");
  return stdout;
}
const told = async (data) => JSON.parse(await status(data, "--format", "json"));

test("beside a running server: each machine as REST tells it, the disk, the versions", async () => {
  const found = await told(house.data);
  assert.equal(found.served, true);
  const { machines } = await house.get("/machines");
  assert.deepEqual(found.machines.map(({ name }) => name), machines.map(({ name }) => name));
  for (const machine of machines) {
    const seen = found.machines.find(({ name }) => name === machine.name);
    for (const member of ["seq", "era", "episodes", "beads"]) assert.equal(seen[member], machine[member], `${machine.name} ${member}`);
    assert.equal(seen.frozen, machine.name === "him");
    assert.equal(seen.dry, machine.dry !== undefined && machine.dry !== null && machine.dry !== false, machine.name);
    const { episodes } = await house.get(`/machines/${machine.name}/episodes?limit=1`);
    assert.equal(seen.last_lesson, episodes[0]?.time ?? null, machine.name);
  }
  assert.equal(found.last_lesson, found.machines.map((it) => it.last_lesson).filter(Boolean).sort().at(-1));
  const version = (await menagerie("--version")).stdout;
  assert.ok(version.startsWith(`menagerie ${found.version}\n`) && version.includes(`SQLite ${found.sqlite}\n`));
  assert.equal(found.disk.database_bytes, statSync(join(house.data, "menagerie.db")).size);
  assert.equal(found.disk.wal_bytes, statSync(join(house.data, "menagerie.db-wal")).size);
  assert.ok(found.disk.free_bytes > 0);
  assert.deepEqual(found.backups, { folder: join(house.data, "backups"), count: 0, newest: null });
});

test("text and CSV tell the same", async () => {
  const found = await told(house.data);
  const text = await status(house.data);
  assert.match(text, new RegExp(`^menagerie ${found.version}.*, SQLite ${found.sqlite}, schema ${found.schema}\n`));
  assert.match(text, /; a server has it open\n/);
  assert.match(text, /\nbackups: none in .*`menagerie serve --backup-every 24h` makes them\n$/);
  for (const { name, era, seq, episodes, last_lesson: last, frozen } of found.machines) {
    const line = text.split("\n").find((it) => it.startsWith(`${name} `));
    assert.deepEqual(line.split(/ {2,}/).slice(1), [`${era}`, `${seq}`, `${episodes}`, last ? `${last.slice(0, 19)}Z` : "none yet", ...(frozen ? ["frozen"] : [])]);
  }
  const rows = (await status(house.data, "--format", "csv")).trim().split("\n").map((line) => line.split(","));
  assert.deepEqual(rows[0], ["machine", "figure", "value"]);
  const value = (machine, figure) => rows.find((row) => row[0] === machine && row[1] === figure)[2];
  assert.equal(value("", "schema"), `${found.schema}`);
  assert.equal(value("", "database_bytes"), `${found.disk.database_bytes}`);
  assert.equal(value("", "newest_backup_time"), "");
  for (const { name, ...figures } of found.machines) {
    for (const [figure, it] of Object.entries(figures)) assert.equal(value(name, figure), it === null ? "" : `${it}`);
  }
});

test("a folder that nobody serves is told of and stays as it is; backups are counted", async () => {
  const other = await startHouse();
  const visitor = await sitDown(other, "her");
  await playEpisode(visitor);
  await visitor.close();
  await other.close();
  const contents = () => Object.fromEntries(readdirSync(other.data).map((name) => [name, readFileSync(join(other.data, name)).toString("base64")]));
  const earlier = contents();
  assert.equal((await told(other.data)).served, false);
  assert.match(await status(other.data), /; no server has it open\n/);
  for (const name of readdirSync(other.data)) assert.ok(name in earlier || /^menagerie\.db-(wal|shm)$/.test(name), `${name} is new`);
  assert.equal(contents()["menagerie.db"], earlier["menagerie.db"]);

  const folder = freshFolder();
  for (const name of ["menagerie-20261120T030000Z.db", "menagerie-20261121T030000Z.db", "menagerie-20261119T030000Z.db", "more.db"]) writeFileSync(join(folder, name), "0123456789");
  const { backups } = JSON.parse(await status(other.data, "--format", "json", "--backup-dir", folder));
  assert.deepEqual(backups, { folder, count: 3, newest: { file: join(folder, "menagerie-20261121T030000Z.db"), time: "2026-11-21T03:00:00.000Z", bytes: 10 } });
  assert.match(await status(other.data, "--backup-dir", folder), /\nbackups: 3 in .*; the newest is of 2026-11-21T03:00:00Z/);
});

test("a house can be opened at once while somebody asks for its status", async () => {
  const other = await startHouse();
  for (let round = 0; round < 3; round += 1) {
    await other.close();
    const asked = Array.from({ length: 3 }, () => status(other.data));
    await other.open();
    await Promise.all(asked);
  }
});

test("what is no house is refused in one line", async () => {
  for (const argv of [["--data", join(freshFolder(), "none")], ["--data", freshFolder()], ["--format", "yaml"]]) {
    const { code, stdout, stderr } = await menagerie("status", ...argv);
    assert.equal(code, argv[0] === "--format" ? 2 : 1);
    assert.equal(stdout, "");
    assert.equal(stderr.trim().split("\n").length, 1, stderr);
  }
});

test("where there is no house here, it finds that of the packaged service", async () => {
  const elsewhere = freshFolder();
  const settings = join(elsewhere, "menagerie.conf");
  const here = (...argv) => run(bin, ["status", "--config", settings, ...argv], { cwd: elsewhere });
  writeFileSync(settings, `# of the service\nlisten = "127.0.0.1:8080"\ndata = "${house.data}"\n`);
  const found = await here();
  assert.equal(found.code, 0, found.stderr);
  assert.match(found.stdout, new RegExp(`^data folder: ${house.data}; a server has it open$`, "m"));
  // Settings that name none leave it where the unit has it, and one that is named goes first.
  writeFileSync(settings, "# of the service\n");
  const usual = await here();
  assert.match(usual.stdout + usual.stderr, /\/var\/lib\/menagerie/);
  const named = await here("--data", join(elsewhere, "data"));
  assert.deepEqual([named.code, named.stderr.includes("/var/lib")], [1, false]);
  // A house in the usual folder, data, is the one that is meant.
  symlinkSync(house.data, join(elsewhere, "data"));
  assert.match((await here()).stdout, /^data folder: data; /m);
});
