// What the server tells a supervisor that started it as systemd does, by NOTIFY_SOCKET.
import assert from "node:assert/strict";
import { connect } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { listenAsSupervisor } from "../release/sandbox.mjs";
import { eventually, freshFolder, startHouse } from "./house.mjs";
import { startPostgres } from "./postgres.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

const watchdog = { WATCHDOG_USEC: "180000000" };
const isOpen = (port) => new Promise((done) => {
  const socket = connect(port, "127.0.0.1", () => done(true));
  socket.on("error", () => done(false)).on("connect", () => socket.destroy());
});

test("READY=1 once it listens, WATCHDOG=1 while it is well, STOPPING=1 at SIGTERM", async () => {
  const path = join(freshFolder(), "notify");
  const supervisor = await listenAsSupervisor(path);
  const house = await startHouse({ env: { ...watchdog, NOTIFY_SOCKET: path } });
  await supervisor.sent("READY=1");
  assert.equal(await isOpen(house.port), true);
  await supervisor.sent("WATCHDOG=1");
  assert.ok(!supervisor.told.includes("STOPPING=1"));
  await house.close();
  await supervisor.sent("STOPPING=1");
  assert.equal(supervisor.told[0], "READY=1");
  assert.equal(supervisor.told.filter((state) => state !== "WATCHDOG=1").length, 2, supervisor.told.join(" "));
  supervisor.close();
});

test("in Linux's own name space of sockets too; without a watchdog, or with another process's, no WATCHDOG=1", async () => {
  for (const env of [{}, { ...watchdog, WATCHDOG_PID: "1" }]) {
    const address = `@menagerie-supervisor-${process.pid}`;
    const supervisor = await listenAsSupervisor(address);
    const house = await startHouse({ env: { ...env, NOTIFY_SOCKET: address } });
    await supervisor.sent("READY=1");
    await new Promise((done) => setTimeout(done, 3000)); // three looks
    await house.close();
    await supervisor.sent("STOPPING=1");
    assert.deepEqual(supervisor.told, ["READY=1", "STOPPING=1"]);
    supervisor.close();
  }
});

test("a server that cannot listen is never ready, and a supervisor that is gone disturbs nobody", async () => {
  const path = join(freshFolder(), "notify");
  const supervisor = await listenAsSupervisor(path);
  const house = await startHouse({ env: { NOTIFY_SOCKET: path } });
  await supervisor.sent("READY=1");
  await assert.rejects(startHouse({ port: house.port, env: { NOTIFY_SOCKET: path } }), /cannot listen/);
  assert.deepEqual(supervisor.told, ["READY=1"]);
  supervisor.close();
  assert.equal((await house.ask("/healthz")).status, 200);
  await house.close();
});

test("a writer that stands still is not well: no WATCHDOG=1 until its turn is over", async () => {
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const address = `@menagerie-stuck-${process.pid}`;
  const supervisor = await listenAsSupervisor(address);
  const house = await startHouse({ flags: ["--store", url], env: { WATCHDOG_USEC: "2000000", NOTIFY_SOCKET: address } });
  await supervisor.sent("WATCHDOG=1");
  const longest = () => Math.max(...supervisor.times.slice(1).map((time, at) => time - supervisor.times[at]));
  const visitor = await sitDown(house, "her");
  // Somebody else has the log: the writer waits 8 s for it, and then tries again.
  const other = postgres.session(url);
  await other.run("BEGIN; LOCK TABLE log IN SHARE ROW EXCLUSIVE MODE");
  const playing = playEpisode(visitor);
  await eventually(() => longest() > 5_000, { what: "more than five seconds without WATCHDOG=1, and one again" });
  assert.equal((await house.ask("/healthz")).status, 200, "the network thread went on");
  await other.run("ROLLBACK");
  assert.ok((await playing).learned.seq > 1);
  await other.close();
  await visitor.close();
  await house.close();
  supervisor.close();
});
