// Printing a machine with thousands of boxes takes little memory: sheets are drawn one after the other, and what is drawn is
// kept once.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { bareEnvironment, bin, freshFolder, run, startHouse } from "../server/house.mjs";

const most = 32 << 10; // KiB

/** The most memory that a command has had, in KiB. */
async function peak(...argv) {
  const program = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)";
  const { code, stdout, stderr } = await run("/usr/bin/python3", ["-c", program, bin, ...argv], { env: bareEnvironment() });
  assert.equal(code, 0, stderr);
  return Number(stdout);
}

test("menagerie label octapawn takes less than 32 MiB more than to list its boxes", async () => {
  const folder = freshFolder();
  const boxes = await peak("boxes", "octapawn", "--format", "csv");
  for (const size of ["35x15", "tray"]) {
    const printed = await peak("label", "octapawn", "--size", size, "--public-url", "https://menagerie.example", "--out", join(folder, `${size}.pdf`));
    assert.ok(printed - boxes < most, `${size}: ${printed - boxes} KiB`);
  }
});

test("a server that prints them takes less than 32 MiB more, with what it keeps of them", async () => {
  const house = await startHouse({ flags: ["--public-url", "https://menagerie.example"] });
  await house.get("/machines/octapawn/boxes");
  const memory = () => Number(readFileSync(`/proc/${house.child.pid}/status`, "utf8").match(/^VmHWM:\s+(\d+) kB$/m)[1]);
  writeFileSync(`/proc/${house.child.pid}/clear_refs`, "5"); // its peak begins again
  const before = memory();
  const { status, body } = await house.ask("/api/v1/machines/octapawn/labels.pdf");
  assert.deepEqual([status, body.subarray(0, 5).toString()], [200, "%PDF-"]);
  assert.ok(memory() - before < most, `${memory() - before} KiB for ${body.length} bytes`);
  await house.close();
});
