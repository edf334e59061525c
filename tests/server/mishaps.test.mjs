// What happens to files behind the house's back, or when one write fails: nothing is learned twice, nothing is lost,
// and the house goes on.
import assert from "node:assert/strict";
import { once } from "node:events";
import { closeSync, copyFileSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { order, token } from "./desk.mjs";
import { assertVerified, bin, eventually, run, sql, start, startHouse } from "./house.mjs";
import { scrape } from "./prometheus.mjs";
import { playEpisode, playOut, sitDown } from "./visitor.mjs";

const indexOf = (house) => join(house.data, "index.db");
const inIndex = async (house, text) => (await run("sqlite3", ["-readonly", indexOf(house), text])).stdout.trim();

/** The answer to a ticket of a game that has been learned. */
async function submittedAgain(house, machine, { last }) {
  const visitor = await sitDown(house, machine);
  visitor.send({ type: "resume", ticket: last.ticket });
  let frame = await visitor.next();
  if (frame.type === "state") frame = await visitor.next();
  await visitor.close();
  return frame;
}

async function played(house, machine, games = 1) {
  const visitor = await sitDown(house, machine);
  let game;
  for (let i = 0; i < games; i += 1) game = await playEpisode(visitor);
  await visitor.close();
  return game;
}

test("a machine that could not be created leaves nothing behind for the next one of its number", async () => {
  const house = await startHouse({ env: { MENAGERIE_CURATOR_TOKEN: token } });
  await sql(house.data, "CREATE TRIGGER full BEFORE INSERT ON beads BEGIN SELECT RAISE(ABORT, 'disk full'); END");
  const wanted = { game: "noughts-and-crosses", seat: "first", rule: "michie-1961" };
  assert.equal((await order(house, "/machines", { name: "one", ...wanted })).status, 503);
  await sql(house.data, "DROP TRIGGER full");
  const done = await order(house, "/machines", { name: "two", game: "hexapawn", seat: "second", rule: "gardner-her" });
  assert.equal(done.status, 201, done.text);
  await played(house, "two", 3);
  const boxes = await house.boxes("two");
  await house.stop();
  await house.open();
  assert.deepEqual(await house.boxes("two"), boxes);
  assert.equal((await house.ask("/api/v1/machines/one")).status, 404);
  await house.close();
  await assertVerified(house.data);
});

test("index.db goes while the house is open: a game that was learned is not learned again", async () => {
  const house = await startHouse();
  const game = await played(house, "her");
  await eventually(async () => (await inIndex(house, "SELECT seq FROM indexed_up_to WHERE machine = 3")) === "2");
  for (const end of ["", "-wal", "-shm"]) rmSync(indexOf(house) + end, { force: true });
  assert.deepEqual(await submittedAgain(house, "her", game), game.learned);
  const visit = (await house.get("/machines/her/episodes")).episodes[0].visit;
  assert.equal((await house.get(`/visits/${visit}`)).machines[0].episodes, 1, "what was in it is found in the log");
  await house.stop();
  await house.open();
  assert.deepEqual(await submittedAgain(house, "her", game), game.learned);
  await house.close();
  await assertVerified(house.data);
});

test("index.db cannot be written: counted, logged once with what to do, and made up for when it can be again", async () => {
  const house = await startHouse();
  const index = async (text) => {
    const { code, stderr } = await run("sqlite3", ["-cmd", ".timeout 60000", indexOf(house), text]);
    assert.equal(code, 0, stderr);
  };
  const failures = async () => (await scrape(house)).value("menagerie_index_failures_total");
  assert.equal(await failures(), 0);
  await index("CREATE TRIGGER full BEFORE INSERT ON indexed_up_to BEGIN SELECT RAISE(ABORT, 'no room'); END");
  const game = await played(house, "her");
  await eventually(async () => (await failures()) >= 2, { what: "that it fails again" });
  const told = await house.logged(/^.*index\.db cannot be written.*$/gm);
  assert.equal(told.length, 1, house.log);
  assert.match(told[0], /error.*no room\. It is tried again every 5 seconds;.* nothing is lost\. Look at the disk; where this lasts, stop the server, remove index\.db with its -wal and -shm, and start again/);
  assert.deepEqual(await submittedAgain(house, "her", game), game.learned, "it is found in the log");
  await index("DROP TRIGGER full");
  await house.logged("index.db is written again");
  assert.equal(await inIndex(house, "SELECT seq FROM indexed_up_to WHERE machine = 3"), "2");
  await house.close();
  await assertVerified(house.data);
});

test("index.db is damaged: everything is found in the log, the house goes on learning, and the index is made anew", async () => {
  const house = await startHouse();
  const game = await played(house, "her", 5);
  await eventually(async () => (await inIndex(house, "SELECT seq FROM indexed_up_to WHERE machine = 3")) === "6");
  await house.stop();
  await run("sqlite3", [indexOf(house), "PRAGMA wal_checkpoint(truncate)"]);
  const page = Number(await inIndex(house, "SELECT rootpage FROM sqlite_schema WHERE name = 'episode_run'"));
  const file = openSync(indexOf(house), "r+");
  writeSync(file, Buffer.alloc(4096, 0xff), 0, 4096, (page - 1) * 4096);
  closeSync(file);
  await house.open();
  assert.deepEqual(await submittedAgain(house, "her", game), game.learned);
  await played(house, "carnival", 2);
  assert.equal((await house.ask("/readyz")).status, 200);
  await eventually(async () => (await inIndex(house, "PRAGMA integrity_check; SELECT seq FROM indexed_up_to WHERE machine = 3")) === "ok\n6");
  assert.deepEqual(await submittedAgain(house, "her", game), game.learned);
  await house.close();
  await assertVerified(house.data);
});

test("a machine that makes its boxes runs dry too, and begins a new era", async () => {
  const house = await startHouse({ flags: ["--dry-era-after-s", "1"], env: { MENAGERIE_CURATOR_TOKEN: token } });
  for (const seat of ["first", "second"]) {
    const name = `go-${seat}`;
    const { status, text } = await order(house, "/machines", { name, game: "go-2x2", seat, rule: "michie-1961,start=1,win=0,draw=-1" });
    assert.equal(status, 201, text);
    const visitor = await sitDown(house, name);
    let [dry, era] = [null, 1];
    for (let game = 0; game < 5000 && !dry && era === 1; game += 1) {
      // Both ways to open: by a stone, which is one box up to symmetry, and by a pass.
      await playEpisode(visitor, { choose: ({ legal, ply }) => (seat === "second" && ply === 0 && game % 2 === 1 ? "pass" : legal[0]) });
      ({ dry, era } = await house.get(`/machines/${name}`));
    }
    assert.ok(dry || era === 2, `${name} ran dry`);
    await eventually(async () => (await house.get(`/machines/${name}`)).era === 2);
    assert.equal((await house.get(`/machines/${name}/log?kind=reset`)).rows[0].detail.why, "dry");
    assert.equal((await house.get(`/machines/${name}`)).dry, null);
    await visitor.close();
  }
  await house.close();
  await assertVerified(house.data);
});

test("who thaws a dry machine has time to save it", async () => {
  const house = await startHouse({ flags: ["--dry-era-after-s", "4"], env: { MENAGERIE_CURATOR_TOKEN: token } });
  await order(house, "/machines", { name: "thirsty", game: "noughts-and-crosses", seat: "first", rule: "michie-1961,start=1,win=0,draw=-1" });
  const visitor = await sitDown(house, "thirsty");
  let dry = null;
  for (let game = 0; game < 200 && !dry; game += 1) {
    await playEpisode(visitor);
    ({ dry } = await house.get("/machines/thirsty"));
  }
  assert.equal((await order(house, "/machines/thirsty/freeze", {})).status, 200);
  assert.equal((await house.get("/machines/thirsty")).dry.new_era_at, null);
  assert.equal((await visitor.ask({ type: "begin" }, "dry")).new_era_at, null);
  await new Promise((done) => setTimeout(done, 4500));
  const thawed = await order(house, "/machines/thirsty/thaw", {});
  assert.equal(thawed.status, 200);
  const then = await house.get("/machines/thirsty");
  assert.equal(then.era, 1);
  assert.equal(then.dry.seq, dry.seq);
  assert.equal(then.dry.since, thawed.json().time);
  assert.equal(Date.parse(then.dry.new_era_at) - Date.parse(then.dry.since), 4000);
  assert.equal((await order(house, "/machines/thirsty/topup", { to: 2 })).status, 200);
  assert.equal((await house.get("/machines/thirsty")).dry, null);
  await visitor.close();
  await house.close();
  await assertVerified(house.data);
});

const readiness = async (house) => {
  const { status, text } = await house.ask("/readyz");
  return { status, text };
};

/** Plays a game to its end and does not wait for what was learned. */
async function finished(visitor) {
  let frame = await visitor.ask({ type: "begin" }, "state");
  while (!frame.outcome) frame = await visitor.ask({ type: "move", episode: frame.episode, ply: frame.ply, move: frame.legal[0] }, "state");
  return frame;
}

for (const name of ["menagerie.db", "menagerie.db-wal"]) {
  test(`${name} is taken away from an open house: it says so and stores nothing until it is back`, async () => {
    const house = await startHouse();
    await played(house, "menace");
    const { seq } = await house.get("/machines/menace");
    const path = join(house.data, name);
    renameSync(path, `${path}.away`);
    const unready = await readiness(house);
    assert.equal(unready.status, 503);
    assert.match(unready.text, new RegExp(`${name} was removed while the museum is open`));
    const visitor = await sitDown(house, "menace");
    await finished(visitor);
    await house.logged("was removed while the museum is open");
    await house.logged("what waits is kept and tried again");
    assert.equal((await house.get("/machines/menace")).seq, seq, "nothing is told as learned");
    renameSync(`${path}.away`, path);
    await visitor.take("learned");
    await eventually(async () => (await readiness(house)).status === 200);
    assert.equal((await house.get("/machines/menace")).seq, seq + 1);
    await visitor.close();
    await house.close();
    await assertVerified(house.data);
  });
}

test("another file in the database's place is told as that, also after the store was opened again; with the old one back it goes on", async () => {
  const house = await startHouse();
  await played(house, "her");
  const path = join(house.data, "menagerie.db");
  renameSync(path, `${path}.away`);
  copyFileSync(`${path}.away`, path);
  const visitor = await sitDown(house, "her");
  await finished(visitor);
  await house.logged("was replaced by another file");
  for (let look = 0; look < 3; look += 1) {
    const unready = await readiness(house);
    assert.equal(unready.status, 503);
    assert.match(unready.text, /menagerie\.db was replaced by another file while the museum is open/);
    await new Promise((after) => setTimeout(after, 1200)); // it is tried again every second
  }
  renameSync(`${path}.away`, path);
  await visitor.take("learned");
  await eventually(async () => (await readiness(house)).status === 200);
  assert.doesNotMatch((await readiness(house)).text, /replaced/);
  await visitor.close();
  await house.close();
  await assertVerified(house.data);
});

test("another program holds the write lock: the house is not ready, says why, and learns once it is let go", async () => {
  const house = await startHouse();
  await played(house, "menace");
  const other = start("sqlite3", ["-bail", "-cmd", ".timeout 60000", join(house.data, "menagerie.db")], { stdio: ["pipe", "pipe", "ignore"] });
  other.stdin.write("BEGIN IMMEDIATE; SELECT 'locked';\n");
  const [answer] = await Promise.race(["data", "end"].map((event) => once(other.stdout, event)));
  assert.match(String(answer), /locked/);
  const visitor = await sitDown(house, "menace");
  await finished(visitor);
  await eventually(async () => {
    const { status, text } = await readiness(house);
    return status === 503 && /another program holds the write lock/.test(text);
  });
  await house.logged(/another program holds the write lock/);
  other.stdin.end("ROLLBACK;\n");
  await visitor.take("learned");
  await eventually(async () => (await readiness(house)).status === 200);
  await visitor.close();
  await house.close();
  await assertVerified(house.data);
});

test("an empty database beside a house's other files is not taken for a new house", async () => {
  const house = await startHouse();
  await played(house, "menace");
  await house.kill();
  const path = join(house.data, "menagerie.db");
  const log = readFileSync(`${path}-wal`);
  assert.ok(log.length > 0);
  writeFileSync(path, "");
  const { code, stderr } = await run(bin, ["serve", "--data", house.data, "--listen", "127.0.0.1:0"]);
  assert.equal(code, 1, stderr);
  const line = stderr.trim().split("\n").at(-1);
  assert.match(line, /menagerie\.db is empty \(0 bytes\), but beside it there is menagerie\.db-wal \(\d+ bytes\), house\.key \(\d+ bytes\)/);
  assert.match(line, /Nothing was changed\..*menagerie restore --data/);
  assert.deepEqual(readFileSync(`${path}-wal`), log);
  assert.equal(readFileSync(path).length, 0);
  rmSync(path);
  const missing = await run(bin, ["serve", "--data", house.data, "--listen", "127.0.0.1:0"]);
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /menagerie\.db is missing, but beside it/);
  assert.equal(existsSync(path), false);
});

