// The descriptions are clean under the linters that others use: Spectral's rules for OpenAPI and AsyncAPI and
// Redocly's recommended ones. What is left out of them stands with its reason in schema/.spectral.yaml and
// schema/redocly.yaml; whatever else they find, a hint too, is a failure.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { promisify } from "node:util";
import { lint, loadConfig } from "@redocly/openapi-core";

const run = promisify(execFile);
const path = (file) => fileURLToPath(new URL(`../../${file}`, import.meta.url));
const descriptions = ["schema/openapi.yaml", "schema/asyncapi.yaml"].map(path);
const spectral = path("tests/node_modules/.bin/spectral");

test("Spectral finds nothing", async () => {
  const flags = ["lint", "--quiet", "--format", "text", "--ruleset", path("schema/.spectral.yaml"), "--fail-severity", "hint"];
  const { stdout } = await run(spectral, [...flags, ...descriptions]).catch((failed) => failed);
  assert.equal(stdout.trim(), "");
});

for (const ref of descriptions) {
  test(`Redocly finds nothing in ${ref.split("/").at(-1)}`, async () => {
    const config = await loadConfig({ configPath: path("schema/redocly.yaml") });
    const problems = await lint({ ref, config });
    assert.deepEqual(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`), []);
  });
}
