// What comes before compiling: the packages by the names of the release, and what is made for the build without Node.js.
import assert from "node:assert/strict";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { bareEnvironment, bin, freshFolder, run } from "./house.mjs";

const top = fileURLToPath(new URL("../..", import.meta.url));

/** A folder with one program in it, written in sh. */
function program(name, text) {
  const folder = freshFolder();
  writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(folder, name), 0o755);
  return folder;
}

/** What ./run would install where apt knows only these versions. */
async function packagesOf(versions) {
  const cases = Object.entries(versions).map(([name, version]) => `${name}) echo "  Candidate: ${version}" ;;`);
  const folder = program("apt-cache", `case $2 in\n${cases.join("\n")}\nlibboost*) echo "  Candidate: (none)" ;;\n*) echo "  Candidate: 1" ;;\nesac`);
  const { code, stdout, stderr } = await run(join(top, "run"), ["packages"], { env: bareEnvironment({ PATH: `${folder}:${process.env.PATH}` }) });
  assert.equal(code, 0, stderr);
  return stdout.trim().split("\n");
}

test("Boost is taken under the name that the release has, and never older than 1.81", async () => {
  const bookworm = await packagesOf({ "libboost-dev": "1.74.0.3", "libboost1.81-dev": "1.81.0-5", "libboost-url1.81-dev": "1.81.0-5" });
  assert.deepEqual(bookworm.filter((name) => /boost/.test(name)), ["libboost1.81-dev", "libboost-url1.81-dev"]);
  const trixie = await packagesOf({ "libboost-dev": "1.83.0.2", "libboost1.83-dev": "1.83.0-4", "libboost-url1.83-dev": "1.83.0-4" });
  assert.deepEqual(trixie.filter((name) => /boost/.test(name)), ["libboost-dev", "libboost-url1.83-dev"]);
  assert.ok(trixie.includes("make") && trixie.includes("g++"));
});

test("who only builds installs no Node.js and no npm; who tests does", async () => {
  const isNode = (name) => /^(nodejs|npm)$/.test(name);
  assert.deepEqual((await packagesOf({})).filter(isNode), []);
  const { stdout } = await run(join(top, "run"), ["packages", "test"], { env: bareEnvironment() });
  assert.deepEqual(stdout.split("\n").filter(isNode).sort(), ["nodejs", "npm"]);
});

test("neither configuring nor building runs Node.js or npm", async () => {
  const calls = join(freshFolder(), "calls");
  const folder = program("node", `echo "$0 $*" >>${calls}; exit 1`);
  for (const name of ["nodejs", "npm", "npx"]) copyFileSync(join(folder, "node"), join(folder, name));
  const build = join(freshFolder(), "build");
  const argv = ["-S", top, "-B", build, "-G", "Ninja", "--log-level=NOTICE", "-DMENAGERIE_TESTS=OFF"];
  const { code, stderr } = await run("cmake", argv, { env: bareEnvironment({ PATH: `${folder}:${process.env.PATH}` }) });
  assert.equal(code, 0, stderr);
  assert.equal(existsSync(calls) && readFileSync(calls, "utf8"), false);
  const commands = readFileSync(join(build, "build.ninja"), "utf8").split("\n").filter((line) => /^ *COMMAND = /.test(line));
  assert.ok(commands.some((command) => command.includes("describe_routes")));
  assert.deepEqual(commands.filter((command) => /\.mjs\b|\/(node|nodejs|npm|npx)\b(?!\/)/.test(command)), []);
});

