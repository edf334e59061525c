// Visitors and a curator by turns, at random, on machines that list their boxes and on machines that make them when
// they meet them, and on copies of both: whatever was done, the record is one story in every form.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { order, token } from "./desk.mjs";
import { assertVerified, freshFolder, menagerie, run, startHouse } from "./house.mjs";
import { playEpisode, sequence, sitDown } from "./visitor.mjs";

const steps = 160;
const copiesMax = 8;
const growing = /^(go-|checkers-5x5)/; // games whose machines make a box when they first draw from it

async function sqlite(file, text) {
  const { code, stdout, stderr } = await run("sqlite3", ["-readonly", "-json", file, text]);
  assert.equal(code, 0, stderr);
  return stdout.trim() ? JSON.parse(stdout) : [];
}

/** Holds the boxes at every seq against the fold of the history; returns the history. */
async function assertFolds(house, { name, game, seq: newest }) {
  const rows = (await house.ask(`/api/v1/machines/${name}/history.ndjson`)).text.trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));
  const folded = new Map();
  let next = 0;
  for (let seq = 1; seq <= newest; seq += 1) {
    for (; rows[next]?.seq === seq; next += 1) {
      const { box, move, before, after } = rows[next];
      const key = `${box} ${move}`;
      // A box that was made has its start until its first change, with no row of its own.
      if (folded.has(key) || !growing.test(game)) assert.equal(before, folded.get(key) ?? 0, `${name}, seq ${seq}, ${key}`);
      folded.set(key, after);
    }
    const { boxes } = await house.get(`/machines/${name}/boxes?at=${seq}`);
    const told = new Map(boxes.flatMap(({ box, moves }) => moves.map(({ move, beads }) => [`${box} ${move}`, beads])));
    for (const [key, count] of folded) assert.equal(told.get(key), count, `${name} at ${seq}, ${key}`);
  }
  assert.equal(next, rows.length);
  return rows;
}

async function assertOneStory(house, name) {
  const machine = await house.get(`/machines/${name}`);
  const rows = await assertFolds(house, machine);
  const { boxes } = await house.boxes(name);
  assert.deepEqual(boxes, (await house.get(`/machines/${name}/boxes?at=${machine.seq}`)).boxes);
  for (const { number, box } of boxes.slice(0, 5)) {
    assert.deepEqual((await house.get(`/machines/${name}/boxes/${number}/history?limit=1000`)).changes, rows.filter((row) => row.box === box), `${name}, box ${number}`);
  }
  const file = join(freshFolder(), `${name}.sqlite`);
  const { code, stderr } = await menagerie("export", "--data", house.data, "--machine", name, "--format", "sqlite", "--out", file);
  assert.equal(code, 0, stderr);
  assert.deepEqual(await sqlite(file, "SELECT number, box, move, beads FROM boxes_now ORDER BY number, move"),
    boxes.flatMap(({ number, box, moves }) => moves.map(({ move, beads }) => ({ number, box, move, beads })).sort((a, b) => (a.move < b.move ? -1 : 1))));
  assert.deepEqual(await sqlite(file, "SELECT seq, box, move, before, after, reason FROM bead_history ORDER BY seq, ordinal"),
    rows.map(({ seq, box, move, before, after, reason }) => ({ seq, box, move, before, after, reason })));
}

test("games and acts at random: boxes, histories and exports tell one story, and verify holds", async () => {
  const house = await startHouse({ flags: ["--dry-era-after-s", "0"], env: { MENAGERIE_CURATOR_TOKEN: token } });
  const any = sequence(20261121);
  const visits = new Map(["go-2x2", "go-3x3", "caswell", "her", "nimble"].map((name) => [name, []]));
  const done = { reset: 0, rewind: 0, topup: 0, unteach: 0, fork: 0 };
  for (let step = 0; step < steps; step += 1) {
    const name = [...visits.keys()][any(visits.size)];
    const stays = visits.get(name);
    if (any(2) === 0) {
      const visitor = await sitDown(house, name);
      for (let game = any(2); game < 2; game += 1) await playEpisode(visitor, visitor.hello.seat === "either" ? { begin: { seat: "first" } } : {});
      stays.push(visitor.hello.visit);
      await visitor.close();
      continue;
    }
    const { seq } = await house.get(`/machines/${name}`);
    const copy = `copy-${done.fork}`;
    const bodies = { reset: {}, rewind: { to: 1 + any(seq) }, topup: { to: 1 + any(9) }, unteach: { visit: stays[any(stays.length || 1)] ?? "01a1f880-9a31-7c02-8d10-5a1f2b3c4d5e" },
      fork: { name: copy, at: 1 + any(seq) } };
    const act = ["reset", "rewind", "rewind", "topup", "topup", "unteach", "unteach", "unteach", "fork"][any(9)];
    if (act === "fork" && done.fork === copiesMax) continue;
    const { status, text } = await order(house, `/machines/${name}/${act}`, bodies[act]);
    assert.ok([200, 201, 409, 422].includes(status), text);
    if (status > 201) continue;
    done[act] += 1;
    if (act === "fork") visits.set(copy, [...stays]);
    if (done[act] % 5 === 0) {
      await house.stop();
      await house.open();
    }
  }
  for (const [act, times] of Object.entries(done)) assert.ok(times > 2, `${act} ${times} times`);
  for (const name of visits.keys()) await assertOneStory(house, name);
  await house.close();
  await assertVerified(house.data);
});

test("everything of a machine can be read while it is played, acted on, and makes its boxes", async () => {
  const house = await startHouse({ flags: ["--dry-era-after-s", "0", "--exports-per-client-max", "50"], env: { MENAGERIE_CURATOR_TOKEN: token } });
  const visitor = await sitDown(house, "caswell");
  for (let game = 0; game < 2; game += 1) await playEpisode(visitor);
  const visit = visitor.hello.visit;
  const machine = "/machines/caswell";
  const paths = ["", "/boxes", "/boxes?at=2", "/boxes/1", "/boxes/1/history", "/strength", "/curve", "/curve?at=2", "/history.csv", "/log.json", "/episodes.json", "/labels.svg?numbers=1-2", "/export.sqlite"].map((it) => machine + it);
  let playing = true;
  const readers = [...paths, "/machines", "/audit", `/visits/${visit}`].map(async (path) => {
    while (playing) {
      const { status, text } = await house.ask(`/api/v1${path}`, { headers: { Authorization: `Bearer ${token}` } });
      assert.equal(status, 200, `${path}: ${text}`);
    }
  });
  const orders = [["unteach", { visit, preview: true }], ["topup", { to: 2 }], ["fork", { name: "caswell-too", at: 2, preview: true }], ["rewind", { to: 2 }], ["reset", { preview: true }]];
  const curator = (async () => {
    for (let turn = 0; playing; turn += 1) {
      const [act, body] = orders[turn % orders.length];
      const { status, text } = await order(house, `${machine}/${act}`, body);
      assert.ok(status === 200 || status === 409, text); // a topup may have nothing to do, an unteach nobody
    }
  })();
  const others = await Promise.all([1, 2].map(() => sitDown(house, "caswell")));
  await Promise.all([visitor, ...others].map(async (player) => {
    for (let game = 0; game < 10; game += 1) await playEpisode(player);
    await player.close();
  }));
  playing = false;
  await Promise.all([...readers, curator]);
  await house.close();
  await assertVerified(house.data);
});
