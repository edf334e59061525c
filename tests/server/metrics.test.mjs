// GET /metrics: a text that Prometheus reads, and figures that are those of what happened.
import assert from "node:assert/strict";
import { readFileSync, renameSync } from "node:fs";
import { connect as dial } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { parse } from "yaml";
import { assertVerified, eventually, menagerie, startHouse } from "./house.mjs";
import { scrape } from "./prometheus.mjs";
import { connect, firstMove, playEpisode, sitDown } from "./visitor.mjs";

const outcomes = { win: "wins", draw: "draws", loss: "losses" };

let house;
before(async () => { house = await startHouse({ flags: ["--dry-era-after-s", "0"] }); });
after(() => house.close());

/** Plays so many episodes; what the visitor saw of them. */
async function play(machine, games, options) {
  const visitor = await sitDown(house, machine);
  const lessons = [];
  for (let game = 0; game < games; game += 1) lessons.push(await playEpisode(visitor, options));
  await visitor.close();
  return lessons;
}

/** Once the house has seen that those who left are gone. */
const settled = () => eventually(async () => {
  const seen = await scrape(house);
  return seen.value("menagerie_connections", { kind: "play" }) === 0 && seen.value("menagerie_connections", { kind: "watch" }) === 0 ? seen : null;
});

test("families are named as Prometheus asks, described, and few", async () => {
  const { families } = await scrape(house);
  const { machines } = await house.get("/machines");
  let series = 0;
  for (const { name, help, type, samples } of families.values()) {
    assert.match(name, /^(menagerie|process)_[a-z_]+[a-z]$/);
    assert.ok(help.length > 5 && help.endsWith("."), `${name}: ${help}`);
    assert.doesNotMatch(name, /_(ms|milliseconds|minutes|kilobytes|percent|counter|gauge|histogram)(_|$)/);
    assert.ok(type !== "gauge" || !/_(count|sum|bucket|total)$/.test(name), name);
    for (const { labels } of samples) assert.ok(!labels.machine || machines.some((it) => it.name === labels.machine), name);
    series += samples.length;
  }
  assert.ok(series < 100 + 25 * machines.length, `${series} series`);
});

test("openapi.yaml lists every family and its labels, and no others", async () => {
  const { description } = parse(readFileSync(new URL("../../schema/openapi.yaml", import.meta.url), "utf8"), { merge: true }).paths["/metrics"].get;
  const listed = Object.fromEntries([...description.matchAll(/^\| `(\w+)` \|([^|]*)\|/gm)].map(([, name, labels]) => [name, labels.replace(/\([^)]*\)/g, "").split(",").map((it) => it.trim()).filter(Boolean)]));
  const { families } = await scrape(house);
  // Only servers that share a house have these: cluster.test.mjs reads them.
  for (const name of ["menagerie_rows_behind", "menagerie_doorbell_seconds"]) {
    assert.deepEqual(listed[name], []);
    delete listed[name];
  }
  assert.deepEqual(Object.keys(listed), [...families.keys()]);
  for (const [name, labels] of Object.entries(listed)) {
    const seen = new Set(families.get(name).samples.flatMap((it) => Object.keys(it.labels)));
    assert.deepEqual([...seen], labels, name);
  }
});

