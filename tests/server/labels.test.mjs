// Labels for real matchboxes: what is printed on them is what lies in the boxes, from the command line and from a house.
// pdftotext reads the words, pdftoppm draws the sheets, and zbarimg reads the codes as a telephone would.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { beadOf } from "../../web/js/bead.js";
import { taken } from "../../web/js/notation.js";
import { eventually, freshFolder, menagerie, run, startHouse } from "./house.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

const folder = freshFolder();
const publicUrl = "https://menagerie.example";
const [labelsPerSheet, labelMm] = [90, { width: 35, height: 15 }]; // on A4

let house;
let boards; // of the machines' games
before(async () => {
  house = await startHouse({ flags: ["--public-url", `${publicUrl}/`] });
  const [{ machines }, { games }] = [await house.get("/machines"), await house.get("/games")];
  boards = Object.fromEntries(machines.map(({ name, game }) => [name, games.find((it) => it.name === game).board]));
});
after(() => house.close());

let files = 0;

/** Prints labels: {path, words}. `words` is what the command says. */
async function label(...argv) {
  const path = join(folder, `${(files += 1)}.pdf`);
  const { code, stdout, stderr } = await menagerie("label", ...argv, "--out", path);
  assert.equal(code, 0, stderr);
  assert.equal(stderr, "");
  return { path, words: stdout };
}

async function told(program, ...argv) {
  const { code, stdout, stderr } = await run(program, argv);
  assert.equal(code, 0, `${program}: ${stderr}`);
  return stdout;
}

/** The figures that pdfinfo tells. */
const info = async (path) => Object.fromEntries([...(await told("pdfinfo", path)).matchAll(/^(.+?):\s+(.*)$/gm)].map(([, name, value]) => [name, value]));

/** What is written on each label, but for the title: {number, lines}, in the order in which they are printed. */
async function labelsIn(path) {
  const words = await told("pdftotext", "-raw", "-f", "2", path, "-");
  const parts = words.split(/\bNo (\d+)(?! to)\s+/);
  const labels = [];
  for (let i = 1; i < parts.length; i += 2) labels.push({ number: Number(parts[i]), lines: parts[i + 1].split("\n").filter((line) => !/[A-Z]{2}/.test(line)) });
  return labels;
}

const counted = (n, one, many) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
const ordinal = (n) => `${n}${(n % 100 > 10 && n % 100 < 14 ? undefined : { 1: "st", 2: "nd", 3: "rd" }[n % 10]) ?? "th"}`;

/** A bead's move as a label has it; a cell's is told by the colour's name. */
function moveWords(board, { move, orbit }, look) {
  const short = (name) => (taken(name) ? `${taken(name)} from ${name[0].toUpperCase()}` : name.replace("-", "\u2013").replaceAll("x", "\u00d7"));
  return /[-x:]/.test(move) ? [orbit.map(short).join(", "), short(move)] : [move === "pass" ? "pass" : look.name];
}

/** Every label tells its box's turn, its beads and their counts, their letters and moves. `boxes` as REST or `boxes` list them. */
function assertTell(labels, boxes, board) {
  assert.deepEqual(labels.map(({ number }) => number), boxes.map(({ number }) => number));
  labels.forEach(({ number, lines }, i) => {
    const { turn, moves } = boxes[i];
    const beads = moves.reduce((sum, move) => sum + move.beads, 0);
    assert.equal(lines[0], `its ${ordinal(turn)} move \u00b7 ${counted(beads, "bead", "beads")}`, `No ${number}`);
    const rows = lines.flatMap((line) => line.match(/(?:^|\s)([\d,]+ (?:[A-Z]|\d+) \S.*)$/)?.[1] ?? []);
    assert.equal(rows.length, moves.length, `No ${number}: ${lines.join(" | ")}`);
    moves.forEach((move, k) => {
      const look = beadOf(board, k, move.move);
      const wanted = moveWords(board, move, look).map((words) => `${move.beads.toLocaleString("en")} ${look.letter} ${words}`);
      assert.ok(wanted.includes(rows[k]), `No ${number}: "${rows[k]}" is none of ${wanted.join(" | ")}`);
    });
  });
}

async function startBoxes(name) {
  const { boxes } = JSON.parse((await menagerie("boxes", name, "--format", "json")).stdout);
  return boxes.map((box, i) => ({ number: i + 1, ...box }));
}

