// The curator's desk over REST: what each act would do, and what it does.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { order, refused, token } from "./desk.mjs";
import { assertVerified, countsOf, eventually, startHouse } from "./house.mjs";
import { connect, firstMove, playEpisode, playOut, sitDown } from "./visitor.mjs";

let house;
before(async () => { house = await startHouse({ flags: ["--curator-guesses-per-minute-max", "0"], env: { MENAGERIE_CURATOR_TOKEN: token } }); });
after(() => house.close());

async function taught(machine, games) {
  const visitor = await sitDown(house, machine);
  const begin = visitor.hello.seat === "either" ? { seat: "first" } : {};
  for (let game = 0; game < games; game += 1) await playEpisode(visitor, { begin });
  await visitor.close();
  return visitor.hello.visit;
}

const figures = (machine) => house.get(`/machines/${machine}`);
const past = async (machine, last) => Promise.all(Array.from({ length: last }, (_, i) => house.get(`/machines/${machine}/boxes?at=${i + 1}`)));
const stable = ({ seq, era, episodes, wins, draws, losses, beads, boxes, frozen }) => ({ seq, era, episodes, wins, draws, losses, beads, boxes, frozen });

/** Previews an order, which must change nothing, and gives it, which must do what was said. */
async function act(machine, name, body = {}) {
  const before = await figures(machine);
  const counts = countsOf(await house.boxes(machine));
  const older = await past(machine, before.seq);

  const seen = await order(house, `/machines/${machine}/${name}`, { ...body, preview: true });
  assert.equal(seen.status, 200, seen.text);
  assert.deepEqual(stable(await figures(machine)), stable(before), "a preview changes nothing");
  assert.deepEqual(countsOf(await house.boxes(machine)), counts);

  const done = await order(house, `/machines/${machine}/${name}`, body);
  const { time: _, ...result } = done.json();
  const { time: __, ...foretold } = seen.json();
  assert.deepEqual(result, { ...foretold, preview: false });

  const now = await figures(machine);
  const { acts: [newest] } = (await order(house, "/audit?limit=1", undefined, { method: "GET" })).json();
  assert.deepEqual([newest.act, newest.summary, newest.why], [result.act, result.summary, "curator"]);
  assert.deepEqual(newest.detail, result.detail);
  assert.deepEqual(await past(machine, before.seq), older, "every earlier row reads as it did");
  if (name === "fork") {
    assert.equal(done.status, 201);
    assert.deepEqual(stable(now), stable(before), "the machine that was copied is as it was");
    return { result, before, counts };
  }
  assert.equal(done.status, 200);
  assert.equal(now.seq, before.seq + 1);
  assert.equal(now.seq, result.seq);
  assert.deepEqual([before.beads, now.beads], [result.beads.before, result.beads.after]);
  const after = countsOf(await house.boxes(machine));
  const changed = Object.keys(after).map((box) => after[box].filter((count, i) => count !== counts[box][i]).length);
  assert.equal(changed.reduce((sum, n) => sum + n, 0), result.change_count);
  assert.equal(changed.filter((n) => n > 0).length, result.boxes_changed);
  assert.equal(result.episodes.before - result.episodes.removed, result.episodes.kept);
  assert.equal(result.episodes.kept + result.episodes.added, result.episodes.after);
  return { result, before, now, counts, after };
}

test("a reset begins a new era, and the old one gets its plaque", async () => {
  await taught("menace", 4);
  const { result, before, now } = await act("menace", "reset");
  assert.deepEqual(result.episodes, { before: 4, kept: 0, removed: 4, added: 0, after: 0 });
  assert.deepEqual([now.era, now.beads], [2, 1720]);
  const { detail } = result;
  assert.deepEqual({ ...detail }, { why: "curator", era: 1, from_seq: 1, to_seq: 5, episodes: 4, wins: before.wins, draws: before.draws, losses: before.losses, beads: before.beads });
  assert.match(result.summary, /^MENACE begins era 2 .* 4 episodes \(\d won, \d drawn, \d lost\)/);
  await assertVerified(house.data);
});

