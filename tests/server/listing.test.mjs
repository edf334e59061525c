// Lists of log rows: every filter in every form, closed ranges that never change, their hashes, and clients that do
// not read on.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect as dial } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { eventually, run, sql, startHouse } from "./house.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

const immutable = "public, max-age=31536000, immutable";
let house;
const whole = {}; // machine -> { history, log, episodes, draws }: all of each, in its own order

before(async () => {
  house = await startHouse({ flags: ["--dry-era-after-s", "0", "--exports-per-client-max", "4"] });
  for (const [machine, games] of [["her", 40], ["menace", 12]]) {
    for (let stay = 0; stay < 2; stay += 1) {
      const visitor = await sitDown(house, machine);
      for (let game = 0; game < games / 2; game += 1) await playEpisode(visitor);
      await visitor.close();
    }
  }
  for (const machine of ["her", "menace"]) {
    whole[machine] = {};
    for (const list of ["history", "log", "episodes", "draws"]) whole[machine][list] = await lines(`${machine}/${list}.ndjson`);
  }
});
after(() => house.close());

const at = (path) => `/api/v1/machines/${path}`;

async function fetched(path, headers = {}) {
  const answer = await house.ask(at(path), { headers });
  assert.equal(answer.status, 200, `${path}: ${answer.text}`);
  return answer;
}
const parsed = (text) => text.split("\n").slice(0, -1).map((line) => JSON.parse(line));
const lines = async (path) => parsed((await fetched(path)).text);

/** A CSV's rows as objects of texts (RFC 4180). */
function parseCsv(text) {
  const rows = [[""]];
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] === '"' && quoted && text[i + 1] === '"') rows.at(-1)[rows.at(-1).length - 1] += text[(i += 1)];
    else if (text[i] === '"') quoted = !quoted;
    else if (text[i] === "," && !quoted) rows.at(-1).push("");
    else if (text.startsWith("\r\n", i) && !quoted) {
      rows.push([""]);
      i += 1;
    } else rows.at(-1)[rows.at(-1).length - 1] += text[i];
  }
  assert.deepEqual(rows.pop(), [""], "the last line is ended");
  const [columns, ...cells] = rows;
  for (const row of cells) assert.equal(row.length, columns.length);
  return cells.map((row) => Object.fromEntries(row.map((cell, i) => [columns[i], cell])));
}

/** A row as its CSV line has it. */
function asCsv(list, row) {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !(list === "episodes" && ["trace", "changes"].includes(name))).map(([name, value]) => [name,
    name === "moves" ? (value ?? []).join(" ") : value !== null && typeof value === "object" ? JSON.stringify(value) : String(value ?? "")]));
}

/** What `list` answers to a query: the same in every form, whole and in pages. */
async function asked(machine, list, query) {
  const rows = await lines(`${machine}/${list}.ndjson?${query}`);
  const csv = parseCsv((await fetched(`${machine}/${list}.csv?${query}`)).text);
  assert.deepEqual(csv, rows.map((row) => asCsv(list, row)), `${list}.csv?${query}`);
  const found = [];
  const member = { history: "changes", log: "rows", episodes: "episodes", draws: "draws" }[list];
  const limit = Math.max(1, Math.ceil(rows.length / 3));
  let pages = 0;
  for (let path = `${machine}/${list}?${query}&limit=${limit}`; path; pages += 1) {
    const answer = await fetched(path, { Accept: "application/json" });
    const page = answer.json();
    found.push(...page[member]);
    assert.equal(answer.headers.link?.match(/^<(.+)>; rel="next"$/)?.[1] ?? null, page.next);
    path = page.next?.replace("/api/v1/machines/", "");
  }
  assert.deepEqual(found, rows, `${list}?${query} in pages`);
  assert.equal(pages, Math.max(1, Math.ceil(rows.length / limit)));
  return rows;
}

