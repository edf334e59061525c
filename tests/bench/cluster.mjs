// What tests/bench/cluster measures.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startHouse, unlimited } from "../server/house.mjs";
import { startPostgres } from "../server/postgres.mjs";
import { anyMove, connect, playEpisode, sitDown } from "../server/visitor.mjs";

const run = promisify(execFile);
const built = (name) => fileURLToPath(new URL(`../../build/release/tests/bench/${name}`, import.meta.url));
const rounds = Number(process.env.ROUNDS ?? 3);
const seconds = Number(process.env.SECONDS_EACH ?? 6);
const games = Number(process.env.GAMES ?? 300);
const visitors = 64;

const sorted = (values) => [...values].sort((a, b) => a - b);
const quantile = (values, part) => sorted(values)[Math.min(values.length - 1, Math.floor(values.length * part))];
const median = (values) => quantile(values, 0.5);
const whole = (number) => Math.round(number).toLocaleString("en");
const range = (values) => `${whole(median(values))} (${whole(Math.min(...values))} to ${whole(Math.max(...values))})`;

async function appends(postgres) {
  for (const [batch, episodes] of [[1, 1500], [100, 30_000], [1000, 60_000]]) {
    const figures = { ledger: [], loop: [], ratio: [] };
    for (let round = 0; round < rounds; round += 1) {
      const url = await postgres.createDatabase();
      const measure = async (...flags) => Number((await run(built("cluster_append"), ["--store", url, "--episodes", `${episodes}`, "--batch", `${batch}`, ...flags])).stdout);
      figures.ledger.push(await measure());
      figures.loop.push(await measure("--by-hand"));
      figures.ratio.push(figures.ledger.at(-1) / figures.loop.at(-1));
    }
    console.log(`batches of ${batch}: ${range(figures.ledger)} episodes a second through the ledger, ${range(figures.loop)} by a libpq loop: ${median(figures.ratio).toFixed(2)} of it`);
  }
}

const open = (url) => startHouse({ flags: ["--store", url, "--dry-era-after-s", "0", ...unlimited] });

async function openServers(postgres, count) {
  const url = await postgres.createDatabase();
  const servers = [await open(url)];
  while (servers.length < count) servers.push(await open(url));
  return { url, servers };
}

/** Rows a second that all servers together get into the log of one machine. */
async function lessons(postgres, count) {
  const { url, servers } = await openServers(postgres, count);
  const seq = async () => (await postgres.sql(url, "SELECT seq FROM head JOIN machine USING (machine) WHERE name = 'menace'"))[0].seq;
  const each = Math.round(visitors / count);
  const load = (server) => run(built("wsload"), ["--url", `ws://${server.host}/api/v1/play?machine=menace`, "--mode", "play", "--connections", `${each}`, "--seconds", `${seconds}`, "--warmup", "1", "--json"]);
  const before = await seq();
  const from = performance.now();
  await Promise.all(servers.map(load));
  const rate = ((await seq()) - before) / ((performance.now() - from) / 1000);
  await Promise.all(servers.map((server) => server.close()));
  return rate;
}

/** Milliseconds from the last move at `played` to `learned` there, and to the feed at `watched`. */
async function latencies(played, watched) {
  const told = new Map();
  const feed = await connect(watched, "watch", { machine: "menace" });
  const asked = new Map();
  (async () => {
    for (;;) {
      const frame = await feed.next().catch(() => null);
      if (!frame) return;
      for (const row of frame.rows ?? []) told.set(row.seq, performance.now());
      for (const [seq, done] of asked) if ((frame.seq ?? 0) >= seq) { asked.delete(seq); done(); }
    }
  })();
  const visitor = await sitDown(played, "menace");
  const learned = [];
  const fed = [];
  for (let game = 0; game < games; game += 1) {
    let state = await visitor.ask({ type: "begin" }, "state");
    let moved = 0;
    while (state.outcome === undefined) {
      moved = performance.now();
      visitor.move(state, anyMove(state));
      state = await visitor.take("state");
    }
    const { seq } = await visitor.take("learned");
    learned.push(performance.now() - moved);
    if (!told.has(seq)) await new Promise((done) => asked.set(seq, done));
    fed.push(told.get(seq) - moved);
  }
  await visitor.vanish();
  await feed.vanish();
  return { learned, fed };
}

/** Milliseconds from kill -9 of one server to the next lesson of the other one. */
async function afterKill(postgres) {
  const { servers: [killed, other] } = await openServers(postgres, 2);
  const play = async (server) => {
    const visitor = await sitDown(server, "carnival"); // it never runs dry
    const { learned } = await playEpisode(visitor);
    await visitor.vanish();
    return learned;
  };
  await play(killed);
  await play(other);
  const from = performance.now();
  await killed.kill();
  await play(other);
  const took = performance.now() - from;
  await other.close();
  return took;
}

const spread = (values) => `p50 ${median(values).toFixed(1)} ms, p99 ${quantile(values, 0.99).toFixed(1)} ms`;

const postgres = await startPostgres(["fsync=on"]);
try {
  await appends(postgres);
  for (const count of [1, 3]) {
    const rates = [];
    for (let round = 0; round < rounds; round += 1) rates.push(await lessons(postgres, count));
    console.log(`${count} server${count === 1 ? "" : "s"}, ${visitors} visitors who play as fast as they can: ${range(rates)} lessons a second of one machine`);
  }
  const { servers } = await openServers(postgres, 3);
  await latencies(servers[0], servers[1]); // the first games warm up this program and the database
  const figures = servers.map(() => ({ learned: [], fed: [] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, server] of servers.entries()) {
      const { learned, fed } = await latencies(server, servers[(at + 1) % servers.length]);
      figures[at].learned.push(...learned);
      figures[at].fed.push(...fed);
    }
  }
  for (const [at, { learned, fed }] of figures.entries()) {
    console.log(`one visitor at server ${at + 1} of three, ${learned.length} games: last move to learned ${spread(learned)}; to the feed on another one ${spread(fed)}`);
  }
  await Promise.all(servers.map((server) => server.close()));
  const took = [];
  for (let round = 0; round < rounds; round += 1) took.push(await afterKill(postgres));
  console.log(`a server is killed: another one's next lesson is learned after ${range(took)} ms`);
} finally {
  await postgres.stop();
}