test("lessons: by machine and outcome, rows, commits, frames, as REST and the visitors tell", async () => {
  const played = {};
  for (const machine of ["menace", "her", "him", "go-2x2"]) played[machine] = await play(machine, 12);
  const seen = await settled();
  for (const [machine, lessons] of Object.entries(played)) {
    const figures = await house.get(`/machines/${machine}`);
    assert.equal(figures.episodes, lessons.length);
    for (const [outcome, member] of Object.entries(outcomes)) {
      const count = seen.value("menagerie_episodes_learned_total", { machine, outcome });
      assert.equal(count, figures[member], `${machine} ${outcome}`);
      assert.equal(count, lessons.filter((it) => it.last.outcome === outcome).length);
    }
    assert.equal(seen.value("menagerie_episodes_resigned_total", { machine }), lessons.filter((it) => it.last.why === "resign").length);
    assert.equal(seen.value("menagerie_log_rows_total", { machine }), figures.seq - 1, "the start was before");
    assert.equal(seen.value("menagerie_machine_seq", { machine }), figures.seq);
    assert.equal(seen.value("menagerie_machine_era", { machine }), figures.era);
    assert.equal(seen.value("menagerie_machine_beads", { machine }), figures.beads);
    assert.equal(seen.value("menagerie_machine_boxes", { machine }), figures.boxes);
    assert.equal(seen.value("menagerie_machine_dry", { machine }), figures.dry ? 1 : 0);
    assert.equal(seen.value("menagerie_machine_frozen", { machine }), figures.frozen ? 1 : 0);
    assert.equal(seen.value("menagerie_episodes_in_play", { machine }), 0);
  }
  const rows = seen.sum("menagerie_log_rows_total");
  assert.equal(seen.value("menagerie_batch_rows_sum"), rows);
  assert.ok(seen.value("menagerie_commit_seconds_count") > 0);
  assert.equal(seen.value("menagerie_commit_seconds_count"), seen.value("menagerie_batch_rows_count"));
  assert.ok(seen.value("menagerie_commit_seconds_sum") > 0);
  assert.equal(seen.value("menagerie_storing"), 1);
  assert.equal(seen.value("menagerie_store_failures_total"), 0);
  assert.equal(seen.value("menagerie_unknown_commits_total"), 0);
  assert.equal(seen.value("menagerie_views_diverged_total"), 0);
  assert.equal(seen.value("menagerie_index_failures_total"), 0);
  assert.equal(seen.value("menagerie_queue_length", { queue: "learner" }), 0);

  const all = Object.values(played).flat();
  const moves = all.reduce((sum, it) => sum + it.states.length - 1, 0);
  assert.equal(seen.value("menagerie_frames_received_total", { type: "move" }), moves);
  assert.equal(seen.value("menagerie_frames_sent_total", { type: "learned" }), all.length);
  assert.equal(seen.value("menagerie_frames_sent_total", { type: "state" }), moves + all.length);
  assert.equal(seen.value("menagerie_frames_sent_total", { type: "hello" }), 4);
  assert.equal(seen.value("menagerie_http_answers_total", { status: "1xx" }), 4);
});

test("who is there: players, watchers, the hall, and what they play", async () => {
  const before = await settled();
  const visitor = await sitDown(house, "nimble");
  const state = await visitor.ask({ type: "begin", seat: "second" }, "state");
  const watchers = [await connect(house, "watch", { machine: "nimble" }), await connect(house, "hall")];
  for (const watcher of watchers) await watcher.next();
  const seen = await scrape(house);
  assert.equal(seen.value("menagerie_connections", { kind: "play" }), 1);
  assert.equal(seen.value("menagerie_connections", { kind: "watch" }), 2);
  assert.ok(seen.value("menagerie_connections", { kind: "http" }) >= 1, "the scrape's own");
  assert.equal(seen.value("menagerie_episodes_in_play", { machine: "nimble" }), 1);
  assert.equal(seen.value("menagerie_watchers", { machine: "nimble" }), 1);
  assert.equal(seen.sum("menagerie_watchers"), 1, "the hall is no machine's");
  const came = "menagerie_connections_accepted_total";
  assert.ok(seen.value(came) - before.value(came) >= 4);

  await visitor.vanish();
  const again = await sitDown(house, "nimble");
  const resumed = await again.ask({ type: "resume", ticket: state.ticket }, "state");
  assert.equal(resumed.episode, state.episode);
  const name = "menagerie_tickets_resumed_total";
  assert.equal((await scrape(house)).value(name), before.value(name) + 1);
  await watchers[0].take("feed");
  again.send({ type: "give_up" });
  await again.close();
  for (const watcher of watchers) await watcher.close();
  const end = await settled();
  assert.equal(end.sum("menagerie_watchers"), 0);
  assert.equal(end.sum("menagerie_episodes_in_play"), 0);
  assert.equal(end.value("menagerie_frames_received_total", { type: "give_up" }), before.value("menagerie_frames_received_total", { type: "give_up" }) + 1);
  assert.ok(end.value("menagerie_frames_sent_total", { type: "feed" }) > 0, "the watcher was told who plays");
});

test("what goes wrong is counted under its code, and nothing else is", async () => {
  const before = await settled();
  const visitor = await sitDown(house, "menace-two");
  visitor.send("{");
  await visitor.refused("bad-frame");
  visitor.send(Buffer.from([1, 2]));
  await visitor.refused("bad-frame");
  visitor.send({ type: "give_up" });
  await visitor.refused("no-episode");
  const state = await visitor.ask({ type: "begin" }, "state");
  visitor.move(state, "z9");
  await visitor.refused("illegal-move");
  await visitor.close();
  const watcher = await connect(house, "watch", { machine: "her" });
  await watcher.take("hello");
  watcher.send({ type: "begin" });
  await watcher.refused("unknown-type");
  await watcher.close();
  const end = await settled();
  const more = (name, labels) => end.value(name, labels) - before.value(name, labels);
  const expected = { "bad-frame": 2, "no-episode": 1, "illegal-move": 1, "unknown-type": 1 };
  for (const { labels: { code } } of end.find("menagerie_errors_total")) {
    assert.equal(more("menagerie_errors_total", { code }), expected[code] ?? 0, code);
  }
  assert.equal(more("menagerie_frames_sent_total", { type: "error" }), 5);
  assert.equal(more("menagerie_frames_received_total", { type: "other" }), 3, "not JSON, not text, from a watcher");
  assert.equal(more("menagerie_frames_received_total", { type: "begin" }), 1);
  assert.equal(more("menagerie_frames_received_total", { type: "move" }), 1);
});

