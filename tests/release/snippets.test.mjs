// The snippets of schema/README.md in Python and JavaScript, run as they stand, but for the museum's address.
import assert from "node:assert/strict";
import { test } from "node:test";
import { run, startHouse } from "../server/house.mjs";
import { read } from "../tidy/files.mjs";

const snippet = (language) => read("schema/README.md").match(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, "m"))[1];

test("each is five lines", () => {
  for (const language of ["python", "js"]) assert.equal(snippet(language).trim().split("\n").length, 5, language);
});

test("Python and JavaScript read a history, and come to what the house itself tells", async () => {
  const house = await startHouse();
  const here = (language) => snippet(language).replaceAll("http://localhost:8080", house.url);

  const js = await run(process.execPath, ["--input-type=module", "-"], { input: here("js") });
  assert.equal(js.code, 0, js.stderr);
  const { moves } = await house.get("/machines/ellis/boxes/1");
  assert.deepEqual(JSON.parse(js.stdout), Object.fromEntries(moves.map(({ move, beads }) => [move, beads])));

  const python = await run("/usr/bin/python3", ["-"], { input: here("python") });
  assert.equal(python.code, 0, python.stderr);
  const [head, , ...rows] = python.stdout.trimEnd().split("\n");
  assert.match(head, /^reason +(\w+ +)*loss\b/);
  assert.equal(rows.length, 10);
  const column = head.trim().split(/ +/).indexOf("loss");
  const { changes } = await house.get("/machines/ellis/history.json?limit=10000");
  for (const row of rows) {
    const cells = row.trim().split(/ +/), box = cells.slice(0, cells.length - head.trim().split(/ +/).length + 1).join(" ");
    const lost = changes.filter((change) => change.box === box && change.reason === "loss").reduce((sum, { before, after }) => sum + after - before, 0);
    assert.equal(Number(cells.at(column - head.trim().split(/ +/).length)), lost, box);
  }
  await house.close();
});
