// A machine's whole record as a SQLite file, over HTTP and by `menagerie export`, which prints the lists too: the same
// bytes as REST's.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { connect as dial } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { bareEnvironment, bin, eventually, freshFolder, menagerie, run, sql, startHouse } from "./house.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

const machines = ["menace", "her", "nimble", "go-2x2", "ellis"];
let house;
let folder;
before(async () => {
  folder = freshFolder();
  house = await startHouse({ flags: ["--dry-era-after-s", "0"] });
  for (const machine of machines) {
    const visitor = await sitDown(house, machine);
    for (let game = 0; game < 15; game += 1) await playEpisode(visitor, visitor.hello.seat === "either" ? { begin: { seat: "first" } } : {});
    await visitor.close();
  }
});
after(() => house.close());

const at = (path) => `/api/v1/machines/${path}`;
const temporary = (data) => readdirSync(data).filter((name) => name.endsWith(".tmp"));

/** The export of a machine, as a file. */
async function exported(machine, name = `${machine}.sqlite`) {
  const answer = await house.ask(at(`${machine}/export.sqlite`));
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers["content-type"], "application/vnd.sqlite3");
  assert.equal(answer.headers["content-disposition"], `attachment; filename="${machine}.sqlite"`);
  writeFileSync(join(folder, name), answer.body);
  return join(folder, name);
}
async function rows(file, text) {
  const { code, stdout, stderr } = await run("sqlite3", ["-readonly", "-json", file, text]);
  assert.equal(code, 0, stderr);
  return stdout.trim() ? JSON.parse(stdout) : [];
}

/** Holds the three views against what REST tells of the machine at that seq. */
async function assertTells(file, machine, seq) {
  const history = (await house.ask(at(`${machine}/history.ndjson?to=${seq}`))).text.trim().split("\n").map((line) => JSON.parse(line));
  const changes = await rows(file, "SELECT machine, seq, ordinal, time, era, episode, turn, box, move, before, after, reason FROM bead_history ORDER BY seq, ordinal");
  assert.deepEqual(changes, history);
  const episodes = (await house.ask(at(`${machine}/episodes.ndjson?to=${seq}`))).text.trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(await rows(file, "SELECT machine, seq, id, era, time, started, visit, seat, opponent, outcome, reason, moves, change_count FROM episodes ORDER BY seq DESC"),
    episodes.map((it) => ({ machine, seq: it.seq, id: it.id, era: it.era, time: it.time, started: it.started, visit: it.visit, seat: it.seat, opponent: it.opponent,
      outcome: it.outcome, reason: it.reason, moves: it.moves.join(" "), change_count: it.changes.length })));
  const drawn = (await house.ask(at(`${machine}/draws.ndjson?to=${seq}`))).text.trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(await rows(file, "SELECT machine, seq, ordinal, time, era, episode, turn, box, move, ply, played FROM draws ORDER BY seq, ordinal"),
    drawn.map(({ beads: _, odds: __, ...row }) => row));
  const { boxes } = await house.get(`/machines/${machine}/boxes?at=${seq}`);
  assert.deepEqual(await rows(file, "SELECT number, turn, box, move, beads FROM boxes_now ORDER BY number, move"),
    boxes.flatMap(({ number, turn, box, moves }) => moves.map(({ move, beads }) => ({ number, turn, box, move, beads })).sort((a, b) => (a.move < b.move ? -1 : 1))));
}

for (const machine of machines) {
  test(`export.sqlite of ${machine} stands alone, and its views tell what REST tells`, async () => {
    const file = await exported(machine);
    assert.deepEqual(await rows(file, "PRAGMA integrity_check"), [{ integrity_check: "ok" }]);
    assert.deepEqual(await rows(file, "PRAGMA foreign_key_check"), []);
    assert.deepEqual(await rows(file, "SELECT name FROM machine"), [{ name: machine }]);
    const { seq } = await house.get(`/machines/${machine}`);
    assert.deepEqual(await rows(file, "SELECT count(*) n, max(seq) seq FROM log"), [{ n: seq, seq }]);
    await assertTells(file, machine, seq);
  });
}