for (const list of ["history", "draws"]) test(`${list} takes every filter, alone and together, in every form`, async () => {
  for (const machine of ["her", "menace"]) {
    const all = whole[machine][list];
    const seqs = all.map(({ seq }) => seq);
    const [low, high] = [Math.min(...seqs) + 3, Math.max(...seqs) - 3];
    const { box, episode } = all.findLast((row) => row.episode);
    const { boxes } = await house.boxes(machine);
    const { number } = boxes.find((it) => it.box === box);
    const time = all[Math.floor(all.length / 2)].time;
    const day = new Date(Date.parse(time) + 3_600_000).toISOString().replace("Z", "+01:00");
    for (const [query, holds] of [
      [`from=${low}`, ({ seq }) => seq >= low],
      [`to=${high}`, ({ seq }) => seq <= high],
      [`from=${low}&to=${high}`, ({ seq }) => seq >= low && seq <= high],
      [`from=${high}&to=${high}`, ({ seq }) => seq === high],
      ["era=1", ({ era }) => era === 1],
      [`box=${number}`, (row) => row.box === box],
      [`box=${encodeURIComponent(box)}`, (row) => row.box === box],
      [`episode=${episode}`, (row) => row.episode === episode],
      [`since=${time}`, (row) => row.time >= time],
      [`until=${time}`, (row) => row.time < time],
      [`since=${encodeURIComponent(day)}`, (row) => row.time >= time],
      [`since=${day}`, (row) => row.time >= time],
      [`since=${time}&until=2100-01-01T00:00:00Z&from=${low}`, (row) => row.time >= time && row.seq >= low],
      ["since=2100-01-01T00:00:00Z", () => false],
      [`era=1&box=${number}&from=2&to=${high}&until=2100-01-01T00:00:00Z`, (row) => row.era === 1 && row.box === box && row.seq > 1 && row.seq <= high],
      [`episode=${episode}&box=${number}`, (row) => row.episode === episode && row.box === box],
      [`episode=${episode}&to=2`, () => false],
      [`after=${low}`, ({ seq }) => seq > low],
    ]) {
      assert.deepEqual(await asked(machine, list, query), all.filter(holds), `${machine} ${query}`);
    }
  }
  const eras = new Set(whole.her[list].map(({ era }) => era));
  for (const era of eras) assert.deepEqual(await asked("her", list, `era=${era}`), whole.her[list].filter((row) => row.era === era));
});

test("log holds every row, acts too, and takes its filters", async () => {
  for (const machine of ["her", "menace"]) {
    const { log, history } = whole[machine];
    const { seq, episodes } = await house.get(`/machines/${machine}`);
    assert.deepEqual(log.map((row) => row.seq), Array.from({ length: seq }, (_, i) => i + 1));
    assert.equal(log.filter(({ kind }) => kind === "episode").length, episodes);
    for (const row of log) {
      assert.equal(row.change_count, history.filter((change) => change.seq === row.seq).length);
      if (row.kind === "episode") assert.ok(row.started <= row.time && row.moves.length > 0 && row.detail === null);
      else assert.ok(row.detail.why && row.episode === null && row.moves === null);
    }
    assert.equal(new Set(log.filter(({ visit }) => visit).map(({ visit }) => visit)).size, 2, "two stays");
    const { visit, episode } = log.at(-1).visit ? log.at(-1) : log.at(-2);
    const time = log.at(-3).time;
    for (const [query, holds] of [
      ["", () => true],
      ["kind=episode", ({ kind }) => kind === "episode"],
      ["kind=act", ({ kind }) => kind !== "episode"],
      ["kind=start", ({ kind }) => kind === "start"],
      ["outcome=win", ({ outcome }) => outcome === "win"],
      ["outcome=loss&kind=episode&from=5", ({ outcome, seq: row }) => outcome === "loss" && row >= 5],
      [`visit=${visit}`, (row) => row.visit === visit],
      [`visit=${visit}&to=3`, (row) => row.visit === visit && row.seq <= 3],
      [`episode=${episode}`, (row) => row.episode === episode],
      ["era=1&kind=act", ({ era, kind }) => era === 1 && kind !== "episode"],
      [`since=${time}`, (row) => row.time >= time],
      ["after=4&to=9", ({ seq: row }) => row > 4 && row <= 9],
    ]) {
      assert.deepEqual(await asked(machine, "log", query), log.filter(holds), `${machine} ${query}`);
    }
  }
});

