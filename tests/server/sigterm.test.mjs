// SIGTERM: no new visitors, everyone is told, what is finished is stored, exit status 0 within ten seconds.
import assert from "node:assert/strict";
import { connect as dial } from "node:net";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { order } from "./desk.mjs";
import { assertVerified, eventually, freshFolder, grown, sql, startHouse } from "./house.mjs";
import { startPostgres } from "./postgres.mjs";
import { anyMove, connect, playEpisode, sitDown } from "./visitor.mjs";

const isOpen = (port) => new Promise((done) => {
  const socket = dial(port, "127.0.0.1", () => done(true));
  socket.on("error", () => done(false)).on("connect", () => socket.destroy());
});

for (const signal of ["SIGTERM", "SIGINT"]) {
  test(`${signal} with players, watchers and idle lines: all closed with 1001, all finished games stored`, async () => {
    const house = await startHouse();
    const remembered = [];
    const players = await Promise.all(Array.from({ length: 24 }, (_, i) => sitDown(house, ["menace", "menace-two", "her", "him"][i % 4])));
    const games = players.map(async (visitor) => {
      visitor.send({ type: "begin", again: true });
      try {
        for (;;) {
          const frame = await visitor.next();
          if (frame.type === "learned") remembered.push(frame);
          if (frame.type === "state" && frame.outcome === undefined) visitor.move(frame, anyMove(frame));
          if (frame.type === "error") assert.ok(["shutting-down"].includes(frame.code), frame.code);
          if (frame.type === "dry") break;
        }
      } catch (error) {
        if (error.code === "ERR_ASSERTION") throw error;
      }
    });
    const others = await Promise.all([connect(house, "watch", { machine: "her" }), connect(house, "hall"), connect(house, "play", { machine: "him" })]);
    const idle = dial(house.port, "127.0.0.1");
    idle.on("error", () => {});
    await grown(() => remembered.length, 60, { what: "the lessons" });
    const start = Date.now();
    house.child.kill(signal);
    for (const visitor of [...players, ...others]) await visitor.closedWith(1001);
    const { code } = await house.ended;
    assert.equal(code, 0, house.log.slice(-1500));
    assert.ok(Date.now() - start < 10_000, `it took ${Date.now() - start} ms`);
    assert.equal(await isOpen(house.port), false);
    await Promise.all(games);
    idle.destroy();
    const stored = new Set((await sql(house.data, "SELECT id FROM episodes")).map(({ id }) => id));
    for (const { episode } of remembered) assert.ok(stored.has(episode));
    await assertVerified(house.data);
  });
}

test("a visitor who does not answer the goodbye does not keep the house from closing", async () => {
  const house = await startHouse();
  const deaf = await sitDown(house, "her");
  deaf.socket._socket.pause();
  const start = Date.now();
  const { code } = await house.stop();
  assert.equal(code, 0);
  assert.ok(Date.now() - start < 10_000);
  deaf.socket.terminate();
});

// A handler would run in whichever thread the kernel picks. ThreadSanitizer's runtime keeps it back where that thread waits
// on a condition variable, for as long as it waits; nothing else that a thread does should be interrupted either.
const requests = 0x4003n; // SIGHUP, SIGINT and SIGTERM, as a mask
const masksOf = (pid) => readdirSync(`/proc/${pid}/task`).map((thread) => {
  const status = readFileSync(`/proc/${pid}/task/${thread}/status`, "utf8");
  return { thread: status.match(/^Name:\s+(.*)$/m)[1], blocked: BigInt(`0x${status.match(/^SigBlk:\s+(\w+)$/m)[1]}`) & requests };
});

