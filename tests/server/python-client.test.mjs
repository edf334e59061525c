// A client in Python, as others make one: of what the museum serves as its description, read by PyYAML, with a WebSocket
// library that is not ours.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse, parseDocument } from "yaml";
import { freshFolder, run, startHouse } from "./house.mjs";

const python = "/usr/bin/python3"; // Debian's, which has Debian's modules
let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

/** What PyYAML reads. */
async function readByPython(text) {
  const file = join(freshFolder(), "it.yaml");
  writeFileSync(file, text);
  const { code, stdout, stderr } = await run(python, ["-c", "import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1], encoding='utf-8'))))", file]);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

test("openapi.yaml and asyncapi.yaml are the same to two readers of YAML, and to who reads the JSON", async () => {
  for (const name of ["openapi", "asyncapi"]) {
    const { text } = await house.ask(`/api/v1/${name}.yaml`);
    const { errors, warnings } = parseDocument(text, { version: "1.2", uniqueKeys: true });
    assert.deepEqual([errors, warnings], [[], []]);
    const json = await house.get(`/${name}.json`);
    assert.deepEqual(parse(text), json);
    assert.deepEqual(await readByPython(text), json);
  }
});

test("openapi.yaml needs no other file: each reference leads to one of its own components", async () => {
  const document = parse((await house.ask("/api/v1/openapi.yaml")).text);
  let count = 0;
  const walk = (value) => {
    if (value === null || typeof value !== "object") return;
    if (typeof value.$ref === "string") {
      assert.match(value.$ref, /^#\/components\//);
      const found = value.$ref.slice(2).split("/").reduce((at, part) => at?.[decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~")], document);
      assert.ok(found, `${value.$ref} leads nowhere`);
      count += 1;
    }
    Object.values(value).forEach(walk);
  };
  walk(document);
  assert.ok(count > 500, `${count} references`);
});

for (const machine of ["her", "him"]) {
  test(`the client plays a game with ${machine}, and reads what came of it`, async () => {
    const { code, stdout, stderr } = await run(python, [fileURLToPath(new URL("client.py", import.meta.url)), house.url, machine]);
    assert.equal(code, 0, stderr);
    const { moves, learned, episode, draws, figures, refused } = JSON.parse(stdout);
    assert.deepEqual([episode.id, episode.seq, episode.moves, episode.outcome], [learned.episode, learned.seq, moves, learned.outcome]);
    assert.deepEqual(episode.changes.map(({ reason: _, ...change }) => change), learned.changes);
    assert.deepEqual(draws.draws.map(({ seq, ply, box, move, played }) => [seq, ply, box, move, played]), episode.trace.map(({ ply, box, move }) => [learned.seq, ply, box, move, moves[ply]]));
    assert.deepEqual([figures.name, figures.seq >= learned.seq], [machine, true]);
    assert.deepEqual(refused, [404, "No such machine"]);
  });
}
