// Three equal servers on one PostgreSQL database. After each fault all holds that three.mjs says, and visitors play on. More faults:
// cluster-faults.test.mjs and cluster-network.test.mjs.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { order, token } from "./desk.mjs";
import { eventually, menagerie } from "./house.mjs";
import { startPostgres } from "./postgres.mjs";
import { more } from "./crowd.mjs";
import { assertWhole, openServer, openThree as openThreeOn } from "./three.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

let postgres;
before(async () => {
  postgres = await startPostgres();
});

const openThree = (options) => openThreeOn(postgres, options);

test("visitors of all three servers teach one machine, and all see the same", { timeout: 600_000 }, async () => {
  const three = await openThree();
  await Promise.all(three.players.map(({ heard }) => more(heard, 60)));
  for (const server of three.servers) {
    const { status, text } = await server.ask("/readyz");
    assert.equal(status, 200);
    assert.ok(JSON.parse(text).cluster.behind >= 0);
    const metrics = (await server.ask("/metrics")).text;
    assert.match(metrics, /^menagerie_rows_behind \d+$/m);
    assert.ok(Number(/^menagerie_doorbell_seconds (.*)$/m.exec(metrics)[1]) > 0, "each server has heard its own ring");
  }
  await assertWhole(three);
});

test("status of a museum on PostgreSQL: each machine, and what the database's settings put at risk", { timeout: 600_000 }, async () => {
  const three = await openThree();
  await more(three.players[1].heard, 5);
  const { code, stdout, stderr } = await menagerie("status", "--store", three.url, "--format", "json");
  assert.equal(code, 0, stderr);
  const found = JSON.parse(stdout);
  assert.equal(found.machines.length, (await three.servers[2].get("/machines")).machines.length);
  assert.match(found.warnings[0], /^PostgreSQL runs with fsync = off: /);
  assert.match((await menagerie("status", "--store", three.url)).stdout, /\nwarning: PostgreSQL runs with fsync = off: [^\n]*\n$/);
  await assertWhole(three);
});

test("an act at any server: visitors play on, and all servers show what it did", { timeout: 600_000 }, async () => {
  const three = await openThree({ env: () => ({ MENAGERIE_CURATOR_TOKEN: token }) });
  let level = 20;
  for (const i of [1, 2, 0, 2]) {
    level += 1;
    await Promise.all(three.players.map(({ heard }) => more(heard, 5)));
    const preview = await order(three.servers[i], "/machines/nimble/topup", { to: level, preview: true });
    assert.equal(preview.status, 200, preview.text);
    const done = await order(three.servers[i], "/machines/nimble/topup", { to: level });
    assert.equal(done.status, 200, done.text);
    const { seq } = await three.servers[i].get("/machines/nimble");
    await Promise.all(three.servers.map((server) => eventually(async () => (await server.get("/machines/nimble")).seq === seq, { what: `seq ${seq} everywhere` })));
  }
  // Two at once, at two servers: both are done.
  const both = await Promise.all([0, 1].map((i) => order(three.servers[i], `/machines/${["her", "carnival"][i]}/freeze`, {})));
  assert.deepEqual(both.map(({ status }) => status), [200, 200]);
  for (const name of ["her", "carnival"]) await eventually(async () => (await three.servers[2].get(`/machines/${name}`)).frozen !== null, { what: `that ${name} is frozen` });
  await Promise.all(three.players.map(({ heard }) => more(heard, 5)));
  for (const { figures } of three.players) assert.deepEqual(figures.errors, []);
  await assertWhole(three);
});

test("the same without a doorbell: by polling alone", { timeout: 600_000 }, async () => {
  const three = await openThree({ flags: ["--doorbell", "off"] });
  await Promise.all(three.players.map(({ heard }) => more(heard, 30)));
  await assertWhole(three);
});

test("kill -9 of a server: the others go on at once, and their visitors notice nothing", { timeout: 600_000 }, async () => {
  const three = await openThree();
  await Promise.all(three.players.map(({ heard }) => more(heard, 40)));
  const counts = three.players.map(({ heard }) => heard.length);
  const killed = Date.now();
  await three.servers[0].kill();
  await Promise.all([1, 2].map((i) => eventually(() => three.players[i].heard.length > counts[i] + 6, { what: "lessons on the others" })));
  assert.ok(Date.now() - killed < 20_000, `a second where nothing else runs, or 6 where it died in a commit; it took ${Date.now() - killed} ms`);
  for (const i of [1, 2]) assert.deepEqual(three.players[i].figures.errors, [], "no error came to a visitor of a healthy server");
  three.servers.shift();
  await assertWhole(three);
});

