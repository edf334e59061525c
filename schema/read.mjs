// Reads the descriptions for the scripts that make files of them. YAML is read by the package in tests/node_modules.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export const { parse } = createRequire(new URL("../tests/package.json", import.meta.url))("yaml");
export const text = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
export const messages = JSON.parse(text("messages.schema.json"));