test("a description of the routes that could be misread stops the build, with its line and what is wrong", async () => {
  const schema = freshFolder(), out = freshFolder();
  const describe = () => run(join(dirname(bin), "server/api/describe_routes"), [schema, out], { env: bareEnvironment() });
  for (const name of ["openapi.yaml", "asyncapi.yaml", "messages.schema.json"]) copyFileSync(join(top, "schema", name), join(schema, name));
  const { code, stderr } = await describe();
  assert.equal(code, 0, stderr);
  for (const name of ["openapi", "asyncapi"]) {
    const [kept, made] = [readFileSync(join(name === "openapi" ? out : schema, `${name}.yaml`), "utf8"), readFileSync(join(out, `${name}.json`), "utf8")];
    assert.deepEqual(JSON.parse(made), parse(kept, { merge: true }), name);
  }
  const good = readFileSync(join(top, "schema/openapi.yaml"), "utf8");
  const wrong = [
    ["x-a: Yes\nx-a: 2\n", /line 2: the key x-a stands there twice/], ["x-a: ~\n", /line 1: "~" is written as JSON has it/],
    ["x-a: 0x10\n", /line 1: "0x10"/], ["x-a: &one [1]\nx-b: *one\n", /line 1: an alias leads here/], ["x-a: [1\n", /line 2: /], ["[1]: 2\n", /line 1: a key is a word/],
  ];
  for (const [line, problem] of wrong) {
    writeFileSync(join(schema, "openapi.yaml"), `${line}${good}`);
    const refused = await describe();
    assert.equal(refused.code, 1, line);
    assert.match(refused.stderr, /^describe_routes: openapi\.yaml, line /);
    assert.match(refused.stderr, problem);
  }
  rmSync(join(schema, "openapi.yaml"));
  assert.match((await describe()).stderr, /^describe_routes: cannot read .*openapi\.yaml\n$/);
});

/** Runs the stages of ./run test with other functions in their place: {code, stdout}. */
function runStages(functions, ...stages) {
  const folder = freshFolder();
  const script = `source ./run; source tests/stages.sh; install_packages() { :; }; install_node_modules() { :; }; find_chromium() { :; }
tally=${folder}/tally failures=${folder}/failures\n${functions}\nrun_tests ${stages.join(" ")}`;
  return run("bash", ["-c", script], { cwd: top, env: bareEnvironment() });
}

test("a stage that fails keeps no other from running; the last lines tell what failed and how many", async () => {
  const { code, stdout } = await runStages(`
    test_tidy() { count 3 0; }
    test_unit() { count 4 2; echo "the unit test that failed" >>"$failures"; false; echo "goes on behind an error"; }
    test_server() { fail "it cannot be built"; }
    test_browser() { count 5 0; }`, "tidy", "unit", "server", "browser");
  assert.equal(code, 1, stdout);
  assert.deepEqual([...stdout.matchAll(/^==> (\w+)/gm)].map(([, word]) => word), ["Tidy", "Unit", "Server", "Browser"]);
  assert.doesNotMatch(stdout, /goes on behind an error/);
  // What never came to its tests counts as one that failed.
  assert.match(stdout, /\n\nthe unit test that failed\n\nFAILED: unit server\n\n12 passed, 3 failed\n$/);
});

test("where every stage passes the exit status is 0, and the last line says how many tests", async () => {
  const { code, stdout } = await runStages("test_tidy() { count 3 0; }\ntest_release() { count 1 0; }", "tidy", "release");
  assert.equal(code, 0, stdout);
  assert.match(stdout, /\n\n4 passed, 0 failed\n$/);
  assert.doesNotMatch(stdout, /FAILED/);
});

test("the times in a package are the commit's, or without a history those of the newest file", async () => {
  const date = async (cwd) => (await run("bash", ["-c", `source ${top}/run; cd ${cwd}; source_date`], { env: bareEnvironment() })).stdout.trim();
  const folder = freshFolder();
  for (const name of ["engine", "server", "web"]) mkdirSync(join(folder, name));
  for (const name of ["CHANGELOG.md", "CMakeLists.txt", "engine/game.cpp"]) writeFileSync(join(folder, name), "");
  utimesSync(join(folder, "CHANGELOG.md"), 1_700_000_000, 1_700_000_000);
  utimesSync(join(folder, "CMakeLists.txt"), 1_700_000_000, 1_700_000_000);
  utimesSync(join(folder, "engine/game.cpp"), 1_750_000_000, 1_750_000_000);
  assert.equal(await date(folder), "1750000000");
  const history = ["-c", "user.name=a", "-c", "user.email=a@b.example", "-C", folder];
  await run("git", [...history, "init", "-q"]);
  const { code } = await run("git", [...history, "commit", "-q", "--allow-empty", "-m", "first"], { env: bareEnvironment({ GIT_COMMITTER_DATE: "1720000000 +0000" }) });
  if (code === 0) assert.equal(await date(folder), "1720000000"); // where git is installed
});
