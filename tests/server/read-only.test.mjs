// serve --read-only: a copy of a museum to be looked at. Everything can be read, nothing is played, taught or written.
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { order } from "./desk.mjs";
import { assertVerified, bin, freshFolder, menagerie, run, startHouse } from "./house.mjs";
import { connect, playEpisode, sitDown } from "./visitor.mjs";

let house, backup, copy;
before(async () => {
  house = await startHouse();
  const visitor = await sitDown(house, "her");
  for (let game = 0; game < 6; game += 1) await playEpisode(visitor);
  await visitor.close();
  const folder = freshFolder();
  backup = join(folder, "backup.db");
  const { code, stderr } = await menagerie("backup", "--data", house.data, "--out", backup);
  assert.equal(code, 0, stderr);
  copy = await startHouse({ data: backup, flags: ["--read-only"] });
});
after(async () => {
  await copy.close();
  await house.close();
});

test("a backup's file is served as it is: every list, box and export is the museum's", async () => {
  for (const machine of ["her", "ellis", "go-2x2"]) {
    for (const path of ["", "/boxes", "/boxes/1", "/episodes", "/log.csv", "/history.ndjson", "/history.json?limit=100", "/strength", "/curve", "/graduates", "/labels.pdf"]) {
      const [there, here] = [await house.ask(`/api/v1/machines/${machine}${path}`), await copy.ask(`/api/v1/machines/${machine}${path}`)];
      assert.equal(here.status, there.status, `${machine}${path}: ${here.text}`);
      assert.equal(here.text, there.text, `${machine}${path}`);
    }
  }
  const { episodes: [{ id, visit }] } = await copy.get("/machines/her/episodes?limit=1");
  assert.equal((await copy.get(`/machines/her/episodes/${id}`)).id, id);
  assert.equal((await copy.ask(`/api/v1/visits/${visit}`)).status, 200);
  assert.equal((await copy.ask("/api/v1/machines/menace/practice?against=random&games=20")).status, 200, "a throw-away copy plays");
  assert.deepEqual(JSON.parse((await copy.ask("/readyz")).text), { ready: true });
  assert.match((await copy.ask("/metrics")).text, /\nmenagerie_storing 1\n/);
});

test("a machine's file can be had where nothing can be written", async () => {
  const answer = await copy.ask("/api/v1/machines/her/export.sqlite");
  assert.equal(answer.status, 200, answer.text.slice(0, 300));
  const file = join(freshFolder(), "her.sqlite");
  writeFileSync(file, answer.body);
  const { stdout } = await run("sqlite3", [file, "SELECT count(*) FROM episodes"]);
  assert.equal(stdout.trim(), "6");
});

test("nobody plays: the handshake is refused with what it is; watching goes on", async () => {
  for (const path of ["/api/v1/play?machine=her", "/api/v1/play?machine=her&as_of=3"]) {
    const plain = await copy.ask(path);
    assert.equal(plain.status, 403);
    assert.equal(plain.json().type, "urn:menagerie:problem:read-only");
    assert.match(plain.json().detail, /a copy, served with --read-only: nobody plays here/);
    const key = { Upgrade: "websocket", Connection: "Upgrade", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version": "13" };
    assert.equal((await copy.ask(path, { headers: key })).status, 403);
  }
  const watcher = await connect(copy, "watch", { machine: "her" });
  assert.equal((await watcher.take("hello")).seq, (await house.get("/machines/her")).seq);
  await watcher.close();
});

test("there is no curator's desk, and no act", async () => {
  assert.equal((await order(copy, "/machines/her/reset", {})).status, 403);
  assert.equal((await order(copy, "/audit", undefined, { method: "GET" })).status, 403);
  for (const [flags, words] of [
    [["--curator-token-file", "token"], /--read-only and a curator's token exclude each other/],
    [["--backup-every", "24h"], /--read-only and --backup-every exclude each other/],
  ]) {
    const { code, stderr } = await menagerie("serve", "--read-only", "--data", backup, ...flags);
    assert.equal(code, 2);
    assert.match(stderr, words);
  }
});

test("nothing is written: neither into a file nor into a folder that is served", async () => {
  const folder = join(freshFolder(), "data");
  mkdirSync(folder);
  writeFileSync(join(folder, "menagerie.db"), readFileSync(backup));
  const before = readFileSync(backup).toString("base64");
  chmodSync(folder, 0o555);
  const other = await startHouse({ data: folder, flags: ["--read-only"] });
  assert.equal(await (await other.ask("/api/v1/machines/her/history.csv")).text, (await house.ask("/api/v1/machines/her/history.csv")).text);
  assert.equal((await other.ask("/api/v1/machines/ellis/export.sqlite")).status, 200);
  await other.close();
  chmodSync(folder, 0o755);
  for (const name of readdirSync(folder)) assert.match(name, /^menagerie\.db(-wal|-shm)?$/, "no key, no lock, no index");
  assert.equal(readFileSync(join(folder, "menagerie.db")).toString("base64"), before);
  assert.equal(readFileSync(backup).toString("base64"), before);
  await other.logged("read only: nobody plays, and nothing is written");
  await assertVerified(folder);
});

test("what another server writes is not served beside it; what is no house is refused", async () => {
  const served = await run(bin, ["serve", "--read-only", "--listen", "127.0.0.1:0", "--data", house.data]);
  assert.equal(served.code, 1);
  assert.match(served.stderr, /another server has this folder open and goes on writing; with --read-only name a backup of it/);
  const nothing = await run(bin, ["serve", "--read-only", "--listen", "127.0.0.1:0", "--data", join(freshFolder(), "none")]);
  assert.equal(nothing.code, 1);
  assert.match(nothing.stderr, /there is no such file; is --data the folder of a museum\?/);
});
