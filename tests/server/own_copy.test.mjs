// A copy that a visitor teaches alone: described like an experiment, in memory, and found again by its name.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHouse } from "./house.mjs";
import { connect, playOut } from "./visitor.mjs";

let house;
before(async () => { house = await startHouse({ flags: ["--copies-per-address-max", "2"] }); });
after(() => house.close());

const NAME = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
const upgrade = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==" };

/** @returns {Promise<import("./visitor.mjs").Visitor>} */
async function sit(machine, query, name = NAME) {
  const visitor = await connect(house, "play", { machine, query: `&copy=${name}${query}` });
  visitor.hello = await visitor.take("hello");
  return visitor;
}

async function game(visitor, begin = {}) {
  const states = await playOut(visitor, await visitor.ask({ type: "begin", ...begin }, "state"));
  return { end: states.at(-1), learned: await visitor.take("learned") };
}

test("it learns by the rule that was asked for, from this visitor alone", async () => {
  const before = await house.get("/machines/her");
  const visitor = await sit("her", "&rule=gardner-her,win=%2B2,loss=0");
  assert.deepEqual([visitor.hello.copy, visitor.hello.rule, visitor.hello.episodes, visitor.hello.boxes], [true, "gardner-her,win=+2,loss=0", 0, 24]);
  for (let games = 1; games <= 6; games += 1) {
    const { end, learned } = await game(visitor);
    for (const { before: was, after: is } of learned.changes) assert.equal(is - was, 2);
    assert.equal(learned.changes.length > 0, end.outcome === "win");
    assert.equal(learned.seq, games + 1);
  }
  await visitor.close();
  const again = await sit("her", "&rule=gardner-her,win=%2B2,loss=0");
  assert.deepEqual([again.hello.episodes, again.hello.seq], [6, 7]);
  await again.close();
  const { seq, wins, losses } = await house.get("/machines/her");
  assert.deepEqual([seq, wins, losses], [before.seq, before.wins, before.losses]);
});

test("a copy begins as an exhibit stands; an address has so many and no more", async () => {
  const copy = await sit("menace@now", "", "menace-as-it-is-now");
  assert.deepEqual([copy.hello.seq, copy.hello.episodes], [(await house.get("/machines/menace")).seq, 0]);
  await game(copy);
  assert.equal((await house.get("/machines/menace")).seq, copy.hello.seq);
  const full = await house.ask(`/api/v1/play?machine=her&copy=one-copy-too-many-here`, { headers: upgrade });
  assert.equal(full.status, 503, "an address has two");
  assert.equal(full.json().type, "urn:menagerie:problem:too-many-copies");
  await copy.close();
});

test("what cannot be a copy is refused, with the field and what would be right", async () => {
  const refusals = [
    ["machine=her&copy=short", /16 to 64 letters/],
    [`machine=her&copy=${NAME}&as_of=1`, /without "as_of"/],
    [`machine=nobody&copy=${NAME}x`, /machine/],
    [`machine=her&copy=${NAME}x&rule=gardner-her,loss=x`, /loss|rule/],
    [`machine=her&copy=${NAME}x&rule=q-learning`, /values/],
    [`machine=checkers-5x5&copy=${NAME}x`, /too many positions|checkers/],
    [`machine=her&copy=${NAME}x&games=x`, /games/],
  ];
  for (const [query, detail] of refusals) {
    const refused = await house.ask(`/api/v1/play?${query}`, { headers: upgrade });
    assert.equal(refused.status, 400, `${query}: ${refused.text}`);
    assert.match(refused.json().detail, detail, query);
  }
});
