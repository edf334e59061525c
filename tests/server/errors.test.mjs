// Frames that are wrong: each has its stable code, and the game goes on to its end and is learned all the same.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHouse } from "./house.mjs";
import { connect, firstMove, playOut, sitDown } from "./visitor.mjs";

let house;
before(async () => { house = await startHouse({ flags: ["--dry-era-after-s", "0"] }); });
after(() => house.close());

const nobody = "01a1f873-0364-70c6-a6a3-a4506513270e";
const padded = (bytes) => `{"type":"begin","pad":"${"x".repeat(bytes - 25)}"}`;
assert.equal(padded(1025).length, 1025);

/** What is sent (or made from the state in play), the code it must get, and whether it counts as a protocol error. */
const mistakes = [
  ["not JSON", "hello?", "bad-frame", true],
  ["half a frame", '{"type":"begin"', "bad-frame", true],
  ["two frames in one", '{"type":"begin"}{"type":"begin"}', "bad-frame", true],
  ["an array", "[]", "bad-frame", true],
  ["a full array", '[{"type":"begin"}]', "bad-frame", true],
  ["a number", "7", "bad-frame", true],
  ["a string", '"begin"', "bad-frame", true],
  ["null", "null", "bad-frame", true],
  ["nothing", "", "bad-frame", true],
  ["blanks", "   ", "bad-frame", true],
  ["bytes", Buffer.from('{"type":"begin"}'), "bad-frame", true],
  ["an object without type", "{}", "bad-frame", true],
  ["a type that is a number", '{"type":1}', "bad-frame", true],
  ["a type that is an object", '{"type":{"type":"begin"}}', "bad-frame", true],
  ["a type that is null", '{"type":null}', "bad-frame", true],
  ["an unknown type", '{"type":"cheat"}', "unknown-type", true],
  ["a type of the server's", '{"type":"learned"}', "unknown-type", true],
  ["a type in capitals", '{"type":"BEGIN"}', "unknown-type", true],
  ["deep nesting", `{"type":"begin","a":${"[".repeat(400)}${"]".repeat(400)}}`, "bad-frame", true],
  ["1025 bytes", padded(1025), "bad-frame", true],
  ["a move of 1025 bytes", `{"type":"move","pad":"${"x".repeat(1002)}"}`, "bad-frame", true],
  ["a move with nothing", { type: "move" }, "bad-frame", true],
  ["a move without ply", (state) => ({ type: "move", episode: state.episode, move: "b2" }), "bad-frame", true],
  ["a ply that is a string", (state) => ({ type: "move", episode: state.episode, ply: "1", move: "b2" }), "bad-frame", true],
  ["a ply below zero", (state) => ({ type: "move", episode: state.episode, ply: -1, move: "b2" }), "bad-frame", true],
  ["half a ply", (state) => ({ type: "move", episode: state.episode, ply: 1.5, move: "b2" }), "bad-frame", true],
  ["a ply beyond numbers", (state) => `{"type":"move","episode":"${state.episode}","ply":99999999999999999999999,"move":"b2"}`, "bad-frame", true],
  ["a move that is a list", (state) => ({ type: "move", episode: state.episode, ply: 1, move: ["b2"] }), "bad-frame", true],
  ["an episode that is no id", { type: "move", episode: "mine", ply: 1, move: "b2" }, "bad-frame", true],
  ["again that is a string", { type: "begin", again: "yes" }, "bad-frame", true],
  ["again that is a number", { type: "begin", again: 1 }, "bad-frame", true],
  ["a seat that is a number", { type: "begin", seat: 1 }, "bad-frame", true],
  ["a seat that is none", { type: "begin", seat: "third" }, "bad-seat", false],
  ["a seat that the machine does not play", { type: "begin", seat: "second" }, "bad-seat", false],
  ["a visit that is no id", { type: "begin", visit: "me" }, "bad-visit", true],
  ["a visit that is a number", { type: "begin", visit: 5 }, "bad-frame", true],
  ["a resume without ticket", { type: "resume" }, "bad-frame", true],
  ["a ticket that is a number", { type: "resume", ticket: 1 }, "bad-frame", true],
  ["a ticket that is none", { type: "resume", ticket: "please" }, "bad-ticket", true],
  ["a long ticket that is none", { type: "resume", ticket: "A".repeat(7000) }, "bad-ticket", true],
  ["a forged ticket", ({ ticket }) => ({ type: "resume", ticket: (ticket[30] === "A" ? ticket.replace(/^(.{30})A/, "$1B") : ticket.replace(/^(.{30})./, "$1A")) }), "bad-ticket", true],
  ["a ticket cut short", ({ ticket }) => ({ type: "resume", ticket: ticket.slice(0, -4) }), "bad-ticket", true],
  ["a move that is not legal", (state) => ({ type: "move", episode: state.episode, ply: state.ply, move: state.played.at(-1).move }), "illegal-move", false],
  ["a move that is no move", (state) => ({ type: "move", episode: state.episode, ply: state.ply, move: "z9" }), "illegal-move", false],
  ["a move with markup", (state) => ({ type: "move", episode: state.episode, ply: state.ply, move: '"<script>\\' }), "illegal-move", false],
  ["a move out of turn", (state) => ({ type: "move", episode: state.episode, ply: state.ply + 1, move: state.legal[0] }), "wrong-ply", false],
  ["a move for a ply long gone", (state) => ({ type: "move", episode: state.episode, ply: 0, move: "a1-a2" }), "wrong-ply", false],
  ["a move for another's episode", { type: "move", episode: nobody, ply: 1, move: "b2" }, "not-your-episode", false],
];