test("episodes come newest first in every form, whole with their draws, and take their filters", async () => {
  for (const machine of ["her", "menace"]) {
    const { episodes, log } = whole[machine];
    assert.deepEqual(episodes.map(({ seq, id }) => [seq, id]), log.filter(({ kind }) => kind === "episode").map(({ seq, episode }) => [seq, episode]).reverse());
    const { boxes } = await house.boxes(machine);
    for (const episode of episodes) {
      for (const { number, box, bead, move, ply } of episode.trace) {
        const own = boxes[number - 1];
        assert.equal(own.box, box);
        assert.equal(own.moves[bead].move, move);
        if (machine === "menace") assert.ok(own.moves[bead].orbit.length > 0 && ply % 2 === 0 && ply < episode.moves.length);
      }
      assert.ok(episode.trace.length > 0 || episode.reason === "resign");
    }
    const { visit, seq } = episodes[3];
    for (const [query, holds] of [
      ["", () => true],
      [`before=${seq}`, (row) => row.seq < seq],
      [`visit=${visit}&outcome=loss`, (row) => row.visit === visit && row.outcome === "loss"],
      [`from=${seq - 5}&to=${seq}`, (row) => row.seq <= seq && row.seq >= seq - 5],
      ["era=1", ({ era }) => era === 1],
      [`until=${episodes[2].time}`, ({ time }) => time < episodes[2].time],
    ]) {
      assert.deepEqual(await asked(machine, "episodes", query), episodes.filter(holds), `${machine} ${query}`);
    }
  }
});

test("a closed range has a strong ETag of its own for every form, coding and filter, and is immutable; an open one is not", async () => {
  const tags = new Set();
  const paths = ["history.csv?to=9", "history.ndjson?to=9", "history.csv?to=8", "history.csv?to=9&box=1", "history.csv?to=9&from=2", "history.json?to=9", "history.json?to=9&limit=5", "draws.csv?to=9", "draws.ndjson?to=9", "draws.json?to=9&limit=5", "log.csv?to=9",
    "log.json?to=9", "episodes.ndjson?to=9", "history.sha256?to=9", "history.sha256?to=9&format=ndjson"];
  const before = [];
  for (const path of paths) {
    const plain = await fetched(`menace/${path}`);
    assert.equal(plain.headers["cache-control"], immutable, path);
    const zipped = await fetched(`menace/${path}`, { "Accept-Encoding": "gzip" });
    const bytes = zipped.headers["content-encoding"] === "gzip" ? gunzipSync(zipped.body) : zipped.body;
    assert.deepEqual(bytes, plain.body);
    assert.equal(zipped.headers.etag === plain.headers.etag, zipped.headers["content-encoding"] === undefined, path);
    for (const tag of new Set([plain.headers.etag, zipped.headers.etag])) {
      assert.match(tag, /^"[^"]+"$/);
      assert.ok(!tags.has(tag), `${path} has a tag of its own`);
      tags.add(tag);
    }
    for (const [{ headers }, coding] of [[plain, "identity"], [zipped, "gzip"]]) {
      for (const method of ["GET", "HEAD"]) {
        const again = await house.ask(at(`menace/${path}`), { method, headers: { "If-None-Match": headers.etag, "Accept-Encoding": coding } });
        assert.deepEqual([again.status, again.body.length, again.headers.etag, again.headers["cache-control"]], [304, 0, headers.etag, immutable], path);
      }
    }
    const other = await house.ask(at(`menace/${path}`), { headers: { "If-None-Match": zipped.headers.etag, "Accept-Encoding": "identity" } });
    assert.equal(other.status, zipped.headers.etag === plain.headers.etag ? 304 : 200, path);
    const head = await house.ask(at(`menace/${path}`), { method: "HEAD" });
    assert.equal(head.body.length, 0);
    for (const name of ["etag", "content-type", "cache-control", "content-disposition", "link", "vary"]) assert.equal(head.headers[name], plain.headers[name], `${path} ${name}`);
    for (const { headers } of [plain, head]) assert.ok([undefined, String(plain.body.length)].includes(headers["content-length"]), path);
    assert.equal(head.headers["content-length"], String(plain.body.length), `${path}: it was made before`);
    before.push(plain);
  }
  assert.equal((await fetched("menace/history.csv")).headers["cache-control"], "no-cache");
  assert.equal((await fetched("menace/history.csv")).headers.etag, undefined);
  const visitor = await sitDown(house, "menace");
  await playEpisode(visitor);
  await visitor.close();
  for (const [i, path] of paths.entries()) {
    const again = await fetched(`menace/${path}`);
    assert.deepEqual(again.body, before[i].body, `${path} is the same bytes after another lesson`);
    assert.equal(again.headers.etag, before[i].headers.etag);
  }
});