for (const [name, count, beads] of [["her", 24, 55], ["menace", 304, 1720], ["nimble", 18, 59], ["minicheckers", 24, 106], ["extendapawn", 114, 365]]) {
  test(`${name}: a label for each of its ${count} boxes, with its ${beads} beads`, async () => {
    const boxes = await startBoxes(name);
    const { path, words } = await label(name, "--size", "tray");
    assertTell(await labelsIn(path), boxes, boards[name]);
    const sheets = Math.ceil(count / 21);
    assert.match(words, new RegExp(`: ${count} labels of 53 x 36 mm on ${counted(sheets, "sheet", "sheets")} of A4, and a cover sheet`));
    assert.equal((await info(path)).Pages, String(sheets + 1));
    const cover = (await told("pdftotext", "-raw", "-l", "1", path, "-")).split("\n");
    assert.ok(cover.includes(count.toLocaleString("en")) && cover.includes(beads.toLocaleString("en")), cover.join(" | "));
    // Beads to buy: their sum is the machine's.
    const bought = cover.flatMap((line) => [...line.matchAll(/(?:^| )([A-Z]) ([\d,]+) ([a-z]+)(?= [A-Z] |$)/g)].map(([, letter, n, colour]) => [letter, Number(n.replaceAll(",", "")), colour]));
    const wanted = new Map();
    for (const { moves } of boxes) moves.forEach((move, k) => {
      const { letter, name: colour } = beadOf(boards[name], k, move.move);
      wanted.set(`${letter} ${colour}`, (wanted.get(`${letter} ${colour}`) ?? 0) + move.beads);
    });
    assert.deepEqual(new Map(bought.map(([letter, n, colour]) => [`${letter} ${colour}`, n]).sort()), new Map([...wanted].sort()));
    assert.equal(bought.reduce((sum, [, n]) => sum + n, 0), beads);
  });
}

/** The words on a page, each with its place in points: {text, left, right, top, bottom}. */
async function placesOf(path) {
  const page = await told("pdftotext", "-bbox", "-l", "1", path, "-");
  return [...page.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<\/word>/g)].map(([, left, top, right, bottom, text]) => ({ text, left: Number(left), right: Number(right), top: Number(top), bottom: Number(bottom) }));
}

test("a cover has a fence to cut out where any bead may be drawn; no word stands over another, on either paper", async () => {
  const { machines } = await house.get("/machines");
  for (const { name, drawing } of machines.filter(({ boxes }) => boxes > 1)) for (const paper of ["a4", "letter"]) {
    const words = await placesOf((await label(name, "--paper", paper, "--numbers", "1-2", "--public-url", publicUrl)).path);
    const text = words.map((word) => word.text).join(" ");
    const any = !drawing.prune && drawing.choose === "chance" && !drawing.compartments;
    assert.equal(/A fence for a box: copy it on card/.test(text), any, `${name}: ${text}`);
    // A word's box has room above and below for letters that it may not have.
    const core = words.map(({ top, bottom, ...word }) => ({ ...word, top: top + (bottom - top) * 0.3, bottom: bottom - (bottom - top) * 0.3 }));
    for (const [i, a] of core.entries()) for (const b of core.slice(i + 1)) {
      assert.ok(a.right <= b.left + 0.5 || b.right <= a.left + 0.5 || a.bottom <= b.top || b.bottom <= a.top, `${name} on ${paper}: "${a.text}" and "${b.text}"`);
    }
  }
});

