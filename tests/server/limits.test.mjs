// Who is let in, and how much one visitor may ask for.
import assert from "node:assert/strict";
import { connect as dial } from "node:net";
import { after, before, test } from "node:test";
import { eventually, startHouse } from "./house.mjs";
import { connect, playEpisode, playOut, refusedUpgrade, sitDown } from "./visitor.mjs";

let house;
before(async () => { house = await startHouse({ flags: ["--allow-origin", "https://school.example"] }); });
after(() => house.close());

test("an unknown machine is 404 with a problem", async () => {
  for (const role of ["play", "watch"]) {
    const { status, headers, problem } = await refusedUpgrade(house, role, { machine: "hal" });
    assert.equal(status, 404);
    assert.match(headers["content-type"], /^application\/problem\+json/);
    assert.equal(problem.status, 404);
    assert.match(problem.detail, /machine/);
  }
});

test("to play, a machine must be named", async () => {
  const { status } = await refusedUpgrade(house, "play");
  assert.ok(status === 400 || status === 404, `${status}`);
});

test("pages of another site may not play, nor watch; our own may, and those that are listed", async () => {
  for (const role of ["play", "watch"]) {
    for (const origin of ["http://evil.example", "null", `http://127.0.0.1:${house.port + 1}`, `http://127.0.0.1:${house.port}.evil.example`]) {
      const { status, problem } = await refusedUpgrade(house, role, { machine: "her", headers: { Origin: origin } });
      assert.equal(status, 403, origin);
      assert.match(problem.type, /foreign-origin/);
    }
    for (const origin of [house.url, "https://school.example"]) {
      const visitor = await connect(house, role, { machine: "her", headers: { Origin: origin } });
      await visitor.take("hello");
      await visitor.close();
    }
  }
});

test("another subprotocol is 400", async () => {
  const { status, problem } = await refusedUpgrade(house, "play", { machine: "her", protocol: "chat.v2" });
  assert.equal(status, 400);
  assert.match(problem.type, /subprotocol/);
});

test("without an upgrade these addresses answer 426", async () => {
  const answer = await house.ask("/api/v1/play?machine=her");
  assert.equal(answer.status, 426);
  assert.equal(answer.headers.upgrade, "websocket");
});

test("too many frames at once: too-fast with when to try again, then play goes on; who does not stop is closed out", async () => {
  const strict = await startHouse({ limited: true, flags: ["--frames-per-second-max", "4", "--frames-burst-max", "6"] });
  try {
    const visitor = await sitDown(strict, "her");
    for (let i = 0; i < 10; i += 1) visitor.send({ type: "give_up" });
    const codes = [];
    for (let i = 0; i < 10; i += 1) {
      const frame = await visitor.take("error");
      codes.push(frame.code);
      if (frame.code === "too-fast") assert.ok(frame.retry_after_s >= 1 && frame.retry_after_s < 10);
    }
    assert.deepEqual(codes.slice(0, 6), Array(6).fill("no-episode"));
    assert.ok(codes.slice(6).includes("too-fast"), codes.join());
    await new Promise((done) => setTimeout(done, 1600));
    const state = await visitor.ask({ type: "begin" }, "state");
    for (let i = 0; i < 400; i += 1) visitor.move(state, "z9");
    await visitor.closedWith(1008);
  } finally {
    await strict.close();
  }
});

test("too many games a minute from one address: too-many-episodes with when to try again", async () => {
  const strict = await startHouse({ limited: true, flags: ["--frames-per-second-max", "0", "--episodes-per-minute-max", "4"] });
  try {
    const one = await sitDown(strict, "her");
    const two = await sitDown(strict, "menace");
    for (const visitor of [one, two, one]) await playEpisode(visitor);
    const state = await two.ask({ type: "begin" }, "state"); // the fourth
    one.send({ type: "begin" });
    const { retry_after_s: after } = await one.refused("too-many-episodes");
    assert.ok(after >= 1 && after <= 60, `${after}`);
    await playOut(two, state); // a game that has begun may be ended
    await two.take("learned");
    await Promise.all([one.close(), two.close()]);
  } finally {
    await strict.close();
  }
});

test("an address has so many connections and no more: 429; the house has so many and no more: 503", async () => {
  const strict = await startHouse({ limited: true, flags: ["--connections-per-address-max", "3"] });
  try {
    const visitors = await Promise.all([1, 2, 3].map(() => sitDown(strict, "her")));
    const { status, headers, problem } = await refusedUpgrade(strict, "play", { machine: "her" });
    assert.equal(status, 429);
    assert.ok(Number(headers["retry-after"]) > 0);
    assert.match(problem.type, /too-many-connections/);
    const plain = await strict.ask("/api/v1/machines");
    assert.equal(plain.status, 429);
    await visitors.pop().close();
    const next = await eventually(() => sitDown(strict, "her").catch(() => null));
    await Promise.all([...visitors, next].map((visitor) => playEpisode(visitor)));
    await Promise.all([...visitors, next].map((visitor) => visitor.close()));
  } finally {
    await strict.close();
  }
  const small = await startHouse({ flags: ["--connections-max", "2"] });
  try {
    const visitors = await Promise.all([1, 2].map(() => sitDown(small, "her")));
    const { status, headers } = await refusedUpgrade(small, "play", { machine: "her" });
    assert.equal(status, 503);
    assert.ok(Number(headers["retry-after"]) > 0);
    await Promise.all(visitors.map((visitor) => visitor.close()));
  } finally {
    await small.close();
  }
});