test("HTTP answers are counted by status, exports by how they end", async () => {
  const before = await scrape(house);
  const asked = { "/api/v1/games": 200, "/healthz": 200, "/nowhere": 404, "/api/v1/machines/hal": 404, "/api/v1/machines/ellis/history.csv": 200, "/api/v1/play": 426 };
  for (const [path, status] of Object.entries(asked)) assert.equal((await house.ask(path)).status, status);
  const { headers } = await house.ask("/api/v1/games");
  assert.equal((await house.ask("/api/v1/games", { headers: { "If-None-Match": headers.etag } })).status, 304);
  const end = await scrape(house);
  const more = (name, labels) => end.value(name, labels) - before.value(name, labels);
  assert.equal(more("menagerie_http_answers_total", { status: "2xx" }), 5, "and the first scrape");
  assert.equal(more("menagerie_http_answers_total", { status: "3xx" }), 1);
  assert.equal(more("menagerie_http_answers_total", { status: "4xx" }), 3);
  assert.equal(more("menagerie_http_answers_total", { status: "5xx" }), 0);
  assert.equal(more("menagerie_exports_total", { end: "whole" }), 1);
  assert.equal(more("menagerie_exports_total", { end: "broken" }), 0);

  await eventually(async () => {  // unless the whole of it had left before the line was cut
    await new Promise((done) => {
      const line = dial(house.port, "127.0.0.1", () => line.write("GET /api/v1/machines/ellis/history.csv HTTP/1.1\r\nHost: x\r\n\r\n"));
      line.once("data", () => line.resetAndDestroy()).on("error", () => {}).on("close", done);
    });
    return (await scrape(house)).value("menagerie_exports_total", { end: "broken" }) > 0;
  });
  await eventually(async () => (await scrape(house)).value("menagerie_exports_under_way") === 0);
});

test("strength: what evaluate says, of both seats; nothing for machines that cannot be evaluated", async () => {
  await play("him", 5, { begin: { seat: "first" } });
  await settled();
  const seen = await eventually(async () => {
    const it = await scrape(house);
    return it.find("menagerie_machine_strength_seq").every(({ labels, value }) => value === it.value("menagerie_machine_seq", labels)) && it;
  });
  const { machines } = await house.get("/machines");
  for (const { name: machine, game, seat } of machines) {
    const evaluated = !game.startsWith("go-") && game !== "checkers-5x5";
    const seats = seat === "either" ? ["first", "second"] : [seat];
    assert.equal(seen.find("menagerie_machine_strength_ratio", { machine }).length, evaluated ? seats.length * 6 : 0, machine);
    assert.equal(seen.find("menagerie_machine_strength_seq", { machine }).length, evaluated ? 1 : 0);
    if (!evaluated || !["menace", "him", "her", "nimble"].includes(machine)) continue;
    for (const side of seats) {
      for (const against of ["random", "optimal"]) {
        const { stdout, stderr } = await menagerie("evaluate", "--data", house.data, "--machine", machine, "--seat", side, "--against", against, "--format", "json");
        assert.equal(stderr, "");
        const exact = JSON.parse(stdout);
        for (const result of ["win", "draw", "loss"]) {
          const told = seen.value("menagerie_machine_strength_ratio", { machine, seat: side, against, result });
          assert.ok(Math.abs(told - exact[result]) < 1e-12, `${machine} ${side} ${against} ${result}: ${told}, not ${exact[result]}`);
        }
      }
    }
  }
  const again = await scrape(house);
  for (const name of ["menagerie_machine_strength_ratio", "menagerie_machine_strength_seq"]) assert.deepEqual(again.find(name), seen.find(name));
});

test("the process, the version", async () => {
  const seen = await scrape(house);
  const { stdout } = await menagerie("--version");
  assert.equal(seen.value("menagerie_build_info", { version: stdout.match(/^menagerie (\S+)/)[1], sqlite: stdout.match(/SQLite ([\d.]+)/)[1] }), 1);
  assert.ok(seen.value("process_cpu_seconds_total") > 0);
  assert.ok(seen.value("process_resident_memory_bytes") > 1e6);
  assert.ok(seen.value("process_virtual_memory_bytes") > seen.value("process_resident_memory_bytes"));
  assert.ok(seen.value("process_open_fds") > 5 && seen.value("process_open_fds") < seen.value("process_max_fds"));
  assert.ok(seen.value("process_threads") >= 3);
  const age = Date.now() / 1000 - seen.value("process_start_time_seconds");
  assert.ok(age > -2 && age < 3600, `${age} s old`);
});

