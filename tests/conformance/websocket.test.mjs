// RFC 6455 after the published case tables (Autobahn, sections 1 to 7, 9 and 10), for those who play and for those who watch: every
// case whole, byte by byte, and in one piece with what follows it.
import assert from "node:assert/strict";
import { after, before, describe, it, test } from "node:test";
import { startHouse } from "../server/house.mjs";
import { cases, handshakes } from "./websocket_cases.mjs";
import { deliver, deliveries, shakeHands } from "./websocket_client.mjs";

const paths = ["/api/v1/play?machine=menace", "/api/v1/watch?machine=menace"];

let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

test("the tables have 250 cases or more, each with its own name", () => {
  const names = [...cases, ...handshakes].map(({ section, name }) => `${section} ${name}`);
  assert.ok(names.length >= 250, `${names.length} cases`);
  assert.equal(new Set(names).size, names.length);
});

for (const path of paths) {
  for (const delivery of deliveries) {
    describe(`${path}, ${delivery}`, { concurrency: 16 }, () => {
      for (const one of cases) it(`${one.section}: ${one.name}`, () => deliver(house.port, path, one, delivery));
      for (const one of handshakes) it(`handshake: ${one.name}`, () => shakeHands(house.port, path, one, delivery));
    });
  }
}

test("the house has survived all this", async () => {
  const { exitCode, signalCode } = house.child;
  assert.deepEqual([exitCode, signalCode], [null, null], house.log.slice(-2000));
  assert.equal((await house.ask("/healthz")).text, "ok\n");
});
