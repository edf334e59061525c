// A client in TypeScript, as others make one: types from the house's own openapi.json, checked by tsc, then used.
import assert from "node:assert/strict";
import { copyFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import openapiTypescript, { astToString } from "openapi-typescript";
import { freshFolder, run, startHouse } from "./house.mjs";

const modules = fileURLToPath(new URL("../node_modules", import.meta.url));
const flags = ["--strict", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom,dom.iterable"];

test("a client whose types are made of openapi.json compiles, refuses what is wrong, and reads a house", async () => {
  const house = await startHouse();
  const folder = freshFolder();
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  symlinkSync(modules, join(folder, "node_modules"));
  copyFileSync(new URL("typed_client.ts", import.meta.url), join(folder, "client.ts"));
  writeFileSync(join(folder, "openapi.d.ts"), astToString(await openapiTypescript(new URL(`${house.url}/api/v1/openapi.json`))));
  const compiled = await run(process.execPath, [join(modules, "typescript/bin/tsc"), ...flags, "client.ts"], { cwd: folder });
  assert.equal(compiled.code, 0, compiled.stdout);
  const { read } = await import(pathToFileURL(join(folder, "client.js")).href);
  const { odds, status, detail, changes, machine, refused } = await read(house.url);
  assert.ok(odds > 0 && odds <= 1);
  assert.deepEqual([status, machine, changes.length, refused], [404, "ellis", 3, 3]);
  assert.match(detail, /there is no machine of that name here/);
  assert.ok(changes.every((change) => change !== 0));
  await house.close();
});
