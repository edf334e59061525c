// Many at once at one machine: every lesson counts, in one order that all agree on, and watchers miss none.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertVerified, countsOf, eventually, sql, startHouse } from "./house.mjs";
import { connect, playEpisode, sitDown } from "./visitor.mjs";

/** Watches a machine from its hello on; `until(seq)` waits until that row is accounted for. */
async function watch(house, machine) {
  const watcher = await connect(house, "watch", { machine });
  const hello = await watcher.take("hello");
  const seen = { hello, outcomes: "", counts: countsOf(await house.boxes(machine)), rows: new Map(), frames: 0, tables: 0, to: hello.seq, last: null };
  return Object.assign(seen, {
    close: () => watcher.close(),
    async until(seq) {
      while (seen.to < seq) {
        const feed = await watcher.take("feed");
        seen.frames += 1;
        seen.tables += feed.tables.length;
        seen.last = feed;
        if (feed.from === undefined) continue;
        // The first one may begin with rows that hello has counted: it has waited for the next twentieth of a second.
        if (seen.outcomes === "") assert.ok(feed.from <= seen.to + 1, "no row is left out");
        else assert.equal(feed.from, seen.to + 1, "no row is left out, and none comes twice");
        assert.ok(feed.to >= feed.from && feed.to <= feed.seq);
        assert.equal(feed.outcomes.length, feed.to - feed.from + 1);
        assert.ok(feed.rows.length > 0 && feed.rows.at(-1).seq === feed.to);
        for (const row of feed.rows) seen.rows.set(row.seq, row);
        for (const [number, bead, count] of feed.counts) seen.counts[number][bead] = count;
        seen.outcomes += feed.outcomes.slice(seen.to + 1 - feed.from);
        seen.to = feed.to;
      }
      return seen;
    },
  });
}

const letters = { win: "w", draw: "d", loss: "l" };

for (const [machine, visitors, games] of [["menace", 2, 20], ["menace-two", 50, 6], ["her", 50, 6]]) {
  test(`${visitors} visitors teach ${machine} ${games} games each`, async () => {
    const house = await startHouse({ flags: ["--dry-era-after-s", "0"] });
    const thinker = await sitDown(house, machine); // whose game stands there all the while, whenever a feed comes
    const begun = await thinker.ask({ type: "begin" }, "state");
    thinker.move(begun, begun.legal[0]);
    await thinker.take("state");
    const [early, crowd] = await Promise.all([watch(house, machine), Promise.all(Array.from({ length: visitors }, () => sitDown(house, machine)))]);
    const late = [];
    const learned = (await Promise.all(crowd.map(async (visitor, i) => {
      const mine = [];
      for (let game = 0; game < games; game += 1) {
        mine.push((await playEpisode(visitor)).learned);
        if (i === 0 && game === Math.floor(games / 2)) late.push(await watch(house, machine));
      }
      return mine;
    }))).flat();

    const { seq } = await house.get(`/machines/${machine}`);
    const rows = await sql(house.data, `SELECT seq, kind FROM log JOIN machine USING (machine) WHERE name = '${machine}' ORDER BY seq`);
    assert.deepEqual(rows.map((row) => row.seq), Array.from({ length: seq }, (_, i) => i + 1), "the log has no gap");
    const taught = rows.filter(({ kind }) => kind === "episode").map((row) => row.seq);
    assert.deepEqual(learned.map((it) => it.seq).sort((a, b) => a - b), taught, "every lesson has a row of its own, and no row is anybody else's");
    assert.equal(new Set(learned.map(({ episode }) => episode)).size, visitors * games);

    const bySeq = new Map(learned.map((it) => [it.seq, it]));
    const boxes = await house.boxes(machine);
    assert.equal(boxes.seq, seq);
    const acts = rows.some(({ kind }) => kind === "reset");
    for (const watcher of [early, ...late]) {
      await watcher.until(seq);
      [...watcher.outcomes].forEach((letter, i) => {
        const lesson = bySeq.get(watcher.hello.seq + 1 + i);
        assert.equal(letter, lesson ? letters[lesson.outcome] : "-");
      });
      for (const row of watcher.rows.values()) {
        const lesson = bySeq.get(row.seq);
        assert.deepEqual(row.changes, lesson ? lesson.changes.map(({ number, bead, before, after }) => [number, bead, before, after]) : []);
      }
      if (watcher === early && !acts) assert.deepEqual(watcher.counts, countsOf(boxes), "the beads told are the beads there");
      const { beads, episodes, wins, draws, losses } = await house.get(`/machines/${machine}`);
      assert.deepEqual([watcher.last.beads, watcher.last.episodes, watcher.last.wins, watcher.last.draws, watcher.last.losses], [beads, episodes, wins, draws, losses]);
      await watcher.close();
    }
    assert.ok(early.tables > 0, "boards in play are shown");
    await Promise.all([thinker, ...crowd].map((visitor) => visitor.close()));
    await house.close();
    await assertVerified(house.data);
  });
}

