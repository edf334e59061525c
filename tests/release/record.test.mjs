// A machine that a hundred thousand games have taught: its record, recomputed here from what was drawn, in every form
// in which it is exported.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import WebSocket from "../node_modules/ws/wrapper.mjs";
import { assertVerified, freshFolder, menagerie, run, startHouse } from "../server/house.mjs";

const games = 100_000;
const visitors = 48;

/** Plays at random, game after game, until `enough()`; counts in `count` what was learned. */
function play(house, count, enough) {
  return new Promise((done, fail) => {
    const socket = new WebSocket(`ws://${house.host}/api/v1/play?machine=menace`, ["menagerie.v1"], { perMessageDeflate: false });
    const say = (frame) => socket.send(JSON.stringify(frame));
    socket.on("error", fail).on("close", done);
    socket.on("message", (data) => {
      const frame = JSON.parse(data);
      if (frame.type === "hello") say({ type: "begin" });
      else if (frame.type === "error" || frame.type === "dry") fail(new Error(String(data)));
      else if (frame.type === "state" && frame.outcome === undefined)
        say({ type: "move", episode: frame.episode, ply: frame.ply, move: frame.legal[Math.floor(Math.random() * frame.legal.length)] });
      else if (frame.type === "learned") {
        count.learned += 1;
        if (enough()) socket.close();
        else say({ type: "begin", again: true });
      }
    });
  });
}

/** Michie's rule over the draws of all episodes, oldest first: the lines that the history must have. */
function recomputed(start, episodes) {
  const beads = new Map(start.map(({ box, move, after }) => [`${box} ${move}`, after]));
  const change = { win: 3, draw: 1, loss: -1 };
  return episodes.flatMap(({ machine, seq, era, time, id, outcome, reason, trace }) => trace.flatMap(({ box, move }) => {
    const before = beads.get(`${box} ${move}`);
    const after = Math.max(0, before + change[outcome]);
    beads.set(`${box} ${move}`, after);
    return before === after ? [] : [{ machine, seq, time, era, episode: id, box, move, before, after, reason }];
  }).map(({ machine: name, seq: row, ...change_ }, i) => ({ machine: name, seq: row, ordinal: i + 1, ...change_ })));
}

test("the history of 100,000 games equals the recomputation, in every form of export", { timeout: 600_000 }, async () => {
  const house = await startHouse({ flags: ["--learner-episodes-max", "100000"] });
  const count = { learned: 0 };
  await Promise.all(Array.from({ length: visitors }, () => play(house, count, () => count.learned > games - visitors)));
  assert.ok(count.learned >= games);
  const { seq, era, episodes } = await house.get("/machines/menace");
  assert.deepEqual([seq, era, episodes], [count.learned + 1, 1, count.learned]);

  const fetched = async (path) => {
    const answer = await house.ask(`/api/v1/machines/menace/${path}`);
    assert.equal(answer.status, 200, path);
    return answer;
  };
  const lines = async (path) => (await fetched(path)).text.split("\n").slice(0, -1).map((line) => JSON.parse(line));
  const history = await lines(`history.ndjson?to=${seq}`);
  const start = history.filter(({ reason }) => reason === "start");
  const turns = new Map(start.map(({ box, turn }) => [box, turn]));
  assert.equal(start.reduce((sum, { after }) => sum + after, 0), 1720);
  const played = (await lines(`episodes.ndjson?to=${seq}`)).reverse();
  assert.equal(played.length, count.learned);
  const expected = recomputed(start, played);
  assert.equal(history.length, start.length + expected.length);
  const wrong = history.slice(start.length).findIndex(({ turn, ...row }, i) => turns.get(row.box) !== turn || JSON.stringify(row) !== JSON.stringify(expected[i]));
  assert.equal(wrong, -1, `${JSON.stringify(history[start.length + wrong])} is not ${JSON.stringify(expected[wrong])}`);

  const columns = Object.keys(history[0]);
  const csv = [columns, ...history.map((row) => columns.map((column) => row[column] ?? ""))].map((row) => `${row.join(",")}\r\n`).join("");
  const { body } = await fetched(`history.csv?to=${seq}`);
  const hash = (bytes) => createHash("sha256").update(bytes).digest("hex");
  assert.equal(hash(body), hash(csv));
  assert.equal((await fetched(`history.sha256?to=${seq}`)).text, `${hash(csv)}  menace-history.csv\n`);
  let at = 0;
  for (let next = `history.json?to=${seq}&limit=10000`; next; next = next?.replace("/api/v1/machines/menace/", "")) {
    const page = (await fetched(next)).json();
    assert.equal(JSON.stringify(page.changes), JSON.stringify(history.slice(at, at + page.changes.length)));
    at += page.changes.length;
    next = page.next;
  }
  assert.equal(at, history.length);

  const folder = freshFolder();
  const file = join(folder, "menace.csv");
  assert.equal((await menagerie("export", "--data", house.data, "--machine", "menace", "--out", file)).code, 0);
  assert.equal((await run("sha256sum", [file])).stdout.split(" ")[0], hash(csv));
  writeFileSync(join(folder, "menace.sqlite"), (await fetched("export.sqlite")).body);
  const view = await run("sqlite3", ["-readonly", "-csv", join(folder, "menace.sqlite"), `SELECT ${columns} FROM bead_history ORDER BY seq, ordinal`]);
  const told = history.map((row) => `${columns.map((column) => row[column]).join(",")}\n`).join("");
  assert.equal(hash(view.stdout), hash(told));

  const log = await lines(`log.ndjson?to=${seq}`);
  assert.equal(log.length, seq);
  assert.equal(log.reduce((sum, { change_count: count }) => sum + count, 0), history.length);
  const beads = new Map(history.map(({ box, move, after }) => [`${box} ${move}`, after]));
  for (const { box, moves } of (await house.boxes("menace")).boxes) for (const it of moves) assert.equal(beads.get(`${box} ${it.move}`), it.beads);

  // SIGTERM ends it in time, whatever its readers have begun.
  const begun = ["curve", `strength?at=${seq - 1}&before=1`, `boxes?at=${seq >> 1}`, "export.sqlite", "history.csv"].map((path) => house.ask(`/api/v1/machines/menace/${path}`).catch(() => null));
  await house.get("/machines/her");
  const stopped = Date.now();
  await house.close();
  assert.ok(Date.now() - stopped < 10_000, `it took ${Date.now() - stopped} ms`);
  await Promise.all(begun);
  await assertVerified(house.data);
});
