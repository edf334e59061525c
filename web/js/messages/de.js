/** Alle Wörter, die Besucher lesen oder hören, auf Deutsch. Schlüssel und Parameter wie in en.js. */

/** @param {number} n @param {string} figure @param {string} one @param {string} many */
const some = (n, figure, one, many) => `${figure} ${n === 1 ? one : many}`;
/** @param {string[]} all */
const list = (all) => (all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} und ${all.at(-1)}`);

/** @type {typeof import("./en.js").default} */
const messages = {
  site: {
    name: "Menagerie", tagline: "Lernende Maschinen aus Streichholzschachteln", nav: "Das Museum", hall: "Halle", rules: "Regeln", language: "Sprache", minichess: "Minischach",
    titleOf: (page) => `${page} · Menagerie`,
    readOnly: "Dies ist eine Kopie eines Museums zum Anschauen: Hier spielt niemand, und nichts wird gelehrt. Jede Schachtel, jede Kurve und jeder Download ist so, wie er war, als die Kopie gemacht wurde.",
    readOnlyLead: "Schau, was sie gelernt haben", readOnlyTurn: "Hier spielt niemand",
    reconnecting: "Verbindung wird wieder aufgebaut …", reconnectingKept: "Verbindung wird wieder aufgebaut … Deine Partie bleibt erhalten.",
    refused: (why) => `Die Verbindung zum Spielen wird abgelehnt. Für den Betreiber dieses Museums: ${why}`,
    refusedUnknown: "Zwischen dieser Seite und dem Server lässt etwas keine WebSocket-Verbindungen durch. Ein Proxy muss die Kopfzeilen Upgrade, Connection und Host weitergeben.",
    cut: (s) => `Die Verbindung zum Spielen wird immer wieder nach ${s} Sekunden getrennt; die Partie geht weiter. Für den Betreiber dieses Museums: Ein Proxy vor dem Server wartet nicht lange genug. Er muss einen stillen WebSocket mindestens 90 Sekunden offen lassen.`,
  },
  count: {
    beads: (n, f) => some(n, f, "Perle", "Perlen"), boxes: (n, f) => some(n, f, "Schachtel", "Schachteln"), matchboxes: (n, f) => some(n, f, "Streichholzschachtel", "Streichholzschachteln"),
    games: (n, f) => some(n, f, "Partie", "Partien"), machines: (n, f) => some(n, f, "Maschine", "Maschinen"), moves: (n, f) => some(n, f, "Zug", "Zügen"), days: (n, f) => some(n, f, "Tag", "Tagen"),
    seconds: (f) => `${f} s`, minutes: (f) => `${f} min`, hours: (f) => `${f} h`, ago: (span) => `vor ${span}`,
  },
  beads: { white: "weiße", lilac: "lila", silver: "silberne", black: "schwarze", gold: "goldene", green: "grüne", amber: "bernsteinfarbene", red: "rote", pink: "rosa", blue: "blaue", turquoise: "türkise", brown: "braune" },
  pieces: { empty: "leer", cross: "Kreuz", nought: "Kreis", whitePawn: "weißer Bauer", blackPawn: "schwarzer Bauer", whiteMan: "weißer Stein", blackMan: "schwarzer Stein", whiteKing: "weiße Dame", blackKing: "schwarze Dame", whiteStone: "weißer Stein", blackStone: "schwarzer Stein" },
  sides: { white: "Weiß", black: "Schwarz", crosses: "×", noughts: "○",
    machineStarts: (who) => `${who} beginnt`, youStart: "Du beginnst", plays: (side) => `Du spielst ${side}`, youAre: (start, side) => `${start}; du spielst ${side}`, youPlay: (start, side) => `${start}; du spielst ${side}` },
  moves: {
    pass: "sie passt", takes: (n, heap) => `sie nimmt ${n} vom Haufen ${heap}`, plays: (at) => `sie setzt auf ${at}`, steps: (from, to) => `${from} nach ${to}`, jumps: (from, to) => `${from} springt nach ${to.join(", dann nach ")}`, captures: (from, to) => `${from} schlägt ${to}`,
    youPass: "Du hast gepasst", youTook: (n, heap) => `Du hast ${n} vom Haufen ${heap} genommen`, youPlayed: (move) => `Du hast ${move} gespielt`, takeFrom: (n, heap) => `${n} von ${heap}`, passes: "passen", take: (n) => `${n} nehmen`,
  },
  board: {
    name: "Das Brett", heaps: "Die Haufen", pass: "Passen", cell: (at, piece) => `${at}, ${piece}`, chosen: "gewählt", play: "hier kannst du setzen", move: "kannst du ziehen", to: "dorthin kannst du ziehen", capture: "kannst du schlagen",
    heap: (heap, size, take) => `Haufen ${heap} mit ${size}: ${take === size ? "alle" : take} nehmen`, notNow: "jetzt nicht", skip: "Zum Brett springen",
  },
  wrong: {
    occupied: "Dieser Platz ist besetzt. Nimm einen freien.", cannotGo: (from) => `Die Figur auf ${from} kann nicht dorthin. Die Punkte zeigen, wohin sie kann.`, notYours: "Diese Figur gehört nicht dir.", stuck: "Diese Figur kann jetzt nicht ziehen. Die es können, haben einen hellen Rand.",
    empty: "Wähle zuerst eine deiner Figuren: die ziehen können, haben einen hellen Rand.", notHere: "Dort kannst du jetzt nicht spielen: die Punkte zeigen, wo du kannst.", soon: "Einen Moment: die Partie wird aufgebaut.", notYourTurn: "Einen Moment: die Maschine ist am Zug.", offline: "Die Verbindung ist unterbrochen. Deine Partie bleibt erhalten.", mustCapture: "Du musst hier schlagen: die Figuren, die es können, haben einen hellen Rand.",
  },
  turn: { wait: "Einen Moment …", yours: "Du bist am Zug", of: (who) => `${who} ist am Zug`, dry: "Keine Perlen mehr", won: (who) => `${who} gewinnt`, draw: "Unentschieden", youWon: "Du gewinnst", reconnecting: "Verbindung fehlt …" },
  say: {
    fetching: (who) => `${who} wird aus dem Regal geholt.`, pending: (move, who) => `${move}. ${who} sucht die Schachtel, auf der diese Stellung steht.`, heapsYours: "Die Haufen gehören dir: nimm einen Spielstein und mit ihm alle darüber.",
    boardYours: (who) => `Das Brett gehört dir. Nach deinem Zug sucht ${who} die Schachtel mit dieser Stellung.`, noBox: (who, move) => `${who} hat für diese Stellung keine Schachtel und zog keine Perle: ${move}.`,
    opened: (who, no) => `${who} öffnete Schachtel ${no}`, made: (who) => `${who} hatte für diese Stellung keine Schachtel und machte eine neue`, shaking: (opened) => `${opened} und schüttelt …`, guess: (opened) => `${opened}. Welche Perle wird kommen? Tippe auf ihre Chance.`,
    drew: (opened, bead, move) => `${opened} und zog eine *${bead}* Perle: ${move}.`, empty: (opened) => `${opened}. Darin liegt keine Perle.`, guessed: "Richtig geraten!", guessedNot: (bead) => `Du hattest auf eine ${bead} getippt.`, dry: (who) => `${who} hat keine Perle mehr in der Schachtel, mit der eröffnet werden muss.`,
  },
  end: {
    line: (side, who) => (side === "you" ? "Du hast drei in einer Reihe." : `${who} hat drei in einer Reihe.`), "board-full": () => "Das Brett ist voll, und niemand hat drei in einer Reihe.",
    "far-row": (side, who) => (side === "you" ? "Dein Bauer hat die letzte Reihe erreicht." : `Ein Bauer von ${who} hat die letzte Reihe erreicht.`),
    "all-captured": (side, who) => (side === "you" ? `Du hast alle Figuren von ${who} geschlagen.` : `${who} hat alle deine Figuren geschlagen.`), blocked: (side, who) => (side === "you" ? `${who} kann nicht mehr ziehen.` : "Du kannst nicht mehr ziehen."),
    "two-kings": () => "Beide Seiten haben eine Dame: nach den Regeln ist das unentschieden.", "last-counter": (side, who) => (side === "you" ? "Du hast den letzten Spielstein genommen." : `${who} hat den letzten Spielstein genommen.`),
    score: (side, who, points) => (side === "none" ? "Beide Seiten haben gleich viele Punkte." : `Ausgezählt: ${side === "you" ? "du hast" : `${who} hat`} ${Math.abs(points)} mehr.`), length: () => "Die Partie dauerte zu lange und zählt als unentschieden.",
    resign: (_, who) => `${who} öffnete eine Schachtel, fand keine Perle darin und gab auf.`, board: (side, who) => (side === "you" ? `Du hast ${who} geschlagen.` : side === "machine" ? `${who} hat diese Partie gewonnen.` : "Niemand hat gewonnen."),
  },
  lesson: {
    title: "Das hast du gelehrt", counting: "Die Perlen werden gezählt …", recorded: "Deine Partie ist aufgeschrieben; die Lektion ist unterwegs.", late: "Das Museum kann deine Lektion gerade nicht aufschreiben. Sie ist aufgehoben und wird gelernt, sobald das wieder geht.", nothing: "Keine Perle bewegt", openedTitle: "In dieser Partie geöffnet", frozen: "Der Kurator hat diese Maschine eingefroren: sie spielt, und ihre Perlen bleiben, wie sie sind.", nothingMoved: "Nach der Regel dieser Maschine bewegt sich nach so einer Partie keine Perle.",
    in: (beads, boxes) => `${beads} in ${boxes} gelegt`, out: (beads, boxes) => `${beads} aus ${boxes} genommen`, both: (beads, boxes) => `${beads} in ${boxes} bewegt`,
    more: "Diese Züge spielt sie jetzt öfter.", less: "Diese Züge spielt sie jetzt seltener.", moreOne: "Diesen Zug spielt sie jetzt öfter.", lessOne: "Diesen Zug spielt sie jetzt seltener.", chipMore: "spielt sie öfter", chipLess: "spielt sie seltener", chipSame: "so oft wie vorher", chipEmpty: "Schachtel ist leer",
    chip: (box, bead, before, after, effect) => `${box}, ${bead} Perle: ${before} → ${after}: ${effect}`,
    perfectRise: (now, before) => `Gegen perfektes Spiel hält sie jetzt *${now}* ihrer Partien; vor dieser waren es *${before}*.`, perfectSame: (now) => `Gegen perfektes Spiel hält sie *${now}* ihrer Partien, wie vorher.`,
    randomRise: (now, before) => `Gegen zufälliges Spiel gewinnt sie *${now}*; vorher *${before}*.`, randomSame: (now) => `Gegen zufälliges Spiel gewinnt sie *${now}*, wie vorher.`,
    emptied: (boxes) => `Jetzt leer: ${boxes}.`, written: (number) => `Für immer aufgeschrieben als Zeile ${number}.`, next: "Nächste Partie", guess: "Perle raten", guessOn: "Du rätst die Perle vor jedem Zug", label: "Die offene Schachtel und die Lektion", remaining: (n) => `und ${n} weitere`,
  },
  strength: { against: "gegen perfektes Spiel", holds: " hält sie", meter: (percent) => `Gegen perfektes Spiel hält sie ${percent} ihrer Partien`, unbeatable: "unbesiegbar", none: "zu groß, um es genau auszurechnen" },
  rule: {
    "michie-1961": "Gewinnt sie, kommen drei Perlen in jede dieser Schachteln; bei Unentschieden eine; verliert sie, werden die gezogenen Perlen entfernt.", "scroggs-2015": "Gewinnt sie, kommen drei Perlen in jede dieser Schachteln; bei Unentschieden eine; verliert sie, werden die gezogenen Perlen entfernt.",
    "gardner-her": "Verliert sie, wird die zuletzt gezogene Perle entfernt. Gewinnt sie, bewegt sich keine Perle.", "gardner-reward": "Gewinnt sie, kommt eine Perle in jede dieser Schachteln. Verliert sie, wird die zuletzt gezogene Perle entfernt.", "tanner-carnival": "Gewinnt sie, kommt eine Perle in jede dieser Schachteln. Entfernt wird nie eine.",
    tretyakov: "Verliert sie, werden aus der letzten Schachtel alle Perlen der zuletzt gezogenen Farbe entfernt. Gewinnt sie, bewegt sich keine Perle.", nimble: "Gewinnt sie, kommen Perlen in diese Schachteln. Verliert sie, wird die zuletzt gezogene Perle entfernt.",
    "two-compartment": "Verliert sie, werden beide Fächer der zuletzt gezogenen Farbe geleert. Gewinnt sie, bewegt sich keine Perle.", other: "Nach der Partie sagt ihre Regel, ob sich in diesen Schachteln Perlen bewegen.",
  },
  box: {
    shut: "Alle Schachteln sind zu", open: (no) => `Schachtel ${no} ist offen`, newOpen: "Eine neue Schachtel ist offen", last: (no) => `Zuletzt geöffnet: Schachtel ${no}`, newLast: "Zuletzt gemacht: eine neue Schachtel", name: (no) => `Schachtel ${no}`, newName: "Neue Schachtel", no: (no) => `Nr. ${no}`, newNo: "Neu",
    turn: (n) => `ihr ${n}. Zug`, label: (name) => `Das Etikett von ${name}: die Stellung, und eine Perle auf jedem Zug`, drawer: (beads) => `${beads} in der Lade`, bare: "keine einzige Perle", resigned: "Die Lade war leer, darum gab die Maschine auf.",
    shutWords: "Ist die Maschine am Zug, sucht sie die Schachtel mit deiner Stellung, schüttelt sie und spielt die Perle, die herausfällt.", first: "Die erste Schachtel ist leer", dryWords: "Alle Perlen ihrer Eröffnung wurden in verlorenen Partien weggenommen. Eine leere Schachtel kann man nicht schütteln.", cover: "Schachteln entstehen, wenn sie gebraucht werden",
    compartments: "Sie zieht aus dem linken Fach, solange dort eine Perle liegt.", left: "A", right: "B", never: "nicht in diesem Zug", solved: "gelöst: keine Perle darin ist ein Fehler", lost: "verloren, was immer sie zieht", odds: "Die Chance jeder Perle",
  },
  find: {
    button: "Meine Schachtel finden", title: "Meine Schachtel finden", board: "Die Stellung, die du aufstellst", how: "Für eine Wand aus echten Streichholzschachteln: tippe auf die Felder, bis das Brett wie deines aussieht. Jedes Tippen setzt die nächste Figur.",
    howHeaps: "Für eine Wand aus echten Streichholzschachteln: tippe auf einen Haufen, bis er wie deiner ist. Jedes Tippen nimmt einen Stein weg.", start: "Anfangsstellung", clear: "Brett leeren", close: "Schließen", heap: (heap, size) => `Haufen ${heap} mit ${size}`,
    box: (no, turn, beads) => `Schachtel ${no}: ${turn}, ${beads}.`, open: (no) => `Schachtel ${no} öffnen`, turned: "Das Etikett zeigt dieselbe Stellung gedreht oder gespiegelt: dreh dein Brett, bis es passt.",
    none: (who) => `Auf keinem Etikett steht diese Stellung: entweder ist ${who} nicht am Zug, oder es gibt nichts zu wählen, oder keine Partie von ${who} führt hierher.`, noneYet: (who) => `Diese Stellung hat noch keine Schachtel. ${who} macht ihre Schachteln, wenn eine Stellung zum ersten Mal vorkommt.`,
  },
  dry: {
    title: (no) => `Schachtel ${no} ist leer`, why: "Diese Schachtel muss sie als Nächste öffnen, und nach der Partie auf dem Brett wurde die letzte Perle darin weggenommen.",
    first: "Zum Anfang ihrer letzten Partie", back: "Einen Zug zurück", on: "Einen Zug weiter", last: "Ihre letzte Partie", end: "Zum Ende ihrer letzten Partie", visitor: "Besucher", begin: "die Partie beginnt", step: (at, all) => `${at} von ${all}`, move: (who, move) => `${who} ${move}.`, over: (words) => `${words}.`, twin: (who) => `Solange ${who} spielen`,
  },
  prizes: {
    title: "Preise", why: "sie wachsen, je besser sie wird", now: (prize) => `Wer sie jetzt schlägt, gewinnt *${prize}*.`, oneIn: (n) => `Von ${n}, die zufällig spielen, schlägt sie einer.`, nobody: "Wer zufällig spielt, schlägt sie nie.",
    begin: "am Anfang", from: (n) => `wenn 1 von ${n} sie schlägt`, ticket: "Los drucken (PDF)", won: (prize) => `Dein Preis: *${prize}*.`,
    names: { "a paper flower": "eine Papierblume", "a whistle": "eine Trillerpfeife", "a balloon": "einen Luftballon", "a spinning top": "einen Kreisel", "a kite": "einen Drachen", "a toy steamboat": "ein Spielzeugdampfschiff", "a big bear": "einen großen Bären", "the golden matchbox": "die goldene Streichholzschachtel" },
  },
  wall: {
    title: "Die Wand", label: "Die Wand aus Streichholzschachteln", now: (beads) => `jetzt ${beads}`, frozen: "eingefroren", none: "noch keine: eine Schachtel entsteht, wenn eine Stellung zum ersten Mal vorkommt", loading: "wird abgestaubt …", solved: "gelöst: jede verbliebene Perle hält den Wert der Partie", dust: "nie verändert", empty: "leer", here: "jetzt offen", opened: "in dieser Partie geöffnet", gold: "gelöst",
    row: (turn) => turn.replace(/^ihr /, "Ihr "), more: (n) => `und ${n} weitere`, close: "Schachtel schließen", before: "Schachtel", missing: (no) => `An dieser Wand gibt es keine Schachtel ${no}.`, box: (no, beads) => `Schachtel ${no}, ${beads}`,
  },
  room: {
    title: "Jetzt im Raum", label: "Jetzt im Raum", looking: "Schaut nach, wer da ist …", alone: "Du bist allein hier.", others: (playing, watching) => `${list([playing ? `${playing} ${playing === 1 ? "anderer Besucher spielt" : "andere Besucher spielen"}` : "", watching ? `${watching} ${watching === 1 ? "schaut zu" : "schauen zu"}` : ""].filter(Boolean))}.`,
    board: (moves) => `Ein Brett im Spiel, nach ${moves}`, visitorWon: "Ein Besucher gewann", itself: "Sie spielte gegen sich selbst", noBead: "keine Perle bewegt", empty: (boxes) => `jetzt leer: ${boxes}`,
    acts: { start: "Die Maschine wurde aufgebaut", reset: "Ein neues Leben begann: alle Schachteln neu gefüllt", rewind: "Der Kurator drehte die Zeit zurück", unteach: "Die Lektionen eines Besuchs wurden zurückgenommen", freeze: "Die Schachteln lernen nicht mehr", thaw: "Die Schachteln lernen wieder", topup: "Perlen wurden nachgefüllt", fork: "Die Maschine wurde von einer anderen kopiert" },
  },
  life: {
    title: (who) => `Das Leben von ${who}`, key: "hoch: Sieg, gleich: unentschieden, hinab: Niederlage", last: "Deine Partie ist die letzte Stufe.", none: "Der erste Besucher macht die erste Stufe.", itself: (games) => `Sie hat sich in ${games} selbst unterrichtet, ohne einen Besucher. Die erste Partie eines Besuchers macht die erste Stufe.`,
    above: (n) => `Sie steht ${n} über dem Anfang dieses Lebens.`, below: (n) => `Sie steht ${n} unter dem Anfang dieses Lebens.`,
  },
  figures: { games: "Partien gelernt", wins: "gewonnen", draws: "unentschieden", losses: "verloren", itself: (games) => `${games} gegen sich selbst` },
  table: {
    missing: "In diesem Museum gibt es keine Maschine mit diesem Namen.", back: "Zurück zur Halle", giveUp: "Aufgeben", giveUpSure: "Wirklich aufgeben?", startsNext: (starts) => (starts === "you" ? "In der nächsten Partie beginnst du; diese geht weiter." : "In der nächsten Partie beginnt die Maschine; diese geht weiter."), gaveUp: (who) => `Du hast diese Partie aufgegeben, darum hat ${who} nichts aus ihr gelernt.`, whoStarts: "Wer beginnt", youStart: "Du beginnst", itStarts: "Sie beginnt", newGame: "Neue Partie",
    csv: "Jede Perle, die sich hier je bewegte, als Tabelle (CSV)", labels: "Die Etiketten drucken und sie aus Schachteln bauen (PDF)", data: "Für Programmierer: ihre Daten", newLife: "Ein neues Leben beginnt in", newLifeAfter: "mit frisch gefüllten Schachteln. Das alte Leben bleibt im Buch lesbar.", dryFrozen: (who) => `Der Kurator hat ${who} so eingefroren, wie sie daliegt. Ein neues Leben beginnt erst, wenn sie aufgetaut ist.`,
    kept: "Deine Partie bleibt erhalten.", tooOld: "Diese Partie konnte nicht weitergehen: sie war zu alt, oder die Maschine begann ein neues Leben. Hier ist eine neue.", cannotGoOn: "Diese Partie konnte nicht weitergehen. Hier ist eine neue.", again: (why, seconds) => `${why} Neuer Versuch in ${seconds}.`, restarting: "Das Museum wird neu gestartet. Deine Partie bleibt erhalten.", foot: "Jede Perle, die sich hier je bewegte, ist aufgeschrieben.", story: "Ihre Geschichte", restful: "Sie ruht, aber ihre Lektionen verblassen nicht.",
  },
  errors: { busy: "Sie kann gerade keine Lektionen aufschreiben.", "too-fast": "Das ging schneller, als das Museum folgen kann.", "too-many-episodes": "Von hier wurden sehr viele Partien begonnen.", "illegal-move": "Dieser Zug ist hier nicht möglich.", other: "Das hat nicht geklappt." },
  rules: { title: (game) => `So spielt man ${game}`, close: "Los geht’s", open: "Regeln", win: "So gewinnt man", step: (n) => `Schritt ${n}`, learn: "Sie spielt, indem sie Perlen zieht, und lernt nach der Partie." },
  games: {
    "noughts-and-crosses": { name: "Drei gewinnt", line: "Setzt abwechselnd ein Zeichen auf ein leeres Feld.", win: "Drei eigene Zeichen in einer Reihe gewinnen: waagrecht, senkrecht oder schräg.", steps: ["Ein leeres Brett.", "Setze auf ein leeres Feld.", "Drei in einer Reihe: gewonnen."] },
    hexapawn: { name: "Sechsbauern", line: "Ein Bauer zieht gerade nach vorn oder schlägt schräg nach vorn.", win: "Erreiche die letzte Reihe, schlage alle Bauern, oder lass der anderen Seite keinen Zug.", steps: ["Nach vorn auf ein leeres Feld.", "Schlage schräg.", "In der letzten Reihe: gewonnen."] },
    nim: { name: "Nim", line: "Nimm so viele Spielsteine, wie du willst, von einem Haufen.", win: "Wer den letzten Spielstein nimmt, gewinnt.", steps: ["Drei Haufen zu dritt.", "Nimm von einem Haufen.", "Der letzte Stein: gewonnen."] },
    misere: { name: "Misère-Nim", line: "Nimm so viele Spielsteine, wie du willst, von einem Haufen.", win: "Wer den letzten Spielstein nehmen muss, verliert.", steps: ["Drei Haufen zu dritt.", "Nimm von einem Haufen.", "Einer übrig: wer ihn nimmt, verliert."] },
    checkers: { name: "Mini-Dame", line: "Steine ziehen schräg nach vorn und springen über einen Gegner, um ihn zu schlagen; wer kann, muss schlagen.", win: "Lass der anderen Seite keinen Stein oder keinen Zug. In der letzten Reihe wird ein Stein zur Dame, die auch zurückgeht.", steps: ["Schräg nach vorn.", "Über einen Gegner: er ist geschlagen.", "Kein Stein übrig: gewonnen."] },
    russian: { name: "russische Mini-Dame", line: "Steine ziehen schräg nach vorn und schlagen in beide Richtungen; wer kann, muss schlagen. Eine Dame fliegt, so weit sie kann.", win: "Lass der anderen Seite keinen Zug. Haben beide eine Dame, ist es unentschieden.", steps: ["Schräg nach vorn.", "Über einen Gegner: er ist geschlagen.", "Kein Stein übrig: gewonnen."] },
    go: { name: "Go", line: "Setze einen Stein auf einen freien Punkt, oder passe. Steine ohne freien Punkt daneben sind geschlagen.", win: "Nach zweimal Passen gewinnt, wer mehr Punkte hat. Keine Stellung darf wiederkehren.", steps: ["Ein leeres Brett.", "Weiß hat noch einen freien Punkt …", "… Schwarz nimmt ihn: geschlagen."] },
  },
  finished: {
    badge: "sie hat ausgelernt", title: "Sie hatte ausgelernt", lead: "Von einer bestimmten Partie an konnte sie niemand mehr schlagen, wie er auch spielte. Ein solches Leben steht auf einer Tafel; man kann noch gegen sie spielen, wie sie damals war, und dann beginnt ein neues Leben von der ersten Perle an.",
    era: (n) => `Leben ${n}`, since: (date) => `seit ${date}`, games: "Partien bis dahin", left: (games) => `Noch ${games}, dann beginnt ein neues Leben.`, stays: "Sie bleibt, wie sie ist.",
    ended: (games) => `Danach noch ${games}, dann begann ein neues Leben.`, play: "Gegen sie spielen, wie sie damals war", here: (who) => `Das ist ${who}, gegen die du gerade spielst.`,
    past: "wie sie damals war: Sie spielt und lernt nichts", nothing: "Sie spielt, wie sie damals war; keine Perle bewegt sich.",
  },
  practice: {
    title: "Sieh ihr beim Lernen zu", lead: "Eine Kopie dieser Maschine spielt vor deinen Augen 200 Partien, in etwa zehn Sekunden. Die Kopie gehört dir und wird danach weggeworfen: Die Maschine selbst lernt nichts daraus.",
    against: "Sie spielt gegen", random: "jemanden, der zufällig zieht", optimal: "einen perfekten Spieler", twin: "ihren ungelehrten Zwilling", from: "Sie beginnt", now: "so, wie sie jetzt ist", start: "ohne etwas zu wissen", go: "Beim Lernen zusehen",
    fetching: (/** @type {string} */ who) => `Eine Kopie von ${who} wird unterrichtet …`, busy: "Das Museum hat dafür gerade keine Zeit. Bitte versuche es gleich noch einmal.",
    pause: "Pause", goOn: "Weiter", again: "Noch einmal", slower: "Langsamer", faster: "Schneller", slider: "Gespielte Partien",
    key: "Die Linie geht bei einem *Sieg hinauf, bei einer Niederlage hinab*. Die grüne Fläche zeigt, wie viele Partien die Kopie *gegen einen perfekten Spieler* halten würde, genau aus ihren Perlen berechnet.", keyPlain: "Die Linie geht bei einem *Sieg hinauf, bei einer Niederlage hinab*.",
    count: (/** @type {string} */ n, /** @type {string} */ of, /** @type {string} */ w, /** @type {string} */ d, /** @type {string} */ l) => `Partie *${n}* von ${of}: gewonnen *${w}*, unentschieden *${d}*, verloren *${l}*.`,
    recent: (/** @type {string} */ games, /** @type {string} */ w, /** @type {string} */ d, /** @type {string} */ l) => `Zuletzt ${games}: gewonnen ${w}, unentschieden ${d}, verloren ${l}`,
    holds: (/** @type {string} */ percent) => `Gegen einen perfekten Spieler hält sie *${percent}*`, made: (/** @type {string} */ boxes, /** @type {string} */ beads) => `Sie hat *${boxes}* mit *${beads}*`,
    firstBox: "Die Schachtel, die sie zuerst öffnet", won: "gewann", drew: "spielte unentschieden", lost: "verlor", game: (/** @type {string} */ n) => `Partie ${n}: Die Kopie`, gameAfter: (/** @type {string} */ n, /** @type {string} */ moves) => `Partie ${n}, nach ${moves}`, replay: "Noch einmal zeigen",
    sum: (/** @type {string} */ games, /** @type {string} */ w, /** @type {string} */ d, /** @type {string} */ l) => `${games}: Die Kopie hat *${w}* gewonnen, *${d}* unentschieden gespielt und *${l}* verloren.`,
    unbeatable: (/** @type {string} */ n) => `Nach Partie *${n}* ist sie *unschlagbar*, gegen jeden.`, notYet: "Sie ist noch zu schlagen.", dry: (/** @type {string} */ who, /** @type {string} */ games) => `Nach *${games}* hatte die Kopie keine Perle mehr zum Eröffnen: So könnte auch ${who} leer ausgehen.`,
    thrownAway: (/** @type {string} */ who) => `Die Kopie wird jetzt weggeworfen; ${who} ist, wie sie war.`, figures: "Dasselbe in Zahlen",
    table: { games: "Partien", won: "gewonnen", drew: "unentschieden", lost: "verloren", holds: "hält gegen perfektes Spiel", boxes: "Schachteln", beads: "Perlen in der ersten Schachtel" },
  },
  hall: {
    title: "Menagerie: lernende Maschinen aus Streichholzschachteln", lead: "Setz dich und bring einer etwas bei", skip: "Zu den Maschinen springen",
    story: "Jede dieser Maschinen ist eine Wand aus Streichholzschachteln mit bunten Perlen darin: eine Schachtel für jede Stellung, die sie treffen kann, eine Farbe für jeden Zug, den sie machen kann. Sie spielt, indem sie eine Schachtel schüttelt und eine Perle zieht. Gewinnt sie, kommen vielleicht Perlen hinzu; verliert sie, werden vielleicht Perlen weggenommen. Mehr geschieht nicht, und doch lernt sie.",
    kept: "Jede Maschine gibt es hier nur einmal, und sie bleibt für immer. Was du ihr beibringst, spielt sie gegen den nächsten Besucher.", none: "Im Museum gibt es noch keine Maschine.",
    totals: (machines, boxes, games) => `${machines}, ${boxes}, bisher ${games} gelernt.`, playing: (n) => (n === 1 ? "Gerade spielt 1 Besucher." : `Gerade spielen ${n} Besucher.`), nobody: "Gerade spielt niemand.", play: "Spielen", startHere: "Hier beginnen", fresh: "Weiß noch nichts: unterrichte sie als Erster", record: (wins, draws, losses) => `${wins} gewonnen, ${draws} unentschieden, ${losses} verloren`, itself: (games) => `unterrichtete sich selbst in ${games}`,
    finished: "hat ausgelernt", frozen: "eingefroren: sie spielt und lernt nichts", dry: "ruht, ohne Perlen", here: (n) => `${n} im Spiel`, free: "frei: setz dich", holds: (percent) => `hält ${percent} gegen perfektes Spiel`, lessons: (games) => `${games} gelernt`, foot: "Die Menagerie bewahrt jede Perle, die sich je bewegte.", api: "Für Programmierer: die Maschinen als Daten", whyNoChess: "Warum es keine Maschine für Minischach gibt", board: "Ihr Brett",
  },
  kiosk: {
    play: "Berühren und spielen", playHall: "Berühren und eine Maschine wählen", pause: "Pause", goOn: "Weiter", label: "Die Maschine spielt zur Schau",
    lead: "Streichholzschachteln, die lernen", forShow: "Sie spielt zur Schau: niemand wird unterrichtet, und keine Perle bewegt sich.",
    start: (who, twin) => `${who} spielt gegen den Zwilling ${twin}.`, startItself: (who) => `${who} spielt beide Seiten.`, startAlone: (who) => `${who} spielt gegen jemanden, der zufällig zieht.`,
    twin: (twin, move) => `Ihr Zwilling *${twin}*: ${move}.`, itself: (move) => `Ihre andere Seite: ${move}.`, random: (move) => `Die andere Seite, zufällig: ${move}.`,
    other: "Die andere Seite", away: "Der Server des Museums ist gerade nicht zu erreichen. Sobald er antwortet, geht alles von selbst weiter.", waiting: "Einen Moment …",
    stillThere: "Bist du noch da?", stay: "Ich bin noch da", otherwise: "Berühre den Bildschirm, dann geht es weiter. Sonst ist der nächste Besucher an der Reihe.",
    fault: (name, value, low, high) => `Für den Betreiber dieses Kiosks: in seiner Adresse ist ${name} „${value}“; es muss eine Zahl von ${low} bis ${high} sein.`,
  },
  lost: { title: "Hier ist nichts", words: "Diese Adresse führt zu keiner Seite dieses Museums. Die Maschinen stehen alle in der Halle.", back: "Zur Halle" },
  offline: { title: "Das Museum ist nicht zu erreichen", words: "Diese Seite kommt von selbst zurück, sobald das Museum antwortet.", kept: "Deine Partie bleibt erhalten.", retry: "Jetzt versuchen" },
  chess: {
    title: "Die Maschine, die es hier nicht gibt", skip: "Zum Text springen", back: "Zurück zu den Maschinen, die es gibt",
    one: "Minischach ist Schach auf fünf mal fünf Feldern: König, Dame, Läufer, Springer, Turm und davor eine Reihe Bauern. Martin Gardner stellte es 1969 seinen Lesern vor. Es sieht aus wie ein Spiel für Streichholzschachteln, und doch lässt sich keine solche Maschine bauen.",
    two: "MENACE braucht 304 Schachteln, weil Drei gewinnt nicht mehr Stellungen hat, in denen sie wählen muss. Dame auf denselben fünf mal fünf Feldern hat 821 577 Stellungen, und hier entstehen ihre Schachteln erst, wenn ein Besucher dorthin führt. Minischach hat ungefähr neun Millionen Millionen Millionen mögliche Stellungen. Bei einer Schachtel in der Sekunde dauerte es etwa 285 Milliarden Jahre, die Wand zu füllen, zwanzigmal so lange, wie es Sterne gibt, um sie zu sehen.",
    three: "Und kaum eine Schachtel würde zweimal geöffnet. Eine solche Maschine lernt eine Stellung, indem sie ihr wieder begegnet; von einer Stellung, die nur ähnlich ist, weiß sie nichts. Wo Stellungen nicht wiederkehren, lehren Perlen nichts.",
    source: "Mhalla und Prost 2013, Gardner's Minichess Variant is solved, arXiv:1307.7118.",
  },
  stories: {
    menace: "304 Streichholzschachteln, die Drei gewinnt lernten, bevor Computer es konnten.", "menace-two": "Du beginnst, und 289 Schachteln antworten: die andere Hälfte von Drei gewinnt.", her: "Sechsbauern in 24 Schachteln. Partie für Partie unterrichtet, verliert sie höchstens neunzehnmal, und dann nie wieder.",
    him: "Belohnt und bestraft, und bereit, beide Seiten zu spielen.", carnival: "Das Spiel von HER, nur mit Belohnungen: die Preise wachsen, und nichts wird je weggenommen.", nimble: "18 Schachteln wissen alles über ein Spiel mit drei Haufen; du sagst, wer beginnt.", minicheckers: "Russische Dame auf sechzehn Feldern. Sie wird nur bestraft und lernt in etwa dreißig Partien.",
    "minicheckers-gardner": "Schachteln mit zwei Fächern, die Idee eines Lesers zu Tretjakows Maschine: sie zieht aus A, und aus B, wenn A leer ist.", octapawn: "Vier Bauern auf jeder Seite. Von einer Ecke aus kannst du gewinnen: sie antwortet mit 2791 Schachteln.", extendapawn: "Sechsbauern auf vier Spalten: eine mehr, und wer beginnt, gewinnt.", "go-2x2": "Vier Punkte und das ganze Regelbuch. Sie macht eine Schachtel, sobald sie ein neues Brett trifft.",
    "go-3x3": "12 675 Bretter. Mit der Mitte gewinnst du; lass sie es herausfinden.", caswell: "Wo Streichholzschachteln enden: 821 577 Stellungen, darum entstehen die Schachteln erst, wenn sie gebraucht werden.", ellis: "Sie unterrichtete sich selbst in 2000 Partien, bevor du kamst. Selbst gegen perfektes Spiel verliert eine solche Maschine nur eine von vierzig Partien. Welche Regel Ellis benutzte, ist nicht bekannt; diese ist unsere.",
  },
  makers: {
    menace: "Donald Michie, Edinburgh 1961", "menace-two": "MENACEs Zwilling, der Zweite am Zug", her: "Martin Gardner, 1962", him: "Gardners Gegner für HER", carnival: "Tanners Jahrmarktsmaschine", nimble: "Hight, für Nim mit drei Haufen zu dreien",
    minicheckers: "Tretjakow, 2012", "minicheckers-gardner": "Martin Gardners Brett, 1962", octapawn: "Sites, nach Gardner", extendapawn: "Brown, 1965", "go-2x2": "Das kleinste Go", "go-3x3": "Das zweitkleinste Go", caswell: "Caswell, 5 × 5",
    ellis: "Robert A. Ellis, Ballistics Research Laboratories",
  },
};

export default messages;
