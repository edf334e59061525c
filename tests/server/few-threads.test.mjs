// A system that refuses threads (ulimit -u, a service's TasksMax=, a container's --pids-limit), whichever of them it is.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { freshFolder, run, startHouse } from "./house.mjs";

const source = fileURLToPath(new URL("few_threads.cpp", import.meta.url));

/** The environment of a program that may start so many threads. A sanitizer wants to be the first library; this one does not
 * disturb it, but that its search for leaks would need a thread more. */
function allowing(threads, object) {
  const sanitizer = [process.env.ASAN_OPTIONS, "verify_asan_link_order=0", "detect_leaks=0"].filter(Boolean).join(":");
  return { LD_PRELOAD: object, FEW_THREADS: `${threads}`, ASAN_OPTIONS: sanitizer };
}

test("a server that may not start one of its threads says so in one line and ends with 1; none is left waiting", { timeout: 600_000 }, async () => {
  const folder = freshFolder();
  const object = join(folder, "few_threads.so");
  const { code, stderr } = await run(process.env.CXX ?? "c++", ["-std=c++20", "-O1", "-shared", "-fPIC", "-o", object, source]);
  assert.equal(code, 0, stderr);
  const flags = ["--backup-every", "24h", "--access-log", join(folder, "access.log")];
  const data = freshFolder();
  const openWith = (threads) => startHouse({ data, flags, env: allowing(threads, object) }).then((house) => ({ house }), ({ message }) => ({ message }));
  let threads = 0;
  for (; threads < 30; threads += 1) {
    const { house, message } = await openWith(threads);
    if (house) break;
    const [ending, ...log] = message.trim().split("\n");
    assert.equal(ending, "the house ended with 1:", message);
    assert.match(log.at(-1), /^menagerie serve: the system refuses a thread \(.+\): a server needs ten, .*ulimit -u, TasksMax=.*--pids-limit/);
    assert.equal(log.filter((line) => /thread/.test(line)).length, 1, message);
  }
  assert.ok(threads >= 8 && threads < 30, `it opens with ${threads} threads beside its first`);
});
