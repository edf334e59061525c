// What a page makes a visitor's phone load: everything that the page, its styles and its scripts name, as it goes over
// the line (texts zipped, typefaces as they are) and as it is once unpacked. Also finds what is named and is not there.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { startHouse } from "../server/house.mjs";
import { on, Visitor } from "./table.mjs";

const bytesMax = (page) => (page === "index.html" || page === "table.html" ? 200_000 : 300_000); // the rest is for who has come to read
const unpackedMax = { "index.html": 180_000, "table.html": 285_000, "story.html": 180_000 }; // what the phone has to read
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

/** What a script always loads, though later. */
const later = { "js/language.js": [heaviestLanguage], "js/table.js": ["./below.js"], "js/hall.js": ["./door_show.js"], "js/film.js": ["./film_look.js"] };

/** The files that `file` names, as paths from the folder of the pages. */
function namedIn(file) {
  const text = readFileSync(join(web, file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  const [, own] = text.match(/<html [^>]*data-texts="(\w+)"/) ?? []; // what this page alone says
  return (references[posix.extname(file)] ?? [])
    .flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name.replace(/[?#].*$/, "")))
    .concat(later[file] ?? [], own ? [`/js/${heaviestLanguage.replace("messages/", `messages/${own}/`).slice(2)}`] : [])
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

for (const [page, most] of Object.entries(unpackedMax)) {
  test(`${page} and all that it loads are less than ${most / 1000} KB once unpacked`, () => {
    const sum = loadedWith(page).reduce((total, file) => total + statSync(join(web, file)).size, 0);
    assert.ok(sum < most, `${sum} bytes`);
  });
}

for (const page of [...Object.keys(unpackedMax), "film.html"]) { // an exported film has the scripts that its page names
  test(`${page} asks for its language at once, and names in its head what else its script needs`, () => {
    const text = readFileSync(join(web, page), "utf8");
    const named = (pattern) => [...text.matchAll(pattern)].map(([, name]) => name.slice(1));
    const scripts = named(/<script type="module" src="([^"]+)"[^>]*>/g);
    scripts.pop(); // its own
    // The visitor's language is asked for at once; by a kiosk its own too.
    const atOnce = { "index.html": ["js/kiosk_entry.js"], "table.html": ["js/kiosk_entry.js"] }[page] ?? [];
    assert.deepEqual(scripts, [...atOnce, "js/language.js"]);
    assert.equal(text.match(/<script type="module" src="[^"]+" async>/g).length, scripts.length);
    assert.ok(named(/<link rel="modulepreload" href="([^"]+)">/g).length > 5); // each: tests/tidy/made.test.mjs
  });
}

test("who comes to a table for the first time loads at most 200 KB, also where boxes are thousands: those come once they are wanted", async () => {
  const house = await startHouse();
  for (const name of ["menace", "octapawn"]) {
    const visitor = await Visitor.come(house, "/minichess", { viewport: { width: 390, height: 844 } });
    const session = await visitor.context.newCDPSession(visitor.page);
    await session.send("Network.enable");
    await session.send("Network.setCacheDisabled", { cacheDisabled: true });
    const table = `${house.url}/machine/${name}`;
    const asked = new Set(); // by the table: what the page before it still loads may end later
    let bytes = 0;
    session.on("Network.requestWillBeSent", ({ requestId, documentURL }) => { if (documentURL.startsWith(table)) asked.add(requestId); });
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => { if (asked.has(requestId)) bytes += encodedDataLength; });
    await visitor.page.goto(table);
    await visitor.standing();
    await visitor.see('[data-testid="life-words"]:not(:empty)'); // what comes after the board is there
    await visitor.quiet();
    assert.ok(bytes > 100_000 && bytes < 200_000, `${name}: ${bytes} bytes`);
    const heading = visitor.page.locator("#wall h2", { hasText: /\d matchboxes/ });
    if (name === "octapawn") assert.equal(await heading.count(), 0);
    await visitor.move({ own: name === "menace" ? "" : "w" });
    await heading.waitFor({ state: "attached" });
    await visitor.page.waitForFunction(() => [...document.fonts].some((face) => face.family.includes("Source Serif") && face.weight === "600"));
    await visitor.leave();
  }
  await house.close();
});
