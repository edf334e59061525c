// The curator's desk over REST: who is let in.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { connect as dial } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { order, refused, token } from "./desk.mjs";
import { bareEnvironment, bin, freshFolder, menagerie, run, startHouse } from "./house.mjs";

let house;
before(async () => { house = await startHouse({ flags: ["--curator-guesses-per-minute-max", "0"], env: { MENAGERIE_CURATOR_TOKEN: token } }); });
after(() => house.close());

const desk = [
  ["POST", "/machines"], ["GET", "/audit"], ["HEAD", "/audit"],
  ...["reset", "rewind", "fork", "freeze", "thaw", "topup", "unteach"].map((name) => ["POST", `/machines/menace/${name}`]),
];

test("without the token nothing of it can be done, whatever the body", async () => {
  const before = await house.get("/machines");
  for (const [method, path] of desk) {
    for (const [bearer, type] of [[null, "no-token"], [`${token}x`, "wrong-token"], [token.slice(0, -1), "wrong-token"]]) {
      for (const body of method === "POST" ? [undefined, { preview: true }, "nonsense"] : [undefined]) {
        const answer = await order(house, path, body, { method, bearer });
        assert.equal(answer.status, 401, `${method} ${path}`);
        assert.match(answer.headers["www-authenticate"], /^Bearer realm="menagerie"/);
        if (method !== "HEAD") assert.equal(answer.json().type, `urn:menagerie:problem:${type}`);
      }
    }
    const basic = await order(house, path, undefined, { method, bearer: null, headers: { Authorization: `Basic ${btoa(`curator:${token}`)}` } });
    assert.equal(basic.status, 401);
    assert.equal((await order(house, `${path}?token=${token}`, undefined, { method, bearer: null })).status, 401, "never in an address");
  }
  assert.deepEqual(await house.get("/machines"), before);
  assert.ok(!house.log.includes(token), "it is not logged");
});

test("a page of another site is refused, our own and listed ones are not", async () => {
  const body = { preview: true };
  for (const origin of ["http://evil.example", "null"]) {
    await refused(house, "/machines/menace/freeze", body, 403, "foreign-origin", undefined, { headers: { Origin: origin } });
  }
  assert.equal((await order(house, "/machines/menace/freeze", body, { headers: { Origin: house.url } })).status, 200);
  const preflight = await house.ask("/api/v1/machines/menace/freeze", { method: "OPTIONS" });
  assert.match(preflight.headers["access-control-allow-headers"], /Authorization/);
});

test("somebody else's guesses at the same address do not keep out a curator who has shown the token", async () => {
  const strict = await startHouse({ flags: ["--curator-guesses-per-minute-max", "1"], env: { MENAGERIE_CURATOR_TOKEN: token } });
  const audit = (bearer) => order(strict, "/audit", undefined, { method: "GET", bearer });
  assert.equal((await audit(token)).status, 200);
  assert.equal((await audit("guess")).status, 401);
  for (let i = 0; i < 3; ++i) assert.equal((await audit(`another ${i}`)).status, 429);
  assert.equal((await audit(token)).status, 200);
  assert.equal((await audit("another")).status, 429, "who guesses still waits");
  await strict.close();
});

test("who guesses has to wait, and the house does not read what he sends meanwhile", async () => {
  const strict = await startHouse({ flags: ["--curator-guesses-per-minute-max", "1"], env: { MENAGERIE_CURATOR_TOKEN: token } });
  assert.equal((await order(strict, "/audit", undefined, { method: "GET", bearer: null })).status, 401, "no token is no guess");
  assert.equal((await order(strict, "/audit", undefined, { method: "GET", bearer: "guess" })).status, 401);
  for (const bearer of ["another", token]) {
    const answer = await order(strict, "/machines/menace/reset", {}, { bearer });
    assert.equal(answer.status, 429);
    assert.equal(answer.json().type, "urn:menagerie:problem:too-many-guesses");
    assert.ok(Number(answer.headers["retry-after"]) >= 1 && Number(answer.headers["retry-after"]) <= 60);
  }
  assert.equal((await strict.get("/machines/menace")).era, 1, "visitors are not kept waiting");
  // The header alone, with a body announced that never comes: it is answered all the same.
  const text = await new Promise((done, fail) => {
    const socket = dial(strict.port, "127.0.0.1", () => {
      socket.write("POST /api/v1/machines/menace/reset HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n");
    });
    socket.setEncoding("utf8").once("data", (piece) => { done(piece); socket.destroy(); }).on("error", fail);
  });
  assert.match(text, /^HTTP\/1\.1 401 /);
  await strict.close();
});

test("a house without a token has no desk, and says how to open it", async () => {
  const closed = await startHouse();
  for (const [method, path] of desk) assert.equal((await order(closed, path, undefined, { method })).status, 403);
  assert.match((await order(closed, "/audit", undefined, { method: "GET" })).json().detail, /--curator-token-file/);
  await closed.logged(/desk is closed/);
  await closed.close();
});

test("the token comes from a file, and stands in no environment that others can read", async () => {
  const file = join(freshFolder(), "token");
  writeFileSync(file, `${token}\n`);
  const filed = await startHouse({ flags: ["--curator-token-file", file] });
  assert.equal((await order(filed, "/audit", undefined, { method: "GET" })).status, 200);
  await filed.close();
  const config = join(freshFolder(), "menagerie.conf");
  writeFileSync(config, `curator-token-file = "${file}"\n`);
  const configured = await startHouse({ flags: ["--config", config] });
  assert.equal((await order(configured, "/audit", undefined, { method: "GET" })).status, 200);
  await configured.close();
  assert.equal(readFileSync(`/proc/${house.child.pid}/environ`, "latin1").includes(token), false);
});

test("a token that will not do is refused at the start, without printing it", async () => {
  const folder = freshFolder();
  const file = join(folder, "token");
  const serve = (argv, env = {}) => run(bin, ["serve", "--listen", "127.0.0.1:0", "--data", join(folder, "data"), ...argv], { env: bareEnvironment(env) });
  const expect = ({ code, stderr }, words) => {
    assert.equal(code, 2, stderr);
    assert.match(stderr, words);
    assert.equal(stderr.trim().split("\n").length, 1);
    assert.ok(!stderr.includes("opensesame"));
  };
  expect(await serve([], { MENAGERIE_CURATOR_TOKEN: "opensesame" }), /10 characters; it must have 16 to 512/);
  expect(await serve([], { MENAGERIE_CURATOR_TOKEN: "opensesame and more of it" }), /visible ASCII/);
  writeFileSync(file, "opensesame\n", { mode: 0o600 }); // a file that others can read is warned of besides
  expect(await serve(["--curator-token-file", file]), /16 to 512/);
  writeFileSync(file, "opensesame".repeat(100));
  expect(await serve(["--curator-token-file", file]), /more than a token/);
  expect(await serve(["--curator-token-file", join(folder, "nowhere")]), /cannot be read: No such file/);
  writeFileSync(file, token);
  expect(await serve(["--curator-token-file", file], { MENAGERIE_CURATOR_TOKEN: token }), /give one of them/);
  const { stdout } = await menagerie("serve", "--help");
  assert.match(stdout, /--curator-token-file/);
});