test("no thread of a server is interrupted by a signal, whatever its store; a backup that it makes is ended by one", async () => {
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const servers = [];
  for (const flags of [["--backup-every", "1s", "--access-log", join(freshFolder(), "access.log")], ["--store", url], ["--store", url]]) {
    const house = await startHouse({ flags });
    await house.get("/machines/menace/episodes"); // a reader at work
    for (const { thread, blocked } of masksOf(house.child.pid)) assert.equal(blocked, requests, `${flags[0]}: thread ${thread}`);
    servers.push(house);
  }
  const { pid } = servers[0].child;
  const child = await eventually(() => { // a process that is gone meanwhile: looked for again
    const backup = readdirSync("/proc").filter((it) => /^\d+$/.test(it)).find((it) => readFileSync(`/proc/${it}/cmdline`, "utf8").split("\0")[1] === "backup"
      && readFileSync(`/proc/${it}/stat`, "utf8").split(") ").at(-1).split(" ")[1] === `${pid}`);
    return backup && masksOf(backup);
  }, { every: 1, what: "a backup under way" });
  assert.deepEqual(child.map(({ blocked }) => blocked), [0n]);
  for (const house of servers) await house.close();
});

test("SIGHUP ends nothing: the curator's token, the log level and the trusted proxies are read again", async () => {
  const folder = freshFolder();
  const [tokens, config] = [join(folder, "token"), join(folder, "house.conf")];
  const write = (file, text) => writeFileSync(file, text, { mode: 0o600 });
  write(tokens, "the-first-token-of-this-house\n");
  write(config, 'log-level = "info"\n');
  const house = await startHouse({ flags: ["--config", config, "--curator-token-file", tokens, "--curator-guesses-per-minute-max", "0", "--connections-per-address-max", "8"] });
  const visitor = await sitDown(house, "her");
  const audit = async (bearer) => (await order(house, "/audit", undefined, { bearer, method: "GET" })).status;
  const hangUp = async (words) => {
    const seen = house.log.length;
    house.child.kill("SIGHUP");
    await house.logged(words, { from: seen });
  };
  assert.deepEqual([await audit("the-first-token-of-this-house"), await audit("the-second-token-of-this-house")], [200, 401]);
  write(tokens, "the-second-token-of-this-house\n");
  write(config, 'log-level = "debug"\n');
  await hangUp(/signal 1: the log level is debug now/);
  assert.deepEqual([await audit("the-first-token-of-this-house"), await audit("the-second-token-of-this-house")], [401, 200]);
  // Whose X-Forwarded-For is believed: who comes from a full address, forwarded for others, is let in then.
  const fillers = [];
  while (fillers.length < 7) fillers.push(await eventually(() => sitDown(house, "menace"))); // a line that has ended counts for a moment
  const forwarded = async (address) => (await house.ask("/api/v1/games", { headers: { "X-Forwarded-For": address } })).status;
  assert.deepEqual([await forwarded("203.0.113.1"), await forwarded("203.0.113.2")], [429, 429]);
  write(config, 'log-level = "debug"\ntrusted-proxy = "127.0.0.1"\n');
  await hangUp(/signal 1: .* and the trusted proxies are 127\.0\.0\.1;/);
  assert.deepEqual([await forwarded("203.0.113.1"), await forwarded("203.0.113.2")], [200, 200]);
  write(config, 'log-level = "debug"\ntrusted-proxy = "not-an-address"\n');
  await hangUp(/signal 1: nothing is changed: --trusted-proxy: "not-an-address" is no address/);
  assert.equal(await forwarded("203.0.113.1"), 200);
  for (const filler of fillers) await filler.close();
  write(config, 'log-level = "debug"\n');
  const other = await eventually(() => sitDown(house, "him"));
  await house.logged(/ debug net: /);
  await other.close();
  write(tokens, "short\n");
  await hangUp(/signal 1: nothing is changed: .*token/);
  assert.equal(await audit("the-second-token-of-this-house"), 200);
  write(config, "colour = red\n");
  await hangUp(/signal 1: nothing is changed/);
  await playEpisode(visitor); // nobody was put out
  await visitor.close();
  await house.close();
});