test("a reset with other beads by turn; what is untaught and gone back to afterwards begins with those", async () => {
  await taught("carnival", 2);
  const { result, after: filled, now } = await act("carnival", "reset", { start: "8/6" });
  assert.deepEqual([now.era, result.detail.start], [2, [8, 6]]);
  assert.match(result.summary, /with 8\/6 beads of each colour, by turn/);
  for (const box of (await house.boxes("carnival")).boxes) assert.ok(filled[box.number].every((count) => count === [8, 6, 1, 1][box.turn - 1]), box.box);
  const [first, second] = [await taught("carnival", 2), await taught("carnival", 2)];
  await act("carnival", "unteach", { visit: first });
  const { after } = await act("carnival", "unteach", { visit: second });
  assert.deepEqual(after, filled, "without its lessons it is as it was filled");
  await assertVerified(house.data);
  await act("carnival", "fork", { name: "stall" });
  await act("carnival", "rewind", { to: result.seq });
  await act("carnival", "reset");
  await assertVerified(house.data);
  for (const start of ["0", "8/", "a", "8,win=+1", "1/2/x", "9".repeat(40)]) {
    const { problem } = await refused(house, "/machines/carnival/reset", { start }, 422, "bad-start", "start");
    assert.match(problem.detail, /start/);
  }
  await refused(house, "/machines/go-3x3/reset", { start: "2" }, 422, "bad-start", "start");
  await refused(house, "/machines/carnival/reset", { start: 8 }, 422, "bad-field", "start");
});

test("a rewind restores the beads of a row, and what was unlearned since counts again", async () => {
  const first = await taught("menace-two", 2);
  const then = countsOf(await house.boxes("menace-two"));
  await taught("menace-two", 3);
  const { result, after } = await act("menace-two", "rewind", { to: 3 });
  assert.deepEqual(result.episodes, { before: 5, kept: 2, removed: 3, added: 0, after: 2 });
  assert.deepEqual(after, then);
  const untaught = await act("menace-two", "unteach", { visit: first });
  assert.deepEqual(untaught.result.episodes, { before: 2, kept: 0, removed: 2, added: 0, after: 0 });
  assert.equal(untaught.now.beads, 2237);
  const again = await act("menace-two", "rewind", { to: 6 });
  assert.deepEqual(again.result.episodes, { before: 0, kept: 0, removed: 0, added: 5, after: 5 });
  await assertVerified(house.data);
});

test("a visit is untaught, and what others taught stays", async () => {
  const [one, other] = [await taught("him", 3), await taught("him", 2)];
  const told = await house.get(`/visits/${one}`);
  assert.deepEqual(told.machines, [{ machine: "him", title: "HIM", episodes: 3, counting: 3 }]);
  assert.deepEqual(told.episodes.map(({ seq, counts_in: counts }) => [seq, counts]), [[2, ["him"]], [3, ["him"]], [4, ["him"]]]);
  const { result } = await act("him", "unteach", { visit: one });
  assert.deepEqual(result.episodes, { before: 5, kept: 2, removed: 3, added: 0, after: 2 });
  const since = await house.get(`/visits/${one}`);
  assert.deepEqual(since.machines, [{ machine: "him", title: "HIM", episodes: 3, counting: 0 }]);
  assert.deepEqual((await house.get(`/visits/${other}`)).machines[0].counting, 2);
  await refused(house, "/machines/him/unteach", { visit: one }, 409, "no-such-visit", "visit");
  const pages = [await house.get(`/visits/${one}?limit=2`)];
  pages.push(await house.get(pages[0].next.replace("/api/v1", "")));
  assert.deepEqual(pages.flatMap(({ episodes }) => episodes), since.episodes);
  assert.equal(pages[1].next, null);
  assert.equal((await house.ask("/api/v1/visits/01a1f880-9a31-7c02-8d10-5a1f2b3c4d5e")).status, 404);
  assert.equal((await house.ask("/api/v1/visits/me")).status, 400);
  assert.equal((await house.ask(`/api/v1/visits/${one}?after=x`)).status, 400);
  await assertVerified(house.data);
});

test("a frozen machine plays and learns nothing, until it is thawed", async () => {
  const watcher = await connect(house, "watch", { machine: "her" });
  await watcher.take("hello");
  const hall = await connect(house, "hall");
  await hall.take("hello");
  const { now } = await act("her", "freeze");
  assert.equal(now.frozen, true);
  await eventually(async () => (await watcher.take("feed")).frozen);
  await eventually(async () => (await hall.take("house")).machines.some(({ name, frozen }) => name === "her" && frozen));
  await Promise.all([watcher.close(), hall.close()]);
  await refused(house, "/machines/her/freeze", {}, 409, "frozen");
  await refused(house, "/machines/her/reset", {}, 409, "frozen");
  const visitor = await sitDown(house, "her");
  assert.equal(visitor.hello.frozen, true);
  const start = await visitor.ask({ type: "begin" }, "state");
  const states = await playOut(visitor, start);
  await visitor.refused("frozen");
  assert.deepEqual(stable(await figures("her")), stable(now));
  assert.match((await house.ask("/metrics")).text, /^menagerie_machine_frozen\{machine="her"\} 1$/m);
  assert.equal((await act("her", "thaw")).now.frozen, false);
  await refused(house, "/machines/her/thaw", {}, 409, "not-frozen");
  // The thaw makes no lesson of it, and its end no other one.
  const last = await visitor.ask({ type: "resume", ticket: states.at(-1).ticket, again: true }, "state");
  assert.deepEqual([last.episode, last.outcome], [states.at(-1).episode, states.at(-1).outcome]);
  await visitor.refused("frozen");
  await visitor.take("state"); // the next game
  visitor.send({ type: "resume", ticket: states.at(-2).ticket });
  await visitor.refused("stale-ticket");
  await visitor.close();
  assert.equal((await figures("her")).episodes, now.episodes);
  await taught("her", 1);
  await assertVerified(house.data);
});