for (const machine of ["her", "ellis"]) {
  test(`export.sqlite of ${machine} joins with its CSV files, column by column`, async () => {
    const file = await exported(machine, `${machine}-joined.sqlite`);
    const { seq } = await house.get(`/machines/${machine}`);
    for (const [list, view] of [["history", "bead_history"], ["draws", "draws"], ["episodes", "episodes"]]) {
      const csv = join(folder, `${machine}-${list}.csv`);
      writeFileSync(csv, (await house.ask(at(`${machine}/${list}.csv?to=${seq}`))).body);
      const columns = readFileSync(csv, "utf8").split("\r\n", 1)[0].split(",").filter((name) => !(list === "draws" && ["beads", "odds"].includes(name)));
      const listed = `SELECT ${columns.map((name) => `coalesce(CAST(${name} AS TEXT), '')`).join(", ")} FROM`;
      const { code, stdout, stderr } = await run("sqlite3", [file, "-cmd", ".mode csv", "-cmd", `.import ${csv} ${list}_csv`,
        `SELECT count(*) FROM ${list}_csv; SELECT count(*) FROM (${listed} ${list}_csv EXCEPT ${listed} ${view}); SELECT count(*) FROM (${listed} ${view} EXCEPT ${listed} ${list}_csv);`]);
      assert.equal(code, 0, stderr);
      const [lines, onlyInCsv, onlyInFile] = stdout.trim().split(/\s+/).map(Number);
      assert.ok(lines > 10);
      assert.deepEqual([onlyInCsv, onlyInFile], [0, 0], `${machine} ${list}`);
    }
  });
}

test("its schema is the house's own, marked as an export; nothing of the house's secrets is in it", async () => {
  const file = await exported("her");
  const objects = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name";
  const house_objects = new Map((await sql(house.data, objects)).map((it) => [it.name, it]));
  const own = await rows(file, objects);
  assert.deepEqual(own.map(({ name }) => name), ["bead", "bead_history", "beads", "box", "boxes_now", "draws", "episodes", "log", "log_acts", "log_clock", "machine"]);
  for (const it of own) assert.deepEqual(it, house_objects.get(it.name));
  assert.deepEqual(await rows(file, "PRAGMA application_id"), [{ application_id: 0x4d454e58 }]);
  assert.deepEqual(await rows(file, "PRAGMA user_version"), await sql(house.data, "PRAGMA user_version"));
  assert.equal(readFileSync(file).indexOf(readFileSync(join(house.data, "house.key"))), -1);
  assert.deepEqual(await rows(file, "PRAGMA journal_mode"), [{ journal_mode: "delete" }]);
});

test("the views answer for one row without reading the log for each bead", async () => {
  const file = await exported("ellis");
  const { stdout: plan } = await run("sqlite3", ["-readonly", file, "EXPLAIN QUERY PLAN SELECT * FROM bead_history WHERE seq = 100"]);
  assert.deepEqual([...plan.matchAll(/(?:SCAN|SEARCH) (\w+)/g)].map(([, table]) => table), ["m", "l", "c", "x", "b"], plan);
});

test("an export taken while its machine is taught is one moment of it", async () => {
  let playing = true;
  const players = ["menace", "go-2x2"].map(async (machine) => {
    const visitor = await sitDown(house, machine);
    while (playing) await playEpisode(visitor);
    await visitor.close();
  });
  for (const machine of ["menace", "go-2x2", "menace", "go-2x2"]) {
    const { seq: from } = await house.get(`/machines/${machine}`);
    const file = await exported(machine, "moment.sqlite");
    const [{ seq }] = await rows(file, "SELECT max(seq) seq FROM log");
    assert.ok(seq >= from);
    await assertTells(file, machine, seq);
  }
  playing = false;
  await Promise.all(players);
  await eventually(() => temporary(house.data).length === 0);
});

