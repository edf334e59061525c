// A machine's film: pieces of beads and changes, read in JavaScript and in Python, are at every row what boxes?at= tells.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { FilmMoment, FilmPiece } from "../../web/js/film_reader.js";
import { order, token } from "./desk.mjs";
import { freshFolder, run, startHouse } from "./house.mjs";
import { playEpisode, sequence, sitDown } from "./visitor.mjs";

const python = "/usr/bin/python3";
const copies = ["her-too", "go-too"];
const acted = ["her", "go-2x2", "him"];
const machines = [...acted, "menace", "nimble", ...copies];
let house;

/** Games of one visit. @returns {Promise<string>} its id */
async function teach(machine, games) {
  const visitor = await sitDown(house, machine);
  for (let game = 0; game < games; game += 1) await playEpisode(visitor, visitor.hello.seat === "either" ? { begin: { seat: game % 2 ? "second" : "first" } } : {});
  await visitor.close();
  return visitor.hello.visit;
}

before(async () => {
  house = await startHouse({ flags: ["--dry-era-after-s", "0", "--exports-per-client-max", "50"], env: { MENAGERIE_CURATOR_TOKEN: token } });
  const act = async (machine, name, body = {}) => {
    const { status, text } = await order(house, `/machines/${machine}/${name}`, body);
    assert.ok(status === 200 || status === 201, `${machine} ${name}: ${text}`);
  };
  for (const machine of acted) {
    const first = await teach(machine, 5);
    await teach(machine, 4);
    await act(machine, "unteach", { visit: first });
    await act(machine, "rewind", { to: 5 });
    await act(machine, "topup", { to: 11 });
    await teach(machine, 3);
    await act(machine, "freeze");
    await act(machine, "thaw");
    await act(machine, "reset");
    await teach(machine, 6);
  }
  await act("her", "fork", { name: "her-too", at: 9 });
  await act("go-2x2", "fork", { name: "go-too", at: 8 });
  for (const machine of ["menace", "nimble", ...copies]) await teach(machine, 3);
});
after(() => house.close());

const path = (machine, query = "") => `/api/v1/machines/${machine}/film${query}`;
const bytesOf = async (machine, query) => {
  const { status, body, text } = await house.ask(path(machine, query));
  assert.equal(status, 200, text);
  return body;
};
const pieceOf = (body) => new FilmPiece(body.buffer.slice(body.byteOffset, body.byteOffset + body.length));
const countsAt = async (machine, seq) => (await house.get(`/machines/${machine}/boxes?at=${seq}`)).boxes.map(({ moves }) => moves.map(({ beads }) => beads));
const newest = async (machine) => (await house.get(`/machines/${machine}`)).seq;

for (const machine of machines) {
  test(`${machine}: the film is at each row what boxes?at= tells, forwards and backwards, in JavaScript and in Python`, async () => {
    const seq = await newest(machine);
    const body = await bytesOf(machine);
    const piece = pieceOf(body);
    assert.deepEqual([piece.from, piece.to], [1, seq]);
    const file = join(freshFolder(), "it.film");
    writeFileSync(file, body);
    const { code, stdout, stderr } = await run(python, [new URL("film.py", import.meta.url).pathname, file]);
    assert.equal(code, 0, stderr);
    const rows = stdout.trim().split("\n").map((line) => JSON.parse(line));
    assert.equal(rows.length, seq);
    const moment = new FilmMoment(piece);
    const all = [];
    for (let at = 1; at <= seq; at += 1) {
      const counts = await countsAt(machine, at);
      all.push(counts);
      assert.deepEqual(moment.go(at).counts(), counts, `${machine} at ${at}`);
      assert.deepEqual(rows[at - 1].boxes, counts, `${machine} at ${at}, in Python`);
    }
    for (let at = seq; at >= 1; at -= 1) assert.deepEqual(moment.go(at).counts(), all[at - 1], `${machine} back at ${at}`);
    assert.deepEqual(moment.go(0).counts(), []);
  });

  test(`${machine}: the film tells of each row what the log tells, and a piece begins anywhere`, async () => {
    const seq = await newest(machine);
    const { rows } = await house.get(`/machines/${machine}/log?limit=1000`);
    const moment = new FilmMoment(pieceOf(await bytesOf(machine)));
    const whole = [];
    for (const row of rows) {
      const { about } = moment.go(row.seq);
      whole.push(about);
      assert.deepEqual([about.seq, about.kind, about.era, about.time_s], [row.seq, row.kind, row.era, Math.floor(Date.parse(row.time) / 1000)]);
      if (row.kind !== "episode") continue;
      assert.equal(about.result, row.opponent === "itself" ? "itself" : row.outcome);
      const { replay } = await house.get(`/machines/${machine}/episodes/${row.episode}`);
      assert.equal(about.board, replay.at(-1)?.position);
    }
    const { episodes, wins, draws, losses } = await house.get(`/machines/${machine}`);
    assert.deepEqual(whole.at(-1).tally, { episodes, wins, draws, losses });
    for (let from = 1; from <= seq; from += 3) {
      const to = Math.min(seq, from + 4);
      const part = new FilmMoment(pieceOf(await bytesOf(machine, `?from=${from}&to=${to}`)));
      for (let at = from; at <= to; at += 1) {
        assert.deepEqual(part.go(at).about, whole[at - 1]);
        assert.deepEqual(part.counts(), moment.go(at).counts(), `${machine} from ${from} at ${at}`);
      }
      assert.deepEqual(part.go(from - 1).counts(), moment.go(from - 1).counts());
    }
  });
}