test("a topup brings every colour to so many beads", async () => {
  const { result, after } = await act("carnival", "topup", { to: 3 });
  assert.deepEqual(result.detail, { why: "curator", to: 3 });
  assert.ok(Object.values(after).flat().every((count) => count >= 3));
  await refused(house, "/machines/carnival/topup", { to: 2 }, 409, "nothing-to-do");
  await refused(house, "/machines/carnival/topup", { to: 0 }, 422, "bad-field", "to");
  await refused(house, "/machines/carnival/topup", { to: 1001 }, 422, "bad-field", "to");
  await assertVerified(house.data);
});

test("a fork is a machine of its own, as the other one was", async () => {
  await taught("nimble", 3);
  const then = countsOf(await house.get("/machines/nimble/boxes?at=3"));
  const { result } = await act("nimble", "fork", { name: "nimble-young", at: 3, title: "Young Nimble", colour: "#123456" });
  assert.deepEqual(result.episodes, { before: 0, kept: 0, removed: 0, added: 2, after: 2 });
  const copy = await figures("nimble-young");
  assert.deepEqual([copy.title, copy.colour, copy.game, copy.seq, copy.beads], ["Young Nimble", "#123456", "nim-3x3", 1, result.beads.after]);
  assert.deepEqual(countsOf(await house.boxes("nimble-young")), then);
  const visitor = await sitDown(house, "nimble-young");
  await playEpisode(visitor, { begin: { seat: "first" } });
  await visitor.close();
  const { episodes: [{ visit }] } = await house.get("/machines/nimble/episodes");
  const { machines } = await house.get(`/visits/${visit}`);
  assert.deepEqual(machines.map(({ machine, episodes, counting }) => [machine, episodes, counting]), [["nimble", 3, 3], ["nimble-young", 0, 2]]);
  assert.equal((await act("nimble-young", "unteach", { visit })).result.episodes.removed, 2);
  await refused(house, "/machines/nimble/fork", { name: "nimble-young" }, 409, "name-taken", "name");
  await refused(house, "/machines/nimble/fork", { name: "old", at: 99 }, 422, "bad-seq", "at");
  await refused(house, "/machines/nimble/fork", {}, 422, "bad-field", "name");
  const ellis = await order(house, "/machines/ellis/fork", { name: "ellis-too" }); // a story of the museum's own is taken over whole
  assert.equal(ellis.status, 201, ellis.text);
  assert.equal((await house.get("/machines/ellis-too")).story, (await house.get("/machines/ellis")).story);
  await assertVerified(house.data);
});

const cubs = { name: "cubs", title: "The Cubs", game: "hexapawn", seat: "first", rule: "gardner-reward,win=+2,floor=1" };

test("a new machine is played at once, is told to the hall, and is there after a restart", async () => {
  const hall = await connect(house, "hall");
  await hall.take("hello");
  const seen = await order(house, "/machines", { ...cubs, preview: true });
  assert.equal(seen.status, 200, seen.text);
  assert.equal((await house.ask("/api/v1/machines/cubs")).status, 404);
  const done = await order(house, "/machines", cubs);
  assert.equal(done.status, 201, done.text);
  assert.equal(done.headers.location, "/api/v1/machines/cubs");
  const { time: _, ...result } = done.json();
  const { time: __, ...foretold } = seen.json();
  assert.deepEqual(result, { ...foretold, preview: false });
  assert.deepEqual([result.act, result.machine, result.seq, result.detail], ["start", "cubs", 1, { why: "curator" }]);
  const made = await figures("cubs");
  assert.deepEqual([made.beads, made.boxes, made.convention, made.rule], [result.beads.after, result.boxes, "canonical", cubs.rule]);
  await eventually(async () => (await hall.take("house")).machines.some(({ name }) => name === "cubs"));
  await hall.close();
  const visit = await taught("cubs", 2);
  assert.equal((await house.ask("/machine/cubs")).status, 200);
  await refused(house, "/machines", cubs, 409, "name-taken", "name");
  const counts = countsOf(await house.boxes("cubs"));
  await house.stop();
  await house.open();
  assert.deepEqual(countsOf(await house.boxes("cubs")), counts);
  assert.equal((await figures("cubs")).title, "The Cubs");
  await act("cubs", "unteach", { visit });
  await assertVerified(house.data);
});

