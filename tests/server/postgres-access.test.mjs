// Who may do what in a house's database, and what nobody may read: server/POSTGRESQL.md's roles, its TLS, its dump without the
// key, each as it stands there; and that no message shows a password.
import assert from "node:assert/strict";
import { chownSync, copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { bareEnvironment, bin, freePorts, freshFolder, run, startHouse } from "./house.mjs";
import { assertStoreVerified, nobody, startPostgres } from "./postgres.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

const readme = readFileSync(new URL("../../server/POSTGRESQL.md", import.meta.url), "utf8");
/** The fenced block that begins with this line. */
const block = (language, first) => {
  const found = [...readme.matchAll(/```(\w+)\n([\s\S]*?)```/g)].find(([, kind, text]) => kind === language && text.startsWith(first));
  assert.ok(found, `server/POSTGRESQL.md has "${first}"`);
  return found[2];
};
const passwords = { museum_owner: "the-owners", museum: "the-servers", museum_reader: "the-readers" };

let postgres, port, admin, tls;
before(async () => {
  [port] = await freePorts(1);
  process.env.PGPORT = String(port); // for all of libpq's programs here
  postgres = await startPostgres([`port=${port}`, "listen_addresses=127.0.0.1"]);
  admin = `postgresql:///postgres?user=menagerie&host=${postgres.folder}`;
  tls = freshFolder();
  for (const command of block("sh", "openssl req").trim().split("\n")) {
    const { code, stderr } = await run("sh", ["-c", command.replaceAll("db.example", "localhost")], { cwd: tls });
    assert.equal(code, 0, stderr);
  }
  const data = join(postgres.folder, "data");
  for (const name of ["db.crt", "db.key"]) {
    copyFileSync(join(tls, name), join(data, name));
    if (process.getuid() === 0) chownSync(join(data, name), nobody, nobody);
  }
  const rules = block("text", "# pg_hba.conf").trim();
  writeFileSync(join(data, "pg_hba.conf"), `local all menagerie trust\n${rules}\n`);
  await sql(admin, `ALTER SYSTEM SET ssl = on;\nALTER SYSTEM SET ssl_cert_file = 'db.crt';\nALTER SYSTEM SET ssl_key_file = 'db.key';\n`);
  await postgres.restart();
});

/** Runs statements in psql. */
async function sql(url, text) {
  const { code, stdout, stderr } = await run(join(postgres.programs, "psql"), ["-d", url, "-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-f", "-"], { input: text });
  assert.equal(code, 0, stderr);
  return stdout.trim();
}
const withPasswords = (text) => Object.entries(passwords).reduce((all, [role, password]) => all.replaceAll(`'PASSWORD OF ${role}'`, `'${password}'`), text);
const store = (role, { host = "localhost", ca = join(tls, "ca.crt"), mode = "verify-full" } = {}) => `postgresql://${role}@${host}:${port}/house?sslmode=${mode}&sslrootcert=${ca}`;
const as = (role) => bareEnvironment({ PGPASSWORD: passwords[role] });
const menagerie = (role, ...argv) => run(bin, argv, { env: as(role) });

test("the roles of the README: the owner makes the tables, the server serves without being able to change the log, readers see no key; all by verify-full", async () => {
  await sql(admin, withPasswords(block("sql", "CREATE ROLE museum_owner")));
  let house = await startHouse({ flags: ["--store", store("museum_owner")], env: { PGPASSWORD: passwords.museum_owner } });
  await house.close();
  await sql(admin.replace("/postgres", "/house"), block("sql", "GRANT USAGE"));

  house = await startHouse({ flags: ["--store", store("museum")], env: { PGPASSWORD: passwords.museum } });
  const visitor = await sitDown(house, "her");
  const { learned } = await playEpisode(visitor);
  assert.ok(learned.seq > 1);
  await visitor.close();
  const caswell = await sitDown(house, "go-2x2"); // makes its boxes
  await playEpisode(caswell);
  await caswell.close();
  await house.close();
  assert.equal(await sql(admin.replace("/postgres", "/house"), "SELECT count(*) FROM pg_stat_ssl WHERE false"), "0");
  const verified = await menagerie("museum", "verify", "--store", store("museum"));
  assert.equal(verified.code, 0, verified.stderr);

  const refused = async (role, text) => {
    const { code, stderr } = await run(join(postgres.programs, "psql"), ["-d", store(role), "-X", "-c", text], { env: as(role) });
    assert.notEqual(code, 0, `${role}: ${text}`);
    assert.match(stderr, /permission denied|must be owner/);
  };
  for (const text of ["UPDATE log SET moves = ''", "DELETE FROM log", "TRUNCATE log", "DROP TABLE log", "CREATE TABLE mine(x int)", "DELETE FROM schema_version", "CREATE ROLE other", "CREATE DATABASE other"]) await refused("museum", text);
  const forbidden = ["SELECT * FROM house", "INSERT INTO log DEFAULT VALUES", "UPDATE machine SET title = ''", "CREATE TABLE mine(x int)"];
  for (const text of forbidden) await refused("museum_reader", text);
  const seen = await run(join(postgres.programs, "psql"), ["-d", store("museum_reader"), "-X", "-t", "-A", "-c", "SELECT count(*) > 0 FROM episodes"], { env: as("museum_reader") });
  assert.equal(seen.stdout.trim(), "t", seen.stderr);
});

test("verify-full refuses another authority's certificate and another host's name, and the database refuses a line without TLS", async () => {
  const other = freshFolder();
  const made = await run("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=other", "-keyout", "ca.key", "-out", "ca.crt"], { cwd: other });
  assert.equal(made.code, 0, made.stderr);
  for (const [how, words] of [[{ ca: join(other, "ca.crt") }, /certificate verify failed/], [{ host: "127.0.0.1" }, /does not match host name/], [{ mode: "disable" }, /no encryption|no pg_hba.conf entry/]]) {
    const { code, stderr } = await menagerie("museum", "status", "--store", store("museum", how));
    assert.equal(code, 1);
    assert.match(stderr, words);
    assert.ok(!stderr.includes(passwords.museum));
  }
});

