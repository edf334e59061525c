// Makes one document of schema/openapi.yaml, at build time: what it refers to in messages.schema.json comes along among
// its components, so that a saved copy needs no other file. The text stays as it is written otherwise.
//   node bundle_openapi.mjs OPENAPI.yaml MESSAGES.schema.json OUT.yaml
import { readFileSync, writeFileSync } from "node:fs";

const [openapiFile, messagesFile, out] = process.argv.slice(2);
const text = readFileSync(openapiFile, "utf8");
const messages = JSON.parse(readFileSync(messagesFile, "utf8"));

const components = new Map();
/** The text with its references into the messages as references to components, which come to be known. */
function bundled(it, file) {
  return it.replaceAll(new RegExp(`"${file}#/(\\$defs/[^"]+)"`, "g"), (_, path) => {
    const parts = path.split("/");
    const name = parts.slice(1).filter((part) => part !== "properties").join("."); // hello.machine
    if (!components.has(name)) {
      components.set(name, ""); // before what it refers to itself
      components.set(name, bundled(JSON.stringify(parts.reduce((at, part) => at[part], messages)), ""));
    }
    return `"#/components/schemas/${name}"`;
  });
}

const head = "\n  schemas:\n";
const [before, behind, ...more] = bundled(text, "messages\\.schema\\.json").split(head);
if (behind === undefined || more.length > 0) throw new Error("openapi.yaml has its components' schemas in one place");
const added = [...components].sort().map(([name, schema]) => `    ${name}: ${schema}\n`).join("");
const whole = `${before}${head}${added}${behind}`;
if (/\$ref"?: "(?!#)/.test(whole)) throw new Error("openapi.yaml refers to another file");
writeFileSync(out, whole);
