// Three servers that share a house and reach its database through a pooler of transactions: by polling alone, as such a
// pooler delivers no NOTIFY.
import assert from "node:assert/strict";
import { test } from "node:test";
import { more } from "./crowd.mjs";
import { menagerie } from "./house.mjs";
import { Pooler } from "./pooler.mjs";
import { startPostgres } from "./postgres.mjs";
import { assertWhole, openThree } from "./three.mjs";

test("behind PgBouncer, fewer connections than the servers have: all learn, and go on when one is killed", { timeout: 600_000 }, async () => {
  const postgres = await startPostgres();
  const pooler = await Pooler.open(postgres, 4);
  const three = await openThree(postgres, { flags: ["--doorbell", "off"], cables: [pooler, pooler, pooler] });
  const { servers, players } = three;
  await Promise.all(players.map(({ heard }) => more(heard, 20)));
  await servers[0].kill();
  await Promise.all([1, 2].map((i) => more(players[i].heard, 20)));
  const { stdout } = await menagerie("status", "--store", pooler.to(three.url), "--format", "json");
  assert.ok(JSON.parse(stdout).machines.length > 10);
  await assertWhole({ ...three, servers: servers.slice(1) });
});
