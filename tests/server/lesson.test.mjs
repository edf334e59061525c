// A lesson by its code, and the lessons that gave a bead: against a replay of the whole log.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { order, token } from "./desk.mjs";
import { startHouse } from "./house.mjs";
import { playEpisode, sequence, sitDown } from "./visitor.mjs";

const ROUNDS = 12;
let house;
const visits = [];
/** The code of each machine's first lesson, as its visitor was told it. */
const firsts = {};
const any = sequence(24);
before(async () => {
  house = await startHouse({ flags: ["--dry-era-after-s", "0"], env: { MENAGERIE_CURATOR_TOKEN: token } });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const machine of ["menace", "her"]) {
      const visitor = await sitDown(house, machine);
      visits.push(visitor.hello.visit);
      for (let game = 0; game < 8; game += 1) {
        const { learned } = await playEpisode(visitor);
        firsts[machine] ??= learned.lesson;
      }
      await visitor.close();
    }
    for (const [when, act, body] of [[3, "reset", {}], [5, "topup", { to: 3 }], [7, "rewind", { to: (await house.get("/machines/menace")).seq - 5 }], [9, "unteach", { visit: visits.at(-4) }]]) {
      if (round === when) assert.equal((await order(house, `/machines/menace/${act}`, body)).status, 200, act);
    }
  }
});
after(() => house.close());

const rowsOf = async (path) => (await house.ask(`/api/v1/machines/${path}`)).text.trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));

/** Every colour's beads from the bottom to the top, each with the row that put it there, and all that rows gave and drew. */
async function replayed(name, last = Infinity) {
  const log = await rowsOf(`${name}/log.ndjson`);
  const kinds = new Map(log.map(({ seq, kind }) => [seq, kind]));
  const stacks = new Map();
  const gifts = new Map();
  let at = 0;
  for (const { seq, box, move, before: was, after: is } of await rowsOf(`${name}/history.ndjson`)) {
    if (seq > last) break;
    for (; at < seq; at += 1) {
      if (kinds.get(at + 1) === "reset") for (const stack of stacks.values()) stack.fill(at + 1); // what lies there now was put there by the reset
    }
    const key = `${box} ${move}`;
    const stack = stacks.get(key) ?? [];
    stacks.set(key, stack);
    assert.equal(stack.length, was, `${name} ${seq} ${key}`);
    if (is > was && kinds.get(seq) === "episode") gifts.set(key, [...(gifts.get(key) ?? []), { seq, before: was, after: is }]);
    while (stack.length > is) stack.pop();
    while (stack.length < is) stack.push(seq);
  }
  return { log, stacks, gifts, draws: await rowsOf(`${name}/draws.ndjson`) };
}

/** Every bead that a lesson gave, and some others, as they stood after that row. How many of lessons' beads lie there. */
async function assertGivers(name, at, isNow) {
  const { stacks, gifts } = await replayed(name, at);
  const { boxes } = await house.get(`/machines/${name}/boxes?at=${at}`);
  let given = 0;
  for (const box of boxes) {
    for (const [bead, { move, beads }] of box.moves.entries()) {
      const key = `${box.box} ${move}`;
      if (!gifts.has(key) && any(20) > 0) continue;
      const lessons = [];
      for (let path = `/machines/${name}/boxes/${box.number}/beads/${bead}/lessons?limit=${1 + any(9)}${isNow ? "" : `&at=${at}`}`; path;) {
        const page = await house.get(path);
        assert.deepEqual([page.machine, page.number, page.box, page.bead, page.move, page.seq, page.beads], [name, box.number, box.box, bead, move, at, beads]);
        lessons.push(...page.lessons);
        path = page.next?.slice("/api/v1".length);
      }
      const stack = stacks.get(key) ?? [];
      const expected = (gifts.get(key) ?? []).reverse().map((gift) => ({ ...gift, still: stack.filter((seq) => seq === gift.seq).length }));
      assert.deepEqual(lessons.map(({ seq, before: was, after: is, still }) => ({ seq, before: was, after: is, still })), expected, `${name} at ${at}: ${key}`);
      given += lessons.reduce((sum, { still }) => sum + still, 0);
    }
  }
  return given;
}

