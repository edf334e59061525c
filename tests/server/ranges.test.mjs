// Parts of answers: a download that broke off goes on where it ended, and what is made for one is made for all.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { freshFolder, run, startHouse } from "./house.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

const folder = freshFolder();
const at = (path) => `/api/v1/machines/${path}`;

let house;
before(async () => {
  house = await startHouse({ flags: ["--exports-per-client-max", "8"] });
  const visitor = await sitDown(house, "menace");
  for (let i = 0; i < 5; ++i) await playEpisode(visitor);
  await visitor.close();
});
after(() => house.close());

const seqOf = async (machine) => (await house.get(`/machines/${machine}`)).seq;
const part = (path, range, headers = {}) => house.ask(at(path), { headers: { Range: range, ...headers } });

/** All that has one length and one tag: closed ranges of rows, files, labels. */
async function paths() {
  const to = await seqOf("ellis");
  return [`ellis/history.csv?to=${to}`, `ellis/history.ndjson?to=${to - 1}`, `ellis/episodes.csv?to=${to}`, `ellis/log.ndjson?to=${to}`, `ellis/film?from=2&to=${to}`, "her/export.sqlite", "her/labels.pdf", "her/labels.svg"];
}

test("a part of a file or a closed range, asked for first or after the whole, is that part", async () => {
  for (const path of await paths()) {
    const first = await part(path, "bytes=100-199");
    assert.equal(first.status, 206, `${path}: ${first.text}`);
    const whole = await house.ask(at(path));
    assert.equal(whole.status, 200, path);
    const { etag } = whole.headers;
    assert.match(etag, /^"[^"]+"$/);
    assert.equal(whole.headers["accept-ranges"], "bytes");
    assert.equal(Number(whole.headers["content-length"]), whole.body.length, path);
    const cases = [["bytes=100-199", 100, 199], ["bytes=0-0", 0, 0], ["bytes=300-", 300, whole.body.length - 1], ["bytes=-50", whole.body.length - 50, whole.body.length - 1]];
    for (const [range, from, to] of cases) {
      for (const headers of [{}, { "If-Range": etag }, { "Accept-Encoding": "gzip" }]) {
        const answer = await part(path, range, headers);
        assert.equal(answer.status, 206, `${path} ${range}`);
        assert.equal(answer.headers["content-range"], `bytes ${from}-${to}/${whole.body.length}`);
        assert.equal(Number(answer.headers["content-length"]), to - from + 1);
        assert.equal(answer.headers.etag, etag);
        assert.equal(answer.headers["content-encoding"], undefined);
        assert.deepEqual(answer.body, whole.body.subarray(from, to + 1), `${path} ${range}`);
      }
    }
    assert.deepEqual(first.body, whole.body.subarray(100, 200), path);
    for (const [range, headers] of [["bytes=1-2,5-6", {}], ["lines=1-2", {}], ["bytes=9-2", {}], ["bytes=1-2", { "If-Range": '"another"' }]]) {
      const answer = await part(path, range, headers);
      assert.equal(answer.status, 200, `${path} ${range}`);
      assert.deepEqual(answer.body, whole.body);
    }
    const beyond = await part(path, `bytes=${whole.body.length}-`);
    assert.equal(beyond.status, 416, path);
    assert.equal(beyond.headers["content-range"], `bytes */${whole.body.length}`);
    assert.match(beyond.headers["content-type"], /^application\/problem\+json/);
    const head = await house.ask(at(path), { method: "HEAD", headers: { Range: "bytes=1-2" } });
    assert.equal(head.status, 200, `${path}: HEAD has no parts`);
  }
});

test("a list that is still growing has no parts", async () => {
  for (const path of ["ellis/history.csv", "ellis/log.ndjson", "ellis/history?limit=10"]) {
    const answer = await part(path, "bytes=1-2");
    assert.equal(answer.status, 200, path);
    assert.equal(answer.headers["accept-ranges"], undefined);
  }
});

test("curl -C - goes on with a download that broke off", async () => {
  const to = await seqOf("ellis");
  for (const [path, name] of [[`ellis/history.csv?to=${to}`, "history.csv"], ["menace/export.sqlite", "menace.sqlite"], ["her/labels.pdf", "labels.pdf"]]) {
    const { body } = await house.ask(at(path));
    const file = join(folder, name);
    writeFileSync(file, body.subarray(0, 5000));
    const { code, stderr } = await run("curl", ["-sS", "-f", "-C", "-", "-o", file, house.url + at(path)]);
    assert.equal(code, 0, stderr);
    assert.deepEqual(readFileSync(file), body, path);
  }
});

test("who comes back for the rest of export.sqlite gets the copy that was begun, even if the machine has learned since", async () => {
  const whole = await house.ask(at("menace/export.sqlite"));
  const visitor = await sitDown(house, "menace");
  await playEpisode(visitor);
  await visitor.close();
  const rest = await part("menace/export.sqlite", "bytes=4096-", { "If-Range": whole.headers.etag });
  assert.equal(rest.status, 206);
  assert.deepEqual(rest.body, whole.body.subarray(4096));
  const now = await house.ask(at("menace/export.sqlite"));
  assert.notEqual(now.headers.etag, whole.headers.etag, "a new export has what was learned");
  assert.equal((await part("menace/export.sqlite", "bytes=4096-", { "If-Range": '"gone"' })).status, 200);
});

test("all who ask for one export or one document at once get the same bytes", async () => {
  const hash = ({ status, body }) => `${status} ${createHash("sha256").update(body).digest("hex")}`;
  for (const path of ["octapawn/labels.pdf?numbers=1-40", "octapawn/export.sqlite"]) {
    const all = await Promise.all(Array.from({ length: 8 }, () => house.ask(at(path))));
    assert.equal(new Set(all.map(hash)).size, 1, path);
    assert.match(hash(all[0]), /^200 /);
    assert.equal(hash(await house.ask(at(path))), hash(all[0]));
  }
});
