// What a page makes a visitor's phone load before it can play: everything that the page, its styles and its scripts
// name, as it goes over the line: texts zipped, typefaces as they are. Also finds what is named and is not there.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

const bytesMax = (page) => (page === "index.html" || page === "table.html" ? 200_000 : 300_000); // the rest is for who has come to read
const bin = process.env.MENAGERIE_BIN;
assert.ok(bin, "MENAGERIE_BIN is the server's program; the pages are built beside it");
const web = join(dirname(bin), "web");

/** What the server sends for a file: it zips what is text. */
const lineBytes = (file) => (/\.(html|css|js|svg)$/.test(file) ? gzipSync(readFileSync(join(web, file))).length : statSync(join(web, file)).size);

const references = {
  ".html": [/<(?:link|script|img|source)\b[^>]*?\s(?:href|src)="([^"]+)"/g],
  ".css": [/url\(\s*["']?([^"')]+)["']?\s*\)/g, /@import\s+["']([^"']+)["']/g],
  ".js": [/^import\s[^;]*?["']([^"'\n]+)["'];$/gm],
};

/** A visitor loads one language: the longest counts. */
const heaviestLanguage = `./messages/${readdirSync(join(web, "js/messages")).sort((a, b) => statSync(join(web, "js/messages", b)).size - statSync(join(web, "js/messages", a)).size)[0]}`;

/** The files that `file` names, as paths from the folder of the pages. */
function namedIn(file) {
  const text = readFileSync(join(web, file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  return (references[posix.extname(file)] ?? [])
    .flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name.replace(/[?#].*$/, "")))
    .concat(file === "js/words.js" ? [heaviestLanguage] : [])
    .filter((name) => name !== "" && !name.startsWith("data:"))
    .map((name) => (name.startsWith("/") ? name.slice(1) : posix.join(posix.dirname(file), name)));
}

function loadedWith(page) {
  const loaded = new Set([page]);
  for (const file of loaded) {
    assert.ok(existsSync(join(web, file)), `${page} loads ${file}, which is not there`);
    for (const name of namedIn(file)) loaded.add(name);
  }
  return [...loaded];
}

const pages = readdirSync(web).filter((file) => file.endsWith(".html"));

test("there are pages, and they load styles and scripts", () => {
  assert.ok(pages.includes("index.html"));
  for (const page of pages) assert.ok(loadedWith(page).length > 3, page);
});

for (const page of pages) {
  test(`${page} and all that it loads weigh less than ${bytesMax(page) / 1000} KB`, () => {
    const files = loadedWith(page).map((file) => ({ file, bytes: lineBytes(file) }));
    const sum = files.reduce((total, { bytes }) => total + bytes, 0);
    const heaviest = files.sort((a, b) => b.bytes - a.bytes).slice(0, 8).map(({ file, bytes }) => `${bytes} ${file}`);
    assert.ok(sum < bytesMax(page), `${sum} bytes; the heaviest:\n  ${heaviest.join("\n  ")}`);
  });
}
