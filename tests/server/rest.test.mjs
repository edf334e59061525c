// The REST interface: what it says is what was played, in every form, and HTTP's own manners.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { countsOf, run, startHouse } from "./house.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

const machines = ["menace", "menace-two", "her", "him"];
const columns = ["machine", "seq", "ordinal", "time", "era", "episode", "turn", "box", "move", "before", "after", "reason"];
const lessons = {};
let house;
let fresh;

before(async () => {
  house = await startHouse({ flags: ["--dry-era-after-s", "0", "--exports-per-client-max", "4"] });
  fresh = Object.fromEntries(await Promise.all(machines.map(async (machine) => [machine, await house.boxes(machine)])));
  for (const machine of machines) {
    const visitor = await sitDown(house, machine);
    lessons[machine] = [];
    for (let game = 0; game < (machine === "him" ? 12 : 30); game += 1) lessons[machine].push((await playEpisode(visitor)).learned);
    await visitor.close();
  }
});
after(() => house.close());

async function curl(...argv) {
  const { code, stdout, stderr } = await run("curl", ["-sS", "--max-time", "30", ...argv]);
  assert.equal(code, 0, stderr);
  return stdout;
}

function parseCsv(text) {
  const lines = text.split("\r\n");
  assert.equal(lines.pop(), "", "the last line is ended");
  assert.equal(lines.shift(), columns.join(","));
  return lines.map((line) => Object.fromEntries(line.split(",").map((value, i) => [columns[i], value])));
}

test("a fresh MENACE: 304 boxes in four turns, 1720 beads", () => {
  const { boxes, seq, era } = fresh.menace;
  assert.deepEqual([boxes.length, seq, era], [304, 1, 1]);
  assert.equal(boxes.reduce((sum, box) => sum + box.beads, 0), 1720);
  assert.deepEqual([1, 2, 3, 4].map((turn) => boxes.filter((box) => box.turn === turn).length), [1, 12, 108, 183]);
  assert.deepEqual([1, 2, 3, 4].map((turn) => boxes.find((box) => box.turn === turn).moves[0].beads), [4, 3, 2, 1]);
  assert.deepEqual(boxes.map(({ number }) => number), boxes.map((_, i) => i + 1));
  const start = { menace: [304, 1720], "menace-two": [289, 2237], her: [24, 55] };
  for (const [machine, [count, beads]] of Object.entries(start)) {
    assert.equal(fresh[machine].boxes.length, count);
    assert.equal(fresh[machine].boxes.reduce((sum, box) => sum + box.beads, 0), beads);
  }
});

test("a box is found by its number and by its position", async () => {
  for (const machine of machines) {
    const { boxes } = await house.boxes(machine);
    for (const box of [boxes[0], boxes[1], boxes.at(-1)]) {
      assert.deepEqual(await house.get(`/machines/${machine}/boxes/${box.number}`), box);
      assert.deepEqual(await house.get(`/machines/${machine}/boxes/${encodeURIComponent(box.box)}`), box);
    }
  }
});

