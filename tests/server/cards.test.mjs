// A lesson and a machine on a card: a picture for links, a postcard, a receipt; and the pages that name their picture.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { freshFolder, run, startHouse } from "./house.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

const publicUrl = "https://menagerie.example";
const folder = freshFolder();
let house, lesson;
before(async () => {
  house = await startHouse({ flags: ["--public-url", `${publicUrl}/`] });
  const player = await sitDown(house, "menace");
  do ({ learned: lesson } = await playEpisode(player)); while (lesson.changes.length < 2);
  await player.close();
});
after(() => house.close());

const card = (file, query = "", headers = {}) => house.ask(`/api/v1/lessons/${lesson.lesson}/${file}${query}`, { headers });
/** Width and height of a PNG. */
function sizeOf(png) {
  assert.equal(png.subarray(0, 8).toString("latin1"), "\x89PNG\r\n\x1a\n");
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}
async function told(program, name, bytes, ...argv) {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const { code, stdout, stderr } = await run(program, [...argv, path, ...(program === "pdftotext" ? ["-"] : [])]);
  assert.equal(code, 0, stderr);
  return stdout;
}

test("a lesson's picture for links is of one size and small, and never changes", async () => {
  const english = await card("card.png");
  assert.equal(english.status, 200);
  assert.equal(english.headers["content-type"], "image/png");
  assert.match(english.headers["cache-control"], /immutable/);
  assert.deepEqual(sizeOf(english.body), [1200, 630]);
  assert.ok(english.body.length < 60_000, `${english.body.length} bytes`);
  const again = await card("card.png", "", { "If-None-Match": english.headers.etag });
  assert.equal(again.status, 304);
  const german = await card("card.png", "?lang=de");
  assert.notDeepEqual(german.body, english.body);
  assert.deepEqual((await card("card.png")).body, english.body);
});

test("its postcard tells the game's end, what moved and the code, and a telephone finds the lesson's page", async () => {
  const { body } = await card("card.pdf", "?lang=de");
  const words = await told("pdftotext", "card.pdf", body, "-raw");
  assert.match(words, /^MENACE MENAGERIE$/m);
  assert.match(words, /^Lektion \d+$/m);
  assert.match(words, { win: /MENACE hat gewonnen/, draw: /Unentschieden/, loss: /MENACE hat verloren/ }[lesson.outcome]);
  const by = (sign) => lesson.changes.reduce((sum, { before: from, after: to }) => sum + Math.max(0, sign * (to - from)), 0);
  assert.match(words, new RegExp(`Perlen dazu: ${by(1)}, heraus: ${by(-1)}\\. Schachteln: ${lesson.changes.length}\\.`));
  assert.match(words, new RegExp(`^${lesson.lesson}\\b`, "m"));
  const { code } = await run("pdftoppm", ["-r", "200", "-png", "-singlefile", join(folder, "card.pdf"), join(folder, "postcard")]);
  assert.equal(code, 0);
  const { stdout } = await run("zbarimg", ["-q", "--raw", join(folder, "postcard.png")]);
  assert.equal(stdout.trim(), `${publicUrl}/lesson/${lesson.lesson}`);
});

test("receipts are as wide as the roll, as a picture with its code and as text", async () => {
  for (const [roll, dots, columns] of [["58", 384, 32], ["80", 576, 48]]) {
    const { body } = await card("receipt.png", `?width=${roll}`);
    assert.equal(sizeOf(body)[0], dots);
    assert.equal((await told("zbarimg", `receipt-${roll}.png`, body, "-q", "--raw")).trim(), `${publicUrl}/lesson/${lesson.lesson}`);
    const text = (await card("receipt.txt", `?width=${roll}`)).body.toString();
    for (const line of text.split("\n")) assert.ok(line.length <= Math.max(columns, publicUrl.length + 12), line);
    for (const { number, move, before: from, after: to } of lesson.changes.slice(0, 8)) assert.match(text, new RegExp(`^No ${number} +${move} +${to > from ? "\\+" : ""}${to - from} \\(\\w\\)$`, "m"));
    assert.match(text, new RegExp(`^ +${lesson.lesson}$`, "m"));
  }
});

test("a machine's picture for links follows its lessons; every machine has one", async () => {
  const first = await house.ask("/api/v1/machines/menace/card.png");
  assert.deepEqual(sizeOf(first.body), [1200, 630]);
  const player = await sitDown(house, "menace");
  await playEpisode(player);
  await player.close();
  assert.notEqual((await house.ask("/api/v1/machines/menace/card.png")).headers.etag, first.headers.etag);
  for (const { name } of (await house.get("/machines")).machines) {
    const { status, body } = await house.ask(`/api/v1/machines/${name}/card.png?lang=de`);
    assert.equal(status, 200, name);
    assert.ok(body.length < 60_000, `${name}: ${body.length} bytes`);
  }
});

test("pages name their pictures where the public URL is known, and not elsewhere", async () => {
  const picture = async (path, from = house) => (await from.ask(path, { headers: { Accept: "text/html" } })).body.toString().match(/property="og:image" content="([^"]*)"/)?.[1];
  assert.equal(await picture(`/lesson/${lesson.lesson.toLowerCase()}`), `${publicUrl}/api/v1/lessons/${lesson.lesson}/card.png`);
  assert.equal(await picture("/machine/her"), `${publicUrl}/api/v1/machines/her/card.png`);
  assert.match(await picture("/"), new RegExp(`^${publicUrl}/picture/`));
  const other = await startHouse();
  for (const path of ["/", "/machine/her", "/lesson/24T"]) assert.equal(await picture(path, other), undefined);
  await other.close();
});

test("what cannot be drawn is told", async () => {
  for (const [path, status, what] of [
    ["/lessons/24W/card.png", 404, /24W/], ["/lessons/24TT/card.png", 404, /./], [`/lessons/${lesson.lesson}/card.png?lang=fr`, 400, /"lang" is "fr"; it must be en or de/],
    [`/lessons/${lesson.lesson}/receipt.txt?width=70`, 400, /"width" is "70"; it must be 58 or 80/], ["/machines/menace/card.png?size=1", 400, /size/],
  ]) {
    const { status: got, body } = await house.ask(`/api/v1${path}`);
    assert.equal(got, status, path);
    assert.match(JSON.parse(body).detail, what);
  }
  assert.equal((await card("card.pdf", "", { Accept: "image/png" })).status, 406);
});
