// Backups that the server makes by itself: when, where, how many are kept, and what is said when one fails.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { assertVerified, eventually, freshFolder, menagerie, sql, startHouse } from "./house.mjs";
import { parseMetrics } from "./prometheus.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

const name = /^menagerie-\d{8}T\d{6}Z\.db$/;
/** The name of a backup begun so many hours ago. */
const nameOf = (hours) => `menagerie-${new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z.db`;

async function play(house, machine, games) {
  const visitor = await sitDown(house, machine);
  for (let game = 0; game < games; game += 1) await playEpisode(visitor);
  await visitor.close();
}

/** A figure of /metrics. */
async function figure(house, family, labels = {}) {
  const { samples } = parseMetrics((await house.ask("/metrics")).text).get(family);
  return samples.find((it) => JSON.stringify(it.labels) === JSON.stringify(labels)).value;
}
const made = (house) => figure(house, "menagerie_backups_total", { result: "verified" });
const failed = (house) => figure(house, "menagerie_backups_total", { result: "failed" });

/** A data folder with a house, and a backup of it. Played is MENACE: each of its games moves beads. */
async function folderWithBackup() {
  const house = await startHouse();
  await play(house, "menace", 3);
  const backup = join(freshFolder(), "backup.db");
  assert.equal((await menagerie("backup", "--data", house.data, "--out", backup)).code, 0);
  await house.close();
  return { data: house.data, backup };
}

test("a backup is made every so often while the house is played in; the newest are kept, and each becomes a house", async () => {
  const house = await startHouse({ flags: ["--backup-every", "1s", "--backup-keep", "2"] });
  const folder = join(house.data, "backups");
  await eventually(async () => {
    await play(house, "menace", 3);
    return await made(house) >= 4;
  }, { ms: 300_000, what: "four backups" });
  assert.equal(await failed(house), 0);
  await eventually(() => readdirSync(folder).filter((it) => name.test(it)).length === 2, { ms: 120_000, what: "no more than two are kept" });
  assert.equal(await figure(house, "menagerie_backup_interval_seconds"), 1);
  await house.close();
  const kept = readdirSync(folder);
  assert.ok(kept.every((it) => name.test(it)), `nothing else is left: ${kept}`);
  assert.ok(house.log.includes(`a backup is made every 1s in ${folder}, and the newest 2 are kept`), house.log);
  await house.logged(/backup: \S+Z\.db is made and verified/);
  await house.logged(/backup: \S+Z\.db is removed; the newest 2 are kept/);
  for (const file of kept) {
    assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600);
    const elsewhere = join(freshFolder(), "data");
    const { code, stderr } = await menagerie("restore", "--data", elsewhere, "--from", join(folder, file));
    assert.equal(code, 0, stderr);
    const { machines } = await assertVerified(elsewhere);
    assert.ok(machines.find(({ machine }) => machine === "menace").rows > 1);
  }
});

test("after a start the newest backup's age decides; what is not a backup stays; figures tell the newest", async () => {
  const { data, backup } = await folderWithBackup();
  const folder = freshFolder();
  const old = [72, 48, 25].map(nameOf);
  for (const file of old) copyFileSync(backup, join(folder, file));
  const others = ["notes.txt", "menagerie-2026.db", "house.db"];
  for (const file of [...others, `${old[0]}.part-a1B2c3`]) writeFileSync(join(folder, file), "");
  const flags = ["--backup-every", "24h", "--backup-keep", "3", "--backup-dir", folder];
  const house = await startHouse({ data, flags });
  await eventually(async () => await made(house) === 1, { ms: 120_000, what: "a backup" });
  const files = readdirSync(folder).sort(), newest = files.filter((it) => name.test(it)).at(-1);
  assert.deepEqual(files, [...others, old[1], old[2], newest].sort());
  assert.equal(await figure(house, "menagerie_backups_kept"), 3);
  assert.equal(await figure(house, "menagerie_backup_newest_bytes"), statSync(join(folder, newest)).size);
  const told = await figure(house, "menagerie_backup_newest_timestamp_seconds");
  assert.equal(`menagerie-${new Date(told * 1000).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z.db`, newest);
  await house.close();

  const again = await startHouse({ data, flags });
  await play(again, "her", 2);
  assert.equal(await made(again), 0, "the newest is not a day old");
  assert.equal(await figure(again, "menagerie_backups_kept"), 3);
  await again.close();
  assert.deepEqual(readdirSync(folder).sort(), files);
});

test("a backup that is not what the log says gets no name, and no older one goes for it", async () => {
  const { data, backup } = await folderWithBackup();
  const folder = freshFolder();
  const old = [300, 200, 100].map(nameOf);
  for (const file of old) copyFileSync(backup, join(folder, file));
  await sql(data, "UPDATE log SET changes = json_set(changes, '$[0][3]', 99) WHERE machine = 1 AND seq = 2");
  const house = await startHouse({ data, flags: ["--backup-every", "24h", "--backup-keep", "1", "--backup-dir", folder] });
  await eventually(async () => await failed(house) === 1, { ms: 120_000, what: "a failure" });
  assert.equal(await made(house), 0);
  assert.deepEqual(readdirSync(folder).sort(), [...old].sort());
  const [told] = await house.logged(/ error backup: \S+Z\.db could not be made: .*tried again in 600 s/);
  assert.match(told, /its beads are not what its log says: machine menace, seq 2.*The backups that are there are kept/);
  await play(house, "menace", 1);
  await house.close();
});

test("a folder that cannot be: the museum plays on, the log says what to do, and it is tried again", async () => {
  const folder = freshFolder();
  writeFileSync(join(folder, "file"), "");
  const house = await startHouse({ flags: ["--backup-every", "1s", "--backup-dir", join(folder, "file", "backups")] });
  await eventually(async () => await failed(house) >= 2, { ms: 120_000, what: "two failures" });
  await house.logged(/could not be made: .*Not a directory.*name another folder with --backup-dir/);
  await play(house, "her", 2);
  assert.equal(await figure(house, "menagerie_backup_newest_timestamp_seconds"), 0);
  await house.close();
});

test("a server that ends takes the backup that it is making with it, and leaves no part", async () => {
  const { data } = await folderWithBackup();
  const folder = join(data, "backups");
  mkdirSync(folder);
  for (let round = 0; round < 3; round += 1) {
    const house = await startHouse({ data, flags: ["--backup-every", "1s", "--backup-keep", "100"] });
    await house.close();
    const files = readdirSync(folder);
    assert.ok(files.every((it) => name.test(it)), `${files}`);
  }
});

test("an interval or a number that is none is refused; without the flag there are no backups", async () => {
  for (const [flag, value, words] of [
    ["--backup-every", "24", /"24" is no interval: off, or a number with s, m, h or d, such as 24h/],
    ["--backup-every", "0h", /is no interval/],
    ["--backup-every", "400d", /is no interval/],
    ["--backup-keep", "0", /from 1 to 10000/],
  ]) {
    const { code, stderr } = await menagerie("serve", flag, value);
    assert.equal(code, 2);
    assert.match(stderr, words);
  }
  const house = await startHouse();
  assert.equal(await figure(house, "menagerie_backup_interval_seconds"), 0);
  assert.ok(!readdirSync(house.data).includes("backups"));
  assert.doesNotMatch(house.log, /backup/);
  await house.close();
});