for (const [what, wrong, code, counts] of mistakes) {
  test(`${what}: ${code}, and the game goes on`, async () => {
    const visitor = await sitDown(house, "menace");
    const start = await visitor.ask({ type: "begin" }, "state");
    const bytes = typeof wrong === "function" ? wrong(start) : wrong;
    for (let time = 0; time < 2; time += 1) { // one less than closes the line
      visitor.send(bytes);
      const { message, retry_after_s: after } = await visitor.refused(code);
      assert.ok(message.length > 5 && message.length < 400);
      assert.equal(after, null);
    }
    const states = await playOut(visitor, start, firstMove);
    const { episode } = await visitor.take("learned");
    assert.equal(episode, states.at(-1).episode);
    visitor.send(bytes);
    if (counts) await visitor.closedWith(1008);
    else await visitor.close();
  });
}

test("three protocol errors close with 1008, each answered first; other mistakes do not count", async () => {
  const visitor = await sitDown(house, "her");
  for (let time = 0; time < 5; time += 1) {
    visitor.send({ type: "give_up" });
    await visitor.refused("no-episode");
  }
  visitor.send("?");
  await visitor.refused("bad-frame");
  visitor.send({ type: "dance" });
  await visitor.refused("unknown-type");
  visitor.send({ type: "resume", ticket: "x" });
  await visitor.refused("bad-ticket");
  const { reason } = await visitor.closedWith(1008);
  assert.match(reason, /protocol error/);
});

test("a frame of 1024 bytes is taken", async () => {
  const visitor = await sitDown(house, "her");
  await visitor.ask(padded(1024), "state");
  await visitor.close();
});

test("a frame of 9000 bytes closes with 1009, and the game is resumed on a new line", async () => {
  const visitor = await sitDown(house, "her");
  const start = await visitor.ask({ type: "begin" }, "state");
  visitor.move(start, "b1-b2");
  const state = await visitor.take("state");
  visitor.send(padded(9000));
  await visitor.closedWith(1009);
  const again = await sitDown(house, "her");
  const resumed = await again.ask({ type: "resume", ticket: state.ticket }, "state");
  assert.equal(resumed.position, state.position);
  await playOut(again, resumed);
  await again.take("learned");
  await again.close();
});

test("text that is no UTF-8 closes with 1007, and the game is resumed on a new line", async () => {
  const visitor = await sitDown(house, "her");
  const state = await visitor.ask({ type: "begin" }, "state");
  visitor.socket.send(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), { binary: false });
  await visitor.closedWith(1007);
  const again = await sitDown(house, "her");
  await playOut(again, await again.ask({ type: "resume", ticket: state.ticket }, "state"));
  await again.take("learned");
  await again.close();
});

test("a ticket of another machine is a bad one, and remains good at its own", async () => {
  const one = await sitDown(house, "her");
  const { ticket } = await one.ask({ type: "begin" }, "state");
  const other = await sitDown(house, "him");
  other.send({ type: "resume", ticket });
  await other.refused("bad-ticket");
  await other.close();
  await one.close();
  const back = await sitDown(house, "her");
  await playOut(back, await back.ask({ type: "resume", ticket }, "state"));
  await back.take("learned");
  await back.close();
});

test("before begin there is no episode, and another's cannot be moved", async () => {
  const one = await sitDown(house, "her");
  const two = await sitDown(house, "her");
  const state = await one.ask({ type: "begin" }, "state");
  two.move(state, "a1-a2");
  await two.refused("no-episode");
  await two.ask({ type: "begin" }, "state");
  two.move(state, "a1-a2");
  await two.refused("not-your-episode");
  await playOut(one, state);
  await one.take("learned");
  await Promise.all([one.close(), two.close()]);
});

test("a ticket from a game that was given up, or that went on, cannot turn the game back", async () => {
  const visitor = await sitDown(house, "menace-two");
  const first = await visitor.ask({ type: "begin" }, "state");
  visitor.move(first, "b2");
  const second = await visitor.take("state");
  const other = await sitDown(house, "menace-two");
  const resumed = await other.ask({ type: "resume", ticket: first.ticket }, "state");
  assert.equal(resumed.ply, second.ply, "it stands where the game stands, not where the ticket does");
  assert.equal(resumed.position, second.position);
  await visitor.refused("no-episode");
  await playOut(other, resumed);
  await other.take("learned");
  const third = await other.ask({ type: "begin" }, "state");
  other.move(third, third.legal[0]);
  const fourth = await other.take("state");
  other.send({ type: "give_up" });
  for (const { ticket } of [third, fourth]) {
    other.send({ type: "resume", ticket });
    await other.refused("stale-ticket");
  }
  await Promise.all([visitor.close(), other.close()]);
});

test("watchers only listen", async () => {
  const watcher = await connect(house, "watch", { machine: "her" });
  await watcher.take("hello");
  watcher.send({ type: "begin" });
  let frame = await watcher.next();
  while (frame.type === "feed") frame = await watcher.next();
  assert.equal(frame.code, "unknown-type");
  await watcher.close();
});
