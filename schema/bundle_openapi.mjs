// One document of openapi.yaml: what it refers to in messages.schema.json comes along among
// its components, so that a saved copy needs no other file. The text stays as it is written otherwise.
import { messages, text } from "./read.mjs";

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
const [before, behind, ...more] = bundled(text("openapi.yaml"), "messages\\.schema\\.json").split(head);
if (behind === undefined || more.length > 0) throw new Error("openapi.yaml has its components' schemas in one place");
const added = [...components].sort().map(([name, schema]) => `    ${name}: ${schema}\n`).join("");
export const openapi = `${before}${head}${added}${behind}`;
if (/\$ref"?: "(?!#)/.test(openapi)) throw new Error("openapi.yaml refers to another file");
