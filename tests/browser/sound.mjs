// Whether a page, as it stands, breaks a rule of WCAG 2.2, A or AA, that a program can check.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function assertSound(visitor, where) {
  await visitor.page.evaluate(axe); // through the debugger: the page's policy lets no other script in
  const { violations } = await visitor.page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }));
  assert.deepEqual(violations.map(({ id, nodes }) => `${where}: ${id}: ${nodes.slice(0, 3).map(({ target, failureSummary }) => `${target} ${failureSummary.split("\n")[1]}`).join(" | ")}`), []);
}
