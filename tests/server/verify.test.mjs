// verify finds what was changed behind the house's back, and names it; the views tell sqlite3's users what REST tells.
import assert from "node:assert/strict";
import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { assertVerified, bareEnvironment, bin, freshFolder, menagerie, run, sql, startHouse, verify } from "./house.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

const machines = ["menace", "menace-two", "her", "him"];
const told = {};
let data;

before(async () => {
  const house = await startHouse();
  data = house.data;
  for (const machine of machines) {
    const visitor = await sitDown(house, machine);
    // HER changes nothing when she wins: she plays on until her beads have changed often enough to be tampered with.
    for (let game = 0, lessons = 0; game < (machine.startsWith("menace") ? 40 : 8) || lessons < 4; game += 1) {
      if ((await playEpisode(visitor)).learned.changes.length > 0) lessons += 1;
    }
    await visitor.close();
    told[machine] = { machine: await house.get(`/machines/${machine}`), boxes: (await house.boxes(machine)).boxes,
      episodes: (await house.get(`/machines/${machine}/episodes?limit=200`)).episodes, history: (await house.get(`/machines/${machine}/history.json?limit=10000`)).changes };
  }
  await house.close();
});
after(() => rmSync(data, { recursive: true, force: true }));

/** A copy of the played house. */
function copied() {
  const folder = freshFolder();
  cpSync(data, folder, { recursive: true });
  return folder;
}

async function assertFound(folder, { machine, seq, box, bead }) {
  const { code, stdout, found } = await verify(folder);
  assert.equal(code, 1, stdout);
  assert.equal(stdout.trim().split("\n").at(-1), "not ok");
  const line = stdout.split("\n").find((it) => it.startsWith(`machine ${machine},`));
  assert.ok(line, stdout);
  const { fault } = found.machines.find((it) => it.machine === machine);
  assert.equal(found.ok, false);
  assert.deepEqual(found.machines.filter((it) => !it.ok).map((it) => it.machine), [machine], "the others are well");
  for (const [member, value] of Object.entries({ seq, box, bead })) {
    if (value === undefined) continue;
    assert.equal(fault[member], value, `${member}: ${stdout}`);
    assert.ok(line.includes(String(value)), line);
  }
  return fault;
}

const idOf = (machine) => `(SELECT machine FROM machine WHERE name = '${machine}')`;

test("the house as it was played is in order", async () => {
  const found = await assertVerified(data);
  for (const machine of machines) assert.equal(found.machines.find((it) => it.machine === machine).rows, told[machine].machine.seq);
});

for (const machine of machines) {
  test(`${machine}: a count changed by hand in one episode`, async () => {
    const folder = copied();
    const [{ seq, number, bead, after: count }] = await sql(folder, `SELECT seq, c.value ->> 0 number, c.value ->> 1 bead, c.value ->> 3 after
      FROM log JOIN json_each(changes) c WHERE machine = ${idOf(machine)} AND kind = 'episode' AND c.key = json_array_length(changes) - 1 ORDER BY seq DESC LIMIT 1 OFFSET 2`);
    await sql(folder, `UPDATE log SET changes = json_set(changes, '$[' || (json_array_length(changes) - 1) || '][3]', ${count + 1}) WHERE machine = ${idOf(machine)} AND seq = ${seq}`);
    const { box, moves } = told[machine].boxes[number - 1];
    await assertFound(folder, { machine, seq, box, bead: moves[bead].move });
  });
}

test("a count changed by hand in the newest snapshot", async () => {
  for (const machine of machines) {
    const folder = copied();
    const [{ seq }] = await sql(folder, `SELECT max(seq) seq FROM beads WHERE machine = ${idOf(machine)}`);
    await sql(folder, `UPDATE beads SET counts = json_set(counts, '$[4][1]', json_extract(counts, '$[4][1]') + 1) WHERE machine = ${idOf(machine)} AND seq = ${seq}`);
    const { box, moves } = told[machine].boxes[4];
    await assertFound(folder, { machine, seq, box, bead: moves[1].move });
  }
});

test("a row deleted, a row's outcome turned round, a move exchanged", async () => {
  const folder = copied();
  await sql(folder, `DELETE FROM log WHERE machine = ${idOf("menace")} AND seq = 7`);
  await assertFound(folder, { machine: "menace", seq: 7 });

  const turned = copied();
  await sql(turned, `UPDATE log SET outcome = CASE outcome WHEN 'first_wins' THEN 'second_wins' ELSE 'first_wins' END WHERE machine = ${idOf("menace")} AND seq = 5`);
  await assertFound(turned, { machine: "menace", seq: 5 });

  const last = copied();
  const [{ seq }] = await sql(last, `SELECT max(seq) seq FROM log WHERE machine = ${idOf("her")}`);
  await sql(last, `DELETE FROM log WHERE machine = ${idOf("her")} AND seq = 3`);
  await assertFound(last, { machine: "her", seq: 3 });
  assert.ok(seq > 3);
});