test("a server that stands still, whether in a turn or not, keeps the others up for 5 s at most; woken, its visitors go on", { timeout: 600_000 }, async () => {
  const three = await openThree();
  await Promise.all(three.players.map(({ heard }) => more(heard, 40)));
  const [first] = three.servers;
  for (let time = 0; time < 3; time += 1) {
    first.child.kill("SIGSTOP");
    await Promise.all([1, 2].map((i) => more(three.players[i].heard, 20)));
    await new Promise((resolve) => setTimeout(resolve, 6000));
    await Promise.all([1, 2].map((i) => more(three.players[i].heard, 20)));
    first.child.kill("SIGCONT");
    await more(three.players[0].heard, 10);
  }
  await assertWhole(three);
});

test("PostgreSQL restarted during play", { timeout: 600_000 }, async () => {
  const three = await openThree();
  for (let time = 0; time < 3; time += 1) {
    await Promise.all(three.players.map(({ heard }) => more(heard, 20)));
    await postgres.restart();
  }
  await Promise.all(three.players.map(({ heard }) => more(heard, 20)));
  await assertWhole(three);
});

test("a ticket resumes on any server, and an episode that is submitted twice, to two servers at once, is learned once", { timeout: 600_000 }, async () => {
  const three = await openThree();
  const [, second, third] = three.servers;
  const visitor = await sitDown(second, "menace");
  visitor.send({ type: "begin" });
  let state = await visitor.take("state");
  while (state.legal.length > 1) {
    visitor.move(state, state.legal[0]);
    state = await visitor.take("state");
    if (state.outcome !== undefined) break;
  }
  await visitor.vanish();
  // Both play the last move of the same ticket.
  const both = await Promise.all([second, third].map(async (server) => {
    const again = await sitDown(server, "menace");
    again.send({ type: "resume", ticket: state.ticket });
    let frame = await again.next();
    if (frame.type === "state" && frame.outcome === undefined) {
      again.move(frame, frame.legal[0]);
      frame = await again.take("state");
    }
    while (frame.type !== "learned") frame = await again.next();
    await again.close();
    return frame;
  }));
  assert.equal(both[0].episode, state.episode);
  assert.deepEqual(both[0], both[1]);
  const rows = await postgres.sql(three.url, `SELECT seq FROM log WHERE id = '${state.episode}'`);
  assert.deepEqual(rows.map(({ seq }) => seq), [both[0].seq]);
  await assertWhole(three);
});

test("a server that was away for thousands of rows catches up", { timeout: 600_000 }, async () => {
  const three = await openThree();
  await Promise.all(three.players.map(({ heard }) => more(heard, 10)));
  const [, , third] = three.servers;
  third.child.kill("SIGSTOP");
  await more(three.players[0].heard, 1500);
  third.child.kill("SIGCONT");
  const [{ seq }] = await postgres.sql(three.url, "SELECT seq FROM head JOIN machine USING (machine) WHERE name = 'menace'");
  await eventually(async () => (await third.get("/machines/menace")).seq >= seq, { what: "that it has caught up" });
  await more(three.players[2].heard, 10);
  await assertWhole(three);
});

test("a database that has lost rows is noticed, and nothing is renumbered", { timeout: 600_000 }, async () => {
  const url = await postgres.createDatabase();
  const first = await openServer(url);
  const visitor = await sitDown(first, "menace");
  for (let game = 0; game < 3; game += 1) await playEpisode(visitor);
  const late = await openServer(url);
  await eventually(async () => (await late.get("/machines/menace")).seq === 4);
  // As a failover to a standby that was behind: the last row is gone.
  await first.kill();
  await postgres.execute(url, "DELETE FROM log WHERE machine = 1 AND seq = 4; UPDATE head SET seq = 3, chain = (SELECT chain FROM log WHERE machine = 1 AND seq = 3) WHERE machine = 1");
  await late.logged("is not the one that this server has followed");
  const ready = await late.ask("/readyz");
  assert.equal(ready.status, 503);
  await late.kill();
});
