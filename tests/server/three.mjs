// Three equal servers on one PostgreSQL database, with visitors at each; and what must hold after every fault: each lesson that a
// visitor heard of is in the log once, no log has a gap, all servers show equal beads, and `verify` is ok.
import assert from "node:assert/strict";
import { crowd } from "./crowd.mjs";
import { countsOf, eventually, startHouse } from "./house.mjs";
import { assertLearnedOnce, assertStoreVerified } from "./postgres.mjs";

export const machines = ["menace", "menace-two", "him", "go-2x2"];

export const openServer = (url, { flags = [], env = {} } = {}) => startHouse({ flags: ["--store", url, "--dry-era-after-s", "0", ...flags], env });

/** Three servers, with so many visitors at each. The first is started before the others, unless `atOnce`. `cables`: by
 * which a server reaches the database; `env(i)`: its environment. */
export async function openThree(postgres, { url: there, flags = [], env = () => ({}), cables = [], visitors = 6, atOnce = false } = {}) {
  const url = there ?? await postgres.createDatabase();
  const open = (i) => openServer(cables[i]?.to(url) ?? url, { flags, env: env(i) });
  const first = open(0);
  if (!atOnce) await first;
  const servers = await Promise.all([first, open(1), open(2)]);
  return { postgres, url, servers, players: await Promise.all(servers.map((server) => crowd(server, machines, visitors))) };
}

/** How many rows all logs have. */
export async function rowsOf({ postgres, url }) {
  const [{ rows }] = await postgres.sql(url, "SELECT sum(seq)::int AS rows FROM head");
  return rows;
}

/** That server's answer to /readyz, once its status is this. */
export const readiness = (server, status) => eventually(async () => {
  const answer = await server.ask("/readyz");
  return answer.status === status ? answer.text : null;
}, { what: `that /readyz answers ${status}` });

/** Ends the play and checks all that must hold. `servers`: those that are still there. `heard`: lessons of others than
 * `players`. */
export async function assertWhole({ postgres, url, servers, players, heard = [] }) {
  for (const player of players) await player.end();
  const heads = await postgres.sql(url, "SELECT name, seq FROM head JOIN machine USING (machine)");
  // What was under way may still be learned: all servers come to the same beads.
  await eventually(async () => {
    for (const { name, seq: least } of heads.filter(({ name }) => [...machines, "carnival"].includes(name))) {
      const lists = await Promise.all(servers.map((server) => server.boxes(name)));
      assert.ok(lists.every(({ seq }) => seq >= least && seq === lists[0].seq));
      for (const list of lists) assert.deepEqual(countsOf(list), countsOf(lists[0]), `all servers show the same beads of ${name}`);
    }
    return true;
  });
  for (const server of servers) await server.close();
  await assertLearnedOnce(postgres, url, [...players.flatMap((player) => player.heard), ...heard]);
  await assertStoreVerified(url);
}