test("the feed comes at most twenty times a second, and the hall hears of every machine", { timeout: 300_000 }, async () => {
  const house = await startHouse();
  const hall = await connect(house, "hall");
  const { machines } = await hall.take("hello");
  assert.deepEqual(machines.map(({ name }) => name).slice(0, 4), ["menace", "menace-two", "her", "him"]);
  assert.equal(machines.length, 14);
  const news = Object.fromEntries(machines.map((it) => [it.name, it]));
  const watcher = await connect(house, "watch", { machine: "menace" });
  await watcher.take("hello");
  const crowd = await Promise.all(["menace", "menace", "menace", "her", "him"].map((machine) => sitDown(house, machine)));
  const start = Date.now();
  // On and on, until there were enough feeds, and one with the lessons of several visitors in it.
  const heardAll = () => watcher.frames.length > 3 && watcher.frames.some((feed) => feed.to > feed.from);
  const enough = () => Date.now() - start > (heardAll() ? 1500 : 200_000);
  await Promise.all(crowd.map(async (visitor) => {
    while (!enough()) await playEpisode(visitor);
  }));
  assert.ok(heardAll(), "several feeds came, and one with the lessons of several visitors in it");
  const feeds = watcher.frames.length;
  const seconds = (Date.now() - start) / 1000;
  assert.ok(feeds <= 20 * seconds + 3, `${feeds} feeds in ${seconds} s`);
  await Promise.all(crowd.map((visitor) => visitor.close()));
  await eventually(async () => {
    const all = await house.get("/machines");
    while (hall.frames.length > 0) for (const machine of (await hall.take("house")).machines) news[machine.name] = machine;
    for (const { name, seq, era, episodes, wins, draws, losses, beads, playing } of all.machines) {
      for (const [member, value] of Object.entries({ seq, era, episodes, wins, draws, losses, beads, playing })) assert.equal(news[name][member], value, `${name} ${member}`);
    }
    return true;
  });
  await Promise.all([hall.close(), watcher.close()]);
  await house.close();
});

test("who plays and who watches is counted, and leaving too", async () => {
  const house = await startHouse();
  const watcher = await connect(house, "watch", { machine: "her" });
  const hello = await watcher.take("hello");
  assert.deepEqual([hello.playing, hello.watching], [0, 1]);
  const visitors = await Promise.all([1, 2, 3].map(() => sitDown(house, "her")));
  for (const visitor of visitors) await visitor.ask({ type: "begin" }, "state");
  const sees = (playing) => eventually(async () => {
    let last = null;
    while (watcher.frames.length > 0) last = await watcher.take("feed");
    return last?.playing === playing;
  }, { what: `${playing} playing` });
  await sees(3);
  await playEpisode(visitors[2]); // it ended one, and is between two
  assert.equal((await house.get("/machines/her")).playing, 3);
  await visitors[0].vanish();
  await visitors[1].close();
  await sees(1);
  await visitors[2].close();
  await sees(0);
  await watcher.close();
  await house.close();
});

test("who watches uncounted hears all, and is not told of; boards are told of from the machine's first bead on", async () => {
  const house = await startHouse();
  const watcher = await connect(house, "watch", { machine: "menace" });
  const passer = await connect(house, "watch", { machine: "menace", query: "&counted=false" });
  assert.deepEqual([(await watcher.take("hello")).watching, (await passer.take("hello")).watching], [1, 1]);
  const visitor = await sitDown(house, "menace");
  const begun = await visitor.ask({ type: "begin" }, "state");
  const heard = async (ply) => {
    for (;;) {
      const feed = await passer.take("feed");
      if (feed.tables[0]?.ply === ply) return feed;
    }
  };
  const first = await heard(1);
  assert.deepEqual(first.tables.map(({ position, drawn }) => [position, drawn]), [[begun.position, begun.drawn.move]]);
  visitor.move(begun, begun.legal[0]);
  const state = await visitor.take("state");
  const { playing, watching, tables } = await heard(3);
  assert.deepEqual([tables[0].position, tables[0].drawn], [state.position, state.drawn.move]);
  assert.deepEqual([playing, watching], [1, 0], "the page of who plays watches too; the other one does not count");
  await passer.close();
  assert.equal((await house.get("/machines/menace")).watching, 0);
  await visitor.close();
  await eventually(async () => (await house.get("/machines/menace")).watching === 1, { what: "the watcher looks on again" });
  await watcher.close();
  await house.close();
});