for (const machine of machines) {
  test(`${machine}: folding its history gives its boxes, and csv, ndjson and json are one`, async () => {
    const rows = parseCsv(await curl(`${house.url}/api/v1/machines/${machine}/history.csv`));
    const changes = lessons[machine].flatMap((it) => it.changes.map((change) => ({ ...change, episode: it.episode, seq: it.seq, reason: it.reason })));
    const taught = rows.filter((row) => row.episode !== "");
    assert.equal(taught.length, changes.length);
    taught.forEach((row, i) => {
      const { seq, episode, box, move, before, after, reason } = changes[i];
      assert.deepEqual([row.seq, row.episode, row.box, row.move, row.before, row.after, row.reason], [String(seq), episode, box, move, String(before), String(after), reason]);
      assert.match(row.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    });
    const start = rows.filter(({ reason }) => reason === "start");
    assert.deepEqual(start.map(({ box, move, before, after }) => [box, move, before, Number(after)]),
      fresh[machine].boxes.flatMap(({ box, moves }) => moves.map((it) => [box, it.move, "0", it.beads])), "it begins with the beads that were put in");

    const now = await house.boxes(machine);
    const turns = new Map(now.boxes.map(({ box, turn }) => [box, turn]));
    const beads = new Map();
    for (const { box, move, before, after, turn } of rows) {
      assert.equal(Number(before), beads.get(`${box} ${move}`) ?? 0);
      assert.equal(Number(turn), turns.get(box));
      beads.set(`${box} ${move}`, Number(after));
    }
    for (const { box, moves } of now.boxes) for (const it of moves) assert.equal(beads.get(`${box} ${it.move}`), it.beads, `${box} ${it.move}`);

    const ndjson = (await curl(`${house.url}/api/v1/machines/${machine}/history.ndjson`)).split("\n");
    assert.equal(ndjson.pop(), "");
    assert.equal(ndjson.length, rows.length);
    const objects = ndjson.map((line) => JSON.parse(line));
    objects.forEach((row, i) => assert.deepEqual(Object.entries(row).map(([key, value]) => [key, String(value ?? "")]), Object.entries(rows[i])));
    const whole = await house.get(`/machines/${machine}/history.json?limit=10000`);
    assert.deepEqual(whole.changes, objects);
    assert.equal(whole.next, null);
  });
}

test("history in pages: next and Link lead through all of it, once", async () => {
  const whole = (await house.get("/machines/menace/history.json?limit=10000")).changes;
  for (const [form, limit] of [["json", 7], ["ndjson", 13], ["csv", 40]]) {
    const found = [];
    let path = `/api/v1/machines/menace/history.${form}?limit=${limit}`;
    let pages = 0;
    while (path) {
      const answer = await house.ask(path);
      assert.equal(answer.status, 200, path);
      const link = answer.headers.link?.match(/^<([^>]+)>; rel="next"$/)?.[1] ?? null;
      const rows = form === "json" ? answer.json().changes : form === "csv" ? parseCsv(answer.text) : answer.text.split("\n").slice(0, -1).map((line) => JSON.parse(line));
      if (form === "json") assert.equal(answer.json().next, link);
      assert.ok(rows.length === limit || (rows.length < limit && link === null));
      found.push(...rows);
      path = link;
      pages += 1;
    }
    assert.equal(pages, Math.ceil(whole.length / limit));
    assert.deepEqual(found.map((row) => [row.seq, row.box, row.move, row.after].map(String)), whole.map((row) => [row.seq, row.box, row.move, row.after].map(String)), form);
  }
  const some = (await house.get("/machines/menace/history.json?from=5&to=9&limit=10000")).changes;
  assert.deepEqual(some, whole.filter(({ seq }) => seq >= 5 && seq <= 9));
});

test("episodes, newest first, in pages, are what was learned", async () => {
  for (const machine of machines) {
    const found = [];
    let path = `/machines/${machine}/episodes?limit=7`;
    while (path) {
      const page = await house.get(path.replace("/api/v1", ""));
      found.push(...page.episodes);
      path = page.next;
    }
    for (const { reason, changes } of found) for (const change of changes) assert.ok(change.reason === reason || change.reason === "propagate");
    const told = (changes) => changes.map(({ reason, ...change }) => change);
    assert.deepEqual(found.map(({ id, seq, era, outcome, reason, changes }) => ({ type: "learned", episode: id, seq, era, outcome, reason, changes: told(changes) })), lessons[machine].map(({ lesson, ...learned }) => learned).reverse());
    for (const episode of found.slice(0, 3)) {
      const { replay, end, ...whole } = await house.get(`/machines/${machine}/episodes/${episode.id}`);
      assert.deepEqual(whole, episode);
      assert.equal(typeof end.reason, "string");
      assert.deepEqual(replay.map(({ move }) => move), episode.moves);
    }
  }
});

test("the curve climbs a step for each win and falls one for each loss", async () => {
  for (const machine of machines) {
    const { staircase, first_box: firstBox, from, era } = await house.get(`/machines/${machine}/curve`);
    let height = 0;
    const own = lessons[machine].filter((it) => it.era === era);
    assert.deepEqual(staircase, own.map(({ seq, outcome }) => [seq, (height += { win: 1, draw: 0, loss: -1 }[outcome])]));
    if (era === 1) assert.equal(from, 2);
    const { boxes } = await house.boxes(machine);
    if (own.some(({ changes }) => changes.some(({ number }) => number === 1))) assert.equal(firstBox.at(-1)[1], boxes[0].beads);
  }
});

const cached = ["/api/v1/machines", "/api/v1/machines/her", "/api/v1/machines/her/boxes", "/api/v1/machines/her/boxes/2", "/api/v1/machines/her/episodes",
  "/api/v1/machines/her/curve", "/api/v1/machines/her/history.json", "/api/v1/machines/her/history.csv?limit=5", "/api/v1/games", "/api/v1/games/hexapawn", "/", "/machine/menace", "/js/table.js", "/css/base.css", "/favicon.svg"];

test("a strong ETag answers 304 while it holds, for GET and HEAD, and 200 when it does not", async () => {
  for (const path of cached) {
    const { status, headers } = await house.ask(path);
    assert.equal(status, 200, path);
    assert.match(headers.etag ?? "", /^"[^"]+"$/, path);
    for (const [method, tags] of [["GET", headers.etag], ["HEAD", headers.etag], ["GET", `"other", ${headers.etag}`], ["GET", `W/${headers.etag}`], ["GET", "*"]]) {
      const again = await house.ask(path, { method, headers: { "If-None-Match": tags } });
      assert.equal(again.status, 304, `${method} ${path} ${tags}`);
      assert.equal(again.body.length, 0);
      assert.equal(again.headers.etag, headers.etag);
    }
    assert.equal((await house.ask(path, { headers: { "If-None-Match": '"other"' } })).status, 200);
  }
  const before = await house.ask("/api/v1/machines/menace-two");
  const visitor = await sitDown(house, "menace-two");
  lessons["menace-two"].push((await playEpisode(visitor)).learned);
  await visitor.close();
  assert.equal((await house.ask("/api/v1/machines/menace-two", { headers: { "If-None-Match": before.headers.etag } })).status, 200);
});

test("gzip where it is taken, with its own ETag, and the bytes are the same", async () => {
  for (const path of ["/api/v1/machines/menace/boxes", "/api/v1/machines/menace/history.csv", "/api/v1/machines/menace/history.ndjson", "/api/v1/games", "/", "/js/table.js"]) {
    const plain = await house.ask(path);
    const zipped = await house.ask(path, { headers: { "Accept-Encoding": "gzip" } });
    assert.equal(plain.headers["content-encoding"], undefined);
    assert.equal(zipped.headers["content-encoding"], "gzip", path);
    assert.match(zipped.headers.vary, /Accept-Encoding/);
    assert.ok(zipped.body.length < plain.body.length);
    assert.equal(gunzipSync(zipped.body).toString(), plain.text);
    if (plain.headers.etag) assert.notEqual(zipped.headers.etag, plain.headers.etag);
    assert.equal(await curl("--compressed", house.url + path), plain.text);
    assert.equal((await house.ask(path, { headers: { "Accept-Encoding": "gzip;q=0" } })).headers["content-encoding"], undefined);
  }
});

test("HEAD says what GET would, without the body", async () => {
  for (const path of [...cached, "/healthz", "/readyz", "/api/v1/machines/menace/history.csv"]) {
    const get = await house.ask(path);
    const head = await house.ask(path, { method: "HEAD" });
    assert.equal(head.status, get.status, path);
    assert.equal(head.body.length, 0);
    for (const name of ["content-type", "etag", "content-length", "cache-control"]) assert.equal(head.headers[name], get.headers[name], `${path} ${name}`);
  }
});

const problems = [
  ["GET", "/api/v1/machines/hal", 404], ["GET", "/api/v1/nothing", 404], ["GET", "/api/v2/machines", 404], ["GET", "/api/v1/machines/her/boxes/0", 404],
  ["GET", "/api/v1/machines/her/boxes/25", 404], ["GET", "/api/v1/machines/her/boxes/99999999999999999999", 404], ["GET", "/api/v1/games/go", 404],
  ["GET", "/api/v1/machines/her/episodes/01a1f883-1e06-7893-923f-0824128b2f33", 404], ["GET", "/api/v1/machines/her/episodes/xyz", 400],
  ["GET", "/api/v1/machines/her/episodes?limit=all", 400], ["GET", "/api/v1/machines/her/episodes?limit=0", 400], ["GET", "/api/v1/machines/her/episodes?limit=10001", 400], ["GET", "/api/v1/machines/her/log.json?limit=10001", 400], ["GET", "/api/v1/machines/her/history.json?limit=10001", 400], ["GET", "/api/v1/machines/her/graduates?limit=10001", 400],
  ["GET", "/api/v1/machines/her/episodes?before=-1", 400], ["GET", "/api/v1/machines/her/history.json?after=x", 400], ["GET", "/api/v1/machines/her/history.csv?limit=0", 400],
  ["GET", "/api/v1/machines/her/history.json?from=0", 400], ["POST", "/api/v1/games", 405], ["PUT", "/api/v1/machines", 405], ["DELETE", "/api/v1/machines/her", 405], ["PUT", "/api/v1/machines/her/boxes/1", 405],
  ["POST", "/", 405], ["POST", "/healthz", 405], ["PATCH", "/js/table.js", 405], ["GET", "/nowhere", 404], ["GET", "/nowhere.html", 404],
];

test("what cannot be answered is a problem with its status, type and words", async () => {
  const check = (answer, status, what) => {
    assert.equal(answer.status, status, `${what}: ${answer.text}`);
    assert.match(answer.headers["content-type"], /^application\/problem\+json/, what);
    const problem = answer.json();
    assert.equal(problem.status, status);
    assert.match(problem.type, /^urn:menagerie:problem:[a-z-]+$/);
    assert.ok(problem.title && problem.detail);
    if (status === 405) assert.match(answer.headers.allow, /GET/);
  };
  for (const [method, path, status] of problems) check(await house.ask(path, { method }), status, `${method} ${path}`);
  for (const path of ["/api/v1/machines", "/api/v1/machines/her", "/api/v1/games"]) check(await house.ask(path, { headers: { Accept: "text/html" } }), 406, path);
  check(await house.ask("/api/v1/machines/her/history", { headers: { Accept: "image/png" } }), 406, "history");
  check(await house.ask("/api/v1/machines", { headers: { "X-Long": "x".repeat(9000) } }), 431, "a long header");
});

test("history comes in the form that Accept prefers", async () => {
  for (const [accept, type] of [["text/csv", "text/csv"], ["application/x-ndjson", "application/x-ndjson"], ["application/json", "application/json"], ["*/*", "application/json"], ["application/json;q=0.5, text/csv", "text/csv"]]) {
    const answer = await house.ask("/api/v1/machines/her/history", { headers: { Accept: accept } });
    assert.ok(answer.headers["content-type"].startsWith(type), `${accept}: ${answer.headers["content-type"]}`);
    assert.match(answer.headers.vary, /Accept\b/);
  }
});

test("any page may read the data: CORS, and OPTIONS says so", async () => {
  for (const path of ["/api/v1/machines", "/api/v1/machines/her/history.csv", "/api/v1/machines/hal"]) {
    assert.equal((await house.ask(path, { headers: { Origin: "https://elsewhere.example" } })).headers["access-control-allow-origin"], "*");
  }
  const options = await house.ask("/api/v1/machines", { method: "OPTIONS" });
  assert.equal(options.status, 204);
  assert.match(options.headers["access-control-allow-methods"], /GET/);
});

test("one line carries many requests, one after another and at once", async () => {
  const paths = ["/api/v1/machines/her", "/api/v1/machines/her/boxes", "/healthz"];
  const text = await curl("-i", ...paths.map((path) => house.url + path));
  assert.equal(text.match(/HTTP\/1\.1 200 OK/g).length, 3);
  const said = (await run("curl", ["-sv", "-o", "/dev/null", "-o", "/dev/null", house.url + paths[0], house.url + paths[1]])).stderr;
  assert.match(said, /Re-using existing (http: )?connection/i);
});

test("counts told by several resources agree", async () => {
  const { machines: list } = await house.get("/machines");
  assert.deepEqual(list.map(({ name }) => name).slice(0, machines.length), machines);
  for (const machine of list) {
    const { boxes, seq } = await house.boxes(machine.name);
    assert.equal(boxes.length, machine.boxes);
    assert.equal(seq, machine.seq);
    assert.equal(boxes.reduce((sum, box) => sum + box.beads, 0), machine.beads);
    assert.ok(Object.values(countsOf({ boxes })).flat().every((count) => Number.isInteger(count) && count >= 0));
    assert.deepEqual(await house.get(`/machines/${machine.name}`), machine);
    const { positions } = await house.get(`/games/${machine.game}`);
    assert.ok(/^(go-|checkers-5x5)/.test(machine.game) ? positions === null : positions > 30);
  }
});
