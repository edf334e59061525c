// README's curl lines, run as they stand there, but for the address of the house.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { token } from "./desk.mjs";
import { bareEnvironment, run, startHouse } from "./house.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, text]) => text);
const lines = blocks.flatMap((block) => block.split("\n").filter((line) => /^curl\b/.test(line)));

let house;
let folder;
let visit;
before(async () => {
  house = await startHouse({ env: { MENAGERIE_CURATOR_TOKEN: token } });
  folder = mkdtempSync(join(tmpdir(), "menagerie-readme-"));
  writeFileSync(join(folder, ".curlrc"), "fail\nshow-error\n"); // an answer of 400 or more ends curl with an error
  for (const machine of ["menace", "her", "ellis"]) {
    const visitor = await sitDown(house, machine);
    for (let game = 0; game < 5; game += 1) await playEpisode(visitor, visitor.hello.seat === "either" ? { begin: { seat: "first" } } : {});
    await visitor.close();
    if (machine === "menace") visit = visitor.hello.visit;
  }
});
after(async () => {
  await house.close();
  rmSync(folder, { recursive: true });
});

const filesNow = () => new Map(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]));

test("README has lines to run", () => {
  assert.ok(lines.length >= 10, lines.join("\n"));
  for (const line of lines) assert.ok(line.includes("http://localhost:8080/"), line);
});

for (const line of lines) {
  test(line, async () => {
    const before = filesNow();
    const env = { ...bareEnvironment(), CURL_HOME: folder, HOME: folder, TOKEN: token, VISIT: visit };
    const { code, stdout, stderr } = await run("bash", ["-o", "pipefail", "-c", line.replaceAll("http://localhost:8080", house.url)], { cwd: folder, env });
    assert.equal(code, 0, `${stderr}${stdout.slice(0, 500)}`);
    const written = [...filesNow()].filter(([name, time]) => before.get(name) !== time).map(([name]) => name);
    const text = stdout || readFileSync(join(folder, written[0] ?? "nothing was printed or written"), "utf8");
    assert.ok(text.length > 0);
    if (text.startsWith("{")) for (const json of text.trim().split("\n")) JSON.parse(json);
  });
}