test("a dump without the key, as the README has it, restores to a house that makes a new one; only tickets are lost", async () => {
  const command = readme.split("\n").find((line) => line.startsWith("pg_dump") && line.includes("--exclude-table-data=house"));
  const file = join(freshFolder(), "public.dump");
  const from = await postgres.createDatabase();
  let house = await startHouse({ flags: ["--store", from] });
  const visitor = await sitDown(house, "her");
  await playEpisode(visitor);
  visitor.send({ type: "begin", again: true });
  const { ticket } = await visitor.take("state");
  await visitor.vanish();
  await house.close();
  const key = await sql(from, "SELECT encode(key, 'hex') FROM house");
  assert.equal(key.length, 64);
  const dump = await run("sh", ["-c", command.replace(/ +#.*$/, "").replace(/^pg_dump/, join(postgres.programs, "pg_dump")).replace(/postgresql:\/\/\S+/, `'${from}'`).replace(/-f \S+/, `-f ${file}`)]);
  assert.equal(dump.code, 0, dump.stderr);
  const to = await postgres.createDatabase();
  const restored = await postgres.command("pg_restore", "-d", to, "--exit-on-error", file);
  assert.equal(restored.code, 0, restored.stderr);
  assert.equal(await sql(to, "SELECT count(*) FROM house"), "0");
  await assertStoreVerified(to);
  house = await startHouse({ flags: ["--store", to] });
  const again = await sitDown(house, "her");
  again.send({ type: "resume", ticket });
  assert.equal((await again.refused("bad-ticket")).code, "bad-ticket");
  assert.ok((await playEpisode(again)).learned.seq > 1);
  await again.close();
  await house.close();
  const fresh = await sql(to, "SELECT encode(key, 'hex') FROM house");
  assert.equal(fresh.length, 64);
  assert.notEqual(fresh, key);
});

test("no message and no log shows a password, however the database was named", async () => {
  const secret = "geheim-4711";
  const there = await postgres.createDatabase();
  const name = there.match(/\/(house_\d+)/)[1];
  const settings = `host=${postgres.folder} port=${port} user=menagerie dbname=${name} password=${secret}`;
  const nowhere = `host=127.0.0.1 port=1 user=ann dbname=house password='${secret} \\' x'`;
  const shown = [];
  const ask = async (argv, env = {}) => {
    const { code, stdout, stderr } = await run(bin, argv, { env: bareEnvironment(env) });
    assert.ok(!`${stdout}${stderr}`.includes(secret), `${argv.join(" ")}: ${stdout}${stderr}`);
    shown.push(stderr);
    return { code, stdout, stderr };
  };
  // By settings as by an address: there and back.
  const first = await startHouse();
  await first.close();
  const copied = await ask(["copy", "--from", first.data, "--to", settings]);
  assert.equal(copied.code, 0, copied.stderr);
  assert.match(copied.stdout, /log rows copied, verified on both sides/);
  assert.equal((await ask(["copy", "--from", settings, "--to", freshFolder()])).code, 0);
  assert.equal((await ask(["status", "--store", settings])).code, 0);
  const house = await startHouse({ flags: ["--store", settings] });
  await house.close();
  assert.ok(house.log.includes(name) && !house.log.includes(secret));

  const url = `postgresql://ann:${secret}@127.0.0.1:1/house`;
  for (const argv of [
    ["copy", "--from", nowhere, "--to", freshFolder()], ["copy", "--from", first.data, "--to", nowhere], ["copy", "--from", url, "--to", freshFolder()],
    ["copy", "--from", `host=127.0.0.1 pasword=x password=${secret}`, "--to", freshFolder()], ["copy", "--from", `mysql://ann:${secret}@h/x`, "--to", freshFolder()],
    ["copy", "--from", `${url}?sslpassword=${secret}`, "--to", freshFolder()], ["copy", url, "--to", freshFolder()], ["copy", "--form", url],
    ["verify", "--data", url], ["verify", "--data", `password=${secret}`], ["status", "--store", nowhere], ["status", "--data", settings], ["evaluate", "--data", url, "--machine", "her"],
    ["serve", "--listen", "127.0.0.1:0", "--store", nowhere], ["serve", "--stroe", url], [`serve`, `--stroe=${url}`], ["serve", "--listen", "127.0.0.1:0", "--data", `/dev/null/${url}`],
  ]) assert.notEqual((await ask(argv)).code, 0, argv.join(" "));
  assert.notEqual((await ask(["copy", "--from", "host=127.0.0.1 port=1", "--to", freshFolder()], { PGPASSWORD: secret })).code, 0);
  const config = join(freshFolder(), "menagerie.conf");
  writeFileSync(config, `stroe = "${url}"\n`);
  assert.notEqual((await ask(["serve", "--config", config])).code, 0);
  assert.ok(shown.some((text) => /ann:\*\*\*@/.test(text)) && shown.some((text) => /password=\*\*\*/.test(text)), shown.join(""));
});
