// Every fenced command of every README, run in order in a fresh museum, as a reader who copies them one by one would,
// but for the museum's address. The first that fails ends it: what follows may need what it made.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { bareEnvironment, bin, freshFolder, run, startHouse } from "../server/house.mjs";
import { playEpisode, sitDown } from "../server/visitor.mjs";
import { read, repositoryFiles } from "../tidy/files.mjs";

const readmes = repositoryFiles().filter((file) => /(README|POSTGRESQL)\.md$/.test(file)).sort((a, b) => a.split("/").length - b.split("/").length);

/** What is not run here, and why. */
const elsewhere = [
  [/^\.\/run\b/, "installs packages and builds for minutes; tests/packages/bare runs it on bare machines"],
  [/^docker /, "needs a container engine; tests/server/container.test.mjs reads the recipes"],
  [/^datasette /, "not among Debian's packages"],
  [/^duckdb /, "not among Debian's packages either"],
  [/postgresql:\/\//, "needs a PostgreSQL; tests/server/postgres.test.mjs does the same with one of its own"],
  [/^npx /, "fetches from npm; tests/server/typed-client.test.mjs does the same with what is installed"],
];
/** Commands that print nothing where all is well. */
const silent = /^(export|mkdir|\(umask)\b/;

/** [{file, line, text}]: the commands of the fenced blocks in sh; one that ends in \ goes on in the next line. */
const commands = readmes.flatMap((file) => {
  const found = [];
  let inside = false, text = "";
  for (const [index, line] of read(file).split("\n").entries()) {
    if (line.startsWith("```")) inside = line === "```sh";
    else if (inside && line.endsWith("\\")) text += `${line}\n`;
    else if (inside && line.trim()) {
      found.push({ file, line: index + 1, text: text + line });
      text = "";
    }
  }
  return found;
});

let folder, house;
before(async () => {
  folder = freshFolder();
  mkdirSync(join(folder, "build"));
  symlinkSync(dirname(bin), join(folder, "build/release"));
  writeFileSync(join(folder, ".curlrc"), "fail\nshow-error\n"); // an answer of 400 or more ends curl with an error
  house = await startHouse({ data: join(folder, "data") });
});
after(() => house.close());

const state = "state.sh"; // what `export` has left, for the next command
const filesNow = () => new Map(readdirSync(folder, { recursive: true }).filter((name) => !/^(data|build)(\/|$)|^state/.test(name)).map((name) => [name, statSync(join(folder, name))])
  .filter(([, it]) => it.isFile()).map(([name, it]) => [name, it.mtimeMs]));

/** Runs one in bash: {code, stdout, stderr}. */
function shell(text) {
  const script = `[ ! -f ${state} ] || . ./${state}\n${text.replaceAll("http://localhost:8080", house.url)}\ncode=$?\nexport -p > ${state}\nexit $code`;
  return run("bash", ["-o", "pipefail", "-c", script], { cwd: folder, env: { ...bareEnvironment(), CURL_HOME: folder, HOME: folder } });
}

/** Another server in place of the one that runs, with what the reader has given it. */
async function serve(text) {
  await house.close();
  const [, flags] = text.match(/^menagerie serve\s*([^#]*)/);
  const here = (word) => (existsSync(join(folder, word)) ? join(folder, word) : word); // the server is not started in the folder
  house = await startHouse({ data: house.data, flags: flags.trim().split(/\s+/).filter(Boolean).map(here) });
}

async function playHer() {
  const visitor = await sitDown(house, "her");
  await playEpisode(visitor);
  await visitor.close();
}

async function follow({ text }) {
  if (/^menagerie serve (?!--help)/.test(text)) return serve(text);
  const stopped = /^menagerie restore (?!--check )/.test(text);
  if (stopped) await house.close();
  if (/machines\/her\/episodes/.test(text)) await playHer(); // as the text before it says
  const earlier = filesNow();
  const { code, stdout, stderr } = await shell(text);
  if (stopped) await house.open();
  assert.equal(code, 0, `${stderr}${stdout.slice(0, 500)}`);
  const written = [...filesNow()].filter(([name, time]) => earlier.get(name) !== time).map(([name]) => name);
  const variable = text.match(/^export (\w+)=/)?.[1];
  if (variable) assert.match((await shell(`printf '%s\\n' "$${variable}"`)).stdout, /^(?!null$).+\n$/);
  if (silent.test(text) || stopped) return;
  const output = stdout || readFileSync(join(folder, written[0] ?? "nothing was printed or written"), "utf8");
  assert.ok(output.length > 0);
  if (output.startsWith("{")) {
    try {
      JSON.parse(output); // one value, perhaps over several lines
    } catch {
      for (const json of output.trim().split("\n")) JSON.parse(json);
    }
  }
}

test("READMEs have commands to run, and what is left out is still there", () => {
  assert.ok(commands.length >= 40, `${commands.length}`);
  for (const [pattern, why] of elsewhere) assert.ok(commands.some(({ text }) => pattern.test(text)), `no command is left out any more because it ${why}`);
  const own = commands.filter(({ text }) => /^menagerie /.test(text)), path = commands.findIndex(({ text }) => /^export PATH=/.test(text));
  assert.ok(path >= 0 && commands.indexOf(own[0]) > path, "PATH is set before menagerie is first used");
});

let failed;
for (const command of commands.filter(({ text }) => !elsewhere.some(([pattern]) => pattern.test(text)))) {
  test(`${command.file}:${command.line}: ${command.text}`, { timeout: 300_000 }, async () => {
    assert.equal(failed, undefined, `not run: ${failed} failed before it`);
    try {
      await follow(command);
    } catch (error) {
      failed = `${command.file}:${command.line}`;
      throw error;
    }
  });
}
