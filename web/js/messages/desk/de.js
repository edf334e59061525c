/** Was der Tisch des Kurators sagt. Schlüssel wie in en.js. */

/** @type {typeof import("./en.js").default} */
const messages = {
  title: "Der Tisch des Kurators", page: "Der Tisch des Kurators · Menagerie", skip: "Zur Maschine springen", desk: "Tisch", unlock: "Den Tisch öffnen", lock: "Abschließen", token: "Das Token des Kurators",
  lead: "Hier entstehen neue Maschinen, und die vorhandenen beginnen neue Leben. Nichts wird je weggeworfen: Was hier geschieht, wird eine Zeile im Protokoll der Maschine, und was vorher war, bleibt lesbar.",
  tokenWords: "Das Token hat, wer dieses Museum betreibt. Diese Seite behält es, bis sie geschlossen oder neu geladen wird, und nirgends sonst.",
  machines: "Maschinen", create: "Eine neue Maschine", done: "Was geschah", doneBy: "durch Kuratoren und durch das Museum selbst; das Neueste zuerst", earlier: "Früheres", api: "All das können auch Programme:", apiLink: "der Tisch als Daten (API)", table: "Zu ihrem Brett", tableSmall: "ihr Brett", log: "ihr Protokoll",
  blank: "Ein Token hat keine Leerzeichen und nur einfache Buchstaben, Ziffern und Zeichen.", silent: "Das Museum antwortet nicht.", wait: (s) => `Versuche es in ${s} s noch einmal.`, refused: "Das ist nicht das Token des Kurators.", closed: "Der Tisch dieses Museums ist geschlossen.", often: "Das wurde zu oft versucht.",
  state: { frozen: "eingefroren", dry: "ohne Perlen", finished: "hat alles gelernt", lessons: (games) => `${games} gelernt` },
  by: { curator: "durch einen Kurator", museum: "durch das Museum", row: (n) => `Zeile ${n}` },
  figures: { episodes: "Partien gelernt", wins: "gewonnen", draws: "unentschieden", losses: "verloren", beads: "Perlen", boxes: "Schachteln", era: "Leben", seq: "Zeilen" },
  condition: {
    frozen: "Eingefroren: Sie spielt und lernt nichts, bis sie aufgetaut wird. Kopieren kann man sie trotzdem.", dry: "Ohne Perlen: Sie kann nicht eröffnen und beginnt von selbst ein neues Leben.",
    finished: "Sie hat alles gelernt: Niemand kann sie mehr schlagen. Von selbst beginnt kein neues Leben, denn der Server läuft mit --finished-games 0.",
    finishedLeft: (games) => `Sie hat alles gelernt: Niemand kann sie mehr schlagen. Nach noch ${games} beginnt sie von selbst ein neues Leben (--finished-games des Servers). Bis dahin kann man sie kopieren, und wie sie war, bleibt sie spielbar.`,
  },
  choose: "Was soll geschehen?", look: "Ansehen, was das bewirkt", seats: { first: "beginnt", second: "antwortet", either: "spielt beide Seiten" },
  acts: {
    unteach: { name: "Einen Besuch verlernen", about: "Die Perlen sind, als wären diese Partien nie gespielt worden; was andere lehrten, bleibt.", title: "Diesen Besuch verlernen?", deed: "Verlernen" },
    rewind: { name: "Zurück in der Zeit", about: "Die Perlen sind, wie sie nach einer Partie dieses Lebens waren. Auch ein Weg zurück lässt sich zurückgehen.", title: "In der Zeit zurück?", deed: "Zurück" },
    reset: { name: "Ein neues Leben", about: "Jede Schachtel wird neu gefüllt. Das bisherige Leben bleibt lesbar und bekommt eine Tafel mit seinen Zahlen.", title: "Ein neues Leben beginnen?", deed: "Neu beginnen" },
    topup: { name: "Auffüllen", about: "Jede Farbe hat in jeder Schachtel mindestens so viele Perlen.", title: "Die Schachteln auffüllen?", deed: "Auffüllen" },
    freeze: { name: "Einfrieren", about: "Sie spielt weiter und lernt nichts, bis sie aufgetaut wird.", title: "Sie einfrieren?", deed: "Einfrieren" },
    thaw: { name: "Auftauen", about: "Sie lernt wieder aus jeder Partie.", title: "Sie auftauen?", deed: "Auftauen" },
    fork: { name: "Kopieren", about: "Eine neue Maschine, wie diese nach einer beliebigen Zeile ihres Protokolls war. Diese bleibt, wie sie ist.", title: "Diese Kopie anlegen?", deed: "Aufstellen" },
    start: { name: "Angelegt", title: "Diese Maschine anlegen?", deed: "Aufstellen" },
  },
  visits: { title: "Wer zuletzt gegen sie spielte", none: "In letzter Zeit hat niemand gegen sie gespielt.", other: "Ein anderer Besuch", id: "Seine Kennung", span: (from, to) => (from === to ? from : `${from} bis ${to}`), won: (visitor, machine) => `Besucher gewann ${visitor}, Maschine gewann ${machine}`, loading: "Sieht nach, wer es war …" },
  rewind: { row: "Zu Zeile", slider: "Zu welcher Partie", curve: "Ihr Leben: hinauf bei einem Sieg, hinab bei einer Niederlage. Die Linie zeigt, wohin sie zurückgeht.", takes: (games) => `${games} danach zählen nicht mehr.` },
  topup: "Perlen", begin: "Perlen jeder Farbe, nach Zügen", beginAbout: "leer gelassen: wie ihre Regel sagt; mehr in den ersten Schachteln hilft einer Maschine, die leer läuft", fork: { name: "Name in Adressen", nameAbout: "kleine Buchstaben, Ziffern und Striche", title: "Titel für Menschen", titleHolder: "wie der Name", at: "Wie sie war nach Zeile" },
  summary: {
    unteach: (who) => `${who} vergisst, was dieser Besuch lehrte.`, rewind: (who, { to }) => `${who} geht zurück zu Zeile ${to}.`, reset: (who, { era, start }) => `${who} beginnt Leben ${era + 1}, ${start ? `mit ${start.join("/")} Perlen jeder Farbe, nach Zügen` : "jede Schachtel neu gefüllt"}.`,
    topup: (who, { to }) => `${who} hat in jeder Schachtel mindestens ${to} Perlen jeder Farbe.`, freeze: (who) => `${who} ist eingefroren: Sie spielt und lernt nichts, bis sie aufgetaut wird.`, thaw: (who) => `${who} lernt wieder.`,
    start: (who) => `${who} ist angelegt.`, fork: (who, { name, seq }) => `${who} ist als Kopie von ${name} angelegt, wie sie nach Zeile ${seq} war.`,
  },
  because: { dry: "Eine Schachtel, die sie öffnen muss, war leer.", finished: "Sie hatte alles gelernt." },
  effect: {
    out: (games, all) => `${games} von ${all} zählen nicht mehr.`, in: (games) => `${games} zählen wieder.`, with: (games) => `${games} kommen mit.`, none: "Keine Perle bewegt sich.",
    made: (beads, boxes) => `Sie hat ${beads} in ${boxes}.`, moved: (before, after, boxes) => `Aus ${before} Perlen werden ${after}, in ${boxes}.`,
  },
  ledger: { games: "Partien, die zählen", beads: "Perlen", boxes: "Schachteln", same: (n) => `${n}, wie vorher`, change: (n, all) => `${n} von ${all} ändern sich`, stay: "alle bleiben, wie sie sind", out: (n) => `${n} fort`, in: (n) => `${n} dazu` },
  plaque: { title: (life, from, to) => `Leben ${life} · Zeilen ${from} bis ${to}`, games: (games, w, d, l) => `${games}: ${w} gewonnen, ${d} unentschieden, ${l} verloren.`, beads: (beads) => `${beads} am Ende`, dry: (row) => `; ohne Perlen ab Zeile ${row}` },
  kept: "Jede Maschine bleibt aufgeschrieben.", row: (n) => `Es wird Zeile ${n} des Protokolls, oder die nächste freie. Alle Zeilen davor bleiben.`, leave: "Lieber nicht",
  wrong: {
    name: "So kann keine Maschine heißen: 1 bis 40 kleine Buchstaben und Ziffern, mit einzelnen Strichen dazwischen.", to: "Das muss eine ganze Zahl sein, und eine Zeile dieses Lebens.", at: "Das muss die Nummer einer Zeile ihres Protokolls sein.", visit: "Das ist kein Besuch: Wähle einen, oder gib seine Kennung ein, wie sie in den Listen der Partien steht.", title: "Dieser Titel geht nicht.", rule: "Diese Regel geht nicht.", game: "Dieses Spiel geht nicht.", seat: "Diese Seite passt nicht zum Spiel.", boxes: "Diese Schachteln passen nicht zum Spiel.", story: "Die Geschichte ist zu lang.",
  },
  taken: "Eine Maschine mit diesem Namen gibt es schon.", impossible: "So, wie die Maschine jetzt ist, geht das nicht.",
  form: {
    lead: "Spiel, Seite, Regel und Schachteln, wie sie zueinander passen", what: "Was sie ist", says: "Was auf ihrem Etikett steht", game: "Spiel", seat: "Seite", boxes: "Schachteln", rule: "Regel, nach der sie lernt", options: "Mit anderen Einstellungen", look: "Ansehen, was das ergibt",
    title: "Titel", maker: "Wer sie machte", story: "Geschichte", paint: "Farbe", titleHolder: "Die Welpen", makerHolder: "Klasse 4b, 2026", nameHolder: "die-welpen",
    gameNames: {
      "noughts-and-crosses": "Drei gewinnt", hexapawn: "Sechsbauern", octapawn: "Achtbauern",
      "nim-3x3": "Nim, drei Haufen zu dreien", "nim-3x3-misere": "Nim, drei Haufen zu dreien, misère",
      "mini-checkers": "Mini-Dame", "mini-checkers-russian": "Mini-Dame, russisch", "checkers-5x5": "Dame, 5 × 5",
      "go-2x2": "Go auf 2 × 2", "go-3x3": "Go auf 3 × 3",
    },
    wide: (columns) => `Breitbauern, ${columns} Spalten`,
    rules: {
      "tretyakov-propagating": "Tretjakows Regel, und die Schuld geht zurück: An einer Schachtel mit höchstens einer Perle jeder Farbe verliert die Perle des Zugs davor eine, aber nie die letzte ihrer Farbe.",
      "tretyakov-pruned": "Tretjakows Regel mit Schuld, die zurückgeht; und gezogen werden nur Farben mit zwei Perlen oder mehr, wo es solche gibt.",
      "top-up": "Nach einem Sieg drei Perlen, nach einem Unentschieden eine, nach einer Niederlage eine weniger; nach jeder Partie hat jede Farbe in jeder Schachtel wieder mindestens eine.",
      cs441: "32 Perlen jeder Farbe. Drei mehr für einen Zug, der gewann, eine weniger für einen, der verlor, aber nie weniger als eine.",
      "mark-two": "Gewinnt sie, drei Perlen für jede gezogene. Verliert sie, eine für jede gezogene, einmal für jeden ihrer Züge: So lernt sie durchzuhalten.",
      "self-analysis": "Gewinnt sie, bewegt sich keine Perle. Verliert sie, sagt der Löser, welcher Zug der Fehler war, und diese Perle wird entfernt.",
      "nimble-two-beads": "Zwei Perlen jeder Farbe. Gewinnt sie, eine mehr für jede gezogene; verliert sie, wird die letzte entfernt.",
    },
    conventions: {
      canonical: "Eine Schachtel für alle Bretter, die gedreht oder gespiegelt gleich sind.",
      rotations: "Eine Schachtel für alle Bretter, die gedreht gleich sind. Für quadratische Bretter.",
      mirror: "Eine Schachtel für ein Brett und sein Spiegelbild, links und rechts.",
      raw: "Eine Schachtel für jedes Brett, so wie es steht. Nicht für Spiele, deren Schachteln erst beim Spielen entstehen.",
      "gardner-24": "Die 24, die Gardner druckte. Für Sechsbauern, als Zweite.",
      "tretyakov-24": "Die 24 von Tretjakow. Für die russische Mini-Dame, als Zweite.",
    },
    labels: { start: "Perlen am Anfang", win: "Nach einem Sieg", draw: "Nach einem Unentschieden", loss: "Nach einer Niederlage", floor: "Nie weniger als", upkeep: "Nach jeder Partie aufgefüllt auf", empty: "Bei leerer Schachtel", propagate: "Bestraft den Zug davor", prune: "Zieht aus den volleren Farben", choose: "Zieht nach dem Zufall, oder immer, wovon sie am meisten hat", delay: "Nach einer Niederlage, für jeden Zug, den sie dauerte", analyse: "Nach einer Niederlage nur der Fehler" },
  },
};

export default messages;