test("what cannot be asked is refused, and HEAD makes no file", async () => {
  for (const [path, status, type] of [["hal/export.sqlite", 404, "not-found"], ["her/export.sqlite?to=3", 400, "unknown-parameter"]]) {
    const answer = await house.ask(at(path));
    assert.equal(answer.status, status);
    assert.match(answer.json().type, new RegExp(type));
  }
  assert.equal((await house.ask(at("her/export.sqlite"), { headers: { accept: "text/csv" } })).status, 406);
  const head = await house.ask(at("her/export.sqlite"), { method: "HEAD" });
  assert.equal(head.status, 200);
  assert.equal(head.headers["content-type"], "application/vnd.sqlite3");
  await eventually(() => temporary(house.data).length === 0);
});

test("clients that do not read on hold no snapshot and leave no file; there are so many exports at once and no more", async () => {
  const other = await startHouse({ flags: ["--exports-per-client-max", "2"] });
  const stuck = [1, 2].map(() => {
    const socket = dial({ port: other.port, host: "127.0.0.1", highWaterMark: 1024 });
    socket.on("error", () => {}).pause();
    // Far more than the lines hold, even where some of it is refused while the test itself has an export under way.
    socket.write(`GET ${at("octapawn/export.sqlite")} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(3000));
    return socket;
  });
  try {
    const refused = await eventually(async () => {
      const answer = await other.ask(at("her/export.sqlite"));
      return answer.status === 429 ? answer : null;
    }, { every: 200 });
    assert.match(refused.json().type, /too-many-exports/);
    assert.ok(Number(refused.headers["retry-after"]) > 0);
    await eventually(() => temporary(other.data).length === 0, { what: "what is being sent has no name any more" });
    const [{ busy }] = await sql(other.data, "PRAGMA wal_checkpoint(TRUNCATE)");
    assert.equal(busy, 0, "no reader keeps an old snapshot");
    for (const socket of stuck) socket.destroy();
    await eventually(async () => (await other.ask(at("her/export.sqlite"))).status === 200);
  } finally {
    for (const socket of stuck) socket.destroy();
    await other.close();
  }
  assert.deepEqual(temporary(other.data), [], "nothing is left by a house that closes");
});

test("what a killed server was making is gone when the house opens again", async () => {
  const data = freshFolder();
  await (await startHouse({ data })).close();
  writeFileSync(join(data, "export-a1B2c3.tmp"), "half of it");
  await (await startHouse({ data })).close();
  assert.deepEqual(temporary(data), []);
});

// ---- menagerie export

const command = (...argv) => menagerie("export", "--data", house.data, ...argv);

test("menagerie export prints the bytes that REST answers, with every filter", async () => {
  const { episodes } = await house.get("/machines/her/episodes?limit=3");
  const [{ id, visit, time }] = episodes;
  const asked = [
    ["history", {}], ["history", { from: 3, to: 9 }], ["history", { box: "2" }], ["history", { box: "bbb/w../.ww b", limit: 4 }], ["history", { episode: id }],
    ["history", { since: time }], ["history", { until: time, era: 1 }], ["history", { after: "4:1", limit: 5 }],
    ["draws", {}], ["draws", { box: "2", from: 3 }], ["draws", { episode: id }], ["draws", { after: "4:1", limit: 5 }],
    ["log", {}], ["log", { kind: "act" }], ["log", { visit, outcome: "win" }], ["episodes", {}], ["episodes", { before: 8, limit: 3 }],
  ];
  for (const [list, query] of asked) {
    for (const format of ["csv", "ndjson", "json"]) {
      const text = new URLSearchParams(query).toString();
      const { body } = await house.ask(at(`her/${list}.${format}${text && `?${text}`}`));
      const flags = Object.entries(query).map(([name, value]) => `--${name}=${value}`);
      const { code, stdout, stderr } = await command("--machine", "her", "--list", list, "--format", format, ...flags);
      assert.equal(code, 0, stderr);
      assert.equal(stdout, body.toString("utf8"), `${list} ${format} ${text}`);
    }
  }
});

test("as many lines as bead changes, beside a server that is played in", async () => {
  const line = `${bin} export --data ${house.data} --machine ellis --format ndjson | wc -l`;
  const { stdout } = await run("bash", ["-o", "pipefail", "-c", line], { env: bareEnvironment() });
  const [{ changes }] = await sql(house.data, "SELECT sum(json_array_length(changes)) changes FROM log JOIN machine USING (machine) WHERE name = 'ellis'");
  assert.equal(Number(stdout), changes);

  let playing = true;
  const visitor = await sitDown(house, "go-2x2");
  const player = (async () => {
    while (playing) await playEpisode(visitor);
  })();
  for (let time = 0; time < 5; time += 1) {
    const { code, stdout: text, stderr } = await command("--machine", "go-2x2", "--format", "ndjson");
    assert.equal(code, 0, stderr);
    const { seq } = JSON.parse(text.trim().split("\n").at(-1));
    // What is committed is in the file before the server tells of it: a checkpoint may lie between.
    await eventually(async () => (await house.get("/machines/go-2x2")).seq >= seq);
    assert.equal((await house.ask(at(`go-2x2/history.ndjson?to=${seq}`))).text, text);
  }
  playing = false;
  await player;
  await visitor.close();
});

test("--out makes a file, whole or not at all; its ending tells the format", async () => {
  const file = join(folder, "her.ndjson");
  assert.equal((await command("--machine", "HER", "--out", file)).code, 0);
  assert.equal(readFileSync(file, "utf8"), (await house.ask(at("her/history.ndjson"))).text);
  const out = join(folder, "ellis-by-command.sqlite");
  const { code, stdout, stderr } = await command("--machine", "ellis", "--format", "sqlite", "--out", out);
  assert.equal(code, 0, stderr);
  assert.equal(stdout, "");
  const dump = async (it) => (await run("sqlite3", [it, ".dump"])).stdout;
  assert.equal(await dump(out), await dump(await exported("ellis")));
  assert.equal(statSync(out).mode & 0o444, 0o444 & ~process.umask());
  const before = readFileSync(file);
  assert.equal((await command("--machine", "her", "--from", "100000", "--out", file)).code, 2);
  assert.deepEqual(readFileSync(file), before, "a refused export leaves the old one");
  assert.deepEqual(readdirSync(folder).filter((name) => name.includes(".part")), []);
});

test("what menagerie export cannot do it says in one line", async () => {
  const cases = [
    [["--machine", "hal"], /there is no machine "hal" in .*; there are: menace /],
    [[], /--machine/],
    [["--machine", "her", "--format", "sqlite"], /name it with --out/],
    [["--machine", "her", "--format", "sqlite", "--out", join(folder, "x.sqlite"), "--from", "2"], /a SQLite file holds a machine's whole record: --from is for csv, ndjson and json/],
    [["--machine", "her", "--format", "xml"], /--format/],
    [["--machine", "her", "--from", "9", "--to", "3"], /a range goes upwards/],
    [["--machine", "her", "--to", "1000000"], /the log of HER ends with seq \d+/],
    [["--machine", "her", "--kind", "act"], /there is no parameter "kind" here; there are: from, to/],
    [["--machine", "her", "--box", "99"], /HER has boxes 1 to 24/],
    [["--machine", "her", "--since", "yesterday"], /a time as RFC 3339 has it/],
    [["--machine", "her", "--out", folder], /is a folder; name a file in it/],
  ];
  for (const [argv, words] of cases) {
    const { code, stdout, stderr } = await command(...argv);
    assert.equal(code, 2, stderr);
    assert.equal(stdout, "");
    assert.equal(stderr.trim().split("\n").length, 1, stderr);
    assert.match(stderr, words);
  }
  const nowhere = await menagerie("export", "--data", join(folder, "nowhere"), "--machine", "her");
  assert.equal(nowhere.code, 1);
  assert.match(nowhere.stderr, /there is no such file; is --data the folder of a museum\?/);
});