test("a machine that makes its boxes when it meets them is created, forked and untaught too", async () => {
  const { status, text } = await order(house, "/machines", { name: "five", game: "checkers-5x5", seat: "second", rule: "michie-1961" });
  assert.equal(status, 201, text);
  const visit = await taught("five", 1);
  // Boxes that are made after it are not topped up, however the list is folded again.
  await act("five", "topup", { to: 7 });
  await taught("five", 1);
  await act("five", "rewind", { to: 3 });
  await act("five", "fork", { name: "five-too" });
  await act("five-too", "unteach", { visit });
  await act("five", "reset");
  await assertVerified(house.data);
});

test("a machine that has made no box yet is acted on, and the house goes on learning", async () => {
  await act("go-3x3", "reset");
  await taught("menace", 2);
  await refused(house, "/machines/go-3x3/topup", { to: 2 }, 409, "nothing-to-do");
  await act("go-3x3", "fork", { name: "go-again" });
  await taught("menace", 2);
  await taught("go-again", 1);
  await assertVerified(house.data);
});

const wrongMachines = [
  ["no name", { name: undefined }, "bad-field", "name"],
  ["a name with blanks", { name: "my machine" }, "bad-name", "name"],
  ["a name in capitals", { name: "CUB" }, "bad-name", "name"],
  ["a long name", { name: "c".repeat(41) }, "bad-name", "name"],
  ["a name that is a number", { name: 7 }, "bad-field", "name"],
  ["an unknown game", { game: "chess" }, "bad-machine", "game"],
  ["a game too large for a wall", { game: "extendapawn-8" }, "bad-machine", "game"],
  ["an unknown seat", { seat: "third" }, "bad-machine", "seat"],
  ["an unknown rule", { rule: "luck" }, "bad-machine", "rule"],
  ["an unknown option", { rule: "michie-1961,luck=1" }, "bad-machine", "rule"],
  ["a rule out of bounds", { rule: "michie-1961,start=0" }, "bad-machine", "rule"],
  ["unknown boxes", { boxes: "round" }, "bad-machine", "boxes"],
  ["boxes of another seat", { boxes: "gardner-24" }, "bad-machine", "boxes"],
  ["a title in lines", { title: "The\nCubs" }, "bad-text", "title"],
  ["a long story", { story: "s".repeat(201) }, "bad-text", "story"],
  ["no colour", { colour: "red" }, "bad-text", "colour"],
  ["a misspelt member", { gmae: "hexapawn" }, "unknown-field", "gmae"],
  ["preview that is a text", { preview: "true" }, "bad-field", "preview"],
];
for (const [what, part, type, field] of wrongMachines) {
  test(`a new machine with ${what}: 422, naming ${field}`, async () => {
    const { machines } = await house.get("/machines");
    for (const preview of [{ preview: true }, {}]) {
      const { problem } = await refused(house, "/machines", { ...cubs, name: "other", ...preview, ...part }, 422, type, field);
      assert.ok(problem.detail.length < 400, problem.detail);
    }
    assert.equal((await house.get("/machines")).machines.length, machines.length);
  });
}

test("bodies that cannot be read are refused, and nothing is done", async () => {
  const before = await figures("octapawn");
  const path = "/machines/octapawn/reset";
  await refused(house, path, "reset, please", 400, "bad-body");
  await refused(house, path, '{"preview":true', 400, "bad-body");
  await refused(house, path, "[]", 400, "bad-body");
  await refused(house, path, "null", 400, "bad-body");
  await refused(house, path, "[".repeat(60_000), 400, "bad-body");
  await refused(house, path, Buffer.from('{"preview":"\xff"}', "latin1"), 400, "bad-body");
  await refused(house, path, "{}", 415, "not-json", undefined, { headers: { "Content-Type": "text/plain" } });
  await refused(house, path, { why: "for fun" }, 422, "unknown-field", "why");
  await refused(house, path, `{"preview":"${"x".repeat(70_000)}"}`, 413, "body-too-large");
  await refused(house, "/machines/octapawn/rewind", {}, 422, "bad-field", "to");
  await refused(house, "/machines/octapawn/rewind", { to: -1 }, 422, "bad-field", "to");
  await refused(house, "/machines/octapawn/rewind", { to: 1.5 }, 422, "bad-field", "to");
  await refused(house, "/machines/octapawn/rewind", { to: 1 }, 422, "bad-seq", "to");
  await refused(house, "/machines/octapawn/unteach", { visit: "me" }, 422, "bad-field", "visit");
  const { problem } = await refused(house, "/machines/hal/reset", {}, 404, "not-found");
  assert.match(problem.detail, /menace/);
  assert.deepEqual(stable(await figures("octapawn")), stable(before));
});