for (const name of ["menace", "her"]) {
  test(`${name}: the givers of every bead are those of a replay`, async () => {
    const { seq: newest } = await house.get(`/machines/${name}`);
    let given = 0;
    for (const at of [newest, 1, 2 + any(newest - 2), 2 + any(newest - 2), 2 + any(newest - 2)]) given += await assertGivers(name, at, at === newest);
    assert.ok(name === "her" || given > 10, `${given} beads are of lessons`); // HER only loses beads
  });

  test(`${name}: every lesson has its page, and tells what the log tells`, async () => {
    const { log, stacks, draws } = await replayed(name);
    const episodes = log.filter(({ kind }) => kind === "episode");
    const acts = log.filter(({ kind }) => kind !== "episode");
    const counting = async (visit) => (await house.get(`/visits/${visit}?limit=1000`)).episodes.filter((it) => it.machine === name && it.counts_in.includes(name)).map(({ seq }) => seq);
    const counts = new Set((await Promise.all([...new Set(episodes.map(({ visit }) => visit))].map(counting))).flat());
    const ways = new Set();
    let code = firsts[name];
    for (const [i, { seq, episode }] of episodes.entries()) {
      const lesson = await house.get(`/lessons/${code}`);
      assert.deepEqual([lesson.lesson, lesson.machine, lesson.seq, lesson.number, lesson.lessons, lesson.episode.id], [code, name, seq, i + 1, episodes.length, episode]);
      assert.equal(lesson.taken_back === null, counts.has(seq), `${name} ${seq}: ${JSON.stringify(lesson.taken_back)}`);
      if (lesson.taken_back) {
        const act = acts.find((it) => it.seq === lesson.taken_back.seq);
        assert.deepEqual([act.kind, act.time], [lesson.taken_back.kind, lesson.taken_back.time]);
        assert.ok(act.seq > seq);
        ways.add(act.kind);
      }
      const whole = await house.get(`/machines/${name}/episodes/${episode}`);
      assert.deepEqual(lesson.episode, whole);
      assert.equal(lesson.changes.length, whole.change_count);
      for (const change of lesson.changes) {
        const { box, bead, move, before: was, after: is, still, drawn_since: drawn } = change;
        assert.equal(drawn, draws.filter((it) => it.box === box && it.move === move && it.seq > seq).length, `${name} ${seq} ${box} ${move}`);
        const there = stacks.get(`${box} ${move}`).filter((it) => it === seq).length;
        assert.equal(still, is > was ? (counts.has(seq) ? there : 0) : null, `${name} ${seq} ${box} ${move}`);
        const moves = lesson.boxes.find((it) => it.box === box).moves;
        assert.deepEqual([moves[bead].move, moves[bead].before, moves[bead].after, moves[bead].now], [move, was, is, stacks.get(`${box} ${move}`).length]);
      }
      const next = episodes[i + 1];
      assert.equal(lesson.next === null, !next);
      const following = next && (await house.get(`/lessons/${lesson.next}`));
      assert.equal(following?.previous, next && code);
      code = lesson.next;
    }
    assert.deepEqual([...ways].sort(), name === "her" ? [...ways] : ["reset", "rewind", "unteach"]);
  });
}

test("the least likely bead of the day that won a game is the one that the draws and the episodes tell", async () => {
  for (const name of ["menace", "her"]) {
    const { seq, after_seq: from, draw } = await house.get(`/machines/${name}/unlikely`);
    assert.equal(seq, (await house.get(`/machines/${name}`)).seq);
    assert.equal(from, 1, "all of this log is of one day");
    const won = new Map((await rowsOf(`${name}/episodes.ndjson`)).filter(({ outcome }) => outcome === "win").map((it) => [it.seq, it]));
    const drawn = (await rowsOf(`${name}/draws.ndjson`)).filter((it) => won.has(it.seq) && it.odds > 0);
    const [least] = drawn.sort((a, b) => a.odds - b.odds || a.seq - b.seq || a.ordinal - b.ordinal);
    assert.ok(drawn.length > 20 && least.odds < 1, `${name}: ${drawn.length} draws`);
    for (const member of ["seq", "time", "box", "move", "ply", "beads", "odds", "played"]) assert.equal(draw[member], least[member], `${name}: ${member}`);
    const lesson = await house.get(`/lessons/${draw.lesson}`);
    assert.deepEqual([lesson.machine, lesson.seq, lesson.episode.outcome], [name, draw.seq, "win"]);
    assert.ok(lesson.episode.trace.some((it) => it.number === draw.number && it.bead === draw.bead && it.ply === draw.ply));
  }
  assert.equal((await house.get("/machines/him/unlikely")).draw, null, "nobody has played it");
});

test("a code is taken as it is typed; one with a slip, and one of no lesson, are told", async () => {
  const code = firsts.menace;
  for (const typed of [code.toLowerCase(), `${code.slice(0, 1)}-${code.slice(1)}`, `${code}%20`]) assert.equal((await house.get(`/lessons/${typed}`)).lesson, code);
  const other = (at) => `${code.slice(0, at)}${code[at] === "7" ? "8" : "7"}${code.slice(at + 1)}`;
  for (const [wrong, type, detail] of [[other(0), "bad-code", /wrong/], [other(code.length - 1), "bad-code", /wrong/], [`${code.slice(0, -1)}O`, "bad-code", /"O"/], ["%C3%A42", "bad-code", /"ä"/], ["2", "bad-code", /missing/], ["2".repeat(99), "bad-code", /missing/],
    ["V9R5K6C8D", "not-found", /no machine/], ["25K6C85", "not-found", /not had this lesson yet/], ["23W", "not-found", /nobody played/]]) {
    const answer = await house.ask(`/api/v1/lessons/${wrong}`);
    assert.equal(answer.status, 404, wrong);
    assert.equal(answer.json().type, `urn:menagerie:problem:${type}`, wrong);
    assert.match(answer.json().detail, detail, wrong);
  }
});

test("what is no bead, and what is no cursor, is refused", async () => {
  const path = "/api/v1/machines/menace/boxes/1/beads";
  for (const [rest, status] of [["3/lessons", 404], ["x/lessons", 404], ["-1/lessons", 404], ["0/lessons?before=7", 400], ["0/lessons?before=7:x", 400], ["0/lessons?limit=0", 400], ["0/lessons?limit=201", 400], ["0/lessons?after=7", 400], ["0/lessons?at=0", 400], ["0/lessons?at=99999", 404], ["0/lessons?before=999999999:0", 200]]) {
    assert.equal((await house.ask(`${path}/${rest}`)).status, status, rest);
  }
  assert.equal((await house.ask("/api/v1/machines/menace/boxes/999/beads/0/lessons")).status, 404);
});
