// The access log: a line for each answer, in the Common Log Format, and nobody's address in it.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { connect as dial } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { bareEnvironment, bin, eventually, freshFolder, menagerie, start, startHouse } from "./house.mjs";
import { connect } from "./visitor.mjs";

const form = /^- - - \[\d{2}\/[A-Z][a-z]{2}\/\d{4}:\d{2}:\d{2}:\d{2} \+0000\] "(.*)" (\d{3}) (\d+)$/;
/** [request, status, bytes] of each line. */
const linesOf = (text) => text.split("\n").filter(Boolean).map((line) => {
  const [, request, status, bytes] = line.match(form) ?? [];
  assert.ok(request !== undefined, line);
  return [request, Number(status), Number(bytes)];
});
const read = (file) => linesOf(existsSync(file) ? readFileSync(file, "utf8") : "");

test("every answer is a line: what was asked, the status, the bytes of the body; no address", async () => {
  const file = join(freshFolder(), "access.log");
  const house = await startHouse({ flags: ["--access-log", file, "--trusted-proxy", "127.0.0.1"] });
  const forwarded = { "X-Forwarded-For": "203.0.113.77" };
  const expected = [];
  for (const [method, path, headers] of [
    ["GET", "/", {}], ["HEAD", "/api/v1/machines", {}], ["GET", "/api/v1/machines/her?x=%20%22", {}], ["GET", "/nowhere", forwarded],
    ["POST", "/api/v1/machines/her/reset", {}], ["GET", "/api/v1/machines/ellis/history.csv", { "Accept-Encoding": "gzip" }], ["GET", "/api/v1/play", forwarded],
  ]) {
    const answer = await house.ask(path, { method, headers });
    expected.push([`${method} ${path} HTTP/1.1`, answer.status, answer.body.length]);
  }
  const { headers: { etag } } = await house.ask("/api/v1/games");
  expected.push(["GET /api/v1/games HTTP/1.1", 200, (await house.ask("/api/v1/games")).body.length]);
  expected.push(expected.at(-1));
  assert.equal((await house.ask("/api/v1/games", { headers: { "If-None-Match": etag } })).status, 304);
  expected.push(["GET /api/v1/games HTTP/1.1", 304, 0]);
  const watcher = await connect(house, "watch", { machine: "her" });
  expected.push(["GET /api/v1/watch?machine=her HTTP/1.1", 101, 0]);
  await watcher.close();
  await eventually(() => read(file).length >= expected.length, { what: "all lines" });
  assert.deepEqual(read(file), expected);
  assert.doesNotMatch(readFileSync(file, "utf8"), /203\.0\.113|127\.0\.0/);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  await house.close();
});

test("what is no request is one line all the same", async () => {
  const file = join(freshFolder(), "access.log");
  const house = await startHouse({ flags: ["--access-log", file] });
  const send = (bytes) => new Promise((done) => {
    const line = dial(house.port, "127.0.0.1", () => line.write(bytes));
    line.on("data", () => {}).on("close", done).on("error", done);
  });
  await send("nonsense\r\n\r\n");
  await send("GET /healthz HTTP/1.0\r\n\r\n");
  await eventually(() => read(file).length === 2, { what: "two lines" });
  const [nonsense, old] = read(file);
  assert.deepEqual(nonsense.slice(0, 2), ["-", 400]);
  assert.deepEqual(old, ["GET /healthz HTTP/1.0", 200, 3]);
  await house.close();
});

test("SIGHUP opens it anew after it was renamed; where that cannot be, the old one is written on", async () => {
  const folder = freshFolder();
  const file = join(folder, "access.log"), old = join(folder, "access.log.1");
  const house = await startHouse({ flags: ["--access-log", file] });
  const hangUp = async (words) => {
    const seen = house.log.length;
    house.child.kill("SIGHUP");
    await house.logged(words, { from: seen });
  };
  await house.ask("/healthz");
  renameSync(file, old);
  await house.ask("/readyz");
  await eventually(() => read(old).length === 2, { what: "both in the old file" });
  await hangUp(/signal 1: the log level is info now/);
  await house.ask("/metrics");
  await eventually(() => read(file).length === 1, { what: "the third in the new one" });
  assert.equal(read(file)[0][0], "GET /metrics HTTP/1.1");
  assert.equal(read(old).length, 2);

  renameSync(file, join(folder, "access.log.2"));
  mkdirSync(file);
  await hangUp(/signal 1: --access-log: .*access\.log cannot be written.*the old file is written on/);
  await house.ask("/healthz");
  await eventually(() => read(join(folder, "access.log.2")).length === 2, { what: "the fourth in the old one" });
  await house.close();
});

test("- is standard output; a file that cannot be is told of in one line", async () => {
  const house = start(bin, ["serve", "--listen", "127.0.0.1:0", "--data", freshFolder(), "--access-log", "-"], { env: bareEnvironment(), stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((done) => house.on("exit", done));
  let printed = "", log = "";
  house.stdout.setEncoding("utf8").on("data", (text) => { printed += text; });
  house.stderr.setEncoding("utf8").on("data", (text) => { log += text; });
  const port = await eventually(() => log.match(/http:\/\/localhost:(\d+)/)?.[1], { what: "the house" });
  await (await fetch(`http://127.0.0.1:${port}/healthz`)).text();
  await eventually(() => linesOf(printed).length === 1, { what: "a line" });
  assert.deepEqual(linesOf(printed), [["GET /healthz HTTP/1.1", 200, 3]]);
  house.kill("SIGTERM");
  assert.equal(await ended, 0);

  const data = join(freshFolder(), "data");
  const { code, stderr } = await menagerie("serve", "--data", data, "--access-log", join(bin, "access.log"));
  assert.equal(code, 1);
  assert.match(stderr, /^menagerie serve: --access-log: .* cannot be written: [^\n]+\n$/m);
});
