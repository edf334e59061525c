// All messages of a language: those that every page has, and those of a page or two, under the name of their folder.
import { readdirSync } from "node:fs";

const folder = new URL("../../web/js/messages/", import.meta.url);
const entries = readdirSync(folder, { withFileTypes: true });
export const languages = entries.filter((entry) => entry.isFile()).map(({ name }) => name).sort();
export const sections = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name).sort();

/** @param {string} file such as "de.js" */
export async function messagesOf(file) {
  const all = { ...(await import(new URL(file, folder))).default };
  for (const section of sections) all[section] = (await import(new URL(`${section}/${file}`, folder))).default;
  return all;
}
