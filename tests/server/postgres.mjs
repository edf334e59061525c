// A PostgreSQL of a test's own: made in a temporary folder, reached by a unix socket alone, run as an ordinary user, and
// gone with the test.
import assert from "node:assert/strict";
import { chownSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { atEnd, bareEnvironment, bin, eventually, freshFolder, run, start } from "./house.mjs";
import { MovedClock } from "./moved-clock.mjs";

/** Where initdb and postgres are. */
function programs() {
  if (process.env.MENAGERIE_POSTGRES_BIN) return process.env.MENAGERIE_POSTGRES_BIN;
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).filter((it) => existsSync(join(root, it, "bin/initdb"))) : [];
  assert.ok(versions.length > 0, "PostgreSQL is installed: `./run install test` installs it (Debian's package postgresql); or MENAGERIE_POSTGRES_BIN names the folder of initdb and postgres");
  return join(root, versions.sort((a, b) => a - b).at(-1), "bin");
}

/** It refuses to run as root, and ends with the process that started it, however that ends. */
export const ordinary = ["setpriv", ...(process.getuid() === 0 ? ["--reuid=nobody", "--regid=nogroup", "--clear-groups"] : []), "--pdeathsig=QUIT"];

export const nobody = 65534;
const servers = new Set();
atEnd(async () => {
  for (const server of servers) await server.stop();
});

class Postgres {
  constructor(folder, flags) {
    Object.assign(this, { folder, flags, programs: programs(), databases: 0 });
  }

  command(name, ...argv) {
    return run(join(this.programs, name), argv);
  }

  async start() {
    const settings = ["listen_addresses=", "fsync=off", "max_connections=100", ...this.flags].flatMap((it) => ["-c", it]);
    this.child = start(ordinary[0], [...ordinary.slice(1), join(this.programs, "postgres"), "-D", join(this.folder, "data"), "-k", this.folder, ...settings], { stdio: "ignore", env: { ...process.env, ...this.clock?.env } });
    servers.add(this);
    const { child } = this;
    this.ended = new Promise((done) => child.on("exit", () => { if (this.child === child) this.child = null; done(); }));
    await eventually(async () => (await this.command("pg_isready", "-q", "-h", this.folder)).code === 0, { what: "PostgreSQL's start" });
    return this;
  }

  /** At once, as a power cut would; the connections break. */
  async stop() {
    this.child?.kill("SIGQUIT");
    await this.ended;
  }

  async restart() {
    await this.stop();
    await this.start();
  }

  /** Where it listens. */
  get socket() {
    return join(this.folder, ".s.PGSQL.5432");
  }

  /** A new, empty database: its connection string. */
  async createDatabase() {
    const name = `house_${++this.databases}`;
    const { code, stderr } = await this.command("createdb", "-h", this.folder, "-U", "menagerie", name);
    assert.equal(code, 0, stderr);
    return `postgresql:///${name}?user=menagerie&host=${this.folder}`;
  }

  /** What psql answers to `sql`, as objects. */
  async sql(url, text) {
    const { code, stdout, stderr } = await this.command("psql", "-d", url, "-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-c", `SELECT coalesce(json_agg(t), '[]') FROM (${text}) t`);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  }

  async execute(url, text) {
    const { code, stderr } = await this.command("psql", "-d", url, "-X", "-q", "-v", "ON_ERROR_STOP=1", "-c", text);
    assert.equal(code, 0, stderr);
  }

  /** A session of the test's own, in which a transaction can stay open. */
  session(url) {
    return new Session(start(join(this.programs, "psql"), ["-d", url, "-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1"], { stdio: ["pipe", "pipe", "pipe"] }));
  }
}

class Session {
  constructor(child) {
    Object.assign(this, { child, out: "", errors: "", asked: 0 });
    child.stdout.setEncoding("utf8").on("data", (text) => { this.out += text; });
    child.stderr.setEncoding("utf8").on("data", (text) => { this.errors += text; });
    this.ended = new Promise((done) => child.on("exit", done));
    atEnd(() => child.kill());
  }

  /** What psql prints for this statement. */
  async run(text) {
    const mark = `done ${++this.asked}`;
    this.out = "";
    this.child.stdin.write(`${text};\n\\echo ${mark}\n`);
    await eventually(() => {
      assert.equal(this.errors, "");
      return this.out.includes(`${mark}\n`);
    }, { what: text });
    return this.out.slice(0, this.out.indexOf(mark)).trim();
  }

  close() {
    this.child.stdin.end();
    return this.ended;
  }
}

/** `flags`: settings as `max_connections=20`. `clock`: its wall clock can be set, by `clock.move()`. */
export async function startPostgres(flags = [], { clock = false } = {}) {
  const folder = freshFolder();
  if (process.getuid() === 0) chownSync(folder, nobody, nobody);
  const made = await run(ordinary[0], [...ordinary.slice(1), join(programs(), "initdb"), "--no-sync", "-A", "trust", "-U", "menagerie", "-E", "UTF8", "--locale=C", "-D", join(folder, "data")]);
  assert.equal(made.code, 0, made.stdout + made.stderr);
  const postgres = new Postgres(folder, flags);
  if (clock) postgres.clock = await MovedClock.in(folder);
  return postgres.start();
}

/** verify on a database; all must be well. */
export async function assertStoreVerified(url) {
  const { code, stdout, stderr } = await run(bin, ["verify", "--store", url, "--format", "json"], { env: bareEnvironment() });
  assert.equal(code, 0, stdout + stderr);
  const found = JSON.parse(stdout);
  assert.equal(found.ok, true);
  return found;
}

/** That each lesson which a visitor heard of is in the log once, where it said, and that no log has a gap. */
export async function assertLearnedOnce(postgres, url, remembered) {
  for (const { name, first, last, rows } of await postgres.sql(url, "SELECT name, min(seq) AS first, max(seq) AS last, count(*) AS rows FROM log JOIN machine USING (machine) GROUP BY name")) {
    assert.deepEqual([first, last], [1, rows], `the log of ${name} has no gap`);
  }
  const kept = new Map((await postgres.sql(url, "SELECT m.name AS machine, l.id, l.seq, l.changes FROM log l JOIN machine m USING (machine) WHERE kind = 'episode'")).map((row) => [row.id, row]));
  assert.equal(new Set(remembered.map(({ episode }) => episode)).size, remembered.length, "no lesson was told twice");
  for (const { machine, episode, seq, changes } of remembered) {
    const row = kept.get(episode);
    assert.deepEqual([row?.machine, row?.seq], [machine, seq], episode);
    assert.deepEqual(JSON.parse(row.changes), changes.map((it) => [it.number, it.bead, it.before, it.after, ...(it.reason === "propagate" ? [1] : [])]));
  }
}
