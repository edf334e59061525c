// Files that get their names when they are complete: what a signal interrupts leaves nothing, what was killed is removed
// when the same file is made again, and what somebody else is still writing stays.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { bareEnvironment, bin, eventually, freshFolder, run, start, startHouse } from "./house.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

let house;
before(async () => {
  house = await startHouse();
  const visitor = await sitDown(house, "her");
  for (let game = 0; game < 3; game += 1) await playEpisode(visitor);
  await visitor.close();
});
after(() => house.close());

const parts = (folder) => readdirSync(folder).filter((name) => name.includes(".part"));

/** Each writes NAME in a folder. */
const commands = {
  "export --out, CSV": { name: "it.csv", argv: (out) => ["export", "--data", house.data, "--machine", "octapawn", "--out", out] },
  "export --out, SQLite": { name: "it.sqlite", argv: (out) => ["export", "--data", house.data, "--machine", "octapawn", "--out", out] },
  "export, a data package": { name: "octapawn-history.csv", argv: (out) => ["export", "--data", house.data, "--machine", "octapawn", "--format", "datapackage", "--out", join(out, "..")] },
  backup: { name: "it.db", argv: (out) => ["backup", "--data", house.data, "--out", out] },
  "label --out": { name: "it.pdf", argv: (out) => ["label", "menace", "--out", out] },
};

const bytesOf = (folder, name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;

/** The command, stopped while it writes its file, of which there is a part already: {child, ended}. One that was done before is begun again. */
async function stopped({ name, argv }, folder) {
  for (;;) {
    const child = start(bin, argv(join(folder, name)), { env: bareEnvironment(), stdio: ["ignore", "ignore", "pipe"] });
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text) => { stderr += text; });
    const ended = new Promise((done) => { child.on("exit", (code, signal) => done({ code, signal, stderr })); });
    let over = false;
    ended.then(() => { over = true; });
    const others = parts(folder);
    const mine = () => parts(folder).filter((it) => !others.includes(it) && bytesOf(folder, it) > 0);
    await eventually(() => over || mine().length > 0, { every: 1, what: `that ${name} is being written` });
    child.kill("SIGSTOP");
    await eventually(() => over || /^State:\s+T/m.test(readFileSync(`/proc/${child.pid}/status`, "utf8")), { every: 5, what: "that it is stopped" });
    if (!over && mine().length > 0) return { child, ended };
    child.kill("SIGCONT");
    await ended;
  }
}

for (const signal of ["SIGINT", "SIGTERM"]) {
  test(`restore --check: ${signal} leaves no folder of the drill, and ends the program`, async () => {
    const folder = freshFolder();
    const backup = join(folder, "it.db");
    assert.equal((await run(bin, ["backup", "--data", house.data, "--out", backup])).code, 0);
    const drills = () => readdirSync(folder).filter((name) => name.startsWith("menagerie-drill-"));
    const child = start(bin, ["restore", "--check", "--from", backup], { env: { ...bareEnvironment(), TMPDIR: folder }, stdio: "ignore" });
    const ended = new Promise((done) => { child.on("exit", (code, by) => done({ code, by })); });
    await eventually(() => drills().length > 0, { every: 1, what: "that the drill is under way" });
    child.kill(signal);
    const { by, code } = await ended;
    assert.ok(by === signal || code === 0, `it ended with ${code ?? by}`);
    assert.deepEqual(drills(), []);
  });
}

for (const [what, command] of Object.entries(commands)) {
  for (const signal of ["SIGINT", "SIGTERM"]) {
    test(`${what}: ${signal} leaves no unfinished file, and ends the program`, async () => {
      const folder = freshFolder();
      const { child, ended } = await stopped(command, folder);
      const there = readdirSync(folder).filter((name) => !name.includes(".part"));
      child.kill(signal);
      child.kill("SIGCONT");
      const { signal: by, stderr } = await ended;
      assert.equal(by, signal, stderr);
      assert.deepEqual(readdirSync(folder), there);
    });
  }

  test(`${what}: what was killed is removed when the file is made again, and what others write is not`, async () => {
    const folder = freshFolder();
    const killed = await stopped(command, folder);
    killed.child.kill("SIGKILL");
    await killed.ended;
    const ours = () => parts(folder).filter((name) => name.startsWith(`${command.name}.part-`) && !name.endsWith("-not-ours")).sort();
    const left = ours();
    assert.ok(left.length > 0);
    const stranger = join(folder, `${command.name}.part-not-ours`);
    writeFileSync(stranger, "");
    const alive = await stopped(command, folder); // stands still while another one makes the same file
    const writing = ours();
    assert.ok(writing.length > 0);
    for (const name of left) assert.ok(!writing.includes(name), `${name} is gone`);
    const { code, stderr } = await run(bin, command.argv(join(folder, command.name)));
    assert.equal(code, 0, stderr);
    assert.deepEqual(ours(), writing);
    alive.child.kill("SIGCONT");
    const done = await alive.ended;
    // A backup does not replace one that is there by now.
    if (what === "backup") assert.match(done.stderr, /is there already/);
    else assert.equal(done.code, 0, done.stderr);
    assert.deepEqual(parts(folder), [`${command.name}.part-not-ours`]);
  });
}

test("a server removes what a scheduled backup has left when it opens", async () => {
  const folder = join(freshFolder(), "backups");
  mkdirSync(folder);
  for (const name of ["menagerie-20260101T000000Z.db.part-a1B2c3", "menagerie-20260101T000000Z.db.part-a1B2c3-journal", "diary.part-a1B2c3"]) writeFileSync(join(folder, name), "half");
  const other = await startHouse({ flags: ["--backup-every", "24h", "--backup-dir", folder] });
  await eventually(() => readdirSync(folder).some((name) => /^menagerie-\d{8}T\d{6}Z\.db$/.test(name)));
  assert.deepEqual(parts(folder), ["diary.part-a1B2c3"]);
  await other.close();
});