test("a row that names a box or a bead that the machine does not have: serve and verify say so in one line", async () => {
  const [{ seq }] = await sql(data, `SELECT max(seq) seq FROM log WHERE machine = ${idOf("her")} AND kind = 'episode'`);
  for (const [changes, what] of [["[[1000001,0,4,5]]", /box 1000001, and there are 24 boxes/], ["[[1,60000,4,5]]", /bead 60000 of box 1, which has \d colours/]]) {
    const folder = copied();
    // Without a snapshot behind it, so that whoever opens the house goes through the row.
    await sql(folder, `UPDATE log SET changes = '${changes}' WHERE machine = ${idOf("her")} AND seq = ${seq};
      DELETE FROM beads WHERE machine = ${idOf("her")} AND seq >= ${seq}`);
    await assertFound(folder, { machine: "her", seq });
    const { code, stderr } = await menagerie("serve", "--listen", "127.0.0.1:0", "--data", folder);
    assert.equal(code, 1, stderr);
    const told = stderr.trim().split("\n").filter((line) => line.includes("damaged"));
    assert.equal(told.length, 1, stderr);
    assert.match(told[0], new RegExp(`log of machine \\d+ at seq ${seq} names`));
    assert.match(told[0], what);
    assert.match(told[0], /not of the boxes of her/);
  }
});

test("a row that nobody played is found", async () => {
  const folder = copied();
  const [{ seq }] = await sql(folder, `SELECT max(seq) seq FROM log WHERE machine = ${idOf("menace")}`);
  await sql(folder, `INSERT INTO log(row, kind, era, time_ms, changes, id, visit, started_ms, seat, opponent, moves, trace, outcome, reason, detail)
    SELECT row + 1, kind, era, time_ms, changes, randomblob(16), visit, started_ms, seat, opponent, moves, trace, outcome, reason, detail FROM log WHERE machine = ${idOf("menace")} AND seq = ${seq}`);
  await assertFound(folder, { machine: "menace", seq: seq + 1 });
});

test("an episode that stands in the log twice is found", async () => {
  const folder = copied();
  await sql(folder, `UPDATE log SET id = (SELECT id FROM log WHERE machine = ${idOf("menace")} AND seq = 4) WHERE machine = ${idOf("menace")} AND seq = 6`);
  const { what } = await assertFound(folder, { machine: "menace", seq: 6 });
  assert.match(what, /twice/);
});

test("verify changes nothing, and a folder without a house is told in one line", async () => {
  const folder = copied();
  const before = await sql(folder, "SELECT count(*) n, sum(seq) s FROM log");
  await verify(folder);
  assert.deepEqual(await sql(folder, "SELECT count(*) n, sum(seq) s FROM log"), before);
  const { code, stderr } = await menagerie("verify", "--data", join(folder, "nowhere"));
  assert.equal(code, 1);
  assert.equal(stderr.trim().split("\n").length, 1);
  assert.equal(existsSync(join(folder, "nowhere")), false);
});

test("verify may run while the house is open", async () => {
  const house = await startHouse({ data: copied() });
  const visitor = await sitDown(house, "menace");
  for (let time = 0; time < 3; time += 1) {
    await playEpisode(visitor);
    await assertVerified(house.data);
  }
  await visitor.close();
  await house.close();
});

test("the views episodes, bead_history and boxes_now tell what REST tells", async () => {
  for (const machine of machines) {
    const { boxes, episodes, history } = told[machine];
    const own = await sql(data, `SELECT seq, id, era, time, seat, outcome, reason, moves FROM episodes WHERE machine = '${machine}' ORDER BY seq DESC`);
    assert.deepEqual(own, episodes.map((it) => ({ seq: it.seq, id: it.id, era: it.era, time: it.time, seat: it.seat, outcome: it.outcome, reason: it.reason, moves: it.moves.join(" ") })));
    const changes = await sql(data, `SELECT machine, seq, ordinal, time, era, episode, turn, box, move, before, after, reason FROM bead_history WHERE machine = '${machine}' ORDER BY seq, ordinal`);
    assert.deepEqual(changes, history);
    const now = await sql(data, `SELECT number, turn, box, move, beads FROM boxes_now WHERE machine = '${machine}'`);
    const key = (it) => `${it.number} ${it.box} ${it.turn} ${it.move} ${it.beads}`;
    assert.deepEqual(now.map(key).sort(), boxes.flatMap((box) => box.moves.map((it) => key({ ...box, move: it.move, beads: it.beads }))).sort());
  }
});

test("a second house on the same folder is refused in one clear line, and the first one stays open", async () => {
  const house = await startHouse({ data: copied() });
  const { code, stderr, stdout } = await run(bin, ["serve", "--listen", "127.0.0.1:0", "--data", house.data], { env: bareEnvironment() });
  assert.equal(code, 1);
  assert.equal(stdout, "");
  const lines = stderr.trim().split("\n").filter((line) => !/^\d{4}-/.test(line)); // but for what is logged
  assert.equal(lines.length, 1, stderr);
  assert.ok(lines[0].includes(house.data) && /another|already|in use|open/.test(lines[0]), stderr);
  const visitor = await sitDown(house, "her");
  await playEpisode(visitor);
  await visitor.close();
  await house.close();
});