test("a silent socket is closed after its time, and a ticket ends after its own", async () => {
  const strict = await startHouse({ flags: ["--idle-socket-s", "3", "--ticket-s", "1"] });
  try {
    const visitor = await sitDown(strict, "her");
    const { ticket } = await visitor.ask({ type: "begin" }, "state");
    visitor.socket.pong = () => {}; // as if the phone were off: it does not even answer a ping
    await visitor.closedWith(1001);
    const other = await sitDown(strict, "her");
    other.send({ type: "resume", ticket });
    await other.refused("stale-ticket");
    await playEpisode(other);
    await other.close();
  } finally {
    await strict.close();
  }
});

test("half a request is ended after its time", async () => {
  const strict = await startHouse({ flags: ["--handshake-s", "1"] });
  try {
    const socket = dial(strict.port, "127.0.0.1");
    socket.write("GET /api/v1/machines HT");
    let text = "";
    const start = Date.now();
    await new Promise((done) => socket.on("data", (data) => { text += data; }).on("close", done).on("error", done));
    assert.match(text, /^HTTP\/1\.1 408 /);
    assert.ok(Date.now() - start < 10_000);
  } finally {
    await strict.close();
  }
});

/** Opens `count` connections that say nothing; resolves when all are accepted by the system. */
function dialMany(port, count) {
  return Promise.all(Array.from({ length: count }, () => new Promise((done) => {
    const socket = dial(port, "127.0.0.1", () => done(socket));
    socket.on("error", () => done(socket));
  })));
}

test("with more connections than files may be open, probes are answered still, and others are told", async () => {
  const tight = await startHouse({ wrapper: ["prlimit", "--nofile=200:200"] });
  await tight.logged(/connections-max is 20000, but the limit of open files leaves room for \d+/);
  const sockets = await dialMany(tight.port, 100);
  const full = await eventually(async () => {
    const answer = await tight.ask("/api/v1/machines");
    return answer.status === 503 ? answer : null;
  }, { what: "a refusal" });
  assert.match(full.headers["content-type"], /^application\/problem\+json/);
  assert.ok(Number(full.headers["retry-after"]) > 0);
  assert.equal((await tight.ask("/readyz")).status, 200);
  assert.equal((await tight.ask("/healthz")).status, 200);
  for (const socket of sockets) socket.destroy();
  await eventually(async () => (await tight.ask("/api/v1/machines")).status === 200, { what: "room again" });
  await tight.close();
});

test("one address that keeps the readers busy is told so; another is answered meanwhile", async () => {
  const busy = await startHouse({ flags: ["--reads-waiting-per-address-max", "2", "--exports-per-client-max", "8"] });
  const from = (localAddress, path) => busy.ask(path, { localAddress });
  // Labels take seconds and are drawn a sheet at a time, so that what waits does so behind them.
  const labels = Array.from({ length: 3 }, (_, i) => from("127.0.0.2", `/api/v1/machines/octapawn/labels.pdf?numbers=${i + 1}-1500`));
  let ended = false;
  const hostile = Promise.all([...labels, ...Array.from({ length: 60 }, () => from("127.0.0.2", "/api/v1/machines/menace/strength/curve"))]);
  hostile.then(() => { ended = true; });
  for (let i = 0; i < 3; ++i) {
    assert.equal((await from("127.0.0.1", "/api/v1/machines/menace/boxes?at=1")).status, 200);
    assert.equal((await from("127.0.0.1", "/api/v1/machines/menace/boxes")).status, 200);
  }
  assert.equal(ended, false, "another address was answered first");
  const refused = (await hostile).filter(({ status }) => status === 503);
  assert.ok(refused.length > 0, "so much may wait and no more");
  for (const { headers, json } of refused) {
    assert.match(headers["content-type"], /^application\/problem\+json/);
    assert.ok(Number(headers["retry-after"]) > 0);
    assert.equal(json().type, "urn:menagerie:problem:too-many-reads");
  }
  await busy.close();
});

test("a long page that its address has no room for is refused; the room comes back with the client that holds it", async () => {
  const small = await startHouse({ flags: ["--buffered-bytes-per-address-max", "300000"] }); // one long page at a time
  const path = "/api/v1/machines/ellis/history?limit=10000";
  assert.ok((await small.ask(path)).body.length > 300_000, "it is sent in pieces");
  const idle = dial(small.port, "127.0.0.1").on("error", () => {});
  idle.pause();
  idle.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(80)); // 40 MB, none of it read
  const refused = await eventually(async () => {
    const answer = await small.ask(path);
    return answer.status !== 200 && answer;
  }, { what: "a refusal" });
  assert.equal(refused.status, 503);
  assert.equal(refused.json().type, "urn:menagerie:problem:too-much-unread");
  assert.ok(Number(refused.headers["retry-after"]) > 0);
  assert.equal((await small.ask("/api/v1/machines/ellis/history?limit=10")).status, 200, "a short page needs no room");
  idle.destroy();
  await eventually(async () => (await small.ask(path)).status === 200, { what: "the room" });
  await small.close();
});

test("a client that takes too little of what is sent is dropped, one that reads on is not", async () => {
  const strict = await startHouse({ flags: ["--write-s", "2", "--read-bytes-per-second-min", "1000000"] });
  const path = "/api/v1/machines/ellis/history?limit=10000";
  const slow = dial({ port: strict.port, host: "127.0.0.1", highWaterMark: 64 });
  let closed = false;
  slow.on("error", () => {}).on("close", () => { closed = true; });
  // More than a line holds. What it holds can still be read when the line is reset, some 100 KiB.
  slow.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(80)); // 40 MB
  await eventually(() => { slow.read(1024); return closed; }, { what: "the end of the line" });
  assert.equal((await strict.ask(path)).status, 200);
  await strict.close();
});