test("no body at all is an order without anything to add", async () => {
  const { status, text } = await order(house, "/machines/octapawn/freeze", undefined);
  assert.equal(status, 200, text);
  assert.equal((await order(house, "/machines/octapawn/thaw", undefined)).status, 200);
});

test("the audit lists every act of every machine, newest first, in pages", async () => {
  const ask = async (path) => (await order(house, path, undefined, { method: "GET" })).json();
  const pages = [await ask("/audit?limit=5")];
  while (pages.at(-1).next) pages.push(await ask(pages.at(-1).next.replace("/api/v1", "")));
  const acts = pages.flatMap((page) => page.acts);
  const { machines } = await house.get("/machines");
  const logs = await Promise.all(machines.map(async ({ name }) => (await house.get(`/machines/${name}/log?kind=act`)).rows.map(({ seq, kind }) => `${name} ${seq} ${kind}`)));
  assert.deepEqual(acts.map(({ machine, seq, act: kind }) => `${machine} ${seq} ${kind}`).sort(), logs.flat().sort());
  const times = acts.map(({ time }) => time);
  assert.deepEqual(times, [...times].sort().reverse());
  assert.ok(acts.every(({ summary }) => summary.length > 10));
  for (const [query, status] of [["before=x", 400], ["limit=0", 400], ["after=1", 400]]) {
    assert.equal((await order(house, `/audit?${query}`, undefined, { method: "GET" })).status, status, query);
  }
});

test("what an act would do is worked out while the machine makes boxes", async () => {
  const visit = await taught("caswell", 3);
  let playing = true;
  const previews = (async () => {
    const statuses = new Set();
    while (playing) statuses.add((await order(house, "/machines/caswell/unteach", { visit, preview: true })).status);
    return [...statuses];
  })();
  await taught("caswell", 12);
  playing = false;
  assert.deepEqual(await previews, [200]);
});

test("the rules can be listed, and each can be built with its own options", async () => {
  const { rules, options, seats, boxes } = await house.get("/rules");
  assert.deepEqual(seats, ["first", "second", "either"]);
  assert.deepEqual(boxes.map(({ name }) => name), ["canonical", "rotations", "mirror", "raw", "gardner-24", "tretyakov-24"]);
  for (const rule of rules) {
    assert.deepEqual(Object.keys(rule.options), options.map(({ name }) => name));
    const text = [rule.name, ...Object.entries(rule.options).map(([name, value]) => `${name}=${value}`)].join(",");
    const { status, text: answer } = await order(house, "/machines", { ...cubs, name: "trial", rule: text, preview: true });
    const values = rule.options.step !== "0"; // for experiments alone
    assert.equal(status, values ? 422 : 200, `${text}: ${answer}`);
    if (values) assert.match(answer, /is for experiments/);
  }
});

test("acts and visitors' games at once leave a log that holds", async () => {
  const visits = [await taught("extendapawn", 3), await taught("extendapawn", 2)];
  const visitor = await sitDown(house, "extendapawn");
  const playing = (async () => { for (let game = 0; game < 12; game += 1) await playEpisode(visitor, { choose: firstMove }); })();
  for (const [name, body] of [["topup", { to: 2 }], ["unteach", { visit: visits[0] }], ["topup", { to: 3 }], ["topup", { to: 4 }]]) {
    const { status, text } = await order(house, `/machines/extendapawn/${name}`, body);
    assert.ok(status === 200 || status === 409, text);
  }
  // Worked out side by side; one of them has to be worked out anew.
  const twins = await Promise.all([visits[1], visits[1]].map((visit) => order(house, "/machines/extendapawn/unteach", { visit })));
  assert.deepEqual(twins.map(({ status }) => status).sort(), [200, 409]);
  await playing;
  await visitor.close();
  for (const visit of visits) assert.equal((await house.get(`/visits/${visit}`)).machines[0].counting, 0);
  await assertVerified(house.data);
});
