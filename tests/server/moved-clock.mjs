// The wall clock of a program that a test starts, which the test can set.
import assert from "node:assert/strict";
import { chmodSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./house.mjs";

const source = fileURLToPath(new URL("moved_clock.cpp", import.meta.url));

/** Seconds since 1970 of this machine's clock. */
export const now = () => Date.now() / 1000;

export class MovedClock {
  /** Makes one in a folder that the program can read. */
  static async in(folder) {
    const clock = new MovedClock();
    clock.object = join(folder, "moved_clock.so");
    const { code, stderr } = await run(process.env.CXX ?? "c++", ["-std=c++20", "-O1", "-shared", "-fPIC", "-o", clock.object, source]);
    assert.equal(code, 0, stderr);
    chmodSync(clock.object, 0o755);
    clock.path = join(folder, "moved_clock");
    clock.file = openSync(clock.path, "w", 0o644);
    clock.move(0);
    return clock;
  }

  /** Of the program. A sanitizer wants to be the first library; this one does not disturb it. */
  get env() {
    const sanitizer = [process.env.ASAN_OPTIONS, "verify_asan_link_order=0"].filter(Boolean).join(":");
    return { LD_PRELOAD: this.object, MOVED_CLOCK_FILE: this.path, ASAN_OPTIONS: sanitizer };
  }

  /** From now on it is so many seconds ahead of this machine's. */
  move(seconds) {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(seconds);
    writeSync(this.file, bytes, 0, bytes.length, 0);
  }
}