test("gzip, HEAD, other methods", async () => {
  const zipped = await house.ask("/metrics", { headers: { "Accept-Encoding": "gzip" } });
  assert.equal(zipped.headers["content-encoding"], "gzip");
  assert.match(gunzipSync(zipped.body).toString(), /^# HELP menagerie_build_info /);
  assert.ok(zipped.body.length * 2 < gunzipSync(zipped.body).length);
  const head = await house.ask("/metrics", { method: "HEAD" });
  assert.equal(head.status, 200);
  assert.equal(head.text, "");
  assert.equal(head.headers["cache-control"], "no-store");
  assert.equal((await house.ask("/metrics", { method: "POST" })).status, 405);
});

test("scrapes from several sides while a crowd plays: counters only grow, every lesson is counted, nobody is disturbed", async () => {
  const start = await settled();
  let playing = true;
  const scrapes = [0, 0, 0];
  const scrapers = scrapes.map(async (_, i) => {
    let last = start;
    while (playing) {
      const next = await scrape(house);
      for (const { name, type, samples } of next.families.values()) {
        if (type === "gauge") continue;
        for (const { name: series, labels, value } of samples) assert.ok(value >= last.value(series, labels), `${name} ${JSON.stringify(labels)}`);
      }
      last = next;
      scrapes[i] += 1;
    }
  });
  // Eight games each, and on until each side has looked twice while they play, or one has seen what is wrong.
  let failed = false;
  for (const scraper of scrapers) scraper.catch(() => { failed = true; });
  const enough = (games) => failed || (games >= 8 && scrapes.every((times) => times > 1));
  const lessons = (await Promise.all(Array.from({ length: 24 }, async (_, i) => {
    const visitor = await sitDown(house, ["menace", "menace-two", "ellis"][i % 3]);
    const mine = [];
    while (!enough(mine.length)) mine.push(await playEpisode(visitor));
    await visitor.close();
    return mine;
  }))).flat();
  playing = false;
  await Promise.all(scrapers);
  const end = await settled();
  const more = (name) => end.sum(name) - start.sum(name);
  assert.ok(lessons.length >= 24 * 8);
  assert.equal(more("menagerie_episodes_learned_total"), lessons.length);
  assert.equal(end.sum("menagerie_errors_total"), start.sum("menagerie_errors_total"));
  await assertVerified(house.data);
});

test("who is refused is counted too", async () => {
  const small = await startHouse({ limited: true, flags: ["--connections-per-address-max", "2"] });
  const visitors = [await sitDown(small, "her"), await sitDown(small, "her")];
  assert.equal((await small.ask("/api/v1/machines")).status, 429);
  await visitors.pop().close();
  const seen = await eventually(() => scrape(small));
  assert.ok(seen.value("menagerie_connections_refused_total", { limit: "address" }) >= 1);
  assert.equal(seen.value("menagerie_connections_refused_total", { limit: "house" }), 0);
  assert.ok(seen.value("menagerie_http_answers_total", { status: "4xx" }) >= 1);
  await visitors.pop().close();
  await small.close();
});

test("a log that cannot be read: the figures are told all the same", async () => {
  const lost = await startHouse();
  renameSync(join(lost.data, "menagerie.db"), join(lost.data, "elsewhere.db"));
  const seen = await scrape(lost);
  assert.equal(seen.value("menagerie_machine_seq", { machine: "her" }), 1);
  assert.equal(seen.find("menagerie_machine_strength_ratio").length, 0, "nobody could reckon");
  renameSync(join(lost.data, "elsewhere.db"), join(lost.data, "menagerie.db"));
  assert.ok((await scrape(lost)).find("menagerie_machine_strength_ratio").length > 0);
  await lost.close();
});

test("--metrics off: there is none; anything else is refused", async () => {
  const shut = await startHouse({ flags: ["--metrics", "off"] });
  assert.equal((await shut.ask("/metrics")).status, 404);
  const visitor = await sitDown(shut, "her");
  await playEpisode(visitor, { choose: firstMove });
  await visitor.close();
  await shut.close();
  const { code, stderr } = await menagerie("serve", "--metrics", "maybe");
  assert.equal(code, 2);
  assert.match(stderr, /--metrics.*on.*off/);
});
