// A client of our own on a bare socket: the house speaks RFC 6455 with anyone who does, in pieces as small as they come.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Bare, codes, frame } from "./bare.mjs";
import { startHouse } from "./house.mjs";
import { firstMove } from "./visitor.mjs";

let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

/** Plays a game to its end; `send` writes a frame's text somehow. */
async function play(bare, send) {
  await bare.message("hello");
  await send({ type: "begin" });
  let state = await bare.message("state");
  while (state.outcome === undefined) {
    await send({ type: "move", episode: state.episode, ply: state.ply, move: firstMove(state) });
    state = await bare.message("state");
  }
  const learned = await bare.message("learned");
  assert.equal((await house.get(`/machines/${bare.machine}/episodes/${learned.episode}`)).seq, learned.seq);
}

for (const machine of ["menace", "menace-two", "her", "him"]) {
  test(`${machine}: a game in plain masked frames, ended by a close handshake`, async () => {
    const bare = Object.assign(await Bare.dial(house, machine), { machine });
    await play(bare, (value) => bare.socket.write(frame(codes.text, JSON.stringify(value))));
    bare.socket.write(frame(codes.close, Buffer.concat([Buffer.from([0x03, 0xe8]), Buffer.from("bye")])));
    await bare.closed(1000);
    await bare.until(() => bare.ended);
  });
}

test("messages in fragments, with pings between them", async () => {
  const bare = Object.assign(await Bare.dial(house, "menace"), { machine: "menace" });
  await play(bare, async (value) => {
    const text = JSON.stringify(value);
    bare.socket.write(frame(codes.text, text.slice(0, 1), { fin: false }));
    bare.socket.write(frame(codes.continuation, text.slice(1, 9), { fin: false }));
    bare.socket.write(frame(codes.ping, "are you there?"));
    const pong = await bare.take();
    assert.deepEqual([pong.code, pong.body.toString()], [codes.pong, "are you there?"]);
    bare.socket.write(frame(codes.continuation, "", { fin: false }));
    bare.socket.write(frame(codes.continuation, text.slice(9)));
  });
  bare.socket.destroy();
});

test("a game byte by byte", async () => {
  const bare = Object.assign(await Bare.dial(house, "her"), { machine: "her" });
  bare.socket.setNoDelay(true);
  await play(bare, async (value) => {
    for (const byte of frame(codes.text, JSON.stringify(value))) {
      bare.socket.write(Buffer.from([byte]));
      await new Promise((done) => setImmediate(done));
    }
  });
  bare.socket.destroy();
});

test("two frames in one packet are two frames", async () => {
  const bare = await Bare.dial(house, "her");
  await bare.message("hello");
  const begin = frame(codes.text, '{"type":"begin"}');
  bare.socket.write(Buffer.concat([begin, frame(codes.ping, ""), begin]));
  const got = [await bare.take(), await bare.take(), await bare.take()].map(({ code }) => code).sort();
  assert.deepEqual(got, [codes.text, codes.text, codes.pong]);
  bare.socket.destroy();
});

test("what breaks the WebSocket protocol closes the line, and the house stays open", async () => {
  const text = '{"type":"begin"}';
  const broken = [["not masked", frame(codes.text, text, { masked: false })], ["a continuation of nothing", frame(codes.continuation, text)],
    ["a reserved kind", frame(3, text)], ["a reserved bit", Buffer.concat([Buffer.from([0xc1]), frame(codes.text, text).subarray(1)])],
    ["a length of two bytes where one does", Buffer.concat([Buffer.from([0x81, 0xfe, 0, text.length]), frame(codes.text, text).subarray(2)])],
    ["a ping that is too long", frame(codes.ping, "x".repeat(126))], ["a ping in pieces", frame(codes.ping, "x", { fin: false })]];
  for (const [what, bytes] of broken) {
    const bare = await Bare.dial(house, "her");
    await bare.message("hello");
    bare.socket.write(bytes);
    await bare.closed(1002).catch((error) => { throw new Error(`${what}: ${error.message}`); });
    bare.socket.destroy();
  }
  assert.equal((await house.ask("/healthz")).status, 200);
});

test("frames of every kind, cut and joined as it happens, are answered each", async () => {
  let state = 7n; // a generator of our own, so that a failure comes again
  const below = (end) => { state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn; return Number(state >> 33n) % end; };
  const move = (name) => JSON.stringify({ type: "move", episode: "0190b6d0-0000-7000-8000-000000000000", ply: 1, move: name });
  const makes = [
    () => [frame(codes.text, move("b2")), 1, 0],
    () => [frame(codes.text, move("\u00e9")), 1, 0], // not ASCII
    () => [frame(codes.text, move("b2").replace("{", `{${" ".repeat(1 + below(600))}`)), 1, 0], // some longer than the session's own room
    () => [frame(codes.ping, `ping ${below(1000)}`), 0, 1],
    () => [frame(codes.pong, ""), 0, 0],
    () => {
      const text = move("c3"), cut = below(text.length);
      return [Buffer.concat([frame(codes.text, text.slice(0, cut), { fin: false }), frame(codes.ping, "between"), frame(codes.continuation, text.slice(cut))]), 1, 1];
    },
  ];
  for (let round = 0; round < 12; ++round) {
    const bare = await Bare.dial(house, "menace");
    bare.socket.setNoDelay(true);
    await bare.message("hello");
    const made = Array.from({ length: 40 }, () => makes[round % 2 ? below(makes.length) : below(4) ? 0 : below(makes.length)]());
    const bytes = Buffer.concat(made.map(([frames]) => frames));
    let [errors, pongs] = [1, 2].map((at) => made.reduce((sum, it) => sum + it[at], 0));
    for (let at = 0; at < bytes.length;) {
      const size = 1 + below([3, 60, 300, 3000][below(4)]);
      bare.socket.write(bytes.subarray(at, at + size));
      at += size;
      if (below(3) === 0) await new Promise((done) => setImmediate(done));
    }
    while (errors + pongs > 0) {
      const { code, body } = await bare.take();
      if (code === codes.pong) --pongs;
      else {
        assert.equal(JSON.parse(body.toString("utf8")).code, "no-episode");
        --errors;
      }
    }
    assert.deepEqual([errors, pongs], [0, 0], `round ${round}`);
    bare.socket.write(frame(codes.close, Buffer.from([0x03, 0xe8])));
    await bare.closed(1000);
    await bare.until(() => bare.ended);
  }
});