test("of two thousand lessons each costs at most 16 bytes, and random rows are right", async () => {
  const seq = await newest("ellis");
  assert.ok(seq > 2000);
  const packed = await house.ask(path("ellis"), { headers: { "Accept-Encoding": "gzip" } });
  assert.equal(packed.headers["content-encoding"], "gzip");
  const body = await bytesOf("ellis");
  const size = packed.body.length;
  assert.deepEqual(gunzipSync(packed.body), body);
  assert.ok(size / seq <= 16, `${size / seq} bytes a lesson`);
  const moment = new FilmMoment(pieceOf(body));
  const any = sequence(24);
  for (let i = 0; i < 40; i += 1) {
    const at = 1 + any(seq);
    assert.deepEqual(moment.go(at).counts(), await countsAt("ellis", at), `ellis at ${at}`);
  }
});

test("a closed piece is kept for good, has a strong tag and parts, and stays as it is when more is learned", async () => {
  const seq = await newest("menace");
  const first = await house.ask(path("menace", `?from=2&to=${seq}`));
  assert.match(first.headers["cache-control"], /immutable/);
  assert.equal(first.headers["content-type"], "application/vnd.menagerie.film");
  assert.match(first.headers.etag, /^"[^"]+"$/);
  const open = await house.ask(path("menace"));
  assert.equal(open.headers["cache-control"], "no-cache");
  await teach("menace", 1);
  const again = await house.ask(path("menace", `?from=2&to=${seq}`));
  assert.deepEqual([again.body, again.headers.etag], [first.body, first.headers.etag]);
  assert.equal((await house.ask(path("menace", `?from=2&to=${seq}`), { headers: { "If-None-Match": first.headers.etag } })).status, 304);
  const later = await house.ask(path("menace"), { headers: { "If-None-Match": open.headers.etag } });
  assert.equal(later.status, 200);
  assert.equal(pieceOf(later.body).to, seq + 1);
  const part = await house.ask(path("menace", `?from=2&to=${seq}`), { headers: { Range: "bytes=8-19" } });
  assert.equal(part.status, 206);
  assert.deepEqual(part.body, first.body.subarray(8, 20));
});

test("a piece has as many rows as are wanted: a full one is kept for good, the newest is asked about again", async () => {
  const seq = await newest("ellis");
  const full = await house.ask(path("ellis", "?from=101&limit=100"));
  assert.match(full.headers["cache-control"], /immutable/);
  assert.deepEqual(full.body, (await house.ask(path("ellis", "?from=101&to=200"))).body);
  const last = await house.ask(path("ellis", `?from=${seq - 9}&limit=100`));
  assert.equal(last.headers["cache-control"], "no-cache");
  assert.deepEqual(last.body, (await house.ask(path("ellis", `?from=${seq - 9}&to=${seq}`))).body);
});

test("what is no piece is refused with the reason", async () => {
  const seq = await newest("ellis");
  for (const [query, status, type] of [[`?to=${seq + 1}`, 404, "beyond-the-end"], ["?from=5&to=4", 400, "bad-to"], ["?from=0", 400, "bad-from"],
    ["?from=1&to=11&limit=10", 400, "bad-to"], ["?limit=16385", 400, "bad-limit"], ["?era=1", 400, "unknown-parameter"]]) {
    const answer = await house.ask(path("ellis", query));
    assert.equal(answer.status, status, query);
    assert.equal(answer.json().type, `urn:menagerie:problem:${type}`, query);
  }
  assert.equal((await house.ask(path("hal"))).status, 404);
  assert.equal((await house.ask(path("ellis"), { headers: { Accept: "text/csv" } })).status, 406);
});