test("who begins is drawn as a nought, in the machine's red, and the other as a cross; the cover says so", async () => {
  const { boxes } = await house.get("/machines/menace/boxes");
  const { number, box } = boxes.find((it) => it.turn === 2);
  assert.deepEqual([...box.replace(/[./]/g, "")].sort(), ["O", "X"]);
  const svg = await (await fetch(`${house.url}/api/v1/machines/menace/labels.svg?numbers=${number}`)).text();
  const strokes = (width, colour) => [...svg.matchAll(/<path [^>]*>/g)].map(([path]) => path).filter((path) => width.test(path) && colour.test(path)).map((path) => (/ d="[^"]*C/.test(path) ? "ring" : "line"));
  assert.deepEqual(strokes(/stroke-width[:="]+4\.6\b/, /rgb\(72\.5\d*%, ?20\.7/), ["ring"]);
  assert.deepEqual(strokes(/stroke-width[:="]+5\b/, /rgb\(11\.7\d*%, ?35\.6/), ["line", "line"]);
  const { path } = await label("menace", "--numbers", String(number));
  assert.match(await told("pdftotext", "-raw", "-l", "1", path, "-"), /first player \(noughts\)/);
});

test("fronts, 35 x 15 mm: 90 on an A4 sheet, with every bead's count and move", async () => {
  const { path, words } = await label("her", "--paper", "a4", "--size", "35x15");
  assert.match(words, /: 24 labels of 35 x 15 mm on 1 sheet of A4, and a cover sheet; no codes without --public-url\n$/);
  const labels = await labelsIn(path);
  const boxes = await startBoxes("her");
  assert.equal(labels.length, 24);
  labels.forEach(({ number, lines }, i) => {
    assert.equal(number, i + 1);
    assert.equal(lines[0], `its ${ordinal(boxes[i].turn)} move`);
    assert.equal(lines[1], counted(boxes[i].moves.length, "bead", "beads"));
    boxes[i].moves.forEach((move, k) => {
      const row = `1 ${beadOf(boards.her, k, move.move).letter} ${moveWords(boards.her, move)[0]}`;
      assert.ok(lines.some((line) => line.includes(row)), `No ${number}: ${row} in ${lines.join(" | ")}`);
    });
  });
  const menace = await label("menace");
  assert.equal((await info(menace.path)).Pages, String(1 + Math.ceil(304 / labelsPerSheet)));
});

test("paper and parts", async () => {
  const a4 = await info((await label("her")).path);
  assert.match(a4["Page size"], /^595\.\d+ x 841\.\d+ pts \(A4\)$/);
  assert.equal(a4.Title, "HER: labels for its matchboxes");
  assert.equal(a4.CreationDate, undefined);
  const letter = await info((await label("her", "--paper", "letter")).path);
  assert.match(letter["Page size"], /^612 x 792 pts \(letter\)$/);
  const part = await label("octapawn", "--numbers", "2701-");
  assert.deepEqual((await labelsIn(part.path)).map(({ number }) => number), Array.from({ length: 91 }, (_, i) => 2701 + i));
  assert.match(await told("pdftotext", part.path, "-"), /No 2701 to 2790 of 2791 . sheet 1 of 2/);
});

test("the same labels are the same bytes, as PDF and as SVG", async () => {
  for (const format of ["pdf", "svg"]) {
    const [one, two] = [join(folder, `one.${format}`), join(folder, `two.${format}`)];
    for (const path of [one, two]) assert.equal((await menagerie("label", "nimble", "--public-url", publicUrl, "--out", path)).code, 0);
    assert.ok(readFileSync(one).equals(readFileSync(two)), format);
  }
  const { code, stdout } = await menagerie("label", "her", "--format", "svg", "--out", "-");
  assert.equal(code, 0);
  assert.match(stdout, /^<\?xml [^>]*\?>\s*<svg [^>]*width="595\.\d*pt" height="1683\.\d*pt"/, "two sheets, one below the other");
  assert.ok(stdout.trimEnd().endsWith("</svg>"));
  const open = [];
  for (const [, end, name, alone] of stdout.matchAll(/<(\/?)([\w:]+)(?:[^>"]|"[^"]*")*?(\/?)>/g)) {
    if (end) assert.equal(open.pop(), name, "what is opened last is closed first");
    else if (!alone) open.push(name);
  }
  assert.deepEqual(open, []);
});

/** What a telephone reads on the label that is the index-th of a sheet of fronts, or nothing. */
async function codeOn(path, index) {
  const dot = 300 / 25.4;
  const [left, top] = [(210 - 5 * labelMm.width) / 2, 9 + (297 - 18 - 6 - 18 * labelMm.height) / 2];
  const at = { x: left + (index % 5) * labelMm.width, y: top + Math.floor(index / 5) * labelMm.height };
  const cut = ["-x", at.x, "-y", at.y, "-W", labelMm.width, "-H", labelMm.height].map((it) => (typeof it === "number" ? String(Math.round(it * dot)) : it));
  const picture = join(folder, "code");
  await told("pdftoppm", "-r", "300", "-f", "2", "-l", "2", ...cut, "-gray", "-singlefile", path, picture);
  const { stdout } = await run("zbarimg", ["-q", "--raw", `${picture}.pgm`]);
  return stdout.trim();
}

test("every label's code leads to its box's page", async () => {
  const { path } = await label("her", "--public-url", publicUrl);
  for (let index = 0; index < 24; index += 1) assert.equal(await codeOn(path, index), `${publicUrl}/machine/her#box-${index + 1}`);
  assert.equal(await codeOn((await label("her")).path, 0), "", "no public URL, no code");
  assert.equal((await house.ask("/machine/her")).status, 200);
});

test("a house prints the beads as they are now, or as they were at the start", async () => {
  const visitor = await sitDown(house, "menace");
  for (let game = 0; game < 12; game += 1) await playEpisode(visitor);
  await visitor.close();
  const { boxes } = await house.boxes("menace");
  const now = await house.ask("/api/v1/machines/menace/labels.pdf?size=tray");
  assert.equal(now.status, 200);
  assert.equal(now.headers["content-type"], "application/pdf");
  assert.equal(now.headers["content-disposition"], 'inline; filename="menace-labels.pdf"');
  const path = join(folder, "now.pdf");
  writeFileSync(path, now.body);
  assertTell(await labelsIn(path), boxes, boards.menace);
  const seq = (await house.get("/machines/menace")).seq;
  assert.match(await told("pdftotext", "-raw", "-l", "1", path, "-"), new RegExp(`after row ${seq} of its log`));

  const start = await house.ask("/api/v1/machines/menace/labels.pdf?size=tray&counts=start");
  writeFileSync(path, start.body);
  assertTell(await labelsIn(path), await startBoxes("menace"), boards.menace);

  // The command prints the same bytes, while the house is open.
  const same = async (body, ...argv) => assert.ok(readFileSync((await label("--size", "tray", "--public-url", `${publicUrl}/`, ...argv)).path).equals(body), argv.join(" "));
  await same(now.body, "--data", house.data, "--machine", "menace");
  await same(start.body, "--data", house.data, "--machine", "MENACE", "--counts", "start");
  await same(start.body, "menace");
});

test("labels.svg may style its parts, and nothing else, and stands in no frame; other answers keep the house's policy", async () => {
  const policy = async (path) => (await house.ask(`/api/v1/machines/her/${path}`)).headers["content-security-policy"];
  assert.equal(await policy("labels.svg"), "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox");
  for (const path of ["labels.pdf", "boxes", "labels.svg?size=none"]) assert.match(await policy(path), /^default-src 'self'; /, path);
});

test("a house's labels keep their entity tag until a bead moves", async () => {
  const path = "/api/v1/machines/carnival/labels.svg";
  const first = await house.ask(path);
  assert.match(first.text, /^<\?xml/);
  const { etag } = first.headers;
  assert.equal((await house.ask(path, { headers: { "If-None-Match": etag } })).status, 304);
  assert.equal((await house.ask(path)).headers.etag, etag);
  for (const query of ["?paper=letter", "?size=tray", "?numbers=1-3"]) assert.notEqual((await house.ask(path + query, { method: "HEAD" })).headers.etag, etag);
  const visitor = await sitDown(house, "carnival");
  const before = await house.boxes("carnival");
  await eventually(async () => {
    await playEpisode(visitor);
    return JSON.stringify((await house.boxes("carnival")).boxes) !== JSON.stringify(before.boxes);
  });
  await visitor.close();
  const later = await house.ask(path, { headers: { "If-None-Match": etag } });
  assert.equal(later.status, 200);
  assert.notEqual(later.text, first.text);
  const zipped = await house.ask(path, { headers: { "Accept-Encoding": "gzip" } });
  assert.equal(zipped.headers["content-encoding"], "gzip");
  assert.equal((await house.ask("/api/v1/machines/carnival/labels.pdf", { headers: { "Accept-Encoding": "gzip" } })).headers["content-encoding"], undefined);
});

test("a machine that makes its boxes when it meets them has labels once it has boxes", async () => {
  const none = await house.ask("/api/v1/machines/go-3x3/labels.pdf");
  assert.equal(none.status, 404);
  assert.match(none.json().detail, /has made no box yet/);
  const visitor = await sitDown(house, "go-3x3");
  let boxes = [];
  while (boxes.length < 3) { // two passes end a game early
    await playEpisode(visitor);
    ({ boxes } = await house.boxes("go-3x3"));
  }
  await visitor.close();
  const path = join(folder, "go.pdf");
  writeFileSync(path, (await house.ask("/api/v1/machines/go-3x3/labels.pdf?size=60x40")).body);
  assertTell(await labelsIn(path), boxes, boards["go-3x3"]);
});

test("a house refuses what cannot be printed, and says what would be right", async () => {
  for (const [query, status, type, detail] of [
    ["pdf?size=34", 400, "bad-size", /such as 35x15, or front or tray/],
    ["pdf?size=10x40", 400, "bad-size", /12 to 255 mm/],
    ["pdf?size=220x40", 400, "bad-labels", /does not fit on A4/],
    ["pdf?paper=a3", 400, "bad-paper", /a4 or letter/],
    ["pdf?numbers=0-4", 400, "bad-numbers", /boxes 1 to 2791/],
    ["pdf?numbers=2792", 400, "bad-numbers", /boxes 1 to 2791/],
    ["pdf?counts=then", 400, "bad-counts", /now or start/],
    ["pdf?number=1", 400, "unknown-parameter", /there are: paper, size, numbers, counts/],
    ["svg", 400, "bad-labels", /as numbers 1-600/],
  ]) {
    const answer = await house.ask(`/api/v1/machines/octapawn/labels.${query}`);
    assert.equal(answer.status, status, query);
    assert.equal(answer.json().type, `urn:menagerie:problem:${type}`);
    assert.match(answer.json().detail, detail);
  }
  const accept = await house.ask("/api/v1/machines/her/labels.pdf", { headers: { Accept: "image/svg+xml" } });
  assert.equal(accept.status, 406);
  assert.match(accept.json().detail, /labels\.pdf is application\/pdf/);
});

test("bad usage: one line that says what would be right, exit status 2, and nothing written", async () => {
  const out = ["--out", join(folder, "never.pdf")];
  for (const [argv, words] of [
    [["her"], /--out is required/],
    [["hal", ...out], /no exhibit or game "hal"/],
    [out, /which machine\?/],
    [["her", "--out", join(folder, "never.png")], /ends neither in \.pdf nor in \.svg/],
    [["her", "--paper", "a5", ...out], /a4 or letter/],
    [["her", "--size", "small", ...out], /such as 35x15/],
    [["her", "--size", "300x30", ...out], /12 to 255 mm/],
    [["her", "--numbers", "20-30", ...out], /her has 1 to 24/],
    [["her", "--counts", "now", ...out], /--data DIR --machine NAME/],
    [["octapawn", "--format", "svg", ...out], /2791 boxes are too many for one SVG/],
    [["go-3x3", ...out], /makes each box when it first meets it/],
    [["hexapawn", "--public-url", publicUrl, ...out], /hexapawn has no page there/],
    [["her", "--rule", "nimble", "--public-url", publicUrl, ...out], /her has no page there/],
    [["her", "--public-url", `${publicUrl}/${"x".repeat(100)}`, ...out], /too long for a code/],
    [["--data", house.data, "--machine", "hal", ...out], /no machine "hal"/],
    [["--data", house.data, "--machine", "her", "--rule", "nimble", ...out], /has its own/],
    [["--data", house.data, "--machine", "caswell", ...out], /has made no box yet/],
  ]) {
    const { code, stdout, stderr } = await menagerie("label", ...argv);
    assert.equal(code, 2, `${argv.join(" ")}: ${stderr}`);
    assert.equal(stdout, "");
    assert.match(stderr, words);
    assert.equal(stderr.trimEnd().split("\n").length, 1, stderr);
  }
  const { code, stderr } = await menagerie("label", "her", "--out", join(folder, "no", "such", "her.pdf"));
  assert.equal(code, 1);
  assert.match(stderr, /her\.pdf cannot be written/);
  await assert.rejects(async () => readFileSync(join(folder, "never.pdf")), /ENOENT/);
});

test("any other combination of game, seat, rule and boxes", async () => {
  const { path } = await label("hexapawn", "--seat", "first", "--rule", "michie-1961", "--boxes", "raw", "--size", "tray");
  const { boxes } = JSON.parse((await menagerie("boxes", "hexapawn", "--seat", "first", "--rule", "michie-1961", "--boxes", "raw", "--format", "json")).stdout);
  assertTell(await labelsIn(path), boxes.map((box, i) => ({ number: i + 1, ...box })), boards.her);
});
