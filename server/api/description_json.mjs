// Makes the JSON forms of openapi.yaml and asyncapi.yaml, at build time.
//   node description_json.mjs NODE_MODULES OUT_FOLDER FILE.yaml...
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";

const [modules, out, ...files] = process.argv.slice(2);
const { parse } = createRequire(join(modules, "here.js"))("yaml");
for (const file of files) {
  const text = JSON.stringify(parse(readFileSync(file, "utf8")), null, 1);
  writeFileSync(join(out, basename(file).replace(/\.yaml$/, ".json")), `${text}\n`);
}
