// HTTP/1.1 as RFC 9110 and RFC 9112 demand it, after the published case tables (h1spec): every case whole, byte by byte, and in one
// piece with the request that follows it.
import assert from "node:assert/strict";
import { after, before, describe, it, test } from "node:test";
import { startHouse } from "../server/house.mjs";
import { token } from "../server/desk.mjs";
import { cases } from "./http_cases.mjs";
import { deliver, deliveries } from "./http_client.mjs";

let house;
before(async () => { house = await startHouse({ env: { MENAGERIE_CURATOR_TOKEN: token } }); });
after(() => house.close());

test("the table has 150 cases or more, each with its own name and the section that demands it", () => {
  assert.ok(cases.length >= 150, `${cases.length} cases`);
  assert.equal(new Set(cases.map(({ name }) => name)).size, cases.length);
  for (const { name, rule } of cases) assert.match(rule, /^RFC \d+, \d+(\.\d+)*$/, name);
});

for (const delivery of deliveries) {
  describe(delivery, { concurrency: 16 }, () => {
    for (const one of cases) it(`${one.rule}: ${one.name}`, () => deliver(house.port, one, delivery));
  });
}

test("the house has survived all this", async () => {
  const { exitCode, signalCode } = house.child;
  assert.deepEqual([exitCode, signalCode], [null, null], house.log.slice(-2000));
  assert.equal((await house.ask("/healthz")).text, "ok\n");
});