test("a corrupt page ends the storing at once; the log, /readyz, /healthz and status say what to do", async () => {
  const house = await startHouse();
  const visitor = await sitDown(house, "her");
  await playEpisode(visitor);
  // Another connection's write: what the server has in memory of the file counts no longer.
  await sql(house.data, "UPDATE log SET detail = detail WHERE machine = 3 AND seq = 1; PRAGMA wal_checkpoint(TRUNCATE)");
  const [{ rootpage }] = await sql(house.data, "SELECT rootpage FROM sqlite_schema WHERE name = 'log'");
  const file = openSync(join(house.data, "menagerie.db"), "r+");
  writeSync(file, Buffer.alloc(4096, 0xff), 0, 4096, (rootpage - 1) * 4096);
  closeSync(file);
  await playOut(visitor, await visitor.ask({ type: "begin" }, "state"));
  const remedy = /malformed \(run `menagerie verify` to see what is damaged, and restore a backup\)/;
  for (const path of ["/readyz", "/healthz"]) {
    const text = await eventually(async () => { const it = await house.ask(path); return it.status === 503 && it.text; }, { what: `that ${path} fails` });
    assert.match(text, remedy);
  }
  assert.equal((await house.logged(/ critical .*nothing is stored any more.*/g)).length, 1, house.log);
  const { code, stderr } = await run(bin, ["status", "--data", house.data]);
  assert.equal(code, 1);
  assert.match(stderr, remedy);
  await house.kill();
});
