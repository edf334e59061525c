// The pages speak to a child of eight: no word that such a child does not know, no long chain of words, and the machine
// speaks for itself. What is written for grown-ups is named here, in one place.
import assert from "node:assert/strict";
import { test } from "node:test";
import { messagesOf } from "./messages.mjs";

/** A word that a child does not know, and what the pages say instead. */
const table = {
  "en.js": [
    [/\bpositions?\b/i, "board"], [/\bslant(wise|ing)?\b|\bdiagonal/i, "from corner to corner"], [/\bodds\b/i, "how often it comes"], [/\bsolved\b/i, "learned"],
    [/\bholds?\b/i, "does not lose; has"], [/\bat random\b|\brandomly\b/i, "only guesses"], [/\buntaught\b/i, "who knows nothing yet"], [/\bcompartments?\b/i, "half"], [/\beras?\b/i, "life"],
    [/\berrs?\b|\berrless\b/i, "makes no mistakes"], [/\breckon/i, "work out"], [/\bresign/i, "gave up"], [/\bepisodes?\b/i, "game"], [/\borbits?\b|\bconvention\b|\boutcome\b|\bseq\b/i, "(nothing: our own words)"],
    [/\bbest repl/i, "best answer"], [/\bwhenever\b|\bhence\b|\bthereby\b/i, "when"], [/\bprobab|\bpercentage/i, "how often"], [/\bcannot be reckoned\b|\bon record\b/i, "written down"],
  ],
  "de.js": [
    [/stellung(en)?\b/i, "Brett"], [/\bgelöst\b/i, "gelernt"], [/\bhält\b|\bhielte\b|\bhalten würde/i, "verliert nicht"], [/zufällig/i, "rät nur"], [/\bungelehrt|\bununterrichtet/i, "der noch nichts weiß"],
    [/\bÄra\b|\bEpoche\b/i, "Leben"], [/fehlerfrei/i, "macht keine Fehler"], [/erzwungen/i, "nichts zu wählen"], [/\bLade\b/, "Schublade"], [/\bresignier/i, "gab auf"], [/\bEpisoden?\b/i, "Partie"],
    [/\bChancen?\b|wahrscheinlich|Prozent/i, "wie oft"], [/\bOrbit|\bKonvention\b/i, "(nichts: unsere eigenen Wörter)"], [/\b(Octapawn|Hexapawn|Extendapawn|Carnival|Mini-checkers)\b/i, "der deutsche Name der Maschine"],
    [/\b(Sie|Ihnen) (können|dürfen|möchten|müssen)\b|\bBitte wählen Sie\b/, "du"],
  ],
};

/** Read by grown-ups: who runs the museum or a kiosk, who builds or computes (the books, the laboratory), and who reads on where a machine comes from. */
const forGrownUps = [/^site\.(refused|refusedUnknown|cut|readOnly)$/, /^kiosk\.(fault|setUp)/, /^(desk|books|lab)\./, /^people\..*\.(machine|source|came)$/, /^chess\./, /^story\.works\./, /^table\.(csv|labels|data)$/, /^hall\.api$/, /^stories\.(minicheckers|minicheckers-gardner|ellis)$/, /^makers\./];
/** Lists of names: not read as a sentence. */
const lists = ["box.letters"];
const wordsMax = 25;

/** Arguments that a message may get; a sentence is as long as with short names. */
const callings = [["A", "B", "C", "D", "E"], [1, "1", "A", "B"], [2, "2", "B", "C"], ["you", "A", 2], ["machine", "A", 2], ["none", "A", 0], [null, "A", "B"], ["A", 2, 3], ["A", ["b2", "c3"]], [2, 2], ["A", { to: 2, era: 1, name: "B", seq: 3 }]];

/** Everything that a message can say: its path, and its texts. */
function said(value, path = "") {
  if (typeof value === "function") return [[path, callings.flatMap((given) => { try { return [String(value(...given))]; } catch { return []; } })]];
  if (typeof value !== "object") return [[path, [value]]];
  return Object.entries(value).flatMap(([key, inner]) => said(inner, path ? `${path}.${key}` : key));
}

for (const file of Object.keys(table)) {
  test(`${file}: what visitors read has no word of the table, and no sentence of more than ${wordsMax} words`, async () => {
    const all = said(await messagesOf(file)).map(([path, texts]) => [path, texts.filter((text) => !/undefined|NaN/.test(text))]);
    const forVisitors = all.filter(([path]) => !forGrownUps.some((pattern) => pattern.test(path)));
    assert.deepEqual(forVisitors.filter(([, texts]) => texts.length === 0).map(([path]) => path), [], "each message is heard");
    assert.ok(forVisitors.length > 400, `${forVisitors.length} messages`);
    const hard = forVisitors.flatMap(([path, texts]) => table[file].filter(([word]) => texts.some((text) => word.test(text))).map(([word, instead]) => `${path}: ${word}, say: ${instead}`));
    assert.deepEqual(hard, []);
    const long = forVisitors.filter(([path]) => !lists.includes(path)).flatMap(([path, texts]) => texts.flatMap((text) => text.split(/[.!?…](?:\s|$)/)).filter((sentence) => sentence.trim().split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length > wordsMax)
      .map((sentence) => `${path}: ${sentence}`));
    assert.deepEqual([...new Set(long)], []);
  });
}

test("every pattern of what is for grown-ups names a message, so that none is exempt by an old name", async () => {
  const paths = said(await messagesOf("en.js")).map(([path]) => path);
  assert.deepEqual(forGrownUps.filter((pattern) => !paths.some((path) => pattern.test(path))).map(String), []);
});

test("the machine speaks for itself: which box, which bead, and that it plays there, without the names of squares", async () => {
  for (const [file, first] of [["en.js", /\bI\b/], ["de.js", /\bich\b/i]]) {
    const { say } = await messagesOf(file);
    for (const text of [say.pending, say.boardYours, say.shaking("5"), say.shaking(null), say.drewHere("5", "red", say.here), say.drewHere(null, "amber", say.iPass), say.noBoxHere(say.here), say.emptyHere("5"), say.iTake(2, "B")]) {
      assert.match(text, first, text);
      assert.doesNotMatch(text, /\b[a-e][1-5]\b/, text);
    }
  }
  const { say } = await messagesOf("en.js");
  assert.equal(say.drewHere("5", "red", say.here), "I shook box 5. A *red* bead! I play here.");
  assert.match(say.drewHere("5", "amber", say.here), /\. An \*amber\* bead!/);
});