test("history.sha256 is the hash of these very bytes, as sha256sum checks it", async () => {
  const { seq } = await house.get("/machines/menace");
  const folder = mkdtempSync(join(tmpdir(), "menagerie-hash-"));
  try {
    for (const [format, filters] of [["csv", ""], ["csv", "&from=2"], ["ndjson", ""], ["ndjson", "&box=1&era=1&since=2020-01-01T00:00:00Z"], ["csv", "&after=3:1"]]) {
      const file = `menace-history.${format}`;
      const { body, headers } = await fetched(`menace/history.${format}?to=${seq}${filters}`);
      assert.equal(headers["content-disposition"], `attachment; filename="${file}"`);
      const hash = await fetched(`menace/history.sha256?to=${seq}&format=${format}${filters}`);
      assert.match(hash.headers["content-type"], /^text\/plain/);
      assert.equal(Number(hash.headers["content-length"]), hash.body.length);
      assert.equal(hash.text, `${createHash("sha256").update(body).digest("hex")}  ${file}\n`);
      writeFileSync(join(folder, file), body);
      writeFileSync(join(folder, "hashes"), hash.text);
      const { code, stdout } = await run("sha256sum", ["-c", "hashes"], { cwd: folder });
      assert.deepEqual([code, stdout], [0, `${file}: OK\n`]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("what cannot be answered is refused, with what would be right", async () => {
  const { seq, era } = await house.get("/machines/her");
  const nobody = "01a1f873-0364-70c6-a6a3-a4506513270e";
  const ends = new RegExp(`ends with seq ${seq}`);
  for (const [path, status, type, detail] of [
    [`history.csv?to=${seq + 1}`, 404, "beyond-the-end", ends],
    [`history.csv?from=${seq + 1}`, 404, "beyond-the-end", ends],
    [`history.json?after=${seq + 1}`, 404, "beyond-the-end", ends],
    [`history.sha256?to=${seq + 1}`, 404, "beyond-the-end", ends],
    [`log.csv?to=${seq + 1}`, 404, "beyond-the-end", ends],
    [`episodes?before=${seq + 2}`, 404, "beyond-the-end", ends],
    ["history.csv?to=0", 400, "bad-to", new RegExp(`from seq 1 to ${seq}`)],
    ["history.csv?from=x", 400, "bad-from", new RegExp(`from seq 1 to ${seq}`)],
    ["history.csv?from=4&to=3", 400, "bad-from", /upwards/],
    ["history.csv?to=99999999999999999999", 400, "bad-to", /from seq 1/],
    ["history.csv?era=0", 400, "bad-era", /whole number/],
    [`history.csv?era=${era + 1}`, 404, "not-found", new RegExp(`is in era ${era}`)],
    ["history.csv?box=25", 404, "not-found", /boxes 1 to 24/],
    ["history.csv?box=xyz", 404, "not-found", /boxes 1 to 24/],
    ["history.csv?episode=xyz", 400, "bad-episode", /UUID/],
    [`history.csv?episode=${nobody}`, 404, "not-found", /no episode/],
    [`history.csv?episode=${whole.menace.episodes[0].id}`, 404, "not-found", /HER has learned no episode/],
    ["history.csv?since=yesterday", 400, "bad-since", /2026-11-20T10:00:00Z/],
    ["history.csv?until=2026-11-20", 400, "bad-until", /2026-11-20T10:00:00Z/],
    ["history.csv?since=2026-11-20T10:00:00Z&until=2026-11-20T10:00:00Z", 400, "bad-until", /later/],
    ["history.csv?form=1", 400, "unknown-parameter", /there are: from, to, era/],
    ["history.json?after=1:x", 400, "bad-cursor", /SEQ:ORDINAL/],
    ["history.json?limit=10001", 400, "bad-limit", /1 to 10000/],
    ["history.sha256", 400, "bad-to", ends],
    ["history.sha256?to=3&format=json", 400, "bad-format", /csv or ndjson/],
    ["history.sha256?to=3&limit=3", 400, "unknown-parameter", /format/],
    ["log?kind=party", 400, "bad-kind", /episode, start, reset/],
    ["log?outcome=won", 400, "bad-outcome", /win, draw or loss/],
    ["log?visit=me", 400, "bad-visit", /UUID/],
    ["log?box=1", 400, "unknown-parameter", /kind/],
    ["log?limit=10001", 400, "bad-limit", /1 to 10000/],
    ["episodes?kind=act", 400, "unknown-parameter", /outcome/],
  ]) {
    const answer = await house.ask(at(`her/${path}`));
    assert.equal(answer.status, status, `${path}: ${answer.text.slice(0, 300)}`);
    const problem = answer.json();
    assert.equal(problem.type, `urn:menagerie:problem:${type}`, path);
    assert.match(problem.detail, detail, path);
    assert.equal(answer.headers["cache-control"], "no-cache");
    assert.equal(answer.headers["access-control-allow-origin"], "*");
  }
});

/** Asks for far more than lines hold, and reads nothing of it. */
const longList = "GET /api/v1/machines/octapawn/history.ndjson HTTP/1.1\r\nHost: x\r\n\r\n";

function stuckClient(port) {
  const socket = dial({ port, host: "127.0.0.1", highWaterMark: 1024 });
  socket.on("error", () => {});
  socket.pause();
  socket.write(longList.repeat(40));
  return socket;
}

test("clients that do not read on hold no reader and no snapshot, and are closed; who has all his exports is told when to come back", async () => {
  const other = await startHouse({ flags: ["--exports-per-client-max", "3", "--write-s", "16"] });
  const stuck = [1, 2, 3].map(() => stuckClient(other.port)); // there are two reader threads
  try {
    const refused = await eventually(async () => {
      const answer = await other.ask(at("her/history.csv"));
      if (answer.status === 429) return answer;
      for (const socket of stuck) socket.write(longList); // this very export may have had the place of one, which was refused all it asked for
      return null;
    });
    assert.match(refused.headers["content-type"], /^application\/problem\+json/);
    assert.match(refused.json().type, /too-many-exports/);
    assert.ok(Number(refused.headers["retry-after"]) > 0);
    assert.equal(refused.headers["access-control-allow-origin"], "*");
    assert.equal((await other.ask(at("her/history.csv"), { method: "HEAD" })).status, 200, "HEAD is no export");
    for (let time = 0; time < 4; time += 1) assert.equal((await other.ask(at("her/episodes"))).status, 200, "readers are free");
    const [{ busy }] = await sql(other.data, "PRAGMA wal_checkpoint(TRUNCATE)");
    assert.equal(busy, 0, "no reader keeps an old snapshot");
    await eventually(async () => (await other.ask(at("her/history.csv"))).status === 200, { what: "the stuck ones are closed" });
  } finally {
    for (const socket of stuck) socket.destroy();
    await other.close();
  }
});
